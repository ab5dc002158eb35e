//! The few operations on registers that the products need, for each kind of register.

/// Registers of some width. Numbers of 8, 16 and 32 bits share one type, as they do in the machine.
pub(super) trait Lanes: Copy {
    /// A register of whole numbers.
    type Whole: Copy;
    /// A register of `f32`.
    type Float: Copy;
    /// Numbers of 32 bits in a register.
    const WIDTH: usize;

    fn whole(self, bytes: &[u8]) -> Self::Whole;
    /// The same number of 32 bits in every lane.
    fn same(self, number: i32) -> Self::Whole;
    /// The lower four bits of each byte.
    fn low(self, bytes: Self::Whole) -> Self::Whole;
    /// The upper four bits of each byte.
    fn high(self, bytes: Self::Whole) -> Self::Whole;
    /// Products of unsigned with signed bytes, two neighbours added to 16 bits.
    fn pairs_of_bytes(self, unsigned: Self::Whole, signed: Self::Whole) -> Self::Whole;
    /// Products of 16 bits, two neighbours added to 32 bits.
    fn pairs(self, left: Self::Whole, right: Self::Whole) -> Self::Whole;
    fn add_16(self, left: Self::Whole, right: Self::Whole) -> Self::Whole;
    fn add_32(self, left: Self::Whole, right: Self::Whole) -> Self::Whole;
    fn to_float(self, whole: Self::Whole) -> Self::Float;
    fn float(self, numbers: &[f32]) -> Self::Float;
    fn same_float(self, number: f32) -> Self::Float;
    fn times(self, left: Self::Float, right: Self::Float) -> Self::Float;
    /// `sum + left * right`, rounded once.
    fn plus(self, sum: Self::Float, left: Self::Float, right: Self::Float) -> Self::Float;
    /// `sum - left * right`, rounded once.
    fn minus(self, sum: Self::Float, left: Self::Float, right: Self::Float) -> Self::Float;
    fn store(self, float: Self::Float, numbers: &mut [f32]);
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{__m256, __m256i, __m512, __m512i};

    use pulp::cast;
    use pulp::x86::{V3, V4};

    use super::Lanes;

    /// Both kinds differ in names alone.
    macro_rules! lanes {
        ($kind:ty, $whole:ty, $float:ty, $width:literal, $sets:ident, $ints:ident, $bytes:ident, $floats:ident, $fused:ident, [
            $same:ident, $and:ident, $shift:ident, $pairs_of_bytes:ident, $pairs:ident, $add_16:ident,
            $add_32:ident, $to_float:ident, $same_float:ident, $times:ident, $plus:ident, $minus:ident
        ]) => {
            impl Lanes for $kind {
                type Whole = $whole;
                type Float = $float;
                const WIDTH: usize = $width;

                #[inline(always)]
                fn whole(self, bytes: &[u8]) -> Self::Whole {
                    let (chunks, _) = bytes.as_chunks::<{ 4 * $width }>();
                    cast(chunks[0])
                }

                #[inline(always)]
                fn same(self, number: i32) -> Self::Whole {
                    self.$sets.$same(number)
                }

                #[inline(always)]
                fn low(self, bytes: Self::Whole) -> Self::Whole {
                    self.$ints.$and(bytes, self.$sets.$same(0x0f0f_0f0f))
                }

                #[inline(always)]
                fn high(self, bytes: Self::Whole) -> Self::Whole {
                    self.low(self.$bytes.$shift::<4>(bytes))
                }

                #[inline(always)]
                fn pairs_of_bytes(self, unsigned: Self::Whole, signed: Self::Whole) -> Self::Whole {
                    self.$bytes.$pairs_of_bytes(unsigned, signed)
                }

                #[inline(always)]
                fn pairs(self, left: Self::Whole, right: Self::Whole) -> Self::Whole {
                    self.$bytes.$pairs(left, right)
                }

                #[inline(always)]
                fn add_16(self, left: Self::Whole, right: Self::Whole) -> Self::Whole {
                    self.$bytes.$add_16(left, right)
                }

                #[inline(always)]
                fn add_32(self, left: Self::Whole, right: Self::Whole) -> Self::Whole {
                    self.$ints.$add_32(left, right)
                }

                #[inline(always)]
                fn to_float(self, whole: Self::Whole) -> Self::Float {
                    self.$floats.$to_float(whole)
                }

                #[inline(always)]
                fn float(self, numbers: &[f32]) -> Self::Float {
                    let (chunks, _) = numbers.as_chunks::<$width>();
                    cast(chunks[0])
                }

                #[inline(always)]
                fn same_float(self, number: f32) -> Self::Float {
                    self.$floats.$same_float(number)
                }

                #[inline(always)]
                fn times(self, left: Self::Float, right: Self::Float) -> Self::Float {
                    self.$floats.$times(left, right)
                }

                #[inline(always)]
                fn plus(
                    self,
                    sum: Self::Float,
                    left: Self::Float,
                    right: Self::Float,
                ) -> Self::Float {
                    self.$fused.$plus(left, right, sum)
                }

                #[inline(always)]
                fn minus(
                    self,
                    sum: Self::Float,
                    left: Self::Float,
                    right: Self::Float,
                ) -> Self::Float {
                    self.$fused.$minus(left, right, sum)
                }

                #[inline(always)]
                fn store(self, float: Self::Float, numbers: &mut [f32]) {
                    let (chunks, _) = numbers.as_chunks_mut::<$width>();
                    chunks[0] = cast(float);
                }
            }
        };
    }

    lanes!(
        V4,
        __m512i,
        __m512,
        16,
        avx512f,
        avx512f,
        avx512bw,
        avx512f,
        avx512f,
        [
            _mm512_set1_epi32,
            _mm512_and_si512,
            _mm512_srli_epi16,
            _mm512_maddubs_epi16,
            _mm512_madd_epi16,
            _mm512_add_epi16,
            _mm512_add_epi32,
            _mm512_cvtepi32_ps,
            _mm512_set1_ps,
            _mm512_mul_ps,
            _mm512_fmadd_ps,
            _mm512_fnmadd_ps
        ]
    );

    lanes!(
        V3,
        __m256i,
        __m256,
        8,
        avx,
        avx2,
        avx2,
        avx,
        fma,
        [
            _mm256_set1_epi32,
            _mm256_and_si256,
            _mm256_srli_epi16,
            _mm256_maddubs_epi16,
            _mm256_madd_epi16,
            _mm256_add_epi16,
            _mm256_add_epi32,
            _mm256_cvtepi32_ps,
            _mm256_set1_ps,
            _mm256_mul_ps,
            _mm256_fmadd_ps,
            _mm256_fnmadd_ps
        ]
    );
}
