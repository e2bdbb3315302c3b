//! A project on disk: a recipe and a stroke file.

use std::path::Path;
use std::sync::Arc;

use orogen_engine::image::{Image, Reading};
use orogen_engine::level::Level;
use orogen_engine::overlay::Layer;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::{Images, Terrain};
use orogen_strokes::brush::Tool;
use orogen_strokes::journal::Journal;
use orogen_strokes::layer::StrokeLayer;
use orogen_strokes::stroke::Surface;

use crate::scene::{Pictures, Random, pointwise, strokes};

const SPACING: f64 = 64.0;

/// Reads the strokes from their file each time.
pub(crate) struct Files;

impl Images for Files {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, (String, String)> {
        Pictures.load(path, reading)
    }

    fn strokes(&self, path: &Path) -> Result<Arc<dyn Layer>, (String, String)> {
        let layer = StrokeLayer::read(path).map_err(|error| (error.to_string(), String::new()))?;
        Ok(Arc::new(layer))
    }
}

/// The heights and slopes of the project in a folder.
fn rows(folder: &Path, grid: Grid) -> Band {
    let alps = include_str!("../../../orogen/recipes/gullies.toml");
    let text = format!("{alps}\n[sculpt]\nstrokes = \"alps.strokes\"\n");
    let source = Source::new("alps.toml", text).in_folder(folder);
    let recipe = Recipe::parse(source, orogen_engine::nodes::registry()).unwrap();
    let terrain = Terrain::new(&recipe, &Files, SPACING).unwrap();
    let mut band = Band::default();
    terrain.rows(Level::best(), grid).unwrap().make(0, grid.rows, true, &mut band);
    band
}

fn bits(band: &Band) -> [Vec<u32>; 3] {
    [&band.height, &band.dx, &band.dy].map(|plane| plane.iter().map(|x| x.to_bits()).collect())
}

/// The samples of a grid, taken from a grid with a quarter of its spacing.
fn every_fourth(fine: &Band, columns: usize, rows: usize) -> Band {
    let plane = |plane: &[f32]| {
        let row = |row: usize| plane[4 * row * fine.columns..].iter().step_by(4).take(columns).copied();
        (0..rows).flat_map(row).collect()
    };
    let (height, dx, dy) = (plane(&fine.height), plane(&fine.dx), plane(&fine.dy));
    Band { columns, height, dx, dy, ..Band::default() }
}

#[test]
fn two_hundred_strokes_are_replayed_at_any_resolution_and_undone_to_the_beginning() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("alps.strokes");
    let open = || Journal::open(&path, "alps.toml", Surface::Plane).unwrap();
    let (coarse, fine) = (
        Grid { first_column: 30, first_row: 40, columns: 120, rows: 100, spacing: SPACING },
        Grid { first_column: 120, first_row: 160, columns: 477, rows: 397, spacing: SPACING / 4.0 },
    );
    drop(open());
    let base = rows(folder.path(), coarse);

    let mut journal = open();
    for stroke in strokes(41, 200, pointwise) {
        journal.push(&stroke).unwrap();
    }
    // The journal is open for painting; other programs can still read it.
    let whole = rows(folder.path(), coarse);
    assert!(bits(&every_fourth(&rows(folder.path(), fine), 120, 100)) == bits(&whole));
    let changed = whole.height.iter().zip(&base.height).filter(|(one, base)| one != base).count();
    assert!(changed > 5500, "{changed} samples were changed");

    for _ in 0..100 {
        journal.undo().unwrap().unwrap();
    }
    drop(journal);
    let half = rows(folder.path(), coarse);
    assert!(bits(&half) != bits(&whole) && bits(&half) != bits(&base));
    let mut journal = open();
    while journal.undo().unwrap().is_some() {}
    assert!(bits(&rows(folder.path(), coarse)) == bits(&base), "undone to the beginning");
    while journal.redo().unwrap().is_some() {}
    journal.compact().unwrap();
    assert!(bits(&rows(folder.path(), coarse)) == bits(&whole), "and redone");
}

/// Strokes with smooth and sharpen are also replayed, within their stated tolerance.
#[test]
fn two_hundred_strokes_with_blurs_are_replayed_within_their_tolerance() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::open(folder.path().join("alps.strokes"), "alps.toml", Surface::Plane).unwrap();
    let tools = |random: &mut Random| match random.below(12) {
        0 => Tool::Smooth { radius: random.between(2.0 * SPACING, 6.0 * SPACING) },
        1 => Tool::Sharpen { radius: random.between(2.0 * SPACING, 6.0 * SPACING) },
        // Steep risers amplify differences.
        _ => match pointwise(random) {
            Tool::Ledge { step, .. } => Tool::Ledge { step, riser: 1.0 },
            tool => tool,
        },
    };
    for stroke in strokes(43, 200, tools) {
        journal.push(&stroke).unwrap();
    }
    let coarse = Grid { first_column: 30, first_row: 40, columns: 120, rows: 100, spacing: SPACING };
    let fine = Grid { first_column: 120, first_row: 160, columns: 477, rows: 397, spacing: SPACING / 4.0 };
    let (one, other) = (rows(folder.path(), coarse), rows(folder.path(), fine));
    let steepest = other.dx.iter().zip(&other.dy).map(|(dx, dy)| dx.hypot(*dy)).fold(0.0, f32::max);
    let other = every_fourth(&other, 120, 100);
    let off = one.height.iter().zip(&other.height).map(|(one, other)| (one - other).abs());
    let most = off.clone().fold(0.0, f32::max);
    let (exact, tolerance) = (off.filter(|off| *off == 0.0).count(), steepest * 0.4 * SPACING as f32);
    println!(
        "off by {most} m at most where {tolerance} m are allowed, {exact} of {} samples exact",
        coarse.len()
    );
    assert!(most < tolerance.min(2.0) && (5000..coarse.len()).contains(&exact), "{most} m, {exact} exact");
}
