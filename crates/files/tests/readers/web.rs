//! Pyramids for web maps.

use std::sync::Arc;

use orogen_engine::interval::Interval;
use orogen_engine::raster::Band;
use orogen_files::web::{self, Encoding, GeoAnchor, Layout, Surroundings, Tileset};

use crate::python::check;

/// Heights that no rounding changes. `check_web.py` computes them independently.
fn height(column: usize, row: usize) -> f32 {
    column as f32 * 1.25 - row as f32 * 2.5 + (column * row % 97) as f32 * 0.75 - 300.0
}

/// Ground around the tiles. `check_web.py` computes it independently.
#[derive(Debug)]
struct Around;

impl Surroundings for Around {
    fn heights(&self, above: u8, positions: &[[f64; 2]]) -> Vec<f32> {
        positions.iter().map(|[x, y]| (x / 8192.0 - y / 4096.0 + 10.0 * f64::from(above)) as f32).collect()
    }
}

#[test]
fn pillow_and_pmtiles_read_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let place = GeoAnchor { latitude: 46.9613, longitude: 7.64, point: [0.0; 2] };
    let layout = Layout::new(place, [0.0, 0.0, 3_600.0, 2_200.0], 7.0, 256).unwrap();
    let grid = layout.grid();
    for encoding in Encoding::ALL {
        let tileset = Tileset { name: "Test".to_owned(), encoding, layout: layout.clone() };
        let path = folder.path().join(encoding.name());
        let heights = Interval::new(-9_000.0, 9_000.0);
        let mut products = [
            web::folder(&path, &tileset, heights, Arc::new(Around)).unwrap(),
            web::pmtiles(&path.with_extension("pmtiles"), &tileset, heights, Arc::new(Around)).unwrap(),
            web::png(&path.with_extension("png"), &grid, encoding, heights).unwrap(),
        ];
        for first_row in (0..grid.rows).step_by(100) {
            let rows = first_row..grid.rows.min(first_row + 100);
            let height =
                rows.flat_map(|row| (0..grid.columns).map(move |column| height(column, row))).collect();
            let band = Band { first_row, columns: grid.columns, height, ..Band::default() };
            products.iter_mut().for_each(|product| product.write(&band).unwrap());
        }
        products.into_iter().for_each(|product| drop(product.finish().unwrap()));
    }
    check("check_web.py", folder.path());
}
