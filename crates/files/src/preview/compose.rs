//! The picture: ground and water under the light.

use super::Style;
use super::colour::{Display, Linear, mix, smoothstep};
use super::ground::{Ground, Place, Sea};
use super::levels::{Levels, sorted_sample};
use super::light::{Incident, Lamps, Light};
use super::relief::Relief;

/// The picture as sRGB bytes, three per sample of the relief.
pub(crate) fn picture(relief: &Relief, style: Style) -> Vec<u8> {
    let light = Light::new(relief, exaggeration(relief));
    let colours = style.palette.colours();
    let levels = Levels::new(&relief.height, style.sea_level, colours.rank);
    let (lamps, ground) = (Lamps::new(colours.air), Ground::new(colours));
    let sea = if relief.colours.is_some() { Sea::of_planet() } else { Sea::new() };
    let scene = Scene { relief, light, lamps, levels, ground, sea };
    let display = Display::new();
    let mut bytes = Vec::with_capacity(3 * relief.height.len());
    (0..relief.height.len()).for_each(|i| bytes.extend(display.encode(scene.radiance(i))));
    bytes
}

/// Exaggeration that brings the median slope near the one that reads best, most of the way: gentle ground
/// gains, alps are calmed, yet they still look steeper than dunes.
fn exaggeration(relief: &Relief) -> f32 {
    const BEST: f32 = 0.45;
    let slopes = relief.dx.iter().zip(&relief.dy).map(|(dx, dy)| (dx * dx + dy * dy).sqrt());
    let slopes = sorted_sample(slopes);
    let (median, steep) = (slopes[slopes.len() / 2], slopes[slopes.len() * 9 / 10]);
    // Where plains lie between cliffs, the cliffs decide.
    let typical = median.max(0.42 * steep);
    if typical > 0.0 { libm::powf(BEST / typical, 0.75).clamp(0.05, 20.0) } else { 1.0 }
}

struct Scene<'a> {
    relief: &'a Relief,
    light: Light,
    lamps: Lamps,
    levels: Levels,
    ground: Ground,
    sea: Sea,
}

impl Scene<'_> {
    fn radiance(&self, i: usize) -> Linear {
        let Some(sea) = self.levels.sea else {
            return self.land(i);
        };
        // Metres to the shore, by the slope, as samples of the picture: positive on land.
        let above = self.relief.height[i] - sea;
        let shore = above / (self.slope(i).max(1e-4) * self.relief.spacing);
        match shore {
            s if s >= 0.5 => self.beach(i, shore),
            s if s <= -0.5 => self.water(i, shore),
            _ => mix(self.water(i, shore), self.beach(i, shore), shore + 0.5),
        }
    }

    fn slope(&self, i: usize) -> f32 {
        let (dx, dy) = (self.relief.dx[i], self.relief.dy[i]);
        (dx * dx + dy * dy).sqrt()
    }

    fn place(&self, i: usize) -> Place {
        Place {
            level: self.levels.level(self.relief.height[i]),
            slope: self.slope(i) * self.light.exaggeration,
            prominence: self.light.prominence[i],
        }
    }

    fn land(&self, i: usize) -> Linear {
        let colour = match &self.relief.colours {
            Some(colours) => colours.each_ref().map(|plane| plane[i]),
            None => self.ground.colour(&self.place(i)),
        };
        self.lamps.reflected(colour, self.light.incident[i])
    }

    /// Land near the sea. Where materials say what lies there, they say it of beaches too.
    fn beach(&self, i: usize, shore: f32) -> Linear {
        if self.relief.colours.is_some() {
            return self.land(i);
        }
        let colour = self.ground.shore(&self.place(i), 1.0 - smoothstep(0.5, 3.5, shore));
        self.lamps.reflected(colour, self.light.incident[i])
    }

    /// The surface is level and in full light; the bottom's relief shows through less the deeper it lies.
    fn water(&self, i: usize, shore: f32) -> Linear {
        let depth = self.levels.depth(self.relief.height[i]);
        let colour = self.sea.colour(depth, smoothstep(-2.5, -0.5, shore));
        let bottom = 0.4 * (1.0 - depth) * (1.0 - depth) + 0.1;
        let surface = self.lamps.reflected(colour, Incident::LEVEL);
        mix(surface, self.lamps.reflected(colour, self.light.incident[i]), bottom)
    }
}
