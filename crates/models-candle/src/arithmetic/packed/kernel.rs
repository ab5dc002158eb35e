//! The loops of the product, in registers where there are some, and plainly.

use pulp::Arch;

use super::lanes::Lanes;
use super::rows::Group;
use super::{BLOCK, Format, PANEL, Packed, Rows};
use crate::arithmetic::{Widely, widely};

/// One panel of a matrix.
#[derive(Clone, Copy)]
pub(super) struct Tile<'a> {
    pub(super) numbers: &'a [u8],
    pub(super) scales: &'a [f32],
    /// Empty in formats that have none.
    pub(super) least: &'a [f32],
}

/// Multiplies all rows with the whole matrix.
pub(super) fn multiply(arch: Arch, matrix: &Packed, rows: &Rows, output: &mut [f32]) {
    match arch {
        #[cfg(target_arch = "x86_64")]
        Arch::V4(lanes) => lanes.vectorize(Widely(
            #[inline(always)]
            || in_registers(lanes, matrix, rows, output),
        )),
        #[cfg(target_arch = "x86_64")]
        Arch::V3(lanes) => lanes.vectorize(Widely(
            #[inline(always)]
            || in_registers(lanes, matrix, rows, output),
        )),
        _ => widely(
            arch,
            #[inline(always)]
            || plainly(matrix, rows, output),
        ),
    }
}

/// What is taken off the sums of every block of a group, for the format's offset.
fn corrections(format: Format, group: &Group) -> Vec<i32> {
    let offset = format.offset();
    match format.block() {
        BLOCK => {
            let blocks = group.half_sums.chunks_exact(2 * group.count);
            let of_block = |halves: &[i32]| -> Vec<i32> {
                let (first, second) = halves.split_at(group.count);
                first.iter().zip(second).map(|(first, second)| -offset * (first + second)).collect()
            };
            blocks.flat_map(of_block).collect()
        }
        _ => group.half_sums.iter().map(|sum| -offset * sum).collect(),
    }
}

#[inline(always)]
fn in_registers<L: Lanes>(lanes: L, matrix: &Packed, rows: &Rows, output: &mut [f32]) {
    match matrix.format.bits() {
        4 => with_bits::<L, 4>(lanes, matrix, rows, output),
        5 => with_bits::<L, 5>(lanes, matrix, rows, output),
        6 => with_bits::<L, 6>(lanes, matrix, rows, output),
        _ => with_bits::<L, 8>(lanes, matrix, rows, output),
    }
}

#[inline(always)]
fn with_bits<L: Lanes, const BITS: usize>(
    lanes: L,
    matrix: &Packed,
    rows: &Rows,
    output: &mut [f32],
) {
    let corrections: Vec<Vec<i32>> =
        rows.groups.iter().map(|group| corrections(matrix.format, group)).collect();
    // Outside: panels, so that each is read from memory once and then from the cache by every group.
    for panel in 0..matrix.outputs.div_ceil(PANEL) {
        let tile = matrix.tile(panel);
        for (group, corrections) in rows.groups.iter().zip(&corrections) {
            let from = group.first * matrix.outputs + panel * PANEL;
            let place = Place {
                output: &mut output[from..],
                stride: matrix.outputs,
                columns: PANEL.min(matrix.outputs - panel * PANEL),
            };
            match group.count {
                6 => in_parts::<L, BITS, 6>(lanes, &tile, group, corrections, place),
                4 => in_parts::<L, BITS, 4>(lanes, &tile, group, corrections, place),
                2 => in_parts::<L, BITS, 2>(lanes, &tile, group, corrections, place),
                _ => in_parts::<L, BITS, 1>(lanes, &tile, group, corrections, place),
            }
        }
    }
}

/// Where the results of a group go.
struct Place<'a> {
    output: &'a mut [f32],
    stride: usize,
    columns: usize,
}

/// Columns that one pass over a panel works out: as many as two registers have.
#[inline(always)]
fn in_parts<L: Lanes, const BITS: usize, const ROWS: usize>(
    lanes: L,
    tile: &Tile<'_>,
    group: &Group,
    corrections: &[i32],
    place: Place<'_>,
) {
    let mut finished = [[0.0; PANEL]; ROWS];
    for part in (0..PANEL).step_by(2 * L::WIDTH) {
        let sums = two_registers::<L, BITS, ROWS>(lanes, tile, group, corrections, part);
        for (row, sums) in finished.iter_mut().zip(sums) {
            for (at, sum) in sums.into_iter().enumerate() {
                lanes.store(sum, &mut row[part + at * L::WIDTH..]);
            }
        }
    }
    for (row, output) in finished.iter().zip(place.output.chunks_mut(place.stride)) {
        output[..place.columns].copy_from_slice(&row[..place.columns]);
    }
}

#[inline(always)]
fn two_registers<L: Lanes, const BITS: usize, const ROWS: usize>(
    lanes: L,
    tile: &Tile<'_>,
    group: &Group,
    corrections: &[i32],
    part: usize,
) -> [[L::Float; 2]; ROWS] {
    let block: usize = if BITS == 6 { BLOCK / 2 } else { BLOCK };
    let bytes = if BITS == 4 { block / 2 } else { block } * PANEL;
    let ones = lanes.same(0x0001_0001);
    let mut sums = [[lanes.same_float(0.0); 2]; ROWS];
    let (fours, _) = group.fours.as_chunks::<ROWS>();
    let (row_scales, _) = group.scales.as_chunks::<ROWS>();
    let (row_sums, _) = group.sums.as_chunks::<ROWS>();
    let (corrections, _) = corrections.as_chunks::<ROWS>();

    let blocks = tile.numbers.chunks_exact(bytes).zip(fours.chunks_exact(block / 4));
    let scales = tile.scales.chunks_exact(PANEL);
    for (at, ((numbers, fours), scales)) in blocks.zip(scales).enumerate() {
        let numbers = &numbers[part * 4..];
        let whole = match BITS {
            4 => of_four_bits(lanes, numbers, fours, ones),
            // So many products of 5 and of 6 bits fit into 16 bits: 2 · 31 · 127 · 4 and 2 · 63 · 127 · 2.
            5 => of_bytes::<L, 4, ROWS>(lanes, numbers, fours, ones),
            6 => of_bytes::<L, 2, ROWS>(lanes, numbers, fours, ones),
            _ => of_eight_bits(lanes, numbers, fours, ones),
        };
        let row_scales = &row_scales[at * block / BLOCK];
        let scales = &scales[part..part + 2 * L::WIDTH];
        let scales = [lanes.float(scales), lanes.float(&scales[L::WIDTH..])];
        for row in 0..ROWS {
            let scale = lanes.same_float(row_scales[row]);
            for side in 0..2 {
                let mut whole = whole[row][side];
                if BITS > 4 {
                    whole = lanes.add_32(whole, lanes.same(corrections[at][row]));
                }
                let scaled = lanes.times(lanes.to_float(whole), scale);
                sums[row][side] = lanes.plus(sums[row][side], scaled, scales[side]);
            }
        }
        if (BITS == 4 || BITS == 5) && !tile.least.is_empty() {
            let least = &tile.least[at * PANEL + part..][..2 * L::WIDTH];
            let least = [lanes.float(least), lanes.float(&least[L::WIDTH..])];
            for row in 0..ROWS {
                let sum = lanes.same_float(row_sums[at][row]);
                for side in 0..2 {
                    sums[row][side] = lanes.minus(sums[row][side], least[side], sum);
                }
            }
        }
    }
    sums
}

/// Adds four products of every column and row.
#[inline(always)]
fn add<L: Lanes, const ROWS: usize>(
    lanes: L,
    sums: &mut [[L::Whole; 2]; ROWS],
    bytes: [L::Whole; 2],
    fours: &[i32; ROWS],
) {
    for row in 0..ROWS {
        let four = lanes.same(fours[row]);
        for side in 0..2 {
            let product = lanes.pairs_of_bytes(bytes[side], four);
            sums[row][side] = lanes.add_16(sums[row][side], product);
        }
    }
}

/// Two registers of bytes that lie beside each other.
#[inline(always)]
fn two<L: Lanes>(lanes: L, numbers: &[u8]) -> [L::Whole; 2] {
    let numbers = &numbers[..8 * L::WIDTH];
    [lanes.whole(numbers), lanes.whole(&numbers[4 * L::WIDTH..])]
}

/// The sums of a block whose numbers share bytes: eight products of 4 bits fit into 16 bits,
/// 2 · 15 · 127 · 8.
#[inline(always)]
fn of_four_bits<L: Lanes, const ROWS: usize>(
    lanes: L,
    numbers: &[u8],
    fours: &[[i32; ROWS]],
    ones: L::Whole,
) -> [[L::Whole; 2]; ROWS] {
    let mut sums = [[lanes.same(0); 2]; ROWS];
    for at in 0..BLOCK / 8 {
        let bytes = two(lanes, &numbers[at * 4 * PANEL..]);
        let low = [lanes.low(bytes[0]), lanes.low(bytes[1])];
        let high = [lanes.high(bytes[0]), lanes.high(bytes[1])];
        add(lanes, &mut sums, low, &fours[2 * at]);
        add(lanes, &mut sums, high, &fours[2 * at + 1]);
    }
    for row in &mut sums {
        *row = [lanes.pairs(row[0], ones), lanes.pairs(row[1], ones)];
    }
    sums
}

/// The sums of a block whose numbers are small enough to add `FIT` products in 16 bits.
#[inline(always)]
fn of_bytes<L: Lanes, const FIT: usize, const ROWS: usize>(
    lanes: L,
    numbers: &[u8],
    fours: &[[i32; ROWS]],
    ones: L::Whole,
) -> [[L::Whole; 2]; ROWS] {
    let mut totals = [[lanes.same(0); 2]; ROWS];
    for (at, fours) in fours.chunks_exact(FIT).enumerate() {
        let mut sums = [[lanes.same(0); 2]; ROWS];
        for (place, fours) in fours.iter().enumerate() {
            let from = (at * FIT + place) * 4 * PANEL;
            let bytes = two(lanes, &numbers[from..]);
            add(lanes, &mut sums, bytes, fours);
        }
        for row in 0..ROWS {
            for side in 0..2 {
                let sum = lanes.pairs(sums[row][side], ones);
                totals[row][side] = lanes.add_32(totals[row][side], sum);
            }
        }
    }
    totals
}

/// The sums of a block whose numbers fill their bytes: the lower and the upper four bits by
/// themselves.
#[inline(always)]
fn of_eight_bits<L: Lanes, const ROWS: usize>(
    lanes: L,
    numbers: &[u8],
    fours: &[[i32; ROWS]],
    ones: L::Whole,
) -> [[L::Whole; 2]; ROWS] {
    let sixteens = lanes.same(0x0010_0010);
    let mut lower = [[lanes.same(0); 2]; ROWS];
    let mut upper = [[lanes.same(0); 2]; ROWS];
    for (at, fours) in fours.iter().enumerate() {
        let bytes = two(lanes, &numbers[at * 4 * PANEL..]);
        let low = [lanes.low(bytes[0]), lanes.low(bytes[1])];
        let high = [lanes.high(bytes[0]), lanes.high(bytes[1])];
        add(lanes, &mut lower, low, fours);
        add(lanes, &mut upper, high, fours);
    }
    let mut totals = lower;
    for row in 0..ROWS {
        for side in 0..2 {
            let low = lanes.pairs(lower[row][side], ones);
            totals[row][side] = lanes.add_32(low, lanes.pairs(upper[row][side], sixteens));
        }
    }
    totals
}

/// The documentation as code, for processors whose registers have no kernel here.
pub(super) fn plainly(matrix: &Packed, rows: &Rows, output: &mut [f32]) {
    let block = matrix.format.block();
    for panel in 0..matrix.outputs.div_ceil(PANEL) {
        let tile = matrix.tile(panel);
        let columns = PANEL.min(matrix.outputs - panel * PANEL);
        for group in &rows.groups {
            for row in 0..group.count {
                let mut sums = [0.0_f32; PANEL];
                for at in 0..matrix.inputs / block {
                    let whole = plain_block(matrix.format, &tile, group, row, at);
                    let scale = group.scales[at * block / BLOCK * group.count + row];
                    let scales = &tile.scales[at * PANEL..][..PANEL];
                    for ((sum, whole), of_weights) in sums.iter_mut().zip(whole).zip(scales) {
                        *sum = (whole as f32 * scale).mul_add(*of_weights, *sum);
                    }
                    if !tile.least.is_empty() {
                        let row_sum = group.sums[at * group.count + row];
                        for (sum, least) in sums.iter_mut().zip(&tile.least[at * PANEL..]) {
                            *sum = (-least).mul_add(row_sum, *sum);
                        }
                    }
                }
                let from = (group.first + row) * matrix.outputs + panel * PANEL;
                output[from..from + columns].copy_from_slice(&sums[..columns]);
            }
        }
    }
}

/// The sums of one block of one row, for each column.
fn plain_block(
    format: Format,
    tile: &Tile<'_>,
    group: &Group,
    row: usize,
    at: usize,
) -> [i32; PANEL] {
    let (block, size) = (format.block(), format.panel_bytes());
    let numbers = &tile.numbers[at * size..][..size];
    let mut sums = [0; PANEL];
    for four in 0..block / 4 {
        let bytes = group.fours[(at * block / 4 + four) * group.count + row].to_le_bytes();
        for (column, sum) in sums.iter_mut().enumerate() {
            for (j, byte) in bytes.iter().enumerate() {
                let number = match format.bits() {
                    4 => numbers[(four / 2 * PANEL + column) * 4 + j] >> (four % 2 * 4) & 15,
                    _ => numbers[(four * PANEL + column) * 4 + j],
                };
                *sum += (i32::from(number) - format.offset()) * i32::from(byte.cast_signed());
            }
        }
    }
    sums
}
