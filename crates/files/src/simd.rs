//! SIMD dispatch for the encoders.

use fearless_simd::Simd;

/// Runs `body` with the widest SIMD instructions of this machine. Every function that it calls must be
/// `#[inline(always)]`, else that function runs without them.
#[inline(always)]
pub(crate) fn vectorized<R>(body: impl FnOnce() -> R) -> R {
    fearless_simd::dispatch!(fearless_simd::Level::new(), simd => simd.vectorize(body))
}
