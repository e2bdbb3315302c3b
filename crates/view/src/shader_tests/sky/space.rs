//! Tests eyes from below ground to far away, and suns above and below the horizon.

use crate::shader_tests::probe::{Probe, direction_input};
use crate::sky::Atmosphere;

/// Directions all around, with many near level and near the horizons of eyes up to orbit.
fn all_around() -> Vec<[f32; 4]> {
    let mut angles: Vec<f64> = (-30..=30).map(|i| f64::from(i) * 3.0).collect();
    angles.extend([-1e-2, -1e-3, -1e-4, -1e-5, 0.0, 1e-5, 1e-4, 1e-3, 1e-2]);
    angles.extend((-40..40).map(|i| -76.0 + 0.01 * f64::from(i)));
    angles.extend((-100..0).map(|i| 0.12 * f64::from(i)));
    let mut inputs = Vec::new();
    for azimuth in [0.0, 0.2, 45.0, 90.0, 179.0, 180.0, 300.0] {
        inputs.extend(angles.iter().map(|angle| direction_input(azimuth, *angle)));
    }
    inputs
}

const EYES: [f32; 8] = [-100.0, 1.0, 10_000.0, 99_999.0, 100_001.0, 400_000.0, 2e7, f32::INFINITY];

const ALL: [&str; 7] = [
    "sky_radiance(q.xyz)",
    "sky_sun(q.xyz)",
    "sky_sunlight(1000.0 * q.z)",
    "sky_ambient(q.xyz)",
    "sky_aerial(q.xyz, 5000.0).light",
    "sky_aerial(q.xyz, 2.0e7).light",
    "sky_aerial(q.xyz, 1.0e6).transmittance",
];

#[test]
fn all_is_finite_and_not_negative_everywhere() {
    let inputs = all_around();
    let strange = Atmosphere { radius: -1.0, haze: f32::NAN, top: f32::NAN, ..Atmosphere::MARS };
    for air in [Atmosphere::EARTH, Atmosphere::NONE, Atmosphere { haze: 30.0, ..Atmosphere::MARS }, strange] {
        let probe = Probe::new(&air);
        let sum = format!("vec3({})", ALL.map(|each| format!("bad({each})")).join(" + "));
        // NaN compares as false.
        let bad = "fn bad(c: vec3<f32>) -> f32 {
            return select(1.0, 0.0, all(c >= vec3(0.0)) && all(c < vec3(1e6)));
        }";
        let compiled = probe.compile(bad, &sum);
        for eye in EYES {
            for sun in [90.0, 0.0, -4.0] {
                let wrong = probe.evaluate(&compiled, eye, sun, &inputs);
                let at = wrong.iter().position(|wrong| wrong[0] != 0.0);
                assert_eq!(at.map(|at| inputs[at]), None, "eye {eye} m, sun {sun}°, {air:?}");
            }
        }
    }
}

/// Nothing visible changes when the eye crosses the top of the air. (Above the horizon, aerial perspective is not compared.)
#[test]
fn there_is_no_jump_at_the_top_of_the_air() {
    let inputs = all_around();
    let probe = Probe::new(&Atmosphere::EARTH);
    for sun in [40.0, 5.0, -5.0] {
        for expression in ALL {
            let [below, above] =
                [99_999.0, 100_001.0].map(|eye| probe.evaluate_once(eye, sun, expression, &inputs));
            let most = below.iter().flatten().fold(0.0_f32, |a, b| a.max(*b));
            for (q, (below, above)) in inputs.iter().zip(below.iter().zip(&above)) {
                let horizon = -(1.0 - (6_371_f32 / 6_471.0).powi(2)).sqrt();
                if expression.starts_with("sky_aerial") && q[2] > horizon {
                    continue;
                }
                for colour in 0..3 {
                    let off = (below[colour] - above[colour]).abs();
                    assert!(
                        off <= 0.01 * most + 0.02 * below[colour] + 2e-7,
                        "{expression}, sun {sun}°, {q:?}: {below:?}, {above:?}"
                    );
                }
            }
        }
    }
}

/// Dusk is darker than day, night is darker than dusk, and dusk is not black.
#[test]
fn dusk_falls() {
    let probe = Probe::new(&Atmosphere::EARTH);
    let up = [[0.0, 0.0, 1.0, 0.0]];
    let zenith = [60.0, 20.0, 5.0, 0.0, -3.0, -6.0, -9.0]
        .map(|sun| probe.evaluate_once(1.0, sun, "sky_radiance(q.xyz)", &up)[0][1]);
    assert!(zenith.is_sorted_by(|a, b| a > b), "{zenith:?}");
    assert!(zenith[0] / zenith[5] > 500.0 && zenith[5] > 1e-6 && zenith[0] > 0.01, "{zenith:?}");
    let light = |sun| probe.evaluate_once(1.0, sun, "sky_sunlight(1.0)", &up)[0];
    let low = light(0.5);
    assert!(low[0] > 3.0 * low[1] && low[1] > 3.0 * low[2], "{low:?}");
    assert_eq!(light(-0.4), [0.0; 3]);
    // Higher up, the sun has not set yet.
    assert!(probe.evaluate_once(1.0, -0.4, "sky_sunlight(3000.0)", &up)[0][0] > 0.0);
}

/// The radiance of the disc adds up to the sun's irradiance.
#[test]
fn the_disc_adds_up_to_the_sunlight() {
    let probe = Probe::new(&Atmosphere::EARTH);
    let step = 0.000_1_f64;
    let inputs: Vec<_> = (0..14_400)
        .map(|i| {
            let (x, y) = (f64::from(i % 120) - 59.5, f64::from(i / 120) - 59.5);
            direction_input(
                (x * step / 30_f64.to_radians().cos()).to_degrees(),
                30.0 + (y * step).to_degrees(),
            )
        })
        .collect();
    let disc = probe.evaluate_once(1.0, 30.0, "sky_sun(q.xyz)", &inputs);
    let light = probe.evaluate_once(1.0, 30.0, "sky_sunlight(1.0)", &inputs[..1])[0];
    for colour in 0..3 {
        let sum = disc.iter().map(|c| c[colour]).sum::<f32>() * (step * step) as f32;
        assert!((sum / light[colour] - 1.0).abs() < 0.01, "{sum} {light:?}");
        // Limb darkening.
        let (middle, limb) = (disc[60 * 120 + 60][colour], disc[60 * 120 + 104][colour]);
        assert!(limb < 0.85 * middle && limb > 0.4 * middle, "{middle} {limb}");
    }
}

#[test]
fn without_air_the_sky_is_black() {
    let probe = Probe::new(&Atmosphere::NONE);
    let up = [[0.0, 0.6, 0.8, 0.0], [0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.001, 0.0]];
    for (expression, wanted) in [
        ("sky_radiance(q.xyz)", 0.0),
        ("sky_sunlight(0.0)", 1.0),
        ("sky_aerial(q.xyz, 5000.0).light", 0.0),
        ("sky_aerial(q.xyz, 5000.0).transmittance", 1.0),
    ] {
        assert_eq!(probe.evaluate_once(1.0, 30.0, expression, &up), [[wanted; 3]; 3], "{expression}");
    }
    // The ground lights a surface that faces down with half of the sun's light. It does not light a surface that faces up.
    let ambient = probe.evaluate_once(1.0, 30.0, "sky_ambient(q.xyz)", &[[0.0, 0.0, -1.0, 0.0]])[0][1];
    assert!((ambient / (0.12 * 0.5) - 1.0).abs() < 0.05, "{ambient}");
}

/// There are no steps between rows and slices of the tables. Aerial perspective is smooth across the horizon.
#[test]
fn the_sky_is_smooth() {
    let probe = Probe::new(&Atmosphere::EARTH);
    for (eye, sun) in [(1000.0, 40.0), (10_000.0, 3.0), (10_000.0, -3.0)] {
        let dip = (6_371_000_f64 / (6_371_000.0 + f64::from(eye))).acos().to_degrees();
        for azimuth in [0.0, 100.0, 180.0] {
            let range = |lowest: f64| -> Vec<_> {
                (0..2000).map(|i| direction_input(azimuth, lowest + 0.006 * f64::from(i))).collect()
            };
            for (expression, lowest) in
                [("sky_radiance(q.xyz)", 1e-3 - dip), ("sky_aerial(q.xyz, 20000.0).light", -6.0)]
            {
                let values = probe.evaluate_once(eye, sun, expression, &range(lowest));
                let most = values.iter().map(|c| c[1]).fold(0.0, f32::max);
                let jump = values.windows(2).map(|w| (w[0][1] - w[1][1]).abs()).fold(0.0, f32::max);
                let what = format!("{expression}, eye {eye} m, sun {sun}°, {azimuth}°");
                assert!(jump < 0.01 * most, "{what}: {jump} of {most}");
            }
        }
    }
}
