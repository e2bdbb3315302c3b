//! Devices that run out of memory.

use orogen::generate::Generator;
use orogen::generate::tile::{Request, Version};
use orogen::raster::Grid;
use orogen_gpu::Gpu;

use crate::land::{LAND, gpu};
use crate::tiles::{generator, is_right, replace, request, tiles};

/// Asks for a tile while the device refuses memory so many times, and says who made it.
fn made(gpu: &Gpu, generator: &dyn Generator, at: i64, refused: usize) -> String {
    gpu.starve(refused);
    generator.ask(request(at, 65, true), 0);
    let tile = tiles(generator, 1).remove(0);
    assert!(gpu.is_fed(), "it had memory enough");
    is_right(&tile, LAND);
    tile.made_by.to_string()
}

/// The tile is tried once more, and goes to the next maker after that; those that follow are the device's again.
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

/// Of many at once, no more is lost than has to be.
#[test]
fn a_tile_without_memory_is_in_nobodys_way() {
    let gpu = gpu();
    let generator = generator(gpu.clone(), LAND);
    for at in 0..20 {
        generator.ask(request(at, 129, true), 0);
    }
    let mut all = tiles(&generator, 0);
    while all.len() < 3 {
        all.extend(generator.take().into_iter().map(|answer| answer.tile.unwrap()));
    }
    // Of some tile once, and then of the first, with which all begins anew, twice; or of the first at once.
    gpu.starve(3);
    all.extend(tiles(&generator, 20 - all.len()));
    assert!(gpu.is_fed());
    all.iter().for_each(|tile| is_right(tile, LAND));
    assert_eq!(all.iter().filter(|tile| &*tile.made_by == "cpu").count(), 1);
    assert_eq!(generator.state().passed_over, []);
}

/// A recipe that there is no memory for may be had later.
#[test]
fn a_recipe_without_memory_is_tried_again_too() {
    let gpu = gpu();
    let generator = generator(gpu.clone(), LAND);
    tiles_of(&generator, Version(0));
    let device = gpu.name().to_owned();
    for (refused, maker) in [(1, &*device), (2, "cpu"), (0, &device)] {
        gpu.starve(refused);
        let version = replace(&generator, LAND);
        tiles_of(&generator, version);
        assert!(gpu.is_fed(), "it had memory enough");
        assert_eq!(made(&gpu, &generator, 0, 0), maker, "{refused}");
        let state = generator.state();
        let reasons: Vec<_> =
            state.passed_over.iter().map(|over| (over.reason.as_str(), over.lost)).collect();
        let expected = [("the graphics device is out of memory", false)];
        assert_eq!(reasons, expected[..usize::from(maker == "cpu")]);
    }
}

/// Another level of detail of a recipe that runs.
#[test]
fn a_level_without_memory_is_tried_again_too() {
    let gpu = gpu();
    let generator = generator(gpu.clone(), LAND);
    made(&gpu, &generator, 0, 0);
    let by: Vec<_> = [(20.0, 1), (40.0, 2), (40.0, 0)]
        .into_iter()
        .enumerate()
        .map(|(at, (spacing, refused))| {
            gpu.starve(refused);
            let grid = request(at as i64, 65, true).place.grid().unwrap();
            generator.ask(Request::new(Grid { spacing, ..grid }, true), 0);
            let tile = tiles(&generator, 1).remove(0);
            is_right(&tile, LAND);
            tile.made_by.to_string()
        })
        .collect();
    assert_eq!(by, [gpu.name(), "cpu", gpu.name()]);
}

/// Waits until tiles are made of a version.
fn tiles_of(generator: &dyn Generator, version: Version) {
    while generator.state().version != Some(version) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}
