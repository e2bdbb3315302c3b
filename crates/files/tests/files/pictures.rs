//! Previews: properties of the picture that a program can check.

use std::path::Path;

use orogen_engine::raster::{Band, Grid};
use orogen_files::preview::{self, MAX_SIDE, Palette, Style};

use crate::terrain::{MAKERS, decode, write};

const DRY: Style = Style { palette: Palette::Grey, sea_level: None, water: None, is_planet: false };

/// The preview of a surface given by its height and slopes at (x, y) in metres.
fn preview_of(
    grid: &Grid,
    style: Style,
    surface: impl Fn(f32, f32) -> [f32; 3],
) -> (png::OutputInfo, Vec<[u8; 3]>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("preview.png");
    let mut product = preview::png(&path, grid, style, None).unwrap();
    for first_row in 0..grid.rows {
        let mut band = Band { first_row, columns: grid.columns, ..Band::default() };
        for i in 0..grid.columns {
            let [height, dx, dy] = surface(grid.x(i) as f32, grid.y(first_row) as f32);
            band.height.push(height);
            band.dx.push(dx);
            band.dy.push(dy);
        }
        product.write(&band).unwrap();
    }
    product.finish().unwrap();
    let (info, bytes, is_srgb) = decode(&path);
    assert!(is_srgb);
    (info, bytes.as_chunks().0.to_vec())
}

fn brightness([r, g, b]: [u8; 3]) -> u32 {
    u32::from(r) + u32::from(g) + u32::from(b)
}

#[test]
fn the_longer_side_is_at_most_the_limit() {
    for (columns, rows, expected) in
        [(1025, 3, (1024, 3)), (2, 2050, (1, 1024)), (1024, 1, (1024, 1)), (1, 1, (1, 1)), (3, 7, (3, 7))]
    {
        let grid = Grid { columns, rows, ..Grid::square(0, 1.0) };
        let (info, _) = preview_of(&grid, DRY, |x, _| [x, 1.0, 0.0]);
        assert_eq!((info.width, info.height), expected);
        assert!(info.width.max(info.height) as usize <= MAX_SIDE);
    }
}

#[test]
fn light_comes_from_the_north_west() {
    // A cone, rising towards its centre.
    let (middle, steep) = (50.0, 0.5);
    let cone = move |x: f32, y: f32| {
        let (x, y) = (x - middle, y - middle);
        let r = x.hypot(y).max(1e-3);
        [-steep * r, -steep * x / r, -steep * y / r]
    };
    let (_, picture) = preview_of(&Grid::square(101, 1.0), DRY, cone);
    let at = |x: usize, y: usize| brightness(picture[y * 101 + x]);
    assert!(at(30, 30) > at(70, 30).max(at(30, 70)) + 30);
    assert!(at(70, 30).min(at(30, 70)) > at(70, 70) + 30);
    // The two halves on either side of the diagonal are similar.
    assert!(at(70, 30).abs_diff(at(30, 70)) < 12);
}

#[test]
fn a_wall_casts_its_shadow_to_the_south_east() {
    // A ridge along the other diagonal, its crest at x + y = 100; level ground around it.
    let ridge = |x: f32, y: f32| {
        let across = x + y - 100.0;
        let slope = if across.abs() < 8.0 { -2.0 * across.signum() } else { 0.0 };
        [(16.0 - 2.0 * across.abs()).max(0.0), slope, slope]
    };
    let (_, picture) = preview_of(&Grid::square(101, 1.0), DRY, ridge);
    let at = |across: usize| brightness(picture[(50 + across) * 101 + 50]);
    let before = brightness(picture[30 * 101 + 50]);
    assert!(at(11) + 100 < before, "in the shadow: {} against {before}", at(11));
    assert!(at(48).abs_diff(before) < 25, "beyond it: {} against {before}", at(48));
}

#[test]
fn ground_below_the_sea_is_blue_and_land_is_not() {
    let beach = |x: f32, _: f32| [x - 60.0, 1.0, 0.0];
    let style = Style { palette: Palette::Island, sea_level: Some(0.0), water: None, is_planet: false };
    let (_, picture) = preview_of(&Grid::square(120, 1.0), style, beach);
    for (x, &[r, _, b]) in picture[..120].iter().enumerate() {
        match x {
            ..58 => assert!(b > r, "column {x}"),
            63.. => assert!(b < r, "column {x}"),
            _ => {}
        }
    }
    let (_, dry) = preview_of(&Grid::square(120, 1.0), Style { sea_level: None, ..style }, beach);
    assert!(dry.iter().all(|[r, _, b]| r > b));
}

#[test]
fn grey_and_moon_are_nearly_colourless() {
    let slope = |x: f32, y: f32| [(0.1 * x).sin() * 8.0 + y * 0.1, 0.8 * (0.1 * x).cos(), 0.1];
    for palette in [Palette::Grey, Palette::Moon] {
        let (_, picture) = preview_of(
            &Grid::square(64, 1.0),
            Style { palette, sea_level: None, water: None, is_planet: false },
            slope,
        );
        for rgb in picture {
            assert!(rgb.iter().max().unwrap() - rgb.iter().min().unwrap() < 12, "{palette:?} {rgb:?}");
        }
    }
}

#[test]
fn extreme_terrains_give_a_picture() {
    let grid = Grid::square(9, 1.0);
    let flat = |_: f32, _: f32| [0.0; 3];
    let drowned = |_: f32, _: f32| [-5.0, 0.0, 0.0];
    let spiky = |x: f32, y: f32| [if (x + y) % 2.0 == 0.0 { f32::MAX } else { f32::MIN }, f32::MAX, f32::MIN];
    for palette in Palette::ALL {
        for sea_level in [None, Some(0.0)] {
            let style = Style { palette, sea_level, water: None, is_planet: false };
            let (_, level) = preview_of(&grid, style, flat);
            assert!(level.iter().all(|rgb| rgb == &level[0]), "{palette:?}");
            preview_of(&grid, style, drowned);
            preview_of(&grid, style, spiky);
        }
    }
}

#[test]
fn a_preview_without_slopes_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut product = preview::png(&folder.path().join("a.png"), &Grid::square(2, 1.0), DRY, None).unwrap();
    let error = product
        .write(&Band { first_row: 0, columns: 2, height: vec![0.0; 4], ..Band::default() })
        .unwrap_err();
    assert!(error.help.contains("slopes"), "{error}");
}

#[test]
fn the_same_terrain_gives_the_same_picture() {
    let folder = tempfile::tempdir().unwrap();
    let make = MAKERS.into_iter().find(|(name, _)| *name == "preview.png").unwrap().1;
    let bytes = |name: &str| {
        let path = folder.path().join(Path::new(name));
        write(make, &path, &[23]);
        std::fs::read(path).unwrap()
    };
    assert_eq!(bytes("a.png"), bytes("b.png"));
}
