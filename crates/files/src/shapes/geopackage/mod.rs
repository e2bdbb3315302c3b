//! GeoPackage (OGC 12-128r18), the default format of QGIS: layers of features in a database of SQLite.

mod columns;
mod geometry;
mod record;
mod sqlite;

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::placing::Crs;
use super::{Features, PROJECT};
use crate::Problem;
use record::{Record, Value};
use sqlite::Database;

pub(super) use sqlite::MAGIC;

/// Reads the features of a layer; without a name, of the only one.
pub(super) fn read(bytes: &[u8], layer: Option<&str>) -> Result<Features, Problem> {
    let package = Package::new(bytes)?;
    let layer = package.layer(layer)?;
    let table = package.table(&layer.table)?;
    let geometry = table.column(&layer.column)?;
    let height = table.column("height").ok();
    let mut features = Features { crs: package.crs(&layer)?, ..Features::default() };
    package.database.scan(table.root, &mut |id, record| {
        let place = format!("the feature with the fid {id}");
        let height = height.map(|height| record.get(height)).transpose()?.and_then(Value::number);
        match record.get(geometry)? {
            Value::Null => Ok(()),
            Value::Blob(blob) => geometry::add(&mut features, &place, blob, height),
            _ => Err(sqlite::damaged(&format!("{place} has no binary geometry"))),
        }
    })?;
    Ok(features)
}

/// Refuses a database beside which changes wait that are not part of it yet: SQLite's log or journal.
pub(super) fn refuse_unmerged(path: &Path) -> Result<(), Problem> {
    /// What a journal of an unfinished change begins with.
    const JOURNAL: [u8; 8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7];
    /// The header of a log. A longer one has changes.
    const LOG_HEADER: u64 = 32;
    let beside = |suffix: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    let log = beside("-wal");
    let has_log = fs::metadata(&log).is_ok_and(|log| log.is_file() && log.len() > LOG_HEADER);
    let mut first = [0; 8];
    let journal = fs::File::open(beside("-journal")).and_then(|mut journal| journal.read_exact(&mut first));
    if has_log || journal.is_ok() && first == JOURNAL {
        let message = "a program has it open: its last changes are in another file beside it";
        let help = "close the project in QGIS, or remove the layer from it; after a crash, run `ogrinfo FILE.gpkg -sql \
                    \"PRAGMA wal_checkpoint(TRUNCATE)\"`";
        return Err(Problem::new(message, help));
    }
    Ok(())
}

/// A file with its schema.
struct Package<'a> {
    database: Database<'a>,
    schema: Vec<Entry>,
}

/// A table or view in the schema of the database.
struct Entry {
    name: String,
    /// The first page of its tree, or 0.
    root: u32,
    sql: String,
}

/// A table with rows.
struct Table<'a> {
    name: &'a str,
    root: u32,
    columns: Vec<String>,
}

/// A layer of features.
struct Layer {
    table: String,
    /// The column of the geometries.
    column: String,
    /// LINESTRING, POLYGON and the like.
    kind: String,
    srs: i64,
}

impl<'a> Package<'a> {
    fn new(bytes: &'a [u8]) -> Result<Self, Problem> {
        let database = Database::new(bytes)?;
        let mut schema = Vec::new();
        // The columns of the schema: type, name, table, root, sql. Indices and triggers have other types.
        database.scan(1, &mut |_, record| {
            let text = |column| record.get(column).map(Value::text);
            if let (Some("table" | "view"), Some(name), Some(sql)) = (text(0)?, text(1)?, text(4)?) {
                let root = record.get(3)?.integer().and_then(|root| u32::try_from(root).ok()).unwrap_or(0);
                schema.push(Entry { name: name.to_owned(), root, sql: sql.to_owned() });
            }
            Ok(())
        })?;
        Ok(Self { database, schema })
    }

    fn table<'t>(&'t self, name: &'t str) -> Result<Table<'t>, Problem> {
        let entry = self.schema.iter().find(|entry| entry.name.eq_ignore_ascii_case(name));
        let Entry { root, sql, .. } = entry.ok_or_else(|| {
            let help = "save the layer to a new GeoPackage";
            Problem::new(format!("it is no GeoPackage: it has no table {}", quote(name)), help)
        })?;
        if *root == 0 {
            let message = format!("the layer {} is a view or a virtual table", quote(name));
            return Err(Problem::new(message, "save the layer to a new GeoPackage, which makes it a table"));
        }
        let columns = columns::columns(sql).ok_or_else(|| {
            sqlite::damaged(&format!("the definition of its table {} has no columns", quote(name)))
        })?;
        Ok(Table { name, root: *root, columns })
    }

    /// Calls `row` with some columns of each row of a table of the standard.
    fn scan(
        &self,
        table: &str,
        columns: &[&str],
        row: &mut dyn FnMut(i64, &[Value<'_>]),
    ) -> Result<(), Problem> {
        let table = self.table(table)?;
        let columns = columns.iter().map(|name| table.column(name)).collect::<Result<Vec<_>, _>>()?;
        self.database.scan(table.root, &mut |id, record: &Record<'_>| {
            let values = columns.iter().map(|&column| record.get(column)).collect::<Result<Vec<_>, _>>()?;
            row(id, &values);
            Ok(())
        })
    }

    fn layers(&self) -> Result<Vec<Layer>, Problem> {
        let mut layers = Vec::new();
        let columns = ["table_name", "column_name", "geometry_type_name", "srs_id"];
        self.scan("gpkg_geometry_columns", &columns, &mut |_, values| {
            let text = |index: usize| values[index].text().map(str::to_owned);
            if let (Some(table), Some(column)) = (text(0), text(1)) {
                let (kind, srs) = (text(2).unwrap_or_default(), values[3].integer().unwrap_or(0));
                layers.push(Layer { table, column, kind, srs });
            }
        })?;
        Ok(layers)
    }

    /// The layer with a name, or the only one.
    fn layer(&self, name: Option<&str>) -> Result<Layer, Problem> {
        let mut layers = self.layers()?;
        if layers.is_empty() {
            let help = "save the layer from QGIS: Export > Save Features As > GeoPackage";
            return Err(Problem::new("it has no layers of lines and polygons", help));
        }
        let index = match name {
            Some(name) => {
                let index = layers.iter().position(|layer| layer.table.eq_ignore_ascii_case(name));
                index.ok_or_else(|| {
                    let message = format!("it has no layer {}", quote(name));
                    Problem::new(message, format!("its layers are {}", listed(&layers)))
                })?
            }
            None if layers.len() > 1 => {
                let message = format!("it has {} layers", layers.len());
                let help = format!("set `layer` to one of them: {}", listed(&layers));
                return Err(Problem::new(message, help));
            }
            None => 0,
        };
        Ok(layers.swap_remove(index))
    }

    /// The coordinate system of a layer. Numbers below 1 mean that it is not known: −1 that it has metres, and 0 nothing, because
    /// programs write it for any layer without a system.
    fn crs(&self, layer: &Layer) -> Result<Option<Crs>, Problem> {
        let columns = ["srs_id", "organization", "organization_coordsys_id", "srs_name"];
        let mut found = None;
        self.scan("gpkg_spatial_ref_sys", &columns, &mut |id, values| {
            // A column that is an INTEGER PRIMARY KEY is stored as the id of the row.
            if values[0].integer().unwrap_or(id) == layer.srs {
                let text = |index: usize| values[index].text().unwrap_or_default().to_owned();
                found = Some((text(1), values[2].integer(), text(3)));
            }
        })?;
        let (organization, code, name) = found.unwrap_or_default();
        let code = code.and_then(|code| u32::try_from(code).ok());
        match (layer.srs, code) {
            (-1, _) => Ok(Some(Crs::Metres)),
            (0, _) => Ok(None),
            (_, Some(code)) if organization.eq_ignore_ascii_case("EPSG") => Ok(Some(Crs::of_code(code))),
            _ if organization.eq_ignore_ascii_case("NONE") => Ok(None),
            _ => {
                let message = format!(
                    "the layer {} is in the coordinate system {}, which has no code of EPSG",
                    quote(&layer.table),
                    quote(&name)
                );
                Err(Problem::new(message, PROJECT))
            }
        }
    }
}

impl Table<'_> {
    /// The index of a column.
    fn column(&self, name: &str) -> Result<usize, Problem> {
        let found = self.columns.iter().position(|column| column.eq_ignore_ascii_case(name));
        found.ok_or_else(|| {
            sqlite::damaged(&format!("its table {} has no column {}", quote(self.name), quote(name)))
        })
    }
}

/// The names and types of layers, for messages.
fn listed(layers: &[Layer]) -> String {
    const MOST: usize = 20;
    let name = |layer: &Layer| {
        format!("{} ({})", quote(&layer.table), layer.kind.to_ascii_lowercase().escape_debug())
    };
    let mut names: Vec<_> = layers.iter().take(MOST).map(name).collect();
    if layers.len() > MOST {
        names.push(format!("and {} more", layers.len() - MOST));
    }
    names.join(", ")
}

fn quote(name: &str) -> String {
    format!("`{}`", name.escape_debug())
}
