//! Land that is solved once, as terrains evaluate it.

use std::sync::atomic::{AtomicU32, Ordering};

use orogen_engine::image::{Image, NoImages, Reading};
use orogen_engine::level::Level;
use orogen_engine::nodes::registry;
use orogen_engine::overlay::Complaint;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::{Drafts, Images, Terrain};

/// Hills of 2 km, solved every 16 m; `more` is added to the node.
fn hills(more: &str) -> String {
    format!(
        "orogen = 1\nseed = 3\ndomain = {{ size = 2000.0, samples = 126 }}\nheight = {{ field = 'land', scale = 400.0 }}\n\
         [fields.hills]\ntype = 'fbm'\nwavelength = 900.0\noctaves = 3\n\
         [fields.land]\ntype = 'erosion'\ninput = 'hills'\nscale = 400.0\n{more}"
    )
}

fn parsed(text: &str) -> Recipe {
    Recipe::parse(Source::new("hills.toml", text), registry()).unwrap()
}

fn terrain(text: &str, spacing: f64) -> Terrain {
    Terrain::new(&parsed(text), &NoImages, spacing).unwrap()
}

fn heights(terrain: &Terrain, grid: Grid) -> Vec<f32> {
    let mut band = Band::default();
    terrain.rows(Level::best(), grid).unwrap().make(0, grid.rows, false, &mut band);
    band.height
}

/// Every sample inside has a lower neighbour.
#[test]
fn the_ground_drains_at_the_detail_of_the_solution() {
    let heights = heights(&terrain(&hills(""), 16.0), Grid::square(126, 16.0));
    for row in 1..125 {
        for column in 1..125 {
            let at = |dx: usize, dy: usize| heights[(row + dy - 1) * 126 + column + dx - 1];
            let lower = (0..9).filter(|&k| at(k % 3, k / 3) < at(1, 1)).count();
            assert!(lower > 0, "a pit at column {column}, row {row}");
        }
    }
}

/// The grid of a job does not change the solution: crops are parts of the whole, and coarse samples are near fine ones.
#[test]
fn jobs_see_the_same_land() {
    let text = hills("");
    let whole = heights(&terrain(&text, 16.0), Grid::square(126, 16.0));
    let crop = Grid { first_column: 37, first_row: 51, columns: 20, rows: 15, spacing: 16.0 };
    for (row, cropped) in heights(&terrain(&text, 16.0), crop).chunks(20).enumerate() {
        assert_eq!(cropped, &whole[(51 + row) * 126 + 37..][..20]);
    }
    let coarse = heights(&terrain(&text, 32.0), Grid::square(63, 32.0));
    let (mut squares, mut count) = (0.0, 0.0);
    for (index, height) in coarse.iter().enumerate() {
        let fine = whole[index / 63 * 2 * 126 + index % 63 * 2];
        squares += f64::from(height - fine).powi(2);
        count += 1.0;
    }
    let rms = f64::sqrt(squares / count);
    assert!(rms < 8.0, "{rms} m");
}

/// Averages of averages: a terrain at twice the spacing has the mean height of the fine one.
#[test]
fn coarse_land_is_the_average_of_fine_land() {
    let text = hills("");
    let mean = |spacing: f64, side: usize| {
        let heights = heights(&terrain(&text, spacing), Grid::square(side, spacing));
        heights.iter().map(|&height| f64::from(height)).sum::<f64>() / heights.len() as f64
    };
    let (fine, coarse) = (mean(16.0, 126), mean(64.0, 32));
    assert!((fine - coarse).abs() < 3.0, "{fine} and {coarse} m");
}

#[test]
fn seeds_and_fields_change_the_land() {
    let coarse = |more: &str| hills(&format!("detail = 16.0\n{more}"));
    let of = |text: &str| heights(&terrain(text, 16.0), Grid::square(126, 16.0));
    let plain = of(&coarse(""));
    assert_eq!(plain, of(&coarse("")));
    for more in [
        "seed = 9\n",
        "hardness = 3.0\n",
        "rain = 'hills'\n",
        "uplift = 0.2\n",
        "repose = 20.0\n",
        "duration = 1.0\n",
    ] {
        assert_ne!(plain, of(&coarse(more)), "{more}");
    }
    assert_ne!(plain, of(&coarse("").replace("wavelength = 900.0", "wavelength = 901.0")));
}

/// A solved field may read another.
#[test]
fn erosion_of_eroded_land() {
    let more = "[fields.twice]\ntype = 'erosion'\ninput = 'land'\nscale = 400.0\nrepose = 25.0\n";
    let text = hills(more).replace("field = 'land'", "field = 'twice'");
    let (once, twice) = (terrain(&hills(""), 16.0), terrain(&text, 16.0));
    assert_ne!(heights(&once, Grid::square(126, 16.0)), heights(&twice, Grid::square(126, 16.0)));
    assert!(twice.warnings().is_empty(), "{:?}", twice.warnings());
}

/// Counts the calls while land is solved, and stops it after some.
struct Host {
    calls: AtomicU32,
    most: u32,
}

impl Images for Host {
    fn load(&self, _: &std::path::Path, _: Reading) -> Result<std::sync::Arc<Image>, Complaint> {
        unreachable!("no pictures")
    }

    fn solving(&self, field: &str, done: f32) -> bool {
        assert!(field == "land" && (0.0..=1.0).contains(&done));
        self.calls.fetch_add(1, Ordering::Relaxed) < self.most
    }
}

#[test]
fn who_waits_is_told_and_can_stop() {
    let recipe = parsed(&hills("seed = 77\n"));
    let host = |most| Host { calls: AtomicU32::new(0), most };
    let stopped = Terrain::new(&recipe, &host(5), 16.0).unwrap_err();
    assert_eq!(stopped.message, "the solution of `land` was stopped");
    let patient = host(u32::MAX);
    assert!(Terrain::new(&recipe, &patient, 16.0).is_ok());
    let calls = patient.calls.load(Ordering::Relaxed);
    assert!(calls > 20, "{calls} calls");
    // The solution is known now, at every spacing.
    assert!(Terrain::new(&recipe, &host(0), 16.0).is_ok() && Terrain::new(&recipe, &host(0), 100.0).is_ok());
}

/// Fields that nobody reads are checked, but not solved.
#[test]
fn unused_land_is_not_solved() {
    let text = hills("").replace("field = 'land'", "field = 'hills'");
    let terrain = Terrain::new(&parsed(&text), &Host { calls: AtomicU32::new(0), most: 0 }, 16.0).unwrap();
    let warnings: Vec<_> = terrain.warnings().iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(warnings, ["the field `land` is not used"]);
}

#[test]
fn what_cannot_be_eroded_says_why() {
    let refusal =
        |text: &str| Terrain::new(&parsed(text), &NoImages, 16.0).map(|_| ()).unwrap_err().to_string();
    let domain = |domain: &str| hills("").replace("size = 2000.0, samples = 126", domain);
    for (text, parts) in [
        (domain("kind = 'planet', radius = 9000.0"), ["`erosion` needs a plane", "this domain is a planet"]),
        (domain("kind = 'space', size = 9000.0"), ["this domain is a space", "set `kind = \"plane\"`"]),
        (hills("detail = 0.01\n"), ["200000 cells along a side", "write detail = 0.303 or more"]),
        (hills("detail = 900.0\n"), ["fewer than 4 cells", "write detail = 500.000 or less"]),
        (
            hills("keep = 2001.0\n"),
            ["`keep` is 2001 m, which is longer than the side of the domain, 2000 m", "leave `keep` out"],
        ),
        (hills("keep = 5.0\n"), ["finer than the detail of 16.000 m", "write detail = 5 or less"]),
        (
            hills("repose = 'mask'\n[fields.mask]\ntype = 'smoothstep'\ninput = 'hills'\n"),
            ["`mask` is between 0 and ", "everywhere, but `repose` must be from 1 to 89"],
        ),
        (
            hills("").replace("scale = 400.0\n", "scale = 1e8\n"),
            ["its land before erosion reaches", "true heights"],
        ),
    ] {
        let error = refusal(&text);
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
}

/// Values of a field beyond the range of an input are clamped to the range.
#[test]
fn inputs_are_kept_in_their_ranges() {
    let of = |low: f64, high: f64| {
        let rain = format!(
            "rain = 'mask'\n[fields.mask]\ntype = 'clamp'\ninput = 'hills'\nmin = {low:?}\nmax = {high:?}\n"
        );
        heights(&terrain(&hills(&rain), 16.0), Grid::square(126, 16.0))
    };
    assert_eq!(of(-1.0, 1.0), of(0.01, 1.0));
    assert_ne!(of(-1.0, 1.0), of(0.2, 1.0));
}

/// Flat land is not an error, and stays nearly flat. Land that is all below the sea is not an error, and stays as it is.
#[test]
fn flat_and_drowned_land() {
    let flat = hills("").replace("input = 'hills'", "input = 0.5");
    let heights_of = |text: &str| heights(&terrain(text, 16.0), Grid::square(126, 16.0));
    let flat = heights_of(&flat);
    let (low, high) = flat.iter().fold((f32::MAX, f32::MIN), |(low, high), &h| (low.min(h), high.max(h)));
    assert!(low > 190.0 && high < 215.0, "{low} to {high} m");
    let drowned = heights_of(&hills("sea = 5000.0\n"));
    let before = heights_of(&hills("").replace("field = 'land'", "field = 'hills'"));
    assert!(drowned.iter().zip(&before).all(|(one, other)| (one - other).abs() < 0.01));
}

/// Other fields read the further results of erosion.
#[test]
fn water_and_wear_are_fields() {
    let with = |result: &str| {
        hills("").replace("field = 'land', scale = 400.0", &format!("field = 'land.{result}'"))
    };
    let flow = heights(&terrain(&with("flow"), 16.0), Grid::square(126, 16.0));
    let land = heights(&terrain(&hills(""), 16.0), Grid::square(126, 16.0));
    let before = heights(
        &terrain(&hills("").replace("field = 'land'", "field = 'hills'"), 16.0),
        Grid::square(126, 16.0),
    );
    let wear = heights(&terrain(&with("wear"), 16.0), Grid::square(126, 16.0));
    for (index, wear) in wear.iter().enumerate() {
        assert!((wear - (before[index] - land[index])).abs() < 0.01, "{wear} m at sample {index}");
    }
    // Flow grows downhill: the largest rivers are in valleys.
    let mean = |of: &dyn Fn(usize) -> bool| {
        let chosen: Vec<_> = (0..flow.len()).filter(|&index| of(index)).map(|index| land[index]).collect();
        chosen.iter().sum::<f32>() / chosen.len() as f32
    };
    let largest = flow.iter().copied().fold(f32::MIN, f32::max);
    assert!((-1.0..1.0).contains(&largest), "10^{largest} km²");
    assert!(mean(&|index| flow[index] > largest - 0.7) + 30.0 < mean(&|_| true));
    // A crest drains a few cells.
    assert!(flow.iter().copied().fold(f32::MAX, f32::min) < -3.0);
}

#[test]
fn results_are_read_by_their_names() {
    let read = |name: &str| {
        Recipe::parse(
            Source::new("a.toml", hills("").replace("field = 'land'", &format!("field = '{name}'"))),
            registry(),
        )
    };
    let error = |name| read(name).unwrap_err().to_string();
    assert!(
        error("land.flo")
            .contains("its further results are `land.flow`, `land.wear`, `land.water`, `land.distance`, `land.sediment`, "),
        "{}",
        error("land.flo")
    );
    assert!(error("hills.flow").contains("`hills` has no further results"), "{}", error("hills.flow"));
    assert!(error("lnd.flow").contains("no field is named"), "{}", error("lnd.flow"));
    let recipe = read("land.flow").unwrap();
    assert_eq!(recipe.written_fields().map(|field| &field.name).collect::<Vec<_>>(), ["hills", "land"]);
    let again = Recipe::parse(Source::new("a.toml", recipe.canonical()), registry()).unwrap();
    assert_eq!(again.canonical(), recipe.canonical());
}

/// A material may follow the rivers.
#[test]
fn materials_read_results() {
    let material = "[[materials]]\nname = 'grass'\ncolor = '#446644'\n[[materials]]\nname = 'gravel'\ncolor = '#888888'\n\
                    noise = { field = 'land.flow', range = [-1.0, -0.5] }\n";
    let recipe = parsed(&(hills("") + material));
    let terrain = Terrain::with_materials(&recipe, &NoImages, 16.0).unwrap();
    assert!(terrain.warnings().is_empty(), "{:?}", terrain.warnings());
    let mut band = Band::default();
    terrain.rows(Level::best(), Grid::square(126, 16.0)).unwrap().make(0, 126, true, &mut band);
    assert!(band.others[0].iter().any(|&flow| flow > -0.7) && band.others[0].iter().any(|&flow| flow < -2.0));
}

/// Threads that need the same land at once get it from the first thread, so the work is done once.
#[test]
fn threads_share_a_solution() {
    let recipe = parsed(&hills("seed = 4242\n"));
    let alone = {
        let host = Host { calls: AtomicU32::new(0), most: u32::MAX };
        Terrain::new(&parsed(&hills("seed = 4343\n")), &host, 16.0).unwrap();
        host.calls.load(Ordering::Relaxed)
    };
    let hosts: Vec<_> = (0..4).map(|_| Host { calls: AtomicU32::new(0), most: u32::MAX }).collect();
    let terrains: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            hosts.iter().map(|host| scope.spawn(|| Terrain::new(&recipe, host, 16.0).unwrap())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let first = heights(&terrains[0], Grid::square(20, 16.0));
    assert!(terrains.iter().all(|terrain| heights(terrain, Grid::square(20, 16.0)) == first));
    // Waiting hosts are called now and then, not at every step.
    let solved = hosts.iter().filter(|host| host.calls.load(Ordering::Relaxed) >= alone).count();
    assert_eq!(solved, 1, "of {alone} steps");
    // A thread that gives up while it waits does not stop the others.
    let recipe = parsed(&hills("seed = 4444\n"));
    let (patient, hasty) =
        (Host { calls: AtomicU32::new(0), most: u32::MAX }, Host { calls: AtomicU32::new(0), most: 0 });
    std::thread::scope(|scope| {
        let first = scope.spawn(|| Terrain::new(&recipe, &patient, 16.0).is_ok());
        while patient.calls.load(Ordering::Relaxed) == 0 {
            std::thread::yield_now();
        }
        assert!(
            Terrain::new(&recipe, &hasty, 16.0).is_err() || patient.calls.load(Ordering::Relaxed) >= alone
        );
        assert!(first.join().unwrap());
    });
}

/// A draft has the same valleys as the full solution, and takes far fewer steps.
#[test]
fn drafts_resemble_the_land() {
    let text = hills("detail = 16.0\n").replace("size = 2000.0", "size = 8000.0");
    let spacing = 64.0;
    let host = || Host { calls: AtomicU32::new(0), most: u32::MAX };
    let (fine, coarse) = (host(), host());
    let whole = Terrain::new(&parsed(&text), &fine, spacing).unwrap();
    let draft = Terrain::new(&parsed(&text), &Drafts(&coarse), spacing).unwrap();
    let grid = Grid::square(120, spacing);
    let (whole, draft) = (heights(&whole, grid), heights(&draft, grid));
    assert_ne!(whole, draft);
    let mean = |numbers: &[f32]| numbers.iter().map(|&x| f64::from(x)).sum::<f64>() / numbers.len() as f64;
    let (one, other) = (mean(&whole), mean(&draft));
    let product = |a: &[f32], ma: f64, b: &[f32], mb: f64| {
        a.iter().zip(b).map(|(&a, &b)| (f64::from(a) - ma) * (f64::from(b) - mb)).sum::<f64>()
    };
    let correlation = product(&whole, one, &draft, other)
        / (product(&whole, one, &whole, one) * product(&draft, other, &draft, other)).sqrt();
    assert!(correlation > 0.9, "{correlation}");
}

/// Beyond the solved grid, which is the domain and a margin, the land is mirrored.
#[test]
fn the_land_is_mirrored_beyond_its_grid() {
    // 126 samples and a margin of 33 on each side: 192 cells from −33.5 to 158.5.
    let row_of = |more: &str, first_column: i64| {
        let grid = Grid { first_column, first_row: 40, columns: 192, rows: 1, spacing: 16.0 };
        heights(&terrain(&hills(more), 16.0), grid)
    };
    let row = |first_column: i64| row_of("", first_column);
    let (within, before, after) = (row(-33), row(-33 - 192), row(-33 + 192));
    let close = |one: f32, other: f32| (one - other).abs() < 0.01;
    assert!((0..192).all(|i| close(within[i], before[191 - i]) && close(within[i], after[191 - i])));
    assert!((0..192).all(|i| close(within[i], row(-33 - 384)[i])));
    // Land with a sea that does not reach the whole border is mirrored too. A sea that reaches the whole border continues.
    let (within, before) = (row_of("sea = -200.0\n", -33), row_of("sea = -200.0\n", -33 - 192));
    assert!((0..192).all(|i| close(within[i], before[191 - i])));
    let before = row_of("sea = 5000.0\n", -33 - 192);
    assert!((0..180).all(|i| close(before[i], before[0])));
}

/// Land that keeps its averages has the position of its input, up to all edges of the domain, and its squares have the
/// positions of the picture's samples. So the right part of each solved grid is kept. An offset of one cell would be a step of
/// 5 m.
#[test]
fn kept_land_lies_where_its_input_does() {
    let apart = |samples: usize, keep: usize, images: &dyn Images| {
        let size = keep * (samples - 1);
        let text = format!(
            "orogen = 1\ndomain = {{ size = {size}, samples = {samples} }}\nheight = {{ field = 'land', scale = {size} }}\n\
             [fields.slope]\ntype = 'ramp'\nangle = 30.0\nlength = {}\nx = -{size}\ny = -{size}\n\
             [fields.land]\ntype = 'erosion'\ninput = 'slope'\nscale = {size}\n\
             keep = {keep}.0\ndetail = 16.0",
            4 * size
        );
        let terrain = Terrain::new(&parsed(&text), images, keep as f64).unwrap();
        let heights = heights(&terrain, Grid::square(samples, keep as f64));
        let squares = heights.iter().enumerate().map(|(at, &height)| {
            let [x, y] = [at % samples, at / samples].map(|place| (keep * place + size) as f64);
            (f64::from(height) - 0.25 * (x * 0.75_f64.sqrt() + 0.5 * y)).powi(2)
        });
        (squares.sum::<f64>() / heights.len() as f64).sqrt()
    };
    let cases = [
        (30, 16),
        (126, 16),
        (230, 16),
        (240, 16),
        (241, 16),
        (310, 16),
        (60, 64),
        (70, 64),
        (33, 128),
        (40, 128),
    ];
    for (samples, keep) in cases {
        for images in [&NoImages as &dyn Images, &Drafts(NoImages)] {
            let apart = apart(samples, keep, images);
            assert!(
                apart < 0.01 * keep as f64,
                "{samples} samples, keep = {keep}: {apart} m (root mean square)"
            );
        }
    }
}

/// In a domain that repeats, the land continues over the edges, to the bit, and is as rough there as elsewhere.
#[test]
fn repeating_land_has_no_seam() {
    let text = hills("").replace("samples = 126", "samples = 125, tile = true");
    let at = |first_column: i64, first_row: i64| {
        heights(
            &terrain(&text, 16.0),
            Grid { first_column, first_row, columns: 129, rows: 129, spacing: 16.0 },
        )
    };
    let land = at(-2, -2);
    assert_eq!(land, at(-2 + 125, -2 - 250));
    assert!((0..129).all(|i| land[i * 129] == land[i * 129 + 125] && land[i] == land[125 * 129 + i]));
    // At a spacing of a metre, it is as smooth over the edge as elsewhere, because the spline repeats too.
    let bend = |first_column: i64| {
        let grid = Grid { first_column, first_row: 0, columns: 128, rows: 400, spacing: 1.0 };
        let heights = heights(&terrain(&text, 1.0), grid);
        let bends = heights
            .chunks_exact(128)
            .flat_map(|row| row.windows(3).map(|at| (at[0] + at[2] - 2.0 * at[1]).abs()));
        bends.fold(0.0, f32::max)
    };
    let inside = (1..12).map(|k| bend(150 * k)).fold(0.0, f32::max);
    assert!(bend(-64) < 1.5 * inside, "{} m over the edge and {inside} m elsewhere", bend(-64));
}

/// Distances to water also continue over the edges: between samples 16 m apart, they differ by little more than 16 m.
#[test]
fn repeating_distances_have_no_seam() {
    let text = hills("").replace("samples = 126", "samples = 125, tile = true");
    let text = text.replace("'land', scale = 400.0", "'land.distance', scale = 1.0")
        + "river_area = 0.1\nriver_width = 8.0";
    let distances = heights(&terrain(&text, 16.0), Grid::square(126, 16.0));
    let greatest = |apart: usize| {
        let pairs = (0..125 * 126).filter(|at| apart > 1 || at % 126 < 125);
        pairs.map(|at| (distances[at] - distances[at + apart]).abs()).fold(0.0, f32::max)
    };
    let step = [1, 126].map(greatest);
    assert!(step.iter().all(|step| (8.0..=24.0).contains(step)), "{step:?} m");
}

/// With `keep`, drained land keeps its averages, and only then.
#[test]
fn kept_land_keeps_its_averages() {
    let (side, spacing) = (496, 4.0);
    let coarse = hills("detail = 32.0\n");
    let input = heights(&terrain(&coarse, spacing), Grid::square(side, spacing));
    let finer = |more: &str| {
        let twice =
            format!("[fields.twice]\ntype = 'erosion'\ninput = 'land'\nscale = 400.0\ndetail = 4.0\n{more}");
        let text = (coarse.clone() + &twice).replace("field = 'land'", "field = 'twice'");
        heights(&terrain(&text, spacing), Grid::square(side, spacing))
    };
    // Over squares that are not those of the solver.
    let square = |heights: &[f32], square: usize| {
        let (column, row) = (square % 31 * 16, square / 31 * 16);
        (0..256).map(|k| heights[(row + k / 16) * side + column + k % 16]).sum::<f32>() / 256.0
    };
    let apart = |land: &[f32]| {
        let squares = (0..961).map(|i| f64::from(square(land, i) - square(&input, i)).powi(2));
        (squares.sum::<f64>() / 961.0).sqrt()
    };
    let (kept, free) = (apart(&finer("keep = 30.0\n")), apart(&finer("")));
    assert!(kept < 1.5 && free > 10.0, "{kept} m and {free} m");
}
