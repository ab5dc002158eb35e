//! Block formats of GGUF files, read number by number.

use half::f16;

use candle_core::quantized::GgmlDType;

/// A block format whose weights are whole numbers with a scale for each block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Q4_0,
    Q4_1,
    Q5_0,
    Q5_1,
    Q8_0,
    Q4K,
    Q5K,
    Q6K,
}

/// The size of a block in a file.
pub(super) struct Stored {
    pub(super) weights: usize,
    pub(super) bytes: usize,
}

/// The weights of one output, unpacked: `number * scale - least` each, `number` less the format's
/// offset.
pub(super) struct Row {
    pub(super) numbers: Vec<u8>,
    /// One for each block.
    pub(super) scales: Vec<f32>,
    /// One for each block; zero in formats that have none.
    pub(super) least: Vec<f32>,
}

impl Format {
    /// The format with candle's name, if its weights can be multiplied as they are.
    pub(crate) fn of(kind: GgmlDType) -> Option<Self> {
        Some(match kind {
            GgmlDType::Q4_0 => Self::Q4_0,
            GgmlDType::Q4_1 => Self::Q4_1,
            GgmlDType::Q5_0 => Self::Q5_0,
            GgmlDType::Q5_1 => Self::Q5_1,
            GgmlDType::Q8_0 => Self::Q8_0,
            GgmlDType::Q4K => Self::Q4K,
            GgmlDType::Q5K => Self::Q5K,
            GgmlDType::Q6K => Self::Q6K,
            _ => return None,
        })
    }

    pub(super) fn stored(self) -> Stored {
        let (weights, bytes) = match self {
            Self::Q4_0 => (32, 18),
            Self::Q4_1 => (32, 20),
            Self::Q5_0 => (32, 22),
            Self::Q5_1 => (32, 24),
            Self::Q8_0 => (32, 34),
            Self::Q4K => (256, 144),
            Self::Q5K => (256, 176),
            Self::Q6K => (256, 210),
        };
        Stored { weights, bytes }
    }

    /// Bits of a number.
    pub(super) fn bits(self) -> usize {
        match self {
            Self::Q4_0 | Self::Q4_1 | Self::Q4K => 4,
            Self::Q5_0 | Self::Q5_1 | Self::Q5K => 5,
            Self::Q6K => 6,
            Self::Q8_0 => 8,
        }
    }

    /// How many weights share a scale.
    pub(super) fn block(self) -> usize {
        if self == Self::Q6K { 16 } else { 32 }
    }

    /// What is taken off every number before it is scaled.
    pub(super) fn offset(self) -> i32 {
        match self {
            // In four bits the offset is told as a least value: `Q4_0` is rare.
            Self::Q4_0 | Self::Q4_1 | Self::Q4K | Self::Q5_1 | Self::Q5K => 0,
            Self::Q5_0 => 16,
            Self::Q6K => 32,
            Self::Q8_0 => 128,
        }
    }

    /// Whether each block has a least value beside its scale.
    pub(super) fn has_least(self) -> bool {
        self.offset() == 0
    }

    /// Bytes of one block of all columns of a panel.
    pub(super) fn panel_bytes(self) -> usize {
        let bytes = if self.bits() == 4 { self.block() / 2 } else { self.block() };
        bytes * super::PANEL
    }
}

impl Row {
    pub(super) fn new(inputs: usize, block: usize) -> Self {
        let blocks = inputs / block;
        Self { numbers: vec![0; inputs], scales: vec![0.0; blocks], least: vec![0.0; blocks] }
    }

    /// Reads the blocks of one output.
    pub(super) fn read(&mut self, format: Format, bytes: &[u8]) {
        let stored = format.stored();
        let per_scale = stored.weights / format.block();
        let numbers = self.numbers.chunks_exact_mut(stored.weights);
        let scales = self.scales.chunks_exact_mut(per_scale);
        let least = self.least.chunks_exact_mut(per_scale);
        let blocks = bytes.chunks_exact(stored.bytes);
        for (((block, numbers), scales), least) in blocks.zip(numbers).zip(scales).zip(least) {
            read_block(format, block, numbers, scales, least);
        }
    }
}

fn half_at(block: &[u8], at: usize) -> f32 {
    f16::from_le_bytes([block[at], block[at + 1]]).to_f32()
}

/// Sixteen bytes hold the numbers of a block: the first half in the lower four bits.
fn nibbles(bytes: &[u8], numbers: &mut [u8]) {
    let (first, second) = numbers.split_at_mut(bytes.len());
    for ((byte, first), second) in bytes.iter().zip(first).zip(second) {
        *first = byte & 15;
        *second = byte >> 4;
    }
}

/// Adds a fifth bit, number `i` from bit `i`.
fn fifth_bits(bytes: &[u8], numbers: &mut [u8]) {
    for (at, number) in numbers.iter_mut().enumerate() {
        *number |= (bytes[at / 8] >> (at % 8) & 1) << 4;
    }
}

fn read_block(
    format: Format,
    block: &[u8],
    numbers: &mut [u8],
    scales: &mut [f32],
    least: &mut [f32],
) {
    match format {
        Format::Q4_0 => {
            nibbles(&block[2..18], numbers);
            scales[0] = half_at(block, 0);
            least[0] = 8.0 * scales[0];
        }
        Format::Q4_1 => {
            nibbles(&block[4..20], numbers);
            scales[0] = half_at(block, 0);
            least[0] = -half_at(block, 2);
        }
        Format::Q5_0 => {
            nibbles(&block[6..22], numbers);
            fifth_bits(&block[2..6], numbers);
            scales[0] = half_at(block, 0);
        }
        Format::Q5_1 => {
            nibbles(&block[8..24], numbers);
            fifth_bits(&block[4..8], numbers);
            scales[0] = half_at(block, 0);
            least[0] = -half_at(block, 2);
        }
        Format::Q8_0 => {
            for (number, byte) in numbers.iter_mut().zip(&block[2..34]) {
                // From -128..=127 to 0..=255.
                *number = byte ^ 0x80;
            }
            scales[0] = half_at(block, 0);
        }
        Format::Q4K | Format::Q5K => {
            let high = if format == Format::Q5K { 32 } else { 0 };
            let quarters = block[16 + high..].chunks_exact(32).zip(numbers.chunks_exact_mut(64));
            for (at, (bytes, numbers)) in quarters.enumerate() {
                nibbles(bytes, numbers);
                if high > 0 {
                    for (byte, number) in block[16..48].iter().zip(0..32) {
                        numbers[number] |= (byte >> (2 * at) & 1) << 4;
                        numbers[number + 32] |= (byte >> (2 * at + 1) & 1) << 4;
                    }
                }
            }
            let (scale, step) = (half_at(block, 0), half_at(block, 2));
            for at in 0..8 {
                let (scale_bits, least_bits) = six_bits(at, &block[4..16]);
                scales[at] = scale * f32::from(scale_bits);
                least[at] = step * f32::from(least_bits);
            }
        }
        Format::Q6K => {
            let halves = numbers.chunks_exact_mut(128);
            for ((numbers, low), high) in
                halves.zip(block[..128].chunks_exact(64)).zip(block[128..192].chunks_exact(32))
            {
                for at in 0..32 {
                    numbers[at] = (low[at] & 15) | (high[at] & 3) << 4;
                    numbers[at + 32] = (low[at + 32] & 15) | (high[at] >> 2 & 3) << 4;
                    numbers[at + 64] = (low[at] >> 4) | (high[at] >> 4 & 3) << 4;
                    numbers[at + 96] = (low[at + 32] >> 4) | (high[at] >> 6) << 4;
                }
            }
            let scale = half_at(block, 208);
            for (to, byte) in scales.iter_mut().zip(&block[192..208]) {
                *to = scale * f32::from(byte.cast_signed());
            }
        }
    }
}

/// Scale and least value number `at` of eight, of six bits each.
fn six_bits(at: usize, bytes: &[u8]) -> (u8, u8) {
    match at {
        0..4 => (bytes[at] & 63, bytes[at + 4] & 63),
        _ => (
            (bytes[at + 4] & 15) | (bytes[at - 4] >> 6) << 4,
            (bytes[at + 4] >> 4) | (bytes[at] >> 6) << 4,
        ),
    }
}
