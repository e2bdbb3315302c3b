//! Functions of one number that several parts of a draft share.

/// The cubic step of WGSL's `smoothstep`, from 0 at 0 to 1 at 1.
pub(super) fn smoothstep(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// (1 − e^−x) / x: the mean of e^−t for t from 0 to x.
pub(super) fn fade(x: f32) -> f32 {
    if x < 0.03 { 1.0 - x * (0.5 - x / 6.0) } else { (1.0 - libm::expf(-x)) / x }
}
