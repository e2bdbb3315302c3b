//! Which files a terrain is delivered in: formats, their names, and the tiles they are cut into.

mod format;

use std::io;
use std::path::Path;
use std::sync::Arc;

use orogen::covering::Covering;
use orogen::planet::Face;
use orogen::raster::Grid;

pub use format::{Format, Subject};

use crate::tiled::{Tiling, tiled};
use crate::{FileError, FileInfo, Product};

/// Most files of a terrain: as many as its description lists in some 30 MB.
pub const MAX_FILES: usize = 1 << 16;

/// How the names of tiles tell where they lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TileNames {
    /// `height_x0_y0.png`: column and row, from the top left.
    #[default]
    FromTop,
    /// `height_0_0.raw`: column and row, from the bottom left, as Unity's terrain tools want it.
    FromBottom,
}

impl TileNames {
    /// What stands between the stem of a file's name and its extension.
    fn part(self, [column, row]: [usize; 2], tiling: &Tiling) -> String {
        match self {
            Self::FromTop => format!("_x{column}_y{row}"),
            Self::FromBottom => format!("_{column}_{}", tiling.counts()[1] - 1 - row),
        }
    }
}

/// One file, or one for each tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// How it is stored.
    pub format: Format,
    /// Its name without the tile and the extension.
    pub stem: String,
    /// Its extension, without the point; empty for a folder.
    pub extension: &'static str,
}

impl Output {
    /// A file of a format under its usual name.
    pub fn usual(format: Format) -> Self {
        Self { stem: format.stem(), extension: format.extension(), format }
    }

    fn name(&self, tile: &str) -> String {
        match self.extension {
            // A folder.
            "" => format!("{}{tile}", self.stem),
            extension => format!("{}{tile}.{extension}", self.stem),
        }
    }
}

/// A file in the making, or the tiles of one.
pub struct Opened {
    /// The name it goes by: that of the file without a tile.
    pub name: String,
    /// What takes the bands.
    pub product: Box<dyn Product>,
}

/// The files of a terrain.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// What is written, in this order.
    pub outputs: Vec<Output>,
    /// The tiles that the files are cut into, if they are. The preview always shows the whole.
    pub tiling: Option<Tiling>,
    /// How tiles are named.
    pub names: TileNames,
}

impl Delivery {
    /// The same files of a face of a cube map: their names end with its name.
    pub fn of_face(&self, face: Face) -> Self {
        let named = |output: &Output| Output { stem: format!("{}_{face}", output.stem), ..output.clone() };
        Self { outputs: self.outputs.iter().map(named).collect(), ..self.clone() }
    }

    /// How many files there are.
    pub fn count(&self) -> usize {
        let tiles = |tiling: Tiling| tiling.counts().into_iter().product();
        self.outputs.iter().map(|output| self.cut(output).map_or(1, tiles)).sum()
    }

    /// Whether 16 bits or the base of a print depend on a mapping.
    pub fn needs_mapping(&self) -> bool {
        self.sixteen_bit() || self.is_print_in_tiles()
    }

    fn is_print_in_tiles(&self) -> bool {
        self.tiling.is_some() && self.outputs.iter().any(|output| matches!(output.format, Format::Stl(_)))
    }

    /// Measures the base of every print from one height in metres that no sample lies below, where prints are tiles:
    /// only then do they fit side by side.
    pub fn level_bases(&mut self, lowest: f64) {
        for output in self.outputs.iter_mut().filter(|_| self.tiling.is_some()) {
            if let Format::Stl(print) = &mut output.format {
                print.lowest = Some(lowest);
            }
        }
    }

    /// What `terrain.json` says of the files.
    pub fn files(&self, subject: &Subject) -> Vec<FileInfo> {
        let mut files = Vec::new();
        for output in &self.outputs {
            match self.cut(output) {
                None => files.push(output.format.info(&output.name(""), subject)),
                Some(tiling) => files.extend(tiling.all().map(|tile| {
                    let name = output.name(&self.names.part(tile, &tiling));
                    FileInfo { tile: Some(tile), ..output.format.info(&name, subject) }
                })),
            }
        }
        files
    }

    /// Opens every file in a folder, and gives each output the name it goes by.
    ///
    /// # Errors
    /// A format that cannot hold the terrain, or the folder is missing or cannot be written, or holds a folder of the
    /// name of one of the files.
    pub fn open(&self, folder: &Path, grid: &Grid, subject: &Arc<Subject>) -> Result<Vec<Opened>, FileError> {
        self.refuse_folders(folder)?;
        let open = |output: &Output| {
            let name = output.name("");
            let product = match self.cut(output) {
                None => output.format.open(&folder.join(&name), grid, subject),
                Some(tiling) => self.open_tiles(folder, output, tiling, subject),
            };
            Ok(Opened { name, product: product? })
        };
        self.outputs.iter().map(open).collect()
    }

    fn open_tiles(
        &self,
        folder: &Path,
        output: &Output,
        tiling: Tiling,
        subject: &Arc<Subject>,
    ) -> Result<Box<dyn Product>, FileError> {
        let (names, output) = (self.names, output.clone());
        let (to, subject) = (folder.to_owned(), Arc::clone(subject));
        let open = move |tile, grid: &Grid| {
            let path = to.join(output.name(&names.part(tile, &tiling)));
            output.format.open(&path, grid, &subject)
        };
        tiled(folder, tiling, Box::new(open))
    }

    /// Refuses a folder in the place of a tile, which is opened late in the work.
    fn refuse_folders(&self, folder: &Path) -> Result<(), FileError> {
        for output in &self.outputs {
            let Some(tiling) = self.cut(output) else { continue };
            let paths = tiling.all().map(|tile| folder.join(output.name(&self.names.part(tile, &tiling))));
            if let Some(path) = paths.into_iter().find(|path| path.is_dir()) {
                return Err(FileError::from_io(&path, &io::ErrorKind::IsADirectory.into()));
            }
        }
        Ok(())
    }

    fn cut(&self, output: &Output) -> Option<Tiling> {
        self.tiling.filter(|_| output.format != Format::Preview)
    }

    /// Whether any of the files has 16 bits whose meaning a mapping gives.
    pub fn sixteen_bit(&self) -> bool {
        self.outputs.iter().any(|output| matches!(output.format, Format::Png16 | Format::R16(_)))
    }

    /// Whether bands must have curvature; the preview of a planet shows its materials.
    pub fn needs_curvature(&self, covering: &Covering, is_planet: bool) -> bool {
        self.outputs.iter().any(|output| output.format.needs_curvature(covering, is_planet))
    }

    /// Whether bands must have the fields that materials look at.
    pub fn needs_materials(&self, is_planet: bool) -> bool {
        self.outputs.iter().any(|output| output.format.needs_materials(is_planet))
    }

    /// Bytes the files take on the disk at the very least.
    pub fn least_bytes(&self, grid: &Grid) -> u64 {
        self.outputs.iter().map(|output| output.format.least_bytes_a_sample() * grid.len() as u64).sum()
    }
}
