//! The time of an expression, relative to the same nodes written by hand. Both run in turns, and the medians of their times are
//! compared. Their heights and slopes have the same bits. The ratio is to be at most 1.05.

use std::time::{Duration, Instant};

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;

const FIELDS: &str = "
[fields.land]
type = 'fbm'
wavelength = 1024.0
octaves = 4
[fields.hills]
type = 'ridged'
wavelength = 300.0
octaves = 4
[fields.inside]
type = 'radial'
";

/// Where the expression is, and the fields beside it.
const CASES: [(&str, &str, &str); 2] = [
    (
        "max(land, hills^2 * inside) + 0.25 * (hills - land) * smoothstep(-0.2, 0.6, land)",
        "",
        "an expression",
    ),
    (
        "x",
        "[fields.square]\ntype = 'power'\ninput = 'hills'\npower = 2.0\n\
         [fields.some]\ntype = 'multiply'\na = 'square'\nb = 'inside'\n\
         [fields.most]\ntype = 'max'\na = 'land'\nb = 'some'\n\
         [fields.apart]\ntype = 'subtract'\na = 'hills'\nb = 'land'\n\
         [fields.share]\ntype = 'scale'\ninput = 'apart'\nfactor = 0.25\n\
         [fields.step]\ntype = 'smoothstep'\ninput = 'land'\nlow = -0.2\nhigh = 0.6\n\
         [fields.part]\ntype = 'multiply'\na = 'share'\nb = 'step'\n\
         [fields.x]\ntype = 'add'\na = 'most'\nb = 'part'\n",
        "nodes by hand",
    ),
];

/// Rows made at once, as `orogen generate` makes them.
const ROWS: usize = 128;
const ROUNDS: usize = 25;
const SIDE: usize = 2048;

fn main() {
    let grid = Grid::over(4096.0, SIDE, false);
    let terrains = CASES.map(|(field, fields, _)| {
        let text =
            format!("orogen = 1\nseed = 5\ndomain.size = 4096.0\nheight.field = '{field}'\n{FIELDS}{fields}");
        let recipe = Recipe::parse(Source::new("bench.toml", text), orogen_engine::nodes::registry());
        Terrain::new(&recipe.expect("the recipe is sound"), &NoImages, grid.spacing)
            .expect("the recipe is sound")
    });
    let [expression, by_hand] = terrains.each_ref().map(|terrain| made(terrain, grid));
    let bits = |band: &Band| {
        [&band.height, &band.dx, &band.dy].map(|plane| plane.iter().map(|x| x.to_bits()).collect::<Vec<_>>())
    };
    assert!(bits(&expression.1) == bits(&by_hand.1), "the bits differ");
    let mut times = [const { Vec::new() }; 2];
    for _ in 0..ROUNDS {
        for (terrain, times) in terrains.iter().zip(&mut times) {
            times.push(made(terrain, grid).0);
        }
    }
    let medians = times.map(|mut times: Vec<Duration>| {
        times.sort_unstable();
        times[ROUNDS / 2]
    });
    for ((.., name), median) in CASES.iter().zip(medians) {
        println!("{name}: {median:.1?} for {SIDE} x {SIDE} samples with slopes");
    }
    let [expression, by_hand] = medians;
    println!("same bits; ratio {:.3}", expression.div_duration_f64(by_hand));
}

/// The time a grid takes, and its last rows.
fn made(terrain: &Terrain, grid: Grid) -> (Duration, Band) {
    let (maker, mut band) = (terrain.rows(Level::best(), grid).unwrap(), Band::default());
    let start = Instant::now();
    for first in (0..grid.rows).step_by(ROWS) {
        maker.make(first, ROWS.min(grid.rows - first), true, &mut band);
    }
    (start.elapsed(), band)
}
