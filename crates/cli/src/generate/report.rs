//! What `generate` prints when a job is complete.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use orogen_engine::digits::significant;
use orogen_engine::recipe::RecipeError;
use orogen_files::targets::ImportSetting;
use orogen_files::{CPU, MeshLevel, PlanetMap, SixteenBit, Superseded, TerrainInfo};
use serde_json::{Value, json};

use super::Args;
use crate::device::Choice;
use crate::failure::Failure;
use crate::numbers::plain;
use crate::printable::printable;
use crate::{json, output, printable};

/// What is printed in addition to the description.
pub(crate) struct Notes {
    pub(crate) import_settings: Vec<ImportSetting>,
    pub(crate) hint: Option<String>,
    pub(super) superseded: Superseded,
    /// Warnings about the recipe.
    pub(super) warnings: Vec<RecipeError>,
}

/// Prints the result, as text or as JSON.
pub(super) fn print(args: &Args, info: &TerrainInfo, notes: &Notes, time: Duration) -> Result<(), Failure> {
    let Notes { import_settings, hint, superseded, .. } = notes;
    if !args.report.quiet {
        eprint!("{}", previous_files(superseded));
    }
    let rate = (info.width * info.height) as f64 / time.as_secs_f64();
    let mut files: Vec<_> = info.files.iter().map(|file| file.name.as_str()).collect();
    files.push(output::DESCRIPTION);
    if args.report.json {
        return json::print(&json!({
            "folder": args.output.display().to_string(),
            "files": files,
            "removed": superseded.removed,
            "other_terrains": superseded.beside.iter().map(|[_, description]| description).collect::<Vec<_>>(),
            "width": info.width,
            "height": info.height,
            "metres_per_sample": info.metres_per_sample,
            "origin": info.origin,
            "period": info.period,
            "min_height": info.min_height,
            "max_height": info.max_height,
            "sixteen_bit": info.sixteen_bit.as_ref().map(|bits| json!([bits.min_metres, bits.max_metres])),
            "target": info.details.get("target"),
            "import_settings": info.details.get("import_settings"),
            "hint": hint,
            "seed": info.seed,
            "recipe_hash": info.recipe_hash,
            "made_by": info.made_by,
            "seconds": time.as_secs_f64(),
            "samples_per_second": rate,
        }));
    }
    let mut out = io::stdout().lock();
    if !args.report.quiet {
        write!(out, "{}", summary(info, &files, &printable::path(&args.output)))?;
        if !matches!(args.device, Choice::Cpu) {
            writeln!(out, "computed by {}", computed_by(&info.made_by))?;
        }
        write!(out, "{}", settings(info, import_settings))?;
        if let Some(hint) = hint {
            writeln!(out, "hint: {hint}")?;
        }
        writeln!(out, "{:.1} s, {:.1} million samples/s", time.as_secs_f64(), rate / 1e6)?;
    }
    Ok(out.flush()?)
}

/// The devices that computed the heights, in order.
fn computed_by(names: &[String]) -> String {
    let names = names.iter().map(|name| if name == CPU { "the processor" } else { name });
    names.collect::<Vec<_>>().join(", then ")
}

fn summary(info: &TerrainInfo, files: &[&str], folder: &str) -> String {
    let metres = |samples: usize| plain((samples.saturating_sub(1)) as f64 * info.metres_per_sample);
    let extent = match info.planet.as_ref().map(|planet| &planet.map) {
        None | Some(PlanetMap::Region { .. }) => {
            format!("{} × {} m", metres(info.width), metres(info.height))
        }
        Some(PlanetMap::Equirectangular) => "the whole planet (equirectangular)".to_owned(),
        Some(PlanetMap::Cube { layout: None }) => "each of the six faces of a cube map".to_owned(),
        Some(PlanetMap::Cube { layout: Some(layout) }) => {
            format!("each of the six faces of a cube map for {}", printable(layout))
        }
        Some(PlanetMap::Face { face, level }) => format!("face {face} at level {level}"),
        Some(PlanetMap::Tile { address }) => format!("tile {address}"),
    };
    let mut text = format!(
        "{}, seed {}: {} × {} samples, {} m apart, {extent}\n",
        if info.recipe.is_empty() { "Terrain".to_owned() } else { printable(&info.recipe) },
        info.seed,
        info.width,
        info.height,
        plain(info.metres_per_sample),
    );
    text.extend(info.period.map(|period| period_note(info, period)));
    // Writing to a string cannot fail.
    _ = writeln!(text, "heights from {:.2} to {:.2} m", info.min_height, info.max_height);
    if let Some(bits) = &info.sixteen_bit {
        text += &sixteen_bit_note(info, bits);
    }
    text += &levels_of_detail(info);
    _ = writeln!(text, "written to {folder}: {}", listed(files));
    text
}

/// The triangles and the error of each level of detail, of all tiles together, and of the meshes for collisions.
fn levels_of_detail(info: &TerrainInfo) -> String {
    let mut text = String::new();
    let mut line = |name: &str, levels: Vec<&MeshLevel>| {
        let triangles: u64 = levels.iter().map(|level| level.triangles).sum();
        let error = levels.iter().map(|level| level.error_m).fold(0.0, f64::max);
        if !levels.is_empty() {
            // Writing to a string cannot fail.
            _ = writeln!(text, "{name}: {triangles} triangles, error {} m", significant(error, 4));
        }
    };
    let of_kind = |kind: &str| info.files.iter().filter(|file| file.kind == kind).collect::<Vec<_>>();
    let mut chains = of_kind("lod");
    // Files with one level repeat a level of the file before them.
    chains.dedup_by_key(|file| file.tile);
    let count = chains.iter().map(|file| file.levels.len()).max().unwrap_or_default();
    for k in 0..count {
        line(&format!("level {k}"), chains.iter().filter_map(|file| file.levels.get(k)).collect());
    }
    line("collision", of_kind("collision").iter().flat_map(|file| &file.levels).collect());
    text
}

/// Describes the 16-bit values: the range in use if the heights use few of them, as block levels do, otherwise the whole
/// range.
fn sixteen_bit_note(info: &TerrainInfo, bits: &SixteenBit) -> String {
    const FEW: f64 = 4096.0;
    let (min, step) = (bits.min_metres, bits.metres_per_step);
    let [low, high] =
        [info.min_height, info.max_height].map(|metres| ((f64::from(metres) - min) / step).round());
    if high - low < FEW && high < FEW {
        let (zero, step) = (plain(min), plain(step));
        return format!(
            "16-bit values: 0 is {zero} m and a step is {step} m; these heights use {low} to {high}\n"
        );
    }
    format!("16-bit values span {min:.2} to {:.2} m, {:.3} mm per step\n", bits.max_metres, 1000.0 * step)
}

/// The settings to enter in the target program, one per line.
fn settings(info: &TerrainInfo, import_settings: &[ImportSetting]) -> String {
    let Some(target) = info.details.get("target").and_then(Value::as_str) else { return String::new() };
    let mut text = format!("settings for {target} (see docs/targets/{target}.md):\n");
    let widest = import_settings.iter().map(|setting| setting.label.len()).max().unwrap_or_default();
    for ImportSetting { label, value } in import_settings {
        _ = writeln!(text, "  {label:widest$}  {}", setting(value));
    }
    text
}

/// Numbers without exponents, which some programs do not accept; text without quotes.
fn setting(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(setting).collect::<Vec<_>>().join(", "),
        Value::Number(number) => {
            number.as_f64().map_or_else(|| number.to_string(), |number| number.to_string())
        }
        other => other.to_string(),
    }
}

/// The most names that are listed.
const MAX_NAMES: usize = 12;

/// The names of files, shortened if there are many, such as tiles.
fn listed(files: &[&str]) -> String {
    if files.len() <= MAX_NAMES {
        return files.join(", ");
    }
    let (first, last) = (files[..MAX_NAMES - 2].join(", "), files[files.len() - 1]);
    format!("{first}, … {last} ({} files)", files.len())
}

/// The period in metres and in samples.
fn period_note(info: &TerrainInfo, period: f64) -> String {
    let samples = period / info.metres_per_sample;
    if (samples - samples.round()).abs() > 1e-6 {
        return format!(
            "repeats every {} m along x and y, which is not a whole number of samples\n",
            plain(period)
        );
    }
    let samples = samples.round();
    let which = match info.tileable {
        true => format!("sample {samples}, one past the last, equals sample 0"),
        false => format!("sample i + {samples} equals sample i"),
    };
    format!("repeats every {} m along x and y: {which}\n", plain(period))
}

/// The files of the previous terrain in the folder that were removed or kept.
fn previous_files(superseded: &Superseded) -> String {
    let Superseded { removed, kept, beside } = superseded;
    let mut text = String::new();
    if !removed.is_empty() {
        text += &format!("removed {} of the previous terrain\n", printable(&removed.join(", ")));
    }
    if !kept.is_empty() {
        text += &format!(
            "kept {} of the previous terrain: changed since it was written\n",
            printable(&kept.join(", "))
        );
    }
    for [recipe, description] in beside {
        text += &format!("the folder also holds {}: {description}\n", printable(recipe));
    }
    text
}
