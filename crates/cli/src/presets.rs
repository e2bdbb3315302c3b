//! `orogen presets`: the recipes built into the program.

use std::io::{self, Write};

use orogen_engine::nodes;
use orogen_engine::recipe::{Recipe, Source};
use serde_json::json;

use crate::failure::Failure;
use crate::json;

/// List the preset recipes, or print one to start from.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The preset to print.
    name: Option<String>,
    /// Print the result as JSON; errors that prevent it go to stderr.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen presets
  orogen presets alps > mine.toml";

/// A recipe that is built into the program.
#[derive(Clone, Copy)]
pub(crate) struct Preset {
    /// The name of its file, without the extension.
    pub(crate) name: &'static str,
    /// The recipe.
    pub(crate) text: &'static str,
}

/// Name and text of every file in `recipes/`, sorted.
const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/presets.rs"));

pub(crate) fn all() -> impl Iterator<Item = Preset> {
    TEXTS.iter().map(|&(name, text)| Preset { name, text })
}

/// The preset of this name.
pub(crate) fn find(name: &str) -> Option<Preset> {
    all().find(|preset| preset.name == name)
}

/// The preset that was probably meant. At most a third of its letters may be wrong.
fn nearest(name: &str) -> Option<&'static str> {
    let near =
        all().map(|preset| (strsim::damerau_levenshtein(&name.to_lowercase(), preset.name), preset.name));
    near.filter(|(distance, name)| *distance <= name.len().div_ceil(3)).min().map(|(_, name)| name)
}

/// A sentence that suggests the most similar preset, or "".
pub(crate) fn suggestion(name: &str) -> String {
    nearest(name).map_or_else(String::new, |near| format!("did you mean the preset `{near}`? "))
}

impl Preset {
    /// The comment in the first line of the recipe.
    fn description(&self) -> &'static str {
        self.text.lines().next().and_then(|line| line.strip_prefix('#')).unwrap_or_default().trim()
    }

    fn recipe(&self) -> Result<Recipe, Failure> {
        Ok(Recipe::parse(Source::new(self.name, self.text), nodes::registry())?)
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match &args.name {
        Some(name) => {
            let preset = find(name).ok_or_else(|| unknown(name))?;
            if args.json {
                return json::print(&preset_json(preset, true)?);
            }
            write!(out, "{}", preset.text)?;
        }
        None if args.json => {
            let presets = all().map(|preset| preset_json(preset, false)).collect::<Result<Vec<_>, _>>()?;
            return json::print(&json!({ "presets": presets }));
        }
        None => {
            let width = all().map(|preset| preset.name.len()).max().unwrap_or(0);
            for preset in all() {
                writeln!(out, "{:width$}  {}", preset.name, preset.description())?;
            }
            writeln!(
                out,
                "\n`orogen presets NAME` prints a recipe; `orogen generate NAME -o DIR` generates its terrain."
            )?;
        }
    }
    Ok(out.flush()?)
}

fn preset_json(preset: Preset, with_text: bool) -> Result<serde_json::Value, Failure> {
    let recipe = preset.recipe()?;
    let mut result = json!({
        "name": preset.name,
        "title": recipe.name,
        "description": preset.description(),
        "domain": recipe.domain.kind.name(),
        "size": recipe.domain.size,
        "samples": recipe.domain.samples,
    });
    if let Some(sphere) = recipe.domain.sphere() {
        result["radius"] = sphere.radius().into();
    }
    if with_text {
        result["text"] = preset.text.into();
    }
    Ok(result)
}

fn unknown(name: &str) -> Failure {
    let help = format!("{}`orogen presets` lists all", suggestion(name));
    Failure::usage(format!("there is no preset `{name}`"), help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_a_recipe_with_a_title_and_a_description() {
        assert!(find("alps").is_some());
        for preset in all() {
            let recipe = preset.recipe().unwrap_or_else(|failure| panic!("{}: {failure:?}", preset.name));
            assert!(!recipe.name.is_empty(), "{} has no name", preset.name);
            assert!(!preset.description().is_empty(), "{} has no comment above it", preset.name);
        }
    }

    #[test]
    fn nearest_preset_tolerates_typos() {
        assert_eq!(nearest("aplS"), Some("alps"));
        assert_eq!(nearest("volcano-of-doom"), None);
    }
}
