//! Compares pictures with references that were reviewed by eye.
//!
//! `REFERENCE=accept` writes today's pictures: review them before a commit.

use std::path::PathBuf;

use image::RgbImage;
use orogen_view::{Camera, GroundExtent, Lens, Picture, Shot, Style, Sun};

use crate::scene::{preset, renderer, shot};

/// A picture as sRGB values from 0 to 1. Each value is averaged with its neighbours, since differences of single pixels are not
/// visible.
fn seen(picture: &RgbImage) -> Vec<f64> {
    let (columns, rows) = picture.dimensions();
    let at = |column: i64, row: i64, channel: usize| {
        let within = |at: i64, side: u32| at.clamp(0, i64::from(side) - 1) as u32;
        f64::from(picture.get_pixel(within(column, columns), within(row, rows)).0[channel]) / 255.0
    };
    let pixels =
        (0..i64::from(rows)).flat_map(|row| (0..i64::from(columns)).map(move |column| (column, row)));
    let shared = |(column, row): (i64, i64), channel| {
        let around = (-1..=1).flat_map(|down| (-1..=1).map(move |across| (across, down)));
        around.map(|(across, down)| at(column + across, row + down, channel)).sum::<f64>() / 9.0
    };
    pixels.flat_map(|pixel| [0, 1, 2].map(|channel| shared(pixel, channel))).collect()
}

fn check(name: &str, of: &str, shot: &Shot) {
    compare(name, &renderer(&preset(of)).render(shot, &mut orogen_view::Progress::ignore).unwrap());
}

pub(crate) fn compare(name: &str, picture: &Picture) {
    let [columns, rows] = picture.size;
    let found = RgbImage::from_raw(columns, rows, picture.to_srgb(0.0)).unwrap();
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/pictures/reference/{name}.png"));
    if std::env::var("REFERENCE").is_ok_and(|word| word == "accept") {
        found.save(&path).unwrap();
    }
    let expected = image::open(&path).unwrap().to_rgb8();
    let mut off: Vec<_> = seen(&found).iter().zip(seen(&expected)).map(|(a, b)| (a - b).abs()).collect();
    off.sort_by(f64::total_cmp);
    let (mean, most) = (off.iter().sum::<f64>() / off.len() as f64, off[off.len() * 99 / 100]);
    if mean > 0.01 || most > 0.06 {
        let today = std::env::temp_dir().join(format!("orogen-{name}.png"));
        found.save(&today).unwrap();
        panic!("{name}: mean {mean:.4}, most {most:.4} off; today's picture is {}", today.display());
    }
}

fn from_ground(of: &str, eye: [f64; 2], above: f64, target: [f64; 2], sun: [f64; 2]) -> Shot {
    let mut shot = shot(&preset(of), eye, above, target);
    shot.sun = Sun { elevation: sun[0], azimuth: sun[1] };
    (shot.size, shot.samples) = ([192, 108], 4);
    shot
}

#[test]
fn mountains_at_sunrise() {
    check("alps", "alps", &from_ground("alps", [0.5, 0.95], 900.0, [0.5, 0.4], [12.0, 110.0]));
}

#[test]
fn dunes_before_dusk() {
    let mut shot = from_ground("dunes", [0.3, 0.95], 30.0, [0.4, 0.3], [9.0, 250.0]);
    shot.style = Style::Desert;
    check("dunes", "dunes", &shot);
}

#[test]
fn islands_in_the_sea() {
    check("islands", "islands", &from_ground("islands", [0.45, 0.62], 700.0, [0.5, 0.3], [35.0, 220.0]));
}

#[test]
fn hills_of_clay() {
    let mut shot = from_ground("downs", [0.5, 0.95], 150.0, [0.5, 0.4], [30.0, 250.0]);
    shot.style = Style::Clay;
    check("hills", "downs", &shot);
}

#[test]
fn a_map_from_above() {
    let recipe = preset("erosion");
    let middle = recipe.domain.size / 2.0;
    let lens = Lens::Parallel { metres: recipe.domain.size * 0.6 };
    let mut shot = Shot::new(Camera::new([middle, middle, 1e4], [middle, middle, 0.0], lens).unwrap());
    (shot.size, shot.samples, shot.style) = ([192, 108], 4, Style::Map);
    check("map", "erosion", &shot);
}

#[test]
fn a_canyon_cutaway() {
    let recipe = preset("gorges");
    let size = recipe.domain.size;
    let eye = [1.3 * size, 1.6 * size, 0.7 * size];
    let lens = Lens::Perspective { degrees: 40.0 };
    let mut shot = Shot::new(Camera::new(eye, [0.5 * size, 0.55 * size, 0.0], lens).unwrap());
    (shot.size, shot.samples, shot.bounds) = ([192, 108], 4, GroundExtent::Domain);
    shot.sun = Sun { elevation: 35.0, azimuth: 100.0 };
    check("canyon", "gorges", &shot);
}
