//! Drafts of planets.

use orogen::planet::LatLon;
use orogen_view::{Atmosphere, DraftClouds, DraftLight, Falling, Style, Way, atmosphere, draft_stars};

use super::lights::Lights;
use super::plane::CLAY;
use super::vector::{dot, lat_lon, of, times};
use super::{Scene, Sketch};
use crate::eye::GlobeEye;
use crate::relief::Relief;

/// Slopes are shown so many times as steep: a raster around a planet is too coarse for most of them.
const STEEPER: f64 = 3.0;

/// Metres above which ways of light to the ground are taken as straight through layers that are curved.
const HIGH: f64 = 20_000.0;

/// A planet, its light and an eye, along the axes of the place below that: east, south and up.
pub(super) struct GlobeScene<'a> {
    relief: &'a Relief,
    style: Style,
    air: Atmosphere,
    light: DraftLight,
    /// Light by the sine of the sun's height.
    lights: Lights,
    /// Where the sun stands highest of what is seen.
    brightest: Falling,
    /// And the light at their height.
    clouds: Option<(DraftClouds, Lights)>,
    sun: [f64; 3],
    /// The same along the planet's axes.
    sun_there: [f64; 3],
    /// Radians that a pixel covers.
    pixel: f64,
    axes: [[f64; 3]; 3],
    /// Metres from the middle of the planet to its sphere, and from that to the eye.
    radius: f64,
    altitude: f64,
}

impl<'a> GlobeScene<'a> {
    /// For pictures of so many rows.
    pub(super) fn new(sketch: &Sketch<'a>, eye: &GlobeEye, rows: usize) -> Option<Self> {
        let view = &sketch.recipe.view;
        let air = Atmosphere { radius: eye.radius as f32, ..atmosphere(view.air, view.haze) };
        let light = DraftLight::new(&air, None);
        let sun = sketch.sun.direction();
        // As painters expose: by the place that is seen and nearest to below the sun.
        let over = eye.altitude.max(0.0);
        let horizon = libm::atan2((over * (2.0 * eye.radius + over)).sqrt(), eye.radius);
        let away = libm::acos(sun[2].clamp(-1.0, 1.0));
        let brightest = light.falling(libm::cos((away - 0.85 * horizon).max(0.0)), 0.0);
        let lights_at =
            |height: f64| Lights::new([-0.25, 1.0], 250, |up| light.falling(up.into(), height as f32));
        let lights = lights_at(0.0);
        let clouds = view.clouds.filter(|clouds| clouds.cover > 0.0);
        let clouds = clouds
            .map(|clouds| DraftClouds::new(clouds, sketch.recipe.seed, eye.radius))
            .map(|clouds| (clouds, lights_at(clouds.height)));
        let (relief, style, axes) = (sketch.relief, sketch.style, axes(eye)?);
        Some(Self {
            relief,
            style,
            air,
            light,
            lights,
            brightest,
            clouds,
            sun,
            sun_there: of(axes, sun),
            pixel: 2.0 * libm::tan(crate::eye::DEGREES.to_radians() / 2.0) / rows as f64,
            axes,
            radius: eye.radius,
            altitude: eye.altitude,
        })
    }

    /// What is seen where a ray meets the sphere: `place` is from the middle of the planet, along its axes.
    fn ground(&self, ray: [f64; 3], place: [f64; 3], distance: f64) -> [f32; 3] {
        let [latitude, longitude] = lat_lon(place);
        let height = self.relief.height_at(latitude, longitude);
        let step = self.relief.detail().to_degrees() / self.radius;
        let narrow = libm::cos(latitude.to_radians()).max(0.02);
        let ahead = |north: f64, east: f64| {
            self.relief.height_at(latitude + north * step, longitude + east * step / narrow)
        };
        let run = 2.0 * self.relief.detail();
        let [dx, dy] = [ahead(0.0, 1.0) - ahead(0.0, -1.0), ahead(-1.0, 0.0) - ahead(1.0, 0.0)]
            .map(|rise| STEEPER * rise / run);
        let out = times(place, 1.0 / dot(place, place).sqrt());
        let up = self.axes.map(|axis| dot(out, axis));
        let falling = self.lights.at(dot(up, self.sun) as f32);
        let rise = -dot(ray, up);
        let is_sea = self.relief.sea.is_some_and(|sea| height < sea.into());
        let covered = self.relief.covered(height);
        let lit =
            falling.under(self.through_clouds(place, dot(up, self.sun), covered, distance / rise.max(0.04)));
        let light = if is_sea {
            let deep = self.relief.sea.map_or(0.0, |sea| sea - height as f32);
            lit.water(rise as f32, lit.sky.map(|sky| sky / std::f32::consts::PI), deep)
        } else {
            let [east, south] = LatLon::new(latitude, longitude).map_or([[0.0; 3]; 2], |at| at.east_south());
            let normal: [f64; 3] = std::array::from_fn(|k| out[k] - dx * east[k] - dy * south[k]);
            let normal = times(normal, 1.0 / dot(normal, normal).sqrt());
            let seen = self.axes.map(|axis| dot(normal, axis));
            let irradiance = lit.on(dot(seen, up) as f32, dot(seen, self.sun) as f32, 1.0);
            let albedo =
                if self.style == Style::Clay { CLAY } else { self.relief.albedo_at(latitude, longitude) };
            std::array::from_fn(|k| albedo[k] * irradiance[k] / std::f32::consts::PI)
        };
        self.light.through(self.down(covered, distance, rise), dot(ray, self.sun) as f32, &falling, light)
    }

    /// The way to a place of a height, so far away, where light rises by an angle of this sine.
    fn down(&self, height: f64, distance: f64, rise: f64) -> Way {
        let heights = [self.altitude, height].map(|z| z as f32);
        if self.altitude > HIGH {
            Way::Down { heights, rise: rise as f32 }
        } else {
            Way::To { heights, length: distance as f32 }
        }
    }

    /// How much of the sun comes through the clouds to a place of a height, where a pixel covers so many radians times metres.
    fn through_clouds(&self, place: [f64; 3], sun: f64, height: f64, distance: f64) -> f32 {
        let Some((clouds, _)) = &self.clouds else { return 1.0 };
        let over = clouds.height - height;
        if over <= 0.0 || sun < -0.02 {
            return 1.0;
        }
        let along = (self.radius + height) * sun.max(0.0);
        let rise = over * (2.0 * self.radius + clouds.height + height);
        let far = rise / (along + (along * along + rise).sqrt());
        let there: [f64; 3] = std::array::from_fn(|k| place[k] + self.sun_there[k] * far);
        // The sun's disc blurs, and light that goes round the edges.
        let blur = (self.pixel * distance).max(0.03 * far) / self.radius;
        clouds.through(clouds.density(direction(there), blur as f32), sun as f32)
    }

    /// What is seen so far away, behind clouds that a ray meets before.
    fn behind_clouds(&self, behind: [f32; 3], from: [f64; 3], ray: [f64; 3], distance: f64) -> [f32; 3] {
        let Some((clouds, lights)) = &self.clouds else { return behind };
        let way = of(self.axes, ray);
        let mut light = behind;
        let met = crossings(from, way, self.radius + clouds.height).into_iter().flatten().rev();
        for far in met.filter(|far| (0.0..distance).contains(far)) {
            let place: [f64; 3] = std::array::from_fn(|k| from[k] + far * way[k]);
            let up = direction(place);
            let rise = dot(way, up.map(f64::from));
            let slant = rise.abs().max(0.05);
            let pixel = (self.pixel * far / slant.sqrt() / self.radius) as f32;
            let density = clouds.density(up, pixel);
            let share = clouds.hidden(density, slant as f32, self.altitude);
            if share < 0.002 {
                continue;
            }
            let sun = dot(up.map(f64::from), self.sun_there);
            let step = clouds.step(pixel);
            let level: [f64; 3] = std::array::from_fn(|k| self.sun_there[k] - f64::from(up[k]) * sun);
            let beside = direction(std::array::from_fn(|k| f64::from(up[k]) + level[k] * f64::from(step)));
            let sunward = clouds.density(beside, pixel.max(0.5 * step));
            let falling = lights.at(sun as f32);
            let from_above = self.altitude > clouds.height;
            let cloud = clouds.light(density, sunward, &falling, from_above);
            let way = self.down(clouds.height, far, slant);
            let seen = self.light.through(way, dot(ray, self.sun) as f32, &falling, cloud);
            light = std::array::from_fn(|k| light[k] + share * (seen[k] - light[k]));
        }
        light
    }

    fn sky(&self, ray: [f64; 3]) -> [f32; 3] {
        // How near the ray comes to the middle of the planet, and where.
        let from = self.radius + self.altitude;
        let ahead = (-from * ray[2]).max(0.0);
        let nearest = (from * from - ahead * ahead).max(0.0).sqrt() - self.radius;
        if nearest > f64::from(self.air.top) {
            return self.stars(ray, [0.0; 3]);
        }
        let place = [ahead * ray[0], ahead * ray[1], from + ahead * ray[2]];
        let up = dot(place, self.sun) / dot(place, place).sqrt();
        let falling = self.lights.at(up as f32);
        let way = if ahead > 0.0 {
            Way::Past { heights: [self.altitude, nearest].map(|z| z as f32), fall: -ray[2] as f32 }
        } else {
            Way::Out { height: self.altitude as f32, rise: ray[2] as f32 }
        };
        let through = |behind| self.light.through(way, dot(ray, self.sun) as f32, &falling, behind);
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
        let (from, way) = (times(self.axes[2], self.radius + self.altitude), of(self.axes, ray));
        let (light, distance) = match crossings(from, way, self.radius) {
            Some([distance, _]) if distance > 0.0 => {
                let place = std::array::from_fn(|k| from[k] + distance * way[k]);
                (self.ground(ray, place, distance), distance)
            }
            _ => (self.sky(ray), f64::INFINITY),
        };
        self.behind_clouds(light, from, ray, distance)
    }

    fn exposure(&self) -> f32 {
        self.brightest.exposure()
    }
}

/// East, south and up at the place below an eye, along the planet's axes.
pub(super) fn axes(eye: &GlobeEye) -> Option<[[f64; 3]; 3]> {
    let at = eye.at().ok()?;
    let [east, south] = at.east_south();
    Some([east, south, at.direction().vector()])
}

/// How far a ray goes until it meets a sphere around the origin, and until it leaves it.
fn crossings(from: [f64; 3], way: [f64; 3], radius: f64) -> Option<[f64; 2]> {
    let (along, beyond) = (dot(from, way), dot(from, from) - radius * radius);
    let root = along * along - beyond;
    (root >= 0.0).then(|| [-root.sqrt(), root.sqrt()].map(|half| half - along))
}

/// The first place of a ray on a sphere around the origin.
pub(super) fn sphere(from: [f64; 3], way: [f64; 3], radius: f64) -> Option<[f64; 3]> {
    let [distance, _] = crossings(from, way, radius)?;
    (distance > 0.0).then(|| std::array::from_fn(|k| from[k] + distance * way[k]))
}

/// Of length 1.
fn direction(place: [f64; 3]) -> [f32; 3] {
    times(place, 1.0 / dot(place, place).sqrt()).map(|along| along as f32)
}
