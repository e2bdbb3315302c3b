//! Lines and polygons as fields, against a second implementation that visits every segment.

use std::path::Path;
use std::sync::Arc;

use orogen_engine::image::{Image, Reading};
use orogen_engine::level::Level;
use orogen_engine::overlay::Complaint;
use orogen_engine::recipe::RecipeError;
use orogen_engine::shapes::{MapPlace, Polyline, Shape, ShapeReading, Shapes};
use orogen_engine::terrain::{Images, Terrain};
use proptest::prelude::*;

use crate::field::{Pictures, parse, shapes};

/// The shapes of these tests, whatever the path.
struct Drawn(Shapes);

impl Images for Drawn {
    fn load(&self, path: &Path, _: Reading) -> Result<Arc<Image>, Complaint> {
        Pictures.load(path, Reading::default())
    }

    fn shapes(&self, _: &Path, reading: &ShapeReading) -> Result<Arc<Shapes>, Complaint> {
        match reading.place {
            MapPlace { crs: None, origin: None } => Ok(Arc::new(self.0.clone())),
            place => Err((format!("placed at {place:?}"), String::new())),
        }
    }

    fn map_place(&self, path: &Path) -> Option<MapPlace> {
        let crs = match path.to_str()? {
            "square.png" => 2056,
            "smooth.png" => 3857,
            _ => return None,
        };
        Some(MapPlace { crs: Some(crs), origin: Some([7000.0, 5000.0]) })
    }
}

const DETAIL: f64 = 20.0;

fn recipe(output: &str, more: &str) -> String {
    format!(
        "orogen = 1\ndomain = {{ size = 1000.0{more} }}\nheight.field = 'x{output}'\n\
         [fields.x]\ntype = 'shapes'\nfile = 'a.geojson'\ndetail = {DETAIL:?}\n"
    )
}

fn terrain(text: &str, shapes: &Shapes) -> Result<Terrain, RecipeError> {
    Terrain::new(&parse(text).unwrap(), &Drawn(shapes.clone()), DETAIL)
}

/// What the node has at the centre of a cell, for each of its results.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Expected {
    distance: f64,
    side: f64,
    height: f64,
    along: f64,
}

/// Visits every segment, and every copy of it if the domain repeats.
fn expected(shapes: &Shapes, [x, y]: [f64; 2], period: Option<f64>) -> Expected {
    let shifts: Vec<f64> =
        period.map_or(vec![0.0], |period| (-3..=3).map(|k| f64::from(k) * period).collect());
    let mut best = (f64::INFINITY, 0.0, 0.0, 0.0, false);
    let mut crossed = false;
    for shape in &shapes.shapes {
        for (dx, dy) in shifts.iter().flat_map(|&dx| shifts.iter().map(move |&dy| (dx, dy))) {
            let (px, py) = (x - dx, y - dy);
            let mut inside = false;
            for line in shape.polylines() {
                let heights = line.heights.as_ref().unwrap();
                let mut walked = 0.0;
                for k in 1..line.points.len() {
                    let ([ax, ay], [bx, by]) = (line.points[k - 1], line.points[k]);
                    let (ux, uy) = (bx - ax, by - ay);
                    let length = ux.hypot(uy);
                    let t = (((px - ax) * ux + (py - ay) * uy) / length.powi(2)).clamp(0.0, 1.0);
                    let distance = (px - ax - t * ux).hypot(py - ay - t * uy);
                    if distance < best.0 {
                        let height = heights[k - 1] * (1.0 - t) + heights[k] * t;
                        let points = &line.points;
                        let corner = match t {
                            0.0 if k > 1 => Some([points[k - 2], points[k - 1], points[k]]),
                            1.0 if k + 1 < points.len() => Some([points[k - 1], points[k], points[k + 1]]),
                            _ => None,
                        };
                        let side = match corner {
                            Some(corner) => side_of_corner(corner, [px, py]),
                            None => (ux * (py - ay) - uy * (px - ax)).signum(),
                        };
                        let is_polygon = matches!(shape, Shape::Polygon(_));
                        best = (distance, side * distance, height, walked + t * length, is_polygon);
                    }
                    walked += length;
                    if (ay <= py) != (by <= py) && px < ax + (py - ay) / (by - ay) * (bx - ax) {
                        inside = !inside;
                    }
                }
            }
            crossed |= inside && matches!(shape, Shape::Polygon(_));
        }
    }
    let distance = if crossed { -best.0 } else { best.0 };
    let side = if best.4 { distance } else { best.1 };
    Expected { distance, side, height: best.2, along: best.3 }
}

/// 1 to the right of a corner and −1 to the left, by the angles of the ways from the corner: y grows down, so angles grow to the
/// right.
fn side_of_corner([before, corner, after]: [[f64; 2]; 3], place: [f64; 2]) -> f64 {
    let angle = |to: [f64; 2]| (to[1] - corner[1]).atan2(to[0] - corner[0]);
    let from_after = |to: [f64; 2]| (angle(to) - angle(after)).rem_euclid(std::f64::consts::TAU);
    if from_after(place) < from_after(before) { 1.0 } else { -1.0 }
}

/// The spline that has these numbers as coefficients, at the centre of a cell.
fn smoothed(at: [f64; 2], of: impl Fn([f64; 2]) -> f64) -> f64 {
    const WEIGHTS: [f64; 3] = [1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0];
    let cell = |k: usize, axis: usize| at[axis] + (k as f64 - 1.0) * DETAIL;
    (0..9).map(|k| WEIGHTS[k % 3] * WEIGHTS[k / 3] * of([cell(k % 3, 0), cell(k / 3, 1)])).sum()
}

/// One of the results.
type OneOf = fn(&Expected) -> f64;

fn check(shapes: &Shapes, tile: bool) {
    let period = tile.then_some(1000.0);
    let more = if tile { ", tile = true" } else { "" };
    // With 64 cells along a side, the grid of a domain that repeats has another spacing.
    let more = if tile { format!("{more}, samples = 64") } else { more.to_owned() };
    let cells: Vec<[f64; 2]> = (0..2601).map(|k| [f64::from(k % 51), f64::from(k / 51)]).collect();
    let spacing = if tile { 1000.0 / 64.0 } else { DETAIL };
    let points: Vec<_> = cells.iter().map(|&[x, y]| [x * spacing, y * spacing, 0.0]).collect();
    let results: [(&str, OneOf); 4] =
        [("", |e| e.distance), (".side", |e| e.side), (".height", |e| e.height), (".along", |e| e.along)];
    for (output, result) in results {
        let mut text = recipe(output, &more);
        if tile {
            text = text.replace("detail = 20.0", "detail = 15.625");
        }
        let terrain = terrain(&text, shapes).unwrap();
        let samples = terrain.sample::<f64>(Level::best(), &points);
        for (point, sample) in points.iter().zip(samples) {
            let at = [point[0], point[1]];
            let exact = if tile {
                smoothed_at(at, spacing, |at| result(&expected(shapes, at, period)))
            } else {
                smoothed(at, |at| result(&expected(shapes, at, period)))
            };
            assert!(
                (sample.height - exact).abs() < 2e-3,
                "x{output} is {} at {at:?}, not {exact}",
                sample.height
            );
        }
    }
}

/// The same for cells of another size.
pub(crate) fn smoothed_at(at: [f64; 2], spacing: f64, of: impl Fn([f64; 2]) -> f64) -> f64 {
    let scale = spacing / DETAIL;
    smoothed(at.map(|x| x / scale), |place| of(place.map(|x| x * scale)))
}

#[test]
fn results_agree_with_a_search_of_all_segments() {
    check(&shapes(), false);
}

#[test]
fn results_repeat_with_the_domain() {
    check(&shapes(), true);
}

fn any_line() -> impl Strategy<Value = Vec<[f64; 2]>> {
    prop::collection::vec(prop::array::uniform2(-300.0..1300.0), 3..12)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// Distances and insides of any lines and polygons. The nearest of two lines may be another where they are equally far away,
    /// so only the distance is compared.
    #[test]
    fn distances_to_any_shapes(lines in prop::collection::vec(any_line(), 1..5), polygons in prop::collection::vec(any_line(), 0..4)) {
        let line = |points: Vec<[f64; 2]>| Polyline { heights: Some(vec![0.0; points.len()]), points };
        let closed = |mut points: Vec<[f64; 2]>| {
            points.push(points[0]);
            Shape::Polygon(vec![line(points)])
        };
        let lines = lines.into_iter().map(|points| Shape::Line(line(points)));
        let shapes = Shapes { shapes: lines.chain(polygons.into_iter().map(closed)).collect() };
        let points: Vec<_> = (0..400).map(|k| [f64::from(k % 20) * 40.0, f64::from(k / 20) * 40.0, 0.0]).collect();
        let samples = terrain(&recipe("", ""), &shapes).unwrap().sample::<f64>(Level::best(), &points);
        for (point, sample) in points.iter().zip(samples) {
            let exact = smoothed([point[0], point[1]], |at| expected(&shapes, at, None).distance);
            prop_assert!((sample.height - exact).abs() < 1e-3, "{} at {:?}, not {}", sample.height, point, exact);
        }
    }
}

/// The share of a cell, against 40 × 40 points in each of the cells around.
fn check_insides(shapes: &Shapes) {
    let text = recipe(".inside", "");
    let points: Vec<_> =
        (0..625).map(|k| [f64::from(k % 25) * 40.0, f64::from(k / 25) * 40.0, 0.0]).collect();
    let samples = terrain(&text, shapes).unwrap().sample::<f64>(Level::best(), &points);
    let mut full = 0;
    for (point, sample) in points.iter().zip(samples) {
        let share = |[x, y]: [f64; 2]| {
            let part = |k: u32| (f64::from(k) + 0.5) / 40.0 * DETAIL - 0.5 * DETAIL;
            let holds = |k: u32| expected(shapes, [x + part(k % 40), y + part(k / 40)], None).distance < 0.0;
            f64::from((0..1600).map(|k| u32::from(holds(k))).sum::<u32>()) / 1600.0
        };
        let exact = smoothed([point[0], point[1]], share);
        assert!((sample.height - exact).abs() < 0.04, "{} at {point:?}, not {exact}", sample.height);
        full += u32::from(sample.height > 0.999);
    }
    assert!(full > 40, "{full}");
}

#[test]
fn insides_are_shares_of_cells() {
    check_insides(&shapes());
}

/// Borders run through the middles of cells, where two polygons that were added up would fill the cell. One polygon is there twice,
/// one crosses itself, and one is in the hole of another.
#[test]
fn insides_of_overlapping_polygons_are_their_union() {
    let ring = |points: &[[f64; 2]]| {
        let points: Vec<_> = points.iter().chain(&points[..1]).copied().collect();
        Polyline { heights: Some(vec![0.0; points.len()]), points }
    };
    let square = |least: f64, most: f64| ring(&[[least, least], [most, least], [most, most], [least, most]]);
    let star = ring(&[[700.0, 50.0], [830.0, 450.0], [490.0, 200.0], [910.0, 200.0], [570.0, 450.0]]);
    let polygons = [
        vec![square(80.0, 520.0)],
        vec![square(80.0, 520.0)],
        vec![square(320.0, 880.0), square(560.0, 720.0)],
        vec![star],
        vec![square(600.0, 680.0)],
    ];
    check_insides(&Shapes { shapes: polygons.map(Shape::Polygon).into() });
}

/// The spline has exact slopes; beside a straight line they are 1 away from it.
#[test]
fn slopes_are_those_of_distances() {
    let line = Polyline { points: vec![[-500.0, 200.0], [1500.0, 700.0]], heights: None };
    let shapes = Shapes { shapes: vec![Shape::Line(line)] };
    let text = recipe("", "");
    let points = [[300.0, 600.0, 0.0], [700.0, 300.0, 0.0], [333.0, 777.0, 0.0]];
    for sample in terrain(&text, &shapes).unwrap().sample::<f64>(Level::best(), &points) {
        let slope = sample.gradient[0].hypot(sample.gradient[1]);
        assert!((slope - 1.0).abs() < 1e-5, "{slope}");
    }
}

#[test]
fn mistakes_are_explained() {
    let flat = Shapes {
        shapes: vec![Shape::Line(Polyline { points: vec![[0.0, 0.0], [9.0, 9.0]], heights: None })],
    };
    let planet = recipe("", "").replace("size = 1000.0", "kind = 'planet', radius = 1000.0");
    let cases = [
        (recipe(".height", ""), "the recipe reads `x.height`, but some shapes in the file have no heights"),
        (recipe("", "") + "east = 5.0\n", "`east` without `north` gives no place"),
        (recipe("", "") + "crs = 2056.5\n", "2056.5 is not an EPSG code"),
        (recipe("", "").replace("detail = 20.0", "detail = 0.01"), "cells along a side, which is too many"),
        (planet, "`shapes` needs a plane"),
        (
            recipe("", "") + "east = 5.0\nnorth = 7.0\n",
            "placed at MapPlace { crs: None, origin: Some([5.0, 7.0]) }",
        ),
        (
            recipe("", "") + "[fields.model]\ntype = 'image'\nfile = 'square.png'\nx = 10.0\ny = 20.0\n",
            "placed at MapPlace { crs: Some(2056), origin: Some([6990.0, 5020.0]) }",
        ),
    ];
    for (text, message) in cases {
        let error = terrain(&text, &flat).unwrap_err().to_string();
        assert!(error.contains(message), "{error}\nfor {text}");
    }
}

/// A picture in Web Mercator cannot place shapes, but shapes that do not need its place are read.
#[test]
fn pictures_place_shapes_that_need_it() {
    let of = |more: &str| {
        let picture = "[fields.model]\ntype = 'image'\nfile = 'smooth.png'\n";
        terrain(&format!("{}{more}{picture}", recipe("", "")), &shapes()).map_err(|error| error.to_string())
    };
    for more in ["", "coordinates = 'map'\n", "crs = 32632\n"] {
        let error = of(more).unwrap_err();
        assert!(error.contains("lengths in Web Mercator are not lengths on the ground"), "{error}");
    }
    assert!(of("coordinates = 'local'\n").is_ok());
    let error = of("east = 5.0\nnorth = 7.0\ncrs = 32632\n").unwrap_err();
    assert!(error.contains("placed at MapPlace { crs: Some(32632), origin: Some([5.0, 7.0]) }"), "{error}");
}

/// A solution is used again for the same shapes only.
#[test]
fn other_shapes_are_solved_again() {
    let at = |shapes: &Shapes| {
        let terrain = terrain(&recipe("", ""), shapes).unwrap();
        terrain.sample::<f64>(Level::best(), &[[500.0, 500.0, 0.0]])[0].height
    };
    let (one, mut other) = (shapes(), shapes());
    other.shapes.truncate(1);
    assert_eq!(at(&one), at(&one));
    assert_ne!(at(&one), at(&other));
}
