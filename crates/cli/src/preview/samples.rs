//! The samples of a picture: as many as it has pixels.

use orogen_engine::level::Level;
use orogen_engine::planet::{DirectionGrid, Sphere};
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Domain, Recipe};
use orogen_engine::terrain::Terrain;
use orogen_files::{PlanetInfo, PlanetMap};

use crate::failure::Failure;
use crate::generate::{PlanetRegion, Region, refused};

/// The pixels along the longer side, unless the size is given.
const LONGER_SIDE: u32 = 960;

/// The fewest pixels along the shorter side, unless the size is given. A picture of a thinner region also shows the ground beside
/// it.
const LEAST_SIDE: u32 = 32;

/// The samples of a picture.
pub(super) struct Samples {
    pub(super) grid: Grid,
    /// The directions of the samples, for planets.
    map: Option<DirectionGrid>,
}

impl Samples {
    pub(super) fn new(
        recipe: &Recipe,
        size: Option<[u32; 2]>,
        region: Option<Region>,
    ) -> Result<Self, Failure> {
        match (recipe.domain.sphere(), region) {
            (None, region) => {
                let region = region.map(|region| region.on_plane()?.within(&recipe.domain)).transpose()?;
                Ok(Self { grid: on_plane(&recipe.domain, size, region)?, map: None })
            }
            (Some(sphere), None) => {
                let [columns, rows] = size.unwrap_or([LONGER_SIDE, LONGER_SIDE / 2]);
                // The whole planet has an even number of columns, and half as many rows.
                let all = columns.max(2 * rows).next_multiple_of(2) as usize;
                Self::of_map(sphere, PlanetMap::Equirectangular, [all, all / 2], [columns, rows])
            }
            (Some(sphere), Some(Region::Planet(PlanetRegion { centre, size: metres }))) => {
                let [columns, rows] = size.unwrap_or([LONGER_SIDE; 2]);
                let (latitude, longitude) = (centre.latitude(), centre.longitude());
                let map = PlanetMap::Region { latitude, longitude, size: metres };
                let side = columns.max(rows).max(2) as usize;
                Self::of_map(sphere, map, [side; 2], [columns, rows])
            }
            (Some(_), Some(Region::Rectangle(_))) => {
                let help = "give latitude, longitude and side length: --region 46.5,8.0,20km";
                Err(Failure::usage("a region of a planet is a square around a position", help))
            }
        }
    }

    /// The middle of a map that has `all` columns and rows.
    fn of_map(sphere: Sphere, map: PlanetMap, all: [usize; 2], size: [u32; 2]) -> Result<Self, Failure> {
        let planet = PlanetInfo::new(sphere.radius(), map);
        let whole = planet.grid(all, None).map_err(|error| refused(&error))?;
        let spacing = planet.metres_per_sample(&whole);
        let middle = |all: usize, some: u32| {
            let first = (all - some as usize) / 2;
            first..first + some as usize
        };
        let map = whole.crop(middle(all[0], size[0]), middle(all[1], size[1]));
        let [columns, rows] = size.map(|side| side as usize);
        Ok(Self { grid: Grid { first_column: 0, first_row: 0, columns, rows, spacing }, map: Some(map) })
    }

    /// All samples, computed on all threads.
    pub(super) fn band(&self, terrain: &Terrain, level: Level, curvature: bool) -> Band {
        let (mut band, rows) = (Band::default(), self.grid.rows);
        if let Some(map) = &self.map {
            let maker = terrain.map(level, map.clone());
            let maker = maker.unwrap_or_else(|_| unreachable!("only planets have maps"));
            let maker = if curvature { maker.with_curvature() } else { maker };
            maker.make(0, rows, true, &mut band);
        } else {
            let maker = terrain.rows(level, self.grid);
            let maker = maker.unwrap_or_else(|_| unreachable!("planets have maps"));
            let maker = if curvature { maker.with_curvature() } else { maker };
            maker.make(0, rows, true, &mut band);
        }
        band
    }
}

/// The samples of the domain or of a region with the edges x0, y0, x1 and y1. Without a size, they span the longer side.
fn on_plane(domain: &Domain, size: Option<[u32; 2]>, region: Option<[f64; 4]>) -> Result<Grid, Failure> {
    let [x0, y0, x1, y1] = region.unwrap_or([0.0, 0.0, domain.size, domain.size]);
    let (width, height) = (x1 - x0, y1 - y0);
    let [columns, rows] = size.unwrap_or_else(|| {
        let share = f64::from(LONGER_SIDE) / width.max(height);
        [width, height].map(|side| ((side * share).round() as u32).max(LEAST_SIDE))
    });
    // The first and last samples are on the edges, as in `Grid::over`, except where the terrain repeats.
    let repeats = domain.tile && region.is_none();
    let steps = |samples: u32| f64::from(if repeats { samples } else { samples - 1 }.max(1));
    let spacing = match size {
        None => width.max(height) / steps(LONGER_SIDE),
        Some(_) => (width / steps(columns)).min(height / steps(rows)),
    };
    let first = |low: f64, high: f64, samples: u32| {
        (0.5 * (low + high) / spacing - 0.5 * steps(samples)).round() * spacing
    };
    let origin = [first(x0, x1, columns), first(y0, y1, rows)];
    Grid::new(origin, spacing, columns as usize, rows as usize)
        .map_err(|error| Failure::usage(error.to_string(), "choose a larger --region or a smaller --size"))
}

#[cfg(test)]
mod tests {
    use orogen_engine::nodes;
    use orogen_engine::recipe::Source;

    use super::*;

    fn recipe(domain: &str) -> Recipe {
        let text = format!(
            "orogen = 1\ndomain = {{ {domain} }}\nheight.field = 'a'\n[fields.a]\ntype = 'constant'\n"
        );
        Recipe::parse(Source::new("a.toml", text), nodes::registry()).unwrap()
    }

    fn grid(domain: &str, size: Option<[u32; 2]>, region: Option<&str>) -> Grid {
        let region = region.map(|region| region.parse().unwrap());
        Samples::new(&recipe(domain), size, region).unwrap().grid
    }

    #[test]
    fn a_picture_spans_its_domain() {
        let all = grid("size = 1918", None, None);
        assert_eq!(all, Grid::square(960, 2.0));
        let period = grid("size = 1920, tile = true", None, None);
        assert_eq!(period, Grid::square(960, 2.0));
        let part = grid("size = 5000", Some([101, 51]), Some("1000,2000,1200,2100"));
        assert_eq!(part, Grid::new([1000.0, 2000.0], 2.0, 101, 51).unwrap());
    }

    /// A strip of one row, or of less, is shown from end to end.
    #[test]
    fn a_thin_region_is_shown_from_end_to_end() {
        for high in [1e-3, 1.0, 20.0, 300.0] {
            for region in [format!("0,100,9590,{}", 100.0 + high), format!("100,0,{},9590", 100.0 + high)] {
                let grid = grid("size = 10000", None, Some(&region));
                let [longer, shorter] = [grid.columns.max(grid.rows), grid.columns.min(grid.rows)];
                assert_eq!((longer, shorter, grid.spacing), (960, 32, 10.0), "{region}");
            }
        }
    }

    #[test]
    fn another_shape_shows_the_middle() {
        let wide = grid("size = 1000", Some([101, 51]), None);
        assert_eq!(wide, Grid::new([0.0, 250.0], 10.0, 101, 51).unwrap());
        let tall = grid("size = 1000", Some([51, 101]), None);
        assert_eq!(tall, Grid::new([250.0, 0.0], 10.0, 51, 101).unwrap());
    }
}
