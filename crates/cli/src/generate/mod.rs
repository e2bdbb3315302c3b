//! `orogen generate`: the files of a terrain.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use orogen::covering::Covering;
use orogen::level::Level;
use orogen::raster::MAX_SIDE;
use orogen::recipe::Recipe;
use orogen::terrain::Terrain;
use orogen_files::delivery::Format;
use orogen_files::targets::{Made, Target, ToType};
use orogen_files::{HeightMapping, OutputFolder, SixteenBit, Superseded, TerrainInfo, Whole};
use serde_json::{Map, Value, json};

use crate::device::{self, Choice};
use crate::failure::{self, Failure};
use crate::hash::{self, Hashes};
use crate::images::PictureFiles;
use crate::interrupt::Interrupt;
use crate::numbers::plain;
use crate::{numbers, output, recipe};
use extent::{Extent, MIN_SIDE, Region};
pub(crate) use outcome::Remarks;
use pipeline::{Work, Written};
pub(crate) use products::DESCRIPTION;
#[cfg(feature = "studio")]
pub(crate) use products::FormatName;
use products::Options;
use target::Order;
use timings::Timings;

pub(crate) use pipeline::rows_of_bands;
pub(crate) use products::subject;
#[cfg(feature = "studio")]
pub(crate) use target::programs;

mod extent;
mod hint;
mod outcome;
mod parts;
mod patience;
mod pipeline;
mod planet;
mod products;
mod range;
mod rows;
mod target;
mod timings;

/// The entry of [`TerrainInfo::details`] that has the files a recipe reads.
pub(crate) const PICTURES: &str = "pictures";
/// The entry that has the strokes that were laid over it.
pub(crate) const STROKES: &str = "strokes";

/// Make the files of a terrain: heights, a normal map, a picture, and what programs must know to use them.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A recipe file, or the name of a preset.
    recipe: PathBuf,
    /// The folder for the files; it is made if it is not there.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Samples along a side of the whole domain [default: what the recipe says].
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "spacing",
          value_parser = numbers::whole(MIN_SIDE..=MAX_SIDE as i64))]
    size: Option<i64>,
    /// Metres between neighbouring samples, instead of --size.
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = numbers::metres)]
    spacing: Option<f64>,
    /// Only the samples in this rectangle of the domain, in metres; of a planet a square around a place, by latitude and
    /// longitude in degrees and the length along a side: 46.5,8.0,20km.
    #[arg(long, value_name = "X0,Y0,X1,Y1|LAT,LON,SIZE", allow_hyphen_values = true)]
    region: Option<Region>,
    #[command(flatten)]
    planet: planet::PlanetOptions,
    #[command(flatten)]
    target: target::TargetOptions,
    #[command(flatten)]
    files: Options,
    /// Measure the heights first, and let the 16-bit values span just those.
    ///
    /// Without this they span the heights the recipe can have, so that all regions of a terrain fit together.
    #[arg(long)]
    fit: bool,
    /// Replace files in the folder that orogen did not write, or that were changed since.
    #[arg(long)]
    force: bool,
    /// Another seed than the recipe's: decimal, or as 0x9e37.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::seed)]
    seed: Option<u64>,
    /// What computes the heights: cpu, auto, gpu, or part of the name of a graphics device.
    ///
    /// The processor gives the same bits on every machine. A graphics device is as exact, but the last bits are its own:
    /// heights differ by two millionths of their range, on cliffs by more. `auto` takes a device if there is one that
    /// does not compute on the processor; `gpu` takes any. Should it fail, the processor makes the rest. `orogen devices`
    /// lists what there is.
    #[arg(long, value_name = "cpu|auto|gpu|NAME", default_value = "cpu")]
    device: Choice,
    /// Threads that make heights [default: one for each processor].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::whole(1..=1024))]
    threads: Option<i64>,
    /// Tell on stderr where the time went.
    #[arg(long)]
    timings: bool,
    /// What heights are computed with; the bits do not depend on it.
    #[arg(long, hide = true, value_parser = simd_level)]
    simd: Option<Level>,
    /// Say nothing but errors.
    #[arg(long)]
    quiet: bool,
    /// Print machine-readable facts; what goes wrong before there are any is told on stderr, in words.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen generate alps -o out
  orogen generate mine.toml -o out --size 4096 --format png16,f32 --seed 12
  orogen generate alps -o unity --for unity --tiles 2
  orogen generate alps -o corner --size 4096 --region 0,0,4000,4000
  orogen generate planet.toml -o map --equirect 8192 --format geotiff
  orogen generate planet.toml -o part --region 46.5,8.0,20km --size 2048";

fn simd_level(name: &str) -> Result<Level, String> {
    let all = Level::all();
    let names: Vec<_> = all.iter().map(|(name, _)| *name).collect();
    let found = all.iter().find(|(known, _)| *known == name);
    found.map(|(_, level)| *level).ok_or_else(|| format!("this machine has {}", names.join(", ")))
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let start = Instant::now();
    let recipe = recipe::load(&args.recipe, args.seed)?;
    let Done { info, remarks, timings } = make(args, &recipe, Interrupt::watch)?;
    if args.timings {
        eprint!("{}", timings.table(start.elapsed()));
    }
    outcome::tell(args, &info, &remarks, start.elapsed())
}

/// What a job has made.
pub(crate) struct Done {
    pub(crate) info: TerrainInfo,
    pub(crate) remarks: Remarks,
    timings: Timings,
}

/// Makes the files of a recipe, which is not read again: `args.recipe` is what they are called after. `watch` begins to look
/// for the wish to stop, once it is certain that there is something to make.
pub(crate) fn make(
    args: &Args,
    recipe: &Recipe,
    watch: impl FnOnce() -> Result<Interrupt, Failure>,
) -> Result<Done, Failure> {
    let Order { extent, mut delivery, target, planet } = target::order(args, recipe)?;
    let pictures = PictureFiles::default();
    let terrain =
        if delivery.needs_materials(planet.is_some()) { Terrain::with_materials } else { Terrain::new };
    let terrain = terrain(recipe, &pictures, extent.grid.spacing)?;
    if !args.quiet {
        failure::warn(terrain.warnings());
    }
    // Now, not after the work: a picture may change or go meanwhile.
    let hashes = hash::of(recipe)?;
    if let Some(hint) = args.target.hint(recipe, &pictures).filter(|_| !args.quiet) {
        eprintln!("hint: {hint}");
    }
    let device = device::open(&args.device)?;
    let interrupt = watch()?;
    let folder = output::claim(&args.output, args.quiet)?;
    let covering = Covering::new(&recipe.materials);
    let mapping_of = |min: f64, max: f64| mapping(target.as_deref(), &terrain, &extent, [min, max]);
    let (min, max) = (terrain.interval().min, terrain.interval().max);
    // Of formats that do not depend on it, nothing is measured.
    let fit = args.fit && delivery.needs_mapping();
    // What is measured may fit where what is possible does not.
    let possible = if fit { sixteen_bit(min, max)? } else { mapping_of(min, max)? };
    // Opened and dropped: what a format cannot hold is told before the work.
    let subject = products::subject(&terrain, recipe, possible, covering.clone());
    let parts = parts::of(&delivery, &extent.grid, planet.as_ref());
    if !args.force {
        let files: Vec<_> = parts.iter().flat_map(|part| part.files(&subject)).collect();
        output::refuse_foreign(&args.output, &files)?;
    }
    for part in &parts {
        drop(part.delivery.open(&args.output, &extent.grid, &subject)?);
    }
    products::check_room(&args.output, parts.len() as u64 * delivery.least_bytes(&extent.grid))?;
    if let Some(cut) = extent.cut().filter(|_| !args.quiet) {
        eprintln!("{cut}");
    }
    let has_glb = delivery.outputs.iter().any(|output| output.format == Format::Glb);
    if let Some(hint) = hint::of_steps(extent.grid.spacing, [min, max]).filter(|_| has_glb && !args.quiet) {
        eprintln!("hint: {hint}");
    }
    let curvature = delivery.needs_curvature(&covering, planet.is_some());
    let work = Work { terrain: &terrain, grid: extent.grid, curvature, args, interrupt: &interrupt };
    let mut makers = parts::makers(&parts, work, device)?;
    let mapping = match fit {
        true => {
            parts::measured(&mut makers).and_then(|range| mapping_of(range.min.into(), range.max.into()))?
        }
        false => possible,
    };
    delivery.level_bases(mapping.min());
    let subject = products::subject(&terrain, recipe, mapping, covering);
    let parts = parts::of(&delivery, &extent.grid, planet.as_ref());
    let Written { wholes, range, made_by, timings } =
        parts::written(&parts, makers, &args.output, &extent.grid, &subject)?;
    let mut info = TerrainInfo {
        possible_heights: Some([min, max]),
        tiles: delivery.tiling.map(|tiling| tiling.counts()),
        sixteen_bit: delivery.sixteen_bit().then(|| SixteenBit::from(mapping)),
        min_height: range.min,
        max_height: range.max,
        sea_level: terrain.sea_level(),
        made_by,
        files: parts.iter().flat_map(|part| part.files(&subject)).collect(),
        planet,
        ..describe(recipe, hashes, &extent)
    };
    info.record(&wholes);
    let made = Made { grid: &extent.grid, tiling: delivery.tiling, mapping, sea_level: info.sea_level };
    let to_type = target.as_ref().map_or_else(Vec::new, |target| target.to_type(&made));
    info.details.extend(target.iter().flat_map(|target| details(target.name(), &to_type)));
    let fitted = mapping_of(range.min.into(), range.max.into()).ok();
    let hint = fitted.filter(|_| delivery.sixteen_bit()).and_then(|fitted| hint::of_fit(mapping, fitted));
    let superseded = commit(args, &folder, wholes, &info, &interrupt)?;
    Ok(Done { info, remarks: Remarks { to_type, hint, superseded }, timings })
}

/// Gives the files their names, and makes room of what the terrain that was here had besides.
fn commit(
    args: &Args,
    folder: &OutputFolder,
    wholes: Vec<Whole>,
    info: &TerrainInfo,
    interrupt: &Interrupt,
) -> Result<Superseded, Failure> {
    let path = args.output.join(products::DESCRIPTION);
    let description = info.complete(&path)?;
    // Whatever else is called terrain.json describes no files of ours.
    let old = TerrainInfo::read(&path).ok();
    interrupt.check()?;
    wholes.into_iter().chain([description]).try_for_each(|whole| whole.commit().map(drop))?;
    Ok(old.map(|old| folder.supersede(&old, info)).transpose()?.unwrap_or_default())
}

/// What 16 bits mean for these heights, by the wish of the target if it has one.
fn mapping(
    target: Option<&dyn Target>,
    terrain: &Terrain,
    extent: &Extent,
    heights: [f64; 2],
) -> Result<HeightMapping, Failure> {
    let asked = target.map(|target| target.mapping(heights, extent.grid.spacing, terrain.sea_level()));
    let wish = asked.transpose().map_err(target::refused)?.flatten();
    wish.map_or_else(|| sixteen_bit(heights[0], heights[1]), Ok)
}

/// What `terrain.json` says of a target.
fn details(target: &str, to_type: &[ToType]) -> [(String, Value); 2] {
    let numbers = to_type.iter().map(|number| (number.label.to_owned(), number.value.clone()));
    [("target".to_owned(), target.into()), ("to_type".to_owned(), Value::Object(numbers.collect()))]
}

/// What 16 bits mean for heights from `min` to `max` metres.
pub(crate) fn sixteen_bit(min: f64, max: f64) -> Result<HeightMapping, Failure> {
    // A flat terrain has a range of no extent; a metre of room makes its steps a length like any other.
    let max = if min == max { min + 1.0 } else { max };
    HeightMapping::new(min, max).ok_or_else(|| {
        let help = "look in the recipe for an overflow: a power, or a very large scale";
        Failure::of_job(
            format!("heights from {} to {} m cannot be mapped to 16 bits", plain(min), plain(max)),
            help,
        )
    })
}

/// What `terrain.json` says of the files that the recipe reads: pictures, and strokes.
fn read_files(recipe: &Recipe, hashes: &Hashes) -> BTreeMap<String, Value> {
    let mut told = pictures(recipe, &hashes.files);
    if let (Some(sculpt), Some(strokes)) = (&recipe.sculpt, &hashes.strokes) {
        let file = sculpt.strokes.file_name().unwrap_or_default().to_string_lossy();
        let facts = json!({ "file": file, "count": strokes.count, "blake3": strokes.blake3 });
        told.insert(STROKES.to_owned(), facts);
    }
    told
}

/// What it says of pictures, by the fields that read them.
fn pictures(recipe: &Recipe, hashes: &BTreeMap<String, String>) -> BTreeMap<String, Value> {
    let told = |(name, hash): (&String, &String)| {
        let file = recipe.fields[name].args.file("file").file_name().unwrap_or_default();
        (name.clone(), json!({ "file": file.to_string_lossy(), "blake3": hash }))
    };
    let told: Map<String, Value> = hashes.iter().map(told).collect();
    if told.is_empty() { BTreeMap::new() } else { [(PICTURES.to_owned(), Value::Object(told))].into() }
}

fn describe(recipe: &Recipe, hashes: Hashes, extent: &Extent) -> TerrainInfo {
    let grid = extent.grid;
    // Some targets want the far edge among the samples, or more than the domain.
    let is_period = (grid.columns as f64 * grid.spacing / recipe.domain.size - 1.0).abs() < 1e-6;
    TerrainInfo {
        format: orogen_files::FORMAT.to_owned(),
        orogen_version: env!("CARGO_PKG_VERSION").to_owned(),
        recipe: recipe.name.clone(),
        details: read_files(recipe, &hashes),
        recipe_hash: hashes.recipe,
        recipe_text: Some(recipe.source.text.to_string()),
        seed: recipe.seed,
        domain: recipe.domain.kind.name().to_owned(),
        planet: None,
        width: grid.columns,
        height: grid.rows,
        metres_per_sample: grid.spacing,
        origin: [grid.x(0), grid.y(0)],
        rows: orogen_files::ROWS.to_owned(),
        min_height: 0.0,
        max_height: 0.0,
        possible_heights: None,
        tiles: None,
        sixteen_bit: None,
        sea_level: None,
        tileable: recipe.domain.tile && extent.cut().is_none() && is_period,
        period: recipe.domain.tile.then_some(recipe.domain.size),
        made_by: Vec::new(),
        files: Vec::new(),
    }
}
