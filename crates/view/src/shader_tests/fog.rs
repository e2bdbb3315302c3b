//! Compares the closed forms of `fog.wgsl` with numerical sums in double precision.

use super::probe::Probe;
use crate::sky::Atmosphere;
use orogen_engine::recipe::Fog;

/// Valley fog, the densest fog, and the thinnest.
const FOGS: [Fog; 3] = [
    Fog { visibility: 800.0, level: 300.0, falloff: 60.0 },
    Fog { visibility: 1.0, level: -20.0, falloff: 1.0 },
    Fog { visibility: 60_000.0, level: 2000.0, falloff: 900.0 },
];
/// Paths as start height, end height and length in metres: from a metre to 400 km long, horizontal and steep, across the
/// fog's level, along it, and from far above.
const PATHS: [[f64; 3]; 16] = [
    [-20.0, -20.0, 1.0],
    [299.5, 300.5, 1.0],
    [300.0, 300.0, 300.0],
    [299.999, 300.001, 5000.0],
    [310.0, 309.99, 2000.0],
    [250.0, 900.0, 3000.0],
    [900.0, 250.0, 3000.0],
    [100.0, 200.0, 700.0],
    [500.0, 520.0, 400_000.0],
    [2001.0, 1.0, 2100.0],
    [-19.0, 12.0, 40.0],
    [-40.0, 0.0, 41.0],
    [12_000.0, 100.0, 60_000.0],
    [400_000.0, 0.0, 400_100.0],
    [310.0, 400_000.0, 399_900.0],
    [2500.0, 2500.0, 400_000.0],
];

/// Number of parts of a numerical sum.
const PARTS: u32 = 40_000;

fn density(fog: Fog, height: f64) -> f64 {
    let over = (height - fog.level).max(0.0) / fog.falloff;
    3.912 / fog.visibility * libm::exp(-over)
}

/// Vertical depth by a numerical sum.
fn above(fog: Fog, height: f64) -> f64 {
    let below = (fog.level - height).max(0.0);
    let top = fog.falloff * 60.0;
    let from = height.max(fog.level);
    let step = top / 5000.0;
    let over: f64 = (0..5000).map(|k| step * density(fog, from + step * (f64::from(k) + 0.5))).sum();
    density(fog, fog.level) * below + over
}

/// Values at the midpoints of a path's parts: share of the path, depth of the part, and depth from the start. Parts are short
/// at both ends and at the level.
fn integrate(fog: Fog, [from, to, distance]: [f64; 3]) -> impl Iterator<Item = (f64, f64, f64)> {
    let mut depth = 0.0;
    // Parts are short where the path crosses the level, too.
    let crossing = ((fog.level - from) / (to - from)).clamp(0.0, 1.0);
    let crossing = if crossing.is_nan() { 0.0 } else { crossing };
    let position = move |k: u32| {
        let share = 2.0 * f64::from(k) / f64::from(PARTS);
        let crowd = |t: f64| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
        if share < 1.0 { crossing * crowd(share) } else { crossing + (1.0 - crossing) * crowd(share - 1.0) }
    };
    (0..PARTS).map(move |k| {
        let (begin, end) = (position(k), position(k + 1));
        let share = f64::midpoint(begin, end);
        let part = (end - begin) * distance * density(fog, from + share * (to - from));
        depth += part;
        (share, part, depth - 0.5 * part)
    })
}

fn probe(fog: Fog) -> Probe {
    let mut probe = Probe::new(&Atmosphere::EARTH);
    probe.frame.fog = crate::fog::uniform(Some(fog), 0.5);
    probe
}

fn inputs() -> Vec<[f32; 4]> {
    PATHS.iter().map(|&[from, to, distance]| [from as f32, to as f32, distance as f32, 0.0]).collect()
}

#[test]
fn depths_are_sums_of_density() {
    for fog in FOGS {
        let expression = "vec3<f32>(fog_depth(fog_Path(q.x, q.y, q.z)), fog_above(q.x), fog_above(q.y))";
        let probe = probe(fog);
        let found = probe.evaluate(&probe.compile("", expression), 1.0, 20.0, &inputs());
        for (path, found) in PATHS.into_iter().zip(found) {
            let whole: f64 = integrate(fog, path).map(|(_, part, _)| part).sum();
            for (found, expected) in found.into_iter().zip([whole, above(fog, path[0]), above(fog, path[1])])
            {
                let (found, least) = (f64::from(found), 1e-6);
                assert!(
                    (found - expected).abs() < 2e-3 * expected + least,
                    "{fog:?} {path:?}: {found} {expected}"
                );
            }
        }
    }
}

/// `fog_point` returns the point at which the given depth is reached.
#[test]
fn points_have_the_requested_depth() {
    for fog in FOGS {
        for share in [0.05, 0.5, 0.95] {
            let depth = "fog_depth(fog_Path(q.x, q.y, q.z))";
            let expression =
                format!("vec3<f32>(fog_point(fog_Path(q.x, q.y, q.z), {depth}, {share} * {depth}))");
            let probe = probe(fog);
            let found = probe.evaluate(&probe.compile("", &expression), 1.0, 20.0, &inputs());
            for (path, [found, ..]) in PATHS.into_iter().zip(found) {
                let whole: f64 = integrate(fog, path).map(|(_, part, _)| part).sum();
                if whole < 1e-4 {
                    continue;
                }
                let position = f64::from(found) / path[2];
                let parts = integrate(fog, path).filter(|&(at, ..)| at <= position);
                let gathered = parts.map(|(_, part, _)| part).sum::<f64>() / whole;
                assert!((gathered - share).abs() < 0.02, "{fog:?} {path:?}: {gathered} instead of {share}");
            }
        }
    }
}

/// Single scattering is the sum over all parts of a path, attenuated by the fog before each part and by the fog between the
/// part and the sun.
#[test]
fn single_scattering_matches_the_sum() {
    for fog in FOGS {
        for elevation in [3.0_f64, 20.0, 80.0] {
            let probe = probe(fog);
            let expression =
                "vec3<f32>(fog_once(fog_Path(q.x, q.y, q.z), fog_depth(fog_Path(q.x, q.y, q.z))))";
            let found = probe.evaluate(&probe.compile("", expression), 1.0, elevation, &inputs());
            // At 3° the curvature of the Earth matters.
            let round = 2.0 * fog.falloff / (std::f64::consts::PI * 6_371_000.0);
            let slant = 1.0 / (elevation.to_radians().sin().powi(2) + round).sqrt();
            for (path @ [from, to, _], [found, ..]) in PATHS.into_iter().zip(found) {
                let overhead = |share: f64| {
                    let height = from + (to - from) * share;
                    let below = (fog.level - height).max(0.0);
                    density(fog, height) * (fog.falloff + below)
                };
                let came = integrate(fog, path)
                    .map(|(at, part, depth)| part * libm::exp(-depth - slant * overhead(at)));
                let (expected, found) = (came.sum::<f64>(), f64::from(found));
                assert!(
                    (found - expected).abs() < 0.01 * expected + 1e-5,
                    "{fog:?} {path:?} {elevation}: {found} {expected}"
                );
            }
        }
    }
}
