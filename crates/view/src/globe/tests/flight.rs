//! Flights above a planet.

use super::*;
use crate::GlobeKeyframe;
use crate::globe::axes::Axes;

/// In a dive from orbit to the ground, no picture has holes, and brightness changes smoothly.
#[test]
fn a_dive_is_continuous() {
    let radius = 1_000_000.0;
    let hills = "type = \"scale\"\ninput = \"hills\"\nfactor = 900.0\n[fields.hills]\ntype = \"fbm\"\nwavelength = 40000.0";
    let mut renderer = renderer(radius, hills, "");
    let (first, last) = (position(20.0, 30.0), position(22.0, 33.0));
    let keyframes = [(0.0, first, 2e6, -90.0), (3.0, last, 300.0, -20.0), (4.0, last, 2.0, -4.0)];
    let keyframes = keyframes.map(|(time, at, over, elevation)| GlobeKeyframe {
        time,
        at,
        over,
        // The view turns past south, where headings wrap around.
        azimuth: 172.0 + 5.0 * time,
        elevation,
        degrees: 50.0,
    });
    let flight = GlobeFlight::new(&renderer.ground, &keyframes).unwrap();
    let like = GlobeShot { size: [48, 27], samples: 1, clouds: None, ..GlobeShot::new(first, 2e6) };
    let mut before: Option<(f64, [f32; 3])> = None;
    for step in 0..=24 {
        let shot = flight.shot(f64::from(step) / 6.0, &like);
        let clearance = renderer.ground.check(&shot).unwrap();
        assert!(clearance > 1.9 && (171.0..193.0).contains(&shot.azimuth), "{shot:?}");
        let eye = Eye::new(&shot, renderer.ground.sphere()).unwrap();
        let pixels = renderer.ground_buffer(&shot);
        let lowest = radius - 1200.0;
        for (k, pixel) in (0..).zip(&pixels) {
            let way = ray(&eye, shot.size, k % 48, k / 48);
            let ahead = -way.dot(eye.position) / way.length_squared();
            let nearest = (eye.position + way * ahead.max(0.0)).length();
            assert!(nearest > lowest || pixel[0] > 0.0, "a hole in pixel {k} of {shot:?}");
        }
        let picture = renderer.render(&shot, &mut crate::Progress::ignore).unwrap();
        let mean = [0, 1, 2].map(|colour| {
            let all = picture.light.iter().map(|light| (picture.exposure * light[colour]).min(1.0));
            all.sum::<f32>() / picture.light.len() as f32
        });
        if let Some((time, last)) = before {
            let most = [0, 1, 2].map(|k| (mean[k] - last[k]).abs()).into_iter().fold(0.0, f32::max);
            assert!(most < 0.13, "{last:?} at {time} s, then {mean:?}");
        }
        before = Some((f64::from(step) / 6.0, mean));
    }
}

/// Flights over a pole do not spin, and keyframes on a pole keep their direction.
#[test]
fn flights_over_poles_do_not_spin() {
    let renderer = renderer(1_000_000.0, LEVEL, "");
    let keyframe = |time: f64, (latitude, longitude): (f64, f64), azimuth: f64| GlobeKeyframe {
        time,
        at: position(latitude, longitude),
        over: 1e5,
        azimuth,
        elevation: -10.0,
        degrees: 50.0,
    };
    let like = GlobeShot::new(position(80.0, 0.0), 1e5);
    let ahead = |at, azimuth| Axes::at(at).to_planet(Sun { elevation: 0.0, azimuth }.direction());
    // Flights straight over the pole, past it at an angle, and with a keyframe on it.
    let ways = [
        vec![keyframe(0.0, (80.0, 0.0), 0.0), keyframe(1.0, (80.0, 180.0), 180.0)],
        vec![keyframe(0.0, (-84.0, 10.0), 150.0), keyframe(1.0, (-84.0, 160.0), 40.0)],
        vec![
            keyframe(0.0, (80.0, 0.0), 0.0),
            keyframe(0.5, (90.0, 123.0), 57.0),
            keyframe(1.0, (80.0, -60.0), 120.0),
        ],
    ];
    for keyframes in ways {
        let flight = GlobeFlight::new(&renderer.ground, &keyframes).unwrap();
        for keyframe in &keyframes {
            let shot = flight.shot(keyframe.time, &like);
            let away = (ahead(shot.at, shot.azimuth) - ahead(keyframe.at, keyframe.azimuth)).length();
            assert!(away < 1e-6, "{away} of {shot:?} at {keyframe:?}");
        }
        let shots = (0..=200).map(|step| flight.shot(f64::from(step) / 200.0, &like));
        let looks: Vec<_> = shots.map(|shot| ahead(shot.at, shot.azimuth)).collect();
        let turn = looks.windows(2).map(|pair| (pair[1] - pair[0]).length()).fold(0.0, f64::max);
        assert!(turn < 0.05, "{turn} of {keyframes:?}");
    }
}

/// The sun keeps its direction in space while the eye moves.
#[test]
fn the_sun_stays_fixed_in_space() {
    let sun = Sun { elevation: 20.0, azimuth: 100.0 };
    let (here, there) = (position(40.0, 10.0), position(-30.0, 120.0));
    let [one, other] = [(here, sun), (there, sun.seen_from(here, there))]
        .map(|(at, sun)| Axes::at(at).to_planet(sun.direction()));
    assert!((one - other).length() < 1e-12, "{one} {other}");
    let back = sun.seen_from(here, there).seen_from(there, here);
    assert!((back.elevation - 20.0).abs() < 1e-9 && (back.azimuth - 100.0).abs() < 1e-9, "{back:?}");
}
