//! `orogen generate`: writes the files of a terrain.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use orogen::{Files, Hashes};
use orogen_engine::level::Level;
use orogen_engine::raster::MAX_SIDE;
use orogen_engine::recipe::Recipe;
use orogen_files::targets::{GeneratedTerrain, ImportSetting};
use orogen_files::{
    HeightMapping, MaterialInfo, OutputFolder, PendingOutput, SixteenBit, Superseded, TerrainInfo,
};
use serde_json::{Map, Value, json};

use crate::device::{self, Choice};
use crate::failure::Failure;
use crate::follow::{self, WatchOption};
use crate::interrupt::Interrupt;
use crate::numbers::plain;
use crate::solving;
use crate::{json, numbers, output, recipe};
use batch::BatchOptions;
use extent::MIN_SIDE;
use pipeline::{Job, WrittenFiles};
use products::FileOptions;
use range::Ranges;
use setup::Setup;
use target::Plan;
use timings::Timings;

pub(crate) use extent::Region;
pub(crate) use pipeline::rows_of_bands;
pub(crate) use planet::{PlanetRegion, refused};
#[cfg(feature = "studio")]
pub(crate) use products::FormatName;
pub(crate) use products::{WaterOf, format_context, style};
pub(crate) use report::Notes;
#[cfg(feature = "studio")]
pub(crate) use target::{accepted_sizes, programs};

mod batch;
mod extent;
mod hint;
mod lod;
mod notify;
mod parts;
mod pipeline;
mod planet;
mod products;
mod range;
mod report;
mod rows;
mod setup;
mod target;
mod timings;

/// The entry of [`TerrainInfo::details`] with the images a recipe reads.
pub(crate) const PICTURES: &str = "pictures";
/// The entry with the strokes of the recipe.
pub(crate) const STROKES: &str = "strokes";

/// Generate the files of a terrain: heights, a normal map, a preview, and a description for other programs.
#[derive(Clone, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A recipe file or preset name; `-` reads the recipe from standard input.
    recipe: PathBuf,
    /// The folder for the files; created if missing.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Samples along a side of the whole domain [default: from the recipe].
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "spacing",
          value_parser = numbers::whole(MIN_SIDE..=MAX_SIDE as i64))]
    size: Option<i64>,
    /// Metres between neighbouring samples, instead of --size.
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = numbers::metres)]
    spacing: Option<f64>,
    /// Generate only this rectangle of the domain, in metres. On a planet, it is the square with this side length around a
    /// latitude and longitude in degrees: 46.5,8.0,20km.
    #[arg(long, value_name = "X0,Y0,X1,Y1|LAT,LON,SIZE", allow_hyphen_values = true)]
    region: Option<Region>,
    #[command(flatten)]
    planet: planet::PlanetOptions,
    #[command(flatten)]
    target: target::TargetOptions,
    #[command(flatten)]
    files: FileOptions,
    /// Measure the heights first, and map the 16-bit range to them. The fields of --field are mapped in the same way.
    ///
    /// By default, the range spans all heights and values that the recipe can reach, so that all regions of a terrain fit
    /// together.
    #[arg(long)]
    fit: bool,
    /// Overwrite files that orogen did not write or that have changed since.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    choices: recipe::Choices,
    #[command(flatten)]
    batch: BatchOptions,
    #[command(flatten)]
    follow: WatchOption,
    /// Compute heights on the processor (cpu), a graphics device (auto, gpu), or the device with NAME in its name.
    ///
    /// The processor gives the same bits on every machine. On a graphics device, the last bits differ: heights by up to two
    /// millionths of their range, and by more on cliffs and creases. `auto` uses the best device that does not
    /// compute on the processor, if there is one; `gpu` uses any device. If the device fails, the processor finishes the
    /// job. `orogen devices` lists the devices.
    #[arg(long, value_name = "cpu|auto|gpu|NAME", default_value = "cpu")]
    device: Choice,
    /// Threads that compute heights [default: one per processor].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::whole(1..=1024))]
    threads: Option<i64>,
    /// Print to stderr where the time went.
    #[arg(long)]
    timings: bool,
    /// The SIMD level; the bits do not depend on it.
    #[arg(long, hide = true, value_parser = simd_level)]
    simd: Option<Level>,
    #[command(flatten)]
    report: json::Reporting,
}

const EXAMPLES: &str = "\
Examples:
  orogen generate alps -o out
  orogen generate mine.toml -o out --size 4096 --format png16,f32 --seed 12
  orogen generate mine.toml -o out --size 512 --watch
  orogen generate alps -o unity --for unity --tiles 2
  orogen generate alps -o meshes --format glb-lod --triangles 100k --tiles 4 --size 2049
  orogen generate alps -o many --seeds 1..16 --size 512
  orogen presets alps | orogen generate - -o out
  orogen generate alps -o corner --size 4096 --region 0,0,4000,4000
  orogen generate planet.toml -o map --equirect 8192 --format geotiff
  orogen generate terra -o cube --cube 1024 --cube-layout unity
  orogen generate planet.toml -o part --region 46.5,8.0,20km --size 2048";

fn simd_level(name: &str) -> Result<Level, String> {
    let all = Level::all();
    let names: Vec<_> = all.iter().map(|(name, _)| *name).collect();
    let found = all.iter().find(|(known, _)| *known == name);
    found.map(|(_, level)| *level).ok_or_else(|| format!("this machine supports {}", names.join(", ")))
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    follow::run(args.follow, &args.recipe, &args.choices, |recipe| match args.batch.is_given() {
        true => batch::run(args, &recipe),
        false => once(args, &recipe),
    })
}

fn once(args: &Args, recipe: &Recipe) -> Result<(), Failure> {
    let start = Instant::now();
    let pictures = solving::files(!args.report.quiet);
    let Generated { info, notes, timings } = generate(args, recipe, &pictures, Interrupt::watch)?;
    if args.timings {
        eprint!("{}", timings.table(start.elapsed()));
    }
    report::print(args, &info, &notes, start.elapsed())
}

/// The result of a job.
pub(crate) struct Generated {
    pub(crate) info: TerrainInfo,
    pub(crate) notes: Notes,
    timings: Timings,
}

/// Generates the files of a recipe. `args.recipe` only names them; it is not read again. `pictures` reads and keeps the files
/// that recipes name. `watch` is called once the
/// request is known to be valid.
pub(crate) fn generate(
    args: &Args,
    recipe: &Recipe,
    pictures: &Files,
    watch: impl FnOnce() -> Result<Interrupt, Failure>,
) -> Result<Generated, Failure> {
    let recipe = &args.files.exporting(recipe)?;
    let plan = target::plan(args, recipe)?;
    let sky = products::sky_view(&plan.delivery, &plan.extent.grid)?;
    let mut setup = Setup::new(args, recipe, plan, pictures)?;
    // Hash before the work: an image may change or disappear meanwhile.
    let hashes = Hashes::of(recipe)?;
    if let Some(hint) = args.target.hint(recipe, pictures).filter(|_| !args.report.quiet) {
        eprintln!("hint: {hint}");
    }
    let device = device::open(&args.device)?;
    let interrupt = watch()?;
    let folder = output::claim(&args.output, args.report.quiet)?;
    let possible = setup.possible_mapping()?;
    let parts = setup.parts();
    setup.check_files(&parts, &setup.context(possible))?;
    setup.print_hints();
    let grid = setup.plan.extent.grid;
    let curvature = setup.plan.delivery.needs_curvature(&setup.covering);
    let job = Job { terrain: &setup.terrain, grid, curvature, sky, args, interrupt: &interrupt };
    let mut makers = parts::makers(&parts, job, device)?;
    let measured = setup.fits().then(|| parts::measured(&mut makers, setup.fits_fields())).transpose()?;
    let mapping = match &measured {
        Some(Ranges { heights, .. }) => setup.mapping([heights.min.into(), heights.max.into()])?,
        None => possible,
    };
    setup.plan.delivery.level_bases(mapping.min());
    let mut context = setup.context(mapping);
    if let Some(ranges) = measured.filter(|_| setup.fits_fields()) {
        products::fit_fields(Arc::make_mut(&mut context), &ranges.fields);
    }
    let parts = setup.parts();
    let WrittenFiles { outputs, range, made_by, timings } =
        parts::written(&parts, makers, &args.output, &grid, &context)?;
    let generated = GeneratedTerrain {
        grid: &grid,
        tiling: setup.plan.delivery.tiling,
        mapping,
        sea_level: setup.terrain.sea_level(),
    };
    let target = setup.plan.target.as_ref();
    let import_settings = target.map_or_else(Vec::new, |target| target.import_settings(&generated));
    let files = parts.iter().flat_map(|part| part.files(&context)).collect();
    let mut info = TerrainInfo {
        min_height: range.min,
        max_height: range.max,
        made_by,
        files,
        ..describe(&setup, hashes, mapping)
    };
    info.record(&outputs);
    info.details.extend(batch::detail(args));
    info.details.extend(target.iter().flat_map(|target| details(target.name(), &import_settings)));
    let hint = setup.hint_of(mapping, range);
    let superseded = commit(args, &folder, outputs, &info, &interrupt)?;
    let warnings = setup.terrain.warnings().to_vec();
    Ok(Generated {
        info,
        notes: Notes { import_settings, hint, superseded, warnings },
        timings: Timings { solution: setup.solution, ..timings },
    })
}

/// Gives the files their names, and removes other files of the previous version.
fn commit(
    args: &Args,
    folder: &OutputFolder,
    outputs: Vec<PendingOutput>,
    info: &TerrainInfo,
    interrupt: &Interrupt,
) -> Result<Superseded, Failure> {
    let path = args.output.join(output::DESCRIPTION);
    let description = info.complete(&path)?;
    let change = folder.replace(info)?;
    interrupt.check()?;
    Ok(change.commit(folder, info, outputs, description)?)
}

/// The entries of `terrain.json` about a target.
fn details(target: &str, import_settings: &[ImportSetting]) -> [(String, Value); 2] {
    let values = import_settings.iter().map(|setting| (setting.label.to_owned(), setting.value.clone()));
    [("target".to_owned(), target.into()), ("import_settings".to_owned(), Value::Object(values.collect()))]
}

/// The 16-bit mapping of heights from `min` to `max` metres.
pub(crate) fn sixteen_bit(min: f64, max: f64) -> Result<HeightMapping, Failure> {
    HeightMapping::spanning(min, max).ok_or_else(|| {
        let help = "check the recipe for an overflow: a power or a very large scale";
        Failure::job(
            format!("heights from {} to {} m cannot be mapped to 16 bits", plain(min), plain(max)),
            help,
        )
    })
}

/// The entries of `terrain.json` about the files that the recipe reads: images and strokes.
fn read_files(recipe: &Recipe, hashes: &Hashes) -> BTreeMap<String, Value> {
    let mut entries = images(recipe, &hashes.files);
    if let (Some(sculpt), Some(strokes)) = (&recipe.sculpt, &hashes.strokes) {
        let file = sculpt.strokes.file_name().unwrap_or_default().to_string_lossy();
        let entry = json!({ "file": file, "count": strokes.count, "blake3": strokes.blake3 });
        entries.insert(STROKES.to_owned(), entry);
    }
    entries
}

/// The entry about images, by the fields that read them.
fn images(recipe: &Recipe, hashes: &BTreeMap<String, String>) -> BTreeMap<String, Value> {
    let entry = |(name, hash): (&String, &String)| {
        let file = recipe.fields[name].files().find_map(|(_, path)| path.file_name()).unwrap_or_default();
        (name.clone(), json!({ "file": file.to_string_lossy(), "blake3": hash }))
    };
    let entries: Map<String, Value> = hashes.iter().map(entry).collect();
    if entries.is_empty() { BTreeMap::new() } else { [(PICTURES.to_owned(), Value::Object(entries))].into() }
}

/// The description of a terrain before its files are written.
fn describe(setup: &Setup<'_>, hashes: Hashes, mapping: HeightMapping) -> TerrainInfo {
    let Setup { recipe, plan: Plan { extent, delivery, planet, .. }, terrain, .. } = setup;
    let grid = extent.grid;
    // The canonical text of a recipe that uses files needs none of them.
    let is_alone = recipe.files.is_empty();
    // Some targets include the far edge, or more than the domain.
    let is_period = (grid.columns as f64 * grid.spacing / recipe.domain.size - 1.0).abs() < 1e-6;
    TerrainInfo {
        format: orogen_files::FORMAT.to_owned(),
        orogen_version: env!("CARGO_PKG_VERSION").to_owned(),
        recipe: recipe.name.clone(),
        details: read_files(recipe, &hashes),
        recipe_hash: hashes.recipe,
        recipe_text: Some(match is_alone {
            true => recipe.source.text.to_string(),
            false => recipe.canonical(),
        }),
        seed: recipe.seed,
        parameters: recipe.values(),
        domain: recipe.domain.kind.name().to_owned(),
        planet: planet.clone(),
        width: grid.columns,
        height: grid.rows,
        metres_per_sample: grid.spacing,
        origin: [grid.x(0), grid.y(0)],
        rows: orogen_files::ROWS.to_owned(),
        min_height: 0.0,
        max_height: 0.0,
        possible_heights: Some(setup.possible_heights()),
        tiles: delivery.tiling.map(|tiling| tiling.counts()),
        sixteen_bit: delivery.sixteen_bit().then(|| SixteenBit::from(mapping)),
        sea_level: terrain.sea_level(),
        materials: recipe.materials.iter().map(MaterialInfo::from).collect(),
        tileable: recipe.domain.tile && extent.crop_note().is_none() && is_period,
        period: recipe.domain.tile.then_some(recipe.domain.size),
        made_by: Vec::new(),
        files: Vec::new(),
    }
}
