//! Tiles of planets: the engine's bits, with the gradient in space, and errors that say what to do.

use std::sync::Arc;

use orogen_engine::generate::Generator;
use orogen_engine::generate::dispatcher::Dispatcher;
use orogen_engine::generate::tile::{GenerateError, Request, Tile};
use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::planet::{Edge, Sphere, TileAddress, TileSamples};
use orogen_engine::terrain::Terrain;

use crate::cpu::threads;
use crate::scene::{HILLS, answer, answers, generator, recipe, tile, until};

const MOON: &str = "orogen = 1\ndomain = { kind = 'planet', radius = '1737.4 km' }\n\
    height = { field = 'hills', scale = 4000.0 }\n\
    [fields.hills]\ntype = 'fbm'\nwavelength = 500_000.0\noctaves = 'auto'\n";

fn moons() -> Dispatcher {
    Dispatcher::new(recipe(MOON), Arc::new(NoImages), vec![threads(2)], 1 << 26).unwrap()
}

fn samples(tile: TileAddress) -> TileSamples {
    TileSamples::new(tile, 4, 0).unwrap()
}

#[test]
fn tiles_have_the_bits_of_the_terrain_at_their_samples() {
    let (generator, sphere) = (moons(), Sphere::new(1_737_400.0).unwrap());
    for (text, apron) in [("px/0/0/0", 0), ("nz/7/100/3", 1), ("py/20/700000/1", 2)] {
        let samples = TileSamples::new(text.parse().unwrap(), 5, apron).unwrap();
        let spacing = samples.level_spacing(sphere);
        let expected_spacing =
            std::f64::consts::PI * 1_737_400.0 / 2.0 / (32 << samples.tile().level()) as f64;
        assert_eq!(spacing, expected_spacing);
        let terrain = Terrain::new(&recipe(MOON), &NoImages, spacing).unwrap();
        let expected = terrain.patch::<f32>(Level::best(), &samples.patch(sphere).unwrap()).unwrap();
        for slopes in [true, false] {
            let ticket = generator.ask(Request::new(samples, slopes), 0);
            let tile = answer(&generator, ticket).unwrap();
            let planes = &tile.planes;
            assert_eq!(planes.height, expected.height);
            let found = [&planes.dx, &planes.dy, &planes.dz];
            match slopes {
                true => assert_eq!(found.map(Clone::clone), expected.slopes),
                false => assert!(found.iter().all(|plane| plane.is_empty())),
            }
            assert!(tile.bytes() >= 4 * samples.side() * samples.side() * if slopes { 4 } else { 1 });
        }
    }
}

/// Bits of the samples along an edge. `reversed` gives them in the reverse order, in which the neighbour may have them.
fn along(tile: &Tile, edge: Edge, reversed: bool) -> Vec<[u32; 4]> {
    let last = 16;
    let at = |k: usize| match edge {
        Edge::Top => k,
        Edge::Right => k * (last + 1) + last,
        Edge::Bottom => last * (last + 1) + k,
        Edge::Left => k * (last + 1),
    };
    let planes = [&tile.planes.height, &tile.planes.dx, &tile.planes.dy, &tile.planes.dz];
    let sample = |k: usize| planes.map(|plane| plane[at(if reversed { last - k } else { k })].to_bits());
    (0..=last).map(sample).collect()
}

#[test]
fn neighbours_share_heights_and_gradients_over_the_edges_of_the_cube() {
    let generator = moons();
    let made = |tile: TileAddress| {
        let ticket = generator.ask(Request::new(samples(tile), true), 0);
        answer(&generator, ticket).unwrap()
    };
    for text in ["px/0/0/0", "nz/0/0/0", "py/3/7/0", "nx/9/0/511", "pz/14/3000/0"] {
        let here: TileAddress = text.parse().unwrap();
        for edge in Edge::ALL {
            let over = here.across(edge);
            let (one, other) = (made(here), made(over.neighbour));
            assert_eq!(along(&one, edge, over.reversed), along(&other, over.edge, false), "{here} {edge:?}");
        }
    }
}

#[test]
fn tiles_of_planes_and_grids_of_planets_are_refused() {
    let px = Request::new(samples("px/3/1/1".parse().unwrap()), true);
    let plane = Dispatcher::new(recipe(HILLS), Arc::new(NoImages), vec![threads(1)], 1 << 20).unwrap();
    let refused = |generator: &Dispatcher, request: Request| {
        let ticket = generator.ask(request, 0);
        let Err(GenerateError::Request(message)) = answer(generator, ticket) else { panic!("{request:?}") };
        message
    };
    let message = refused(&plane, px);
    assert!(message.contains("px/3/1/1") && message.contains("kind = \"planet\""), "{message}");
    let moons = moons();
    let message = refused(&moons, tile(0));
    assert!(message.contains("is a planet: ask for tiles"), "{message}");
    // More samples than a tile can have, and samples closer than positions can distinguish.
    let wide = TileSamples::new("px/0/0/0".parse().unwrap(), 12, 1).unwrap();
    assert!(refused(&moons, Request::new(wide, false)).contains("4099 × 4099"));
    let fine = TileSamples::new(TileAddress::new(orogen_engine::planet::Face::Px, 28, 0, 0).unwrap(), 12, 0)
        .unwrap();
    let pebble = recipe(&MOON.replace("1737.4 km", "1 km"));
    let pebble = Dispatcher::new(pebble, Arc::new(NoImages), vec![threads(1)], 1 << 20).unwrap();
    assert!(refused(&pebble, Request::new(fine, false)).contains("coarser level"));
    assert!(!answer(&moons, moons.ask(px, 0)).unwrap().planes.dz.is_empty());
}

/// A recipe becomes a planet while tiles of the plane are requested, and then a plane again.
#[test]
fn recipes_change_between_planes_and_planets() {
    let generator = generator(vec![threads(1)]);
    let px = Request::new(samples("px/3/1/1".parse().unwrap()), true);
    for (text, good, bad) in [(MOON, px, tile(1)), (HILLS, tile(1), px), (MOON, px, tile(1))] {
        let version = generator.replace(recipe(text), Arc::new(NoImages));
        until("the recipe", || (generator.state().version == Some(version)).then_some(()));
        let tickets = [good, bad].map(|request| generator.ask(request, 0));
        for answer in answers(&generator, 2) {
            assert_eq!(answer.tile.is_ok(), answer.ticket == tickets[0], "{answer:?}");
        }
    }
}

#[test]
fn a_tile_that_nobody_wants_any_more_is_given_up() {
    let text = MOON.replace("'auto'", "30");
    let generator = Dispatcher::new(recipe(&text), Arc::new(NoImages), vec![threads(1)], 1 << 20).unwrap();
    let large = Request::new(TileSamples::new("px/2/1/1".parse().unwrap(), 12, 0).unwrap(), true);
    let ticket = generator.ask(large, 0);
    until("work", || (generator.state().in_flight == 1).then_some(()));
    generator.cancel(ticket);
    let begin = std::time::Instant::now();
    until("its end", || (generator.state().in_flight == 0).then_some(()));
    // The whole tile takes more than ten seconds.
    assert!(begin.elapsed().as_secs() < 8, "{:?}", begin.elapsed());
}
