//! Exact heights at single points.

use orogen_engine::planet::LatLon;
use orogen_engine::query::{HeightQuery, PlanetQuery, QueryError};
use orogen_engine::recipe::{Recipe, RecipeError};
use orogen_engine::terrain::Images;

/// Exact heights at single points.
#[derive(Debug)]
pub enum GroundQuery {
    /// On a plane.
    Plane(HeightQuery),
    /// On a planet.
    Planet(PlanetQuery),
}

impl GroundQuery {
    /// Creates a query for the heights of a recipe, at the recipe's own spacing.
    ///
    /// # Errors
    /// The recipe is invalid.
    pub fn new(recipe: &Recipe, images: &dyn Images) -> Result<Self, QueryError> {
        let detail = recipe.domain.spacing();
        match recipe.domain.sphere() {
            Some(_) => PlanetQuery::new(recipe, images, detail).map(Self::Planet),
            None => HeightQuery::new(recipe, images, detail).map(Self::Plane),
        }
    }

    /// Warnings about the recipe.
    pub fn warnings(&self) -> &[RecipeError] {
        match self {
            Self::Plane(query) => query.terrain().warnings(),
            Self::Planet(query) => query.terrain().warnings(),
        }
    }

    /// Height in metres and slope in degrees at `place`: x and y in metres or, on a planet, latitude and longitude in degrees.
    /// `None` if the latitude or the longitude is out of range.
    pub fn at(&self, place: [f64; 2]) -> Option<[f64; 2]> {
        let steep = |gradient: [f64; 3]| {
            let [x, y, z] = gradient;
            libm::atan(x.hypot(y).hypot(z)).to_degrees()
        };
        match self {
            Self::Plane(query) => {
                let sample = query.sample(place[0], place[1]);
                Some([sample.height, steep([sample.gradient[0], sample.gradient[1], 0.0])])
            }
            Self::Planet(query) => {
                let at = LatLon::new(place[0], place[1]).ok()?;
                let sample = query.sample(at.direction());
                Some([sample.height, steep(sample.gradient)])
            }
        }
    }
}
