//! The ground to the last bit, one place at a time.

use orogen::planet::LatLon;
use orogen::query::{HeightQuery, PlanetQuery, QueryError};
use orogen::recipe::{Recipe, RecipeError};
use orogen::terrain::Images;

/// The ground to the last bit, one place at a time.
#[derive(Debug)]
pub enum Ground {
    /// Of a plane.
    Plane(HeightQuery),
    /// Of a planet.
    Planet(PlanetQuery),
}

impl Ground {
    /// The ground of a recipe.
    ///
    /// # Errors
    /// The recipe is unsound.
    pub fn new(recipe: &Recipe, images: &dyn Images) -> Result<Self, QueryError> {
        let detail = recipe.domain.spacing();
        match recipe.domain.sphere() {
            Some(_) => PlanetQuery::new(recipe, images, detail).map(Self::Planet),
            None => HeightQuery::new(recipe, images, detail).map(Self::Plane),
        }
    }

    /// What is doubtful in the recipe.
    pub fn warnings(&self) -> &[RecipeError] {
        match self {
            Self::Plane(query) => query.terrain().warnings(),
            Self::Planet(query) => query.terrain().warnings(),
        }
    }

    /// Height in metres and slope in degrees at a place: x and y in metres or, of a planet, degrees north and east.
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
