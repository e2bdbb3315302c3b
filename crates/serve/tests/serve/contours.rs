//! Contours and the sea.

use std::collections::BTreeSet;
use std::f64::consts::PI;
use std::sync::Arc;

use orogen::engine::level::Level;
use orogen::engine::planet::LatLon;
use orogen::{Files, Terrain};
use orogen_serve::{Address, Layer, Tiles};

use crate::harness::{HILLS, MOON, Running, recipe, tiles};
use crate::heights::{on_plane, width};
use crate::vector_tiles::{Feature, Point, decode, distance, surround};

/// Tiles of the plane and of the planet, far and near.
const PLANE: [(u8, [u32; 2]); 6] = [
    (3, [4, 2]),
    (11, [1069, 724]),
    (14, [8556, 5795]),
    (17, [68_450, 46_366]),
    (20, [547_589, 370_936]),
    (22, [2_190_358, 1_483_748]),
];
const PLANET: [(u8, [u32; 2]); 4] = [(0, [0, 0]), (4, [0, 5]), (9, [300, 180]), (15, [20_000, 12_500])];

fn layer(tiles: &Tiles, zoom: u8, [x, y]: [u32; 2], name: &str) -> Vec<Feature> {
    let bytes = tiles.make(&Address::new(Layer::Vector, 0, zoom, x, y).unwrap()).unwrap();
    decode(&bytes).remove(name).unwrap_or_default()
}

fn contours(tiles: &Tiles, zoom: u8, tile: [u32; 2]) -> Vec<Feature> {
    layer(tiles, zoom, tile, "contours")
}

/// Heights in double precision at points of a tile.
fn heights(text: &str, zoom: u8, tile: [u32; 2], points: &[[f64; 2]]) -> Vec<f64> {
    let terrain = Terrain::new(recipe(text), Arc::new(Files::default())).unwrap();
    let tiles = f64::from(1_u32 << zoom);
    let place = |point: &[f64; 2]| {
        let [east, south] = [0, 1].map(|axis| (f64::from(tile[axis]) + point[axis] / 4096.0) / tiles);
        [2.0 * PI * (east - 0.5), (PI * (1.0 - 2.0 * south)).sinh().atan()]
    };
    let places: Vec<_> = points.iter().map(place).collect();
    if text == MOON {
        let direction = |place: &[f64; 2]| {
            let [longitude, latitude] = place.map(f64::to_degrees);
            LatLon::new(latitude, longitude).unwrap().direction()
        };
        let directions: Vec<_> = places.iter().map(direction).collect();
        let prepared = terrain.prepared(2.0 * PI * 300e3 / (256.0 * tiles)).unwrap();
        return prepared
            .sample_at::<f64>(Level::best(), &directions)
            .unwrap()
            .iter()
            .map(|sample| sample.height)
            .collect();
    }
    on_plane(&terrain, width() / (256.0 * tiles), &places)
}

/// Every point is on an edge between two samples, where a straight slope from one to the other has the height of the line.
#[test]
fn points_lie_at_their_height() {
    for (text, some) in [(HILLS, &PLANE[..]), (MOON, &PLANET)] {
        let tiles = tiles(text);
        for &(zoom, tile) in some {
            let mut seen = 0;
            for feature in contours(&tiles, zoom, tile) {
                let points: Vec<_> = feature.lines.concat().into_iter().step_by(7).collect();
                let corner = |[x, y]: Point, more: i32| {
                    assert!((x % 16 == 0) != (y % 16 == 0), "{x}, {y} is not inside an edge");
                    let to = |at: i32| at.div_euclid(16) * 16 + if at % 16 == 0 { 0 } else { more };
                    [f64::from(to(x)), f64::from(to(y))]
                };
                let ends = |more: i32| points.iter().map(|&point| corner(point, more)).collect::<Vec<_>>();
                let (before, after) =
                    (heights(text, zoom, tile, &ends(0)), heights(text, zoom, tile, &ends(16)));
                let height = feature.number("height");
                for (at, point) in points.iter().enumerate() {
                    let along = point.iter().map(|at| f64::from(at.rem_euclid(16)) / 16.0).sum::<f64>();
                    let slope = (after[at] - before[at]).abs();
                    let found = before[at] + along * (after[at] - before[at]);
                    // Half a unit, and single precision. A unit next to a sample: points are never on samples.
                    let units = if [1.0, 15.0].contains(&(16.0 * along)) { 1.01 } else { 0.51 };
                    let limit = units / 16.0 * slope + 2e-3;
                    assert!((found - height).abs() <= limit, "{zoom} {point:?}: {found} m, not {height}");
                    seen += 1;
                }
            }
            assert!(seen > 20 || zoom < 5, "{zoom}: {seen} points");
        }
    }
}

/// The intervals are those of the documentation, every fifth line is marked, and no line is missing: where the ground passes a
/// height between two samples, a line of this height is near.
#[test]
fn no_line_is_missing() {
    let tiles = tiles(HILLS);
    for ((zoom, tile), interval) in PLANE.into_iter().zip([20_000.0, 200.0, 20.0, 2.0, 0.5, 0.1]).skip(1) {
        let features = contours(&tiles, zoom, tile);
        for feature in &features {
            let number = feature.number("height") / interval;
            assert!((number - number.round()).abs() < 1e-6, "{zoom}: {}", feature.number("height"));
            assert_eq!(feature.flag("index"), number.round() as i64 % 5 == 0, "{zoom}: {number}");
        }
        let along: Vec<_> = (0..=256).map(|at| [f64::from(16 * at), 1600.0]).collect();
        let heights = heights(HILLS, zoom, tile, &along);
        let (mut seen, mut small) = (0, 0);
        for (at, pair) in heights.windows(2).enumerate() {
            let [low, high] = [pair[0].min(pair[1]), pair[0].max(pair[1])];
            for number in (low / interval).ceil() as i64..=(high / interval).floor() as i64 {
                let height = number as f64 * interval;
                let place = [along[at][0] + 16.0 * (height - pair[0]) / (pair[1] - pair[0]), 1600.0];
                let line = features.iter().find(|feature| (feature.number("height") - height).abs() < 1e-6);
                let lines = line.map_or(&[][..], |feature| &feature.lines);
                let away = lines.iter().map(|line| {
                    let line: Vec<_> = line.iter().map(|point| point.map(f64::from)).collect();
                    distance(place, &line)
                });
                seen += 1;
                // The tolerance, and half a unit for the ends of the simple line. Rings as small as a cell are left out.
                small += usize::from(away.fold(f64::INFINITY, f64::min) > 3.0);
            }
        }
        assert!(seen > 3 && 20 * small <= seen, "{zoom}: {small} of {seen}");
    }
}

/// On even ground, lines are straight and have two points.
#[test]
fn lines_of_even_ground_are_straight() {
    let ramp = "orogen = 1\ndomain.size = '8 km'\nheight = { field = 'x', scale = 4000.0 }\n[fields.x]\ntype = 'ramp'\n\
                length = '8 km'\nangle = 0.0\n";
    let features = contours(&tiles(ramp), 14, [8556, 5795]);
    // 1681 m of the plane and two buffers of 26 m, half as high, every 20 m.
    assert!((42..=44).contains(&features.len()), "{}", features.len());
    for feature in features {
        let [line] = &feature.lines[..] else { panic!("{:?}", feature.lines) };
        let span = [line[0][1].min(line[line.len() - 1][1]), line[0][1].max(line[line.len() - 1][1])];
        assert_eq!(span, [-64, 4160]);
        // Points on the borders are kept.
        assert!(line.len() <= 4 && line.iter().all(|point| point[0] == line[0][0]), "{line:?}");
    }
}

/// The places at which lines cross a border.
fn crossings(features: &[Feature], axis: usize, border: i32) -> BTreeSet<(i64, i32)> {
    let on_border = |point: &&Point| point[axis] == border && (0..=4096).contains(&point[1 - axis]);
    let of = |feature: &Feature| {
        let height = (feature.number("height") * 100.0).round() as i64;
        let points = feature.lines.concat();
        points.iter().filter(on_border).map(|point| (height, point[1 - axis])).collect::<Vec<_>>()
    };
    features.iter().flat_map(of).collect()
}

#[test]
fn lines_meet_at_borders() {
    // So steep that some tiles have index contours alone.
    let steep = HILLS.replace("900.0", "60_000.0");
    for (text, some) in [(HILLS, &PLANE[..]), (MOON, &PLANET[1..]), (&steep, &PLANE[2..4])] {
        let tiles = tiles(text);
        for &(zoom, [x, y]) in some {
            let here = contours(&tiles, zoom, [x, y]);
            // The tile in the east, across the antimeridian if this is the last, and the one in the south.
            let east = contours(&tiles, zoom, [(x + 1) % (1 << zoom), y]);
            let west = contours(&tiles, zoom, [(x + (1 << zoom) - 1) % (1 << zoom), y]);
            let south = contours(&tiles, zoom, [x, y + 1]);
            for (one, other, axis) in [(&here, &east, 0), (&west, &here, 0), (&here, &south, 1)] {
                let (last, first) = (crossings(one, axis, 4096), crossings(other, axis, 0));
                if text != steep {
                    assert_eq!(last, first, "{zoom}/{x}/{y}");
                    continue;
                }
                let coarser = if last.len() < first.len() { (&last, &first) } else { (&first, &last) };
                assert!(!coarser.0.is_empty() && coarser.0.is_subset(coarser.1), "{zoom}/{x}/{y}");
            }
        }
    }
}

/// A point is in the polygons of the sea if the ground is below it there.
#[test]
fn the_sea_is_the_ground_below_it() {
    let tiles = tiles(HILLS);
    let (mut wet, mut dry) = (0, 0);
    for (zoom, tile) in PLANE.into_iter().take(4).chain([(12, [2139, 1448]), (13, [4278, 2897])]) {
        let rings: Vec<_> =
            layer(&tiles, zoom, tile, "sea").iter().flat_map(|sea| sea.lines.clone()).collect();
        assert!(rings.iter().flatten().flatten().all(|at| (-64..=4160).contains(at)));
        let points: Vec<_> = (0..65 * 65).map(|at| [at % 65 * 64, at / 65 * 64].map(f64::from)).collect();
        for (point, height) in points.iter().zip(heights(HILLS, zoom, tile, &points)) {
            // Coordinates are rounded: points next to the coast may be on either side.
            let line = |ring: &Vec<Point>| ring.iter().map(|point| point.map(f64::from)).collect::<Vec<_>>();
            let is_near = || rings.iter().any(|ring| distance(*point, &line(ring)) < 1.5);
            if surround(&rings, *point) != (height < 0.0) {
                assert!(is_near(), "{zoom} {point:?}: {height} m");
            }
            *if height < 0.0 { &mut wet } else { &mut dry } += 1;
        }
    }
    assert!(wet > 1000 && dry > 1000, "{wet} {dry}");
}

/// Outer rings go clockwise on the map and are followed by their holes, which go the other way round. No two rings touch.
#[test]
fn rings_have_their_direction() {
    let tiles = tiles(&HILLS.replace("\"3 km\"", "\"400 m\""));
    let mut holes = 0;
    for (zoom, tile) in [(12, [2139, 1448]), (13, [4278, 2897]), (14, [8556, 5795])] {
        for sea in layer(&tiles, zoom, tile, "sea") {
            let area = |ring: &Vec<Point>| {
                let cross = |pair: &[Point]| {
                    i64::from(pair[0][0]) * i64::from(pair[1][1])
                        - i64::from(pair[1][0]) * i64::from(pair[0][1])
                };
                ring.windows(2).map(cross).sum::<i64>()
            };
            assert!(area(&sea.lines[0]) > 0);
            let points: Vec<_> = sea.lines.iter().flat_map(|ring| &ring[1..]).collect();
            assert_eq!(points.iter().collect::<BTreeSet<_>>().len(), points.len(), "{zoom} {tile:?}");
            let mut outer = &sea.lines[0];
            for ring in &sea.lines {
                if area(ring) > 0 {
                    outer = ring;
                    continue;
                }
                holes += 1;
                // Inside, or at a coordinate that was rounded to the coast.
                let middle = [0, 1].map(|axis| f64::from(ring[0][axis]) + 0.01 * (axis as f64 + 1.0));
                let line: Vec<_> = outer.iter().map(|point| point.map(f64::from)).collect();
                assert!(
                    surround(&[outer.clone()], middle) || distance(middle, &line) < 1.5,
                    "{zoom} {middle:?}"
                );
            }
        }
    }
    assert!(holes > 20, "{holes}");
}

/// Heights and slopes beyond all measure, and every level of the world: no panic, and few bytes.
#[test]
fn work_is_bounded() {
    let flat = HILLS.replace("900.0", "0.0");
    let steep = HILLS.replace("900.0", "1e9").replace("\"auto\"", "12");
    let sharp = HILLS.replace("900.0", "1e-9");
    let small = MOON.replace("300 km", "1 km").replace("90 km", "300 m");
    for (text, step) in [(HILLS, 1), (MOON, 1), (&flat, 11), (&steep, 4), (&sharp, 11), (&small, 4)] {
        let tiles = tiles(text);
        for zoom in (0..=22).step_by(step) {
            let last = (1_u32 << zoom) - 1;
            for tile in [[0, 0], [last, last], [last / 2, last / 2]] {
                let bytes =
                    tiles.make(&Address::new(Layer::Vector, 0, zoom, tile[0], tile[1]).unwrap()).unwrap();
                assert!(bytes.len() < 1 << 20, "{zoom} {tile:?}: {} bytes", bytes.len());
            }
        }
    }
    // The ground of `flat` is at 50 m: no line, and no sea.
    let server = Running::of(&flat);
    let empty = server.get("/vector/14/8556/5795.mvt");
    assert_eq!((empty.status, empty.body.len()), (200, 0));
}
