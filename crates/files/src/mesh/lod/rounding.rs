//! Directed rounding to 32-bit floats, for bounds that must hold after it.

/// Rounds up.
pub(super) fn up(number: f64) -> f32 {
    let nearest = number as f32;
    if f64::from(nearest) < number { nearest.next_up() } else { nearest }
}

/// Rounds down.
pub(super) fn down(number: f64) -> f32 {
    let nearest = number as f32;
    if f64::from(nearest) > number { nearest.next_down() } else { nearest }
}
