//! Tiles of a generator with a device.

use std::sync::Arc;
use std::time::{Duration, Instant};

use orogen_engine::generate::Generator;
use orogen_engine::generate::cpu::CpuMaker;
use orogen_engine::generate::dispatcher::Dispatcher;
use orogen_engine::generate::tile::{Answer, Request, Tile, Version};
use orogen_engine::image::NoImages;
use orogen_engine::raster::Grid;
use orogen_gpu::{Gpu, GpuMaker};

use crate::clock::Clock;
use crate::harness::{agree, by_processor, largest, recipe, terrain};
use crate::land::{LAND, gpu};
use crate::large::large;

/// A generator that prefers the device.
pub(crate) fn generator(gpu: Gpu, text: &str) -> Dispatcher {
    let cpu = CpuMaker::new(CpuMaker::spare_threads()).unwrap();
    let makers = vec![Box::new(GpuMaker::new(gpu).unwrap()) as _, Box::new(cpu) as _];
    Dispatcher::new(Arc::new(recipe(text)), Arc::new(NoImages), makers, 64 << 20).unwrap()
}

pub(crate) fn replace(generator: &dyn Generator, text: &str) -> Version {
    generator.replace(Arc::new(recipe(text)), Arc::new(NoImages))
}

/// Tile number `at` of a row, with 10 m between samples.
pub(crate) fn request(at: i64, side: usize, slopes: bool) -> Request {
    let grid = Grid { first_column: at * (side as i64 - 1), first_row: -9, ..Grid::square(side, 10.0) };
    Request::new(grid, slopes)
}

/// Waits for this number of answers. The test fails if they do not arrive.
fn answers(generator: &dyn Generator, count: usize) -> Vec<Answer> {
    let (start, mut all) = (Instant::now(), Vec::new());
    while all.len() < count {
        all.extend(generator.take());
        assert!(start.elapsed() < Duration::from_secs(120), "{} of {count} answers", all.len());
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(all.len(), count);
    all
}

pub(crate) fn tiles(generator: &dyn Generator, count: usize) -> Vec<Arc<Tile>> {
    answers(generator, count).into_iter().map(|answer| answer.tile.unwrap()).collect()
}

#[track_caller]
pub(crate) fn is_right(tile: &Tile, text: &str) {
    let grid = tile.request.place.grid().unwrap();
    let terrain = terrain(text, grid.spacing);
    let expected = by_processor(&terrain, grid, false);
    agree(&tile.planes.height, &expected.height, 2e-6 * (terrain.interval().max - terrain.interval().min));
    if tile.request.slopes {
        agree(&tile.planes.dx, &expected.dx, 1e-4 * largest(&expected.dx));
        agree(&tile.planes.dy, &expected.dy, 1e-4 * largest(&expected.dy));
    }
}

/// Requests more tiles than are accepted at once. They have several sizes and two levels of detail, with and without slopes;
/// one tile has many pieces.
#[test]
fn tiles_are_right_and_fit_together() {
    let gpu = gpu();
    let name = gpu.name().to_owned();
    let generator = generator(gpu, LAND);
    let (side, count) = (65, 12);
    for at in 0..count {
        generator.ask(request(at, side, at % 3 > 0), 0);
    }
    let wide = Request::new(Grid { columns: 2500, rows: 120, ..Grid::square(1, 10.0) }, true);
    let coarse = Request::new(Grid::square(65, 20.0), true);
    for request in [wide, coarse] {
        generator.ask(request, 0);
    }
    let mut made = tiles(&generator, count as usize + 2);
    for tile in &made {
        assert_eq!((&*tile.made_by, tile.version), (&*name, Version(0)));
        is_right(tile, LAND);
    }
    let grid = |tile: &Tile| tile.request.place.grid().unwrap();
    made.retain(|tile| grid(tile).columns == side && grid(tile).spacing == 10.0);
    made.sort_by_key(|tile| grid(tile).first_column);
    for pair in made.windows(2) {
        let column =
            |tile: &Tile, x: usize| (0..side).map(|y| tile.planes.height[y * side + x]).collect::<Vec<_>>();
        assert!(column(&pair[0], side - 1) == column(&pair[1], 0), "neighbours differ");
    }
}

/// A recipe with another graph is compiled first, and replaces the old recipe when its shader is ready. A recipe with other
/// numbers takes effect at once.
#[test]
fn old_tiles_come_until_the_new_shader_is_ready() {
    let generator = generator(gpu(), LAND);
    generator.ask(request(0, 33, true), 0);
    tiles(&generator, 1);
    let other = LAND.replace("swiss", "jordan").replace("octaves = 8", "octaves = 12");
    let version = replace(&generator, &other);
    let mut old = 0;
    loop {
        generator.ask(request(1 + old, 33, true), 0);
        let tile = tiles(&generator, 1).remove(0);
        if tile.version == version {
            is_right(&tile, &other);
            break;
        }
        old += 1;
        is_right(&tile, LAND);
    }
    // The time of the first new tile depends on the driver, since software drivers compile when the shader runs.
    assert!(old > 1, "{old} old tiles");
    let moved = other.replace("gain = 0.5", "gain = 0.55");
    let version = replace(&generator, &moved);
    while generator.state().version != Some(version) {
        std::thread::sleep(Duration::from_millis(1));
    }
    generator.ask(request(0, 33, true), 0);
    is_right(&tiles(&generator, 1)[0], &moved);
}

/// After the device is lost, the processor computes the tiles in flight and all later tiles.
#[test]
fn a_lost_device_costs_no_tile() {
    let gpu = gpu();
    let name = gpu.name().to_owned();
    let generator = generator(gpu.clone(), LAND);
    generator.ask(request(0, 65, true), 0);
    assert_eq!(&*tiles(&generator, 1)[0].made_by, name);
    for at in 1..40 {
        generator.ask(request(at, 65, true), 0);
    }
    let mut made = tiles(&generator, 0);
    while made.len() < 3 {
        made.extend(generator.take().into_iter().map(|answer| answer.tile.unwrap()));
    }
    gpu.lose();
    made.extend(tiles(&generator, 39 - made.len()));
    made.iter().for_each(|tile| is_right(tile, LAND));
    assert!(
        made.iter().any(|tile| *tile.made_by == *name) && made.iter().any(|tile| &*tile.made_by == "cpu")
    );
    let state = generator.state();
    assert!(state.passed_over[0].lost && state.passed_over[0].reason.contains("lost"), "{state:?}");
    assert_eq!(state.maker.as_deref(), Some("cpu"));
    replace(&generator, &LAND.replace("900.0", "500.0"));
    generator.ask(request(0, 65, true), 0);
    tiles(&generator, 1);
}

/// The reason is reported, and tiles still come.
#[test]
fn the_processor_computes_what_the_device_cannot() {
    let generator = generator(gpu(), &large());
    generator.ask(request(0, 33, true), 0);
    assert_eq!(&*tiles(&generator, 1)[0].made_by, "cpu");
    let state = generator.state();
    assert!(!state.passed_over[0].lost, "{state:?}");
    assert!(state.passed_over[0].reason.contains("the terrain is too large"), "{state:?}");
    // The device computes the next recipe again.
    replace(&generator, LAND);
    while generator.state().version != Some(Version(1)) {
        std::thread::sleep(Duration::from_millis(1));
    }
    generator.ask(request(0, 33, true), 0);
    assert_ne!(&*tiles(&generator, 1)[0].made_by, "cpu");
}

/// A frame has 16 ms. A call that requests, cancels and takes tiles may take 2 ms.
#[test]
fn no_frame_waits() {
    const MOST: Duration = Duration::from_millis(2);
    let generator = generator(gpu(), LAND);
    let (mut tickets, mut answered, mut clock) = (Vec::new(), 0, Clock::default());
    for frame in 0..180_i64 {
        if frame % 60 == 0 {
            for at in 0..64 {
                let request = request(64 * frame + at, 129, true);
                tickets.push(clock.time("ask", || generator.ask(request, at as i32)));
            }
        }
        if frame % 60 == 1 {
            tickets.drain(..16).for_each(|ticket| clock.time("cancel", || generator.cancel(ticket)));
        }
        if frame == 30 {
            let recipe = Arc::new(recipe(&LAND.replace("octaves = 8", "octaves = 7")));
            clock.time("replace", || generator.replace(recipe, Arc::new(NoImages)));
        }
        answered += clock.time("take", || generator.take()).len();
        clock.time("state", || drop(generator.state()));
        std::thread::sleep(Duration::from_micros(16_667));
    }
    println!("{answered} tiles, longest call {:?} ({}) of {}", clock.longest, clock.which, clock.calls);
    assert!(clock.longest <= MOST, "`{}` had to wait for {:?}", clock.which, clock.longest);
    assert!(answered > 0);
}

/// Threads end when their owner is dropped, even if they are busy.
#[test]
fn a_generator_is_dropped_while_it_is_busy() {
    for wait in [0, 5, 300] {
        let generator = generator(gpu(), LAND);
        for at in 0..100 {
            generator.ask(request(at, 129, true), 0);
        }
        std::thread::sleep(Duration::from_millis(wait));
        drop(generator);
    }
}
