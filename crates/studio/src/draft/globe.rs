//! Drafts of planets.

use orogen_engine::planet::LatLon;
use orogen_view::{
    AirPath, Atmosphere, CloudRay, DraftClouds, DraftLight, LocalLight, Style, WaterBottom, atmosphere,
    draft_stars,
};

use super::light_table::LightTable;
use super::plane::CLAY;
use super::vector::{dot, lat_lon, of, times, unit};
use super::{DraftShot, Scene};
use crate::eye::GlobeEye;
use crate::height_field::HeightField;

/// Factor on slopes. A height field around a planet is too coarse to show most of its slopes.
const SLOPE_EXAGGERATION: f64 = 3.0;

/// Above this height in metres, light paths to the ground are approximated as straight through curved layers.
const STRAIGHT_PATHS: f64 = 20_000.0;

/// A planet, its light and a viewpoint, along the axes of the point below: east, south and up.
pub(super) struct GlobeScene<'a> {
    height_field: &'a HeightField,
    style: Style,
    air: Atmosphere,
    light: DraftLight,
    /// Light by the sine of the sun's elevation.
    lights: LightTable,
    /// The light at the visible point where the sun is highest.
    brightest: LocalLight,
    /// Clouds, and the light at their height.
    clouds: Option<(DraftClouds, LightTable)>,
    sun: [f64; 3],
    /// The sun direction along the planet's axes.
    planet_sun: [f64; 3],
    /// Angle covered by a pixel, in radians.
    pixel: f64,
    axes: [[f64; 3]; 3],
    /// Radius of the planet's sphere in metres.
    radius: f64,
    /// Height of the eye above the sphere in metres.
    altitude: f64,
}

impl<'a> GlobeScene<'a> {
    /// A scene for pictures with this many rows.
    pub(super) fn new(shot: &DraftShot<'a>, eye: &GlobeEye, rows: usize) -> Option<Self> {
        let view = &shot.recipe.view;
        let air = Atmosphere { radius: eye.radius as f32, ..atmosphere(view.air, view.haze) };
        let light = DraftLight::new(&air, None);
        let sun = shot.sun.direction();
        // Exposure as in rendered pictures: for the visible point nearest to the subsolar point.
        let over = eye.altitude.max(0.0);
        let horizon = libm::atan2((over * (2.0 * eye.radius + over)).sqrt(), eye.radius);
        let away = libm::acos(sun[2].clamp(-1.0, 1.0));
        let brightest = light.at(libm::cos((away - 0.85 * horizon).max(0.0)), 0.0);
        let lights_at =
            |height: f64| LightTable::new([-0.25, 1.0], 250, |up| light.at(up.into(), height as f32));
        let lights = lights_at(0.0);
        let clouds = view.clouds.filter(|clouds| clouds.cover > 0.0);
        let clouds = clouds
            .map(|clouds| DraftClouds::new(clouds, shot.recipe.seed, eye.radius))
            .map(|clouds| (clouds, lights_at(clouds.height)));
        let (height_field, style, axes) = (shot.height_field, shot.style, axes(eye)?);
        Some(Self {
            height_field,
            style,
            air,
            light,
            lights,
            brightest,
            clouds,
            sun,
            planet_sun: of(axes, sun),
            pixel: 2.0 * libm::tan(crate::eye::DEGREES.to_radians() / 2.0) / rows as f64,
            axes,
            radius: eye.radius,
            altitude: eye.altitude,
        })
    }

    /// The light of the ground where a ray meets the sphere, and the height there. `place` is relative to the planet's centre,
    /// along its axes.
    fn ground(&self, ray: [f64; 3], place: [f64; 3], distance: f64) -> ([f32; 3], f64) {
        let [latitude, longitude] = lat_lon(place);
        let height = self.height_field.height_at(latitude, longitude);
        let step = self.height_field.detail().to_degrees() / self.radius;
        let narrow = libm::cos(latitude.to_radians()).max(0.02);
        let ahead = |north: f64, east: f64| {
            self.height_field.height_at(latitude + north * step, longitude + east * step / narrow)
        };
        let run = 2.0 * self.height_field.detail();
        let [dx, dy] = [ahead(0.0, 1.0) - ahead(0.0, -1.0), ahead(-1.0, 0.0) - ahead(1.0, 0.0)]
            .map(|rise| SLOPE_EXAGGERATION * rise / run);
        let out = unit(place);
        let up = self.axes.map(|axis| dot(out, axis));
        let local = self.lights.at(dot(up, self.sun) as f32);
        let rise = -dot(ray, up);
        let is_sea = self.height_field.sea.is_some_and(|sea| height < sea.into());
        let covered = self.height_field.covered(height);
        let pixel = self.covered(distance, rise.max(0.02));
        let through = self
            .clouds
            .as_ref()
            .map_or(1.0, |(clouds, _)| clouds.through(out, self.planet_sun, covered, pixel));
        let lit = local.under(through);
        let light = if is_sea {
            let depth = self.height_field.sea.map_or(0.0, |sea| sea - height as f32);
            let mirrored = lit.sky.map(|sky| sky / std::f32::consts::PI);
            lit.water(rise as f32, mirrored, WaterBottom::unseen(depth))
        } else {
            let [east, south] = LatLon::new(latitude, longitude).map_or([[0.0; 3]; 2], |at| at.east_south());
            let normal: [f64; 3] = std::array::from_fn(|k| out[k] - dx * east[k] - dy * south[k]);
            let normal = unit(normal);
            let seen = self.axes.map(|axis| dot(normal, axis));
            let irradiance = lit.on(dot(seen, up) as f32, dot(seen, self.sun) as f32, 1.0);
            let albedo = if self.style == Style::Clay {
                CLAY
            } else {
                self.height_field.albedo_at(latitude, longitude)
            };
            std::array::from_fn(|k| albedo[k] * irradiance[k] / std::f32::consts::PI)
        };
        let path = self.down(covered, distance, rise);
        (self.light.through(path, dot(ray, self.sun) as f32, &local, light), covered)
    }

    /// The light path to a point of this height and distance. `rise` is the sine of the angle between the ray and the
    /// horizontal.
    fn down(&self, height: f64, distance: f64, rise: f64) -> AirPath {
        let heights = [self.altitude, height].map(|z| z as f32);
        if self.altitude > STRAIGHT_PATHS.max(height) {
            AirPath::Down { heights, rise: rise as f32 }
        } else {
            AirPath::To { heights, length: distance as f32 }
        }
    }

    /// The light from this distance, seen through the clouds in front of it.
    fn behind_clouds(&self, behind: [f32; 3], ray: [f64; 3], distance: f64) -> [f32; 3] {
        let Some((clouds, lights)) = &self.clouds else { return behind };
        let (from, planet_ray) = (self.from(), of(self.axes, ray));
        let mut light = behind;
        let met = crossings(from, planet_ray, self.radius + clouds.height).into_iter().flatten().rev();
        for far in met.filter(|far| (0.0..distance).contains(far)) {
            let up = direction(std::array::from_fn(|k| from[k] + far * planet_ray[k]));
            let rise = dot(planet_ray, up.map(f64::from));
            let slant = rise.abs().max(0.05);
            let cloud_ray = CloudRay {
                up,
                sun: self.planet_sun.map(|along| along as f32),
                slant: slant as f32,
                eye: self.altitude,
                pixel: self.covered(far, slant) as f32,
            };
            let local = lights.at(dot(up.map(f64::from), self.planet_sun) as f32);
            let Some((opacity, cloud)) = clouds.seen(&cloud_ray, &local) else { continue };
            // A ray that leaves the clouds upwards has passed all of the air beside the planet.
            let path = match rise > 0.0 && self.altitude > clouds.height {
                true => self.past(ray),
                false => self.down(clouds.height, far, slant),
            };
            let seen = self.light.through(path, dot(ray, self.sun) as f32, &local, cloud);
            light = std::array::from_fn(|k| light[k] + opacity * (seen[k] - light[k]));
        }
        light
    }

    /// The length of the ground that a pixel covers at this distance, in units of the planet's radius. `slant` is the sine of
    /// the angle between the ray and the ground.
    fn covered(&self, distance: f64, slant: f64) -> f64 {
        self.pixel * distance / slant.sqrt() / self.radius
    }

    /// Position of the eye along the planet's axes.
    fn from(&self) -> [f64; 3] {
        times(self.axes[2], self.radius + self.altitude)
    }

    /// The minimum height along a ray, and the distance from the eye at which the ray has it.
    fn lowest(&self, ray: [f64; 3]) -> [f64; 2] {
        let from = self.radius + self.altitude;
        let ahead = (-from * ray[2]).max(0.0);
        [(from * from - ahead * ahead).max(0.0).sqrt() - self.radius, ahead]
    }

    /// The light path of a ray that goes down and leaves the atmosphere again.
    fn past(&self, ray: [f64; 3]) -> AirPath {
        AirPath::Past {
            heights: [self.altitude, self.lowest(ray)[0]].map(|z| z as f32),
            fall: -ray[2] as f32,
        }
    }

    fn sky(&self, ray: [f64; 3]) -> [f32; 3] {
        let [lowest, ahead] = self.lowest(ray);
        if lowest > f64::from(self.air.top) {
            return self.stars(ray, [0.0; 3]);
        }
        let place = [ahead * ray[0], ahead * ray[1], self.radius + self.altitude + ahead * ray[2]];
        let up = dot(place, self.sun) / dot(place, place).sqrt();
        let local = self.lights.at(up as f32);
        let path = if ahead > 0.0 {
            self.past(ray)
        } else {
            AirPath::Out { height: self.altitude as f32, rise: ray[2] as f32 }
        };
        let through = |behind| self.light.through(path, dot(ray, self.sun) as f32, &local, behind);
        let sky = through([0.0; 3]);
        let stars = self.stars(ray, sky);
        if stars == [0.0; 3] { sky } else { through(stars) }
    }

    fn stars(&self, ray: [f64; 3], sky: [f32; 3]) -> [f32; 3] {
        draft_stars(direction(of(self.axes, ray)), self.pixel as f32, sky, self.exposure())
    }
}

impl Scene for GlobeScene<'_> {
    fn light(&self, ray: [f64; 3]) -> [f32; 3] {
        let (from, planet_ray) = (self.from(), of(self.axes, ray));
        let Some([distance, _]) = crossings(from, planet_ray, self.radius).filter(|[near, _]| *near > 0.0)
        else {
            return self.behind_clouds(self.sky(ray), ray, f64::INFINITY);
        };
        let place = std::array::from_fn(|k| from[k] + distance * planet_ray[k]);
        let (light, height) = self.ground(ray, place, distance);
        // Mountains may be in front of clouds, and the ground is drawn on the sphere below both.
        let top = crossings(from, planet_ray, self.radius + height).map_or(distance, |[near, _]| near);
        self.behind_clouds(light, ray, top)
    }

    fn exposure(&self) -> f32 {
        self.brightest.exposure()
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

/// The unit vector in single precision.
fn direction(place: [f64; 3]) -> [f32; 3] {
    unit(place).map(|along| along as f32)
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;
    use orogen_engine::nodes;
    use orogen_engine::recipe::{Recipe, Source};
    use orogen_view::{GroundExtent, Sun};

    use super::*;
    use crate::eye::Eye;

    /// A draft of a planet of constant height under a high sun: as a whole, or from a longitude and an altitude.
    fn draft(height: f64, clouds: &str, from: Option<[f64; 2]>) -> Vec<u8> {
        let text = format!(
            "orogen = 1\ndomain = {{ kind = \"planet\", radius = 6.371e6 }}\nheight.field = \"level\"\n\
             [fields.level]\ntype = \"constant\"\nvalue = {height:?}\n{clouds}"
        );
        let recipe = Recipe::parse(Source::new("level", text), nodes::registry()).unwrap();
        let height_field = HeightField::new(&recipe, &NoImages, 32).unwrap();
        let sun = Sun { elevation: 80.0, azimuth: 0.0 };
        let Eye::Globe(mut eye) = Eye::of(&recipe) else { panic!("a planet") };
        [eye.longitude, eye.altitude] = from.unwrap_or([eye.longitude, eye.altitude]);
        let eye = Eye::Globe(eye);
        let (style, bounds) = (Style::Clay, GroundExtent::Endless);
        let shot = DraftShot { height_field: &height_field, recipe: &recipe, style, eye: &eye, sun, bounds };
        shot.draw([160, 90]).unwrap().bytes
    }

    #[test]
    fn mountains_hide_clouds_below_their_summits() {
        let clouds = "[view.clouds]\ncover = 0.5\nheight = 6000.0\n";
        let differ = |height: f64| {
            let (clear, cloudy) = (draft(height, "", None), draft(height, clouds, None));
            clear.iter().zip(&cloudy).filter(|(one, other)| one.abs_diff(**other) > 8).count()
        };
        assert!(differ(0.0) > 500, "{}", differ(0.0));
        // At the limb, clouds stay visible, because there is no ground behind them.
        assert!(differ(9000.0) < 60, "{}", differ(9000.0));
    }

    #[test]
    fn clouds_cast_shadows_on_the_ground() {
        let light = |clouds: &str, longitude: f64| {
            let bytes = draft(0.0, clouds, Some([longitude, 2000.0]));
            bytes.chunks_exact(4).map(|pixel| u64::from(pixel[1])).sum::<u64>() as f64
        };
        // Clouds have holes.
        let clouds = "[view.clouds]\ncover = 1.0\nheight = 6000.0\n";
        let shares = (0..9).map(|at| 40.0 * f64::from(at)).map(|at| light(clouds, at) / light("", at));
        let [least, most] = [f64::min, f64::max].map(|of| shares.clone().reduce(of).unwrap());
        assert!(least > 0.5 && least < 0.85 && most < 1.01, "{least} to {most}");
    }

    #[test]
    fn the_sky_beside_a_planet_has_stars() {
        let bytes = draft(0.0, "", None);
        let pixel = |at: usize| bytes[4 * at..4 * at + 3].iter().copied().max().unwrap();
        let beside = (0..160 * 90).filter(|at| !(40..120).contains(&(at % 160)));
        let stars = beside.clone().filter(|at| pixel(*at) > 40).count();
        let dark = beside.clone().filter(|at| pixel(*at) < 6).count();
        assert!(stars > 10 && dark > beside.count() / 2, "{stars} {dark}");
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
