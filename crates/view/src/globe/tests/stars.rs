//! Stars, which lie in cells on the faces of a cube.

use crate::Atmosphere;
use crate::shader_tests::probe::Probe;

/// Where two faces meet, no star is cut: the light to both sides is the same. Pixels are as wide as in a picture of 540 rows
/// with an angle of view of 40°.
#[test]
fn they_are_whole_at_the_edges_of_the_cube() {
    let mut probe = Probe::new(&Atmosphere::NONE);
    probe.frame.top[1] = 1.0;
    let texts =
        [include_str!("../place.wgsl"), include_str!("../../grain.wgsl"), include_str!("../stars.wgsl")]
            .join("\n");
    let asked = probe.asked(&texts, "stars_light(q.xyz, 0.0013, vec3<f32>(0.0))");
    let light = |questions: &[[f32; 4]]| -> Vec<f32> {
        probe.answer(&asked, 2.0, -40.0, questions).iter().map(|light| light[1]).collect()
    };
    let mut brightest = 0.0_f32;
    for axis in 0..3 {
        for signs in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
            // Along the edge where the two other axes meet, to its one side, to its other side, and within a face.
            let beside = |aside: f32| -> Vec<[f32; 4]> {
                let place = |step: u16| {
                    let mut way = [0.0; 4];
                    way[axis] = f32::from(step) / 3000.0 - 1.0;
                    way[(axis + 1) % 3] = signs[0] * (1.0 + aside.min(0.0));
                    way[(axis + 2) % 3] = signs[1] * (1.0 - aside.max(0.0));
                    way
                };
                (1..6000).map(place).collect()
            };
            let [one, other, inside] = [-1e-6, 1e-6, 0.03].map(|aside| light(&beside(aside)));
            let jump = one.iter().zip(&other).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max);
            assert!(jump < 1e-4, "a star of {jump} is cut at the edge along axis {axis}, {signs:?}");
            brightest = inside.into_iter().fold(brightest, f32::max);
        }
    }
    assert!(brightest > 0.01, "there are stars: {brightest}");
}
