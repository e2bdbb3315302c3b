//! The heights of a terrain on the map.
//!
//! A plane is placed like in `orogen generate --for web`: one point of it has a latitude and longitude, and it is true to scale
//! there. The square of the Mercator projection is then a square of the plane. Its side is *W* = *C*·cos φ₀, with *C* the Earth's
//! circumference and φ₀ that latitude. With the fractions *e* and *s* of the square that are west and north of a position, the
//! position in the plane is *p* + *W*·(*e* − *e*₀, *s* − *s*₀). Beyond its domain the recipe goes on, so the plane covers the world,
//! except for the circles around the poles that the projection leaves out: there, the edge of the square goes on.
//!
//! A planet has latitudes and longitudes of its own.

use std::panic::resume_unwind;
use std::sync::{Arc, OnceLock};
use std::thread;

use orogen::Files;
use orogen_engine::curvature;
use orogen_engine::level::Level;
use orogen_engine::planet::{DirectionGrid, Sphere};
use orogen_engine::raster::Band;
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::Terrain;
use orogen_files::Problem;
use orogen_files::web::{GeoAnchor, mercator};

use super::lines::Lines;

/// Numbers of samples along the equator: powers of two up to 2³¹.
const EXPONENTS: usize = 32;

/// The planes of a raster besides heights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Planes {
    /// Heights alone.
    Heights,
    /// Heights and slopes.
    Slopes,
    /// Heights, slopes, and what the weights of materials depend on.
    Materials {
        /// Whether they depend on the curvature.
        curvature: bool,
    },
}

/// The surface that heights are measured from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Surface {
    /// The Earth, with a plane at this position.
    Earth(GeoAnchor),
    /// A planet.
    Planet(Sphere),
}

/// A recipe on the map.
pub(crate) struct Ground {
    recipe: Recipe,
    files: Arc<Files>,
    surface: Surface,
    terrains: Prepared,
    with_materials: Prepared,
}

/// The terrains for each number of samples along the equator, prepared when they are needed.
type Prepared = [OnceLock<Result<Terrain, Problem>>; EXPONENTS];

impl Ground {
    /// `place` is the position of a plane's centre in degrees, latitude first.
    ///
    /// # Errors
    /// The position is not on the map, or the terrain is a planet.
    pub(crate) fn new(recipe: Recipe, files: Arc<Files>, place: Option<[f64; 2]>) -> Result<Self, Problem> {
        let surface = match (recipe.domain.sphere(), place) {
            (Some(sphere), None) => Surface::Planet(sphere),
            (Some(_), Some(_)) => {
                let message =
                    "a planet has no place on the Earth: it has latitudes and longitudes of its own";
                return Err(Problem::new(message, "leave out --at"));
            }
            (None, place) => Surface::Earth(anchor(place.unwrap_or_default(), recipe.domain.size)?),
        };
        let empty = || std::array::from_fn(|_| OnceLock::new());
        Ok(Self { recipe, files, surface, terrains: empty(), with_materials: empty() })
    }

    pub(crate) fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    pub(crate) fn files(&self) -> &Files {
        &self.files
    }

    pub(crate) fn surface(&self) -> Surface {
        self.surface
    }

    /// The heights on the map's lines. `exponent` is that of the number of samples along the equator, which decides the octaves.
    ///
    /// # Errors
    /// The terrain cannot be prepared, for example because a file was removed.
    pub(crate) fn raster(&self, lines: &Lines, exponent: u8, planes: Planes) -> Result<Band, Problem> {
        let terrain = self.terrain(exponent, planes)?;
        match self.surface {
            Surface::Planet(_) => on_planet(terrain, lines, planes),
            Surface::Earth(anchor) => Ok(on_plane(terrain, anchor, lines, planes)),
        }
    }

    /// Metres between samples: of a plane everywhere, of a planet along its equator.
    pub(crate) fn spacing(&self, exponent: u8) -> f64 {
        let circumference = match self.surface {
            Surface::Planet(sphere) => 2.0 * std::f64::consts::PI * sphere.radius(),
            Surface::Earth(anchor) => width(anchor),
        };
        circumference / (1_u64 << exponent) as f64
    }

    /// The position on the map of a position in a plane's domain: the fractions of the map's square that are west and north of
    /// it. The first goes on beyond 0 and 1 across the antimeridian. `None` if the surface is a planet.
    pub(crate) fn place(&self, [x, y]: [f64; 2]) -> Option<[f64; 2]> {
        let Surface::Earth(anchor) = self.surface else { return None };
        let ([west, north], [from_x, from_y]) = (on_map(anchor), anchor.point);
        Some([west + (x - from_x) / width(anchor), north + (y - from_y) / width(anchor)])
    }

    fn terrain(&self, exponent: u8, planes: Planes) -> Result<&Terrain, Problem> {
        let spacing = self.spacing(exponent);
        let (prepared, make): (_, fn(&_, &_, _) -> _) = match planes {
            Planes::Materials { .. } => (&self.with_materials, |recipe, files: &Files, spacing| {
                Terrain::with_materials(recipe, files, spacing)
            }),
            _ => (&self.terrains, |recipe, files: &Files, spacing| Terrain::new(recipe, files, spacing)),
        };
        let made = || make(&self.recipe, &self.files, spacing).map_err(|error| problem(&error.into()));
        // A thread of its own: on one of those of tiles, solving a field could begin another tile, which would wait for this terrain.
        let alone =
            || thread::scope(|scope| scope.spawn(made).join()).unwrap_or_else(|panic| resume_unwind(panic));
        let terrain = prepared[usize::from(exponent)].get_or_init(alone);
        terrain.as_ref().map_err(Clone::clone)
    }
}

/// An error of the library, with its place in the message.
pub(crate) fn problem(error: &orogen::Error) -> Problem {
    let place =
        error.recipe().zip(error.line()).map(|(recipe, line)| format!("{}:{line}: ", recipe.source.name));
    Problem::new(place.unwrap_or_default() + error.message(), error.help())
}

/// The side in metres of the map's square in a plane.
fn width(anchor: GeoAnchor) -> f64 {
    mercator::CIRCUMFERENCE * libm::cos(anchor.latitude.to_radians())
}

/// The fractions of the map's square that are west and north of the anchor.
fn on_map(anchor: GeoAnchor) -> [f64; 2] {
    [mercator::east(anchor.longitude), mercator::south(anchor.latitude)]
}

fn anchor([latitude, longitude]: [f64; 2], size: f64) -> Result<GeoAnchor, Problem> {
    // This also refuses NaN.
    if !(latitude.abs() <= mercator::MAX_LATITUDE && longitude.abs() <= 180.0) {
        let message = format!("latitude {latitude}, longitude {longitude} is not on web maps");
        let most = mercator::MAX_LATITUDE;
        let help = format!("choose a latitude within {most:.2} and a longitude within 180 degrees of 0");
        return Err(Problem::new(message, help));
    }
    Ok(GeoAnchor { latitude, longitude, point: [0.5 * size; 2] })
}

fn on_planet(terrain: &Terrain, lines: &Lines, planes: Planes) -> Result<Band, Problem> {
    let grid = DirectionGrid::graticule(&lines.longitudes(), lines.latitudes())
        .map_err(|error| Problem::new(error.to_string(), ""))?;
    let rows = grid.rows();
    let maker = terrain.map(Level::best(), grid).unwrap_or_else(|_| unreachable!("the surface is a planet"));
    let maker =
        if planes == (Planes::Materials { curvature: true }) { maker.with_curvature() } else { maker };
    let mut band = Band::default();
    maker.make(0, rows, planes != Planes::Heights, &mut band);
    Ok(band)
}

fn on_plane(terrain: &Terrain, anchor: GeoAnchor, lines: &Lines, planes: Planes) -> Band {
    let width = width(anchor);
    let [x, y] = anchor.point;
    let [west, north] = on_map(anchor);
    let make = |lines: &Lines| {
        // The eastern edge of the map is its western edge.
        let from_anchor = |east: &f64| nearest(east.rem_euclid(1.0) - west);
        let columns: Vec<_> = lines.easts().iter().map(|east| x + width * from_anchor(east)).collect();
        let rows: Vec<_> = lines.souths().iter().map(|south| y + width * (south - north)).collect();
        let band = terrain.crossings(Level::best(), [&columns, &rows], planes != Planes::Heights);
        band.unwrap_or_else(|_| unreachable!("the surface is a plane"))
    };
    if planes != (Planes::Materials { curvature: true }) {
        return make(lines);
    }
    let lines = lines.widened();
    let around = make(&lines);
    let mut band = Band::default();
    curvature::crop(&around, 0, &mut band);
    let metres = |lines: &[f64]| lines.iter().map(|line| width * line).collect::<Vec<_>>();
    band.curvature = curvature::of_crossings(&around, &metres(lines.easts()), &metres(lines.souths()));
    band
}

/// The fraction of the map's width from one meridian to another, the shorter way around the globe.
fn nearest(east: f64) -> f64 {
    match east {
        _ if east >= 0.5 => east - 1.0,
        _ if east < -0.5 => east + 1.0,
        _ => east,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shorter_way_around_the_globe() {
        assert_eq!([0.25, 0.75, -0.75, 0.5, -0.5].map(nearest), [0.25, -0.25, 0.25, -0.5, -0.5]);
    }
}
