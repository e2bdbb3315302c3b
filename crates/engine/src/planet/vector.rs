//! Vectors of three numbers.

pub(crate) type Vector = [f64; 3];

pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn sum(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn difference(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn scaled(a: Vector, by: f64) -> Vector {
    a.map(|x| x * by)
}

pub(crate) fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// The vector scaled to length 1; `NaN`s if its length is 0.
pub(crate) fn unit(a: Vector) -> Vector {
    scaled(a, 1.0 / length(a))
}
