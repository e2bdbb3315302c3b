//! Masks from stroke files, against the falloff formula in double precision.

use std::path::Path;
use std::sync::Arc;

use orogen_engine::level::Level;
use orogen_engine::overlay::{Complaint, Layer};
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::{Images, Terrain};
use orogen_strokes::brush::{Brush, Tool};
use orogen_strokes::journal::Journal;
use orogen_strokes::layer::StrokeLayer;
use orogen_strokes::stroke::{Stroke, Surface};

use crate::layers::layer;
use crate::project::Files;
use crate::scene::{Pictures, stroke};

const DETAIL: f64 = 5.0;

const TEXT: &str = "orogen = 1\ndomain.size = 800.0\nheight.field = 'x'\n\
    [fields.x]\ntype = 'painted'\nstrokes = 'mask.strokes'\ndetail = 5.0\n";

/// The terrain of a recipe in a folder.
fn open(folder: &Path, text: &str, spacing: f64) -> Terrain {
    let source = Source::new("mask.toml", text).in_folder(folder);
    let recipe = Recipe::parse(source, orogen_engine::nodes::registry()).unwrap();
    Terrain::with_materials(&recipe, &Files, spacing).unwrap()
}

fn journal(folder: &Path, strokes: &[Stroke]) -> Journal {
    let mut journal = Journal::open(folder.join("mask.strokes"), "mask.toml", Surface::Plane).unwrap();
    strokes.iter().for_each(|stroke| assert!(journal.push(stroke).is_ok()));
    journal
}

fn click(tool: Tool, strength: f64, [x, y]: [f64; 2]) -> Stroke {
    let brush = Brush { inner: 0.3, strength, power: 2.0, ..Brush::new(tool, 150.0) };
    stroke(brush, &[[x, y, 1.0]])
}

/// A full mask, a part that is removed again, two dabs of 0.3 on top, and one of 0.9 beside, which exceeds 1 together with the first.
fn clicks() -> [Stroke; 5] {
    [
        click(Tool::Level { to: 1.0 }, 0.8, [300.0, 300.0]),
        click(Tool::Level { to: 0.0 }, 0.5, [380.0, 300.0]),
        click(Tool::Raise { metres: 0.3 }, 1.0, [300.0, 380.0]),
        click(Tool::Raise { metres: 0.9 }, 1.0, [260.0, 260.0]),
        click(Tool::Erase, 0.9, [500.0, 300.0]),
    ]
}

/// The mask of [`clicks`] at a place: each dab has the weight `strength · S(t)²`, where S is the quintic step of t = (r − d) / (r − rᵢ).
fn exact([x, y]: [f64; 2]) -> f64 {
    let weight = |strength: f64, [u, v]: [f64; 2]| {
        let t = ((150.0 - (x - u).hypot(y - v)) / (150.0 - 45.0)).clamp(0.0, 1.0);
        strength * (t.powi(3) * (t * (6.0 * t - 15.0) + 10.0)).powi(2)
    };
    let mut mask = 0.0;
    mask += weight(0.8, [300.0, 300.0]) * (1.0 - mask);
    mask *= 1.0 - weight(0.5, [380.0, 300.0]);
    mask += 0.3 * weight(1.0, [300.0, 380.0]);
    mask += 0.9 * weight(1.0, [260.0, 260.0]);
    mask *= 1.0 - weight(0.9, [500.0, 300.0]);
    mask.clamp(0.0, 1.0)
}

/// The spline whose coefficients are the mask at the cells around a cell.
fn smoothed([x, y]: [f64; 2]) -> f64 {
    const WEIGHTS: [f64; 3] = [1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0];
    let part = |k: usize| {
        let place = [x + (k % 3) as f64 * DETAIL - DETAIL, y + (k / 3) as f64 * DETAIL - DETAIL];
        WEIGHTS[k % 3] * WEIGHTS[k / 3] * exact(place)
    };
    (0..9).map(part).sum()
}

#[test]
fn a_mask_of_clicks_follows_the_falloff() {
    let folder = tempfile::tempdir().unwrap();
    journal(folder.path(), &clicks());
    let terrain = open(folder.path(), TEXT, DETAIL);
    let cell = |k: i32| [f64::from(k % 161) * DETAIL, f64::from(k / 161) * DETAIL, 0.0];
    let points: Vec<_> = (0..161 * 161).map(cell).collect();
    let (mut most, mut limited) = (0.0_f64, 0);
    for (&[x, y, _], sample) in points.iter().zip(terrain.sample::<f64>(Level::best(), &points)) {
        most = most.max((sample.height - smoothed([x, y])).abs());
        limited += u32::from(sample.height == 1.0);
    }
    assert!(most < 1e-6, "{most}");
    assert!(limited > 10, "{limited} cells are full");
}

fn rows(terrain: &Terrain, grid: Grid) -> Band {
    let mut band = Band::default();
    terrain.rows(Level::best(), grid).unwrap().make(0, grid.rows, true, &mut band);
    band
}

/// The mask of a material has the bits of the mask as the terrain.
#[test]
fn a_mask_is_the_weight_of_a_material() {
    let folder = tempfile::tempdir().unwrap();
    journal(folder.path(), &clicks());
    let mask = open(folder.path(), TEXT, DETAIL);
    let text = TEXT.replace("'x'\n[", "'hills'\n[")
        + "[fields.hills]\ntype = 'fbm'\nwavelength = 90.0\noctaves = 3\n\
           [[materials]]\nname = 'grass'\ncolor = '#406030'\n\
           [[materials]]\nname = 'path'\ncolor = '#a09060'\nnoise = { field = 'x', range = [0.2, 0.8] }\n";
    let grid = Grid { first_column: 0, first_row: 0, columns: 161, rows: 161, spacing: DETAIL };
    let with_material = rows(&open(folder.path(), &text, DETAIL), grid);
    let mask = rows(&mask, grid).height;
    assert!(mask.iter().any(|mask| *mask > 0.99));
    assert!(with_material.others[0].iter().zip(&mask).all(|(one, other)| one.to_bits() == other.to_bits()));
    assert_ne!(with_material.height, mask);
}

/// Also a mask with a blur, which reads the ground around a sample.
#[test]
fn tiles_and_threads_give_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let mut strokes = clicks().to_vec();
    strokes.push(click(Tool::Smooth { radius: 60.0 }, 1.0, [330.0, 330.0]));
    journal(folder.path(), &strokes);
    let whole = Grid { first_column: 0, first_row: 0, columns: 201, rows: 201, spacing: 4.0 };
    let in_threads = |threads: usize, text: &str| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| rows(&open(folder.path(), text, 4.0), whole))
    };
    let first = in_threads(1, TEXT);
    // Another path, so that the mask is evaluated again.
    std::fs::copy(folder.path().join("mask.strokes"), folder.path().join("copy.strokes")).unwrap();
    let again = in_threads(3, &TEXT.replace("mask.strokes", "copy.strokes"));
    let bits =
        |band: &Band| [&band.height, &band.dx].map(|all| all.iter().map(|x| x.to_bits()).collect::<Vec<_>>());
    assert_eq!(bits(&first), bits(&again));
    let tile = Grid { first_column: 61, first_row: 70, columns: 33, rows: 17, spacing: 4.0 };
    let tile = rows(&open(folder.path(), TEXT, 4.0), tile);
    for (at, height) in tile.height.iter().enumerate() {
        assert_eq!(height.to_bits(), first.height[(70 + at / 33) * 201 + 61 + at % 33].to_bits());
    }
}

#[test]
fn undone_strokes_do_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let grid = Grid { first_column: 0, first_row: 0, columns: 81, rows: 81, spacing: 10.0 };
    let mut journal = journal(folder.path(), &clicks()[..3]);
    let three = rows(&open(folder.path(), TEXT, DETAIL), grid).height;
    journal.push(&clicks()[3]).unwrap();
    assert_ne!(rows(&open(folder.path(), TEXT, DETAIL), grid).height, three);
    journal.undo().unwrap();
    assert_eq!(rows(&open(folder.path(), TEXT, DETAIL), grid).height, three);
    (0..3).for_each(|_| assert!(journal.undo().unwrap().is_some()));
    assert!(rows(&open(folder.path(), TEXT, DETAIL), grid).height.iter().all(|mask| *mask == 0.0));
}

fn words(layer: &StrokeLayer, images: &dyn Images) -> Result<Vec<u64>, Complaint> {
    let mut words = Vec::new();
    layer.words(images, &mut |word| words.push(word))?;
    Ok(words)
}

/// Words tell strokes apart, and pictures of stamps.
#[test]
fn words_identify_strokes_and_pictures() {
    let stamp = Tool::Stamp { image: "bump.png".to_owned(), metres: 1.0, turn: false };
    let list = [click(Tool::Erase, 0.5, [1.0, 2.0]), click(stamp, 1.0, [3.0, 4.0])];
    let of = |strokes: &[Stroke], images: &dyn Images| words(&layer(Surface::Plane, strokes), images);
    assert_eq!(of(&list, &Pictures), of(&list.clone(), &Pictures));
    let moved = [click(Tool::Erase, 0.5, [1.0, 2.5]), list[1].clone()];
    for other in [&moved[..], &list[..1], &[]] {
        assert_ne!(of(&list, &Pictures), of(other, &Pictures));
    }
    assert_ne!(of(&list, &Pictures), of(&list, &Brighter));
    let (message, _) = of(&list, &orogen_engine::image::NoImages).unwrap_err();
    assert!(message.contains("stroke 2") && message.contains("bump.png"), "{message}");
}

/// The pictures of [`Pictures`], but brighter.
struct Brighter;

impl Images for Brighter {
    fn load(
        &self,
        path: &Path,
        reading: orogen_engine::image::Reading,
    ) -> Result<Arc<orogen_engine::image::Image>, Complaint> {
        let image = (*Pictures.load(path, reading)?).clone();
        let samples = image.samples.iter().map(|sample| sample + 0.1).collect();
        Ok(Arc::new(orogen_engine::image::Image { samples, ..image }))
    }
}
