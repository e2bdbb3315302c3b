//! Vectors of three numbers.

pub(super) type Vector = [f64; 3];

pub(super) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn sum(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(super) fn difference(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn scaled(a: Vector, by: f64) -> Vector {
    a.map(|x| x * by)
}

pub(super) fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// Of length 1; `NaN`s if there is no length to begin with.
pub(super) fn unit(a: Vector) -> Vector {
    scaled(a, 1.0 / length(a))
}
