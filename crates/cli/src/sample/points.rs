//! The points to be sampled: a CSV file, read chunk by chunk.

use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::Path;

use csv::{Position, Reader, ReaderBuilder, StringRecord};

use crate::failure::Failure;

/// Rows that are read, computed and printed at once.
const CHUNK: usize = 1 << 16;
/// Bytes of rows after which a chunk ends early.
const CHUNK_BYTES: usize = 1 << 24;
/// Most bytes of a row: a stream without line ends must not be collected until memory is full.
const ROW_BYTES: usize = 1 << 20;
/// The farthest place: a thousand times the largest domain.
const FARTHEST: f64 = 1e12;
/// The largest longitude in degrees, either way: up to there a number tells places apart that are a hundredth of a millimetre
/// from each other on an Earth.
const MOST_DEGREES: f64 = 1e6;

const FORM: &str = "give a CSV file with the columns x,y or x,y,z, on a planet lat,lon, or `-` for stdin";

/// A file of points.
pub(super) struct Points {
    name: String,
    reader: Reader<Rationed<Box<dyn Read>>>,
    pub(super) header: StringRecord,
    /// Where x, y and, if there is one, z stand in a row; on a planet latitude and longitude.
    columns: Vec<usize>,
    planet: bool,
    /// Whether rows have lines to speak of.
    is_file: bool,
}

/// What points are to have.
pub(super) struct Wanted<'a> {
    /// Whether they are latitudes and longitudes.
    pub(super) planet: bool,
    /// A column `z` counts in three only.
    pub(super) dimensions: usize,
    /// What no column may be called.
    pub(super) results: &'a [&'a str],
}

impl Points {
    /// Opens the file, or stdin for `-`, and finds the coordinates among its columns.
    pub(super) fn open(path: &Path, wanted: &Wanted<'_>) -> Result<Self, Failure> {
        let (name, source) = source(path)?;
        Self::new(name, source, wanted)
    }

    /// One point, from the command line.
    pub(super) fn at(text: &str, wanted: &Wanted<'_>) -> Result<Self, Failure> {
        let count = text.split(',').count();
        let (header, form) = match (wanted.planet, count) {
            (true, 2) => ("lat,lon", ""),
            (true, _) => ("", "give latitude and longitude in degrees: --at 46.5,8.0"),
            (false, 3) if wanted.dimensions == 3 => ("x,y,z", ""),
            (false, 2) => ("x,y", ""),
            (false, _) => ("", "give metres: --at 1200,3400"),
        };
        if header.is_empty() {
            return Err(Failure::of_use(format!("--at {} is no point here", shortened(text)), form));
        }
        let lines = Cursor::new(format!("{header}\n{text}\n"));
        Self::new("--at".to_owned(), Box::new(lines), wanted).map(|points| Self { is_file: false, ..points })
    }

    fn new(name: String, source: Box<dyn Read>, wanted: &Wanted<'_>) -> Result<Self, Failure> {
        let mut reader = ReaderBuilder::new().from_reader(Rationed { source, left: ROW_BYTES });
        let header = match reader.headers() {
            Ok(header) => header.clone(),
            Err(error) => return Err(of_row(&name, 1, reader.get_ref(), &error)),
        };
        let columns = columns(&name, &header, wanted)?;
        Ok(Self { name, reader, header, columns, planet: wanted.planet, is_file: true })
    }

    /// Whether the file has a column `z` that counts.
    pub(super) fn have_z(&self) -> bool {
        self.columns.len() == 3
    }

    /// The next rows as they are, and the places they name; none at the end of the file.
    pub(super) fn chunk(&mut self, z: f64) -> Result<(Vec<StringRecord>, Vec<[f64; 3]>), Failure> {
        let (mut rows, mut places) = (Vec::new(), Vec::new());
        let (mut row, mut bytes) = (StringRecord::new(), 0);
        while rows.len() < CHUNK && bytes < CHUNK_BYTES && self.row(&mut row)? {
            let mut place = [0.0, 0.0, z];
            for (coordinate, &column) in place.iter_mut().zip(&self.columns) {
                *coordinate = self.coordinate(&row, column)?;
            }
            bytes += row.as_slice().len() + row.len() * size_of::<usize>();
            places.push(place);
            rows.push(row.clone());
        }
        Ok((rows, places))
    }

    fn row(&mut self, row: &mut StringRecord) -> Result<bool, Failure> {
        self.reader.get_mut().left = ROW_BYTES;
        let line = self.reader.position().line();
        self.reader.read_record(row).map_err(|error| of_row(&self.name, line, self.reader.get_ref(), &error))
    }

    fn coordinate(&self, row: &StringRecord, column: usize) -> Result<f64, Failure> {
        let text = &row[column];
        let (most, help) = match (self.planet, column == self.columns[0]) {
            (false, _) => (FARTHEST, format!("give metres, a number from -{FARTHEST:e} to {FARTHEST:e}")),
            (true, true) => (90.0, "give degrees north, a number from -90 to 90".to_owned()),
            (true, false) => (
                MOST_DEGREES,
                format!("give degrees east, a number from -{MOST_DEGREES:e} to {MOST_DEGREES:e}"),
            ),
        };
        let number = text.trim().parse().ok().filter(|number: &f64| number.abs() <= most);
        number.ok_or_else(|| {
            let line = row.position().filter(|_| self.is_file).map(Position::line);
            let line = line.map_or_else(String::new, |line| format!(":{line}"));
            let message = format!("{}{line}: {} is `{}`", self.name, &self.header[column], shortened(text));
            Failure::of_use(message, help)
        })
    }
}

/// What is read, with the name that messages call it by. Pipes and devices are welcome: only a chunk is ever held.
fn source(path: &Path) -> Result<(String, Box<dyn Read>), Failure> {
    if path == Path::new("-") {
        return Ok(("stdin".to_owned(), Box::new(io::stdin())));
    }
    let name = path.display().to_string();
    if path.is_dir() {
        return Err(Failure::of_use(format!("{name} is a folder, not a file of points"), FORM));
    }
    let file = File::open(path).map_err(|error| {
        let why = match error.kind() {
            ErrorKind::NotFound => "there is no such file".to_owned(),
            ErrorKind::PermissionDenied => "permission is denied".to_owned(),
            _ => error.to_string(),
        };
        Failure::of_use(format!("{name} cannot be read: {why}"), FORM)
    })?;
    Ok((name, Box::new(file)))
}

/// A source that gives out no more than its ration until that is filled up again.
struct Rationed<R> {
    source: R,
    left: usize,
}

impl<R: Read> Read for Rationed<R> {
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

/// Where x, y and z stand, z only if it is there and means something; on a planet latitude and longitude.
fn columns(name: &str, header: &StringRecord, wanted: &Wanted<'_>) -> Result<Vec<usize>, Failure> {
    let &Wanted { planet, dimensions, results } = wanted;
    let place = |wanted: &str| header.iter().position(|column| column.trim() == wanted);
    let [one, two] = if planet { ["lat", "lon"] } else { ["x", "y"] };
    let (Some(x), Some(y)) = (place(one), place(two)) else {
        let first = shortened(&header.iter().collect::<Vec<_>>().join(","));
        let message =
            format!("{name}:1: the columns {one} and {two} are not named in the first line: `{first}`");
        let capital = |wanted: &str| header.iter().any(|column| column.trim().eq_ignore_ascii_case(wanted));
        let mend = match (capital(one) && capital(two), planet) {
            (true, _) => format!("write `{one}` and `{two}` in small letters"),
            (false, false) => "begin the file with the line x,y or x,y,z".to_owned(),
            (false, true) => {
                "begin the file with the line lat,lon: places on a planet, in degrees".to_owned()
            }
        };
        return Err(Failure::of_use(message, mend));
    };
    if let Some(taken) = results.iter().find(|result| place(result).is_some()) {
        let message = format!("{name}:1: there is a column `{taken}` already");
        return Err(Failure::of_use(message, "rename or remove it: the result has a column of that name"));
    }
    Ok([x, y].into_iter().chain(place("z").filter(|_| dimensions == 3 && !planet)).collect())
}

/// Why a row that begins in this line cannot be read.
fn of_row<R>(name: &str, line: u64, source: &Rationed<R>, error: &csv::Error) -> Failure {
    let message = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            let line = error.position().map_or(line, Position::line);
            format!("{name}:{line}: this row has {len} columns and the first line {expected_len}")
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
    let help =
        "give CSV with a first line x,y or x,y,z, on a planet lat,lon, and as many columns in every row";
    Failure::of_use(message, help)
}

/// At most 60 characters of a text, of those that control a terminal only the place.
fn shortened(text: &str) -> String {
    let printable = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    let more = if text.chars().nth(60).is_some() { "…" } else { "" };
    text.chars().take(60).map(printable).collect::<String>() + more
}
