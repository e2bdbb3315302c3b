//! A JSON file with the size of a headerless file of the same name. Unreal's importer reads it.

use std::path::{Path, PathBuf};

use orogen_engine::raster::{Band, Grid};
use serde_json::json;

use crate::pending::PendingOutput;
use crate::{FileError, Product};

/// `NAME.json` for a `NAME.r16` of this grid. It takes bands like any product, and ignores them.
pub(crate) fn json(path: &Path, grid: &Grid) -> Box<dyn Product> {
    Box::new(RawShape { path: path.to_owned(), columns: grid.columns, rows: grid.rows })
}

struct RawShape {
    path: PathBuf,
    columns: usize,
    rows: usize,
}

impl Product for RawShape {
    fn write(&mut self, _band: &Band) -> Result<(), FileError> {
        Ok(())
    }

    fn complete(self: Box<Self>) -> Result<PendingOutput, FileError> {
        let shape = json!({ "width": self.columns, "height": self.rows, "bpp": 16 });
        PendingOutput::of_bytes(&self.path, format!("{shape:#}\n").as_bytes())
    }
}
