//! Rivers and lakes under strokes.

use std::path::Path;
use std::sync::Arc;

use orogen_engine::bounds::Bounds;
use orogen_engine::image::{Image, NoImages, Reading};
use orogen_engine::level::Level;
use orogen_engine::overlay::{Complaint, Layer};
use orogen_engine::patch::Patch;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::{Images, Terrain, water};
use orogen_engine::water::{Lake, RiverEnd, Water, WaterSurface};
use orogen_strokes::brush::{Brush, Tool};
use orogen_strokes::layer::StrokeLayer;
use orogen_strokes::stroke::Surface;

use crate::scene::{recipe, stroke};

const SPACING: f64 = 25.0;
const SIDE: f64 = 9000.0;
/// How deep a dab digs, in metres.
const DUG: f64 = 60.0;

/// Eroded land with wide rivers and lakes. `scale` is that of the terrain; that of the erosion is 900 m.
fn land(scale: f64) -> Recipe {
    recipe(&text(scale))
}

fn text(scale: f64) -> String {
    let height = format!("height = {{ field = 'land', scale = {scale:?}, offset = 40.0 }}");
    let erosion =
        "type = 'erosion'\ninput = 'hills'\nscale = 900.0\ndetail = 25.0\nlakes = 1.0\nriver_width = 10.0";
    format!(
        "orogen = 1\nseed = 4\ndomain.size = 9000.0\n{height}\nwater.field = 'land.water'
        [fields.hills]\ntype = 'fbm'\nwavelength = 4000.0\noctaves = 3
        [fields.land]\nriver_area = 0.3\n{erosion}"
    )
}

fn grid() -> Grid {
    Grid::over(SIDE, (SIDE / SPACING) as usize, false)
}

/// The rows of a terrain with its water.
fn band(terrain: &Terrain) -> Band {
    let mut band = Band::default();
    terrain.rows(Level::best(), grid()).unwrap().make(0, grid().rows, true, &mut band);
    band
}

/// The position of a sample.
fn place(at: usize) -> [f64; 2] {
    [grid().x(at % grid().columns), grid().y(at / grid().columns)]
}

/// A stroke that digs, with ends along x and y.
fn trench(radius: f64, ends: [[f64; 2]; 2]) -> StrokeLayer {
    trench_of(DUG, radius, ends)
}

/// A stroke whose dabs dig this number of metres.
fn trench_of(metres: f64, radius: f64, ends: [[f64; 2]; 2]) -> StrokeLayer {
    let lower = Brush::new(Tool::Raise { metres: -metres }, radius);
    let mut layer = StrokeLayer::new(Surface::Plane);
    layer.push(stroke(lower, &ends.map(|[x, y]| [x, y, 1.0]))).unwrap();
    layer
}

/// The terrain, without and with strokes.
fn under(recipe: &Recipe, layer: &StrokeLayer) -> [Terrain; 2] {
    let base = Terrain::with_materials(recipe, &NoImages, SPACING).unwrap();
    let under = base.clone().under(layer, recipe, &NoImages, SPACING).unwrap();
    [base, under]
}

/// The terrain, without and with a stroke that digs across all of it.
fn dug(recipe: &Recipe) -> [Terrain; 2] {
    under(recipe, &trench(900.0, [[1500.0, 2500.0], [7500.0, 7000.0]]))
}

/// By how many metres the ground at a place is lower.
fn lowered([base, under]: &[Terrain; 2], [x, y]: [f32; 2]) -> f64 {
    let height =
        |terrain: &Terrain| terrain.sample::<f64>(Level::best(), &[[x.into(), y.into(), 0.0]])[0].height;
    height(base) - height(under)
}

/// The least distance from a place to the points of lines.
fn away<'a>([x, y]: [f64; 2], points: impl Iterator<Item = &'a [f32; 2]>) -> f64 {
    let square = |&[a, b]: &[f32; 2]| (x - f64::from(a)).powi(2) + (y - f64::from(b)).powi(2);
    points.map(square).fold(f64::INFINITY, f64::min).sqrt()
}

/// Whether a place is inside the outer shore of a lake, and on no island: it is surrounded by the shores, seen from there.
fn is_in(lake: &Lake, [x, y]: [f64; 2]) -> bool {
    let turns = |ring: &Vec<[f32; 2]>| {
        let angle = |at: usize| {
            let [a, b] = ring[at % ring.len()].map(f64::from);
            (b - y).atan2(a - x)
        };
        let turn = |at: usize| {
            let turn = angle(at + 1) - angle(at);
            turn - (turn / std::f64::consts::TAU).round() * std::f64::consts::TAU
        };
        ((0..ring.len()).map(turn).sum::<f64>() / std::f64::consts::TAU).round() as i32
    };
    turns(&lake.shores[0]) != 0 && lake.shores[1..].iter().all(|island| turns(island) == 0)
}

/// Dry ground stays dry, a river follows its bed, and a lake keeps its level or falls with its outlet, also if the metres of the
/// terrain are not those of the erosion.
#[test]
fn strokes_do_not_make_water() {
    for scale in [300.0, 900.0, 2700.0] {
        let recipe = land(scale);
        let lines = water(&recipe, &NoImages).unwrap();
        let surface = WaterSurface::of(&recipe).unwrap();
        let terrains = dug(&recipe);
        let [base, under] = [&terrains[0], &terrains[1]].map(band);
        let shore = (0.5 * scale / 900.0) as f32;
        let mut counts = [0; 3];
        for at in 0..base.height.len() {
            let [before, after] = [&base, &under].map(|band| surface.depth(band, at));
            let dug = base.height[at] - under.height[at];
            assert!(dug >= 0.0);
            let near = |lake: &&Lake| away(place(at), lake.shores.iter().flatten()) < 520.0;
            let inside = lines.lakes.iter().find(|lake| is_in(lake, place(at)));
            // Rivers fall a little on their last cells, and leave lakes over their outlets.
            let is_level = |lake: &&Lake| (base.height[at] + before - lake.level).abs() < 1e-3 * shore;
            match inside.filter(is_level) {
                Some(lake) => {
                    counts[0] += 1;
                    let fall = lowered(&terrains, lake.outlet) as f32;
                    let deeper = dug - fall;
                    assert!(
                        (after - before - deeper).abs() < 0.02,
                        "lake: {before} m, {after} m, {deeper} m"
                    );
                }
                None if inside.is_some() || lines.lakes.iter().any(|lake| near(&lake)) => {
                    // Beside a lake, there is no more water than the stroke is deep. Ground that was dry stays dry, unless it is
                    // now lower than a lake.
                    let is_low = lines.lakes.iter().any(|lake| near(&lake) && under.height[at] < lake.level);
                    assert!(before > -shore || is_low || after < 2e-3 - shore, "{before} m, {after} m");
                    assert!(after < before.max(0.0) + dug + 2e-3, "{before} m, {after} m, dug {dug} m");
                }
                None => {
                    counts[if before > 0.0 { 1 } else { 2 }] += 1;
                    assert!((after - before).abs() < 2e-3, "the depth stays: {before} m, {after} m");
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
    }
}

/// A lake whose outlet is dug falls as a whole, also where no stroke is; the box of what has changed contains it. Lakes with
/// other outlets stay.
#[test]
fn a_lake_falls_with_its_outlet() {
    let recipe = land(900.0);
    let lines = water(&recipe, &NoImages).unwrap();
    let surface = WaterSurface::of(&recipe).unwrap();
    let inside =
        |lake: &&Lake| lake.shores[0].iter().flatten().all(|metres| (200.0..8800.0).contains(metres));
    let lake =
        lines.lakes.iter().filter(inside).max_by(|one, other| one.area.total_cmp(&other.area)).unwrap();
    let [x, y] = lake.outlet.map(f64::from);
    let terrains = under(&recipe, &trench(120.0, [[x, y], [x + 1.0, y]]));
    let fall = lowered(&terrains, lake.outlet) as f32;
    assert!(fall > 20.0, "{fall} m");
    let [base, under] = [&terrains[0], &terrains[1]].map(band);
    let stroke = Bounds::of_plane([x - 121.0, y - 121.0, x + 121.0, y + 121.0]);
    let changed = terrains[1].changed(stroke);
    let mut counts = [0; 2];
    for at in 0..base.height.len() {
        let [before, after] = [&base, &under].map(|band| surface.depth(band, at));
        let is_dug = base.height[at] > under.height[at];
        let level = base.height[at] + before;
        if is_in(lake, place(at)) && (level - lake.level).abs() < 1e-3 && !is_dug {
            counts[0] += 1;
            assert!((before - after - fall).abs() < 2e-3, "{before} m, {after} m, not {fall} m less");
        }
        if lines.lakes.iter().any(|other| other != lake && is_in(other, place(at))) && !is_dug {
            counts[1] += 1;
            assert_eq!(before.to_bits(), after.to_bits());
        }
        if before.to_bits() != after.to_bits() {
            let [x, y] = place(at);
            assert!(changed.meets(&Bounds::of_plane([x, y, x, y])), "{x} m, {y} m is outside of {changed:?}");
        }
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
    let far = Bounds::of_plane([9e5, 9e5, 9.1e5, 9.1e5]);
    assert_eq!(terrains[1].changed(far), far);
}

/// Where a stroke lowers the mouth of a river into a lake, the lake backs up water: its surface has no walls.
#[test]
fn a_lake_backs_up_water_into_a_river() {
    let recipe = land(900.0);
    let lines = water(&recipe, &NoImages).unwrap();
    let surface = WaterSurface::of(&recipe).unwrap();
    let inside = |[x, y]: &[f32; 2]| [x, y].into_iter().all(|metres| (700.0..8300.0).contains(metres));
    let mouths = lines.rivers.iter().filter(|river| matches!(river.end, RiverEnd::Lake(_)));
    let mut count = 0;
    for river in mouths.filter(|river| inside(&river.points[river.points.len() - 1].position)).take(4) {
        let RiverEnd::Lake(lake) = river.end else { continue };
        let [end, far] =
            [1, 8.min(river.points.len())].map(|back| river.points[river.points.len() - back].position);
        let outlet = lines.lakes[lake].outlet;
        let terrains = under(&recipe, &trench_of(8.0, 200.0, [end, far].map(|place| place.map(f64::from))));
        if lowered(&terrains, outlet) > 0.0 || lowered(&terrains, end) < 12.0 {
            continue;
        }
        count += 1;
        let [base, under] = [&terrains[0], &terrains[1]].map(band);
        // The height of the water between neighbours that are both wet.
        let steepest = |band: &Band| {
            let level = |at: usize| {
                let depth = surface.depth(band, at);
                (depth > 0.0).then(|| band.height[at] + depth)
            };
            let near = |at: usize| away(place(at), [end, far].iter()) < 600.0;
            let pairs = (0..band.height.len() - grid().columns).filter(|&at| near(at));
            let pairs = pairs.flat_map(|at| [[at, at + 1], [at, at + grid().columns]]);
            let steps = pairs.filter_map(|[one, other]| Some((level(one)? - level(other)?).abs()));
            steps.fold(0.0, f32::max)
        };
        let [before, after] = [&base, &under].map(steepest);
        assert!(after < before + 12.0, "{after} m between neighbours, {before} m before the stroke");
    }
    assert!(count > 0, "no mouth was dug");
}

/// Gives a recipe its strokes.
struct Strokes(Arc<StrokeLayer>);

impl Images for Strokes {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, Complaint> {
        Images::load(&NoImages, path, reading)
    }

    fn strokes(&self, _path: &Path) -> Result<Arc<dyn Layer>, Complaint> {
        Ok(Arc::<StrokeLayer>::clone(&self.0))
    }
}

/// The lines of rivers and the levels of lakes follow the surface in the samples.
#[test]
fn lines_follow_strokes() {
    let layer = trench(900.0, [[1500.0, 2500.0], [7500.0, 7000.0]]);
    let recipe = recipe(&format!("sculpt.strokes = 'trench.strokes'\n{}", text(2700.0)));
    let images = Strokes(Arc::new(layer));
    let Water { rivers, lakes, .. } = water(&recipe, &images).unwrap();
    let bare = water(&land(2700.0), &NoImages).unwrap();
    assert_eq!((rivers.len(), lakes.len()), (bare.rivers.len(), bare.lakes.len()));
    let terrains = dug(&land(2700.0));
    let points = |rivers: &[orogen_engine::water::River]| -> Vec<_> {
        rivers.iter().flat_map(|river| river.points.clone()).collect()
    };
    let mut count = 0;
    for (before, after) in points(&bare.rivers).iter().zip(&points(&rivers)) {
        let [x, y] = before.position.map(f64::from);
        if bare.lakes.iter().all(|lake| away([x, y], lake.shores.iter().flatten()) > 520.0) {
            let lower = before.surface - after.surface;
            let dug = lowered(&terrains, before.position) as f32;
            assert!((lower - dug).abs() < 0.02, "{lower} m, not {dug} m");
            count += usize::from(dug > 1.0);
        }
    }
    assert!(count > 50, "{count} points of rivers were dug");
    let mut fallen = 0;
    for (before, after) in bare.lakes.iter().zip(&lakes) {
        let fall = lowered(&terrains, before.outlet) as f32;
        assert!((before.level - after.level - fall).abs() < 0.02 && after.shores == before.shores);
        assert!((after.depth - (before.depth - fall).max(0.0)).abs() < 0.02);
        fallen += usize::from(fall > 1.0);
    }
    assert!(fallen > 0, "no lake has fallen");
}

/// Level ground has no metres of water.
#[test]
fn a_scale_of_zero_is_no_fault() {
    let images = Strokes(Arc::new(trench(900.0, [[1500.0, 2500.0], [7500.0, 7000.0]])));
    let recipe = recipe(&format!("sculpt.strokes = 'trench.strokes'\n{}", text(0.0)));
    assert!(water(&recipe, &images).unwrap().lakes.iter().all(|lake| lake.level == 40.0));
}

/// Crossings and patches, in both precisions, have the water of rows.
#[test]
fn every_way_to_sample_has_the_same_water() {
    let recipe = land(900.0);
    let [_, under] = dug(&recipe);
    let rows = band(&under);
    let columns: Vec<_> = (0..grid().columns).map(|column| grid().x(column)).collect();
    let lines: Vec<_> = (0..grid().rows).map(|row| grid().y(row)).collect();
    let crossings = under.crossings(Level::best(), [&columns, &lines], true).unwrap();
    let places: Vec<_> = lines.iter().flat_map(|&y| columns.iter().map(move |&x| [x, y, 0.0])).collect();
    let patch = Patch::new(&places).unwrap();
    let single = under.patch::<f32>(Level::best(), &patch).unwrap();
    let double = under.patch::<f64>(Level::best(), &patch).unwrap();
    let water = WaterSurface::of(&recipe).unwrap();
    let metres = |field: f64, height: f64| field * 900.0 + 40.0 - height;
    for at in 0..rows.height.len() {
        let row = water.depth(&rows, at);
        let depths = [
            water.depth(&crossings, at),
            metres(single.others[water.plane()][at].into(), single.height[at].into()) as f32,
            metres(double.others[water.plane()][at], double.height[at]) as f32,
        ];
        assert!(depths.iter().all(|depth| (depth - row).abs() < 2e-2), "{row} m and {depths:?}");
    }
    let interval = under.further_intervals()[water.plane()];
    assert!(rows.others[water.plane()].iter().all(|&value| interval.contains(value.into())));
}

/// A surface that is a number does not move: ground below it is under water.
#[test]
fn water_that_nothing_eroded_fills_what_strokes_dig() {
    let recipe = recipe(
        "orogen = 1\ndomain.size = 9000.0\nheight = { field = 'flat', offset = 10.0 }\nwater.field = 'level'
        [fields.flat]\ntype = 'constant'\n[fields.level]\ntype = 'constant'\nvalue = -5.0",
    );
    let water = WaterSurface::of(&recipe).unwrap();
    let [base, under] = dug(&recipe).map(|terrain| band(&terrain));
    let is_wet = |band: &Band| (0..band.height.len()).any(|at| water.depth(band, at) > 0.0);
    assert!(!is_wet(&base) && is_wet(&under));
}
