//! A triangle of an STL file.

/// Bytes of a triangle.
pub(super) const BYTES: usize = 50;

/// Three corners, counter-clockwise seen from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Facet(pub(super) [[f32; 3]; 3]);

impl Facet {
    /// The normal, the corners, and two bytes that mean nothing.
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

    /// (b − a) × (c − a), of length 1.
    fn normal(self) -> [f32; 3] {
        let [a, b, c] = self.0.map(|corner| corner.map(f64::from));
        let side = |to: [f64; 3]| [to[0] - a[0], to[1] - a[1], to[2] - a[2]];
        let (u, v) = (side(b), side(c));
        let n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        let length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
        // No triangle of a solid is without area; a zero is what the format asks for otherwise.
        if length > 0.0 { n.map(|n| (n / length) as f32) } else { [0.0; 3] }
    }
}
