//! Frame times while a stroke is drawn, over few strokes and over hundreds, and while a planet with clouds is rotated.
//!
//! Each step is the work between two frames: the stroke gets another point, the height field is updated below it, and the draft
//! is drawn. In the program this happens on worker threads, and the window shows the draft when it is ready.

use std::sync::Arc;
use std::time::{Duration, Instant};

use orogen_engine::image::NoImages;
use orogen_engine::nodes;
use orogen_engine::recipe::{Recipe, Source};
use orogen_strokes::stroke::{Point, Stroke, Surface};
use orogen_studio::draft::DraftShot;
use orogen_studio::eye::Eye;
use orogen_studio::height_field::HeightField;
use orogen_studio::layer::{BrushSet, EditedLayer, Kind, Layers, Since};
use orogen_view::{GroundExtent, Style, Sun};

const ALPS: &str = include_str!("../../orogen/recipes/alps.toml");
const TERRA: &str = include_str!("../../orogen/recipes/terra.toml");

/// Samples per side of the height field, and columns and rows of drafts, as in the program.
const SAMPLES: usize = 449;
const DRAFT: [usize; 2] = [274, 300];

/// Number of points of the stroke.
const POINTS: usize = 60;

/// The stroke with this number. Each stroke has its own path through the domain.
fn stroke(recipe: &Recipe, brushes: &BrushSet, number: usize, points: usize) -> Stroke {
    let size = recipe.domain.size;
    let place = |at: usize| {
        let turn = number as f64 * 2.399_963;
        let way = 0.1 * size + 0.5 * brushes.brush.radius * at as f64;
        let (sin, cos) = libm::sincos(turn + 0.02 * at as f64);
        let middle = [
            0.5 * size + 0.3 * size * libm::cos(7.0 * turn),
            0.5 * size + 0.3 * size * libm::sin(5.0 * turn),
        ];
        Point {
            position: [middle[0] + (way - 0.1 * size) * cos, middle[1] + (way - 0.1 * size) * sin],
            pressure: 1.0,
        }
    };
    let brush = brushes.brush(recipe, 1500.0, false).expect("a brush");
    Stroke { brush, points: (0..points).map(place).collect() }
}

fn main() {
    let source = Source::new("alps.toml", ALPS);
    let recipe = Arc::new(Recipe::parse(source, nodes::registry()).expect("a preset"));
    let kinds = [Kind::Raise, Kind::Level, Kind::Smooth, Kind::Ledge, Kind::Noise];
    println!("| strokes below | one more point, mean | longest | height field | draft |");
    println!("|---:|---:|---:|---:|---:|");
    for below in [0, 20, 200] {
        let mut layer = EditedLayer::new(Surface::Plane);
        for number in 0..below {
            let brushes =
                BrushSet { kind: kinds[number % kinds.len()], ..BrushSet::new(recipe.domain.size, 2000.0) };
            layer.push(stroke(&recipe, &brushes, number, 12)).expect("a stroke");
        }
        let brushes = BrushSet { kind: Kind::Raise, ..BrushSet::new(recipe.domain.size, 2000.0) };
        let over = |layer: &EditedLayer| {
            let layers = Layers::from(layer.clone());
            let named = layers.recipe(&recipe);
            let images = layers.images(&named, Arc::new(NoImages));
            (named, images)
        };
        layer.push(stroke(&recipe, &brushes, 0, 1)).expect("a stroke");
        let (named, images) = over(&layer);
        let mut height_field = HeightField::new(&named, &*images, SAMPLES).expect("a ground");
        let (mut longest, mut ground, mut draft) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
        for points in 2..=POINTS {
            let begin = Instant::now();
            let version = layer.version();
            layer.extend_last(stroke(&recipe, &brushes, 0, points)).expect("a stroke");
            if let Since::Within(bounds) = layer.since(version) {
                let (named, images) = over(&layer);
                let changed = height_field.with_changed_strokes(&named, &*images, &bounds);
                height_field = changed.expect("a ground");
            }
            let built = begin.elapsed();
            let (style, sun, bounds) = (Style::Realistic, Sun::default(), GroundExtent::Endless);
            let shot = DraftShot {
                height_field: &height_field,
                recipe: &recipe,
                style,
                eye: &Eye::of(&recipe),
                sun,
                bounds,
                colour_range: None,
            };
            let picture = shot.draw(DRAFT);
            assert!(picture.is_some());
            let all = begin.elapsed();
            (ground, draft, longest) = (ground + built, draft + (all - built), longest.max(all));
        }
        let mean = |all: Duration| all.as_secs_f64() * 1e3 / (POINTS - 1) as f64;
        println!(
            "| {below} | {:.1} ms | {:.1} ms | {:.1} ms | {:.1} ms |",
            mean(ground + draft),
            longest.as_secs_f64() * 1e3,
            mean(ground),
            mean(draft)
        );
    }
    planet();
}

/// Drafts of a whole planet.
fn planet() {
    const TURNS: u32 = 20;
    let recipe = Recipe::parse(Source::new("terra.toml", TERRA), nodes::registry()).expect("a preset");
    let height_field = HeightField::new(&recipe, &NoImages, SAMPLES / 3 * 2).expect("a ground");
    let Eye::Globe(mut eye) = Eye::of(&recipe) else { unreachable!("it is a planet") };
    let begin = Instant::now();
    for _ in 0..TURNS {
        eye.longitude += 5.0;
        let (style, sun, bounds) = (Style::Realistic, Sun::default(), GroundExtent::Endless);
        let shot = DraftShot {
            height_field: &height_field,
            recipe: &recipe,
            style,
            eye: &Eye::Globe(eye),
            sun,
            bounds,
            colour_range: None,
        };
        assert!(shot.draw(DRAFT).is_some());
    }
    println!("terra: {:.1} ms per draft", begin.elapsed().as_secs_f64() * 1e3 / f64::from(TURNS));
}
