//! Points of a terrain.

use orogen_engine::planet::{Direction, LatLon};
use orogen_engine::query::{GROUND_DETAIL, HeightQuery, PlanetQuery};
use orogen_engine::terrain::{IsAPlanet, NotAPlanet, PlanetSample, Sample};

use crate::error::Error;

/// The finest detail of points, in metres. At points, fields with `octaves = "auto"` have the octaves that samples at this
/// spacing can show.
pub const POINT_DETAIL: f64 = GROUND_DETAIL;

/// A terrain's query for points.
pub enum Points {
    /// Points of a plane, or of a space cut at `z`.
    Plane {
        /// The query.
        query: HeightQuery,
        /// The third coordinate, in metres.
        z: f64,
    },
    /// Points of a planet.
    Planet(PlanetQuery),
}

/// A position at which a terrain is evaluated. The kind of position decides the kind of sample.
///
/// | position | on | sample |
/// |---|---|---|
/// | `[x, y]` in metres | planes, and spaces cut at the recipe's `z` | [`Sample`] |
/// | [`LatLon`] in degrees | planets | [`PlanetSample`], with the normal |
/// | [`Direction`] from the centre | planets | [`PlanetSample`], with the normal |
///
/// This is a trait so that planes and planets share one [`Terrain::at`](crate::Terrain::at) and one
/// [`Terrain`](crate::Terrain). A program that opens a user's recipe does not know in advance whether the terrain is a plane or
/// a planet. Other crates cannot implement this trait.
///
/// # Example
/// ```
/// use orogen::{Position, Terrain, Error};
///
/// fn samples<P: Position>(terrain: &Terrain, along: &[P]) -> Result<Vec<P::Sample>, Error> {
///     terrain.at_all(along)
/// }
/// let alps = Terrain::preset("alps")?;
/// assert_eq!(samples(&alps, &[[0.0, 0.0], [10.0, 0.0]])?.len(), 2);
/// # Ok::<(), Error>(())
/// ```
pub trait Position: Copy + private::Sealed {
    /// The sample at such a position.
    type Sample;

    #[doc(hidden)]
    fn samples(points: &Points, positions: &[Self]) -> Result<Vec<Self::Sample>, Error>;
}

impl Position for [f64; 2] {
    type Sample = Sample;

    fn samples(points: &Points, positions: &[Self]) -> Result<Vec<Sample>, Error> {
        let Points::Plane { query, z } = points else { return Err(IsAPlanet.into()) };
        if let Some([x, y]) = positions.iter().find(|position| !position.iter().all(|x| x.is_finite())) {
            let help = "give two finite numbers of metres";
            return Err(Error::argument(format!("({x}, {y}) is not a position"), help));
        }
        Ok(query.samples(&positions.iter().map(|&[x, y]| [x, y, *z]).collect::<Vec<_>>()))
    }
}

impl Position for Direction {
    type Sample = PlanetSample;

    fn samples(points: &Points, positions: &[Self]) -> Result<Vec<PlanetSample>, Error> {
        let Points::Planet(query) = points else { return Err(NotAPlanet.into()) };
        Ok(query.samples(positions))
    }
}

impl Position for LatLon {
    type Sample = PlanetSample;

    fn samples(points: &Points, positions: &[Self]) -> Result<Vec<PlanetSample>, Error> {
        let directions: Vec<_> = positions.iter().map(|position| position.direction()).collect();
        Direction::samples(points, &directions)
    }
}

/// Prevents other crates from implementing `Position`.
mod private {
    use orogen_engine::planet::{Direction, LatLon};

    pub trait Sealed {}

    impl Sealed for [f64; 2] {}
    impl Sealed for Direction {}
    impl Sealed for LatLon {}
}
