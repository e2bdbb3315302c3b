//! Small meshes that stand for the kinds. Axes: x to the east, y up, z to the south; the origin is on the ground.

use orogen_engine::recipe::ScatterShape;

/// Triangles with one normal each.
pub(super) struct Placeholder {
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) normals: Vec<[f32; 3]>,
}

/// The placeholder of a shape, of scale 1.
pub(super) fn of(shape: ScatterShape) -> Placeholder {
    let mut mesh = Placeholder { positions: Vec::new(), normals: Vec::new() };
    match shape {
        // A cone of six sides on a trunk of three, 4 m high.
        ScatterShape::Tree => {
            mesh.pyramid(3, 0.12, 0.0, 1.6);
            mesh.pyramid(6, 0.9, 0.8, 4.0);
            mesh.pyramid(6, 0.9, 0.8, 0.8);
        }
        // An octahedron 1 m wide and 0.7 m high, 0.2 m of it in the ground.
        ScatterShape::Rock => {
            mesh.pyramid(4, 0.5, 0.15, 0.5);
            mesh.pyramid(4, 0.5, 0.15, -0.2);
        }
        // Three thin blades, 0.5 m high.
        ScatterShape::Grass => {
            for turn in 0..3 {
                let [x, z] = around(turn, 3, 0.05);
                let [wide_x, wide_z] = around(turn + 1, 3, 0.02);
                let tip = [3.0 * x, 0.5, 3.0 * z];
                mesh.triangle([[x - wide_x, 0.0, z - wide_z], [x + wide_x, 0.0, z + wide_z], tip]);
            }
        }
    }
    mesh
}

/// A point of a circle in x and z.
fn around(step: usize, steps: usize, radius: f64) -> [f64; 2] {
    let (sin, cos) = libm::sincos(step as f64 / steps as f64 * std::f64::consts::TAU);
    [radius * cos, radius * sin]
}

impl Placeholder {
    /// The sides of a pyramid from a regular polygon at height `base` to a tip at height `tip`. The sides look outwards.
    fn pyramid(&mut self, sides: usize, radius: f64, base: f64, tip: f64) {
        for side in 0..sides {
            let [a, b] = [side, side + 1].map(|step| around(step, sides, radius));
            let [a, b] = [a, b].map(|[x, z]| [x, base, z]);
            // Clockwise from above is counter-clockwise from outside, because z points south.
            self.triangle(if tip > base { [b, a, [0.0, tip, 0.0]] } else { [a, b, [0.0, tip, 0.0]] });
        }
    }

    fn triangle(&mut self, corners: [[f64; 3]; 3]) {
        let [a, b, c] = corners;
        let (u, v) = ([0, 1, 2].map(|axis| b[axis] - a[axis]), [0, 1, 2].map(|axis| c[axis] - a[axis]));
        let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        let length = normal.iter().map(|part| part * part).sum::<f64>().sqrt();
        self.positions.extend(corners.map(|corner| corner.map(|part| part as f32)));
        self.normals.extend([normal.map(|part| (part / length) as f32); 3]);
    }
}
