//! Tiles that are not made again, and tiles that the cache drops.

use std::sync::Arc;

use orogen_engine::generate::Generator;
use orogen_engine::generate::dispatcher::Dispatcher;
use orogen_engine::generate::tile::Request;
use orogen_engine::image::NoImages;
use orogen_engine::raster::Grid;

use crate::puppet::{Hands, Puppet};
use crate::scene::{HILLS, answer, generator, recipe, tile, until};

/// Requests a tile that has to be made.
fn made(generator: &dyn Generator, hands: &Hands, request: Request, height: f32) {
    let ticket = generator.ask(request, 0);
    assert_eq!(hands.make(height), request);
    answer(generator, ticket).unwrap();
}

/// Requests a tile that is in the cache, and returns its height.
fn kept(generator: &dyn Generator, hands: &Hands, request: Request) -> f32 {
    let ticket = generator.ask(request, i32::MIN);
    let tile = answer(generator, ticket).unwrap();
    assert!(hands.is_empty());
    tile.planes.height[0]
}

#[test]
fn a_tile_that_is_kept_comes_at_once() {
    let (puppet, hands) = Puppet::new("puppet", 1);
    let generator = generator(vec![puppet]);
    hands.ready();
    made(&generator, &hands, tile(0), 7.0);
    // A busy maker and a long queue do not delay a tile from the cache.
    for at in 1..50 {
        generator.ask(tile(at), 100);
    }
    let busy = hands.job();
    assert_eq!(kept(&generator, &hands, tile(0)), 7.0);
    drop(busy);
}

#[test]
fn requests_that_differ_in_any_number_are_different_tiles() {
    let (puppet, hands) = Puppet::new("puppet", 1);
    let generator = generator(vec![puppet]);
    hands.ready();
    let grid = tile(0).place.grid().unwrap();
    let grids = [
        grid,
        Grid { first_column: 1, ..grid },
        Grid { first_row: 1, ..grid },
        Grid { columns: 10, ..grid },
        Grid { rows: 10, ..grid },
        Grid { spacing: 4.000_000_000_000_001, ..grid },
    ];
    let sloped = Request::new(grid, true);
    let requests = grids.map(|grid| Request::new(grid, false)).into_iter().chain([sloped]);
    requests.clone().enumerate().for_each(|(at, request)| made(&generator, &hands, request, at as f32));
    for (at, request) in requests.enumerate() {
        assert_eq!(kept(&generator, &hands, request), at as f32);
    }
}

#[test]
fn the_cache_holds_what_fits_and_forgets_what_was_not_used_for_longest() {
    let (puppet, hands) = Puppet::new("puppet", 1);
    // Room for three tiles and most of a fourth.
    let most = 4 * bytes() - 1;
    let generator = Dispatcher::new(recipe(HILLS), Arc::new(NoImages), vec![puppet], most).unwrap();
    hands.ready();
    for at in 0..3 {
        made(&generator, &hands, tile(at), at as f32);
    }
    assert_eq!(kept(&generator, &hands, tile(0)), 0.0);
    made(&generator, &hands, tile(3), 3.0);
    assert_eq!([0, 2, 3].map(|at| kept(&generator, &hands, tile(at))), [0.0, 2.0, 3.0]);
    made(&generator, &hands, tile(1), 1.0);
    made(&generator, &hands, tile(0), 0.0);
    for at in 10..200 {
        made(&generator, &hands, tile(at), 0.0);
        assert!(generator.state().cached_bytes <= most);
    }
    until("all that fits", || (generator.state().cached_bytes == 3 * bytes()).then_some(()));
}

#[test]
fn a_tile_larger_than_the_cache_is_answered_and_not_kept() {
    let (puppet, hands) = Puppet::new("puppet", 1);
    let generator = Dispatcher::new(recipe(HILLS), Arc::new(NoImages), vec![puppet], bytes()).unwrap();
    hands.ready();
    made(&generator, &hands, tile(0), 4.0);
    let large = Request { slopes: true, ..tile(0) };
    made(&generator, &hands, large, 0.0);
    made(&generator, &hands, large, 0.0);
    assert_eq!(kept(&generator, &hands, tile(0)), 4.0, "nor is anything forgotten for it");
}

/// Bytes of one of the tiles that these tests ask for.
fn bytes() -> usize {
    let (puppet, hands) = Puppet::new("puppet", 1);
    let generator = generator(vec![puppet]);
    hands.ready();
    let ticket = generator.ask(tile(0), 0);
    hands.make(0.0);
    let tile = answer(&generator, ticket).unwrap();
    assert!(tile.bytes() >= 81 * 4);
    tile.bytes()
}
