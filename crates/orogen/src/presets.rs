//! The recipes that come with the crate.

use orogen_engine::nodes;
use orogen_engine::recipe::{self, Recipe, Source};

use crate::error::{Error, ErrorKind};

/// A recipe that comes with the crate.
///
/// # Example
/// ```
/// for preset in orogen::presets() {
///     println!("{}: {}", preset.name, preset.summary());
/// }
/// let alps = orogen::Preset::find("alps")?;
/// assert!(alps.text.contains("orogen = 1"));
/// # Ok::<(), orogen::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name, in lower case.
    pub name: &'static str,
    /// The text of the recipe.
    pub text: &'static str,
}

/// The presets of these names. Their texts are the files of the folder `recipes`.
macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        &[$(Preset { name: $name, text: include_str!(concat!("../recipes/", $name, ".toml")) }),*]
    };
}

static PRESETS: &[Preset] = embedded![
    "alps",
    "archipelago",
    "arrakis",
    "badlands",
    "barchans",
    "canyon",
    "cells",
    "craters",
    "damped",
    "desert",
    "downs",
    "dunes",
    "erosion",
    "gorges",
    "gullies",
    "hills",
    "islands",
    "isle",
    "jordan",
    "lowlands",
    "luna",
    "mars",
    "mesas",
    "ridges",
    "rivers",
    "terra",
    "valleys",
    "volcano",
];

/// All presets, sorted by name.
///
/// # Example
/// ```
/// assert!(orogen::presets().iter().any(|preset| preset.name == "alps"));
/// ```
pub fn presets() -> &'static [Preset] {
    PRESETS
}

/// The preset that a misspelt name probably means. At most a third of the letters of `name`, rounded up, may be wrong. `None` if
/// no preset is as near as that.
///
/// # Example
/// ```
/// assert_eq!(orogen::nearest_preset("aplS").map(|preset| preset.name), Some("alps"));
/// assert_eq!(orogen::nearest_preset("volcano-of-doom"), None);
/// ```
pub fn nearest_preset(name: &str) -> Option<&'static Preset> {
    let lower = name.to_lowercase();
    let near = PRESETS.iter().map(|preset| (strsim::damerau_levenshtein(&lower, preset.name), preset));
    near.filter(|(distance, _)| *distance <= lower.chars().count().div_ceil(3))
        .min_by_key(|(distance, preset)| (*distance, preset.name))
        .map(|(_, preset)| preset)
}

impl Preset {
    /// The preset of this name.
    ///
    /// # Errors
    /// There is no such preset. The error suggests the nearest name.
    pub fn find(name: &str) -> Result<&'static Self, Error> {
        PRESETS.iter().find(|preset| preset.name == name).ok_or_else(|| {
            let help = match nearest_preset(name) {
                Some(near) => format!("did you mean `{}`?", near.name),
                None => {
                    let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
                    format!("the presets are {}", names.join(", "))
                }
            };
            Error::new(ErrorKind::NoSuchPreset, format!("there is no preset `{name}`"), help)
        })
    }

    /// One line that describes the preset: the comment in the first line of the recipe.
    pub fn summary(&self) -> &'static str {
        recipe::summary(self.text)
    }

    /// The recipe.
    ///
    /// # Errors
    /// None in practice: the tests parse all presets.
    pub fn recipe(&self) -> Result<Recipe, Error> {
        Ok(Recipe::parse(Source::new(self.name, self.text), nodes::registry())?)
    }
}
