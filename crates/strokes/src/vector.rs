//! Vectors of two or three components.

pub(crate) fn dot<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    let mut sum = a[0] * b[0];
    for axis in 1..D {
        sum += a[axis] * b[axis];
    }
    sum
}

pub(crate) fn minus<const D: usize>(a: &[f64; D], b: &[f64; D]) -> [f64; D] {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

/// `a + by·b`.
pub(crate) fn plus_scaled<const D: usize>(a: &[f64; D], by: f64, b: &[f64; D]) -> [f64; D] {
    std::array::from_fn(|axis| a[axis] + by * b[axis])
}

pub(crate) fn length<const D: usize>(a: &[f64; D]) -> f64 {
    dot(a, a).sqrt()
}

pub(crate) fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The unit vector in this direction. `None` if the length is 0 or infinite.
pub(crate) fn unit(a: &[f64; 3]) -> Option<[f64; 3]> {
    let length = length(a);
    (length > 0.0 && length.is_finite()).then(|| a.map(|x| x / length))
}
