use std::ops::ControlFlow;

use orogen_engine::image::NoImages;
use orogen_engine::recipe::Source;
use orogen_engine::terrain::Drafts;
use orogen_gpu::Choice;

use super::*;
use crate::{Atmosphere, Camera, Lens, Sun};

/// A renderer of a draft of a preset, whose erosion takes a fraction of the time.
fn renderer(name: &str) -> Renderer {
    let path = format!("{}/../orogen/recipes/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let source = Source::new(name, std::fs::read_to_string(path).unwrap());
    let recipe = Recipe::parse(source, orogen_engine::nodes::registry()).unwrap();
    let gpu = crate::open(&Choice::Gpu).expect("install mesa-vulkan-drivers");
    Renderer::new(gpu, Arc::new(recipe), Arc::new(Drafts(NoImages))).unwrap()
}

/// A view over the Alps on a flight to the north.
fn northward(y: f64) -> Shot {
    let camera =
        Camera::new([8000.0, y, 3300.0], [8000.0, y - 5000.0, 1500.0], Lens::Perspective { degrees: 50.0 });
    let mut shot = Shot::new(camera.unwrap());
    shot.size = [192, 108];
    shot
}

/// The levels of the tiles along this flight.
fn levels(renderer: &mut Renderer, y: f64) -> Vec<Option<i32>> {
    renderer.prepare(&northward(y), &mut crate::Progress::ignore).unwrap();
    let level = |y: f64| {
        let holds =
            |tile: &&crate::mesh::Address| **tile == crate::mesh::Address::at(tile.level, [8000.0, y]);
        renderer.mesh.drawn().iter().find(holds).map(|tile| tile.level)
    };
    (0..40).map(|position| level(12_500.0 - 250.0 * f64::from(position))).collect()
}

/// If the eye moves by a tiny distance and the level of a tile changes, the picture does not change, because the vertices
/// have already morphed. Otherwise some vertices would jump by several metres.
#[test]
fn nothing_pops() {
    let mut renderer = renderer("alps");
    let mut exchanges = 0;
    for step in 0..14 {
        let [mut low, mut high] = [0.0, 150.0].map(|above| 13_000.0 + 150.0 * f64::from(step) + above);
        let first = levels(&mut renderer, low);
        if levels(&mut renderer, high) == first {
            continue;
        }
        while high - low > 1e-4 {
            let middle = f64::midpoint(low, high);
            if levels(&mut renderer, middle) == first { low = middle } else { high = middle }
        }
        let [before, after] =
            [low, high].map(|y| renderer.ground_buffer(&northward(y), &mut crate::Progress::ignore).unwrap());
        assert_ne!(levels(&mut renderer, high), first);
        exchanges += 1;
        let jumps = before.depth.iter().zip(&after.depth).map(|(a, b)| (a - b).abs() / a.max(1.0));
        // A pixel on the edge of a mountain may show that mountain or the one behind.
        let jumped = jumps.filter(|&jump| jump > 1e-4).count();
        assert!(jumped <= 4, "{jumped} of {} pixels at y = {low} m", before.depth.len());
    }
    assert!(exchanges >= 3, "{exchanges}");
}

/// From two metres above the ground, a large picture needs more tiles than a buffer holds, and has no holes.
/// The picture drawn in regions is the same, except for edges that rounding moves by a pixel.
#[test]
fn large_pictures_are_complete() {
    let mut renderer = renderer("hills");
    let ground = renderer.ground.sample(3000.0, 3000.0).height;
    let eye = [3000.0, 3000.0, ground + 2.0];
    let camera = Camera::new(eye, [3400.0, 3000.0, ground - 30.0], Lens::Perspective { degrees: 40.0 });
    let mut shot = Shot::new(camera.unwrap());
    shot.size = [1920, 1080];
    let whole = renderer.ground_buffer(&shot, &mut crate::Progress::ignore).unwrap();
    assert!(renderer.mesh.drawn().len() > 2048, "{}", renderer.mesh.drawn().len());
    let below = &whole.depth[1920 * 800..];
    assert!(
        below.iter().all(|&depth| depth > 0.0),
        "{}",
        below.iter().filter(|&&depth| depth <= 0.0).count()
    );
    renderer.max_region = 500;
    let parts = renderer.ground_buffer(&shot, &mut crate::Progress::ignore).unwrap();
    let other =
        whole.depth.iter().zip(&parts.depth).filter(|(a, b)| (*a - *b).abs() > 2e-3 * a.max(1.0)).count();
    assert!(other < whole.depth.len() / 1000, "{other}");
}

/// A picture in another air equals that of a new renderer.
#[test]
fn earlier_air_does_not_show() {
    let camera =
        Camera::new([1000.0, 1000.0, 900.0], [2000.0, 2000.0, 500.0], Lens::Perspective { degrees: 50.0 });
    let shot = |air| Shot { air, size: [48, 27], samples: 1, ..Shot::new(camera.clone().unwrap()) };
    let mut used = renderer("hills");
    let mars = used.render(&shot(Atmosphere::MARS), &mut crate::Progress::ignore).unwrap();
    let earth = used.render(&shot(Atmosphere::EARTH), &mut crate::Progress::ignore).unwrap();
    assert!(mars.light != earth.light);
    assert!(used.render(&shot(Atmosphere::MARS), &mut crate::Progress::ignore).unwrap() == mars);
    let fresh = renderer("hills").render(&shot(Atmosphere::EARTH), &mut crate::Progress::ignore).unwrap();
    assert!(earth == fresh);
}

/// A rising eye sees farther, and the coarsest tiles get parents. The picture equals that of a new renderer.
#[test]
fn earlier_ground_does_not_show() {
    let shot = |height: f64| {
        let camera = Camera::new(
            [8000.0, 8000.0, height],
            [8000.0, 4000.0, height - 2500.0],
            Lens::Perspective { degrees: 50.0 },
        );
        let mut shot = Shot::new(camera.unwrap());
        shot.size = [192, 108];
        shot
    };
    let mut used = renderer("alps");
    used.ground_buffer(&shot(3600.0), &mut crate::Progress::ignore).unwrap();
    let high = shot(12_000.0);
    let again = used.ground_buffer(&high, &mut crate::Progress::ignore).unwrap();
    assert!(again == renderer("alps").ground_buffer(&high, &mut crate::Progress::ignore).unwrap());
}

/// In a flight, only ground that comes into view is loaded. Every picture equals that of a new renderer, including light and
/// materials.
#[test]
fn earlier_light_does_not_show() {
    let shot = |[x, y, height]: [f64; 3]| {
        // Both edges at which ground comes into view are visible.
        let target = [x + 2000.0, y - 2000.0, height - 700.0];
        let camera = Camera::new([x, y, height], target, Lens::Perspective { degrees: 50.0 });
        let mut shot = Shot::new(camera.unwrap());
        (shot.size, shot.samples) = ([96, 54], 2);
        shot
    };
    let mut used = renderer("alps");
    for eye in [[4000.0, 12_000.0, 3600.0], [5000.0, 11_500.0, 3560.0], [6500.0, 9000.0, 3300.0]] {
        used.render(&shot(eye), &mut crate::Progress::ignore).unwrap();
    }
    let last = shot([8000.0, 8000.0, 3280.0]);
    let again = used.render(&last, &mut crate::Progress::ignore).unwrap();
    assert!(again.light == renderer("alps").render(&last, &mut crate::Progress::ignore).unwrap().light);
}

/// A replaced recipe renders as with a new renderer. If a recipe is rejected, the previous recipe stays.
#[test]
fn a_replaced_recipe_renders_as_new() {
    let camera =
        Camera::new([4000.0, 4000.0, 3000.0], [4500.0, 1000.0, 500.0], Lens::Perspective { degrees: 50.0 });
    let shot = Shot { size: [96, 54], samples: 2, ..Shot::new(camera.unwrap()) };
    let mut used = renderer("alps");
    used.render(&shot, &mut crate::Progress::ignore).unwrap();
    let mut fresh = renderer("hills");
    used.replace(Arc::clone(&fresh.recipe), Arc::new(Drafts(NoImages))).unwrap();
    let expected = fresh.render(&shot, &mut crate::Progress::ignore).unwrap();
    assert!(used.render(&shot, &mut crate::Progress::ignore).unwrap() == expected);
    let path = format!("{}/../orogen/recipes/luna.toml", env!("CARGO_MANIFEST_DIR"));
    let source = Source::new("luna", std::fs::read_to_string(path).unwrap());
    let planet = Arc::new(Recipe::parse(source, orogen_engine::nodes::registry()).unwrap());
    assert!(used.replace(planet, Arc::new(Drafts(NoImages))).is_err());
    assert!(used.render(&shot, &mut crate::Progress::ignore).unwrap() == expected);
}

/// A renderer can be stopped at every step, and renders the next picture unchanged.
#[test]
fn a_stopped_renderer_can_render_again() {
    let camera =
        Camera::new([4000.0, 4000.0, 3000.0], [4500.0, 1000.0, 500.0], Lens::Perspective { degrees: 50.0 });
    let shot = Shot { size: [96, 54], samples: 3, ..Shot::new(camera.unwrap()) };
    let expected = renderer("hills").render(&shot, &mut Progress::ignore).unwrap();
    let mut used = renderer("hills");
    let mut stops = [0; 3];
    for steps in (0..4).chain([20, 60]) {
        let mut left = steps;
        let mut kind = 0;
        let progress = &mut |step| {
            kind = match step {
                Progress::Surroundings => 0,
                Progress::Tiles { .. } => 1,
                Progress::Samples { .. } => 2,
            };
            left -= 1;
            if left < 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match used.render(&shot, progress) {
            Err(ViewError::Stopped) => stops[kind] += 1,
            picture => assert!(picture.unwrap() == expected),
        }
    }
    // The tiles are already loaded, so few steps remain until the first sample.
    let light = &mut |step| match step {
        Progress::Samples { done: 2, .. } => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    assert!(matches!(used.render(&shot, light), Err(ViewError::Stopped)));
    assert!(stops[0] > 0 && stops[1] > 0, "{stops:?}");
    assert!(used.render(&shot, &mut Progress::ignore).unwrap() == expected);
}

/// Slopes that face a low sun would be far brighter than white with the exposure of level ground.
#[test]
fn pictures_are_metered() {
    let mut renderer = renderer("alps");
    let camera =
        Camera::new([8000.0, 9000.0, 4200.0], [8000.0, 5000.0, 1500.0], Lens::Perspective { degrees: 50.0 });
    let sun = Sun { azimuth: 180.0, elevation: 3.0 };
    let shot = Shot { sun, style: Style::Clay, size: [96, 54], ..Shot::new(camera.unwrap()) };
    let progress = &mut crate::Progress::ignore;
    let picture = renderer.render(&shot, progress).unwrap();
    let view = renderer.prepare(&shot, progress).unwrap();
    let whole = Region { first: [0; 2], size: shot.size };
    let incident = renderer.meter.exposure(&renderer.sky, &view.frame(0, whole)).unwrap();
    assert!(picture.exposure < 0.8 * incident, "{} of {incident}", picture.exposure);
    assert_eq!(picture.exposure, crate::metered(&picture.light, incident));
    let map = renderer.render(&Shot { style: Style::Map, ..shot }, progress).unwrap();
    assert_eq!(map.exposure, incident, "a map keeps the colours of its legend");
}
