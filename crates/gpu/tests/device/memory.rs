//! Devices that run out of memory.

use orogen_engine::generate::Generator;
use orogen_engine::generate::tile::{Request, Version};
use orogen_engine::raster::Grid;
use orogen_gpu::Gpu;

use crate::land::{LAND, gpu};
use crate::tiles::{generator, is_right, replace, request, tiles};

/// Requests a tile while a number of allocations fail. Returns the maker of the tile.
fn made(gpu: &Gpu, generator: &dyn Generator, at: i64, refused: usize) -> String {
    gpu.fail_allocations(refused);
    generator.ask(request(at, 65, true), 0);
    let tile = tiles(generator, 1).remove(0);
    assert!(gpu.allocations_have_failed(), "fewer allocations were requested");
    is_right(&tile, LAND);
    tile.made_by.to_string()
}

/// The tile is tried once more, and then goes to the next maker. The device computes the tiles after it.
#[test]
fn a_tile_without_memory_is_tried_again_and_then_handed_on() {
    let gpu = gpu();
    let generator = generator(gpu.clone(), LAND);
    let device = gpu.name().to_owned();
    let by = [0, 1, 2, 0, 2, 1].into_iter().enumerate();
    let by: Vec<_> = by.map(|(at, refused)| made(&gpu, &generator, at as i64, refused)).collect();
    assert_eq!(by, [&device, &device, "cpu", &device, "cpu", &device]);
    assert_eq!(generator.state().passed_over, []);
}

/// If memory runs out while many tiles are computed, only one tile goes to the next maker.
#[test]
fn a_tile_without_memory_does_not_delay_others() {
    let gpu = gpu();
    let generator = generator(gpu.clone(), LAND);
    for at in 0..20 {
        generator.ask(request(at, 129, true), 0);
    }
    let mut all = tiles(&generator, 0);
    while all.len() < 3 {
        all.extend(generator.take().into_iter().map(|answer| answer.tile.unwrap()));
    }
    // There are two cases. Either a later tile fails once, all tiles restart, and the first tile fails twice. Or the first tile
    // fails twice, and then another tile fails once.
    gpu.fail_allocations(3);
    all.extend(tiles(&generator, 20 - all.len()));
    assert!(gpu.allocations_have_failed());
    all.iter().for_each(|tile| is_right(tile, LAND));
    assert_eq!(all.iter().filter(|tile| &*tile.made_by == "cpu").count(), 1);
    assert_eq!(generator.state().passed_over, []);
}

/// A recipe that did not fit in memory can be requested again later.
#[test]
fn a_recipe_without_memory_is_tried_again_too() {
    let gpu = gpu();
    let generator = generator(gpu.clone(), LAND);
    tiles_of(&generator, Version(0));
    let device = gpu.name().to_owned();
    for (refused, maker) in [(1, &*device), (2, "cpu"), (0, &device)] {
        gpu.fail_allocations(refused);
        let version = replace(&generator, LAND);
        tiles_of(&generator, version);
        assert!(gpu.allocations_have_failed(), "fewer allocations were requested");
        assert_eq!(made(&gpu, &generator, 0, 0), maker, "{refused}");
        let state = generator.state();
        let reasons: Vec<_> =
            state.passed_over.iter().map(|over| (over.reason.as_str(), over.lost)).collect();
        let expected = [("the graphics device is out of memory", false)];
        assert_eq!(reasons, expected[..usize::from(maker == "cpu")]);
    }
}

/// Another level of detail of a recipe in use.
#[test]
fn a_level_without_memory_is_tried_again_too() {
    let gpu = gpu();
    let generator = generator(gpu.clone(), LAND);
    made(&gpu, &generator, 0, 0);
    let by: Vec<_> = [(20.0, 1), (40.0, 2), (40.0, 0)]
        .into_iter()
        .enumerate()
        .map(|(at, (spacing, refused))| {
            gpu.fail_allocations(refused);
            let grid = request(at as i64, 65, true).place.grid().unwrap();
            generator.ask(Request::new(Grid { spacing, ..grid }, true), 0);
            let tile = tiles(&generator, 1).remove(0);
            is_right(&tile, LAND);
            tile.made_by.to_string()
        })
        .collect();
    assert_eq!(by, [gpu.name(), "cpu", gpu.name()]);
}

/// Waits until a version is in use.
fn tiles_of(generator: &dyn Generator, version: Version) {
    while generator.state().version != Some(version) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}
