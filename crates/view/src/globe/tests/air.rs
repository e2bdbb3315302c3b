//! Compares the air integrated along rays with the tables of the eye's sky (other tests check these tables).

use crate::Atmosphere;
use crate::shader_tests::probe::{Probe, direction_input};

#[test]
fn air_along_rays_matches_the_tables() {
    let mut probe = Probe::new(&Atmosphere::EARTH);
    probe.frame.top = [0.0, 1e9, 0.0, 0.0];
    let sources = ["struct Globe { east: vec4<f32>, }", include_str!("../air.wgsl")].join("\n");
    for (eye, sun) in [(2.0, 40.0), (10_000.0, 5.0), (400_000.0, 30.0), (2e7, 30.0)] {
        let radius = 6_371_000.0_f64;
        let dip = (radius / (radius + f64::from(eye))).acos().to_degrees();
        // Rays down to the ground, near the horizon and far below it.
        for below in [0.3, 1.0, 5.0, 12.0_f64] {
            let angle = -dip - below.min(0.8 * (90.0 - dip));
            let inputs: Vec<_> = [10.0, 90.0, 170.0].map(|azimuth| direction_input(azimuth, angle)).into();
            let sine = angle.to_radians().sin();
            let along = (radius + f64::from(eye)) * sine;
            let over = f64::from(eye) * (2.0 * radius + f64::from(eye));
            let distance = over / ((along * along - over).sqrt() - along);
            for part in ["light", "transmittance"] {
                let of = |name: &str| format!("{name}(q.xyz, {distance:.1}).{part}");
                let summed = probe.evaluate(&probe.compile(&sources, &of("globe_air")), eye, sun, &inputs);
                let looked_up = probe.evaluate_once(eye, sun, &of("sky_aerial"), &inputs);
                for (one, other) in summed.iter().zip(&looked_up) {
                    for colour in 0..3 {
                        let off = (one[colour] - other[colour]).abs();
                        let most = 0.04 * other[colour] + 0.002;
                        assert!(off < most, "{part}, eye {eye} m, {angle}°: {one:?} {other:?}");
                    }
                }
            }
        }
    }
}
