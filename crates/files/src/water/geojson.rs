//! Rivers and lakes as lines and polygons, `water.geojson`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use orogen_engine::raster::{Band, Grid};
use orogen_engine::water::{Lake, River, RiverEnd, RiverPoint, Water};
use serde_json::{Value, json};

use crate::pending::PendingOutput;
use crate::{FileError, Product};

/// The runoff of ground in metres of water a year, where the rain has a factor of 1.
const RUNOFF: f64 = 1.0;

/// Seconds of a year.
const YEAR: f64 = 365.25 * 86_400.0;

/// `water.geojson`: rivers as lines and lakes as polygons, as far as they lie on the grid.
///
/// Positions are metres: x to the east and `−y` to the north, as in `height.tif`; the third number is the height of the water's
/// surface. Properties are in metres, square metres and cubic metres a second:
///
/// - of a river, a line for each of its points but the last: `river`, its number; `into`, what it ends in (`sea`, `outlet`, `lake 3`
///   or `river 7`); and at the line's upper end `surface`, `bed`, `width`, `depth`, `area` (drained) and `discharge`, where 1 m of
///   water runs off in a year;
/// - of a lake: `lake`, its number; `level`, `depth` (the greatest) and `area`.
///
/// It takes bands as any product does, and ignores them.
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
        let rivers = self.water.rivers.iter().enumerate();
        let lakes = self.water.lakes.iter().enumerate();
        let features: Vec<_> = rivers
            .flat_map(|(index, river)| self.river(index, river))
            .chain(lakes.filter_map(|(index, lake)| self.lake(index, lake)))
            .collect();
        let collection = json!({ "type": "FeatureCollection", "name": "water", "features": features });
        PendingOutput::of_bytes(&self.path, format!("{collection}\n").as_bytes())
    }
}

impl Lines {
    /// Whether a position lies on the grid.
    fn holds(&self, [x, y]: [f32; 2]) -> bool {
        let [right, bottom] = [self.grid.x(self.grid.columns - 1), self.grid.y(self.grid.rows - 1)];
        let (x, y) = (f64::from(x), f64::from(y));
        (self.grid.x(0)..=right).contains(&x) && (self.grid.y(0)..=bottom).contains(&y)
    }

    fn river<'a>(&'a self, index: usize, river: &'a River) -> impl Iterator<Item = Value> + 'a {
        let into = match river.end {
            RiverEnd::Outlet => "outlet".to_owned(),
            RiverEnd::Sea => "sea".to_owned(),
            RiverEnd::Lake(lake) => format!("lake {lake}"),
            RiverEnd::River(other) => format!("river {other}"),
        };
        let pieces =
            river.points.windows(2).filter(|ends| ends.iter().all(|point| self.holds(point.position)));
        pieces.map(move |ends| {
            let RiverPoint { surface, depth, width, area, .. } = ends[0];
            let line = [0, 1].map(|end| {
                let [x, y] = ends[end].position;
                [x, -y, ends[end].surface]
            });
            json!({
                "type": "Feature",
                "properties": {
                    "river": index, "into": into, "surface": surface, "bed": surface - depth, "width": width,
                    "depth": depth, "area": area, "discharge": f64::from(area) * RUNOFF / YEAR,
                },
                "geometry": { "type": "LineString", "coordinates": line },
            })
        })
    }

    /// A lake, unless it lies beyond the grid. One at its edge is whole.
    fn lake(&self, index: usize, lake: &Lake) -> Option<Value> {
        lake.shores.iter().flatten().any(|&position| self.holds(position)).then(|| {
            let rings: Vec<Vec<[f32; 3]>> = lake
                .shores
                .iter()
                .enumerate()
                .map(|(place, shore)| ring(shore, place == 0, lake.level))
                .collect();
            json!({
                "type": "Feature",
                "properties": { "lake": index, "level": lake.level, "depth": lake.depth, "area": lake.area },
                "geometry": { "type": "Polygon", "coordinates": rings },
            })
        })
    }
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
