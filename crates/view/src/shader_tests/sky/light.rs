//! Compares light with the CPU reference and with measurements.

use super::reference::Air;
use crate::shader_tests::probe::{Probe, direction_input, toward};
use crate::sky::Atmosphere;

/// The Earth's air over black ground. Nearly all light that would be scattered is absorbed instead, so multiple scattering is
/// negligible.
fn dark() -> Atmosphere {
    let earth = Atmosphere::EARTH;
    Atmosphere {
        rayleigh: earth.rayleigh.map(|r| 1e-3 * r),
        mie: earth.rayleigh.map(|r| 1e-3 * r),
        mie_absorption: earth.rayleigh,
        mie_height: earth.rayleigh_height,
        ground: [0.0; 3],
        ..earth
    }
}

fn wide([x, y, z]: [f32; 3]) -> [f64; 3] {
    [x.into(), y.into(), z.into()]
}

/// Checks that a value differs from the expected value by at most `share` of the expected value plus an invisible amount,
/// `least`.
fn close(found: f32, wanted: f64, share: f64, least: f64, what: &str) {
    let off = (f64::from(found) - wanted).abs();
    assert!(off <= share * wanted + least, "{what}: {found:e} and not {wanted:e}");
}

/// Optical depth of the Earth's molecules by wavelength in µm (J. Hansen and L. Travis, Light scattering in
/// planetary atmospheres, 1974).
fn published(wavelength: f64) -> f64 {
    let w2 = wavelength.powi(-2);
    0.008_569 * w2 * w2 * (1.0 + 0.0113 * w2 + 0.00013 * w2 * w2)
}

/// The colour of a white sun in linear sRGB, through a filter that transmits `share` of each wavelength. The observer is that
/// of C. Wyman, P. Sloan and P. Shirley (2013).
fn colour_of(share: impl Fn(f64) -> f64) -> [f64; 3] {
    let lobe = |w: f64, [height, middle, below, above]: [f64; 4]| {
        let off = (w - middle) / if w < middle { below } else { above };
        height * (-0.5 * off * off).exp()
    };
    let observer: [&[[f64; 4]]; 3] = [
        &[[1.056, 599.8, 37.9, 31.0], [0.362, 442.0, 16.0, 26.7], [-0.065, 501.1, 20.4, 26.2]],
        &[[0.821, 568.8, 46.9, 40.5], [0.286, 530.9, 16.3, 31.1]],
        &[[1.217, 437.0, 11.8, 36.0], [0.681, 459.0, 26.0, 13.8]],
    ];
    let srgb = [[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]];
    let (mut sum, mut white) = ([0.0; 3], [0.0; 3]);
    for w in (380..=780).map(f64::from) {
        let sun = w.powi(-5) / ((1.4388e7 / (w * 5778.0)).exp() - 1.0) * 1e13;
        let seen = observer.map(|lobes| lobes.iter().map(|each| lobe(w, *each)).sum::<f64>());
        for colour in 0..3 {
            let shows = sun * (0..3).map(|i| srgb[colour][i] * seen[i]).sum::<f64>();
            white[colour] += shows;
            sum[colour] += shows * share(w / 1000.0);
        }
    }
    [0, 1, 2].map(|colour| sum[colour] / white[colour])
}

/// Tests the direction straight up, and an elevation of 15°, where light passes 3.81 times as much air (F. Kasten and A.
/// Young, Revised optical air mass tables, 1989).
#[test]
fn clean_air_is_as_clear_as_measured() {
    let probe = Probe::new(&Atmosphere { haze: 0.0, ozone: [0.0; 3], ..Atmosphere::EARTH });
    let rises = [direction_input(0.0, 90.0), direction_input(0.0, 15.0)];
    let found = probe.evaluate_once(1.0, 90.0, "sky_transmittance(0.0, vec2(length(q.xy), q.z))", &rises);
    for (found, (mass, share)) in found.into_iter().zip([(1.0, 0.003), (3.81, 0.02)]) {
        let wanted = colour_of(|wavelength| (-mass * published(wavelength)).exp());
        for colour in 0..3 {
            close(found[colour], wanted[colour], share, 0.0, &format!("{mass} of air, colour {colour}"));
        }
    }
}

#[test]
fn transmittance_matches_the_reference() {
    for atmosphere in [Atmosphere::EARTH, Atmosphere { haze: 10.0, ..Atmosphere::EARTH }, Atmosphere::MARS] {
        let probe = Probe::new(&atmosphere);
        for height in [0.0, 300.0, 8_000.0, 40_000.0, 99_000.0_f32] {
            let angles = [0.02, 0.3, 1.0, 3.0, 10.0, 30.0, 80.0];
            let inputs = angles.map(|angle| direction_input(0.0, angle));
            let expression = format!("sky_transmittance({height:?}, vec2(length(q.xy), q.z))");
            let found = probe.evaluate_once(1.0, 30.0, &expression, &inputs);
            for (found, q) in found.into_iter().zip(inputs) {
                for (colour, found) in found.into_iter().enumerate() {
                    let air = Air { air: atmosphere, colour };
                    let wanted =
                        air.transmittance(air.eye(f64::from(height) + 0.01), wide([q[0], q[1], q[2]]), 80);
                    close(found, wanted, 0.01, 1e-4, &format!("{height} m, {}, colour {colour}", q[2]));
                }
            }
        }
    }
}

const DIRECTIONS: [(f64, f64); 8] = [
    (0.0, 89.0),
    (10.0, 30.0),
    (90.0, 50.0),
    (180.0, 30.0),
    (60.0, 5.0),
    (0.0, 1.0),
    (180.0, 0.3),
    (120.0, -20.0),
];

/// Tests single scattering, and the air in front of a point.
#[test]
fn single_scattering_matches_the_reference() {
    let probe = Probe::new(&dark());
    for (eye, sun) in [(1.0, 60.0), (1.0, 10.0), (1.0, 2.0), (1.0, -3.0), (1e4, 20.0), (5e4, 5.0)] {
        let inputs = DIRECTIONS.map(|(azimuth, angle)| direction_input(azimuth, angle));
        let found = probe.evaluate_once(eye, sun, "sky_radiance(q.xyz)", &inputs);
        let near = probe.evaluate_once(eye, sun, "sky_aerial(q.xyz, 30000.0).light", &inputs);
        let clear = probe.evaluate_once(eye, sun, "sky_aerial(q.xyz, 30000.0).transmittance", &inputs);
        for (i, q) in inputs.into_iter().enumerate() {
            let direction = wide([q[0], q[1], q[2]]);
            for colour in [0, 2] {
                let air = Air { air: dark(), colour };
                let position = air.eye(eye.into());
                let what = format!("eye {eye} m, sun {sun}°, {:?}, colour {colour}", DIRECTIONS[i]);
                let once = |metres| air.once(position, direction, wide(toward(0.0, sun)), metres);
                // The sun is a disc. When it is at the horizon, its parts have different values.
                let share = if sun < 0.0 { 0.15 } else { 0.03 };
                close(found[i][colour], once(f64::INFINITY), share, 1e-8, &what);
                let within = 30_000_f64.min(air.ground_within(position, direction));
                close(near[i][colour], once(within), 1.3 * share, 1e-8, &format!("{what}, near"));
                let through = (-air.depth(position, direction, within, 200)).exp();
                close(clear[i][colour], through, 0.01, 1e-3, &format!("{what}, through"));
            }
        }
    }
}

/// Tests directions around the horizon, where the halves of the tables meet and light changes with the square root of the
/// angle.
#[test]
fn the_horizon_matches_the_reference() {
    let probe = Probe::new(&dark());
    let air = Air { air: dark(), colour: 1 };
    for (eye, sun) in [(1.0, 20.0), (1000.0, 20.0), (10_000.0, 3.0)] {
        let position = air.eye(eye.into());
        let dip = (6_371_000_f64 / position[2]).acos().to_degrees();
        let inputs: Vec<_> = (-20..20_i32)
            .map(|i| direction_input(150.0, 0.003 * f64::from(i * i.abs()) + 0.001 - dip))
            .collect();
        let found = probe.evaluate_once(eye, sun, "sky_radiance(q.xyz)", &inputs);
        let most = found.iter().map(|c| c[1]).fold(0.0, f32::max);
        for (q, found) in inputs.iter().zip(found) {
            let wanted = air.once(position, wide([q[0], q[1], q[2]]), wide(toward(0.0, sun)), f64::INFINITY);
            close(
                found[1],
                wanted,
                0.015,
                0.002 * f64::from(most),
                &format!("eye {eye} m, sun {sun}°, {q:?}"),
            );
        }
    }
}

/// Compares all light with random paths. The assumption about multiple scattering is Hillaire's. He reports errors of about a
/// tenth.
#[test]
fn all_light_matches_random_paths() {
    let probe = Probe::new(&Atmosphere::EARTH);
    for (eye, sun) in [(1.0, 60.0), (1.0, 10.0), (1e4, 20.0), (120_000.0, 40.0)] {
        let inputs = DIRECTIONS.map(|(azimuth, angle)| direction_input(azimuth, angle));
        let found = probe.evaluate_once(eye, sun, "sky_radiance(q.xyz)", &inputs);
        for (i, q) in inputs.into_iter().enumerate() {
            let air = Air { air: Atmosphere::EARTH, colour: 2 };
            let wanted =
                air.paths(air.eye(eye.into()), wide([q[0], q[1], q[2]]), wide(toward(0.0, sun)), 20_000);
            let what = format!("eye {eye} m, sun {sun}°, {:?}", DIRECTIONS[i]);
            close(found[i][2], wanted, 0.12, 1e-4, &what);
        }
    }
}

/// Without absorption and over black ground, all light reaches the ground or leaves the air.
#[test]
fn no_light_is_gained() {
    let earth = Atmosphere::EARTH;
    let white =
        Atmosphere { mie_absorption: [0.0; 3], ozone: [0.0; 3], ground: [0.0; 3], haze: 5.0, ..earth };
    let probe = Probe::new(&white);
    let sine = |i: usize| ((i / 64) as f32 + 0.5) / 32.0;
    let half = |sign: f32| -> Vec<[f32; 4]> {
        let turn = |i: usize| ((i % 64) as f32 + 0.5) / 64.0 * std::f32::consts::TAU;
        let across = |i| (1.0 - sine(i) * sine(i)).sqrt();
        (0..2048)
            .map(|i| [across(i) * turn(i).cos(), across(i) * turn(i).sin(), sign * sine(i), 0.0])
            .collect()
    };
    for elevation in [70.0, 30.0] {
        let flux = |eye, inputs: &[[f32; 4]], colour: usize| {
            let light = probe.evaluate_once(eye, elevation, "sky_radiance(q.xyz)", inputs);
            let sum: f32 = light.iter().enumerate().map(|(i, c)| c[colour] * sine(i)).sum();
            sum * std::f32::consts::TAU / 2048.0
        };
        let sun = probe.evaluate_once(1.0, elevation, "sky_sunlight(0.0)", &[[0.0; 4]])[0];
        let incoming = toward(0.0, elevation)[2];
        for colour in 0..3 {
            let arrives = flux(1.0, &half(1.0), colour) + sun[colour] * incoming;
            let leaves = flux(99_999.0, &half(-1.0), colour);
            let kept = (arrives + leaves) / incoming;
            assert!((0.95..1.02).contains(&kept), "sun {elevation}°, colour {colour}: {kept}");
        }
    }
}

/// Compares ambient light from harmonics with the sum over the sky.
#[test]
fn ambient_light_matches_the_sky_and_the_ground() {
    for (air, elevation) in [(Atmosphere::EARTH, 40.0), (Atmosphere::EARTH, 3.0), (Atmosphere::NONE, 30.0)] {
        let probe = Probe::new(&air);
        let directions: Vec<_> = (0..4096)
            .map(|i| {
                let sine = (((i / 64) as f32 + 0.5) / 64.0) * 2.0 - 1.0;
                let turn = ((i % 64) as f32 + 0.5) / 64.0 * std::f32::consts::TAU;
                let across = (1.0 - sine * sine).sqrt();
                [across * turn.cos(), across * turn.sin(), sine, 0.0]
            })
            .collect();
        let normals = [(0.0, 90.0), (0.0, 45.0), (90.0, 60.0), (180.0, 20.0), (0.0, -89.0)];
        let normals = normals.map(|(azimuth, angle)| direction_input(azimuth, angle));
        let sky = probe.evaluate_once(1.0, elevation, "sky_radiance(q.xyz)", &directions);
        let found = probe.evaluate_once(1.0, elevation, "sky_ambient(q.xyz)", &normals);
        let up: f32 = (0..4096).map(|i| sky[i][1] * directions[i][2].max(0.0)).sum::<f32>() / 4096.0;
        let sun = probe.evaluate_once(1.0, elevation, "sky_sunlight(0.0)", &normals)[0][1]
            * toward(0.0, elevation)[2];
        let pi = std::f32::consts::PI;
        let ground = air.ground[1] * (4.0 * pi * up + sun) / pi;
        for (n, found) in normals.into_iter().zip(found) {
            let mut wanted = 0.0;
            for (d, light) in directions.iter().zip(&sky) {
                let cosine = (0..3).map(|i| d[i] * n[i]).sum::<f32>().max(0.0);
                wanted += cosine * if d[2] > 0.0 { light[1] } else { ground } * 4.0 * pi / 4096.0;
            }
            close(
                found[1],
                wanted.into(),
                0.08,
                f64::from(0.03 * 4.0 * pi * up + 1e-6),
                &format!("sun {elevation}°, {n:?}"),
            );
        }
    }
}
