//! The closed forms of `fog.wgsl`, against sums in double precision over what they stand for.

use super::probe::Probe;
use crate::sky::Atmosphere;
use orogen::recipe::Fog;

/// Of the land, as dense as can be, and hardly any.
const FOGS: [Fog; 3] = [
    Fog { visibility: 800.0, level: 300.0, falloff: 60.0 },
    Fog { visibility: 1.0, level: -20.0, falloff: 1.0 },
    Fog { visibility: 60_000.0, level: 2000.0, falloff: 900.0 },
];
/// From a height to another, in metres, and how long they are: from a metre to 400 km, level and steep, across the level, along
/// it, and from far above.
const WAYS: [[f64; 3]; 16] = [
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

/// Parts of the numerical sums.
const PARTS: u32 = 40_000;

fn density(fog: Fog, height: f64) -> f64 {
    let over = (height - fog.level).max(0.0) / fog.falloff;
    3.912 / fog.visibility * libm::exp(-over)
}

/// Depth straight up, by the sum of ever longer steps.
fn above(fog: Fog, height: f64) -> f64 {
    let below = (fog.level - height).max(0.0);
    let top = fog.falloff * 60.0;
    let from = height.max(fog.level);
    let step = top / 5000.0;
    let over: f64 = (0..5000).map(|k| step * density(fog, from + step * (f64::from(k) + 0.5))).sum();
    density(fog, fog.level) * below + over
}

/// The middles of the parts of a way: share of the way, a part's depth, and the depth from the beginning. Parts are short at
/// both ends and at the level.
fn walk(fog: Fog, [from, to, distance]: [f64; 3]) -> impl Iterator<Item = (f64, f64, f64)> {
    let mut depth = 0.0;
    // Where the way crosses the level parts have to be short, too.
    let crossing = ((fog.level - from) / (to - from)).clamp(0.0, 1.0);
    let crossing = if crossing.is_nan() { 0.0 } else { crossing };
    let place = move |k: u32| {
        let share = 2.0 * f64::from(k) / f64::from(PARTS);
        let crowd = |t: f64| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
        if share < 1.0 { crossing * crowd(share) } else { crossing + (1.0 - crossing) * crowd(share - 1.0) }
    };
    (0..PARTS).map(move |k| {
        let (begin, end) = (place(k), place(k + 1));
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

fn questions() -> Vec<[f32; 4]> {
    WAYS.iter().map(|&[from, to, distance]| [from as f32, to as f32, distance as f32, 0.0]).collect()
}

#[test]
fn depths_are_sums_of_density() {
    for fog in FOGS {
        let expression = "vec3<f32>(fog_depth(fog_Way(q.x, q.y, q.z)), fog_above(q.x), fog_above(q.y))";
        let probe = probe(fog);
        let found = probe.answer(&probe.asked("", expression), 1.0, 20.0, &questions());
        for (way, found) in WAYS.into_iter().zip(found) {
            let whole: f64 = walk(fog, way).map(|(_, part, _)| part).sum();
            for (found, expected) in found.into_iter().zip([whole, above(fog, way[0]), above(fog, way[1])]) {
                let (found, least) = (f64::from(found), 1e-6);
                assert!(
                    (found - expected).abs() < 2e-3 * expected + least,
                    "{fog:?} {way:?}: {found} {expected}"
                );
            }
        }
    }
}

/// A part of a way's depth is gathered at the place that is said.
#[test]
fn places_have_the_depth_that_is_asked_for() {
    for fog in FOGS {
        for share in [0.05, 0.5, 0.95] {
            let depth = "fog_depth(fog_Way(q.x, q.y, q.z))";
            let expression =
                format!("vec3<f32>(fog_place(fog_Way(q.x, q.y, q.z), {depth}, {share} * {depth}))");
            let probe = probe(fog);
            let found = probe.answer(&probe.asked("", &expression), 1.0, 20.0, &questions());
            for (way, [found, ..]) in WAYS.into_iter().zip(found) {
                let whole: f64 = walk(fog, way).map(|(_, part, _)| part).sum();
                if whole < 1e-4 {
                    continue;
                }
                let place = f64::from(found) / way[2];
                let parts = walk(fog, way).filter(|&(at, ..)| at <= place);
                let gathered = parts.map(|(_, part, _)| part).sum::<f64>() / whole;
                assert!((gathered - share).abs() < 0.02, "{fog:?} {way:?}: {gathered} instead of {share}");
            }
        }
    }
}

/// What is scattered once comes from every part of the way, weaker by the fog before it and by that on the sun's way to it.
#[test]
fn light_scattered_once_is_summed_along_the_way() {
    for fog in FOGS {
        for elevation in [3.0_f64, 20.0, 80.0] {
            let probe = probe(fog);
            let expression = "vec3<f32>(fog_once(fog_Way(q.x, q.y, q.z), fog_depth(fog_Way(q.x, q.y, q.z))))";
            let found = probe.answer(&probe.asked("", expression), 1.0, elevation, &questions());
            // At 3° the roundness of the Earth counts.
            let round = 2.0 * fog.falloff / (std::f64::consts::PI * 6_371_000.0);
            let slant = 1.0 / (elevation.to_radians().sin().powi(2) + round).sqrt();
            for (way @ [from, to, _], [found, ..]) in WAYS.into_iter().zip(found) {
                let overhead = |share: f64| {
                    let height = from + (to - from) * share;
                    let below = (fog.level - height).max(0.0);
                    density(fog, height) * (fog.falloff + below)
                };
                let came =
                    walk(fog, way).map(|(at, part, depth)| part * libm::exp(-depth - slant * overhead(at)));
                let (expected, found) = (came.sum::<f64>(), f64::from(found));
                assert!(
                    (found - expected).abs() < 0.01 * expected + 1e-5,
                    "{fog:?} {way:?} {elevation}: {found} {expected}"
                );
            }
        }
    }
}
