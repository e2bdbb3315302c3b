//! Pyramids of tiles, compared with means over the complete raster.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use orogen_engine::interval::Interval;
use orogen_engine::raster::{Band, Grid};
use orogen_files::web::{self, Encoding, GeoAnchor, Layout, Surroundings, Tile, Tiles, Tileset};
use orogen_files::{FileError, Product};

/// The range of the heights.
pub(crate) const HEIGHTS: Interval = Interval::new(-2_000.0, 2_000.0);

/// Three by two tiles with an odd first address, so that coarser tiles extend beyond them.
pub(crate) fn tileset(encoding: Encoding) -> Tileset {
    let place = GeoAnchor { latitude: 46.9613, longitude: 7.64, point: [100.0, 100.0] };
    let layout = Layout::new(place, [0.0, 0.0, 3_600.0, 2_200.0], 7.0, 256).unwrap();
    assert_eq!(layout.tiles(14), [8539..8542, 5765..5767]);
    Tileset { name: "Test".to_owned(), encoding, layout }
}

/// Heights that differ everywhere, some of them steep.
fn height(column: i64, row: i64) -> f32 {
    let (x, y) = (column as f64, row as f64);
    (1_200.0 * (x * 0.013).sin() * (y * 0.017).cos() + ((column * 7 + row * 13) % 101) as f64 * 1.37) as f32
}

pub(crate) fn band(grid: &Grid, first_row: usize, rows: usize) -> Band {
    let row = |j: usize| {
        (0..grid.columns).map(move |i| height(grid.first_column + i as i64, grid.first_row + j as i64))
    };
    let height = (first_row..first_row + rows).flat_map(row).collect();
    Band { first_row, columns: grid.columns, height, ..Band::default() }
}

/// The ground around the tiles: it differs on every level.
#[derive(Debug)]
pub(crate) struct Around;

impl Surroundings for Around {
    fn heights(&self, above: u8, positions: &[[f64; 2]]) -> Vec<f32> {
        positions.iter().map(|&[x, y]| around(above, x, y)).collect()
    }
}

fn around(above: u8, x: f64, y: f64) -> f32 {
    (40.0 * f64::from(above) + 500.0 * (x * 1e-3).sin() + 300.0 * (y * 1e-3).cos()) as f32
}

type Store = fn(&Path, &Tileset, Interval, Arc<dyn Surroundings>) -> Result<Box<dyn Product>, FileError>;

pub(crate) const STORES: [(&str, Store); 2] = [("web", web::folder), ("terrain.pmtiles", web::pmtiles)];

pub(crate) fn write(store: Store, path: &Path, tileset: &Tileset, rows_at_once: usize) {
    let mut product = store(path, tileset, HEIGHTS, Arc::new(Around)).unwrap();
    let grid = tileset.layout.grid();
    for first in (0..grid.rows).step_by(rows_at_once) {
        product.write(&band(&grid, first, rows_at_once.min(grid.rows - first))).unwrap();
    }
    assert_eq!(product.finish().unwrap(), path);
}

/// Every file at or below a path, sorted.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let mut below: Vec<_> =
        fs::read_dir(path).unwrap().flat_map(|entry| files(&entry.unwrap().path())).collect();
    below.sort();
    below
}

/// A level as a raster over the pixels of the world: its first pixel, its width, and its metres where they are means.
struct Raster {
    first: [i64; 2],
    size: [i64; 2],
    metres: Vec<Option<f64>>,
}

impl Raster {
    /// The metres at a pixel of the world, if it is completely above pixels of the finest level.
    fn at(&self, x: i64, y: i64) -> Option<f64> {
        let [i, j] = [x - self.first[0], y - self.first[1]];
        let is_inside = (0..self.size[0]).contains(&i) && (0..self.size[1]).contains(&j);
        if is_inside { self.metres[(j * self.size[0] + i) as usize] } else { None }
    }

    fn coarser(&self) -> Self {
        let first = self.first.map(|first| first.div_euclid(2));
        let size = [0, 1].map(|k| (self.first[k] + self.size[k] + 1).div_euclid(2) - first[k]);
        let mean = |x: i64, y: i64| {
            let below = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(i, j)| self.at(2 * x + i, 2 * y + j));
            below.into_iter().sum::<Option<f64>>().map(|sum| sum / 4.0)
        };
        let pixels = (0..size[1]).flat_map(|j| (0..size[0]).map(move |i| (i, j)));
        Self { first, size, metres: pixels.map(|(i, j)| mean(first[0] + i, first[1] + j)).collect() }
    }
}

fn check(tileset: &Tileset, tiles: &mut Tiles) {
    let Tileset { layout, encoding, .. } = tileset;
    let (grid, side) = (layout.grid(), i64::from(layout.tile_size()));
    let [columns, rows] = layout.tiles(*layout.zooms().end());
    let mut raster = Raster {
        first: [i64::from(columns.start) * side, i64::from(rows.start) * side],
        size: [grid.columns as i64, grid.rows as i64],
        metres: band(&grid, 0, grid.rows).height.into_iter().map(|metres| Some(metres.into())).collect(),
    };
    // The position of the centre of a pixel in the terrain: a pixel has the same share of the world on every level.
    let finest = *layout.zooms().end();
    let start = [raster.first[0], raster.first[1]];
    let position = move |column: i64, row: i64, zoom: u8| {
        let world = (side << finest) as f64;
        let share = |pixel: i64| (pixel as f64 + 0.5) / (side << zoom) as f64;
        let metres = |share: f64, start: i64, first: i64| {
            (share * world - 0.5 - (start - first) as f64) * grid.spacing
        };
        [metres(share(column), start[0], grid.first_column), metres(share(row), start[1], grid.first_row)]
    };
    for zoom in layout.zooms().rev() {
        let [columns, rows] = layout.tiles(zoom);
        for (x, y) in columns.flat_map(|x| rows.clone().map(move |y| (x, y))) {
            let metres = tiles.metres(Tile { zoom, x, y }).unwrap();
            assert_eq!(metres.len(), (side * side) as usize);
            for (at, metres) in (0..).zip(metres) {
                let [column, row] = [i64::from(x) * side + at % side, i64::from(y) * side + at / side];
                let [x0, y0] = position(column, row, zoom);
                let above = *layout.zooms().end() - zoom;
                let expected = raster.at(column, row).unwrap_or_else(|| f64::from(around(above, x0, y0)));
                assert!(
                    (metres - expected).abs() <= 0.5 * encoding.quantum() + 1e-9,
                    "{zoom}/{x}/{y} {at}: {metres} {expected}"
                );
            }
        }
        raster = raster.coarser();
    }
}

#[test]
fn every_tile_is_the_mean_of_what_it_covers() {
    let folder = tempfile::tempdir().unwrap();
    for encoding in Encoding::ALL {
        let tileset = tileset(encoding);
        for (name, store) in STORES {
            let path = folder.path().join(name);
            write(store, &path, &tileset, 100);
            let mut tiles = Tiles::open(&path).unwrap();
            assert_eq!(*tiles.tileset(), tileset);
            check(&tileset, &mut tiles);
            let error = tiles.largest_parent_error().unwrap();
            assert!(error > 0.0 && error <= encoding.quantum() * (1.0 + 1e-6), "{error}");
            let error = tiles.largest_error_around(&Around).unwrap();
            assert!(error > 0.0 && error <= 0.5 * encoding.quantum() * (1.0 + 1e-6), "{error}");
        }
    }
}

#[test]
fn larger_tiles_and_a_single_one() {
    let folder = tempfile::tempdir().unwrap();
    let regions =
        [([0.0, 0.0, 5_300.0, 100.0], 512), ([0.0, 0.0, 30.0, 30.0], 512), ([0.0, -3e3, 50.0, 3e3], 256)];
    for (region, tile_size) in regions {
        let layout = Layout::new(GeoAnchor::default(), region, 5.0, tile_size).unwrap();
        let tileset = Tileset { name: String::new(), encoding: Encoding::Terrarium, layout };
        let path = folder.path().join("web");
        write(web::folder, &path, &tileset, 64);
        check(&tileset, &mut Tiles::open(&path).unwrap());
        assert_eq!(files(&path).len(), tileset.layout.addresses().count() + 1);
    }
}

#[test]
fn bytes_do_not_depend_on_the_bands() {
    let folder = tempfile::tempdir().unwrap();
    let tileset = tileset(Encoding::Terrarium);
    for (name, store) in STORES {
        let path = folder.path().join(name);
        let [one, some, all] = [1, 77, 512].map(|rows| {
            write(store, &path, &tileset, rows);
            files(&path).into_iter().map(|file| (fs::read(&file).unwrap(), file)).collect::<Vec<_>>()
        });
        assert!(one == some && some == all, "{name}");
    }
}

#[test]
fn a_dropped_product_leaves_nothing_and_keeps_the_older_one() {
    let folder = tempfile::tempdir().unwrap();
    let tileset = tileset(Encoding::Mapbox);
    let grid = tileset.layout.grid();
    for (name, store) in STORES {
        let path = folder.path().join(name);
        let half = || {
            let mut product = store(&path, &tileset, HEIGHTS, Arc::new(Around)).unwrap();
            product.write(&band(&grid, 0, 300)).unwrap();
            product
        };
        drop(half());
        let error = half().finish().unwrap_err();
        assert!(error.message.contains("300 of 512 rows"), "{error}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "{name}");
        write(store, &path, &tileset, 512);
        let before = files(&path);
        drop(half());
        let mut output = half();
        output.write(&band(&grid, 300, 212)).unwrap();
        drop(output.complete().unwrap());
        assert_eq!(files(&path), before);
        assert!(Tiles::open(&path).unwrap().largest_parent_error().is_ok());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{name}");
        if path.is_dir() { fs::remove_dir_all(&path).unwrap() } else { fs::remove_file(&path).unwrap() }
    }
}

#[test]
fn a_smaller_pyramid_replaces_a_larger_one_completely() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("web");
    write(web::folder, &path, &tileset(Encoding::Terrarium), 512);
    let layout = Layout::new(GeoAnchor::default(), [0.0, 0.0, 30.0, 30.0], 5.0, 256).unwrap();
    let small = Tileset { name: String::new(), encoding: Encoding::Terrarium, layout };
    write(web::folder, &path, &small, 512);
    assert_eq!(files(&path).len(), small.layout.addresses().count() + 1);
}

#[test]
fn heights_that_a_tile_cannot_hold_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let tileset = tileset(Encoding::Mapbox);
    let grid = tileset.layout.grid();
    for (name, store) in STORES {
        let path = folder.path().join(name);
        let error = store(&path, &tileset, Interval::new(-11_000.0, 0.0), Arc::new(Around)).err().unwrap();
        assert!(error.help.contains("terrarium"), "{error}");
        for value in [f32::NAN, f32::NEG_INFINITY, -10_001.0] {
            let mut product = store(&path, &tileset, HEIGHTS, Arc::new(Around)).unwrap();
            let mut wrong = band(&grid, 0, 3);
            wrong.height[grid.columns + 5] = value;
            let error = product.write(&wrong).unwrap_err();
            assert!(error.message.contains(&format!("{value} at column 5, row 1")), "{error}");
            assert!(product.finish().is_err());
        }
        let error = store(&Path::new("no/such/folder").join(name), &tileset, HEIGHTS, Arc::new(Around))
            .err()
            .unwrap();
        assert!(error.message.contains("no such file or folder"), "{error}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn a_folder_with_a_page_in_it_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("index.html");
    fs::write(&page, "mine").unwrap();
    let error =
        web::folder(folder.path(), &tileset(Encoding::Mapbox), HEIGHTS, Arc::new(Around)).err().unwrap();
    assert!(error.message.contains("index.html"), "{error}");
    assert!(page.exists());
}

#[test]
fn tiles_of_other_programs_are_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let web = folder.path().join("web");
    let tileset = tileset(Encoding::Terrarium);
    write(web::folder, &web, &tileset, 512);
    let description = web.join("tiles.json");
    let ours = fs::read_to_string(&description).unwrap();
    // A pyramid of another program has no `tiles.json`, or a `tiles.json` without the key `orogen`.
    for theirs in [None, Some(ours.replace("\"orogen\"", "\"other\""))] {
        match theirs {
            Some(text) => fs::write(&description, text).unwrap(),
            None => fs::remove_file(&description).unwrap(),
        }
        let before = files(&web);
        let error = web::folder(&web, &tileset, HEIGHTS, Arc::new(Around)).err().unwrap();
        assert!(error.message.contains("orogen did not write"), "{error}");
        assert_eq!(files(&web), before);
    }
    fs::write(&description, ours).unwrap();
    assert!(web::folder(&web, &tileset, HEIGHTS, Arc::new(Around)).is_ok());
}
