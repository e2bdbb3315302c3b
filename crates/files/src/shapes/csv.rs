//! Lines in CSV: a row for each point, or a geometry as well-known text in each row.

use std::collections::HashMap;
use std::io::Read;

use csv::{ByteRecord, ReaderBuilder, StringRecord};

use super::placing::Crs;
use super::{Feature, Features, MAX_POINTS, Position, too_many_points, wkt};
use crate::Problem;

const FORM: &str = "begin it with a header such as x,y,z,id or wkt,height";

/// The columns that are read.
struct Columns {
    shape: ShapeColumns,
    id: Option<usize>,
    /// The column `z` of points, or else `height`.
    height: Option<Column>,
}

/// The columns of positions.
enum ShapeColumns {
    /// A geometry in each row.
    Text(Column),
    /// A point in each row.
    Points { at: [Column; 2], is_degrees: bool },
}

/// A column.
#[derive(Clone)]
struct Column {
    index: usize,
    /// Its name in the header.
    name: String,
}

/// Reads the features of a file without a byte order mark.
pub(super) fn read(bytes: &[u8]) -> Result<Features, Problem> {
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let has = |byte: u8| first.contains(&byte);
    let delimiter = [b'\t', b';'].into_iter().find(|&byte| has(byte) && !has(b',')).unwrap_or(b',');
    // Only a row with a quotation mark that is not closed contains both of these line feeds.
    let input = bytes.chain(&b"\n\n"[..]);
    let end = bytes.len() as u64 + 2;
    let mut reader = ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(input);
    let broken = |error: csv::Error| Problem::new(format!("it is no CSV: {error}"), FORM);
    let header = reader.headers().map_err(broken)?.clone();
    if !header.is_empty() && reader.position().byte() == end {
        return Err(open_quote(header.position().map_or(0, |position| line(bytes, position))));
    }
    let columns = Columns::of(&header)?;
    let crs = match columns.shape {
        ShapeColumns::Text(_) => None,
        ShapeColumns::Points { is_degrees: true, .. } => Some(Crs::Degrees),
        ShapeColumns::Points { .. } => Some(Crs::Domain),
    };
    let mut features = Features { crs, ..Features::default() };
    let mut lines = Lines::default();
    let mut record = ByteRecord::new();
    while reader.read_byte_record(&mut record).map_err(broken)? {
        let number = record.position().map_or(0, |position| line(bytes, position));
        if reader.position().byte() == end {
            return Err(open_quote(number));
        }
        let place = format!("line {number}");
        let row = Row { record: &record, place };
        let height = columns.height.as_ref().map(|column| row.number(column)).transpose()?.flatten();
        match &columns.shape {
            ShapeColumns::Text(column) => wkt::add(&mut features, &row.place, row.text(column)?, height)?,
            ShapeColumns::Points { at: [x, y], .. } => {
                let at = [row.required(x)?, row.required(y)?];
                lines.add(&row, Position { at, height }, columns.id)?;
            }
        }
    }
    lines.all.into_iter().try_for_each(|line| features.add(line))?;
    Ok(features)
}

/// The line of a row. A reader's position may be before line feeds that the row follows.
fn line(bytes: &[u8], position: &csv::Position) -> u64 {
    let rest = &bytes[bytes.len().min(position.byte() as usize)..];
    let feeds = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).filter(|&&byte| byte == b'\n');
    position.line() + feeds.count() as u64
}

/// The error for a quotation mark that is not closed.
fn open_quote(number: u64) -> Problem {
    let message = format!("line {number}: a quotation mark is not closed");
    Problem::new(message, "close it; inside quoted text, write \"\" for a quotation mark")
}

impl Columns {
    fn of(header: &StringRecord) -> Result<Self, Problem> {
        let column = |names: &[&str]| {
            let index = header.iter().position(|name| names.contains(&&*name.trim().to_ascii_lowercase()))?;
            Some(Column { index, name: header[index].trim().to_owned() })
        };
        let metres = column(&["x", "east", "easting"]).zip(column(&["y", "north", "northing"]));
        let degrees = column(&["lon", "longitude"]).zip(column(&["lat", "latitude"]));
        let is_degrees = metres.is_none();
        let points = metres.or(degrees).map(|(x, y)| ShapeColumns::Points { at: [x, y], is_degrees });
        let text = column(&["wkt", "geometry", "geom"]).map(ShapeColumns::Text);
        let height = column(&["height"]);
        let height = if text.is_some() { height } else { column(&["z"]).or(height) };
        let Some(shape) = text.or(points) else {
            let message = "its first line names no columns x and y, lon and lat, or wkt";
            return Err(Problem::new(message, FORM));
        };
        Ok(Self { shape, id: column(&["id"]).map(|id| id.index), height })
    }
}

/// Lines by their id, in the order of their first points.
#[derive(Default)]
struct Lines {
    all: Vec<Feature>,
    known: HashMap<Vec<u8>, usize>,
    points: usize,
}

impl Lines {
    fn add(&mut self, row: &Row<'_>, point: Position, id: Option<usize>) -> Result<(), Problem> {
        let has_id = id.is_some();
        let id = id.and_then(|column| row.record.get(column)).unwrap_or_default();
        self.points += 1;
        if self.points > MAX_POINTS {
            return Err(too_many_points(&row.place));
        }
        let index = *self.known.entry(id.to_vec()).or_insert_with(|| {
            let place = match has_id {
                true => format!("the line with the id {}", String::from_utf8_lossy(id).escape_debug()),
                false => "the line".to_owned(),
            };
            self.all.push(Feature { place, is_polygon: false, lines: vec![Vec::new()], height: None });
            self.all.len() - 1
        });
        self.all[index].lines[0].push(point);
        Ok(())
    }
}

struct Row<'a> {
    record: &'a ByteRecord,
    place: String,
}

impl Row<'_> {
    fn text(&self, column: &Column) -> Result<&str, Problem> {
        std::str::from_utf8(self.record.get(column.index).unwrap_or_default())
            .map(str::trim)
            .map_err(|_| Problem::new(format!("{}: it is not UTF-8", self.place), "save the file as UTF-8"))
    }

    /// A number; `None` if the cell is empty.
    fn number(&self, column: &Column) -> Result<Option<f64>, Problem> {
        let text = self.text(column)?;
        if text.is_empty() {
            return Ok(None);
        }
        text.parse().map(Some).map_err(|_| {
            let name = column.name.escape_debug();
            let message = format!("{}: `{name}` is {}, not a number", self.place, text.escape_debug());
            Problem::new(message, "write numbers with a decimal point, such as 12.5")
        })
    }

    /// A number that must not be empty.
    fn required(&self, column: &Column) -> Result<f64, Problem> {
        self.number(column)?.ok_or_else(|| {
            let message = format!("{}: `{}` is empty", self.place, column.name.escape_debug());
            Problem::new(message, "fill in the number, or remove the line")
        })
    }
}
