//! A matrix product with weights that stay packed in blocks of four to eight bits.
//!
//! The weights come as the blocks of a GGUF file and are arranged once for fast reading; what they
//! mean stays the same: whole numbers, a scale for each block and, in some formats, a least value.
//! Rows are packed to eight bits on the way in, 32 numbers to a scale, so that the products are
//! products of whole numbers, whose sums are exact in any order.
//!
//! Result `(row, column)` starts at zero and takes, block by block of `inputs`, first `(sum · scale
//! of the row) · scale of the weights` and then, where there are least values, `- least · sum of the
//! row`, each in one fused step. `sum` is exact. So neither the width of the registers nor the number
//! of rows changes a bit.
//!
//! The formats: <https://github.com/ggml-org/ggml/blob/master/src/ggml-common.h>. The arrangement
//! follows the one of ggml's and candle's repacked kernels: neighbouring columns in the lanes of a
//! register, four numbers of a column in each.

use pulp::Arch;

pub(crate) mod format;
mod kernel;
mod lanes;
mod rows;
#[cfg(test)]
mod tests;

pub(crate) use format::Format;
pub(crate) use rows::Rows;

use kernel::Tile;

/// Columns that lie beside each other in memory.
const PANEL: usize = 32;

/// How many numbers of a row share a scale.
pub(crate) const BLOCK: usize = 32;

/// A matrix of packed weights.
pub(crate) struct Packed {
    format: Format,
    inputs: usize,
    outputs: usize,
    /// Panel by panel, block by block, four numbers of each column beside each other; two of four
    /// bits share a byte.
    numbers: Vec<u8>,
    /// Panel by panel, block by block, one for each column.
    scales: Vec<f32>,
    /// As the scales, in formats that have them.
    least: Vec<f32>,
}

impl Packed {
    /// Arranges the blocks of a file: `outputs` rows of `inputs` weights.
    ///
    /// # Panics
    ///
    /// When the bytes do not make such a matrix; whoever reads a file checks shapes first.
    pub(crate) fn new(format: Format, inputs: usize, outputs: usize, bytes: &[u8]) -> Self {
        let stored = format.stored();
        assert!(inputs.is_multiple_of(stored.weights), "rows are whole blocks");
        let row_bytes = inputs / stored.weights * stored.bytes;
        assert_eq!(bytes.len(), row_bytes * outputs, "a matrix has outputs × inputs weights");
        let block = format.block();
        let (panels, blocks) = (outputs.div_ceil(PANEL), inputs / block);
        let mut packed = Self {
            format,
            inputs,
            outputs,
            numbers: vec![0; panels * blocks * format.panel_bytes()],
            scales: vec![0.0; panels * blocks * PANEL],
            least: vec![0.0; if format.has_least() { panels * blocks * PANEL } else { 0 }],
        };
        let mut row = format::Row::new(inputs, block);
        for (column, bytes) in bytes.chunks_exact(row_bytes).enumerate() {
            row.read(format, bytes);
            packed.put(column, &row);
        }
        packed
    }

    /// Puts the weights of one column in their places.
    fn put(&mut self, column: usize, row: &format::Row) {
        let (block, size) = (self.format.block(), self.format.panel_bytes());
        let blocks = self.inputs / block;
        let (panel, lane) = (column / PANEL, column % PANEL);
        for at in 0..blocks {
            let place = panel * blocks + at;
            self.scales[place * PANEL + lane] = row.scales[at];
            if let Some(least) = self.least.get_mut(place * PANEL + lane) {
                *least = row.least[at];
            }
            let numbers = &row.numbers[at * block..][..block];
            let places = &mut self.numbers[place * size..][..size];
            if self.format.bits() == 4 {
                for (eight, places) in
                    numbers.chunks_exact(8).zip(places.chunks_exact_mut(4 * PANEL))
                {
                    for j in 0..4 {
                        places[lane * 4 + j] = eight[j] | (eight[j + 4] << 4);
                    }
                }
            } else {
                for (four, places) in
                    numbers.chunks_exact(4).zip(places.chunks_exact_mut(4 * PANEL))
                {
                    places[lane * 4..][..4].copy_from_slice(four);
                }
            }
        }
    }

    /// The product for every row of `rows`, row after row.
    ///
    /// # Panics
    ///
    /// When the rows have another width than the matrix.
    pub(crate) fn apply(&self, arch: Arch, rows: &Rows) -> Vec<f32> {
        assert_eq!(rows.width(), self.inputs, "rows are as wide as the matrix");
        let mut output = vec![0.0; rows.count() * self.outputs];
        kernel::multiply(arch, self, rows, &mut output);
        output
    }

    /// What `kernel` needs of one panel.
    fn tile(&self, panel: usize) -> Tile<'_> {
        let blocks = self.inputs / self.format.block();
        let size = self.format.panel_bytes();
        let of = |numbers: &'_ [f32]| {
            panel * blocks * PANEL..numbers.len().min((panel + 1) * blocks * PANEL)
        };
        Tile {
            numbers: &self.numbers[panel * blocks * size..][..blocks * size],
            scales: &self.scales[of(&self.scales)],
            least: if self.least.is_empty() { &[] } else { &self.least[of(&self.least)] },
        }
    }
}
