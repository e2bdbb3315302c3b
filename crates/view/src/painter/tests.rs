use std::ops::ControlFlow;

use orogen::image::NoImages;
use orogen::recipe::Source;
use orogen_gpu::Choice;

use super::*;
use crate::{Camera, Lens, Survey};

fn painter(name: &str) -> Painter {
    let path = format!("{}/../../recipes/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let source = Source::new(name, std::fs::read_to_string(path).unwrap());
    let recipe = Recipe::parse(source, orogen::nodes::registry()).unwrap();
    let gpu = crate::open(&Choice::Gpu).expect("install mesa-vulkan-drivers");
    Painter::new(gpu, Arc::new(recipe), Arc::new(NoImages)).unwrap()
}

/// Over the alps, at a place on the way north; and the levels of the tiles that are drawn at places along the way.
fn seen(painter: &mut Painter, y: f64) -> (Survey, Vec<Option<i32>>) {
    let camera =
        Camera::new([8000.0, y, 3300.0], [8000.0, y - 5000.0, 1500.0], Lens::Perspective { degrees: 50.0 });
    let mut shot = Shot::new(camera.unwrap());
    shot.size = [192, 108];
    let survey = painter.survey(&shot, &mut crate::Progress::unwatched).unwrap();
    let level = |y: f64| {
        let holds =
            |tile: &&crate::mesh::Address| **tile == crate::mesh::Address::at(tile.level, [8000.0, y]);
        painter.mesh.drawn().iter().find(holds).map(|tile| tile.level)
    };
    (survey, (0..40).map(|place| level(12_500.0 - 250.0 * f64::from(place))).collect())
}

/// Where tiles are exchanged for those of another level, as the eye moves by less than a hair, the picture does not
/// change: vertices have moved onto the next level's mesh by then. If they did not, some would jump by several metres.
#[test]
fn nothing_pops() {
    let mut painter = painter("alps");
    let mut exchanges = 0;
    for step in 0..14 {
        let [mut low, mut high] = [0.0, 150.0].map(|above| 13_000.0 + 150.0 * f64::from(step) + above);
        let first = seen(&mut painter, low).1;
        if seen(&mut painter, high).1 == first {
            continue;
        }
        while high - low > 1e-4 {
            let middle = f64::midpoint(low, high);
            if seen(&mut painter, middle).1 == first { low = middle } else { high = middle }
        }
        let ((before, _), (after, levels)) = (seen(&mut painter, low), seen(&mut painter, high));
        assert_ne!(levels, first);
        exchanges += 1;
        let jumps = before.depth.iter().zip(&after.depth).map(|(a, b)| (a - b).abs() / a.max(1.0));
        // A pixel on the edge of a mountain may take that mountain or the one behind.
        let jumped = jumps.filter(|&jump| jump > 1e-4).count();
        assert!(jumped <= 4, "{jumped} of {} pixels at y = {low} m", before.depth.len());
    }
    assert!(exchanges >= 3, "{exchanges}");
}

/// From two metres above the ground a large picture takes more tiles than a buffer holds, and has no holes for that; and
/// drawn in parts it is the same, but for edges of hills that a rounding moves by a pixel.
#[test]
fn large_pictures_are_whole() {
    let mut painter = painter("hills");
    let ground = painter.ground.sample(3000.0, 3000.0).height;
    let eye = [3000.0, 3000.0, ground + 2.0];
    let camera = Camera::new(eye, [3400.0, 3000.0, ground - 30.0], Lens::Perspective { degrees: 40.0 });
    let mut shot = Shot::new(camera.unwrap());
    shot.size = [1920, 1080];
    let whole = painter.survey(&shot, &mut crate::Progress::unwatched).unwrap();
    assert!(painter.mesh.drawn().len() > 2048, "{}", painter.mesh.drawn().len());
    let below = &whole.depth[1920 * 800..];
    assert!(
        below.iter().all(|&depth| depth > 0.0),
        "{}",
        below.iter().filter(|&&depth| depth <= 0.0).count()
    );
    painter.window = 500;
    let parts = painter.survey(&shot, &mut crate::Progress::unwatched).unwrap();
    let other =
        whole.depth.iter().zip(&parts.depth).filter(|(a, b)| (*a - *b).abs() > 2e-3 * a.max(1.0)).count();
    assert!(other < whole.depth.len() / 1000, "{other}");
}

/// An eye that rises sees further than before, and tiles that were the coarsest have parents: the picture is that of a
/// painter who has seen nothing before.
#[test]
fn what_was_seen_before_does_not_show() {
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
    let mut used = painter("alps");
    used.survey(&shot(3600.0), &mut crate::Progress::unwatched).unwrap();
    let high = shot(12_000.0);
    let again = used.survey(&high, &mut crate::Progress::unwatched).unwrap();
    assert!(again == painter("alps").survey(&high, &mut crate::Progress::unwatched).unwrap());
}

/// In a flight only what comes into sight is made, and every picture is that of a painter who has seen nothing before:
/// light and materials too.
#[test]
fn what_was_lit_before_does_not_show() {
    let shot = |[x, y, height]: [f64; 3]| {
        // Both edges at which ground comes in are seen.
        let target = [x + 2000.0, y - 2000.0, height - 700.0];
        let camera = Camera::new([x, y, height], target, Lens::Perspective { degrees: 50.0 });
        let mut shot = Shot::new(camera.unwrap());
        (shot.size, shot.samples) = ([96, 54], 2);
        shot
    };
    let mut used = painter("alps");
    for eye in [[4000.0, 12_000.0, 3600.0], [5000.0, 11_500.0, 3560.0], [6500.0, 9000.0, 3300.0]] {
        used.paint(&shot(eye), &mut crate::Progress::unwatched).unwrap();
    }
    let last = shot([8000.0, 8000.0, 3280.0]);
    let again = used.paint(&last, &mut crate::Progress::unwatched).unwrap();
    assert!(again.light == painter("alps").paint(&last, &mut crate::Progress::unwatched).unwrap().light);
}

/// A recipe that takes the place of another is painted as by a painter who has seen nothing before; one that is refused
/// leaves the one before.
#[test]
fn a_recipe_takes_the_place_of_another() {
    let camera =
        Camera::new([4000.0, 4000.0, 3000.0], [4500.0, 1000.0, 500.0], Lens::Perspective { degrees: 50.0 });
    let shot = Shot { size: [96, 54], samples: 2, ..Shot::new(camera.unwrap()) };
    let mut used = painter("alps");
    used.paint(&shot, &mut crate::Progress::unwatched).unwrap();
    let mut fresh = painter("hills");
    used.replace(Arc::clone(&fresh.recipe), Arc::new(NoImages)).unwrap();
    let expected = fresh.paint(&shot, &mut crate::Progress::unwatched).unwrap();
    assert!(used.paint(&shot, &mut crate::Progress::unwatched).unwrap() == expected);
    let path = format!("{}/../../recipes/luna.toml", env!("CARGO_MANIFEST_DIR"));
    let source = Source::new("luna", std::fs::read_to_string(path).unwrap());
    let planet = Arc::new(Recipe::parse(source, orogen::nodes::registry()).unwrap());
    assert!(used.replace(planet, Arc::new(NoImages)).is_err());
    assert!(used.paint(&shot, &mut crate::Progress::unwatched).unwrap() == expected);
}

/// Whoever has enough is heard at every step, and the next picture is as if there had been none before.
#[test]
fn a_painter_that_is_stopped_paints_again() {
    let camera =
        Camera::new([4000.0, 4000.0, 3000.0], [4500.0, 1000.0, 500.0], Lens::Perspective { degrees: 50.0 });
    let shot = Shot { size: [96, 54], samples: 3, ..Shot::new(camera.unwrap()) };
    let expected = painter("hills").paint(&shot, &mut Progress::unwatched).unwrap();
    let mut used = painter("hills");
    let mut stops = [0; 3];
    for steps in (0..4).chain([20, 60]) {
        let mut left = steps;
        let mut kind = 0;
        let watch = &mut |step| {
            kind = match step {
                Progress::Surroundings => 0,
                Progress::Tiles { .. } => 1,
                Progress::Samples { .. } => 2,
            };
            left -= 1;
            if left < 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match used.paint(&shot, watch) {
            Err(ViewError::Stopped) => stops[kind] += 1,
            picture => assert!(picture.unwrap() == expected),
        }
    }
    // Tiles are there by then: of the first steps to the light there are few.
    let light = &mut |step| match step {
        Progress::Samples { done: 2, .. } => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    assert!(matches!(used.paint(&shot, light), Err(ViewError::Stopped)));
    assert!(stops[0] > 0 && stops[1] > 0, "{stops:?}");
    assert!(used.paint(&shot, &mut Progress::unwatched).unwrap() == expected);
}
