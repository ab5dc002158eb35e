//! Rows on their way into a product, packed to eight bits.

use pulp::Arch;

use super::BLOCK;
use crate::arithmetic::widely;

/// The most rows that are multiplied together.
pub(super) const MOST: usize = 6;

/// Rows of numbers, each packed by itself: 32 numbers to a scale.
pub(crate) struct Rows {
    width: usize,
    count: usize,
    pub(super) groups: Vec<Group>,
}

/// Up to [`MOST`] rows. What belongs to one place of each row lies side by side, row by row.
pub(super) struct Group {
    pub(super) first: usize,
    pub(super) count: usize,
    /// Four numbers of eight bits each, the first in the lowest.
    pub(super) fours: Vec<i32>,
    /// One for each block.
    pub(super) scales: Vec<f32>,
    /// The sum of each block, scaled.
    pub(super) sums: Vec<f32>,
    /// The sum of each half of a block, not scaled.
    pub(super) half_sums: Vec<i32>,
}

impl Rows {
    /// Packs rows of `width` numbers.
    ///
    /// The scale of a block is its greatest size divided by 127; a number becomes the whole number
    /// nearest to `number * (127 / greatest size)`, the even one of two.
    ///
    /// # Panics
    ///
    /// When there are no whole rows, or no whole blocks in a row.
    pub(crate) fn new(arch: Arch, width: usize, numbers: &[f32]) -> Self {
        assert!(width.is_multiple_of(BLOCK), "a row is whole blocks");
        assert!(numbers.len().is_multiple_of(width), "an input is whole rows");
        let count = numbers.len() / width;
        let mut groups = Vec::new();
        let mut first = 0;
        while first < count {
            let size = group_size(count - first);
            let rows = &numbers[first * width..][..size * width];
            groups.push(widely(
                arch,
                #[inline(always)]
                || Group::new(first, size, width, rows),
            ));
            first += size;
        }
        Self { width, count, groups }
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }
}

/// The largest group that has its own code.
fn group_size(rows: usize) -> usize {
    [MOST, 4, 2, 1].into_iter().find(|size| *size <= rows).unwrap_or(1)
}

impl Group {
    #[inline(always)]
    fn new(first: usize, count: usize, width: usize, rows: &[f32]) -> Self {
        let blocks = width / BLOCK;
        let mut group = Self {
            first,
            count,
            fours: vec![0; width / 4 * count],
            scales: vec![0.0; blocks * count],
            sums: vec![0.0; blocks * count],
            half_sums: vec![0; 2 * blocks * count],
        };
        for (row, numbers) in rows.chunks_exact(width).enumerate() {
            let (numbers, _) = numbers.as_chunks::<BLOCK>();
            for (at, numbers) in numbers.iter().enumerate() {
                group.put(row, at, numbers);
            }
        }
        group
    }

    #[inline(always)]
    fn put(&mut self, row: usize, at: usize, numbers: &[f32; BLOCK]) {
        // Adding this number leaves the nearest whole number in the lowest bits.
        const ROUND: f32 = 12_582_912.0;
        let mut greatest = [0.0_f32; 16];
        for half in [&numbers[..16], &numbers[16..]] {
            for (greatest, number) in greatest.iter_mut().zip(half) {
                let size = number.abs();
                *greatest = if size > *greatest { size } else { *greatest };
            }
        }
        let greatest = greatest.iter().fold(0.0_f32, |most, size| most.max(*size));
        let stretch = if greatest > 0.0 { 127.0 / greatest } else { 0.0 };
        let mut whole = [0_i32; BLOCK];
        for (whole, number) in whole.iter_mut().zip(numbers) {
            let rounded = number * stretch + ROUND;
            *whole = rounded.to_bits().wrapping_sub(ROUND.to_bits()).cast_signed();
        }
        let scale = greatest / 127.0;
        let sum = |half: &[i32]| half.iter().sum::<i32>();
        let halves = [sum(&whole[..16]), sum(&whole[16..])];
        let count = self.count;
        self.scales[at * count + row] = scale;
        self.sums[at * count + row] = scale * (halves[0] + halves[1]) as f32;
        for (half, sum) in halves.into_iter().enumerate() {
            self.half_sums[(2 * at + half) * count + row] = sum;
        }
        for (place, four) in whole.chunks_exact(4).enumerate() {
            let bytes = [four[0] as u8, four[1] as u8, four[2] as u8, four[3] as u8];
            self.fours[(at * (BLOCK / 4) + place) * count + row] = i32::from_le_bytes(bytes);
        }
    }
}
