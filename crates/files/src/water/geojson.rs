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

    /// Whether a lake has a polygon in the file.
    fn shows(&self, lake: &Lake) -> bool {
        lake.shores.iter().flatten().any(|&position| self.holds(position))
    }

    /// The parts of a river on the grid.
    fn river<'a>(&'a self, index: usize, river: &'a River) -> impl Iterator<Item = Value> + 'a {
        let parts = river.points.split(|point| !self.holds(point.position)).filter(|part| part.len() > 1);
        parts.map(move |part| {
            let reaches_end = part.as_ptr_range().end == river.points.as_ptr_range().end;
            self.part(index, part, if reaches_end { Some(river.end) } else { None })
        })
    }

    /// The line of a part of a river. `end` is the end of the river, or `None` if the part ends at the edge of the grid.
    fn part(&self, river: usize, part: &[RiverPoint], end: Option<RiverEnd>) -> Value {
        let into = match end {
            Some(RiverEnd::Outlet) => "outlet".to_owned(),
            Some(RiverEnd::Sea) => "sea".to_owned(),
            Some(RiverEnd::Lake(lake)) if self.shows(&self.water.lakes[lake]) => format!("lake {lake}"),
            Some(RiverEnd::River(other)) => format!("river {other}"),
            Some(RiverEnd::Lake(_)) | None => "edge".to_owned(),
        };
        let RiverPoint { depth, width, area, .. } = part[part.len() - 1];
        let each = |of: fn(&RiverPoint) -> f32| part.iter().map(of).collect::<Vec<_>>();
        let line: Vec<_> =
            part.iter().map(|&RiverPoint { position: [x, y], surface, .. }| [x, -y, surface]).collect();
        json!({
            "type": "Feature",
            "properties": {
                "river": river, "into": into, "width": width, "depth": depth, "area": area,
                "discharge": f64::from(area) * RUNOFF / YEAR,
                "widths": each(|point| point.width), "depths": each(|point| point.depth),
                "areas": each(|point| point.area),
            },
            "geometry": { "type": "LineString", "coordinates": line },
        })
    }

    /// A lake, unless it lies beyond the grid. A lake at the edge of the grid is complete.
    fn lake(&self, index: usize, lake: &Lake) -> Option<Value> {
        self.shows(lake).then(|| {
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
