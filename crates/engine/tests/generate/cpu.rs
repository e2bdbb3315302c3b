//! The processor as a maker: its tiles have the engine's bits, and its threads end.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use orogen_engine::generate::Generator;
use orogen_engine::generate::cpu::CpuMaker;
use orogen_engine::generate::dispatcher::Dispatcher;
use orogen_engine::generate::tile::{GenerateError, MAX_TILE_SIDE, Planes, Request, Tile};
use orogen_engine::image::{Image, NoImages, Reading};
use orogen_engine::level::Level;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::{Images, Terrain};

use crate::scene::{HILLS, NO_PICTURE, answers, preset, recipe, tile, until};

pub(crate) fn threads(count: usize) -> Box<CpuMaker> {
    Box::new(CpuMaker::new(count.try_into().unwrap()).unwrap())
}

/// The tiles of a recipe, in the order of the requests.
fn tiles(recipe: &Arc<Recipe>, threads: usize, requests: &[Request]) -> Vec<Arc<Tile>> {
    let makers: Vec<Box<dyn orogen_engine::generate::maker::Maker>> = vec![self::threads(threads)];
    let generator = Dispatcher::new(Arc::clone(recipe), Arc::new(NoImages), makers, 1 << 26).unwrap();
    let tickets: Vec<_> = requests.iter().map(|&request| generator.ask(request, 0)).collect();
    let answers = answers(&generator, requests.len());
    let answer = |ticket| answers.iter().find(|answer| answer.ticket == ticket).unwrap();
    tickets.into_iter().map(|ticket| answer(ticket).tile.clone().unwrap()).collect()
}

fn bits(plane: &[f32]) -> Vec<u32> {
    plane.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn tiles_have_the_bits_of_the_terrains_rows() {
    for name in ["gullies.toml", "craters.toml", "dunes.toml", "mesas.toml"] {
        let recipe = preset(name);
        let grid = Grid { first_column: -70, first_row: 1_000_003, columns: 65, rows: 65, spacing: 7.5 };
        let grids = [grid, Grid { rows: 1, ..grid }, Grid { columns: 131, rows: 129, spacing: 30.0, ..grid }];
        let requests: Vec<_> =
            grids.iter().flat_map(|&grid| [true, false].map(|slopes| Request::new(grid, slopes))).collect();
        for (tile, request) in tiles(&recipe, 2, &requests).iter().zip(&requests) {
            let grid = request.place.grid().unwrap();
            let terrain = Terrain::new(&recipe, &NoImages, grid.spacing).unwrap();
            let mut band = Band::default();
            terrain.rows(Level::best(), grid).unwrap().make(0, grid.rows, request.slopes, &mut band);
            let Planes { height, dx, dy, dz } = &tile.planes;
            assert!(dz.is_empty());
            for (made, expected) in [(height, &band.height), (dx, &band.dx), (dy, &band.dy)] {
                assert!(bits(made) == bits(expected), "{name}: {request:?}");
            }
            assert_eq!((&tile.request, &*tile.made_by), (request, "cpu"));
        }
    }
}

#[test]
fn neighbours_share_their_edge_and_levels_the_samples_they_have_in_common() {
    let text = HILLS.replace("wavelength = 200.0", "wavelength = 200.0\noctaves = 5");
    let at = |first_column, first_row, spacing| {
        let grid = Grid { first_column, first_row, columns: 33, rows: 33, spacing };
        Request::new(grid, true)
    };
    let requests = [at(-32, 64, 4.0), at(0, 64, 4.0), at(-32, 96, 4.0), at(-16, 32, 8.0)];
    let tiles = tiles(&recipe(&text), 3, &requests);
    let [left, right, below, coarse] = [0, 1, 2, 3].map(|at: usize| &tiles[at].planes);
    let planes = |planes: &Planes| [planes.height.clone(), planes.dx.clone(), planes.dy.clone()];
    let at = |plane: &[f32], column: usize, row: usize| plane[33 * row + column].to_bits();
    for (((left, right), below), coarse) in
        planes(left).iter().zip(planes(right)).zip(planes(below)).zip(planes(coarse))
    {
        for i in 0..33 {
            assert_eq!(at(left, 32, i), at(&right, 0, i));
            assert_eq!(at(left, i, 32), at(&below, i, 0));
        }
        for (i, j) in (0..17).flat_map(|j| (0..17).map(move |i| (i, j))) {
            assert_eq!(at(left, 2 * i, 2 * j), at(&coarse, i, j));
        }
    }
}

#[test]
fn tiles_that_cannot_be_are_refused_one_by_one() {
    let generator = Dispatcher::new(recipe(HILLS), Arc::new(NoImages), vec![threads(1)], 1 << 20).unwrap();
    let grid = tile(0).place.grid().unwrap();
    let grids = [
        Grid { columns: 0, ..grid },
        Grid { rows: 0, ..grid },
        Grid { columns: MAX_TILE_SIDE + 1, ..grid },
        Grid { rows: usize::MAX, ..grid },
        Grid { spacing: 0.0, ..grid },
        Grid { spacing: -1.0, ..grid },
        Grid { spacing: f64::NAN, ..grid },
        Grid { spacing: f64::INFINITY, ..grid },
        Grid { first_column: i64::MAX, ..grid },
        Grid { first_row: i64::MAX - 1, spacing: 1e300, ..grid },
        Grid { first_row: i64::MIN, spacing: 1e300, ..grid },
    ];
    for grid in grids {
        generator.ask(Request::new(grid, true), 0);
    }
    generator.ask(tile(0), 0);
    let mut answers = answers(&generator, grids.len() + 1);
    answers.pop().unwrap().tile.unwrap();
    for answer in answers {
        assert!(matches!(answer.tile, Err(GenerateError::Request(_))), "{answer:?}");
    }
}

/// Reads pictures slowly, and counts how many are requested at once.
#[derive(Default)]
struct SlowPictures {
    now: AtomicUsize,
    most: AtomicUsize,
    spacings: Mutex<usize>,
}

impl Images for SlowPictures {
    fn load(&self, _path: &Path, _reading: Reading) -> Result<Arc<Image>, (String, String)> {
        *self.spacings.lock().unwrap() += 1;
        let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(100));
        self.now.fetch_sub(1, Ordering::SeqCst);
        let pixel = orogen_engine::image::PixelSize::Unknown;
        let unit = orogen_engine::image::SampleUnit::Fraction;
        Ok(Arc::new(Image { width: 8, height: 8, samples: vec![0.5; 64].into(), unit, pixel }))
    }
}

#[test]
fn as_many_tiles_are_made_at_once_as_there_are_threads_and_plans_are_made_once() {
    let pictures = Arc::new(SlowPictures::default());
    let generator =
        Dispatcher::new(recipe(NO_PICTURE), Arc::clone(&pictures) as _, vec![threads(3)], 1 << 20).unwrap();
    until("the recipe", || generator.state().version);
    for (level, at) in (0..5).flat_map(|at| (0..4).map(move |level| (level, at))) {
        let grid = Grid { spacing: f64::from(1 << level), ..tile(at).place.grid().unwrap() };
        generator.ask(Request::new(grid, true), 0);
    }
    for answer in answers(&generator, 20) {
        assert_eq!(answer.tile.unwrap().planes.height, vec![25.0; 81]);
    }
    // The recipe was first prepared for its own spacing.
    assert_eq!(*pictures.spacings.lock().unwrap(), 5, "one plan a spacing");
    assert!(pictures.most.load(Ordering::SeqCst) >= 2, "threads work at once");
}

#[test]
fn a_generator_that_is_dropped_ends_its_threads_and_does_not_finish_its_work() {
    let recipe = preset("craters.toml");
    let generator =
        Dispatcher::new(Arc::clone(&recipe), Arc::new(NoImages), vec![threads(2)], 1 << 20).unwrap();
    for at in 0..100 {
        let grid = Grid { first_column: 5000 * at, ..Grid::square(MAX_TILE_SIDE, 1.0) };
        generator.ask(Request::new(grid, true), 0);
    }
    until("work", || (generator.state().in_flight == 2).then_some(()));
    std::thread::sleep(Duration::from_millis(20));
    let begin = Instant::now();
    drop(generator);
    assert!(begin.elapsed() < Duration::from_secs(4), "waited {:?} for work of minutes", begin.elapsed());
    assert_eq!(Arc::strong_count(&recipe), 1, "no thread holds the recipe any more");
}
