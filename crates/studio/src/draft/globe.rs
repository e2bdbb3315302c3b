//! Drafts of planets.

use orogen_view::metered;

use super::air::{Air, Light};
use super::shading::Shading;
use super::vector::{dot, lat_lon, of, times, unit};
use super::water::water;
use super::{DraftShot, Scene};
use crate::eye::GlobeEye;
use crate::height_field::HeightField;

/// Above this height in metres, the eye is outside most of the air.
const OUTSIDE: f64 = 20_000.0;

/// A planet, its light and a viewpoint, along the axes of the point below: east, south and up.
pub(super) struct GlobeScene<'a> {
    height_field: &'a HeightField,
    shading: &'a Shading,
    air: Air,
    /// The light at the visible point where the sun is highest.
    brightest: Light,
    sun: [f64; 3],
    axes: [[f64; 3]; 3],
    /// Radius of the planet's sphere in metres.
    radius: f64,
    /// Height of the eye above the sphere in metres.
    altitude: f64,
}

impl<'a> GlobeScene<'a> {
    pub(super) fn new(shot: &DraftShot<'a>, shading: &'a Shading, eye: &GlobeEye) -> Option<Self> {
        let air = Air::new(&shot.recipe.view, Some(eye.radius));
        let sun = shot.sun.direction();
        // Exposure as in rendered pictures: for the visible point nearest to the subsolar point.
        let over = eye.altitude.max(0.0);
        let horizon = libm::atan2((over * (2.0 * eye.radius + over)).sqrt(), eye.radius);
        let away = libm::acos(sun[2].clamp(-1.0, 1.0));
        let brightest = air.light(libm::cos((away - 0.85 * horizon).max(0.0)) as f32);
        let (radius, altitude) = (eye.radius, eye.altitude);
        let (height_field, axes) = (shot.height_field, axes(eye)?);
        Some(Self { height_field, shading, air, brightest, sun, axes, radius, altitude })
    }

    /// The light of the ground where a ray meets the sphere. `place` is relative to the planet's centre, along its axes.
    fn ground(&self, ray: [f64; 3], place: [f64; 3], distance: f64) -> [f32; 3] {
        let [latitude, longitude] = lat_lon(place);
        let index = self.height_field.indices_at(latitude, longitude);
        let ground = self.shading.at(self.height_field, index);
        let height = self.height_field.height_at(latitude, longitude);
        let out = unit(place);
        let up = self.axes.map(|axis| dot(out, axis));
        let local = self.air.light(dot(up, self.sun) as f32);
        let rise = -dot(ray, up) as f32;
        let surface = self.height_field.covered(height);
        let seen = match (surface - height) as f32 {
            depth if depth > 0.0 => {
                let mirrored = local.sky.map(|sky| sky / std::f32::consts::PI);
                water(depth, true, rise, &local, ground, mirrored)
            }
            _ => ground,
        };
        let heights = [self.altitude, surface];
        match self.altitude > OUTSIDE.max(surface) {
            true => self.air.down(heights, rise, &local, seen),
            false => self.air.between(heights, distance, &local, seen),
        }
    }

    fn sky(&self, ray: [f64; 3]) -> [f32; 3] {
        // The light is that at the lowest point of the ray.
        let from = self.radius + self.altitude;
        let ahead = (-from * ray[2]).max(0.0);
        let place = [ahead * ray[0], ahead * ray[1], from + ahead * ray[2]];
        let local = self.air.light((dot(place, self.sun) / dot(place, place).sqrt()) as f32);
        self.air.beyond(self.altitude, ray[2] as f32, &local, [0.0; 3])
    }
}

impl Scene for GlobeScene<'_> {
    fn light(&self, ray: [f64; 3]) -> [f32; 3] {
        let (from, planet_ray) = (times(self.axes[2], self.radius + self.altitude), of(self.axes, ray));
        match crossings(from, planet_ray, self.radius).filter(|[near, _]| *near > 0.0) {
            Some([distance, _]) => {
                self.ground(ray, std::array::from_fn(|k| from[k] + distance * planet_ray[k]), distance)
            }
            None => self.sky(ray),
        }
    }

    fn exposure(&self, light: &[[f32; 3]]) -> f32 {
        metered(light, orogen_view::exposure(self.brightest.level))
    }
}

/// East, south and up at the point below the eye, along the planet's axes.
pub(super) fn axes(eye: &GlobeEye) -> Option<[[f64; 3]; 3]> {
    let at = eye.at().ok()?;
    let [east, south] = at.east_south();
    Some([east, south, at.direction().vector()])
}

/// The distances at which a ray enters and leaves a sphere around the origin.
fn crossings(from: [f64; 3], ray: [f64; 3], radius: f64) -> Option<[f64; 2]> {
    let (along, beyond) = (dot(from, ray), dot(from, from) - radius * radius);
    let root = along * along - beyond;
    (root >= 0.0).then(|| [-root.sqrt(), root.sqrt()].map(|half| half - along))
}

/// The first point of a ray on a sphere around the origin.
pub(super) fn sphere(from: [f64; 3], ray: [f64; 3], radius: f64) -> Option<[f64; 3]> {
    let [distance, _] = crossings(from, ray, radius)?;
    (distance > 0.0).then(|| std::array::from_fn(|k| from[k] + distance * ray[k]))
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;
    use orogen_engine::nodes;
    use orogen_engine::recipe::{Recipe, Source};
    use orogen_view::{GroundExtent, Style, Sun};

    use super::*;
    use crate::eye::Eye;

    /// A draft of a level planet as a whole: the mean brightness of its west and its east, and of the sky in the corners.
    fn draft(elevation: f64) -> [f64; 3] {
        let text = "orogen = 1\ndomain = { kind = \"planet\", radius = 6.371e6 }\nheight.field = \"level\"\n\
                    [fields.level]\ntype = \"constant\"\n";
        let recipe = Recipe::parse(Source::new("level", text), nodes::registry()).unwrap();
        let height_field = HeightField::new(&recipe, &NoImages, 32).unwrap();
        let sun = Sun { elevation, azimuth: 90.0 };
        let (style, bounds, eye) = (Style::Clay, GroundExtent::Endless, Eye::of(&recipe));
        let (height_field, recipe, colour_range) = (&height_field, &recipe, None);
        let shot = DraftShot { height_field, recipe, style, eye: &eye, sun, bounds, colour_range };
        let bytes = shot.draw([160, 90]).unwrap().bytes;
        let mean = |columns: std::ops::Range<usize>, rows: std::ops::Range<usize>| {
            let pixels = rows.flat_map(|row| columns.clone().map(move |column| 4 * (160 * row + column) + 1));
            let (sum, count) =
                pixels.fold((0.0, 0.0), |(sum, count), at| (sum + f64::from(bytes[at]), count + 1.0));
            sum / count
        };
        [mean(50..78, 30..60), mean(82..110, 30..60), mean(0..20, 0..20)]
    }

    #[test]
    fn a_planet_has_a_night_side_and_a_black_sky() {
        let [west, east, sky] = draft(0.0);
        assert!(west < 8.0 && east > 60.0 && sky < 1.0, "{west} {east} {sky}");
        let [west, east, _] = draft(85.0);
        assert!(west > 100.0 && east > 100.0, "{west} {east}");
    }

    /// Rays from outside a sphere towards it and away from it, a ray from inside, and a ray that misses the sphere.
    #[test]
    fn rays_cross_spheres() {
        for (from, ray, expected) in [
            ([0.0, 0.0, 3.0], [0.0, 0.0, -1.0], Some([1.0, 5.0])),
            ([0.0, 0.0, 3.0], [0.0, 0.0, 1.0], Some([-5.0, -1.0])),
            ([0.0, 0.0, 1.0], [0.0, 1.0, 0.0], Some([-(3.0_f64.sqrt()), 3.0_f64.sqrt()])),
            ([0.0, 2.5, 0.0], [0.0, 0.0, 1.0], None),
        ] {
            let found = crossings(from, ray, 2.0);
            let apart = found.zip(expected).map(|(found, expected)| {
                (0..2).map(|k: usize| (found[k] - expected[k]).abs()).fold(0.0, f64::max)
            });
            assert!(found.is_some() == expected.is_some() && apart.is_none_or(|apart| apart < 1e-12));
        }
    }
}
