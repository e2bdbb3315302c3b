//! Materials for recipes that say only what their pictures are to look like.

use orogen::recipe::Recipe;

use crate::materials::{EVERYWHERE, Grain, Laid};

/// A material by the share of the heights and by slope.
struct Cover {
    color: u32,
    grain: Grain,
    /// From none to whole, as shares of the heights from the lowest dry ground to the highest, or from whole to none.
    height: Option<[f32; 2]>,
    /// The same by degrees of slope.
    slope: Option<[f32; 2]>,
}

const fn cover(color: u32, grain: Grain, height: Option<[f32; 2]>, slope: Option<[f32; 2]>) -> Cover {
    Cover { color, grain, height, slope }
}

const ALPINE: &[Cover] = &[
    cover(0x6f_6a63, Grain::Rock, None, None),
    cover(0x8a_8378, Grain::Scree, None, Some([44.0, 34.0])),
    cover(0x67_6c46, Grain::Soil, Some([0.66, 0.5]), Some([42.0, 30.0])),
    cover(0x38_482e, Grain::Forest, Some([0.42, 0.28]), Some([44.0, 34.0])),
    cover(0xee_f2f7, Grain::Snow, Some([0.6, 0.72]), Some([52.0, 38.0])),
];
const DESERT: &[Cover] = &[cover(0xd9_a86a, Grain::Sand, None, None)];
const CANYON: &[Cover] = &[
    cover(0xa8_5a38, Grain::Rock, None, None),
    cover(0xc0_8556, Grain::Scree, None, Some([36.0, 24.0])),
    cover(0xb8_9a68, Grain::Soil, Some([0.25, 0.1]), Some([24.0, 12.0])),
];
const TEMPERATE: &[Cover] = &[
    cover(0x77_7166, Grain::Rock, None, None),
    cover(0x6b_754a, Grain::Soil, None, Some([48.0, 36.0])),
    cover(0x3b_4e30, Grain::Forest, Some([0.8, 0.55]), Some([40.0, 28.0])),
];
const ISLAND: &[Cover] = &[
    cover(0x70_6a60, Grain::Rock, None, None),
    cover(0x6c_7a4a, Grain::Soil, None, Some([50.0, 38.0])),
    cover(0x33_4c2d, Grain::Forest, Some([0.9, 0.6]), Some([46.0, 34.0])),
    cover(0xd8_c79a, Grain::Sand, Some([0.07, 0.03]), Some([24.0, 14.0])),
];
const MOON: &[Cover] =
    &[cover(0x8a_8782, Grain::Rock, None, None), cover(0x77_7470, Grain::Scree, None, Some([34.0, 22.0]))];
const GREY: &[Cover] = &[cover(0x85_817b, Grain::Scree, None, None)];

/// The materials of a recipe's palette, between its lowest and highest ground.
pub(crate) fn materials(recipe: &Recipe, heights: [f32; 2]) -> Vec<Laid> {
    let covers = match recipe.view.palette {
        "desert" => DESERT,
        "canyon" => CANYON,
        "temperate" => TEMPERATE,
        "island" => ISLAND,
        "moon" => MOON,
        "grey" => GREY,
        _ => ALPINE,
    };
    let lowest = recipe.sea.as_ref().map_or(heights[0], |sea| heights[0].max(sea.level as f32));
    let at = |share: f32| lowest + share * (heights[1] - lowest).max(1e-3);
    covers.iter().map(|cover| laid(cover, &at)).collect()
}

fn laid(cover: &Cover, at: &dyn Fn(f32) -> f32) -> Laid {
    let [_, red, green, blue] = cover.color.to_be_bytes();
    Laid {
        height: cover.height.map_or(EVERYWHERE, |ends| between(ends.map(at))),
        slope: cover.slope.map_or(EVERYWHERE, between),
        ..cover.grain.laid([red, green, blue])
    }
}

/// From none at the first number to whole at the second.
fn between([none, whole]: [f32; 2]) -> [f32; 4] {
    if none < whole {
        [none, whole, EVERYWHERE[2], EVERYWHERE[3]]
    } else {
        [EVERYWHERE[0], EVERYWHERE[1], whole, none]
    }
}
