//! Colours of the ground: soft ground, rock, snow and beaches.

use crate::colour::{Linear, PreviewColours, Ramp, SAND, SNOW, linear, mix, smoothstep};

/// The properties of a point that determine the colour of its ground.
pub(crate) struct GroundPoint {
    /// Height as a level: 0 at the lowest and 1 at the highest dry ground.
    pub(crate) level: f32,
    /// Slope after exaggeration.
    pub(crate) slope: f32,
    /// Height above the average of the surroundings, divided by their span; positive on ridges.
    pub(crate) prominence: f32,
}

/// A palette ready for use: its ramp as a table, its colours in linear light.
pub(crate) struct PreparedPalette {
    ramp: Ramp,
    rock: [Linear; 2],
    rock_slope: [f32; 2],
    snow: Option<[f32; 2]>,
    snow_colour: Linear,
    sand: Linear,
    drift: f32,
}

impl PreparedPalette {
    pub(crate) fn new(colours: &PreviewColours) -> Self {
        Self {
            ramp: Ramp::new(colours.ramp),
            rock: colours.rock.map(linear),
            rock_slope: colours.rock_slope,
            snow: colours.snow,
            snow_colour: linear(SNOW),
            sand: linear(SAND),
            drift: colours.drift,
        }
    }

    /// The colour near a shore: sand on level ground. `beach` is 1 at the water and 0 inland.
    pub(crate) fn shore(&self, point: &GroundPoint, beach: f32) -> Linear {
        let level = 1.0 - smoothstep(0.3, 0.8, point.slope);
        mix(self.colour(point), self.sand, beach * (0.25 + 0.6 * level))
    }

    pub(crate) fn colour(&self, point: &GroundPoint) -> Linear {
        let level = (point.level + self.drift * point.prominence).clamp(0.0, 1.0);
        let soft = self.ramp.at(level);
        let rock = mix(self.rock[0], self.rock[1], level);
        let bare = smoothstep(self.rock_slope[0], self.rock_slope[1], point.slope + 0.4 * point.prominence);
        let colour = mix(soft, rock, bare);
        match self.snow {
            // Snow slides off steep faces and stays longest in hollows.
            Some([from, to]) => {
                let line = point.level - 0.25 * point.prominence - 0.22 * smoothstep(0.25, 1.0, point.slope);
                let holds = 1.0 - smoothstep(0.7, 1.3, point.slope);
                mix(colour, self.snow_colour, smoothstep(from, to, line) * holds)
            }
            None => colour,
        }
    }
}
