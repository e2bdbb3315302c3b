//! A decoder of quantized-mesh 1.0, written from its specification.

pub(crate) struct QuantizedMesh {
    pub(crate) centre: [f64; 3],
    pub(crate) heights: [f32; 2],
    pub(crate) sphere: ([f64; 3], f64),
    pub(crate) horizon: [f64; 3],
    /// East, north and height of each vertex, 0 to 1.
    pub(crate) vertices: Vec<[f64; 3]>,
    pub(crate) triangles: Vec<[usize; 3]>,
    /// West, south, east, north.
    pub(crate) edges: [Vec<usize>; 4],
    pub(crate) normals: Vec<[f64; 3]>,
    pub(crate) water: Vec<u8>,
    pub(crate) metadata: serde_json::Value,
}

struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (first, rest) = self.0.split_first_chunk().expect("the tile is cut short");
        self.0 = rest;
        *first
    }

    fn u8(&mut self) -> u8 {
        self.take::<1>()[0]
    }

    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.take())
    }

    fn u32(&mut self) -> usize {
        u32::from_le_bytes(self.take()) as usize
    }

    fn f32(&mut self) -> f32 {
        f32::from_le_bytes(self.take())
    }

    fn f64(&mut self) -> f64 {
        f64::from_le_bytes(self.take())
    }

    fn vector(&mut self) -> [f64; 3] {
        [self.f64(), self.f64(), self.f64()]
    }
}

pub(crate) fn decode(bytes: &[u8]) -> QuantizedMesh {
    let mut bytes = Bytes(bytes);
    let centre = bytes.vector();
    let heights = [bytes.f32(), bytes.f32()];
    let sphere = (bytes.vector(), bytes.f64());
    let horizon = bytes.vector();
    let count = bytes.u32();
    let mut axis = || {
        let mut value = 0_i32;
        (0..count)
            .map(|_| {
                let code = i32::from(bytes.u16());
                value += (code >> 1) ^ -(code & 1);
                assert!((0..=32_767).contains(&value));
                f64::from(value) / 32_767.0
            })
            .collect::<Vec<_>>()
    };
    let (east, north, height) = (axis(), axis(), axis());
    let vertices = (0..count).map(|at| [east[at], north[at], height[at]]).collect();
    let (mut highest, triangle_count) = (0, bytes.u32());
    let mut index = || {
        let code = usize::from(bytes.u16());
        let index = highest - code;
        highest += usize::from(code == 0);
        assert!(index < count);
        index
    };
    let triangles = (0..triangle_count).map(|_| [index(), index(), index()]).collect();
    let edges = [(); 4].map(|()| {
        let count = bytes.u32();
        (0..count).map(|_| usize::from(bytes.u16())).collect()
    });
    let mut mesh = QuantizedMesh {
        centre,
        heights,
        sphere,
        horizon,
        vertices,
        triangles,
        edges,
        normals: Vec::new(),
        water: Vec::new(),
        metadata: serde_json::Value::Null,
    };
    while !bytes.0.is_empty() {
        let (kind, length) = (bytes.u8(), bytes.u32());
        let (extension, rest) = bytes.0.split_at(length);
        bytes.0 = rest;
        match kind {
            1 => mesh.normals = extension.as_chunks().0.iter().map(|&pair| normal(pair)).collect(),
            2 => mesh.water = extension.to_vec(),
            4 => {
                let mut extension = Bytes(extension);
                assert_eq!(extension.u32(), extension.0.len());
                mesh.metadata = serde_json::from_slice(extension.0).unwrap();
            }
            _ => panic!("extension {kind}"),
        }
    }
    mesh
}

fn normal([x, y]: [u8; 2]) -> [f64; 3] {
    let [x, y] = [x, y].map(|byte| f64::from(byte) / 255.0 * 2.0 - 1.0);
    let z = 1.0 - x.abs() - y.abs();
    let [x, y] = if z < 0.0 { [(1.0 - y.abs()) * x.signum(), (1.0 - x.abs()) * y.signum()] } else { [x, y] };
    let length = (x * x + y * y + z * z).sqrt();
    [x / length, y / length, z / length]
}
