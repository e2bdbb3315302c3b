//! Interactive painting: tiles of a generator with strokes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use orogen_engine::bounds::Bounds;
use orogen_engine::generate::Generator;
use orogen_engine::generate::cpu::CpuMaker;
use orogen_engine::generate::dispatcher::Dispatcher;
use orogen_engine::generate::maker::{Job, Maker, Preparation};
use orogen_engine::generate::tile::{Request, Tile, Version};
use orogen_engine::overlay::{Layer, LayerBase};
use orogen_engine::planet::TileSamples;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_strokes::brush::{Brush, Tool};
use orogen_strokes::layer::StrokeLayer;
use orogen_strokes::stroke::{Stroke, Surface};

use crate::layers::layer;
use crate::scene::{HILLS, MOON, Pictures, pointwise, prepared_strokes, stroke, strokes, terrain};

/// Counts the tiles that are computed.
struct Counting {
    maker: CpuMaker,
    made: Arc<AtomicUsize>,
}

impl Maker for Counting {
    fn name(&self) -> &str {
        self.maker.name()
    }

    fn capacity(&self) -> usize {
        self.maker.capacity()
    }

    fn prepare(&mut self, preparation: Preparation) {
        self.maker.prepare(preparation);
    }

    fn make(&mut self, job: Job) {
        self.made.fetch_add(1, Ordering::SeqCst);
        self.maker.make(job);
    }
}

fn recipe(text: &str) -> Arc<Recipe> {
    Arc::new(Recipe::parse(Source::new("scene.toml", text), orogen_engine::nodes::registry()).unwrap())
}

fn generator(text: &str) -> (Dispatcher, Arc<AtomicUsize>) {
    let made = Arc::<AtomicUsize>::default();
    let maker = CpuMaker::new(CpuMaker::spare_threads()).unwrap();
    let maker = Box::new(Counting { maker, made: Arc::clone(&made) });
    (Dispatcher::new(recipe(text), Arc::new(Pictures), vec![maker], 64 << 20).unwrap(), made)
}

fn until<T>(what: &str, mut there: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(it) = there() {
            return it;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The tiles, in the order of the requests.
fn tiles(generator: &Dispatcher, requests: &[Request]) -> Vec<Arc<Tile>> {
    let tickets: Vec<_> = requests.iter().map(|request| generator.ask(*request, 0)).collect();
    let mut taken = Vec::new();
    until("tiles", || {
        taken.extend(generator.take());
        (taken.len() == tickets.len()).then_some(())
    });
    let tile = |ticket| taken.iter().find(|answer| answer.ticket == ticket).unwrap().tile.clone().unwrap();
    tickets.into_iter().map(tile).collect()
}

/// Waits until a version is in use.
fn taken_up(generator: &Dispatcher, version: Version) {
    until("the version", || {
        let state = generator.state();
        assert_eq!(state.fault, None);
        (state.version == Some(version)).then_some(())
    });
}

/// 8 × 8 tiles of 33 × 33 samples over the hills.
fn board() -> Vec<Request> {
    let tile = |i: i64| Grid {
        first_column: 32 * (i % 8),
        first_row: 32 * (i / 8),
        columns: 33,
        rows: 33,
        spacing: 16.0,
    };
    (0..64).map(|i| Request::new(tile(i), true)).collect()
}

fn hill(place: [f64; 2]) -> Stroke {
    stroke(Brush::new(Tool::Raise { metres: 40.0 }, 200.0), &[[place[0], place[1], 1.0]])
}

#[test]
fn after_a_stroke_only_tiles_under_it_are_recomputed() {
    let (generator, made) = generator(HILLS);
    let board = board();
    let before = tiles(&generator, &board);
    assert_eq!(made.load(Ordering::SeqCst), 64);
    let mut layer = StrokeLayer::new(Surface::Plane);
    let mut list = Vec::new();
    for (place, expected) in [([1024.0, 1024.0], 4), ([2304.0, 1280.0], 1), ([2560.0, 3000.0], 4)] {
        list.push(hill(place));
        let changed = layer.push(list.last().unwrap().clone()).unwrap();
        made.store(0, Ordering::SeqCst);
        let version = generator.sculpt(Arc::new(layer.clone()), changed);
        taken_up(&generator, version);
        let after = tiles(&generator, &board);
        assert!(after.iter().all(|tile| tile.version == version));
        assert_eq!(made.load(Ordering::SeqCst), expected, "tiles that the stroke at {place:?} touches");
        let direct = prepared_strokes(&terrain(HILLS, 16.0), 16.0, &list);
        for tile in &after {
            let band = direct.rows(tile.request.place.grid().unwrap()).unwrap();
            let planes = &tile.planes;
            assert!(planes.height == band.height && planes.dx == band.dx && planes.dy == band.dy);
        }
    }
    // Undoes all strokes, one by one.
    made.store(0, Ordering::SeqCst);
    while let Some(changed) = layer.pop() {
        generator.sculpt(Arc::new(layer.clone()), changed);
    }
    taken_up(&generator, Version(6));
    let after = tiles(&generator, &board);
    assert!(after.iter().zip(&before).all(|(after, before)| after.planes == before.planes));
    assert_eq!(made.load(Ordering::SeqCst), 9, "tiles that any of the strokes touched");
}

#[test]
fn another_recipe_keeps_nothing_and_has_no_strokes() {
    let (generator, made) = generator(HILLS);
    let board = board();
    let before = tiles(&generator, &board);
    let layer = layer(Surface::Plane, &[hill([800.0, 800.0])]);
    generator.sculpt(Arc::new(layer), Bounds::of_plane([600.0, 600.0, 1000.0, 1000.0]));
    let version = generator.replace(recipe(HILLS), Arc::new(Pictures));
    taken_up(&generator, version);
    made.store(0, Ordering::SeqCst);
    assert!(
        tiles(&generator, &board).iter().zip(&before).all(|(after, before)| after.planes == before.planes)
    );
    assert_eq!(made.load(Ordering::SeqCst), 64);
}

#[test]
fn tiles_of_planets() {
    let (generator, made) = generator(MOON);
    let sphere = terrain(MOON, 20.0).sphere().unwrap();
    let faces = ["px", "nx", "py", "ny", "pz", "nz"];
    let addresses: Vec<_> =
        faces.iter().flat_map(|face| (0..64).map(move |i| format!("{face}/3/{}/{}", i % 8, i / 8))).collect();
    let requests: Vec<_> = addresses
        .iter()
        .map(|address| Request::new(TileSamples::new(address.parse().unwrap(), 4, 0).unwrap(), true))
        .collect();
    let before = tiles(&generator, &requests);
    let mut layer = StrokeLayer::new(Surface::Planet(sphere));
    let drawn =
        stroke(Brush::new(Tool::Raise { metres: 200.0 }, 900.0), &[[50.0, 44.0, 1.0], [52.0, 47.0, 1.0]]);
    let changed = layer.push(drawn.clone()).unwrap();
    made.store(0, Ordering::SeqCst);
    let version = generator.sculpt(Arc::new(layer), changed);
    taken_up(&generator, version);
    let after = tiles(&generator, &requests);
    let anew = made.load(Ordering::SeqCst);
    let differ = after.iter().zip(&before).filter(|(after, before)| after.planes != before.planes).count();
    assert!((1..=8).contains(&differ) && anew < 24, "{differ} tiles differ, {anew} were made");
    for tile in &after {
        let orogen_engine::generate::tile::TileLocation::Tile(samples) = tile.request.place else {
            unreachable!()
        };
        let spacing = samples.level_spacing(sphere);
        let direct = prepared_strokes(&terrain(MOON, spacing), spacing, std::slice::from_ref(&drawn));
        let expected = direct.patch(&samples.patch(sphere).unwrap()).unwrap();
        assert!(tile.planes.height == expected.height && tile.planes.dz == expected.slopes[2]);
    }
}

/// Cancelling a tile takes effect between the rows of cells.
#[test]
fn applying_strokes_can_be_cancelled() {
    let recipe = recipe(HILLS);
    let base = terrain(HILLS, 4.0);
    let layer = layer(Surface::Plane, &strokes(51, 200, pointwise));
    let overlay =
        layer.over(LayerBase { recipe: &recipe, base: Arc::clone(&base), images: &Pictures, spacing: 4.0 });
    let (overlay, grid) = (overlay.unwrap(), Grid::square(512, 32.0));
    let mut band = Band::default();
    base.rows(orogen_engine::level::Level::best(), grid).unwrap().make(0, grid.rows, true, &mut band);
    let asked = AtomicUsize::new(0);
    let looks = |most: usize| {
        asked.store(0, Ordering::SeqCst);
        let go_on = || asked.fetch_add(1, Ordering::SeqCst) < most;
        (overlay.lay_on_rows(&grid, &mut band.clone(), &go_on), asked.load(Ordering::SeqCst))
    };
    let (whole, often) = looks(usize::MAX);
    assert!(whole && often >= grid.rows / 8, "asked {often} times");
    let (whole, _) = looks(10);
    assert!(!whole);
    assert!(!looks(often - 1).0, "the last check counts too");
}
