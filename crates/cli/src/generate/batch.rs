//! `--seeds` and `--vary`: many terrains of one recipe, each in its own folder.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use orogen::{Files, Hashes};
use orogen_engine::digits::rounded;
use orogen_engine::nodes;
use orogen_engine::recipe::{Recipe, RecipeError};
use orogen_files::verify::changes;
use orogen_files::{CreatedFolders, FileInfo, PendingOutput, TerrainInfo};
use serde_json::{Value, json};

use super::{Args, generate};
use crate::failure::{self, Failure};
use crate::interrupt::Interrupt;
use crate::numbers::{self, plain};
use crate::progress::Progress;
use crate::{inputs, json, output, printable, signals, solving};

/// The most terrains of a batch.
const MAX_TERRAINS: usize = 4096;

/// The page that shows the previews.
const SHEET: &str = "contact.html";

/// The entry of [`TerrainInfo::details`] with a hash of the options that the files depend on.
const OPTIONS: &str = "options";

/// The seeds and parameters of a batch.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct BatchOptions {
    /// Generate a terrain for each of these seeds, each in a folder seed-N, and the page contact.html with their previews.
    /// Complete terrains are kept, so the same command continues a stopped batch.
    #[arg(long, value_name = "A..B|N,N", conflicts_with = "seed")]
    seeds: Option<Seeds>,
    /// Generate a terrain for each of N values of a parameter of the recipe, from A to B. May be repeated, and combined with
    /// --seeds: all combinations are generated.
    #[arg(long, value_name = "NAME=A..B:N")]
    vary: Vec<Vary>,
}

/// Seeds, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seeds(Vec<u64>);

impl FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seeds = match text.split_once("..") {
            Some((first, last)) => {
                let (first, last) = (numbers::seed(first)?, numbers::seed(last)?);
                let count = last.checked_sub(first).ok_or("the first seed is larger than the last")?;
                if count >= MAX_TERRAINS as u64 {
                    return Err(format!("a batch can have at most {MAX_TERRAINS} terrains"));
                }
                (first..=last).collect()
            }
            None => text.split(',').map(numbers::seed).collect::<Result<Vec<_>, _>>()?,
        };
        Ok(Self(seeds))
    }
}

/// The values of a parameter.
#[derive(Clone, Debug, PartialEq)]
struct Vary {
    name: String,
    values: Vec<f64>,
}

impl FromStr for Vary {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const FORM: &str = "write NAME=A..B:N, as in height=200..800:4";
        let (name, values) = text.split_once('=').ok_or(FORM)?;
        let (range, count) = values.rsplit_once(':').ok_or(FORM)?;
        let (from, to) = range.split_once("..").ok_or(FORM)?;
        let [from, to] = [from, to].map(|end| numbers::setting(&format!("{name}={end}")));
        let (name, from) = from?;
        let (_, to) = to?;
        let count: usize =
            count.parse().ok().filter(|count| (2..=MAX_TERRAINS).contains(count)).ok_or(FORM)?;
        let value = |k: usize| rounded(from + (to - from) * k as f64 / (count - 1) as f64);
        Ok(Self { name, values: (0..count).map(value).collect() })
    }
}

/// A terrain of a batch.
struct Variant {
    /// The name of the terrain's folder.
    name: String,
    recipe: Recipe,
}

impl BatchOptions {
    pub(super) fn is_given(&self) -> bool {
        self.seeds.is_some() || !self.vary.is_empty()
    }

    /// All combinations, in order.
    fn variants(&self, recipe: &Recipe) -> Result<Vec<Variant>, Failure> {
        let seeds = self.seeds.as_ref().map_or(1, |Seeds(seeds)| seeds.len());
        let count = self.vary.iter().fold(seeds, |count, vary| count.saturating_mul(vary.values.len()));
        if count > MAX_TERRAINS {
            let message = format!("{count} terrains are too many");
            return Err(Failure::usage(message, format!("a batch can have at most {MAX_TERRAINS} terrains")));
        }
        let mut names = BTreeSet::new();
        for Vary { name, .. } in &self.vary {
            if !names.insert(name) || recipe.settings().contains_key(name) {
                let message = format!("the parameter `{name}` is set twice");
                return Err(Failure::usage(message, "set each parameter by only one --vary or --set"));
            }
        }
        let mut all = vec![(Vec::<String>::new(), recipe.clone())];
        for Vary { name, values } in &self.vary {
            let mut varied = Vec::new();
            for (names, recipe) in &all {
                for &value in values {
                    let mut settings = recipe.settings();
                    settings.insert(name.clone(), value);
                    let recipe = recipe.with_settings(nodes::registry(), &settings)?;
                    varied.push(([&names[..], &[format!("{name}-{}", plain(value))]].concat(), recipe));
                }
            }
            all = varied;
        }
        if let Some(Seeds(seeds)) = &self.seeds {
            let seeded = |(names, recipe): &(Vec<String>, Recipe)| {
                let one = |&seed: &u64| {
                    ([&names[..], &[format!("seed-{seed}")]].concat(), Recipe { seed, ..recipe.clone() })
                };
                seeds.iter().map(one).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(seeded).collect();
        }
        let variants: Vec<_> =
            all.into_iter().map(|(names, recipe)| Variant { name: names.join("_"), recipe }).collect();
        let mut names = BTreeSet::new();
        if let Some(twice) = variants.iter().find(|variant| !names.insert(&variant.name)) {
            let message = format!("two terrains have the name {}", twice.name);
            return Err(Failure::usage(message, "give each seed and each value once"));
        }
        Ok(variants)
    }
}

/// The outcome of a batch.
#[derive(Default)]
struct Outcome {
    /// The number of terrains that were complete before.
    kept: AtomicUsize,
    done: AtomicUsize,
    /// Warnings about the recipes, each once.
    warnings: Mutex<Vec<RecipeError>>,
    /// The first failure, and the terrain that it concerns.
    failure: Mutex<Option<(String, Failure)>>,
}

/// Generates the terrains of a batch, as many at once as there are threads, because much of erosion runs on one thread.
pub(super) fn run(args: &Args, base: &Recipe) -> Result<(), Failure> {
    let start = Instant::now();
    let variants = args.batch.variants(base)?;
    let _created = CreatedFolders::prepare(&args.output)?;
    inputs::refuse(&args.recipe, base, &[args.output.join(SHEET)])?;
    refuse_foreign_sheet(args)?;
    let threads = args.threads.map_or_else(rayon::current_num_threads, |threads| threads as usize);
    let workers = threads.min(variants.len());
    let report = json::Reporting { quiet: true, ..args.report };
    let job = Args { report, threads: Some((threads / workers) as i64), ..args.clone() };
    let (next, outcome) = (AtomicUsize::new(0), Outcome::default());
    let progress = Progress::of_share("terrains", !args.report.quiet);
    // All terrains share the pictures that the recipe reads.
    let pictures = solving::files(false);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(variant) = variants.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if outcome.failure().is_some() {
                        break;
                    }
                    outcome.add(variant, one(&job, variant, &pictures));
                    progress.set(outcome.done.load(Ordering::Relaxed) as u64, variants.len() as u64);
                }
            });
        }
    });
    drop(progress);
    if !args.report.quiet {
        failure::warn(&outcome.warnings.into_inner().unwrap_or_else(PoisonError::into_inner));
    }
    if let Some((name, failure)) = outcome.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        if signals::status().is_none() {
            failure.print();
        }
        if !args.report.quiet {
            let (done, all) = (outcome.done.into_inner(), variants.len());
            eprintln!(
                "stopped at {name}, after {done} of {all} terrains: run the same command again to generate the others"
            );
        }
        return Err(Failure::Reported(failure.status()));
    }
    let page = signed(&page(&base.name, &args.output, &terrains(&args.output, &variants)?));
    PendingOutput::of_bytes(&args.output.join(SHEET), page.as_bytes())?.commit()?;
    print(args, &variants, outcome.kept.into_inner(), start.elapsed())
}

impl Outcome {
    fn failure(&self) -> MutexGuard<'_, Option<(String, Failure)>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps those warnings that no other terrain had.
    fn warn(&self, warnings: Vec<RecipeError>) {
        let mut known = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        for warning in warnings {
            if !known.iter().any(|other| other.message == warning.message && other.span == warning.span) {
                known.push(warning);
            }
        }
    }

    fn add(&self, variant: &Variant, made: Result<Made, Failure>) {
        match made {
            Ok(made) => {
                self.kept.fetch_add(usize::from(matches!(made, Made::Before)), Ordering::Relaxed);
                if let Made::Now(warnings) = made {
                    self.warn(warnings);
                }
                self.done.fetch_add(1, Ordering::Relaxed);
            }
            Err(failure) => {
                self.failure().get_or_insert_with(|| (variant.name.clone(), failure));
            }
        }
    }
}

/// When a terrain was generated: before this batch, or now, with warnings about its recipe.
enum Made {
    Before,
    Now(Vec<RecipeError>),
}

/// Generates a terrain unless it is complete already.
fn one(job: &Args, Variant { name, recipe }: &Variant, pictures: &Files) -> Result<Made, Failure> {
    let args = Args { output: job.output.join(name), ..job.clone() };
    if is_complete(&args.output, recipe, &options(&args))? {
        return Ok(Made::Before);
    }
    generate(&args, recipe, pictures, Interrupt::watch).map(|made| Made::Now(made.notes.warnings))
}

/// The entry of `terrain.json` with a hash of the options, for terrains of a batch.
pub(super) fn detail(args: &Args) -> Option<(String, Value)> {
    args.batch.is_given().then(|| (OPTIONS.to_owned(), options(args).into()))
}

/// A hash of the options that the files depend on.
fn options(args: &Args) -> String {
    let Args { size, spacing, region, planet, target, files, fit, device, .. } = args;
    let text = format!("{:?}", (size, spacing, region, planet, target, files, fit, device));
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// Whether a folder has all files of a terrain, by this version, with the same options.
fn is_complete(folder: &Path, recipe: &Recipe, options: &str) -> Result<bool, Failure> {
    let Ok(info) = TerrainInfo::read(&folder.join(output::DESCRIPTION)) else { return Ok(false) };
    // The hash comes last, because it reads all files of the recipe.
    let is_same = info.orogen_version == env!("CARGO_PKG_VERSION")
        && info.details.get(OPTIONS).is_some_and(|found| found == options)
        && info.recipe_hash == Hashes::of(recipe)?.recipe;
    let is_there = |file: &FileInfo| changes(file, &folder.join(&file.name)).is_ok();
    Ok(is_same && info.files.iter().all(is_there))
}

/// Refuses to overwrite a page that this command did not write, or that has changed since.
fn refuse_foreign_sheet(args: &Args) -> Result<(), Failure> {
    match fs::read(args.output.join(SHEET)) {
        Ok(page) if !args.force && !is_unchanged(&page) => {
            let folder = printable::path(&args.output);
            let message =
                format!("refusing to overwrite {SHEET} in {folder}: not written by orogen, or changed since");
            Err(Failure::job(message, "choose another folder, move the file away, or overwrite with --force"))
        }
        _ => Ok(()),
    }
}

/// Whether a page is unchanged since [`signed`] made it.
fn is_unchanged(page: &[u8]) -> bool {
    let Ok(page) = str::from_utf8(page) else { return false };
    page.split_once("-->\n").is_some_and(|(_, body)| signed(body) == page)
}

/// A page that begins with a hash of its text, by which changes are detected.
fn signed(body: &str) -> String {
    format!(
        "<!doctype html>\n<!-- by orogen generate: {} -->\n{body}",
        blake3::hash(body.as_bytes()).to_hex()
    )
}

/// The names of the terrains of this batch, then those that other batches left in the folder.
fn terrains(folder: &Path, variants: &[Variant]) -> Result<Vec<String>, Failure> {
    let mut names: Vec<String> = variants.iter().map(|variant| variant.name.clone()).collect();
    let entries = fs::read_dir(folder).map_err(|error| {
        Failure::job(format!("cannot read {}: {error}", printable::path(folder)), "check its permissions")
    })?;
    let is_of_batch = |name: &String| {
        let info = TerrainInfo::read(&folder.join(name).join(output::DESCRIPTION));
        info.is_ok_and(|info| info.details.contains_key(OPTIONS))
    };
    let others = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let mut others: Vec<_> =
        others.filter(|name| !names.contains(name) && is_plain(name) && is_of_batch(name)).collect();
    others.sort();
    names.append(&mut others);
    Ok(names)
}

/// Whether a name of a folder or file means the same in a page: batches and orogen write no others.
fn is_plain(name: &str) -> bool {
    name.chars().all(|letter| letter.is_alphanumeric() || "-_.+".contains(letter))
}

/// The names of the previews of a terrain: six for a cube map.
fn previews(folder: &Path) -> Vec<String> {
    // A description that cannot be read lists no files.
    let files =
        TerrainInfo::read(&folder.join(output::DESCRIPTION)).map_or_else(|_| Vec::new(), |info| info.files);
    let names = files.into_iter().filter(|file| file.kind == "preview").map(|file| file.name);
    names.filter(|name| is_plain(name)).collect()
}

/// A page with the previews and their names.
fn page(title: &str, folder: &Path, names: &[String]) -> String {
    let title: String = printable::printable(title).replace('&', "&amp;").replace('<', "&lt;");
    let mut page = format!(
        "<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\n\
         body {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 12px; \
         font: 14px sans-serif; background: #fff; color: #2b2f36; }}\n\
         figure {{ margin: 0; }}\nimg {{ width: 100%; }}\n.faces a {{ display: inline-block; width: 33%; }}\n</style>\n"
    );
    for name in names {
        let previews = previews(&folder.join(name));
        // The faces of a cube map are in rows of three.
        let class = if previews.len() > 1 { " class=\"faces\"" } else { "" };
        let image = |preview: &String| {
            format!("<a href=\"{name}/{preview}\"><img loading=\"lazy\" src=\"{name}/{preview}\"></a>")
        };
        let images: String = previews.iter().map(image).collect();
        // Writing to a string cannot fail.
        _ = writeln!(page, "<figure{class}>{images}<figcaption>{name}</figcaption></figure>");
    }
    page
}

fn print(args: &Args, variants: &[Variant], kept: usize, time: Duration) -> Result<(), Failure> {
    let seconds = time.as_secs_f64();
    if args.report.json {
        let terrain = |Variant { name, recipe }: &Variant| json!({ "folder": name, "seed": recipe.seed, "parameters": recipe.values() });
        return json::print(&json!({
            "folder": args.output.display().to_string(),
            "terrains": variants.iter().map(terrain).collect::<Vec<_>>(),
            "kept": kept,
            "seconds": seconds,
        }));
    }
    let mut out = io::stdout().lock();
    if !args.report.quiet {
        let names: Vec<String> = variants.iter().map(|variant| variant.name.clone()).collect();
        let folder = printable::path(&args.output);
        writeln!(out, "written to {folder}: {} and {SHEET}", output::listed(&names))?;
        writeln!(out, "{} terrains, {kept} of them already complete; {seconds:.1} s", variants.len())?;
    }
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_parsed() {
        assert_eq!("3..5".parse(), Ok(Seeds(vec![3, 4, 5])));
        assert_eq!("7,0x10,7".parse(), Ok(Seeds(vec![7, 16, 7])));
        for wrong in ["", "5..3", "1..9999", "a", "1..", "1,,2"] {
            assert!(wrong.parse::<Seeds>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn values_are_parsed() {
        let vary = Vary { name: "height".to_owned(), values: vec![0.1, 0.2, 0.3] };
        assert_eq!("height=0.1..0.3:3".parse(), Ok(vary));
        let metres = Vary { name: "size".to_owned(), values: vec![500.0, 2000.0] };
        assert_eq!("size=500..2km:2".parse(), Ok(metres));
        for wrong in ["", "a", "a=1..2", "a=1:2", "a=1..2:1", "a=1..x:3", "a=1..2:9999"] {
            assert!(wrong.parse::<Vary>().is_err(), "{wrong}");
        }
    }
}
