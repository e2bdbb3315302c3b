//! `orogen presets`: the recipes built into the program.

use std::io::{self, Write};

use orogen::{Preset, nearest_preset, presets};
use serde_json::json;

use crate::failure::Failure;
use crate::json;

/// List the preset recipes, or print one to start from.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The preset to print.
    name: Option<String>,
    #[command(flatten)]
    report: json::Flag,
}

const EXAMPLES: &str = "\
Examples:
  orogen presets
  orogen presets alps > mine.toml";

/// The preset of this name.
pub(crate) fn find(name: &str) -> Option<&'static Preset> {
    Preset::find(name).ok()
}

/// A sentence that suggests the most similar preset, or "".
pub(crate) fn suggestion(name: &str) -> String {
    nearest_preset(name).map_or_else(String::new, |near| format!("did you mean the preset `{}`? ", near.name))
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match &args.name {
        Some(name) => {
            let preset = find(name).ok_or_else(|| unknown(name))?;
            if args.report.json {
                return json::print(&preset_json(preset, true)?);
            }
            write!(out, "{}", preset.text)?;
        }
        None if args.report.json => {
            let presets =
                presets().iter().map(|preset| preset_json(preset, false)).collect::<Result<Vec<_>, _>>()?;
            return json::print(&json!({ "presets": presets }));
        }
        None => {
            let width = presets().iter().map(|preset| preset.name.len()).max().unwrap_or(0);
            for preset in presets() {
                writeln!(out, "{:width$}  {}", preset.name, preset.summary())?;
            }
            writeln!(
                out,
                "\n`orogen presets NAME` prints a recipe; `orogen generate NAME -o DIR` generates its terrain."
            )?;
        }
    }
    Ok(out.flush()?)
}

fn preset_json(preset: &Preset, with_text: bool) -> Result<serde_json::Value, Failure> {
    let recipe = preset.recipe()?;
    let mut result = json!({
        "name": preset.name,
        "title": recipe.name,
        "description": preset.summary(),
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
