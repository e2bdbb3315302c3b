//! A triangle of an STL file.

use glam::Vec3;

/// Bytes of a triangle.
pub(super) const BYTES: usize = 50;

/// Three corners, counter-clockwise as seen from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Facet(pub(super) [[f32; 3]; 3]);

impl Facet {
    /// The normal, the corners, and two unused bytes.
    pub(super) fn to_bytes(self) -> [u8; BYTES] {
        let Self([a, b, c]) = self;
        let mut bytes = [0; BYTES];
        let numbers = [self.normal(), a, b, c];
        for (four, number) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(numbers.as_flattened()) {
            *four = number.to_le_bytes();
        }
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8; BYTES]) -> Self {
        let (fours, _) = bytes.as_chunks::<4>();
        Self([3, 6, 9].map(|start| std::array::from_fn(|i| f32::from_le_bytes(fours[start + i]))))
    }

    /// (b − a) × (c − a), normalised.
    fn normal(self) -> [f32; 3] {
        let [a, b, c] = self.0.map(|corner| Vec3::from(corner).as_dvec3());
        let normal = (b - a).cross(c - a);
        let length = normal.length();
        // No triangle of a solid has zero area. For such a triangle, the format requires a zero normal.
        if length > 0.0 { (normal / length).as_vec3().to_array() } else { [0.0; 3] }
    }
}
