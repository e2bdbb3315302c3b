//! What the light falls on: soft ground, rock, snow, and the sea.

use super::colour::{Linear, linear, mix, smoothstep};
use super::palette::Colours;

/// A place, as far as its colour depends on it.
pub(crate) struct Place {
    /// Height as a level, 0 at the lowest and 1 at the highest dry ground.
    pub(crate) level: f32,
    /// Slope after exaggeration.
    pub(crate) slope: f32,
    /// Height above the surroundings over their span, positive on ridges.
    pub(crate) prominence: f32,
}

/// A palette, ready for use: its ramp as a table, its colours in linear light.
pub(crate) struct Ground {
    ramp: Ramp,
    rock: [Linear; 2],
    rock_slope: [f32; 2],
    snow: Option<[f32; 2]>,
    snow_colour: Linear,
    sand: Linear,
    drift: f32,
}

/// Steps of a ramp's table.
const STEPS: usize = 1024;

/// A ramp as a table: colours at `STEPS + 1` levels from 0 to 1.
struct Ramp(Vec<Linear>);

impl Ramp {
    fn new(stops: &[(f32, u32)]) -> Self {
        Self((0..=STEPS).map(|i| along(stops, i as f32 / STEPS as f32)).collect())
    }

    fn at(&self, level: f32) -> Linear {
        self.0[(level.clamp(0.0, 1.0) * STEPS as f32 + 0.5) as usize]
    }
}

impl Ground {
    pub(crate) fn new(colours: &Colours) -> Self {
        Self {
            ramp: Ramp::new(colours.ramp),
            rock: colours.rock.map(linear),
            rock_slope: colours.rock_slope,
            snow: colours.snow,
            snow_colour: linear(0xe6eaf0),
            sand: linear(0xd9c799),
            drift: colours.drift,
        }
    }

    /// The ground of a shore: sand where it is level, `beach` 1 at the water and 0 inland.
    pub(crate) fn shore(&self, place: &Place, beach: f32) -> Linear {
        let level = 1.0 - smoothstep(0.3, 0.8, place.slope);
        mix(self.colour(place), self.sand, beach * (0.25 + 0.6 * level))
    }

    pub(crate) fn colour(&self, place: &Place) -> Linear {
        let level = (place.level + self.drift * place.prominence).clamp(0.0, 1.0);
        let soft = self.ramp.at(level);
        let rock = mix(self.rock[0], self.rock[1], level);
        let bare = smoothstep(self.rock_slope[0], self.rock_slope[1], place.slope + 0.4 * place.prominence);
        let colour = mix(soft, rock, bare);
        match self.snow {
            // Snow slides off steep faces and stays longest in hollows.
            Some([from, to]) => {
                let line = place.level - 0.25 * place.prominence - 0.22 * smoothstep(0.25, 1.0, place.slope);
                let holds = 1.0 - smoothstep(0.7, 1.3, place.slope);
                mix(colour, self.snow_colour, smoothstep(from, to, line) * holds)
            }
            None => colour,
        }
    }
}

/// The colour of a ramp at `level`, interpolated in linear light.
fn along(ramp: &[(f32, u32)], level: f32) -> Linear {
    let next = ramp.iter().position(|stop| stop.0 > level).unwrap_or(ramp.len() - 1).max(1);
    let ((a, from), (b, to)) = (ramp[next - 1], ramp[next]);
    mix(linear(from), linear(to), ((level - a) / (b - a)).clamp(0.0, 1.0))
}

/// The sea, over ground at a depth from 0 at the shore to 1 at the deepest place.
pub(crate) struct Sea {
    depths: Ramp,
    foam: Linear,
}

impl Sea {
    pub(crate) fn new() -> Self {
        const DEPTHS: [(f32, u32); 5] =
            [(0.0, 0x8fd0c4), (0.08, 0x5db4b8), (0.28, 0x2f86a3), (0.6, 0x1d5c86), (1.0, 0x123c66)];
        Self { depths: Ramp::new(&DEPTHS), foam: linear(0xe4f2ee) }
    }

    /// The seas of a planet, where shelves are a hundredth of the depth, and no waves are seen.
    pub(crate) fn of_planet() -> Self {
        const DEPTHS: [(f32, u32); 5] =
            [(0.0, 0x6aa9bd), (0.02, 0x3f82a6), (0.2, 0x205985), (0.45, 0x163f6b), (1.0, 0x0b2243)];
        let depths = Ramp::new(&DEPTHS);
        Self { foam: depths.at(0.0), depths }
    }

    /// `surf` is 1 where waves break, 0 away from the shore.
    pub(crate) fn colour(&self, depth: f32, surf: f32) -> Linear {
        mix(self.depths.at(depth), self.foam, 0.35 * surf)
    }
}
