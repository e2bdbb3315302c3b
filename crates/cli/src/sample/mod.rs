//! `orogen sample`: the terrain at given points.

use std::io;
use std::path::PathBuf;

use csv::Writer;
use orogen::cpu::Number;
use orogen::level::Level;
use orogen::planet::LatLon;
use orogen::recipe::{Domain, DomainKind};
use orogen::terrain::{PlanetSample, Sample, Terrain};
use rayon::prelude::*;

use crate::failure::{self, Failure};
use crate::images::PictureFiles;
use crate::numbers::{self, plain};
use crate::recipe;
use points::{Points, Wanted};

mod points;

/// Print height and exact slope at given points.
///
/// The points are the columns `x`, `y` and, in a space, `z` of a CSV file, in metres. The result is CSV: all columns
/// given, then `height` in metres and its gradient `dx`, `dy` and, in a space, `dz`, in metres per metre. On a planet the
/// columns are `lat` and `lon`, in degrees, and the result is `height`, the slopes `east` and `north`, and the ground's
/// normal `nx`, `ny`, `nz` with the north pole at +z; they are those of the ground itself, as fine as samples a metre apart
/// show it, and not those of a map, whose samples are kilometres apart.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, group = clap::ArgGroup::new("places").required(true).args(["at", "points"]))]
pub(crate) struct Args {
    /// A recipe file, or the name of a preset.
    recipe: PathBuf,
    /// The CSV file of points; `-` reads them from stdin.
    #[arg(long, value_name = "FILE.csv")]
    points: Option<PathBuf>,
    /// One point: latitude and longitude in degrees on a planet, else x, y and, in a space, z in metres.
    #[arg(long, value_name = "LAT,LON|X,Y[,Z]", allow_hyphen_values = true)]
    at: Option<String>,
    /// Metres between samples, for fractals that are as fine as those [default: as `generate` makes them; on a planet 1].
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = numbers::metres)]
    spacing: Option<f64>,
    /// What to compute in: f32 gives the very bits of `generate`, f64 the reference.
    #[arg(long, value_enum, default_value = "f32")]
    precision: Precision,
    /// Another seed than the recipe's: decimal, or as 0x9e37.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::seed)]
    seed: Option<u64>,
}

const EXAMPLES: &str = "\
Examples:
  orogen sample alps --points places.csv > heights.csv
  printf 'x,y\\n100,200\\n' | orogen sample alps --points -
  orogen sample planet.toml --at 46.5,8.0";

#[derive(Clone, Copy, clap::ValueEnum)]
enum Precision {
    F32,
    F64,
}

/// Metres between samples on a planet where nobody says another number: at a place there is ground, whatever a map shows.
const ON_PLANETS: f64 = 1.0;

/// Points that one task of the thread pool computes.
const TASK: usize = 1 << 12;

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let recipe = recipe::load(&args.recipe, args.seed)?;
    let domain = &recipe.domain;
    let spacing = args.spacing.unwrap_or_else(|| usual_spacing(domain));
    let terrain = Terrain::new(&recipe, &PictureFiles::default(), spacing)?;
    failure::warn(terrain.warnings());
    let wanted = Wanted {
        planet: terrain.sphere().is_some(),
        dimensions: terrain.dimensions(),
        results: results(&terrain),
    };
    let mut points = match (&args.at, &args.points) {
        (Some(at), _) => Points::at(at, &wanted)?,
        (None, Some(path)) => Points::open(path, &wanted)?,
        (None, None) => unreachable!("clap asks for one of them"),
    };
    if domain.kind == DomainKind::Space && !points.have_z() {
        eprintln!(
            "no column z: every point is taken at z = {} m, where the recipe cuts the space",
            plain(domain.z)
        );
    }
    let mut next = points.chunk(domain.z)?;
    // Not before the first points are known to be right.
    let mut out = Writer::from_writer(io::stdout().lock());
    let columns = points.header.iter().chain(results(&terrain).iter().copied());
    out.write_record(columns).map_err(of_output)?;
    loop {
        let (rows, places) = next;
        if rows.is_empty() {
            return Ok(out.flush()?);
        }
        let samples = places.par_chunks(TASK).flat_map_iter(|places| match args.precision {
            Precision::F32 => sampled::<f32>(&terrain, places),
            Precision::F64 => sampled::<f64>(&terrain, places),
        });
        for (row, sample) in rows.iter().zip(samples.collect::<Vec<_>>()) {
            let numbers = shortest(&sample, args.precision);
            out.write_record(row.iter().chain(numbers.iter().map(String::as_str))).map_err(of_output)?;
        }
        next = points.chunk(domain.z)?;
    }
}

/// Metres between samples when nobody asks for others.
fn usual_spacing(domain: &Domain) -> f64 {
    let map = domain.spacing();
    if domain.sphere().is_some() { map.min(ON_PLANETS) } else { map }
}

/// The numbers of the result at some points.
fn sampled<S: Number>(terrain: &Terrain, places: &[[f64; 3]]) -> Vec<Vec<f64>> {
    if terrain.sphere().is_some() {
        return on_planet::<S>(terrain, places);
    }
    let numbers = |sample: Sample| {
        let gradient = &sample.gradient[..terrain.dimensions()];
        std::iter::once(sample.height).chain(gradient.iter().copied()).collect()
    };
    terrain.sample::<S>(Level::best(), places).into_iter().map(numbers).collect()
}

/// The same at latitudes and longitudes.
fn on_planet<S: Number>(terrain: &Terrain, places: &[[f64; 3]]) -> Vec<Vec<f64>> {
    let place = |&[latitude, longitude, _]: &[f64; 3]| {
        LatLon::new(latitude, longitude)
            .unwrap_or_else(|error| unreachable!("checked as it was read: {error}"))
    };
    let places: Vec<_> = places.iter().map(place).collect();
    let directions: Vec<_> = places.iter().map(|place| place.direction()).collect();
    let samples = terrain.sample_at::<S>(Level::best(), &directions);
    let samples = samples.unwrap_or_else(|_| unreachable!("it is a planet"));
    let numbers = |(sample, place): (PlanetSample, LatLon)| {
        let parts = [&[sample.height][..], &sample.east_north(place), &sample.normal];
        parts.concat()
    };
    samples.into_iter().zip(places).map(numbers).collect()
}

/// The columns of the result, after those given.
fn results(terrain: &Terrain) -> &'static [&'static str] {
    if terrain.sphere().is_some() {
        return &["height", "east", "north", "nx", "ny", "nz"];
    }
    &["height", "dx", "dy", "dz"][..1 + terrain.dimensions()]
}

/// The shortest decimals that read back to the same numbers, in the precision they were computed in.
fn shortest(numbers: &[f64], precision: Precision) -> Vec<String> {
    let text = |&number: &f64| match precision {
        Precision::F32 => (number as f32).to_string(),
        Precision::F64 => number.to_string(),
    };
    numbers.iter().map(text).collect()
}

fn of_output(error: csv::Error) -> Failure {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        other => Failure::of_job(format!("the output cannot be written: {other:?}"), ""),
    }
}
