//! Recipes for these tests, and places on them.

use std::path::Path;

use orogen_engine::image::NoImages;
use orogen_engine::nodes::registry;
use orogen_engine::query::HeightQuery;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Drafts;

pub(crate) fn recipe(text: &str) -> Recipe {
    Recipe::parse(Source::new("recipe.toml", text), registry()).unwrap()
}

pub(crate) fn preset(name: &str) -> Recipe {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../orogen/recipes").join(name);
    recipe(&std::fs::read_to_string(path).unwrap())
}

/// Queries of a draft, whose erosion takes a fraction of the time.
pub(crate) fn query(recipe: &Recipe, detail: f64) -> HeightQuery {
    HeightQuery::new(recipe, &Drafts(NoImages), detail).unwrap()
}

/// A field of a plane as the ground, metre for metre.
pub(crate) fn field(text: &str) -> HeightQuery {
    let head = "orogen = 1\ndomain = { size = 1000.0 }\nheight.field = 'ground'\n[fields.ground]\n";
    query(&recipe(&format!("{head}{text}\n")), 1.0)
}

/// The `z` at which [`SPACE`] is cut, in metres.
pub(crate) const CUT: f64 = 37.25;

/// Noise in a space.
pub(crate) const SPACE: &str = "orogen = 1\ndomain = { kind = 'space', size = 1000.0, z = 37.25 }\n\
                                height = { field = 'rock', scale = 40.0, offset = 3.0 }\n\
                                [fields.rock]\ntype = 'fbm'\nwavelength = 90.0\noctaves = 4\n";

/// Numbers from 0 to 1 that look random and are the same every time.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Weyl's sequence, scrambled as splitmix64 does.
    pub(crate) fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(crate) fn between(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * self.unit()
    }
}
