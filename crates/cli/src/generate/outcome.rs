//! What is said when a job is done.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use orogen_files::targets::ToType;
use orogen_files::{CPU, PlanetMap, SixteenBit, Superseded, TerrainInfo};
use serde_json::{Value, json};

use super::{Args, products};
use crate::device::Choice;
use crate::failure::Failure;
use crate::numbers::plain;

/// What is said besides what the description holds.
pub(crate) struct Remarks {
    pub(crate) to_type: Vec<ToType>,
    pub(crate) hint: Option<String>,
    pub(super) superseded: Superseded,
}

/// The facts at the end, for people or for programs.
pub(super) fn tell(
    args: &Args,
    info: &TerrainInfo,
    remarks: &Remarks,
    time: Duration,
) -> Result<(), Failure> {
    let Remarks { to_type, hint, superseded } = remarks;
    if !args.quiet {
        eprint!("{}", about_earlier(superseded));
    }
    let rate = (info.width * info.height) as f64 / time.as_secs_f64();
    let mut files: Vec<_> = info.files.iter().map(|file| file.name.as_str()).collect();
    files.push(products::DESCRIPTION);
    let mut out = io::stdout().lock();
    if args.json {
        let facts = json!({
            "folder": args.output.display().to_string(),
            "files": files,
            "removed": superseded.removed,
            "width": info.width,
            "height": info.height,
            "metres_per_sample": info.metres_per_sample,
            "origin": info.origin,
            "period": info.period,
            "min_height": info.min_height,
            "max_height": info.max_height,
            "sixteen_bit": info.sixteen_bit.as_ref().map(|bits| json!([bits.min_metres, bits.max_metres])),
            "target": info.details.get("target"),
            "to_type": info.details.get("to_type"),
            "hint": hint,
            "seed": info.seed,
            "recipe_hash": info.recipe_hash,
            "made_by": info.made_by,
            "seconds": time.as_secs_f64(),
            "samples_per_second": rate,
        });
        writeln!(out, "{facts:#}")?;
    } else if !args.quiet {
        write!(out, "{}", summary(info, &files, &args.output.display().to_string()))?;
        if !matches!(args.device, Choice::Cpu) {
            writeln!(out, "made by {}", made_by(&info.made_by))?;
        }
        write!(out, "{}", about_typing(info, to_type))?;
        if let Some(hint) = hint {
            writeln!(out, "hint: {hint}")?;
        }
        writeln!(out, "{:.1} s, {:.1} million samples a second", time.as_secs_f64(), rate / 1e6)?;
    }
    Ok(out.flush()?)
}

/// Who made the heights, in order.
fn made_by(names: &[String]) -> String {
    let names = names.iter().map(|name| if name == CPU { "the processor" } else { name });
    names.collect::<Vec<_>>().join(", then ")
}

fn summary(info: &TerrainInfo, files: &[&str], folder: &str) -> String {
    let metres = |samples: usize| plain((samples.saturating_sub(1)) as f64 * info.metres_per_sample);
    let extent = match info.planet.as_ref().map(|planet| &planet.map) {
        None | Some(PlanetMap::Region { .. }) => {
            format!("{} × {} m", metres(info.width), metres(info.height))
        }
        Some(PlanetMap::Equirectangular) => "the whole planet, by longitude and latitude".to_owned(),
        Some(PlanetMap::Cube) => "on each of six faces of a cube map".to_owned(),
        Some(PlanetMap::Face { face, level }) => format!("the face {face} on level {level}"),
        Some(PlanetMap::Tile { address }) => format!("the tile {address}"),
    };
    let mut text = format!(
        "{}, seed {}: {} × {} samples, {} m apart, {extent}\n",
        if info.recipe.is_empty() { "Terrain" } else { &info.recipe },
        info.seed,
        info.width,
        info.height,
        plain(info.metres_per_sample),
    );
    text.extend(info.period.map(|period| about_period(info, period)));
    // Writing to a string cannot fail.
    _ = writeln!(text, "heights from {:.2} to {:.2} m", info.min_height, info.max_height);
    if let Some(bits) = &info.sixteen_bit {
        text += &about_bits(info, bits);
    }
    _ = writeln!(text, "written to {folder}: {}", listed(files));
    text
}

/// What 16-bit values mean. Where the heights take few of them, as the levels of blocks do, which they take is told
/// rather than how far all of them would reach.
fn about_bits(info: &TerrainInfo, bits: &SixteenBit) -> String {
    const FEW: f64 = 4096.0;
    let (min, step) = (bits.min_metres, bits.metres_per_step);
    let [low, high] =
        [info.min_height, info.max_height].map(|metres| ((f64::from(metres) - min) / step).round());
    if high - low < FEW && high < FEW {
        let (zero, step) = (plain(min), plain(step));
        return format!(
            "16-bit value 0 is {zero} m, and a step {step} m: these heights are the values {low} to {high}\n"
        );
    }
    format!("16-bit values span {min:.2} to {:.2} m, {:.3} mm a step\n", bits.max_metres, 1000.0 * step)
}

/// What to type, one number a line.
fn about_typing(info: &TerrainInfo, to_type: &[ToType]) -> String {
    let Some(target) = info.details.get("target").and_then(Value::as_str) else { return String::new() };
    let mut text = format!("for {target} (docs/targets/{target}.md tells where each goes):\n");
    let widest = to_type.iter().map(|number| number.label.len()).max().unwrap_or_default();
    for ToType { label, value } in to_type {
        _ = writeln!(text, "  {label:widest$}  {}", typed(value));
    }
    text
}

/// Numbers without exponents, which not every field takes; text without quotes.
fn typed(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(typed).collect::<Vec<_>>().join(", "),
        Value::Number(number) => {
            number.as_f64().map_or_else(|| number.to_string(), |number| number.to_string())
        }
        other => other.to_string(),
    }
}

/// The most names that are told one by one.
const MOST_NAMES: usize = 12;

/// The names of files, but not of hundreds of tiles.
fn listed(files: &[&str]) -> String {
    if files.len() <= MOST_NAMES {
        return files.join(", ");
    }
    let (first, last) = (files[..MOST_NAMES - 2].join(", "), files[files.len() - 1]);
    format!("{first}, … {last} ({} files)", files.len())
}

/// After how many metres the terrain repeats, and which sample that is.
fn about_period(info: &TerrainInfo, period: f64) -> String {
    let samples = (period / info.metres_per_sample).round();
    let which = match info.tileable {
        true => format!("sample {samples}, one past the last, is sample 0 again"),
        false => format!("sample i + {samples} is sample i again"),
    };
    format!("it repeats every {} m along x and along y: {which}\n", plain(period))
}

/// What became of the files of the terrain that was in the folder.
fn about_earlier(superseded: &Superseded) -> String {
    let Superseded { removed, kept } = superseded;
    let mut text = String::new();
    if !removed.is_empty() {
        text += &format!("removed {} of the earlier terrain\n", removed.join(", "));
    }
    if !kept.is_empty() {
        let are = if kept.len() == 1 { "it was" } else { "they were" };
        text += &format!(
            "kept {} of the earlier terrain: {are} changed since, and no part of the new one\n",
            kept.join(", ")
        );
    }
    text
}
