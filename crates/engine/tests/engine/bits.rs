//! The same bits at every level, with any threads, in any band, crop or order of sampling.

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::terrain::Terrain;

use crate::field::{Pictures, head, parse};

/// A recipe with everything: two displacements, slopes that are fed back, a picture, a curve, a mask.
const ALL: &str = r#"
[fields.drift]
type = "fbm"
wavelength = 210.0
octaves = 4
displace = { by = "way", strength = 40.0 }
[fields.way]
type = "simplex"
wavelength = 300.0
[fields.ranges]
type = "swiss"
wavelength = 260.0
octaves = 6
displace = { by = "drift", strength = 35.0 }
[fields.drawn]
type = "curve"
input = "ranges"
points = [[0.1, 0.0], [0.3, 0.5], [0.5, 0.6], [0.9, 1.0]]
[fields.painted]
type = "image"
file = "square.png"
displace = { by = "drift", strength = 60.0 }
[fields.round]
type = "radial"
inner = 0.2
[fields.steps]
type = "terrace"
input = "painted"
step = 0.2
[fields.land]
type = "mix"
a = "drawn"
b = "steps"
mask = "round"
"#;

const JORDAN: &str = "[fields.land]\ntype = 'jordan'\nwavelength = 400.0\nrotate = 30.0\n";

const CELLS: &str = "[fields.cells]\ntype = 'cellular'\nwavelength = 90.0\noutput = 'f2-f1'\n\
    [fields.ground]\ntype = 'hybrid-multifractal'\nwavelength = 300.0\nbasis = 'value'\n\
    [fields.bent]\ntype = 'exponent'\ninput = 'cells'\npower = 1.7\n\
    [fields.land]\ntype = 'smooth-max'\na = 'bent'\nb = 'ground'\nradius = 0.3\n";

/// From craters wider than the grid to craters that its samples cannot show.
const CRATERS: &str = "[fields.land]\ntype = 'craters'\ninput = 'hills'\nlargest = 900.0\ncoverage = 0.3\n\
    simple-to-complex = 500.0\ndisplace = { by = 'hills', strength = 90.0 }\n\
    [fields.hills]\ntype = 'fbm'\nwavelength = 400.0\n";
const GULLIES: &str = "[fields.bent]\ntype = 'simplex'\nwavelength = 300.0\n\
    [fields.hills]\ntype = 'fbm'\nwavelength = 500.0\noctaves = 2\n\
    [fields.land]\ntype = 'gullies'\ninput = 'hills'\nscale = 200.0\nwavelength = 130.0\n\
    displace = { by = 'bent', strength = 40.0 }\n";
/// Landforms on one another, also on displaced ground.
const LANDFORMS: &str = "[fields.cone]\ntype = 'volcano'\nradius = 450.0\ndisplace = { by = 'drift', strength = 30.0 }\n\
    [fields.drift]\ntype = 'fbm'\nwavelength = 300.0\n\
    [fields.tables]\ntype = 'mesa'\nspacing = 230.0\nheight = 30.0\n\
    [fields.isle]\ntype = 'island'\n\
    [fields.both]\ntype = 'max'\na = 'cone'\nb = 'tables'\n\
    [fields.high]\ntype = 'add'\na = 'both'\nb = 'isle'\n\
    [fields.wet]\ntype = 'rivers'\ninput = 'high'\nspacing = 260.0\nwidth = 10.0\nbanks = 9.0\nvalley = 90.0\noctaves = 2\n\
    displace = { by = 'drift', strength = 20.0 }\n\
    [fields.land]\ntype = 'strata'\ninput = 'wet'\nfold = 'drift'\nthickness = 17.0\ndip = 3.0\n";

fn terrains() -> Vec<Terrain> {
    let terrain = |kind: &str, fields: &str| {
        let text = head(kind, "land") + "height.scale = 321.0\nheight.offset = -50.0\n" + fields;
        Terrain::new(&parse(&text).unwrap(), &Pictures, 1000.0 / 69.0).unwrap()
    };
    let mut all: Vec<_> = [ALL, JORDAN, CELLS, CRATERS, GULLIES, LANDFORMS]
        .iter()
        .map(|fields| terrain("plane", fields))
        .collect();
    all.push(terrain("plane", &CRATERS.replace("displace", "# displace")));
    all.push(terrain("space", ALL));
    all
}

/// Wider than a strip, and not a multiple of any vector's length. Its origin is so far away that positions are rounded.
const GRID: Grid =
    Grid { first_column: -71, first_row: 123_457, columns: 141, rows: 70, spacing: 1000.0 / 69.0 };

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

fn all_bits(band: &Band) -> [Vec<u32>; 3] {
    [&band.height, &band.dx, &band.dy].map(|plane| bits(plane))
}

fn whole(terrain: &Terrain, level: Level, grid: Grid) -> Band {
    let mut band = Band::default();
    terrain.rows(level, grid).unwrap().make(0, grid.rows, true, &mut band);
    band
}

#[test]
fn levels_and_threads_leave_the_bits_alone() {
    for terrain in terrains() {
        let expected = all_bits(&whole(&terrain, Level::Scalar, GRID));
        for (name, level) in Level::all() {
            assert!(all_bits(&whole(&terrain, level, GRID)) == expected, "{name}");
        }
        for threads in [1, 2, 7] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let made = pool.install(|| whole(&terrain, Level::best(), GRID));
            assert!(all_bits(&made) == expected, "{threads} threads");
        }
    }
}

#[test]
fn bands_leave_the_bits_alone() {
    for terrain in terrains() {
        let expected = whole(&terrain, Level::best(), GRID);
        let maker = terrain.rows(Level::best(), GRID).unwrap();
        // The memory of one band serves all of these: larger and smaller, with slopes and without.
        let mut band = Band::default();
        for rows in [64, 1, 3] {
            for slopes in [true, false] {
                for first in (0..GRID.rows).step_by(rows) {
                    let rows = rows.min(GRID.rows - first);
                    maker.make(first, rows, slopes, &mut band);
                    assert_eq!((band.first_row, band.rows()), (first, rows));
                    let part = |plane: &[f32]| bits(&plane[first * GRID.columns..][..rows * GRID.columns]);
                    assert!(bits(&band.height) == part(&expected.height), "rows {first} and {rows} on");
                    let sloped = [(&band.dx, &expected.dx), (&band.dy, &expected.dy)];
                    assert!(
                        sloped.iter().all(|(made, whole)| if slopes {
                            bits(made) == part(whole)
                        } else {
                            made.is_empty()
                        }),
                        "slopes of rows {first} and {rows} on"
                    );
                }
            }
        }
    }
}

#[test]
fn crops_leave_the_bits_alone() {
    let metres = |index: i64| index as f64 * GRID.spacing;
    // So far away that errors would show if positions were added up step by step.
    let far = Grid { first_column: 300_000_007, ..GRID };
    let crops = [[0, 0, 1, 1], [3, 5, 130, 2], [140, 69, 1, 1], [17, 31, 29, 13]];
    for (terrain, grid) in terrains().iter().flat_map(|terrain| [(terrain, GRID), (terrain, far)]) {
        let expected = whole(terrain, Level::best(), grid);
        for [column, row, columns, rows] in crops {
            let (left, top) = (grid.first_column + column as i64, grid.first_row + row as i64);
            let edges = [left, top, left + columns as i64 - 1, top + rows as i64 - 1].map(metres);
            let crop = grid.crop(edges).unwrap();
            assert_eq!((crop.first_column, crop.first_row), (left, top));
            assert_eq!((crop.columns, crop.rows), (columns, rows));
            let made = all_bits(&whole(terrain, Level::best(), crop));
            let parts = [&expected.height, &expected.dx, &expected.dy].map(|plane| {
                let rows = plane.chunks(grid.columns).skip(row).take(rows);
                bits(&rows.flat_map(|row| row[column..][..columns].to_vec()).collect::<Vec<_>>())
            });
            assert!(made == parts, "crop at {column}, {row} of {grid:?}");
        }
    }
}

#[test]
fn samples_have_the_bits_of_the_raster() {
    for terrain in terrains() {
        let expected = whole(&terrain, Level::best(), GRID);
        // Column after column, so that neighbours in the list share no row.
        let places = (0..GRID.columns).flat_map(|i| (0..GRID.rows).step_by(9).map(move |j| (i, j)));
        let points: Vec<_> = places.clone().map(|(i, j)| [GRID.x(i), GRID.y(j), 0.0]).collect();
        let samples = terrain.sample::<f32>(Level::best(), &points);
        for ((i, j), sample) in places.zip(samples) {
            let at = j * GRID.columns + i;
            let raster = [expected.height[at], expected.dx[at], expected.dy[at]].map(f64::from);
            let sample = [sample.height, sample.gradient[0], sample.gradient[1]];
            assert_eq!(sample, raster, "at {i}, {j}");
        }
    }
}

/// In a domain that repeats, column N is column 0 again, and row N row 0.
fn has_no_seam(terrain: &Terrain, n: usize) -> bool {
    let grid = Grid { columns: n + 1, rows: n + 1, ..Grid::over(1000.0, n, true) };
    all_bits(&whole(terrain, Level::best(), grid)).iter().all(|plane| {
        let rows: Vec<_> = plane.chunks(n + 1).collect();
        rows[0] == rows[n] && rows.iter().all(|row| row[0] == row[n])
    })
}

/// From just before the edge to just after it, the land follows its slope.
fn assert_no_step(terrain: &Terrain) {
    const STEP: f64 = 0.01;
    for k in 0..200 {
        let y = 5.03 * f64::from(k);
        let points = [-STEP, 0.0, STEP].map(|x| [x, y, 0.0]);
        let [before, at, after] = terrain.sample::<f64>(Level::best(), &points)[..] else { unreachable!() };
        let expected = 2.0 * STEP * at.gradient[0];
        let step = (after.height - before.height - expected).abs();
        assert!(step < 0.05 * STEP, "a step of {step} m at y = {y}");
    }
}

/// A million tiles away, the land has the same bits.
fn assert_same_far_away(terrain: &Terrain) {
    for k in 0..200 {
        let at = [5.0 * f64::from(k), 123.5];
        let far = at.map(|x| x + 1000.0 * 1_048_577.0);
        let [here, there] = [at, far].map(|[x, y]| terrain.sample::<f32>(Level::best(), &[[x, y, 0.0]]));
        assert_eq!(here, there, "at {at:?}");
    }
}

#[test]
fn gullies_have_no_seam() {
    let head = head("plane", "land").replace("size =", "tile = true, size =");
    let displaced = GULLIES.replace("simplex", "perlin");
    for fields in [displaced.clone(), displaced.replace("displace", "# displace")] {
        // Neither number is a multiple of the other, so positions are rounded.
        for n in [64, 49] {
            let terrain =
                Terrain::new(&parse(&(head.clone() + &fields)).unwrap(), &NoImages, 1000.0 / n as f64)
                    .unwrap();
            assert!(has_no_seam(&terrain, n), "{n} samples: {fields}");
            assert_no_step(&terrain);
            assert_same_far_away(&terrain);
        }
    }
}

#[test]
fn tiles_have_no_seam() {
    let drift = "[fields.drift]\ntype = 'fbm'\nwavelength = 330.0\noctaves = 4\n";
    for node in ["swiss", "fbm", "jordan", "ridged-multifractal"] {
        for basis in ["hermite", "perlin", "value", "cellular", "white", "improved-perlin"] {
            let displace = "displace = { by = 'drift', strength = 90.0 }";
            let text = format!(
                "[fields.land]\ntype = '{node}'\nwavelength = 270.0\nbasis = '{basis}'\n{displace}\n"
            );
            let head = head("plane", "land").replace("size =", "tile = true, size =");
            let recipe = parse(&(head + drift + &text)).unwrap();
            let n = 64;
            let Ok(terrain) = Terrain::new(&recipe, &NoImages, 1000.0 / n as f64) else {
                assert!(["swiss", "jordan"].contains(&node) && ["cellular", "white"].contains(&basis));
                continue;
            };
            let grid = Grid { columns: n + 1, rows: n + 1, ..Grid::over(1000.0, n, true) };
            let made = whole(&terrain, Level::best(), grid);
            for plane in all_bits(&made) {
                let rows: Vec<_> = plane.chunks(n + 1).collect();
                assert!(rows[0] == rows[n], "{node} of {basis}: rows");
                assert!(rows.iter().all(|row| row[0] == row[n]), "{node} of {basis}: columns");
                let flat = rows.iter().all(|row| row[0] == rows[0][0]);
                assert!(!flat || basis == "white", "{node} of {basis} is level");
            }
        }
    }
}

/// Landforms that are scattered repeat, too.
#[test]
fn landforms_have_no_seam() {
    let drift = "[fields.drift]\ntype = 'fbm'\nwavelength = 330.0\noctaves = 4\n\
        [fields.hills]\ntype = 'scale'\ninput = 'drift'\nfactor = 200.0\n";
    for node in [
        "type = 'rivers'\ninput = 'hills'\nspacing = 270.0\nwidth = 30.0\nbanks = 20.0\nvalley = 120.0",
        "type = 'mesa'\nspacing = 190.0\nheight = 20.0",
        "type = 'mesa'\nspacing = 900.0\ncoverage = 1.0",
        "type = 'strata'\ninput = 'hills'\nfold = 'drift'",
        "type = 'mesa'\nx = 900.0\ny = 30.0\nsize = 200.0",
        "type = 'volcano'\nx = -100.0\ny = 500.0\nradius = 250.0",
        "type = 'island'\nradius = 150.0",
    ] {
        for displace in ["", "displace = { by = 'drift', strength = 60.0 }"] {
            let text = format!("[fields.land]\n{node}\n{displace}\n");
            let head = head("plane", "land").replace("size =", "tile = true, size =");
            let n = 64;
            let spacing = 1000.0 / n as f64;
            let terrain = Terrain::new(&parse(&(head + drift + &text)).unwrap(), &NoImages, spacing).unwrap();
            let grid = Grid { columns: n + 1, rows: n + 1, ..Grid::over(1000.0, n, true) };
            for plane in all_bits(&whole(&terrain, Level::best(), grid)) {
                let rows: Vec<_> = plane.chunks(n + 1).collect();
                assert!(rows[0] == rows[n], "{text}: rows");
                assert!(rows.iter().all(|row| row[0] == row[n]), "{text}: columns");
                assert!(rows.iter().any(|row| row.iter().any(|bits| *bits != rows[0][0])), "{text} is level");
            }
        }
    }
}
