//! How long what follows a hand takes while a stroke is drawn: with few strokes below it, and with hundreds; and while a planet with
//! clouds is turned.
//!
//! Each step is what is done between two frames: the stroke is a point longer, the raster of the ground is brought up to date
//! under it, and the draft is drawn from that. All of it happens on threads of its own; a window shows the draft when it is there.

use std::sync::Arc;
use std::time::{Duration, Instant};

use orogen::image::NoImages;
use orogen::nodes;
use orogen::recipe::{Recipe, Source};
use orogen_strokes::stroke::{Ground, Point, Stroke};
use orogen_studio::eye::Eye;
use orogen_studio::relief::Relief;
use orogen_studio::sculpture::{Kind, Kit, Sculpture, Since};
use orogen_studio::sketch::Sketch;
use orogen_view::{Bounds, Style, Sun};

const ALPS: &str = include_str!("../../../recipes/alps.toml");
const TERRA: &str = include_str!("../../../recipes/terra.toml");

/// As in the program.
const SAMPLES: usize = 449;
const DRAFT: [usize; 2] = [274, 300];

/// Points of the stroke that is drawn.
const POINTS: usize = 60;

/// A stroke through the domain: the `number`th, on a way of its own.
fn stroke(recipe: &Recipe, kit: &Kit, number: usize, points: usize) -> Stroke {
    let size = recipe.domain.size;
    let place = |at: usize| {
        let turn = number as f64 * 2.399_963;
        let way = 0.1 * size + 0.5 * kit.brush.radius * at as f64;
        let (sin, cos) = libm::sincos(turn + 0.02 * at as f64);
        let middle = [
            0.5 * size + 0.3 * size * libm::cos(7.0 * turn),
            0.5 * size + 0.3 * size * libm::sin(5.0 * turn),
        ];
        Point {
            place: [middle[0] + (way - 0.1 * size) * cos, middle[1] + (way - 0.1 * size) * sin],
            pressure: 1.0,
        }
    };
    let brush = kit.brush(recipe, 1500.0, false).expect("a brush");
    Stroke { brush, points: (0..points).map(place).collect() }
}

fn main() {
    let source = Source::new("alps.toml", ALPS);
    let recipe = Arc::new(Recipe::parse(source, nodes::registry()).expect("a preset"));
    let kinds = [Kind::Raise, Kind::Level, Kind::Smooth, Kind::Ledge, Kind::Noise];
    println!("| strokes below | a point more, mean | the longest | of this the ground | the draft |");
    println!("|---:|---:|---:|---:|---:|");
    for below in [0, 20, 200] {
        let mut sculpture = Sculpture::new(Ground::Plane);
        for number in 0..below {
            let kit = Kit { kind: kinds[number % kinds.len()], ..Kit::new(recipe.domain.size, 2000.0) };
            sculpture.push(stroke(&recipe, &kit, number, 12)).expect("a stroke");
        }
        let kit = Kit { kind: Kind::Raise, ..Kit::new(recipe.domain.size, 2000.0) };
        let images = |sculpture: &Sculpture| sculpture.images(Arc::new(NoImages));
        sculpture.push(stroke(&recipe, &kit, 0, 1)).expect("a stroke");
        let mut relief =
            Relief::new(&sculpture.recipe(&recipe), &*images(&sculpture), SAMPLES).expect("a ground");
        let (mut longest, mut ground, mut draft) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
        for points in 2..=POINTS {
            let begin = Instant::now();
            let version = sculpture.version();
            sculpture.grow(stroke(&recipe, &kit, 0, points)).expect("a stroke");
            if let Since::Within(bounds) = sculpture.since(version) {
                relief = relief
                    .sculpted(&sculpture.recipe(&recipe), &*images(&sculpture), &bounds)
                    .expect("a ground");
            }
            let made = begin.elapsed();
            let (style, sun, bounds) = (Style::Realistic, Sun::default(), Bounds::Endless);
            let sketch =
                Sketch { relief: &relief, recipe: &recipe, style, eye: &Eye::of(&recipe), sun, bounds };
            let picture = sketch.draw(DRAFT);
            assert!(picture.is_some());
            let all = begin.elapsed();
            (ground, draft, longest) = (ground + made, draft + (all - made), longest.max(all));
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

/// Drafts of a planet, all of it before the eye.
fn planet() {
    const TURNS: u32 = 20;
    let recipe = Recipe::parse(Source::new("terra.toml", TERRA), nodes::registry()).expect("a preset");
    let relief = Relief::new(&recipe, &NoImages, SAMPLES / 3 * 2).expect("a ground");
    let Eye::Globe(mut eye) = Eye::of(&recipe) else { unreachable!("it is a planet") };
    let begin = Instant::now();
    for _ in 0..TURNS {
        eye.longitude += 5.0;
        let (style, sun, bounds) = (Style::Realistic, Sun::default(), Bounds::Endless);
        let sketch = Sketch { relief: &relief, recipe: &recipe, style, eye: &Eye::Globe(eye), sun, bounds };
        assert!(sketch.draw(DRAFT).is_some());
    }
    println!("terra: {:.1} ms a draft", begin.elapsed().as_secs_f64() * 1e3 / f64::from(TURNS));
}
