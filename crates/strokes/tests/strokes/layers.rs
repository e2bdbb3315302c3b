//! Strokes as a layer: the products of a recipe that names them.

use std::path::Path;
use std::sync::Arc;

use orogen_engine::image::{Image, Reading};
use orogen_engine::level::Level;
use orogen_engine::overlay::Layer;
use orogen_engine::patch::Patch;
use orogen_engine::planet::{DirectionGrid, LatLon, TileSamples};
use orogen_engine::query::HeightQuery;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::{Images, Terrain};
use orogen_noise::jet::Order;
use orogen_strokes::brush::{Brush, Grain, Tool};
use orogen_strokes::layer::StrokeLayer;
use orogen_strokes::noise_brush::{Noise, NoiseBrush};
use orogen_strokes::stroke::{Point, Stroke, Surface};

use crate::scene::{self, HILLS, MOON, Pictures, alps, any, prepared_strokes, stroke, strokes, terrain};

const SPACING: f64 = 32.0;

/// A stroke reader that returns these strokes for any file name.
struct Reader(StrokeLayer);

impl Images for Reader {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, (String, String)> {
        Pictures.load(path, reading)
    }

    fn strokes(&self, _path: &Path) -> Result<Arc<dyn Layer>, (String, String)> {
        Ok(Arc::new(self.0.clone()))
    }
}

const ALPS: &str = include_str!("../../../orogen/recipes/gullies.toml");
const NAMED: &str = "\n[sculpt]\nstrokes = \"mine.strokes\"\n";

fn recipe(text: &str) -> Recipe {
    scene::recipe(&format!("{text}{NAMED}"))
}

pub(crate) fn layer(ground: Surface, strokes: &[Stroke]) -> StrokeLayer {
    let mut layer = StrokeLayer::new(ground);
    for stroke in strokes {
        layer.push(stroke.clone()).unwrap();
    }
    layer
}

/// The terrain of a recipe that names strokes.
pub(crate) fn named(text: &str, spacing: f64, ground: Surface, strokes: &[Stroke]) -> Terrain {
    Terrain::new(&recipe(text), &Reader(layer(ground, strokes)), spacing).unwrap()
}

pub(crate) fn rows(terrain: &Terrain, grid: Grid, slopes: bool) -> Band {
    let mut band = Band::default();
    terrain.rows(Level::best(), grid).unwrap().make(0, grid.rows, slopes, &mut band);
    band
}

#[test]
fn rows_samples_and_queries_of_a_recipe_are_the_sculpted_ones() {
    let list = strokes(21, 80, any);
    let terrain = named(ALPS, SPACING, Surface::Plane, &list);
    let direct = prepared_strokes(&alps(SPACING), SPACING, &list);
    // The grid is wider than the part that is computed at once.
    let grid = Grid { first_column: -20, first_row: 100, columns: 540, rows: 70, spacing: SPACING };
    let (found, expected) = (rows(&terrain, grid, true), direct.rows(grid).unwrap());
    assert!(found.height == expected.height && found.dx == expected.dx && found.dy == expected.dy);
    assert!(rows(&terrain, grid, false).height == expected.height, "heights do not depend on slopes");
    let base = rows(&alps(SPACING), grid, true);
    assert!(found.height.iter().zip(&base.height).filter(|(one, other)| one != other).count() > 10_000);

    let places: Vec<_> = (0..grid.len()).step_by(61).map(|i| [grid.x(i % 540), grid.y(i / 540)]).collect();
    let points: Vec<_> = places.iter().map(|&[x, y]| [x, y, 0.0]).collect();
    let samples = terrain.sample::<f32>(Level::best(), &points);
    for (i, sample) in (0..grid.len()).step_by(61).zip(&samples) {
        assert_eq!([sample.height, sample.gradient[0]], [found.height[i], found.dx[i]].map(f64::from));
    }
    let query = HeightQuery::new(&recipe(ALPS), &Reader(layer(Surface::Plane, &list)), SPACING).unwrap();
    let exact = direct.sample_exactly(&places).unwrap();
    assert_eq!(terrain.sample::<f64>(Level::best(), &points), exact);
    assert_eq!(query.samples(&points), exact);
}

/// Curvature uses the slopes around a sample, including those of strokes.
#[test]
fn curvature_and_materials_see_strokes() {
    let list = [stroke(Brush::new(Tool::Raise { metres: 300.0 }, 500.0), &[[3000.0, 3000.0, 1.0]])];
    let terrain = named(ALPS, SPACING, Surface::Plane, &list);
    let grid = Grid { first_column: 70, first_row: 70, columns: 50, rows: 50, spacing: SPACING };
    let mut band = Band::default();
    terrain.rows(Level::best(), grid).unwrap().with_curvature().make(10, 20, true, &mut band);
    let whole = rows(&terrain, grid.widened(), true);
    for row in 0..20 {
        for column in 0..50 {
            let at = |dx: usize, dy: usize| (row + 10 + dy) * 52 + column + dx;
            let expected = (whole.dx[at(2, 1)] - whole.dx[at(0, 1)] + whole.dy[at(1, 2)]
                - whole.dy[at(1, 0)])
                / (2.0 * SPACING as f32);
            assert!((band.curvature[row * 50 + column] - expected).abs() < 1e-6);
            assert_eq!(band.height[row * 50 + column], whole.height[at(1, 1)]);
        }
    }
}

#[test]
fn maps_patches_and_places_of_planets_are_the_sculpted_ones() {
    let base = terrain(MOON, 20.0);
    let sphere = base.sphere().unwrap();
    let noise =
        NoiseBrush { wavelength: 900.0, octaves: 4, planet: true, ..NoiseBrush::new(Noise::Ridged, 60.0) };
    let points = [[44.0, 40.0, 1.0], [60.0, 47.0, 0.6], [86.0, 120.0, 1.0], [80.0, -179.0, 0.9]];
    let list: Vec<_> =
        [Tool::Raise { metres: 20.0 }, noise.tool().unwrap(), Tool::Ledge { step: 30.0, riser: 0.5 }]
            .map(|tool| stroke(Brush { strength: 0.6, ..Brush::new(tool, 2500.0) }, &points))
            .to_vec();
    let terrain = named(MOON, 20.0, Surface::Planet(sphere), &list);
    let direct = prepared_strokes(&base, 20.0, &list);
    let patch = TileSamples::new("pz/3/3/4".parse().unwrap(), 6, 0).unwrap().patch(sphere).unwrap();
    let (found, expected) =
        (terrain.patch::<f32>(Level::best(), &patch).unwrap(), direct.patch(&patch).unwrap());
    assert_eq!(found, expected);
    let base = base.patch::<f32>(Level::best(), &patch).unwrap();
    assert!(found.height != base.height);

    let directions: Vec<_> = [(60.0, 47.0), (86.0, 120.0), (-30.0, 0.0)]
        .map(|(a, b)| LatLon::new(a, b).unwrap().direction())
        .to_vec();
    let exact = terrain.sample_at::<f64>(Level::best(), &directions).unwrap();
    for (sample, expected) in exact.iter().zip(direct.sample_at_exactly(&directions).unwrap()) {
        // Positions of patches are rounded to a millionth of a metre.
        assert!((sample.height - expected.height).abs() < 1e-5);
    }
    let map = DirectionGrid::whole(256).unwrap();
    let mut band = Band::default();
    terrain.map(Level::best(), map.clone()).unwrap().make(0, 128, true, &mut band);
    let at = |row: usize, column: usize| {
        terrain.sample_at::<f32>(Level::best(), &[map.direction(column, row)]).unwrap()[0].height
    };
    for (row, column) in [(30, 161), (5, 200), (90, 10)] {
        assert_eq!(f64::from(band.height[row * 256 + column]), at(row, column));
    }
}

/// Every height is in the stated interval, which is not much too wide.
#[test]
fn heights_lie_in_the_interval() {
    for seed in 0..6 {
        let list = strokes(30 + seed, 60, any);
        let terrain = named(ALPS, SPACING, Surface::Plane, &list);
        let band = rows(&terrain, Grid::over(16_384.0, 513, false), false);
        let interval = terrain.interval();
        assert!(band.height.iter().all(|&height| interval.contains(f64::from(height))), "{interval:?}");
    }
    // A stroke to a very high level, with all dabs at one position.
    let level = stroke(Brush::new(Tool::Level { to: 9000.0 }, 300.0), &[[4000.0, 4000.0, 1.0]]);
    let raise = stroke(
        Brush::new(Tool::Raise { metres: 10.0 }, 300.0),
        &[[4000.0, 4000.0, 1.0], [4200.0, 4000.0, 1.0]],
    );
    let terrain = named(ALPS, SPACING, Surface::Plane, &[level, raise]);
    let highest =
        rows(&terrain, Grid::over(16_384.0, 513, false), false).height.into_iter().fold(0.0, f32::max);
    let most = terrain.interval().max;
    assert!(most >= f64::from(highest) && most < f64::from(highest) + 30.0, "{highest} of {most}");
}

#[test]
fn strokes_have_no_shader() {
    let list = [stroke(Brush::new(Tool::Erase, 100.0), &[[0.0, 0.0, 1.0]])];
    let error = named(HILLS, 8.0, Surface::Plane, &list).program(Order::Value).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the layer of strokes is for the processor only: strokes are applied sample by sample"
    );
}

fn refused(text: &str, layer: StrokeLayer) -> String {
    Terrain::new(&recipe(text), &Reader(layer), 8.0).unwrap_err().to_string()
}

#[test]
fn strokes_on_the_wrong_ground_are_an_error_with_its_location() {
    let click = |tool| stroke(Brush::new(tool, 100.0), &[[10.0, 20.0, 1.0]]);
    let sphere = terrain(MOON, 20.0).sphere().unwrap();
    let flat = Tool::Field { recipe: HILLS.to_owned(), metres: 1.0, grain: Grain::PLAIN };
    let flat = layer(Surface::Planet(sphere), &[click(Tool::Erase), click(flat)]);
    assert_eq!(
        refused(MOON, flat),
        "scene.toml:10:11: stroke 2: the brush's recipe must have a space as its domain: write kind = \"space\" in its [domain]\n  \
         help: fix the stroke or undo it in the program that drew it"
    );
    let plane = layer(Surface::Plane, &[click(Tool::Erase)]);
    assert!(
        refused(MOON, plane.clone())
            .contains("the strokes are on a plane, but this terrain is a planet with a radius of 20000 m")
    );
    let kind =
        |domain: &str| HILLS.replace("domain.size = 4096", &format!("domain = {{ size = 4096, {domain} }}"));
    assert!(
        refused(&kind("tile = true"), plane.clone()).contains("a terrain that repeats cannot be sculpted")
    );
    assert!(refused(&kind("kind = \"space\""), plane).contains("a space has no ground to sculpt"));
    let field = Tool::Field { recipe: format!("{HILLS}{NAMED}"), metres: 1.0, grain: Grain::PLAIN };
    let nested = refused(HILLS, layer(Surface::Plane, &[click(field)]));
    assert!(nested.contains("stroke 1: the brush's recipe contains strokes"), "{nested}");
    // There is no stroke reader here.
    let error = Terrain::new(&recipe(HILLS), &Pictures, 8.0).unwrap_err().to_string();
    assert!(error.contains("the strokes mine.strokes cannot be read here"), "{error}");
}

#[test]
fn strokes_outside_the_domain_are_a_warning() {
    let at = |x: f64| Stroke {
        brush: Brush::new(Tool::Erase, 10.0),
        points: vec![Point { position: [x, 50.0], pressure: 1.0 }],
    };
    let terrain = named(HILLS, 8.0, Surface::Plane, &[at(50.0), at(5000.0), at(-100.0)]);
    let [warning] = terrain.warnings() else { panic!("{:?}", terrain.warnings()) };
    assert!(warning.message.contains("2 of 3 strokes lie outside of the domain; the first is number 2"));
    assert_eq!(warning.line(), 10);
}

/// A patch of a plane includes the strokes.
#[test]
fn patches_of_planes() {
    let list = [stroke(Brush::new(Tool::Level { to: 321.0 }, 100.0), &[[500.0, 500.0, 1.0]])];
    let terrain = named(HILLS, 8.0, Surface::Plane, &list);
    let patch = Patch::new(&[[500.0, 500.0, 7.0], [900.0, 900.0, 7.0]]).unwrap();
    let found = terrain.patch::<f64>(Level::best(), &patch).unwrap();
    assert_eq!((found.height[0], found.slopes.clone().map(|slopes| slopes[0])), (321.0, [0.0; 3]));
    assert!(found.height[1] < 200.0);
}
