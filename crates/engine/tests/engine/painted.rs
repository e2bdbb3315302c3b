//! Painted masks, over a layer with a closed formula.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use orogen_engine::image::{Image, NoImages, Reading};
use orogen_engine::level::Level;
use orogen_engine::overlay::{Complaint, Layer};
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::RecipeError;
use orogen_engine::terrain::{Images, Terrain};

use crate::bumps::Bumps;
use crate::field::parse;
use crate::shape_files::smoothed_at;

/// The layer of these tests, at one path.
struct Painter(Bumps);

impl Images for Painter {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, Complaint> {
        NoImages.load(path, reading)
    }

    fn strokes(&self, path: &Path) -> Result<Arc<dyn Layer>, Complaint> {
        match path.to_str() {
            Some("mask.strokes") => Ok(Arc::new(self.0.clone())),
            _ => Err((format!("no strokes at {}", path.display()), "paint some".to_owned())),
        }
    }
}

const DETAIL: f64 = 10.0;

fn recipe(more: &str, domain: &str) -> String {
    format!(
        "orogen = 1\ndomain = {{ size = 1000.0{domain} }}\nheight.field = 'x'\n\
         [fields.x]\ntype = 'painted'\nstrokes = 'mask.strokes'\ndetail = {DETAIL:?}\n{more}"
    )
}

fn terrain(text: &str, bumps: &Bumps) -> Result<Terrain, RecipeError> {
    Terrain::new(&parse(text).unwrap(), &Painter(bumps.clone()), DETAIL)
}

/// The value of a mask at the centre of a cell.
fn expected(bumps: &Bumps, place: [f64; 2]) -> f64 {
    smoothed_at(place, DETAIL, |place| bumps.at(place)[0].clamp(0.0, 1.0))
}

/// Also at the borders of the domain and beyond them, where a ground with slopes or a copy of the domain would differ.
#[test]
fn a_mask_is_the_layer_over_level_ground_limited_to_one() {
    let bumps = Bumps::new();
    let terrain = terrain(&recipe("", ""), &bumps).unwrap();
    let points: Vec<_> = (0..105 * 105)
        .map(|k| [f64::from(k % 105 - 2) * DETAIL, f64::from(k / 105 - 2) * DETAIL, 0.0])
        .collect();
    let samples = terrain.sample::<f64>(Level::best(), &points);
    let (mut full, mut empty) = (0, 0);
    for (&[x, y, _], sample) in points.iter().zip(samples) {
        let exact = expected(&bumps, [x, y]);
        assert!((sample.height - exact).abs() < 1e-6, "{} at {x}, {y}, not {exact}", sample.height);
        full += u32::from(sample.height == 1.0);
        empty += u32::from(sample.height == 0.0);
    }
    assert!(full > 50 && empty > 1000, "{full} {empty}");
    let interval = terrain.interval();
    assert_eq!([interval.min, interval.max], [0.0, 1.0]);
}

/// Windows and points have the bits of the whole.
#[test]
fn crops_and_points_have_the_same_bits() {
    let terrain = terrain(&recipe("", ""), &Bumps::new()).unwrap();
    let rows = |grid: Grid| {
        let mut band = Band::default();
        terrain.rows(Level::best(), grid).unwrap().make(0, grid.rows, true, &mut band);
        band.height
    };
    let spacing = 3.0;
    let whole = rows(Grid { first_column: -10, first_row: -10, columns: 360, rows: 360, spacing });
    assert!(whole.iter().any(|height| *height > 0.9));
    let part = rows(Grid { first_column: 97, first_row: 131, columns: 61, rows: 47, spacing });
    for (at, height) in part.iter().enumerate() {
        let in_whole = whole[(131 + 10 + at / 61) * 360 + 97 + 10 + at % 61];
        assert_eq!(height.to_bits(), in_whole.to_bits());
    }
    let points: Vec<_> = (0..61).map(|k| [f64::from(97 + k) * spacing, 131.0 * spacing, 0.0]).collect();
    let samples = terrain.sample::<f32>(Level::best(), &points);
    assert!(samples.iter().zip(&part).all(|(sample, height)| sample.height == f64::from(*height)));
}

/// As the third input of `mix`, a mask chooses between two fields.
#[test]
fn a_mask_mixes_two_fields() {
    let text =
        recipe("[fields.m]\ntype = 'mix'\na = 10\nb = -30\nmask = 'x'\n", "").replace("'x'\n[", "'m'\n[");
    let bumps = Bumps::new();
    let terrain = terrain(&text, &bumps).unwrap();
    for place in [[400.0, 420.0], [700.0, 700.0], [600.0, 460.0], [300.0, 800.0]] {
        let sample = terrain.sample::<f64>(Level::best(), &[[place[0], place[1], 0.0]])[0];
        let exact = 10.0 - 40.0 * expected(&bumps, place);
        assert!((sample.height - exact).abs() < 1e-4, "{} at {place:?}, not {exact}", sample.height);
    }
}

/// A known mask is used again, with its warnings. Other strokes in the same file make another mask.
#[test]
fn the_same_strokes_are_evaluated_once() {
    let doubt = Some(("one stroke lies outside".to_owned(), "check the file".to_owned()));
    let bumps = Bumps { doubt, bumps: vec![[511.0, 513.0, 200.0, 0.5]], ..Bumps::new() };
    let text = recipe("", "");
    let at = |bumps: &Bumps| {
        let terrain = terrain(&text, bumps).unwrap();
        let about_strokes = |warning: &&RecipeError| warning.line() == 6;
        let warnings: Vec<_> = terrain.warnings().iter().filter(about_strokes).collect();
        assert_eq!(warnings.len(), 1);
        assert_eq!(warnings[0].message, "one stroke lies outside");
        terrain.sample::<f64>(Level::best(), &[[510.0, 510.0, 0.0]])[0].height
    };
    let (first, made) = (at(&bumps), bumps.made.load(Ordering::Relaxed));
    assert!(made > 0 && first > 0.45);
    assert_eq!((at(&bumps), bumps.made.load(Ordering::Relaxed)), (first, made));
    assert_eq!(bumps.prepared.load(Ordering::Relaxed), 1, "the warnings are known, too");
    let lower = Bumps { bumps: vec![[511.0, 513.0, 200.0, 0.25]], ..bumps };
    assert!((at(&lower) - 0.5 * first).abs() < 1e-6);
    assert!(lower.made.load(Ordering::Relaxed) > made);
}

/// A stroke that is drawn makes many masks, which are not all kept.
#[test]
fn few_masks_are_kept_in_memory() {
    let at = |number: u32| Bumps { bumps: vec![[500.0, 500.0, 100.0, f64::from(number)]], ..Bumps::new() };
    let evaluated = |bumps: &Bumps| {
        terrain(&recipe("", ""), bumps).unwrap();
        bumps.made.load(Ordering::Relaxed) > 0
    };
    assert!((1..=40).all(|number| evaluated(&at(number))));
    assert!(!evaluated(&at(40)) && evaluated(&at(1)));
}

/// Before it is painted, a mask names no file.
#[test]
fn a_mask_without_a_file_is_zero() {
    let text = recipe("", "").replace("strokes = 'mask.strokes'\n", "");
    let terrain = Terrain::new(&parse(&text).unwrap(), &NoImages, DETAIL).unwrap();
    let interval = terrain.interval();
    assert_eq!([interval.min, interval.max], [0.0, 0.0]);
    assert_eq!(terrain.sample::<f64>(Level::best(), &[[400.0, 420.0, 0.0]])[0].height, 0.0);
    assert!(parse(&text).unwrap().fields["x"].files().next().is_none());
}

#[test]
fn what_cannot_be_painted_is_refused_at_the_line() {
    let refused = |text: &str, images: &dyn Images| {
        let error = Terrain::new(&parse(text).unwrap(), images, DETAIL).unwrap_err();
        (error.line(), error.message, error.help)
    };
    let painter = Painter(Bumps::new());
    let tiled = refused(&recipe("", ", tile = true"), &painter);
    assert!(
        tiled.0 == 4 && tiled.1.contains("repeats cannot be sculpted") && tiled.2.contains("tile"),
        "{tiled:?}"
    );
    let planet = recipe("", "").replace("{ size", "{ kind = 'planet', radius");
    let planet = refused(&planet, &painter);
    assert!(planet.0 == 4 && planet.1.contains("`painted` needs a plane"), "{planet:?}");
    let missing = refused(&recipe("", "").replace("mask.strokes", "gone.strokes"), &painter);
    assert_eq!(missing, (6, "no strokes at gone.strokes".to_owned(), "paint some".to_owned()));
    let unreadable = refused(&recipe("", ""), &NoImages);
    assert!(unreadable.0 == 6 && unreadable.1.contains("mask.strokes cannot be read here"), "{unreadable:?}");
    let fine = refused(&recipe("", "").replace("detail = 10.0", "detail = 0.05"), &painter);
    assert!(fine.0 == 7 && fine.1.contains("too many"), "{fine:?}");
}
