//! Queries of planets, by direction from the centre.

use super::march::{RayPoint, RaySurface, first_crossing};
use super::{Hit, QueryError, Ray};
use crate::interval::Interval;
use crate::level::Level;
use crate::planet::vector::{cross, dot, length};
use crate::planet::{Direction, Sphere};
use crate::recipe::Recipe;
use crate::terrain::{Images, PlanetSample, Terrain};

/// Heights, normals and ray casts on the ground of a planet, from any number of threads.
///
/// Coordinates are metres from the planet's centre, with the north pole at `+z`. The ground is that of a map whose
/// spacing is the detail of this query, in `f64`, whatever is loaded or drawn.
///
/// # Example
/// ```
/// use orogen_engine::image::NoImages;
/// use orogen_engine::planet::{Direction, LatLon};
/// use orogen_engine::query::{PlanetQuery, Ray};
/// use orogen_engine::recipe::{Recipe, Source};
///
/// let text = r#"
/// orogen = 1
/// domain = { kind = "planet", radius = "1737.4 km" }
/// height = { field = "hills", scale = 4000.0 }
/// [fields.hills]
/// type = "fbm"
/// wavelength = "300 km"
/// "#;
/// let recipe = Recipe::parse(Source::new("moon.toml", text), orogen_engine::nodes::registry())?;
/// let ground = PlanetQuery::new(&recipe, &NoImages, 1.0)?;
///
/// // A lander stands upright.
/// let place = LatLon::new(0.67, 23.47)?.direction();
/// let sample = ground.sample(place);
/// let foot = place.vector().map(|part| part * (ground.sphere().radius() + sample.height));
///
/// // What a camera in orbit looks at, within 1000 km.
/// let eye = place.vector().map(|part| part * 1_837_400.0);
/// let ray = Ray::new(eye, place.vector().map(|part| -part), 1e6)?;
/// let hit = ground.cast(&ray).expect("it looks down");
/// assert!((0..3).all(|k| (hit.point[k] - foot[k]).abs() < 1e-6));
/// assert!(Direction::new(hit.point)?.angle(place) < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PlanetQuery {
    terrain: Terrain,
    sphere: Sphere,
    detail: f64,
}

/// Rays ignore ground nearer to the planet's centre than this share of the radius.
const CORE: f64 = 1e-3;

impl PlanetQuery {
    /// Prepares a recipe. `detail` is the finest detail in metres: `octaves = "auto"` goes as fine as in a map with that spacing,
    /// and a ray misses nothing that is wider than this.
    ///
    /// # Errors
    /// As [`Terrain::new`]; also if `detail` is not a length, or the recipe is not a planet.
    pub fn new(recipe: &Recipe, images: &dyn Images, detail: f64) -> Result<Self, QueryError> {
        let sphere = recipe.domain.sphere().ok_or(QueryError::NotAPlanet)?;
        let terrain = super::terrain(recipe, images, detail)?;
        Ok(Self { terrain, sphere, detail })
    }

    /// The terrain, prepared for the detail of this query.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// The sphere that heights are measured from.
    pub fn sphere(&self) -> Sphere {
        self.sphere
    }

    /// The ground in a direction.
    pub fn sample(&self, direction: Direction) -> PlanetSample {
        let [sample] = self.samples(&[direction])[..] else { unreachable!("one direction has one sample") };
        sample
    }

    /// The ground in many directions, faster than one by one.
    ///
    /// Heights are those of [`Terrain::sample_at`] in `f64`, but without the small steps that the rounding of positions causes
    /// there: the slope corrects the rounding. Only the rounding of the directions remains. The steps
    /// that it causes are some units in the last place of the radius high: as measured, 5·10⁻¹¹ m at the Earth's radius, and
    /// 2·10⁻¹³ m at a radius of 2 km.
    pub fn samples(&self, directions: &[Direction]) -> Vec<PlanetSample> {
        let patch = self.sphere.patch(directions.iter().map(|at| at.vector()));
        let relief = self.terrain.on_planet::<f64>(Level::best(), &patch);
        let samples = directions.iter().enumerate().map(|(i, &direction)| {
            let gradient = [0, 1, 2].map(|axis| relief.slopes[axis][i]);
            let (place, rounded) = (self.sphere.position(direction), patch.position(i));
            let rest = |axis: usize| place[axis] - rounded[axis];
            let height = relief.height[i] + dot(gradient, [0, 1, 2].map(rest));
            PlanetSample::new(self.sphere, direction, height, gradient)
        });
        samples.collect()
    }

    /// The first point where a ray meets the ground: from outside or, if the ray begins inside, from inside. A ray that begins on
    /// the ground meets it there. The ray may begin anywhere, in orbit or under the ground.
    ///
    /// The guarantees are those of [`HeightQuery::cast`](super::HeightQuery::cast): if the ray crosses the ground and stays on
    /// the other side for the detail's length, measured along the sphere, a hit is found, at that crossing or before it. The
    /// point of a hit is within a nanometre of the ground, or within a few units in the last place of its coordinates or of the
    /// ray's origin, whichever is more.
    ///
    /// Only the shell of heights that [can occur](Terrain::interval) is searched, and nothing within a thousandth of the radius
    /// from the centre. The time grows with the length of the ray through the shell, measured along the sphere, divided by the
    /// detail.
    pub fn cast(&self, ray: &Ray) -> Option<Hit> {
        let found = self
            .spans(ray)
            .into_iter()
            .find_map(|span| first_crossing(self, ray, span, self.way(ray, span) / self.detail))?;
        let point = ray.at(found.distance);
        let normal = self.sample(Direction::new(point).ok()?).normal;
        Some(Hit { point, distance: found.distance, normal })
    }

    /// The ranges of distances at which a ray may meet ground: the parts of the ray in the shell of possible heights. There are
    /// two if the ray passes below the shell.
    fn spans(&self, ray: &Ray) -> Vec<[f64; 2]> {
        let Interval { min, max } = self.terrain.interval();
        let (radius, Pass { nearest, aside }) = (self.sphere.radius(), Pass::of(ray));
        // Rounding may take a height a little further than its interval, and a place a little off the ray.
        let margin =
            1e-9 * (radius + min.abs().max(max.abs())) + 8.0 * f64::EPSILON * (nearest.abs() + aside);
        let chord = |radius: f64| {
            let half = ((radius - aside) * (radius + aside)).sqrt();
            // `NaN` if the ray misses the sphere.
            (half >= 0.0).then_some([nearest - half, nearest + half])
        };
        let Some([begin, end]) = chord(radius + max + margin) else { return Vec::new() };
        let parts = match chord((radius + min - margin).max(CORE * radius)) {
            Some([down, up]) => vec![[begin, down], [up, end]],
            None => vec![[begin, end]],
        };
        let on_ray = |[begin, end]: [f64; 2]| [begin.max(0.0), end.min(ray.reach())];
        parts.into_iter().map(on_ray).filter(|[begin, end]| begin <= end).collect()
    }

    /// The most metres along the sphere that a ray passes over between two distances. At the distance ρ from the centre, it
    /// passes over *R*·*b*/ρ² metres per metre, where *b* is the least distance of its line from the centre.
    fn way(&self, ray: &Ray, [begin, end]: [f64; 2]) -> f64 {
        let Pass { nearest, aside } = Pass::of(ray);
        let along = nearest.clamp(begin, end) - nearest;
        let lowest = (aside * aside + along * along).sqrt().max(CORE * self.sphere.radius());
        (end - begin) * self.sphere.radius() * aside / (lowest * lowest)
    }
}

/// The point of a ray's line that is nearest to the centre.
struct Pass {
    /// Its distance from the ray's origin.
    nearest: f64,
    /// Its distance from the centre.
    aside: f64,
}

impl Pass {
    fn of(ray: &Ray) -> Self {
        let (origin, direction) = (ray.origin(), ray.direction());
        Self { nearest: -dot(origin, direction), aside: length(cross(origin, direction)) }
    }
}

impl RaySurface for PlanetQuery {
    /// Let *r* be the direction from the centre, and *d* the ray's direction. Per metre of the ray, the distance ρ from the
    /// centre grows by *r*·*d*, and the point *R*·*r* on the sphere moves by *R*/ρ·(*d* − *r*(*r*·*d*)).
    fn places(&self, ray: &Ray, distances: &[f64]) -> Vec<RayPoint> {
        let points: Vec<_> = distances.iter().map(|&distance| ray.at(distance)).collect();
        let directions: Option<Vec<_>> = points.iter().map(|&point| Direction::new(point).ok()).collect();
        let directions = directions.unwrap_or_else(|| unreachable!("the centre is not looked at"));
        let samples = self.samples(&directions);
        let places = distances.iter().zip(points).zip(directions).zip(samples);
        let place =
            |(((&distance, point), direction), sample): (((&f64, [f64; 3]), Direction), PlanetSample)| {
                let (r, d) = (direction.vector(), ray.direction());
                let (far, up, radius) = (dot(point, r), dot(r, d), self.sphere.radius());
                let uphill = dot(sample.gradient, d) - dot(sample.gradient, r) * up;
                RayPoint {
                    distance,
                    clearance: far - radius - sample.height,
                    rate: up - radius / far * uphill,
                    gradient: sample.gradient,
                }
            };
        places.map(place).collect()
    }
}
