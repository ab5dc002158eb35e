//! Products against the documentation, against candle's unpacked weights, and on every register.

use candle_core::quantized::{GgmlDType, QTensor};
use candle_core::{Device, Tensor};

use super::*;
use crate::arithmetic::tests::noise;

const KINDS: [GgmlDType; 8] = [
    GgmlDType::Q4_0,
    GgmlDType::Q4_1,
    GgmlDType::Q5_0,
    GgmlDType::Q5_1,
    GgmlDType::Q8_0,
    GgmlDType::Q4K,
    GgmlDType::Q5K,
    GgmlDType::Q6K,
];

/// A matrix in a format, and what candle says that it is.
fn matrix(kind: GgmlDType, inputs: usize, outputs: usize) -> (Packed, Vec<f32>) {
    let numbers = Tensor::from_vec(noise(inputs * outputs, 3), (outputs, inputs), &Device::Cpu);
    let stored = QTensor::quantize(&numbers.expect("a tensor"), kind).expect("it can be packed");
    let unpacked = stored.dequantize(&Device::Cpu).and_then(|all| all.flatten_all());
    let unpacked = unpacked.and_then(|all| all.to_vec1()).expect("numbers");
    let format = Format::of(kind).expect("a format of ours");
    (Packed::new(format, inputs, outputs, &stored.data().expect("bytes")), unpacked)
}

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

#[test]
fn products_are_near_those_of_unpacked_weights() {
    for kind in KINDS {
        let (inputs, outputs) = (512, 40);
        let (packed, weights) = matrix(kind, inputs, outputs);
        let input = noise(inputs * 3, 8);
        let found = packed.apply(Arch::new(), &Rows::new(Arch::new(), inputs, &input));
        for (row, found) in input.chunks_exact(inputs).zip(found.chunks_exact(outputs)) {
            for (weights, found) in weights.chunks_exact(inputs).zip(found) {
                let exact: f64 = row
                    .iter()
                    .zip(weights)
                    .map(|(left, right)| f64::from(*left) * f64::from(*right))
                    .sum();
                // Eight bits of a number are off by at most a 254th of the greatest, here 0.5.
                assert!((exact - f64::from(*found)).abs() < 0.06, "{kind:?}: {found}, not {exact}");
            }
        }
    }
}

/// Whole numbers are packed without a loss, so products are exact but for the roundings of `f32`.
#[test]
fn products_of_whole_numbers_are_exact() {
    for kind in KINDS {
        let (inputs, outputs) = (256, 33);
        let (packed, weights) = matrix(kind, inputs, outputs);
        // The greatest of every block is 127, so the scale is one.
        let whole = |at: usize| match at % BLOCK {
            0 => 127.0,
            place => ((place * 37 + at) % 255) as f32 - 127.0,
        };
        let input: Vec<f32> = (0..inputs).map(whole).collect();
        let found = packed.apply(Arch::new(), &Rows::new(Arch::new(), inputs, &input));
        for (weights, found) in weights.chunks_exact(inputs).zip(&found) {
            let products = input.iter().zip(weights);
            let exact: f64 =
                products.map(|(left, right)| f64::from(*left) * f64::from(*right)).sum();
            assert!((exact - f64::from(*found)).abs() < 2e-2, "{kind:?}: {found}, not {exact}");
        }
    }
}

#[test]
fn the_bits_are_the_same_on_every_kind_of_register_and_in_any_company() {
    for kind in KINDS {
        for (inputs, outputs) in [(256, 32), (512, 70)] {
            let (packed, _) = matrix(kind, inputs, outputs);
            let input = noise(inputs * 13, 5);
            let on = |arch, input: &[f32]| packed.apply(arch, &Rows::new(arch, inputs, input));
            let together = on(Arch::new(), &input);
            assert_eq!(bits(&together), bits(&on(Arch::Scalar, &input)), "{kind:?}");
            #[cfg(target_arch = "x86_64")]
            if let Some(narrow) = pulp::x86::V3::try_new() {
                assert_eq!(bits(&together), bits(&on(Arch::V3(narrow), &input)), "{kind:?}");
            }
            for (row, expected) in input.chunks_exact(inputs).zip(together.chunks_exact(outputs)) {
                assert_eq!(bits(&on(Arch::new(), row)), bits(expected), "{kind:?}");
            }
        }
    }
}

/// The greatest sums that the formats allow, of weights and rows alike.
#[test]
fn the_greatest_numbers_do_not_overflow() {
    for kind in KINDS {
        let inputs = 256;
        let weights = Tensor::from_iter(
            (0..inputs).map(|at| if at % 64 == 63 { -1.0_f32 } else { 1.0 }),
            &Device::Cpu,
        );
        let weights = weights.and_then(|all| all.reshape((1, inputs))).expect("a tensor");
        let stored = QTensor::quantize(&weights, kind).expect("it can be packed");
        let unpacked = stored.dequantize(&Device::Cpu).and_then(|all| all.flatten_all());
        let unpacked: Vec<f32> = unpacked.and_then(|all| all.to_vec1()).expect("numbers");
        let format = Format::of(kind).expect("a format of ours");
        let packed = Packed::new(format, inputs, 1, &stored.data().expect("bytes"));
        for sign in [127.0, -127.0] {
            let rows = Rows::new(Arch::new(), inputs, &vec![sign; inputs]);
            let found = packed.apply(Arch::new(), &rows)[0];
            let exact: f32 = unpacked.iter().map(|weight| weight * sign).sum();
            assert!((found - exact).abs() < exact.abs() * 1e-4, "{kind:?}: {found}, not {exact}");
        }
    }
}

#[test]
fn a_row_of_zeros_gives_zeros() {
    let (packed, _) = matrix(GgmlDType::Q4K, 256, 32);
    let rows = Rows::new(Arch::new(), 256, &[0.0; 256]);
    assert_eq!(packed.apply(Arch::new(), &rows), vec![0.0; 32]);
}
