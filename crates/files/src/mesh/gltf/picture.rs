//! The picture of the ground's colours in a `.glb`.

use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use orogen_engine::covering::Covering;
use orogen_engine::raster::{Band, Grid};

use super::super::rows::Output;
use crate::FileError;
use crate::encode::{Png, PngKind};
use crate::materials::{Colours, Sea};
use crate::pending::PendingFile;
use crate::product::{Product, SampleFile};

/// A PNG in a temporary file beside the `.glb`, because it arrives together with the vertices and follows them.
pub(super) struct Picture {
    path: PathBuf,
    file: SampleFile<Colours, Png<PendingFile>>,
}

impl Picture {
    pub(super) fn new(
        path: &Path,
        grid: &Grid,
        covering: &Covering,
        sea: Option<Sea>,
    ) -> Result<Self, FileError> {
        let encoder = Png::new(PendingFile::create(path)?, grid, PngKind::Srgb8)?;
        let colours = Colours { covering: covering.clone(), sea };
        Ok(Self { path: path.to_owned(), file: SampleFile::new(path.to_owned(), grid, colours, encoder) })
    }

    pub(super) fn write(&mut self, band: &Band) -> Result<(), FileError> {
        self.file.write(band)
    }

    /// Appends the complete picture and zeros up to a multiple of four bytes. Returns the length of the picture in bytes.
    pub(super) fn append_to(self, out: &mut Output) -> Result<u64, FileError> {
        let mut png = self.file.finish()?;
        let mut append = || {
            let mut bytes = png.handle()?;
            bytes.seek(SeekFrom::Start(0))?;
            let length = io::copy(&mut bytes, out)?;
            out.write_all(&[0; 4][..(length.next_multiple_of(4) - length) as usize])?;
            Ok(length)
        };
        append().map_err(|error| FileError::from_io(&self.path, &error))
    }
}
