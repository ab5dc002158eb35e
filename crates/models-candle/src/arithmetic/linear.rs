//! A matrix product with weights that are arranged once for fast reading.
//!
//! Result `(row, column)` is `bias[column]`, then `+ input[row][k] * weight[column][k]` for `k = 0,
//! 1, 2, …`, each product and each sum rounded to `f32`. Registers hold neighbouring columns, so
//! their width changes no bit.

use pulp::{Arch, Simd, WithSimd};

/// Columns that lie beside each other in memory. Two registers of the widest kind.
const PANEL: usize = 32;

/// A layer `input × weightᵀ + bias`.
#[derive(Debug)]
pub(crate) struct Linear {
    inputs: usize,
    outputs: usize,
    /// Panel by panel, each with `inputs` rows of [`PANEL`] neighbouring columns; the last is
    /// filled with zeros.
    panels: Vec<f32>,
    /// As long as all panels are wide.
    bias: Vec<f32>,
}

impl Linear {
    /// Arranges weights, given as `outputs` rows of `inputs` numbers.
    ///
    /// # Panics
    ///
    /// When the numbers do not make such a matrix; whoever reads a file checks shapes first.
    pub(crate) fn new(inputs: usize, outputs: usize, weight: &[f32], bias: &[f32]) -> Self {
        assert_eq!(weight.len(), inputs * outputs, "a weight matrix has inputs × outputs numbers");
        assert_eq!(bias.len(), outputs, "a bias has one number for each output");
        let panel_count = outputs.div_ceil(PANEL);
        let mut panels = vec![0.0; panel_count * PANEL * inputs];
        for (column, row) in weight.chunks_exact(inputs).enumerate() {
            let panel = &mut panels[column / PANEL * PANEL * inputs..];
            for (k, number) in row.iter().enumerate() {
                panel[k * PANEL + column % PANEL] = *number;
            }
        }
        let mut bias = bias.to_vec();
        bias.resize(panel_count * PANEL, 0.0);
        Self { inputs, outputs, panels, bias }
    }

    /// The product for every row of `input`, row after row.
    pub(crate) fn apply(&self, arch: Arch, input: &[f32]) -> Vec<f32> {
        assert_eq!(input.len() % self.inputs, 0, "an input has whole rows");
        let rows = input.len() / self.inputs;
        let mut output = vec![0.0; rows * self.outputs];
        arch.dispatch(Product { layer: self, input, rows, output: &mut output });
        output
    }
}

struct Product<'a> {
    layer: &'a Linear,
    input: &'a [f32],
    rows: usize,
    output: &'a mut [f32],
}

impl WithSimd for Product<'_> {
    type Output = ();

    /// As many rows at a time as there are registers for their sums: of 32 or 16 registers, three
    /// quarters.
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match S::F32_LANES {
            16 => self.with_blocks::<S, 2, 12>(simd),
            8 => self.with_blocks::<S, 2, 6>(simd),
            4 => self.with_blocks::<S, 4, 6>(simd),
            _ => self.with_blocks::<S, 8, 2>(simd),
        }
    }
}

impl Product<'_> {
    #[inline(always)]
    fn with_blocks<S: Simd, const REGISTERS: usize, const MOST_ROWS: usize>(mut self, simd: S) {
        let inputs = self.layer.inputs;
        // Blocks of rows, each laid out so that the rows' numbers of one `k` lie side by side.
        let mut blocks: Vec<(usize, usize, Vec<f32>)> = Vec::new();
        let mut first = 0;
        while first < self.rows {
            let count = block_size(MOST_ROWS.min(self.rows - first));
            let rows = &self.input[first * inputs..(first + count) * inputs];
            let mut sides = vec![0.0; rows.len()];
            for (row, numbers) in rows.chunks_exact(inputs).enumerate() {
                for (side, number) in sides[row..].iter_mut().step_by(count).zip(numbers) {
                    *side = *number;
                }
            }
            blocks.push((first, count, sides));
            first += count;
        }
        // Outside: panels, so that each is read from memory once and then from the cache by every
        // block.
        for at in 0..self.layer.bias.len() / PANEL {
            for part in (0..PANEL).step_by(REGISTERS * S::F32_LANES) {
                for (first, count, sides) in &blocks {
                    let place = Place { panel: at, part, first_row: *first };
                    match count {
                        12 => self.block::<S, REGISTERS, 12>(simd, &place, sides),
                        8 => self.block::<S, REGISTERS, 8>(simd, &place, sides),
                        6 => self.block::<S, REGISTERS, 6>(simd, &place, sides),
                        4 => self.block::<S, REGISTERS, 4>(simd, &place, sides),
                        3 => self.block::<S, REGISTERS, 3>(simd, &place, sides),
                        2 => self.block::<S, REGISTERS, 2>(simd, &place, sides),
                        _ => self.block::<S, REGISTERS, 1>(simd, &place, sides),
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn block<S: Simd, const REGISTERS: usize, const ROWS: usize>(
        &mut self,
        simd: S,
        place: &Place,
        sides: &[f32],
    ) {
        let (inputs, outputs) = (self.layer.inputs, self.layer.outputs);
        let width = REGISTERS * S::F32_LANES;
        let column = place.panel * PANEL + place.part;
        let (panel, _) = self.layer.panels[place.panel * PANEL * inputs..][..PANEL * inputs]
            .as_chunks::<PANEL>();
        let (sides, _) = sides.as_chunks::<ROWS>();

        let bias: [S::f32s; REGISTERS] =
            registers::<S, REGISTERS>(&self.layer.bias[column..column + width]);
        let mut sums = [bias; ROWS];
        for (weights, sides) in panel.iter().zip(sides) {
            let weights = registers::<S, REGISTERS>(&weights[place.part..place.part + width]);
            for row in 0..ROWS {
                let side = simd.splat_f32s(sides[row]);
                for register in 0..REGISTERS {
                    // Two operations and never a fused one: not every processor can fuse.
                    let product = simd.mul_f32s(side, weights[register]);
                    sums[row][register] = simd.add_f32s(sums[row][register], product);
                }
            }
        }
        for (row, sums) in sums.iter().enumerate() {
            let mut finished = [0.0; PANEL];
            let (places, _) = S::as_mut_simd_f32s(&mut finished);
            places[..REGISTERS].copy_from_slice(sums);
            let real = width.min(outputs.saturating_sub(column));
            let start = (place.first_row + row) * outputs + column.min(outputs);
            self.output[start..start + real].copy_from_slice(&finished[..real]);
        }
    }
}

/// Which part of which panel meets which rows.
struct Place {
    panel: usize,
    part: usize,
    first_row: usize,
}

/// The largest block that has its own code.
fn block_size(rows: usize) -> usize {
    [12, 8, 6, 4, 3, 2, 1].into_iter().find(|size| *size <= rows).unwrap_or(1)
}

#[inline(always)]
fn registers<S: Simd, const REGISTERS: usize>(numbers: &[f32]) -> [S::f32s; REGISTERS] {
    let (whole, _) = S::as_simd_f32s(numbers);
    std::array::from_fn(|register| whole[register])
}

#[cfg(test)]
mod tests {
    use super::super::tests::noise;
    use super::*;

    /// The documentation as code.
    fn slowly(inputs: usize, weight: &[f32], bias: &[f32], input: &[f32]) -> Vec<f32> {
        let mut output = Vec::new();
        for row in input.chunks_exact(inputs) {
            for (column, bias) in weight.chunks_exact(inputs).zip(bias) {
                output.push(
                    row.iter().zip(column).fold(*bias, |sum, (left, right)| sum + left * right),
                );
            }
        }
        output
    }

    fn bits(numbers: &[f32]) -> Vec<u32> {
        numbers.iter().map(|number| number.to_bits()).collect()
    }

    #[test]
    fn every_shape_has_the_documented_bits_on_every_kind_of_register() {
        for (inputs, outputs) in [(1, 1), (7, 5), (48, 32), (33, 65), (64, 96)] {
            let weight = noise(inputs * outputs, 1);
            let bias = noise(outputs, 2);
            let layer = Linear::new(inputs, outputs, &weight, &bias);
            for rows in [0, 1, 2, 3, 5, 7, 12, 13, 31] {
                let input = noise(inputs * rows, 3);
                let expected = bits(&slowly(inputs, &weight, &bias, &input));
                assert_eq!(
                    bits(&layer.apply(Arch::new(), &input)),
                    expected,
                    "{inputs}×{outputs}, {rows} rows"
                );
                assert_eq!(
                    bits(&layer.apply(Arch::Scalar, &input)),
                    expected,
                    "{inputs}×{outputs}, {rows} rows"
                );
                #[cfg(target_arch = "x86_64")]
                if let Some(narrow) = pulp::x86::V3::try_new() {
                    let narrow = layer.apply(Arch::V3(narrow), &input);
                    assert_eq!(bits(&narrow), expected, "{inputs}×{outputs}, {rows} rows");
                }
            }
        }
    }
}
