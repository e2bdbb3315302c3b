//! Lines in CSV: a row for each point, or a geometry as well-known text in each row.

use std::collections::HashMap;

use csv::{ByteRecord, ReaderBuilder, StringRecord};

use super::placing::Crs;
use super::{Feature, Features, MAX_POINTS, Position, too_many_points, wkt};
use crate::Problem;

const FORM: &str = "begin it with a header such as x,y,z,id or wkt,height";

/// Where the columns are.
struct Columns {
    wkt: Option<usize>,
    x: Option<usize>,
    y: Option<usize>,
    z: Option<usize>,
    id: Option<usize>,
    height: Option<usize>,
    is_degrees: bool,
}

/// Reads the features of a file.
pub(super) fn read(bytes: &[u8]) -> Result<Features, Problem> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let has = |byte: u8| first.contains(&byte);
    let delimiter = [b'\t', b';'].into_iter().find(|&byte| has(byte) && !has(b',')).unwrap_or(b',');
    let mut reader = ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(bytes);
    let broken = |error: csv::Error| Problem::new(format!("it is no CSV: {error}"), FORM);
    let columns = Columns::of(reader.headers().map_err(broken)?)?;
    let of_points = if columns.is_degrees { Crs::Degrees } else { Crs::Domain };
    let crs = columns.wkt.is_none().then_some(of_points);
    let mut features = Features { crs, ..Features::default() };
    let mut lines = Lines::default();
    let mut record = ByteRecord::new();
    while reader.read_byte_record(&mut record).map_err(broken)? {
        let place = format!("line {}", record.position().map_or(0, csv::Position::line));
        let row = Row { record: &record, place };
        match (columns.wkt, columns.x, columns.y) {
            (Some(column), ..) => {
                let height = columns.height.map(|column| row.number(column, "height")).transpose()?.flatten();
                wkt::add(&mut features, &row.place, row.text(column)?, height)?;
            }
            (None, Some(x), Some(y)) => lines.add(&row, [x, y], &columns)?,
            _ => unreachable!("a header without these columns was refused"),
        }
    }
    lines.all.into_iter().try_for_each(|line| features.add(line))?;
    Ok(features)
}

impl Columns {
    fn of(header: &StringRecord) -> Result<Self, Problem> {
        let column = |names: &[&str]| {
            header.iter().position(|name| names.contains(&&*name.trim().to_ascii_lowercase()))
        };
        let degrees = [column(&["lon", "longitude"]), column(&["lat", "latitude"])];
        let metres = [column(&["x", "east", "easting"]), column(&["y", "north", "northing"])];
        let is_degrees = degrees.iter().all(Option::is_some) && metres.contains(&None);
        let [x, y] = if is_degrees { degrees } else { metres };
        let wkt = column(&["wkt", "geometry", "geom"]);
        if wkt.is_none() && (x.is_none() || y.is_none()) {
            return Err(Problem::new("its first line names no columns x and y, lon and lat, or wkt", FORM));
        }
        let [z, id, height] = [["z"], ["id"], ["height"]].map(|names| column(&names));
        Ok(Self { wkt, x, y, z, id, height, is_degrees })
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
    fn add(&mut self, row: &Row<'_>, [x, y]: [usize; 2], columns: &Columns) -> Result<(), Problem> {
        let required = |column, name| {
            row.number(column, name)?.ok_or_else(|| {
                Problem::new(
                    format!("{}: `{name}` is empty", row.place),
                    "fill in the number, or remove the line",
                )
            })
        };
        let at = [required(x, "x")?, required(y, "y")?];
        let height =
            columns.z.or(columns.height).map(|column| row.number(column, "z")).transpose()?.flatten();
        let id = columns.id.and_then(|column| row.record.get(column)).unwrap_or_default();
        self.points += 1;
        if self.points > MAX_POINTS {
            return Err(too_many_points(&row.place));
        }
        let index = *self.known.entry(id.to_vec()).or_insert_with(|| {
            let place = match columns.id {
                Some(_) => format!("the line {}", String::from_utf8_lossy(id).escape_debug()),
                None => "the line".to_owned(),
            };
            self.all.push(Feature { place, is_polygon: false, lines: vec![Vec::new()], height: None });
            self.all.len() - 1
        });
        self.all[index].lines[0].push(Position { at, height });
        Ok(())
    }
}

struct Row<'a> {
    record: &'a ByteRecord,
    place: String,
}

impl Row<'_> {
    fn text(&self, column: usize) -> Result<&str, Problem> {
        std::str::from_utf8(self.record.get(column).unwrap_or_default())
            .map(str::trim)
            .map_err(|_| Problem::new(format!("{}: it is not UTF-8", self.place), "save the file as UTF-8"))
    }

    /// A number; `None` if the cell is empty.
    fn number(&self, column: usize, name: &str) -> Result<Option<f64>, Problem> {
        let text = self.text(column)?;
        if text.is_empty() {
            return Ok(None);
        }
        text.parse().map(Some).map_err(|_| {
            let message = format!("{}: `{name}` is {}, not a number", self.place, text.escape_debug());
            Problem::new(message, "write numbers with a decimal point, such as 12.5")
        })
    }
}
