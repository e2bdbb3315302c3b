//! Rivers and lakes as lines and polygons, `water.geojson`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use orogen_engine::raster::{Band, Grid};
use orogen_engine::water::{Lake, RiverPoint, Water};
use serde_json::{Value, json};

use super::on_grid::{OnGrid, RiverPart, discharge};
use crate::pending::PendingOutput;
use crate::{FileError, Product};

/// `water.geojson`: rivers as lines and lakes as polygons. Rivers are cut at the edges of the grid. A lake with a point of its
/// shores on the grid is complete.
///
/// Positions are in metres: x to the east and `−y` to the north, as in `height.tif`. The third number is the height of the
/// water's surface. Properties are in metres, square metres, and cubic metres per second:
///
/// - A river has one line for each of its parts on the grid. `river` is the number of the river. `into` is where the part ends:
///   `sea`, `outlet`, `lake 3`, `river 7`, or `edge` for the edge of the grid. `width`, `depth`, `area` and `discharge` are the
///   values at the lower end of the part: `area` is the drainage area, and `discharge` is for a runoff of 1 m of water a year.
///   `widths`, `depths` and `areas` have a value for each point of the part.
/// - A lake has one polygon. `lake` is the number of the lake, `level` is the height of its surface, `depth` is its greatest
///   depth, and `area` is its area.
///
/// The product takes bands like any other product, and ignores them.
pub fn geojson(path: &Path, grid: &Grid, water: &Arc<Water>) -> Box<dyn Product> {
    Box::new(Lines { path: path.to_owned(), grid: *grid, water: Arc::clone(water) })
}

struct Lines {
    path: PathBuf,
    grid: Grid,
    water: Arc<Water>,
}

impl Product for Lines {
    fn write(&mut self, _band: &Band) -> Result<(), FileError> {
        Ok(())
    }

    fn complete(self: Box<Self>) -> Result<PendingOutput, FileError> {
        let water = OnGrid { grid: &self.grid, water: &self.water };
        let lakes = water.lakes().map(|(index, lake)| polygon(index, lake));
        let features: Vec<_> = water.rivers().map(|part| line(&part)).chain(lakes).collect();
        let collection = json!({ "type": "FeatureCollection", "name": "water", "features": features });
        PendingOutput::of_bytes(&self.path, format!("{collection}\n").as_bytes())
    }
}

/// The line of a part of a river.
fn line(RiverPart { river, points, into }: &RiverPart<'_>) -> Value {
    let RiverPoint { depth, width, area, .. } = points[points.len() - 1];
    let each = |of: fn(&RiverPoint) -> f32| points.iter().map(of).collect::<Vec<_>>();
    let line: Vec<_> =
        points.iter().map(|&RiverPoint { position: [x, y], surface, .. }| [x, -y, surface]).collect();
    json!({
        "type": "Feature",
        "properties": {
            "river": river, "into": into, "width": width, "depth": depth, "area": area,
            "discharge": discharge(area),
            "widths": each(|point| point.width), "depths": each(|point| point.depth),
            "areas": each(|point| point.area),
        },
        "geometry": { "type": "LineString", "coordinates": line },
    })
}

/// The polygon of a lake.
fn polygon(index: usize, lake: &Lake) -> Value {
    let shores = lake.shores.iter().enumerate();
    let rings: Vec<_> = shores.map(|(place, shore)| ring(shore, place == 0, lake.level)).collect();
    json!({
        "type": "Feature",
        "properties": { "lake": index, "level": lake.level, "depth": lake.depth, "area": lake.area },
        "geometry": { "type": "Polygon", "coordinates": rings },
    })
}

/// A closed ring: counter-clockwise around the lake, clockwise around islands (RFC 7946).
fn ring(shore: &[[f32; 2]], is_outer: bool, level: f32) -> Vec<[f32; 3]> {
    let mut ring: Vec<_> = shore.iter().map(|&[x, y]| [x, -y, level]).collect();
    let next = ring.iter().cycle().skip(1);
    let area: f64 = ring
        .iter()
        .zip(next)
        .map(|(a, b)| f64::from(a[0]) * f64::from(b[1]) - f64::from(b[0]) * f64::from(a[1]))
        .sum();
    if (area > 0.0) != is_outer {
        ring.reverse();
    }
    ring.extend(ring.first().copied());
    ring
}
