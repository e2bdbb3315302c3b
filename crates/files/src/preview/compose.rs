//! The picture: ground and water under the light.

use super::Style;
use super::downsample::Raster;
use super::ground::{GroundPoint, PreparedPalette};
use super::levels::{Levels, sorted_sample};
use super::light::{Irradiance, LightColours, Lighting};
use super::sun::Sun;
use super::tone::ToneTable;
use crate::colour::{Linear, Water, mix, preview_colours, smoothstep};

/// The picture as sRGB bytes, three per sample of the raster.
pub(crate) fn picture(raster: &Raster, style: Style, sun: Sun) -> Vec<u8> {
    let light = Lighting::new(raster, exaggeration(&raster.dx, &raster.dy), sun);
    let colours = preview_colours(style.palette);
    let levels = Levels::new(&raster.height, style.sea_level, colours.rank);
    let (light_colours, ground) = (LightColours::new(colours.air), PreparedPalette::new(colours));
    let water = if style.is_planet { Water::of_planet() } else { Water::new() };
    let scene = Scene { raster, light, light_colours, levels, ground, water };
    let tone = ToneTable::new();
    let mut bytes = Vec::with_capacity(3 * raster.height.len());
    (0..raster.height.len()).for_each(|i| bytes.extend(tone.encode(scene.radiance(i))));
    bytes
}

/// Exaggeration that moves the median slope most of the way to the slope that shows relief best. Gentle ground looks steeper,
/// alps look flatter, and alps still look steeper than dunes.
pub(super) fn exaggeration(dx: &[f32], dy: &[f32]) -> f32 {
    const BEST: f32 = 0.45;
    let slopes = dx.iter().zip(dy).map(|(dx, dy)| (dx * dx + dy * dy).sqrt());
    let slopes = sorted_sample(slopes);
    let (median, steep) = (slopes[slopes.len() / 2], slopes[slopes.len() * 9 / 10]);
    // On plains between cliffs, the slope of the cliffs counts.
    let typical = median.max(0.42 * steep);
    if typical > 0.0 { libm::powf(BEST / typical, 0.75).clamp(0.05, 20.0) } else { 1.0 }
}

/// Rivers and lakes have the colour of the sea at this depth, a fraction of the greatest depth of the sea.
pub(super) const FRESH_WATER_DEPTH: f32 = 0.35;

struct Scene<'a> {
    raster: &'a Raster,
    light: Lighting,
    light_colours: LightColours,
    levels: Levels,
    ground: PreparedPalette,
    water: Water,
}

impl Scene<'_> {
    fn radiance(&self, i: usize) -> Linear {
        let dry = self.with_sea(i);
        match &self.raster.wet {
            Some(wet) if wet[i] > 0.0 => mix(dry, self.fresh_water(i), wet[i]),
            _ => dry,
        }
    }

    /// The light from rivers and lakes: that of a level surface, mixed with some of the shading of the ground at the
    /// sample.
    fn fresh_water(&self, i: usize) -> Linear {
        let colour = self.water.colour(FRESH_WATER_DEPTH, 0.0);
        let surface = self.light_colours.reflected(colour, Irradiance::LEVEL);
        mix(surface, self.light_colours.reflected(colour, self.light.irradiance[i]), 0.25)
    }

    fn with_sea(&self, i: usize) -> Linear {
        let Some(sea) = self.levels.sea else {
            return self.land(i);
        };
        // Distance to the shore in samples, estimated from the slope; positive on land.
        let above = self.raster.height[i] - sea;
        let shore = above / (self.slope(i).max(1e-4) * self.raster.spacing);
        match shore {
            s if s >= 0.5 => self.beach(i, shore),
            s if s <= -0.5 => self.water(i, shore),
            _ => mix(self.water(i, shore), self.beach(i, shore), shore + 0.5),
        }
    }

    fn slope(&self, i: usize) -> f32 {
        let (dx, dy) = (self.raster.dx[i], self.raster.dy[i]);
        (dx * dx + dy * dy).sqrt()
    }

    fn point(&self, i: usize) -> GroundPoint {
        GroundPoint {
            level: self.levels.level(self.raster.height[i]),
            slope: self.slope(i) * self.light.exaggeration,
            prominence: self.light.prominence[i],
        }
    }

    fn land(&self, i: usize) -> Linear {
        let colour = match &self.raster.colours {
            Some(colours) => colours.each_ref().map(|plane| plane[i]),
            None => self.ground.colour(&self.point(i)),
        };
        self.light_colours.reflected(colour, self.light.irradiance[i])
    }

    /// Land near the sea. If the recipe has materials, they decide the colour of beaches too.
    fn beach(&self, i: usize, shore: f32) -> Linear {
        if self.raster.colours.is_some() {
            return self.land(i);
        }
        let colour = self.ground.shore(&self.point(i), 1.0 - smoothstep(0.5, 3.5, shore));
        self.light_colours.reflected(colour, self.light.irradiance[i])
    }

    /// The light from the sea. Its surface is level and fully lit. The shading of the sea floor shows through, less at
    /// greater depth.
    fn water(&self, i: usize, shore: f32) -> Linear {
        let depth = self.levels.depth(self.raster.height[i]);
        let colour = self.water.colour(depth, smoothstep(-2.5, -0.5, shore));
        let bottom = 0.4 * (1.0 - depth) * (1.0 - depth) + 0.1;
        let surface = self.light_colours.reflected(colour, Irradiance::LEVEL);
        mix(surface, self.light_colours.reflected(colour, self.light.irradiance[i]), bottom)
    }
}
