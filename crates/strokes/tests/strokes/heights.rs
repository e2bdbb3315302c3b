//! The bounds of heights of terrains with strokes.

use orogen_engine::interval::Interval;
use orogen_engine::level::Level;
use orogen_engine::planet::LatLon;
use orogen_engine::raster::Grid;
use orogen_strokes::brush::{Brush, Tool};
use orogen_strokes::stroke::{Stroke, Surface};

use crate::layers::{named, rows};
use crate::scene::{MOON, stroke, terrain};

/// Level ground, 60 m high.
const LEVEL: &str = "orogen = 1\ndomain.size = 4096\nheight = { field = \"level\", scale = 1.0, offset = 60.0 }\n\
    [fields.level]\ntype = \"constant\"\n";

/// A dab at 1000 m from the upper edge.
fn click(brush: Brush, x: f64) -> Stroke {
    stroke(Brush { inner: 0.9, ..brush }, &[[x, 1000.0, 1.0]])
}

/// The stated bounds, and the bounds found.
fn stated_and_found(strokes: &[Stroke]) -> [Interval; 2] {
    let terrain = named(LEVEL, 32.0, Surface::Plane, strokes);
    let heights = rows(&terrain, Grid::over(4096.0, 129, false), false).height;
    let found = heights.iter().fold(Interval::point(60.0), |found, height| found.hull(f64::from(*height)));
    [terrain.interval(), found]
}

/// On level ground the bounds of a dab of full weight can be derived by hand. They must be tight.
#[test]
fn every_tool_has_the_bounds_of_its_definition() {
    let raise = |metres: f64| Brush::new(Tool::Raise { metres }, 300.0);
    let brush = |tool| Brush::new(tool, 300.0);
    let far = [click(raise(500.0), 600.0), click(raise(1.0), 2600.0)];
    // Treads are at 0 and 100, and the ground rises to the next tread. The bounds allow half a step up or down.
    for (strokes, expected) in [
        (vec![click(raise(40.0), 1000.0)], [60.0, 100.0]),
        (vec![click(raise(-50.0), 1000.0)], [10.0, 60.0]),
        (vec![click(Brush { down: false, ..raise(-50.0) }, 1000.0)], [60.0, 60.0]),
        (vec![click(Brush { up: false, ..raise(40.0) }, 1000.0)], [60.0, 60.0]),
        (vec![click(brush(Tool::Level { to: -9.0 }), 1000.0)], [-9.0, 60.0]),
        (vec![click(brush(Tool::Level { to: 99.0 }), 1000.0)], [60.0, 99.0]),
        (vec![click(brush(Tool::Ledge { step: 100.0, riser: 0.1 }), 1000.0)], [10.0, 110.0]),
        (vec![click(brush(Tool::Erase), 1000.0)], [60.0, 60.0]),
        (vec![click(brush(Tool::Smooth { radius: 90.0 }), 1000.0)], [60.0, 60.0]),
        (vec![click(brush(Tool::Sharpen { radius: 90.0 }), 1000.0)], [60.0, 60.0]),
        (far.to_vec(), [60.0, 560.0]),
        ([far.to_vec(), vec![click(raise(7.0), 600.0)]].concat(), [60.0, 567.0]),
    ] {
        let [stated, found] = stated_and_found(&strokes);
        let off = [stated.min - expected[0], stated.max - expected[1]];
        assert!(off[0].abs() < 1e-2 && off[1].abs() < 1e-2, "{stated:?} {expected:?} {strokes:?}");
        assert!(stated.contains(found.min) && stated.contains(found.max), "{found:?} of {stated:?}");
    }
}

/// Sharpening reads a tower that it does not touch, and lowers the ground next to the tower.
#[test]
fn bounds_include_what_blurs_read() {
    let tower = click(Brush::new(Tool::Raise { metres: 5000.0 }, 300.0), 1000.0);
    let sharpen = click(Brush::new(Tool::Sharpen { radius: 400.0 }, 300.0), 1700.0);
    let [stated, found] = stated_and_found(&[tower, sharpen]);
    assert!(found.min < -300.0 && stated.contains(found.min), "{found:?} of {stated:?}");
}

#[test]
fn dabs_of_planets_weigh_as_much() {
    let sphere = terrain(MOON, 20.0).sphere().unwrap();
    for place in [[60.0, 47.0], [-80.0, 10.0], [0.0, 180.0]] {
        let raise = Brush::new(Tool::Raise { metres: 5000.0 }, 900.0);
        let list = [stroke(raise, &[[place[0], place[1], 1.0]])];
        let (base, sculpted) = (terrain(MOON, 20.0), named(MOON, 20.0, Surface::Planet(sphere), &list));
        let direction = LatLon::new(place[0], place[1]).unwrap().direction();
        let height = sculpted.sample_at::<f64>(Level::best(), &[direction]).unwrap()[0].height;
        let (most, base) = (sculpted.interval().max, base.interval().max);
        assert!(
            height > 4000.0 && most >= height && (most - base - 5000.0).abs() < 0.1,
            "{height} of {most}"
        );
    }
}
