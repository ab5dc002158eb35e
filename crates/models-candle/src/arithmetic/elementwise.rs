//! Functions of one number: `exp`, the GELU activation and the gates of feed-forward parts.
//!
//! Made of additions, multiplications and one division by polynomials, so that they have the same
//! bits everywhere; the platform's own `exp` does not.

use pulp::Arch;

use super::widely;

/// `exp(x)` for `x` up to zero, with an error under 2 units in the last place. Below -87 it stays
/// at `exp(-87)`, which is 1.6e-38.
#[inline(always)]
pub(super) fn exp_of_negative(x: f32) -> f32 {
    // Adding this number leaves the nearest whole number in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    const LN_2_HIGH: f32 = 355.0 / 512.0;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = if x < -87.0 { -87.0 } else { x };
    let rounded = x * std::f32::consts::LOG2_E + ROUND;
    let twos = rounded - ROUND;
    let rest = (x - twos * LN_2_HIGH) - twos * LN_2_LOW;
    let mut series = 1.987_569_1e-4;
    for factor in [1.398_199_9e-3, 8.333_452e-3, 4.166_579_6e-2, 0.166_666_66, 0.5] {
        series = series * rest + factor;
    }
    let fraction = (series * (rest * rest) + rest) + 1.0;
    let power = f32::from_bits((rounded.to_bits() << 23).wrapping_add(1.0_f32.to_bits()));
    fraction * power
}

/// The error function, with an error under 2e-7: a polynomial near zero, `1 - exp(polynomial)`
/// farther out.
#[inline(always)]
fn erf(x: f32) -> f32 {
    let size = x.abs();
    let square = x * x;

    let mut near = -5.967_617e-4;
    for factor in [4.991_194e-3, -2.676_813_5e-2, 1.128_199_25e-1, -3.761_253_4e-1, 1.283_791_7e-1]
    {
        near = near * square + factor;
    }
    let near = near * x + x;

    let outer = -1.728_534_7e-5 * size + 3.831_973e-4;
    let inner = -3.883_964_4e-3 * size + 2.425_462_2e-2;
    let mut far = outer * square + inner;
    for factor in [-1.067_778_8e-1, -6.348_467e-1, -1.287_175_1e-1] {
        far = far * size + factor;
    }
    // Beyond 4 the error function is 1 in `f32`, and the polynomial must not be asked.
    let exponent = if size > 4.0 { -17.5 } else { far * size - size };
    let far = (1.0 - exp_of_negative(exponent)).copysign(x);

    if size > 0.921_875 { far } else { near }
}

/// `x · (1 + erf(x / √2)) / 2` for every number.
pub(crate) fn gelu(arch: Arch, numbers: &mut [f32]) {
    widely(
        arch,
        #[inline(always)]
        || {
            for number in numbers.iter_mut() {
                let x = *number;
                *number = (x * 0.5) * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2));
            }
        },
    );
}

/// `1 / (1 + exp(-x))`.
#[inline(always)]
fn sigmoid(x: f32) -> f32 {
    let small = exp_of_negative(-x.abs());
    let of_size = 1.0 / (1.0 + small);
    if x < 0.0 { small * of_size } else { of_size }
}

/// How the middle of a gated feed-forward part is bent (Shazeer 2020).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gate {
    /// `x · sigmoid(x)`.
    Silu,
    /// GELU with `tanh`: `x · sigmoid(2 · √(2/π) · (x + 0.044715 · x³))`.
    TanhGelu,
}

/// `bent(gate) · up` for every pair, into `gate`.
pub(crate) fn gated(arch: Arch, kind: Gate, gate: &mut [f32], up: &[f32]) {
    /// `2 · √(2/π)`.
    const STEEP: f32 = 1.595_769_2;
    widely(
        arch,
        #[inline(always)]
        || match kind {
            Gate::Silu => {
                for (gate, up) in gate.iter_mut().zip(up) {
                    *gate = *gate * sigmoid(*gate) * up;
                }
            }
            Gate::TanhGelu => {
                for (gate, up) in gate.iter_mut().zip(up) {
                    let x = *gate;
                    *gate = x * sigmoid(STEEP * (x + 0.044_715 * (x * x * x))) * up;
                }
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Maclaurin series, which converges for every number that is tried here.
    fn erf_slowly(x: f64) -> f64 {
        let (mut term, mut sum) = (x, x);
        for n in 1..200 {
            term *= -x * x / f64::from(n);
            sum += term / f64::from(2 * n + 1);
        }
        sum * std::f64::consts::FRAC_2_SQRT_PI
    }

    #[test]
    #[expect(
        clippy::disallowed_methods,
        reason = "the last bits of what is compared with do not matter"
    )]
    fn exp_is_close() {
        for step in 0..=8700 {
            let x = -(step as f32) / 100.0;
            let (found, right) = (f64::from(exp_of_negative(x)), f64::from(x).exp());
            assert!((found / right - 1.0).abs() < 2.4e-7, "exp({x}) = {found}, not {right}");
        }
        assert_eq!(exp_of_negative(0.0), 1.0);
        assert_eq!(exp_of_negative(-1e30), exp_of_negative(-87.0));
        assert_eq!(exp_of_negative(f32::NEG_INFINITY), exp_of_negative(-87.0));
    }

    #[test]
    fn erf_is_close() {
        for step in -4000..=4000 {
            let x = step as f32 / 1000.0;
            let (found, right) = (f64::from(erf(x)), erf_slowly(f64::from(x)));
            assert!((found - right).abs() < 2e-7, "erf({x}) = {found}, not {right}");
        }
        assert_eq!((erf(30.0), erf(-30.0), erf(0.0)), (1.0, -1.0, 0.0));
    }

    #[test]
    fn gelu_has_the_same_bits_on_every_kind_of_register() {
        let numbers: Vec<f32> = (-5000..5000).map(|step| step as f32 / 700.0).collect();
        let (mut wide, mut narrow) = (numbers.clone(), numbers);
        gelu(Arch::new(), &mut wide);
        gelu(Arch::Scalar, &mut narrow);
        let bits =
            |numbers: &[f32]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&wide), bits(&narrow));
    }

    #[test]
    fn gates_are_near_their_formulas_and_the_same_on_every_kind_of_register() {
        let numbers: Vec<f32> = (-2000..2000).map(|step| step as f32 / 100.0).collect();
        for kind in [Gate::Silu, Gate::TanhGelu] {
            let on = |arch| {
                let mut gate = numbers.clone();
                gated(arch, kind, &mut gate, &vec![2.0; numbers.len()]);
                gate
            };
            let found = on(Arch::new());
            for (x, found) in numbers.iter().zip(&found) {
                let x = f64::from(*x);
                let bent = match kind {
                    Gate::Silu => x / (1.0 + libm::exp(-x)),
                    Gate::TanhGelu => {
                        let inner =
                            (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x * x * x);
                        0.5 * x * (1.0 + libm::tanh(inner))
                    }
                };
                let apart = (f64::from(*found) - 2.0 * bent).abs();
                assert!(
                    apart < 3e-6 * (1.0 + x.abs()),
                    "{kind:?} of {x}: {found}, not {}",
                    2.0 * bent
                );
            }
            let plain = on(Arch::Scalar);
            assert!(
                found.iter().zip(&plain).all(|(left, right)| left.to_bits() == right.to_bits())
            );
        }
    }

    /// The same bits on every machine is a promise, so they are written down.
    #[test]
    fn the_bits_are_fixed() {
        let mut numbers: Vec<f32> = (-5000..5000).map(|step| step as f32 / 700.0).collect();
        gelu(Arch::new(), &mut numbers);
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        expect_test::expect!["88ff5ccbcc4ab09531ec60ef9f9f2890feed274eb50bff4d181cf2ea434783fb"]
            .assert_eq(&models::Sha256::of(&bytes).to_string());
    }
}
