//! Light of the ground at the samples of a height field: a hill shade in the colours of its materials.
//!
//! Pictures from all viewpoints share it, so moving a camera over a plane only draws rays.

use std::f32::consts::PI;

use orogen_engine::covering::Covering;
use orogen_engine::planet::LatLon;
use orogen_engine::recipe::Recipe;
use orogen_engine::srgb;
use orogen_engine::water::WaterSurface;
use orogen_view::{GroundExtent, Style, map_tint, map_water_tint};
use rayon::prelude::*;

use super::air::{Air, Light};
use super::shadows::shadows;
use super::vector::{dot, unit};
use crate::height_field::HeightField;

/// Albedo of clay.
const CLAY: [f32; 3] = [0.52, 0.5, 0.47];

/// Albedo of rivers and lakes: about as much as rendered water shows from above.
const WATER: [f32; 3] = [0.045, 0.09, 0.12];

/// Factor on slopes of planets. A height field around a planet is too coarse to show most of its slopes.
const SLOPE_EXAGGERATION: f32 = 3.0;

/// Radiance of the ground at the samples of a height field.
#[derive(Clone, Debug)]
pub struct Shading(Vec<[f32; 3]>);

/// What a shading depends on besides the heights.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShadingScene<'a> {
    pub(super) recipe: &'a Recipe,
    pub(super) style: Style,
    pub(super) bounds: GroundExtent,
    /// Direction to the sun: in the axes of a plane, or of a planet.
    pub(super) sun: [f64; 3],
    /// The lowest and the highest height that the colours span.
    pub(super) colour_range: [f32; 2],
}

impl Shading {
    pub(super) fn new(height_field: &HeightField, scene: &ShadingScene<'_>) -> Self {
        let materials = orogen_view::materials(scene.recipe, scene.colour_range);
        let shader = Shader {
            height_field,
            scene,
            covering: Covering::new(&materials),
            water: WaterSurface::of(scene.recipe),
            air: Air::new(&scene.recipe.view, height_field.sphere.map(|sphere| sphere.radius())),
            shadows: shadows(height_field, scene.sun, scene.bounds == GroundExtent::Domain),
        };
        let rows = (0..height_field.size_in_samples()[1]).into_par_iter();
        Self(rows.flat_map_iter(|row| shader.row(row)).collect())
    }

    /// The light at a fractional position in a height field, see [`HeightField::index`].
    pub(super) fn at(&self, height_field: &HeightField, index: [f64; 2]) -> [f32; 3] {
        height_field.blended_light(&self.0, index)
    }
}

/// Shades rows of samples.
struct Shader<'a> {
    height_field: &'a HeightField,
    scene: &'a ShadingScene<'a>,
    covering: Covering,
    water: Option<WaterSurface>,
    air: Air,
    /// The visible share of the sun at each sample of a plane. Empty on planets.
    shadows: Vec<f32>,
}

impl Shader<'_> {
    fn row(&self, row: usize) -> Vec<[f32; 3]> {
        let ShadingScene { recipe, style, sun, .. } = *self.scene;
        let band = self.height_field.band(row);
        let mut weights = vec![0.0; self.covering.materials().len()];
        let level = self.air.light(sun[2] as f32);
        let sand: [f32; 3] = std::array::from_fn(|k| {
            let [low, high] = [recipe.view.sand.low[k], recipe.view.sand.high[k]].map(srgb::decode);
            0.5 * (low + high)
        });
        let shade = |column: usize| {
            let slope = [band.dx[column], band.dy[column]];
            if style == Style::Map && self.height_field.sphere.is_none() {
                return self.map(band.height[column], slope, &level);
            }
            let albedo = match style {
                Style::Clay => CLAY,
                Style::Desert if self.height_field.sphere.is_none() => sand,
                _ if self.water.is_some_and(|water| water.depth(&band, column) > 0.0) => WATER,
                _ => {
                    self.covering.weights(&band, column, &mut weights);
                    self.covering.light(&weights)
                }
            };
            let (local, upright, facing) = self.facing([row, column], slope, &level);
            let free = self.shadows.get(row * band.columns + column).copied().unwrap_or(1.0);
            let irradiance = local.on(upright, facing, free, albedo);
            std::array::from_fn(|k| albedo[k] * irradiance[k] / PI)
        };
        (0..band.columns).map(shade).collect()
    }

    /// The light at a sample, the vertical component of the normal, and the cosine of the angle between normal and sun. The
    /// slope is the rise per metre to the east and to the south.
    fn facing(&self, [row, column]: [usize; 2], [dx, dy]: [f32; 2], level: &Light) -> (Light, f32, f32) {
        let sun = self.scene.sun;
        if self.height_field.sphere.is_none() {
            let normal = unit([-f64::from(dx), -f64::from(dy), 1.0]);
            return (*level, normal[2] as f32, dot(normal, sun) as f32);
        }
        let [latitude, longitude] = self.height_field.lat_lon_of(row, column);
        let Ok(at) = LatLon::new(latitude, longitude) else { return (*level, 1.0, 0.0) };
        let ([east, south], up) = (at.east_south(), at.direction().vector());
        let [dx, dy] = [dx, dy].map(|slope| f64::from(SLOPE_EXAGGERATION * slope));
        let normal = unit(std::array::from_fn(|k| up[k] - dx * east[k] - dy * south[k]));
        (self.air.light(dot(up, sun) as f32), dot(normal, up) as f32, dot(normal, sun) as f32)
    }

    /// Tints by height, shaded from the upper left as in `map.wgsl`. Inverts the exposure, so that tints are displayed as given.
    fn map(&self, height: f32, [dx, dy]: [f32; 2], level: &Light) -> [f32; 3] {
        let [low, high] = self.scene.colour_range;
        let low = self.height_field.sea.map_or(low, |sea| low.max(sea));
        let normal = unit([-1.3 * f64::from(dx), -1.3 * f64::from(dy), 1.0]);
        let facing = |lamp: [f64; 3]| dot(normal, unit(lamp)).max(0.0) as f32;
        let shade = 0.32 + 0.62 * facing([-1.0, -1.0, 1.4]) + 0.26 * facing([-1.0, 1.0, 2.2]);
        let is_wet = self.height_field.sea.is_some_and(|sea| height < sea);
        let tint = match is_wet {
            // Water of medium depth.
            true => map_water_tint(0.5),
            false => map_tint((height - low) / (high - low).max(1e-3)).map(|part| part * shade),
        };
        // Pictures show this radiance as white.
        let white = 1.05 / orogen_view::exposure(level.level);
        tint.map(|part| part * part * white)
    }
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;
    use orogen_engine::nodes;
    use orogen_engine::recipe::Source;

    use super::*;

    const MATERIALS: &str = "[view]\nair = \"none\"\n[[materials]]\nname = \"black\"\ncolor = \"#000000\"\n\
                             [[materials]]\nname = \"red\"\ncolor = \"#ff0000\"\nslope = [30, 20]\n\
                             [[materials]]\nname = \"green\"\ncolor = \"#00ff00\"\nnoise = { field = \"hills\", range = [0.0, 0.01] }\n";

    /// Below a sun in the zenith and without air, light is albedo times the vertical component of the normal.
    #[test]
    fn materials_follow_fields_and_slopes() {
        let text = format!(
            "orogen = 1\ndomain.size = 1000.0\nheight = {{ field = \"hills\", scale = 300.0 }}\n\
             [fields.hills]\ntype = \"fbm\"\nbasis = \"perlin\"\nwavelength = 900.0\noctaves = 2\n{MATERIALS}"
        );
        let recipe = Recipe::parse(Source::new("hills", text), nodes::registry()).unwrap();
        let height_field = HeightField::new(&recipe, &NoImages, 96).unwrap();
        let (style, bounds, sun) = (Style::Realistic, GroundExtent::Endless, [0.0, 0.0, 1.0]);
        let scene =
            ShadingScene { recipe: &recipe, style, bounds, sun, colour_range: height_field.domain_range };
        let shading = Shading::new(&height_field, &scene);
        let mut seen = [0; 3];
        for row in 1..95 {
            let band = height_field.band(row);
            for column in 1..95 {
                let steep = band.dx[column].hypot(band.dy[column]);
                let upright = 1.0 / 1.0_f32.hypot(steep);
                let [red, green, _] = shading.0[row * 96 + column].map(|light| light * PI / upright);
                let slope = steep.atan().to_degrees();
                let [is_high, is_low] = [band.height[column] > 3.1, band.height[column] < -0.1];
                let (at, holds) = match (is_high, is_low) {
                    (true, _) => (0, green > 0.99),
                    (_, true) if slope < 19.5 => (1, red > 0.99 && green < 0.01),
                    (_, true) if slope > 30.5 => (2, red < 0.01 && green < 0.01),
                    _ => continue,
                };
                assert!(holds, "row {row}, column {column}: {red} {green}, {slope}°");
                seen[at] += 1;
            }
        }
        assert!(seen.iter().all(|count| *count > 50), "{seen:?}");
    }
}
