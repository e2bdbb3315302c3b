//! Rivers and lakes under strokes.

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::patch::Patch;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::Terrain;
use orogen_engine::water::WaterSurface;
use orogen_strokes::brush::{Brush, Tool};
use orogen_strokes::layer::StrokeLayer;
use orogen_strokes::stroke::Surface;

use crate::scene::{recipe, stroke};

const SPACING: f64 = 25.0;
const SIDE: f64 = 9000.0;
/// How deep the stroke digs, in metres.
const DUG: f64 = 60.0;

/// Eroded land with wide rivers and lakes. `scale` is that of the terrain; that of the erosion is 900 m.
fn land(scale: f64) -> Recipe {
    let height = format!("height = {{ field = 'land', scale = {scale:?}, offset = 40.0 }}");
    let erosion =
        "type = 'erosion'\ninput = 'hills'\nscale = 900.0\ndetail = 25.0\nlakes = 1.0\nriver_width = 10.0";
    recipe(&format!(
        "orogen = 1\nseed = 4\ndomain.size = 9000.0\n{height}\nwater.field = 'land.water'
        [fields.hills]\ntype = 'fbm'\nwavelength = 4000.0\noctaves = 3
        [fields.land]\nriver_area = 0.3\n{erosion}"
    ))
}

/// The rows of a terrain with its water.
fn band(terrain: &Terrain) -> Band {
    let grid = Grid::over(SIDE, (SIDE / SPACING) as usize, false);
    let mut band = Band::default();
    terrain.rows(Level::best(), grid).unwrap().make(0, grid.rows, true, &mut band);
    band
}

/// The terrain, without and with a stroke that digs across all of it.
fn dug(recipe: &Recipe) -> [Terrain; 2] {
    let base = Terrain::with_materials(recipe, &NoImages, SPACING).unwrap();
    let ends = [[-3000.0, -2000.0, 1.0], [3000.0, 2500.0, 1.0]];
    let lower = Brush::new(Tool::Raise { metres: -DUG }, 900.0);
    let mut layer = StrokeLayer::new(Surface::Plane);
    layer.push(stroke(lower, &ends)).unwrap();
    let under = base.clone().under(&layer, recipe, &NoImages, SPACING).unwrap();
    [base, under]
}

/// Dry ground stays dry, and water keeps its level, also if the metres of the terrain are not those of the erosion.
#[test]
fn strokes_do_not_make_water() {
    for scale in [300.0, 900.0, 2700.0] {
        let recipe = land(scale);
        let water = WaterSurface::of(&recipe).unwrap();
        let [base, under] = dug(&recipe).map(|terrain| band(&terrain));
        let shore = (0.5 * scale / 900.0) as f32;
        let mut counts = [0; 3];
        for at in 0..base.height.len() {
            let [before, after] = [&base, &under].map(|band| water.depth(band, at));
            let lowered = base.height[at] - under.height[at];
            assert!(lowered >= 0.0);
            if lowered == 0.0 {
                assert_eq!(before.to_bits(), after.to_bits());
            } else if before >= 0.0 {
                counts[0] += 1;
                assert!(
                    (after - before - lowered).abs() < 2e-3,
                    "water keeps its level: {before} m, {after} m"
                );
            } else if before <= -shore {
                counts[1] += 1;
                assert!((after - before).abs() < 2e-3, "dry ground stays dry: {before} m, {after} m");
            } else {
                counts[2] += 1;
                assert!(after > before - 2e-3 && after < before + lowered + 2e-3);
            }
        }
        assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
        // No more than shores have new water.
        let is_wet = |band: &Band, at: usize| water.depth(band, at) > 0.0;
        let new = (0..base.height.len()).filter(|&at| is_wet(&under, at) && !is_wet(&base, at)).count();
        assert!(new <= counts[2], "{new} samples of {counts:?} have new water");
    }
}

/// Crossings and patches, in both precisions, have the water of rows.
#[test]
fn every_way_to_sample_has_the_same_water() {
    let recipe = land(900.0);
    let [_, under] = dug(&recipe);
    let rows = band(&under);
    let grid = Grid::over(SIDE, (SIDE / SPACING) as usize, false);
    let columns: Vec<_> = (0..grid.columns).map(|column| grid.x(column)).collect();
    let lines: Vec<_> = (0..grid.rows).map(|row| grid.y(row)).collect();
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
