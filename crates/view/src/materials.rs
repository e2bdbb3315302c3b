//! What the ground is made of, as shaders read it: the twin of `realistic.wgsl`.

use bytemuck::{Pod, Zeroable};
use orogen::covering::linear;
use orogen::recipe::{Material, Reach, Recipe};

use crate::surroundings;

/// Most materials, the recipe's own limit.
const MOST: usize = orogen::recipe::MAX_MATERIALS;

/// An end of a reach that is none.
const NOWHERE: f32 = 1e30;

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Laid {
    pub(crate) color: [f32; 4],
    pub(crate) height: [f32; 4],
    pub(crate) slope: [f32; 4],
    pub(crate) curvature: [f32; 4],
    pub(crate) noise: [f32; 4],
    pub(crate) field: [u32; 4],
    pub(crate) grain: [f32; 4],
    pub(crate) patches: [f32; 4],
}

/// See `realistic.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Materials {
    count: [u32; 4],
    list: [Laid; MOST],
}

impl Materials {
    /// Of a recipe, or of its palette if it has none.
    pub(crate) fn new(recipe: &Recipe, heights: [f32; 2]) -> Self {
        let materials = crate::palette::materials(recipe, heights);
        let mut list = [Laid::zeroed(); MOST];
        let mut fields = 1..;
        for (place, material) in list.iter_mut().zip(&materials) {
            *place = laid(material, &mut fields);
        }
        Self { count: [materials.len() as u32, surroundings::layers(recipe) as u32, 0, 0], list }
    }
}

impl Materials {
    /// The same for who looks up how much of each material its field lets lie, 0 to 1, and not that field.
    pub(crate) fn with_shares(mut self) -> Self {
        for laid in &mut self.list {
            laid.noise = [0.0, 1.0, EVERYWHERE[2], EVERYWHERE[3]];
        }
        self
    }
}

fn laid(material: &Material, fields: &mut impl Iterator<Item = u32>) -> Laid {
    let field = material.noise.as_ref().and_then(|_| fields.next()).unwrap_or(0);
    Laid {
        height: reach(material.height),
        slope: reach(material.slope),
        curvature: reach(material.curvature),
        noise: reach(material.noise.as_ref().map(|noise| noise.reach)),
        field: [field, 0, 0, 0],
        ..Grain::of_name(&material.name).laid(material.color)
    }
}

/// A reach as four rising numbers; everywhere, if there is none.
pub(crate) fn reach(reach: Option<Reach>) -> [f32; 4] {
    let Some(Reach { from, whole: [first, last], to }) = reach else { return EVERYWHERE };
    let or = |number: f64, end: f32| if number.is_finite() { number as f32 } else { end };
    [or(from, -2.0 * NOWHERE), or(first, -NOWHERE), or(last, NOWHERE), or(to, 2.0 * NOWHERE)]
}

/// The reach of what lies everywhere.
pub(crate) const EVERYWHERE: [f32; 4] = [-2.0 * NOWHERE, -NOWHERE, NOWHERE, 2.0 * NOWHERE];

/// How a material is grained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grain {
    Soil,
    Rock,
    Scree,
    Forest,
    Snow,
    Sand,
}

impl Grain {
    /// By what a material is called; what is called nothing of all this is soil.
    fn of_name(name: &str) -> Self {
        let name = name.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if has(&["snow", "ice", "glacier", "firn"]) {
            Self::Snow
        } else if has(&["sand", "dune", "beach", "dust", "salt"]) {
            Self::Sand
        } else if has(&["forest", "wood", "tree", "jungle", "taiga"]) {
            Self::Forest
        } else if has(&["scree", "gravel", "rubble", "talus", "debris", "pebble", "regolith"]) {
            Self::Scree
        } else if has(&["rock", "cliff", "stone", "granite", "basalt", "lava", "limestone"]) {
            Self::Rock
        } else {
            Self::Soil
        }
    }

    /// A material of such grain that lies everywhere.
    pub(crate) fn laid(self, color: [u8; 3]) -> Laid {
        let [red, green, blue] = color.map(linear);
        // Metres of the coarsest cells, octaves, how much darker and brighter; how much it leans, and warms.
        let (grain, patches, beds) = match self {
            Self::Soil => ([8.0, 8.0, 0.16, 0.12], [256.0, 6.0, 0.16, 0.2], 0.0),
            Self::Rock => ([16.0, 9.0, 0.28, 0.2], [256.0, 5.0, 0.12, 0.07], 0.13),
            Self::Scree => ([4.0, 8.0, 0.3, 0.28], [128.0, 5.0, 0.12, 0.04], 0.0),
            Self::Forest => ([8.0, 4.0, 0.3, 0.45], [256.0, 5.0, 0.2, 0.14], 0.0),
            Self::Snow => ([16.0, 7.0, 0.025, 0.035], [256.0, 4.0, 0.015, 0.0], 0.0),
            Self::Sand => ([2.0, 9.0, 0.07, 0.05], [128.0, 5.0, 0.06, 0.04], 0.0),
        };
        Laid {
            color: [red, green, blue, beds],
            height: EVERYWHERE,
            slope: EVERYWHERE,
            curvature: EVERYWHERE,
            noise: EVERYWHERE,
            field: [0; 4],
            grain,
            patches,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_grain() {
        for (name, grain) in [
            ("old snow", Grain::Snow),
            ("Scree", Grain::Scree),
            ("pine forest", Grain::Forest),
            ("rock", Grain::Rock),
            ("dune sand", Grain::Sand),
            ("grass", Grain::Soil),
        ] {
            assert_eq!(Grain::of_name(name), grain, "{name}");
        }
    }

    #[test]
    fn reaches_rise() {
        let rising = reach(Some(Reach { from: 3.0, whole: [4.0, f64::INFINITY], to: f64::INFINITY }));
        assert_eq!(rising, [3.0, 4.0, NOWHERE, 2.0 * NOWHERE]);
        assert!(EVERYWHERE.is_sorted());
    }
}
