//! `orogen sample`: prints height and slope at given points.

use std::io;
use std::path::PathBuf;

use csv::Writer;
use orogen_engine::cpu::Number;
use orogen_engine::level::Level;
use orogen_engine::planet::LatLon;
use orogen_engine::recipe::{Domain, DomainKind};
use orogen_engine::terrain::{PlanetSample, Sample, Terrain};
use rayon::prelude::*;

use crate::failure::{self, Failure};
use crate::numbers::{self, plain};
use crate::recipe;
use crate::solving;
use points::{PointFormat, Points};

mod points;

/// Print height and exact slope at given points.
///
/// The points are the columns `x`, `y` and, in a space, `z` of a CSV file, in metres. The result is CSV: all input
/// columns, then `height` in metres and its gradient `dx`, `dy` and, in a space, `dz`, in metres per metre.
///
/// On a planet, the input columns are `lat` and `lon`, in degrees. The result is `height`, the slopes `east` and `north`,
/// and the normal `nx`, `ny`, `nz`, with the north pole at +z. The default spacing is 1 m, not that of a map, whose
/// samples are kilometres apart.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, group = clap::ArgGroup::new("input").required(true).args(["at", "points"]))]
pub(crate) struct Args {
    /// A recipe file or preset name; `-` reads the recipe from standard input.
    recipe: PathBuf,
    /// A CSV file of points; `-` reads stdin.
    #[arg(long, value_name = "FILE.csv")]
    points: Option<PathBuf>,
    /// One point: x, y and, in a space, z in metres; on a planet, latitude and longitude in degrees.
    #[arg(long, value_name = "LAT,LON|X,Y[,Z]", allow_hyphen_values = true)]
    at: Option<String>,
    /// Spacing in metres that limits the detail of fractals [default: as in `generate`; 1 on a planet].
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = numbers::metres)]
    spacing: Option<f64>,
    /// Precision: f32 gives the same bits as `generate`, f64 the reference.
    #[arg(long, value_enum, default_value = "f32")]
    precision: Precision,
    #[command(flatten)]
    choices: recipe::Choices,
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

/// The largest default spacing on a planet, in metres. It gives the detail of the ground, not that of a map.
const PLANET_SPACING: f64 = 1.0;

/// Points per task of the thread pool.
const TASK: usize = 1 << 12;

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if recipe::is_stdin(&args.recipe) && args.points.as_deref().is_some_and(recipe::is_stdin) {
        let message = "standard input cannot be both the recipe and the points";
        return Err(Failure::usage(message, "give a file for one of them"));
    }
    let recipe = recipe::load(&args.recipe, &args.choices)?;
    let domain = &recipe.domain;
    let format = PointFormat {
        planet: domain.sphere().is_some(),
        dimensions: if domain.kind == DomainKind::Plane { 2 } else { 3 },
        results: results(domain),
    };
    // Before erosion is solved, which may take seconds.
    let mut points = match (&args.at, &args.points) {
        (Some(at), _) => Points::at(at, &format)?,
        (None, Some(path)) => Points::open(path, &format)?,
        (None, None) => unreachable!("clap requires one of them"),
    };
    if domain.kind == DomainKind::Space && !points.has_z() {
        eprintln!(
            "no column z: using z = {} m for every point, the slice that the recipe sets",
            plain(domain.z)
        );
    }
    let mut next = points.chunk(domain.z)?;
    let spacing = args.spacing.unwrap_or_else(|| default_spacing(domain));
    let terrain = Terrain::new(&recipe, &solving::files(true), spacing)?;
    failure::warn(terrain.warnings());
    // Write the header only after the first points are known to be valid.
    let mut out = Writer::from_writer(io::stdout().lock());
    let columns = points.header.iter().chain(results(domain).iter().copied());
    out.write_record(columns).map_err(of_output)?;
    loop {
        let (rows, positions) = next;
        if rows.is_empty() {
            return Ok(out.flush()?);
        }
        let samples = positions.par_chunks(TASK).flat_map_iter(|positions| match args.precision {
            Precision::F32 => sampled::<f32>(&terrain, positions),
            Precision::F64 => sampled::<f64>(&terrain, positions),
        });
        for (row, sample) in rows.iter().zip(samples.collect::<Vec<_>>()) {
            let numbers = shortest(&sample, args.precision);
            out.write_record(row.iter().chain(numbers.iter().map(String::as_str))).map_err(of_output)?;
        }
        next = points.chunk(domain.z)?;
    }
}

/// The default of `--spacing`.
fn default_spacing(domain: &Domain) -> f64 {
    let map = domain.spacing();
    if domain.sphere().is_some() { map.min(PLANET_SPACING) } else { map }
}

/// The result columns at the positions.
fn sampled<S: Number>(terrain: &Terrain, positions: &[[f64; 3]]) -> Vec<Vec<f64>> {
    if terrain.sphere().is_some() {
        return on_planet::<S>(terrain, positions);
    }
    let numbers = |sample: Sample| {
        let gradient = &sample.gradient[..terrain.dimensions()];
        std::iter::once(sample.height).chain(gradient.iter().copied()).collect()
    };
    terrain.sample::<S>(Level::best(), positions).into_iter().map(numbers).collect()
}

/// The result columns at latitudes and longitudes.
fn on_planet<S: Number>(terrain: &Terrain, positions: &[[f64; 3]]) -> Vec<Vec<f64>> {
    let position = |&[latitude, longitude, _]: &[f64; 3]| {
        LatLon::new(latitude, longitude).unwrap_or_else(|error| unreachable!("checked on input: {error}"))
    };
    let positions: Vec<_> = positions.iter().map(position).collect();
    let directions: Vec<_> = positions.iter().map(|position| position.direction()).collect();
    let samples = terrain.sample_at::<S>(Level::best(), &directions);
    let samples = samples.unwrap_or_else(|_| unreachable!("the terrain is a planet"));
    let numbers = |(sample, position): (PlanetSample, LatLon)| {
        let parts = [&[sample.height][..], &sample.east_north(position), &sample.normal];
        parts.concat()
    };
    samples.into_iter().zip(positions).map(numbers).collect()
}

/// The columns of the result, after the input columns.
fn results(domain: &Domain) -> &'static [&'static str] {
    match domain.kind {
        DomainKind::Plane => &["height", "dx", "dy"],
        DomainKind::Space => &["height", "dx", "dy", "dz"],
        DomainKind::Planet(_) => &["height", "east", "north", "nx", "ny", "nz"],
    }
}

/// The shortest decimals that parse to the same numbers in their precision.
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
        other => Failure::job(format!("cannot write to stdout: {other:?}"), ""),
    }
}
