//! `orogen sample`: the terrain at given points.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use csv::{Reader, ReaderBuilder, StringRecord, Writer};
use orogen::level::Level;
use orogen::raster::Grid;
use orogen::recipe::DomainKind;
use orogen::terrain::{Sample, Terrain};
use rayon::prelude::*;

use crate::failure::{self, Failure};
use crate::images::PictureFiles;
use crate::{generate, recipe};

/// Print height and exact slope at given points.
///
/// The points are the columns `x`, `y` and, in a space, `z` of a CSV file, in metres. The result is CSV: all columns
/// given, then `height` in metres and its gradient `dx`, `dy` and, in a space, `dz`, in metres per metre.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A recipe file, or the name of a preset.
    recipe: PathBuf,
    /// The CSV file of points; `-` reads them from stdin.
    #[arg(long, value_name = "FILE.csv")]
    points: PathBuf,
    /// Metres between samples, for fractals that are as fine as those [default: as `generate` makes them].
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = generate::metres)]
    spacing: Option<f64>,
    /// What to compute in: f32 gives the very bits of `generate`, f64 the reference.
    #[arg(long, value_enum, default_value = "f32")]
    precision: Precision,
    /// Another seed than the recipe's.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<u64>,
}

const EXAMPLES: &str = "\
Examples:
  orogen sample alps --points places.csv > heights.csv
  printf 'x,y\\n100,200\\n' | orogen sample alps --points -";

#[derive(Clone, Copy, clap::ValueEnum)]
enum Precision {
    F32,
    F64,
}

/// Points that are read, computed and printed at once.
const CHUNK: usize = 1 << 16;
/// Points that one task of the thread pool computes.
const TASK: usize = 1 << 12;
/// The farthest place: a thousand times the largest domain.
const FARTHEST: f64 = 1e12;

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let recipe = recipe::load(&args.recipe, args.seed)?;
    let domain = &recipe.domain;
    let spacing =
        args.spacing.unwrap_or_else(|| Grid::over(domain.size, domain.samples, domain.tile).spacing);
    let terrain = Terrain::new(&recipe, &PictureFiles::default(), spacing)?;
    failure::warn(terrain.warnings());
    let mut points = Points::open(&args.points, &terrain)?;
    // A space without a column `z` is cut where `generate` cuts it.
    let z = if domain.kind == DomainKind::Space { domain.z } else { 0.0 };
    let mut out = Writer::from_writer(io::stdout().lock());
    let columns = points.header.iter().chain(results(&terrain).iter().copied());
    out.write_record(columns).map_err(of_output)?;
    loop {
        let (rows, places) = points.chunk(z)?;
        if rows.is_empty() {
            return Ok(out.flush()?);
        }
        let samples = places.par_chunks(TASK).flat_map_iter(|places| match args.precision {
            Precision::F32 => terrain.sample::<f32>(Level::best(), places),
            Precision::F64 => terrain.sample::<f64>(Level::best(), places),
        });
        for (row, sample) in rows.iter().zip(samples.collect::<Vec<_>>()) {
            let numbers = shortest(&sample, &terrain, args.precision);
            out.write_record(row.iter().chain(numbers.iter().map(String::as_str))).map_err(of_output)?;
        }
    }
}

/// The columns of the result, after those given.
fn results(terrain: &Terrain) -> &'static [&'static str] {
    &["height", "dx", "dy", "dz"][..1 + terrain.dimensions()]
}

/// The shortest decimals that read back to the same numbers, in the precision they were computed in.
fn shortest(sample: &Sample, terrain: &Terrain, precision: Precision) -> Vec<String> {
    let gradient = &sample.gradient[..terrain.dimensions()];
    let text = |number: f64| match precision {
        Precision::F32 => (number as f32).to_string(),
        Precision::F64 => number.to_string(),
    };
    std::iter::once(sample.height).chain(gradient.iter().copied()).map(text).collect()
}

/// A file of points, read chunk by chunk.
struct Points {
    name: String,
    reader: Reader<Box<dyn Read>>,
    header: StringRecord,
    /// Where x, y and, if there is one, z stand in a row.
    columns: Vec<usize>,
}

impl Points {
    fn open(path: &Path, terrain: &Terrain) -> Result<Self, Failure> {
        let (name, source): (_, Box<dyn Read>) = if path == Path::new("-") {
            ("stdin".to_owned(), Box::new(io::stdin()))
        } else {
            let name = path.display().to_string();
            let file = File::open(path).map_err(|error| {
                let help = "give a CSV file with the columns x,y or x,y,z, or `-` for stdin";
                Failure::of_use(format!("{name} cannot be read: {error}"), help)
            })?;
            (name, Box::new(file))
        };
        let mut reader = ReaderBuilder::new().from_reader(source);
        let header = reader.headers().map_err(|error| of_points(&name, &error))?.clone();
        let columns = columns(&name, &header, terrain)?;
        Ok(Self { name, reader, header, columns })
    }

    /// The next rows as they are, and the places they name.
    fn chunk(&mut self, z: f64) -> Result<(Vec<StringRecord>, Vec<[f64; 3]>), Failure> {
        let (mut rows, mut places) = (Vec::new(), Vec::new());
        let mut row = StringRecord::new();
        while rows.len() < CHUNK
            && self.reader.read_record(&mut row).map_err(|error| of_points(&self.name, &error))?
        {
            let mut place = [0.0, 0.0, z];
            for (coordinate, &column) in place.iter_mut().zip(&self.columns) {
                *coordinate = self.coordinate(&row, column)?;
            }
            places.push(place);
            rows.push(row.clone());
        }
        Ok((rows, places))
    }

    fn coordinate(&self, row: &StringRecord, column: usize) -> Result<f64, Failure> {
        let text = &row[column];
        let number = text.trim().parse().ok().filter(|metres: &f64| metres.abs() <= FARTHEST);
        number.ok_or_else(|| {
            let line = row.position().map_or(0, csv::Position::line);
            let message = format!("{}:{line}: {} is `{text}`", self.name, &self.header[column]);
            Failure::of_use(message, format!("give metres, a number from -{FARTHEST:e} to {FARTHEST:e}"))
        })
    }
}

/// Where x, y and z stand, z only if it is there and means something.
fn columns(name: &str, header: &StringRecord, terrain: &Terrain) -> Result<Vec<usize>, Failure> {
    let place = |wanted: &str| header.iter().position(|column| column.trim() == wanted);
    let (Some(x), Some(y)) = (place("x"), place("y")) else {
        let first: Vec<_> = header.iter().collect();
        let message =
            format!("{name}:1: the columns x and y are not named in the first line: `{}`", first.join(","));
        return Err(Failure::of_use(message, "begin the file with the line x,y or x,y,z"));
    };
    if let Some(taken) = results(terrain).iter().find(|result| place(result).is_some()) {
        let message = format!("{name}:1: there is a column `{taken}` already");
        return Err(Failure::of_use(message, "rename or remove it: the result has a column of that name"));
    }
    Ok([x, y].into_iter().chain(place("z").filter(|_| terrain.dimensions() == 3)).collect())
}

/// The reader's own words name the line.
fn of_points(name: &str, error: &csv::Error) -> Failure {
    let line = error.position().map_or_else(String::new, |position| format!(":{}", position.line()));
    let message = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("{name}{line}: this row has {len} columns and the first line {expected_len}")
        }
        csv::ErrorKind::Utf8 { .. } => format!("{name}{line}: this row is not UTF-8 text"),
        _ => format!("{name}{line}: {error}"),
    };
    Failure::of_use(message, "give CSV with a first line x,y or x,y,z and as many columns in every row")
}

fn of_output(error: csv::Error) -> Failure {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        other => Failure::of_job(format!("the output cannot be written: {other:?}"), ""),
    }
}
