//! Drafts of planets.

use orogen::planet::LatLon;
use orogen_view::{Atmosphere, DraftLight, Falling, Style, Way, atmosphere};

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
    sun: [f64; 3],
    axes: [[f64; 3]; 3],
    /// Metres from the middle of the planet to its sphere, and from that to the eye.
    radius: f64,
    altitude: f64,
}

impl<'a> GlobeScene<'a> {
    pub(super) fn new(sketch: &Sketch<'a>, eye: &GlobeEye) -> Option<Self> {
        let view = &sketch.recipe.view;
        let air = Atmosphere { radius: eye.radius as f32, ..atmosphere(view.air, view.haze) };
        let light = DraftLight::new(&air, None);
        let sun = sketch.sun.direction();
        // As painters expose: by the place that is seen and nearest to below the sun.
        let over = eye.altitude.max(0.0);
        let horizon = libm::atan2((over * (2.0 * eye.radius + over)).sqrt(), eye.radius);
        let away = libm::acos(sun[2].clamp(-1.0, 1.0));
        let brightest = light.falling(libm::cos((away - 0.85 * horizon).max(0.0)), 0.0);
        let lights = Lights::new([-0.25, 1.0], 250, |up| light.falling(up.into(), 0.0));
        let (relief, style, axes) = (sketch.relief, sketch.style, axes(eye)?);
        Some(Self {
            relief,
            style,
            air,
            light,
            lights,
            brightest,
            sun,
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
        let light = if is_sea {
            let deep = self.relief.sea.map_or(0.0, |sea| sea - height as f32);
            falling.water(rise as f32, falling.sky.map(|sky| sky / std::f32::consts::PI), deep)
        } else {
            let [east, south] = LatLon::new(latitude, longitude).map_or([[0.0; 3]; 2], |at| at.east_south());
            let normal: [f64; 3] = std::array::from_fn(|k| out[k] - dx * east[k] - dy * south[k]);
            let normal = times(normal, 1.0 / dot(normal, normal).sqrt());
            let seen = self.axes.map(|axis| dot(normal, axis));
            let irradiance = falling.on(dot(seen, up) as f32, dot(seen, self.sun) as f32, 1.0);
            let albedo =
                if self.style == Style::Clay { CLAY } else { self.relief.albedo_at(latitude, longitude) };
            std::array::from_fn(|k| albedo[k] * irradiance[k] / std::f32::consts::PI)
        };
        let way = if self.altitude > HIGH {
            Way::Down { height: self.altitude as f32, rise: rise as f32 }
        } else {
            Way::To {
                heights: [self.altitude, self.relief.covered(height)].map(|z| z as f32),
                length: distance as f32,
            }
        };
        self.light.through(way, dot(ray, self.sun) as f32, &falling, light)
    }

    fn sky(&self, ray: [f64; 3]) -> [f32; 3] {
        // How near the ray comes to the middle of the planet, and where.
        let from = self.radius + self.altitude;
        let ahead = (-from * ray[2]).max(0.0);
        let nearest = (from * from - ahead * ahead).max(0.0).sqrt() - self.radius;
        if nearest > f64::from(self.air.top) {
            return [0.0; 3];
        }
        let place = [ahead * ray[0], ahead * ray[1], from + ahead * ray[2]];
        let up = dot(place, self.sun) / dot(place, place).sqrt();
        let falling = self.lights.at(up as f32);
        let way = if ahead > 0.0 {
            Way::Past { heights: [self.altitude, nearest].map(|z| z as f32), fall: -ray[2] as f32 }
        } else {
            Way::Out { height: self.altitude as f32, rise: ray[2] as f32 }
        };
        self.light.through(way, dot(ray, self.sun) as f32, &falling, [0.0; 3])
    }
}

impl Scene for GlobeScene<'_> {
    fn light(&self, ray: [f64; 3]) -> [f32; 3] {
        let (from, way) = (times(self.axes[2], self.radius + self.altitude), of(self.axes, ray));
        match sphere(from, way, self.radius) {
            Some(place) => {
                let between: [f64; 3] = std::array::from_fn(|k| place[k] - from[k]);
                self.ground(ray, place, dot(between, between).sqrt())
            }
            None => self.sky(ray),
        }
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

/// The first place of a ray on a sphere around the origin.
pub(super) fn sphere(from: [f64; 3], way: [f64; 3], radius: f64) -> Option<[f64; 3]> {
    let (along, beyond) = (dot(from, way), dot(from, from) - radius * radius);
    let root = along * along - beyond;
    let distance = -along - root.max(0.0).sqrt();
    (root >= 0.0 && distance > 0.0).then(|| std::array::from_fn(|k| from[k] + distance * way[k]))
}
