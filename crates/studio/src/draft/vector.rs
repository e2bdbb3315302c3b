//! Vectors of three components.

/// Latitude and longitude of a direction, in degrees.
pub(super) fn lat_lon(place: [f64; 3]) -> [f64; 2] {
    let [x, y, z] = place;
    [libm::atan2(z, x.hypot(y)).to_degrees(), libm::atan2(y, x).to_degrees()]
}

/// Converts a vector from coordinates along these axes.
pub(super) fn of(axes: [[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| axes[0][k] * vector[0] + axes[1][k] * vector[1] + axes[2][k] * vector[2])
}

pub(super) fn dot(one: [f64; 3], other: [f64; 3]) -> f64 {
    one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

pub(super) fn times(vector: [f64; 3], by: f64) -> [f64; 3] {
    vector.map(|along| along * by)
}

/// A vector of length 1 in the same direction.
pub(super) fn unit(vector: [f64; 3]) -> [f64; 3] {
    times(vector, 1.0 / dot(vector, vector).sqrt())
}
