//! How much faster two threads evaluate a terrain than one thread. One thread and two threads run in turns, and the medians of
//! their times are compared.

use std::time::{Duration, Instant};

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;
use rayon::ThreadPoolBuilder;

const RECIPE: &str = r#"
orogen = 1
domain.size = 4096.0
height = { field = "hills", scale = 500.0 }
[fields.hills]
type = "fbm"
wavelength = 1024.0
octaves = 12
"#;

/// Rows made at once, as `orogen generate` makes them.
const ROWS: usize = 128;
const ROUNDS: usize = 9;

fn main() {
    for (name, recipe) in
        [("aligned", RECIPE.to_owned()), ("turned", format!("{RECIPE}basis = \"perlin\"\n"))]
    {
        let recipe =
            Recipe::parse(Source::new("hills.toml", recipe.as_str()), orogen_engine::nodes::registry());
        let recipe = recipe.expect("the recipe is sound");
        let grid = Grid::over(recipe.domain.size, 4096, false);
        let terrain = Terrain::new(&recipe, &NoImages, grid.spacing).expect("the recipe is sound");
        let pools = [1, 2].map(|threads| {
            ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
        });
        let mut times = [const { Vec::new() }; 2];
        for _ in 0..ROUNDS {
            for (pool, times) in pools.iter().zip(&mut times) {
                times.push(pool.install(|| time(&terrain, grid)));
            }
        }
        let [one, two] = times.map(|mut times: Vec<Duration>| {
            times.sort_unstable();
            times[ROUNDS / 2]
        });
        println!(
            "{name}: {one:.0?} by one thread, {two:.0?} by two, {:.2} times as fast",
            one.div_duration_f64(two)
        );
    }
}

/// The time a whole grid takes, with slopes.
fn time(terrain: &Terrain, grid: Grid) -> Duration {
    let (maker, mut band) = (terrain.rows(Level::best(), grid).unwrap(), Band::default());
    let start = Instant::now();
    for first in (0..grid.rows).step_by(ROWS) {
        maker.make(first, ROWS.min(grid.rows - first), true, &mut band);
    }
    start.elapsed()
}
