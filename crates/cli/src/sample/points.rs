//! Reads the points to sample from a CSV file in chunks.

use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::Path;

use csv::{Position, Reader, ReaderBuilder, StringRecord};

use crate::failure::Failure;

/// The most rows of a chunk.
const CHUNK: usize = 1 << 16;
/// A chunk ends early after this many bytes of rows.
const CHUNK_BYTES: usize = 1 << 24;
/// The most bytes of a row. Without a limit, a stream without line ends would fill the memory.
const ROW_BYTES: usize = 1 << 20;
/// The largest coordinate: a thousand times the largest domain.
const MAX_METRES: f64 = 1e12;
/// The largest longitude in degrees, in both directions. Up to here, a number resolves a hundredth of a millimetre on an
/// Earth.
const MAX_LONGITUDE: f64 = 1e6;

const FORM: &str = "give a CSV file with the columns x,y or x,y,z (lat,lon on a planet), or `-` for stdin";

/// A file of points.
pub(super) struct Points {
    name: String,
    reader: Reader<LimitedReader<Box<dyn Read>>>,
    pub(super) header: StringRecord,
    /// The columns of x, y and, if present, z; on a planet, of latitude and longitude.
    columns: Vec<usize>,
    planet: bool,
    /// Whether messages give line numbers.
    is_file: bool,
}

/// The expected columns.
pub(super) struct PointFormat<'a> {
    /// Whether points are latitudes and longitudes.
    pub(super) planet: bool,
    /// The dimensions of the domain. A column `z` is used if there are three.
    pub(super) dimensions: usize,
    /// The result columns, which the input must not have.
    pub(super) results: &'a [&'a str],
}

impl Points {
    /// Opens the file, or stdin for `-`, and reads its header.
    pub(super) fn open(path: &Path, format: &PointFormat<'_>) -> Result<Self, Failure> {
        let (name, source) = source(path)?;
        Self::new(name, source, format)
    }

    /// One point, from the command line.
    pub(super) fn at(text: &str, format: &PointFormat<'_>) -> Result<Self, Failure> {
        let count = text.split(',').count();
        let (header, help) = match (format.planet, count) {
            (true, 2) => ("lat,lon", ""),
            (true, _) => ("", "give latitude and longitude in degrees: --at 46.5,8.0"),
            (false, 3) if format.dimensions == 3 => ("x,y,z", ""),
            (false, 2) => ("x,y", ""),
            (false, _) => ("", "give metres: --at 1200,3400"),
        };
        if header.is_empty() {
            return Err(Failure::usage(
                format!("--at {} is not a point of this domain", shortened(text)),
                help,
            ));
        }
        let lines = Cursor::new(format!("{header}\n{text}\n"));
        Self::new("--at".to_owned(), Box::new(lines), format).map(|points| Self { is_file: false, ..points })
    }

    fn new(name: String, source: Box<dyn Read>, format: &PointFormat<'_>) -> Result<Self, Failure> {
        let mut reader = ReaderBuilder::new().from_reader(LimitedReader { source, left: ROW_BYTES });
        let header = match reader.headers() {
            Ok(header) => header.clone(),
            Err(error) => return Err(of_row(&name, 1, reader.get_ref(), &error)),
        };
        let columns = columns(&name, &header, format)?;
        Ok(Self { name, reader, header, columns, planet: format.planet, is_file: true })
    }

    /// Whether the file has a column `z` that is used.
    pub(super) fn has_z(&self) -> bool {
        self.columns.len() == 3
    }

    /// The next rows and their positions; none at the end of the file.
    pub(super) fn chunk(&mut self, z: f64) -> Result<(Vec<StringRecord>, Vec<[f64; 3]>), Failure> {
        let (mut rows, mut positions) = (Vec::new(), Vec::new());
        let (mut row, mut bytes) = (StringRecord::new(), 0);
        while rows.len() < CHUNK && bytes < CHUNK_BYTES && self.row(&mut row)? {
            let mut position = [0.0, 0.0, z];
            for (coordinate, &column) in position.iter_mut().zip(&self.columns) {
                *coordinate = self.coordinate(&row, column)?;
            }
            bytes += row.as_slice().len() + row.len() * size_of::<usize>();
            positions.push(position);
            rows.push(row.clone());
        }
        Ok((rows, positions))
    }

    fn row(&mut self, row: &mut StringRecord) -> Result<bool, Failure> {
        self.reader.get_mut().left = ROW_BYTES;
        let line = self.reader.position().line();
        self.reader.read_record(row).map_err(|error| of_row(&self.name, line, self.reader.get_ref(), &error))
    }

    fn coordinate(&self, row: &StringRecord, column: usize) -> Result<f64, Failure> {
        let text = &row[column];
        let (most, help) = match (self.planet, column == self.columns[0]) {
            (false, _) => {
                (MAX_METRES, format!("give metres, a number from -{MAX_METRES:e} to {MAX_METRES:e}"))
            }
            (true, true) => (90.0, "give degrees north, a number from -90 to 90".to_owned()),
            (true, false) => (
                MAX_LONGITUDE,
                format!("give degrees east, a number from -{MAX_LONGITUDE:e} to {MAX_LONGITUDE:e}"),
            ),
        };
        let number = text.trim().parse().ok().filter(|number: &f64| number.abs() <= most);
        number.ok_or_else(|| {
            let line = row.position().filter(|_| self.is_file).map(Position::line);
            let line = line.map_or_else(String::new, |line| format!(":{line}"));
            let message = format!("{}{line}: {} is `{}`", self.name, &self.header[column], shortened(text));
            Failure::usage(message, help)
        })
    }
}

/// The input and its name in messages. Pipes and devices are allowed, since only one chunk is in memory.
fn source(path: &Path) -> Result<(String, Box<dyn Read>), Failure> {
    if path == Path::new("-") {
        return Ok(("stdin".to_owned(), Box::new(io::stdin())));
    }
    let name = path.display().to_string();
    if path.is_dir() {
        return Err(Failure::usage(format!("{name} is a folder, not a file of points"), FORM));
    }
    let file = File::open(path).map_err(|error| {
        let why = match error.kind() {
            ErrorKind::NotFound => "no such file".to_owned(),
            ErrorKind::PermissionDenied => "permission denied".to_owned(),
            _ => error.to_string(),
        };
        Failure::usage(format!("cannot read {name}: {why}"), FORM)
    })?;
    Ok((name, Box::new(file)))
}

/// A reader that fails after `left` bytes. The caller resets `left`.
struct LimitedReader<R> {
    source: R,
    left: usize,
}

impl<R: Read> Read for LimitedReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(ErrorKind::FileTooLarge.into());
        }
        let most = bytes.len().min(self.left);
        let read = self.source.read(&mut bytes[..most])?;
        self.left -= read;
        Ok(read)
    }
}

/// The columns of x, y and, if present and used, z; on a planet, of latitude and longitude.
fn columns(name: &str, header: &StringRecord, format: &PointFormat<'_>) -> Result<Vec<usize>, Failure> {
    let &PointFormat { planet, dimensions, results } = format;
    let position = |name: &str| header.iter().position(|column| column.trim() == name);
    let [one, two] = if planet { ["lat", "lon"] } else { ["x", "y"] };
    let (Some(x), Some(y)) = (position(one), position(two)) else {
        let first = shortened(&header.iter().collect::<Vec<_>>().join(","));
        let message = format!("{name}:1: the header has no columns {one} and {two}: `{first}`");
        let capital = |name: &str| header.iter().any(|column| column.trim().eq_ignore_ascii_case(name));
        let help = match (capital(one) && capital(two), planet) {
            (true, _) => format!("write `{one}` and `{two}` in lower case"),
            (false, false) => "begin the file with the line x,y or x,y,z".to_owned(),
            (false, true) => "begin the file with the line lat,lon, in degrees".to_owned(),
        };
        return Err(Failure::usage(message, help));
    };
    if let Some(taken) = results.iter().find(|result| position(result).is_some()) {
        let message = format!("{name}:1: the input already has a column `{taken}`");
        return Err(Failure::usage(message, "rename or remove it: the result adds a column of that name"));
    }
    Ok([x, y].into_iter().chain(position("z").filter(|_| dimensions == 3 && !planet)).collect())
}

/// The error of a row that begins in this line.
fn of_row<R>(name: &str, line: u64, source: &LimitedReader<R>, error: &csv::Error) -> Failure {
    let message = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            let line = error.position().map_or(line, Position::line);
            format!("{name}:{line}: this row has {len} columns, but the header has {expected_len}")
        }
        csv::ErrorKind::Utf8 { .. } => {
            let line = error.position().map_or(line, Position::line);
            format!("{name}:{line}: this row is not UTF-8 text")
        }
        csv::ErrorKind::Io(_) if source.left == 0 => {
            format!("{name}:{line}: the row that begins here has more than {ROW_BYTES} bytes")
        }
        csv::ErrorKind::Io(error) => format!("{name}:{line}: {error}"),
        _ => format!("{name}:{line}: {error}"),
    };
    let help = "give CSV with the header x,y or x,y,z (lat,lon on a planet) and the same number of columns in every row";
    Failure::usage(message, help)
}

/// At most 60 characters of a text, with control characters replaced.
fn shortened(text: &str) -> String {
    let printable = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    let more = if text.chars().nth(60).is_some() { "…" } else { "" };
    text.chars().take(60).map(printable).collect::<String>() + more
}
