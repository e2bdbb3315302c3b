//! Tiles: shared borders, and the engine's bits.

use std::ops::ControlFlow;

use orogen::engine::generate::tile::Tile;
use orogen::{
    Address, ErrorKind, Generator, PlaneTile, PlanetTile, Request, Terrain, TileAddress, TileSamples,
};

use super::{PLANET, bits, plane, planet};

/// A row or column of a square.
fn line(plane: &[f32], side: usize, first: usize, step: usize) -> Vec<u32> {
    bits(&plane.iter().skip(first).step_by(step).take(side).copied().collect::<Vec<_>>())
}

#[test]
fn tiles_of_planes_share_their_borders() {
    let terrain = plane();
    let tile = |level, x, y| terrain.tile(PlaneTile::new(level, x, y).unwrap(), 33).unwrap();
    for [level, x, y] in [[3, 3, 5], [1, 0, 0], [9, 100, 257]] {
        let (here, right, below) = (
            tile(level as u8, x, y),
            tile(level as u8, x + 1, y),
            tile(level as u8, x, y + u32::from(level > 0)),
        );
        for (plane, others) in [
            (&here.height, [&right.height, &below.height]),
            (&here.dx, [&right.dx, &below.dx]),
            (&here.dy, [&right.dy, &below.dy]),
        ] {
            assert_eq!(line(plane, 33, 32, 33), line(others[0], 33, 0, 33));
            assert_eq!(line(plane, 33, 32 * 33, 1), line(others[1], 33, 0, 1));
        }
    }
}

#[test]
fn the_coarsest_tile_is_the_domain() {
    let terrain = plane();
    let whole = terrain.tile(PlaneTile::new(0, 0, 0).unwrap(), 65).unwrap();
    assert_eq!(whole, terrain.raster(terrain.grid(65).unwrap()).unwrap());
}

fn of_planet(terrain: &Terrain, address: &str) -> PlanetTile {
    terrain.tile(address.parse::<TileAddress>().unwrap(), 17).unwrap()
}

#[test]
fn tiles_of_planets_share_their_borders() {
    let terrain = planet();
    // On one face, then over the edge of the cube.
    for (here, right) in [("px/7/12/90", "px/7/13/90"), ("px/7/127/90", "py/7/0/90")] {
        let (here, right) = (of_planet(&terrain, here), of_planet(&terrain, right));
        assert_eq!(line(&here.height, 17, 16, 17), line(&right.height, 17, 0, 17));
        for axis in 0..3 {
            assert_eq!(line(&here.gradient[axis], 17, 16, 17), line(&right.gradient[axis], 17, 0, 17));
        }
        let ends = |tile: &PlanetTile, column: usize| {
            (0..17).map(|row| tile.normals()[17 * row + column]).collect::<Vec<_>>()
        };
        assert_eq!(ends(&here, 16), ends(&right, 0));
    }
}

#[test]
fn tiles_of_planets_are_those_of_the_generator() {
    let terrain = planet();
    // So many samples that several threads make them, in strips of which the last is shorter.
    let tile = terrain.tile("nz/5/3/30".parse::<TileAddress>().unwrap(), 129).unwrap();
    let generator = terrain.generator(1 << 20).unwrap();
    generator.ask(Request::new(TileSamples::new(tile.address(), 7, 0).unwrap(), true), 0);
    let made: std::sync::Arc<Tile> = loop {
        match generator.take().pop() {
            Some(answer) => break answer.tile.unwrap(),
            None => std::thread::sleep(std::time::Duration::from_millis(1)),
        }
    };
    assert_eq!(bits(&made.planes.height), bits(&tile.height));
    assert_eq!(
        [&made.planes.dx, &made.planes.dy, &made.planes.dz].map(|plane| bits(plane)),
        tile.gradient.each_ref().map(|plane| bits(plane))
    );
}

#[test]
fn tiles_report_progress_and_can_be_cancelled() {
    fn check<A: Address>(terrain: &Terrain, address: A) {
        let mut reports = Vec::new();
        let mut report = |done, all| {
            reports.push([done, all]);
            ControlFlow::Continue(())
        };
        terrain.tile_with(address, 1025, &mut report).unwrap_or_else(|error| panic!("{error}"));
        assert!(reports.len() > 2 && reports.is_sorted(), "{reports:?}");
        assert_eq!([reports[0], reports[reports.len() - 1]], [[0, 1025 * 1025], [1025 * 1025; 2]]);
        let halfway = |done, all| go_on_until(2 * done >= all);
        let error = terrain.tile_with(address, 1025, halfway).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::Cancelled);
        assert!(terrain.tile_with(address, 1025, |done, all| go_on_until(done == all)).is_ok());
    }
    fn go_on_until(end: bool) -> ControlFlow<()> {
        if end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
    check(&plane(), PlaneTile::new(1, 0, 1).unwrap());
    check(&planet(), "nz/5/3/30".parse::<TileAddress>().unwrap());
}

#[test]
fn tiles_of_the_other_domain_are_refused() {
    let of_plane = PlaneTile::new(0, 0, 0).unwrap();
    assert_eq!(planet().tile(of_plane, 65).unwrap_err().kind(), ErrorKind::Domain);
    assert_eq!(planet().tile_grid(of_plane, 65).unwrap_err().kind(), ErrorKind::Domain);
    let of_planet: TileAddress = "px/0/0/0".parse().unwrap();
    assert_eq!(plane().tile(of_planet, 65).unwrap_err().kind(), ErrorKind::Domain);
}

#[test]
fn impossible_tiles_are_refused() {
    let of_plane = PlaneTile::new(0, 0, 0).unwrap();
    let of_planet: TileAddress = "px/0/0/0".parse().unwrap();
    for side in [0, 1, 4098, usize::MAX] {
        assert_eq!(plane().tile(of_plane, side).unwrap_err().kind(), ErrorKind::Argument);
        assert_eq!(planet().tile(of_planet, side).unwrap_err().kind(), ErrorKind::Argument);
    }
    assert!(planet().tile(of_planet, 64).unwrap_err().help().contains("a power of two plus one"));
    let small = Terrain::parse(&PLANET.replace("1000 km", "10 km")).unwrap();
    let error = small.tile("px/28/0/0".parse::<TileAddress>().unwrap(), 4097).unwrap_err();
    assert!(error.message().contains("take a coarser level"), "{error}");
    for wrong in ["", "1/0", "1/0/0/0", "1/-1/0", "1/2/0", "29/0/0", "300/0/0", "a/b/c"] {
        let error = wrong.parse::<PlaneTile>().unwrap_err();
        assert!(!error.help().is_empty(), "{error}");
    }
    let error = "300/0/0".parse::<PlaneTile>().unwrap_err();
    assert_eq!(error.message(), "`300/0/0` is not the address of a tile");
    assert_eq!("28/268435455/0".parse::<PlaneTile>().unwrap().to_string(), "28/268435455/0");
}
