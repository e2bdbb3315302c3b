//! Stars lie in cells on the faces of a cube.

use crate::Atmosphere;
use crate::shader_tests::probe::Probe;

/// No star is cut where two faces meet: light is the same on both sides. Pixels are those of a picture with
/// 540 rows and an angle of view of 40°.
#[test]
fn stars_are_not_cut_at_cube_edges() {
    let mut probe = Probe::new(&Atmosphere::NONE);
    probe.frame.top[1] = 1.0;
    let sources =
        [include_str!("../globe.wgsl"), include_str!("../../grain.wgsl"), include_str!("../stars.wgsl")]
            .join("\n");
    let compiled = probe.compile(&sources, "stars_light(q.xyz, 0.0013, vec3<f32>(0.0))");
    let light = |inputs: &[[f32; 4]]| -> Vec<f32> {
        probe.evaluate(&compiled, 2.0, -40.0, inputs).iter().map(|light| light[1]).collect()
    };
    let mut brightest = 0.0_f32;
    for axis in 0..3 {
        for signs in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
            // Directions along the edge between the two other axes: on one side of it, on the other side, and inside a face.
            let beside = |aside: f32| -> Vec<[f32; 4]> {
                let position = |step: u16| {
                    let mut way = [0.0; 4];
                    way[axis] = f32::from(step) / 3000.0 - 1.0;
                    way[(axis + 1) % 3] = signs[0] * (1.0 + aside.min(0.0));
                    way[(axis + 2) % 3] = signs[1] * (1.0 - aside.max(0.0));
                    way
                };
                (1..6000).map(position).collect()
            };
            let [one, other, inside] = [-1e-6, 1e-6, 0.03].map(|aside| light(&beside(aside)));
            let jump = one.iter().zip(&other).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max);
            assert!(jump < 1e-4, "a star of {jump} is cut at the edge along axis {axis}, {signs:?}");
            brightest = inside.into_iter().fold(brightest, f32::max);
        }
    }
    assert!(brightest > 0.01, "there are stars: {brightest}");
}
