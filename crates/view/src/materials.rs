//! Materials of the ground as uniforms: the twin of `realistic.wgsl`.

use bytemuck::{Pod, Zeroable};
use orogen_engine::recipe::{MAX_MATERIALS, Material, Reach, Recipe};
use orogen_engine::srgb;

/// Stands for an infinite end of a range.
const UNBOUNDED: f32 = 1e30;

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct MaterialUniform {
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
    /// Albedo of stones.
    stones: [f32; 4],
    /// The share of trees that stand.
    trees: [f32; 4],
    list: [MaterialUniform; MAX_MATERIALS],
}

impl Materials {
    /// The materials of a recipe, or of its palette if it has none.
    pub(crate) fn new(recipe: &Recipe, heights: [f32; 2]) -> Self {
        let materials = crate::palette_materials::materials(recipe, heights);
        let mut list = [MaterialUniform::zeroed(); MAX_MATERIALS];
        let mut fields = 1..;
        for (entry, material) in list.iter_mut().zip(&materials) {
            *entry = material_uniform(material, recipe.view.stones, &mut fields);
        }
        let [red, green, blue] = stone_color(&materials);
        Self {
            count: [materials.len() as u32, 0, 0, 0],
            stones: [red, green, blue, 0.0],
            trees: [recipe.view.trees as f32, 0.0, 0.0, 0.0],
            list,
        }
    }

    /// Changes the uniform for shaders that look up the weight of each material's field, 0 to 1, instead of the field's value.
    pub(crate) fn with_weights(mut self) -> Self {
        for material in &mut self.list {
            material.noise = [0.0, 1.0, EVERYWHERE[2], EVERYWHERE[3]];
        }
        self
    }
}

/// Whether trees stand on a recipe's ground: its materials, or those of its palette, have a forest.
pub(crate) fn has_trees(recipe: &Recipe) -> bool {
    let materials = crate::palette_materials::materials(recipe, [0.0, 1.0]);
    recipe.view.trees > 0.0
        && materials.iter().any(|material| Grain::of_name(&material.name) == Grain::Forest)
}

/// The albedo of stones: that of the first rock or scree, because stones come from the rock below, or else grey.
fn stone_color(materials: &[Material]) -> [f32; 3] {
    let is_stone =
        |material: &&Material| matches!(Grain::of_name(&material.name), Grain::Rock | Grain::Scree);
    let color = materials.iter().find(is_stone).map_or([0x80, 0x7a, 0x72], |material| material.color);
    color.map(srgb::decode)
}

fn material_uniform(
    material: &Material,
    stones: f64,
    fields: &mut impl Iterator<Item = u32>,
) -> MaterialUniform {
    let grain = Grain::of_name(&material.name);
    let field = material.noise.as_ref().and_then(|_| fields.next()).unwrap_or(0);
    MaterialUniform {
        height: reach(material.height),
        slope: reach(material.slope),
        curvature: reach(material.curvature),
        noise: reach(material.noise.as_ref().map(|noise| noise.reach)),
        field: [field, u32::from(grain == Grain::Forest), ((stones * grain.stones()) as f32).to_bits(), 0],
        ..grain.uniform(material.color)
    }
}

/// A range as four increasing numbers. Without a range, they are unbounded.
pub(crate) fn reach(reach: Option<Reach>) -> [f32; 4] {
    let Some(Reach { from, whole: [first, last], to }) = reach else { return EVERYWHERE };
    let or = |number: f64, end: f32| if number.is_finite() { number as f32 } else { end };
    [or(from, -2.0 * UNBOUNDED), or(first, -UNBOUNDED), or(last, UNBOUNDED), or(to, 2.0 * UNBOUNDED)]
}

/// The unbounded range.
pub(crate) const EVERYWHERE: [f32; 4] = [-2.0 * UNBOUNDED, -UNBOUNDED, UNBOUNDED, 2.0 * UNBOUNDED];

/// The grain of a material.
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
    /// The grain that a material's name suggests. If it suggests none, soil.
    fn of_name(name: &str) -> Self {
        let name = name.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if has(&["snow", "ice", "glacier", "firn"]) {
            Self::Snow
        } else if has(&["forest", "wood", "tree", "jungle", "taiga"]) {
            Self::Forest
        } else if has(&["scree", "gravel", "rubble", "talus", "debris", "pebble", "regolith"]) {
            Self::Scree
        } else if has(&["rock", "cliff", "stone", "granite", "basalt", "lava", "limestone"]) {
            Self::Rock
        } else if has(&["sand", "dune", "beach", "dust", "salt"]) {
            Self::Sand
        } else {
            Self::Soil
        }
    }

    /// The amount of loose stones: 1 where the ground is full of them.
    fn stones(self) -> f64 {
        match self {
            Self::Scree => 1.3,
            Self::Rock => 0.5,
            Self::Soil => 0.12,
            Self::Forest => 0.06,
            Self::Sand => 0.03,
            Self::Snow => 0.02,
        }
    }

    /// An unbounded material with this grain.
    pub(crate) fn uniform(self, color: [u8; 3]) -> MaterialUniform {
        let [red, green, blue] = color.map(srgb::decode);
        // Size of the coarsest cells in metres, octaves, contrast, and strength of normals (grain) or of warm tints
        // (patches).
        let (grain, patches, beds) = match self {
            Self::Soil => ([8.0, 11.0, 0.16, 0.12], [256.0, 6.0, 0.16, 0.2], 0.0),
            Self::Rock => ([16.0, 11.0, 0.28, 0.2], [256.0, 5.0, 0.12, 0.07], 0.13),
            Self::Scree => ([4.0, 10.0, 0.3, 0.28], [128.0, 5.0, 0.12, 0.04], 0.0),
            Self::Forest => ([1.0, 8.0, 0.16, 0.2], [256.0, 5.0, 0.2, 0.14], 0.0),
            Self::Snow => ([16.0, 7.0, 0.025, 0.035], [256.0, 4.0, 0.015, 0.0], 0.0),
            Self::Sand => ([2.0, 9.0, 0.07, 0.05], [128.0, 5.0, 0.06, 0.04], 0.0),
        };
        MaterialUniform {
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
    use orogen_engine::recipe::Span;

    use super::*;

    #[test]
    fn names_decide_the_grain() {
        for (name, grain) in [
            ("old snow", Grain::Snow),
            ("Scree", Grain::Scree),
            ("pine forest", Grain::Forest),
            ("rock", Grain::Rock),
            ("dune sand", Grain::Sand),
            ("basalt", Grain::Rock),
            ("sandstone", Grain::Rock),
            ("grass", Grain::Soil),
        ] {
            assert_eq!(Grain::of_name(name), grain, "{name}");
        }
    }

    #[test]
    fn stones_have_the_colour_of_rock() {
        let material = |name: &str, color| Material {
            name: name.to_owned(),
            color,
            height: None,
            slope: None,
            curvature: None,
            noise: None,
            span: Span::default(),
        };
        let materials = [material("grass", [0, 80, 0]), material("scree", [0xff; 3])];
        assert_eq!(stone_color(&materials), [1.0; 3]);
        let [red, _, blue] = stone_color(&materials[..1]);
        assert!(red > blue && blue > 0.1, "grey: {red} {blue}");
        let [grass, scree] = &materials;
        let amount =
            |material, stones| f32::from_bits(material_uniform(material, stones, &mut (1..)).field[2]);
        assert_eq!([1.0, 0.5, 0.0].map(|stones| amount(scree, stones)), [1.3, 0.65, 0.0]);
        assert!(amount(grass, 1.0) < 0.2);
    }

    #[test]
    fn ranges_increase() {
        let rising = reach(Some(Reach { from: 3.0, whole: [4.0, f64::INFINITY], to: f64::INFINITY }));
        assert_eq!(rising, [3.0, 4.0, UNBOUNDED, 2.0 * UNBOUNDED]);
        assert!(EVERYWHERE.is_sorted());
    }
}
