//! The arithmetic of a transformer, with the same bits on every processor.
//!
//! Usual matrix libraries choose the order of additions by processor, by shape and by number of
//! threads, so the last bits of a vector differ between machines and between batches. Here every
//! number has one order of additions, written down at its function: never fused multiply-add, no
//! `exp` of the platform. Wide registers only work on several *results* at a time, never on parts
//! of one sum, so their width does not show.
//!
//! It follows that a row of a matrix has the same result whatever rows stand beside it: many texts
//! can share one pass over the weights and still get the bits that each would get alone.
//!
//! All of it runs on the calling thread.

use pulp::{Arch, NullaryFnOnce};

pub(crate) mod attention;
pub(crate) mod causal;
pub(crate) mod elementwise;
pub(crate) mod likelihood;
pub(crate) mod linear;
pub(crate) mod norm;
pub(crate) mod packed;

/// Runs `work` as code for the widest registers of the kind. The closure must be marked
/// `#[inline(always)]`, and all that it calls.
///
/// A closure that is handed to [`Arch::dispatch`] as it is goes through a shim that the compiler may
/// leave outside, and then everything in it is code for the narrowest registers.
#[inline(always)]
pub(crate) fn widely<R>(arch: Arch, work: impl FnMut() -> R) -> R {
    arch.dispatch(Widely(work))
}

/// See [`widely`].
pub(crate) struct Widely<F>(pub(crate) F);

impl<R, F: FnMut() -> R> NullaryFnOnce for Widely<F> {
    type Output = R;

    #[inline(always)]
    fn call(mut self) -> R {
        (self.0)()
    }
}

/// Sums of rows are made in this many lanes side by side.
const LANES: usize = 16;

/// The sum of numbers: number `i` goes to lane `i % 16` in order of `i`, then lane `i` takes lane
/// `i + half` for halves 8, 4, 2, 1.
#[inline(always)]
fn sum(numbers: impl ExactSizeIterator<Item = f32>) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    let mut numbers = numbers;
    while numbers.len() >= LANES {
        for lane in &mut lanes {
            *lane += numbers.next().unwrap_or_default();
        }
    }
    for (lane, number) in lanes.iter_mut().zip(numbers) {
        *lane += number;
    }
    for half in [8, 4, 2, 1] {
        for lane in 0..half {
            lanes[lane] += lanes[lane + half];
        }
    }
    lanes[0]
}

#[cfg(test)]
pub(crate) mod tests {
    /// Numbers that look random and are the same everywhere.
    pub(crate) fn noise(count: usize, seed: u32) -> Vec<f32> {
        let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state as f32 / u32::MAX as f32 - 0.5
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn sums_follow_the_documented_order() {
        for count in [0, 1, 15, 16, 17, 384] {
            let numbers = noise(count, 7);
            let mut lanes = [0.0_f32; 16];
            for (at, number) in numbers.iter().enumerate() {
                lanes[at % 16] += number;
            }
            for half in [8, 4, 2, 1] {
                for lane in 0..half {
                    lanes[lane] += lanes[lane + half];
                }
            }
            assert_eq!(super::sum(numbers.iter().copied()).to_bits(), lanes[0].to_bits());
        }
    }
}
