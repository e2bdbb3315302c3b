//! The output files of a terrain: formats, names, and tiles.

mod field;
mod format;

use std::io;
use std::path::Path;
use std::sync::Arc;

use orogen_engine::covering::Covering;
use orogen_engine::planet::Face;
use orogen_engine::raster::Grid;

pub use field::FieldRaster;
pub(crate) use field::of_field;
pub use format::{Format, FormatContext, ScatterMask, WetnessSource};

use crate::mesh::lod::{self, LodPart};
use crate::scatter::PointFormat;
use crate::tiled::{Tiling, tiled};
use crate::web::Layout;
use crate::{FileError, FileInfo, Problem, Product};

/// Maximum number of files of a terrain. A description with this number of files has about 30 MB.
pub const MAX_FILES: usize = 1 << 16;

/// How the names of tile files are numbered.
///
/// ```
/// use orogen_files::delivery::TileNames;
///
/// assert_eq!(TileNames::default(), TileNames::FromTop);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TileNames {
    /// `height_x0_y0.png`: column and row, from the top left.
    #[default]
    FromTop,
    /// `height_0_0.raw`: column and row, from the bottom left, as Unity's terrain tools expect.
    FromBottom,
}

impl TileNames {
    /// The part of the name between the stem and the extension.
    fn part(self, [column, row]: [usize; 2], tiling: &Tiling) -> String {
        match self {
            Self::FromTop => format!("_x{column}_y{row}"),
            Self::FromBottom => format!("_{column}_{}", tiling.counts()[1] - 1 - row),
        }
    }
}

/// An output: one file, or one for each tile.
///
/// ```
/// use orogen_files::delivery::{Format, Output};
///
/// let output = Output::usual(Format::Png16);
/// assert_eq!((&*output.stem, output.extension), ("height", "png"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// Its format.
    pub format: Format,
    /// The name of the file, without the number of a tile and the extension.
    pub stem: String,
    /// The extension of the file, without the dot; empty for a folder.
    pub extension: &'static str,
}

impl Output {
    /// A file with the usual name of its format.
    pub fn usual(format: Format) -> Self {
        Self { stem: format.stem(), extension: format.extension(), format }
    }

    /// The names and entries of its files for a tile.
    fn infos(&self, tile: &str, context: &FormatContext) -> Vec<FileInfo> {
        let Format::Lod(asked) = &self.format else {
            return vec![self.format.info(&self.name(tile), context)];
        };
        let info = |(stem, part): (String, LodPart)| {
            let name = format!("{stem}.{}", self.extension);
            if part == LodPart::Collision { FileInfo::collision_glb(&name) } else { FileInfo::lod_glb(&name) }
        };
        asked.files(&format!("{}{tile}", self.stem)).into_iter().map(info).collect()
    }

    /// The number of files for a tile.
    fn count(&self) -> usize {
        match &self.format {
            Format::Lod(asked) => asked.files("").len(),
            _ => 1,
        }
    }

    fn name(&self, tile: &str) -> String {
        match self.extension {
            // A folder.
            "" => format!("{}{tile}", self.stem),
            extension => format!("{}{tile}.{extension}", self.stem),
        }
    }
}

/// An output that is being written: one file, or all its tiles. [`Delivery::open`] returns it.
pub struct OpenOutput {
    /// The name of the file, without the number of a tile.
    pub name: String,
    /// The product that takes the bands.
    pub product: Box<dyn Product>,
}

/// The output files of a terrain.
///
/// ```
/// use orogen_engine::raster::Grid;
/// use orogen_files::Tiling;
/// use orogen_files::delivery::{Delivery, Format, Output, TileNames};
///
/// let outputs = vec![Output::usual(Format::Png16), Output::usual(Format::Preview)];
/// let tiling = Tiling::new(&Grid::square(9, 10.0), 2, 2);
/// let delivery = Delivery { outputs, tiling, names: TileNames::FromTop };
/// // Four tiles of heights and one preview.
/// assert_eq!(delivery.count(), 5);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// The outputs, in the order in which they are written.
    pub outputs: Vec<Output>,
    /// The tiles, if the files are cut into tiles. The preview always shows the complete terrain.
    pub tiling: Option<Tiling>,
    /// How tile files are numbered.
    pub names: TileNames,
}

impl Delivery {
    /// The same files for a face of a cube map. The name of the face is added at the end of each stem.
    pub fn of_face(&self, face: Face) -> Self {
        let named = |output: &Output| Output { stem: format!("{}_{face}", output.stem), ..output.clone() };
        Self { outputs: self.outputs.iter().map(named).collect(), ..self.clone() }
    }

    /// Adds further fields of the recipe. Each field is written in every format for numbers that the outputs use already,
    /// or as 16-bit PNG if they use none.
    ///
    /// # Errors
    /// A file of a field would have the name of another file.
    pub fn add_fields(&mut self, names: &[String]) -> Result<(), Problem> {
        let mut outputs: Vec<_> =
            self.outputs.iter().filter(|output| output.format.holds_fields()).cloned().collect();
        if outputs.is_empty() {
            outputs.push(Output::usual(Format::Png16));
        }
        for name in names {
            for Output { format, extension, .. } in &outputs {
                let stem = name.clone();
                // Some file systems ignore the case of names.
                let has_name =
                    |other: &Output| other.stem.eq_ignore_ascii_case(&stem) && other.extension == *extension;
                if self.outputs.iter().any(has_name) {
                    let message = format!("the field `{name}` and another file are both {stem}.{extension}");
                    return Err(Problem::new(message, "give the field another name in the recipe"));
                }
                let format =
                    Format::Field(Box::new(FieldRaster { name: stem.clone(), format: format.clone() }));
                self.outputs.push(Output { format, stem, extension });
            }
        }
        Ok(())
    }

    /// Number of files.
    pub fn count(&self) -> usize {
        let tiles = |tiling: Tiling| tiling.counts().into_iter().product();
        self.outputs.iter().map(|output| output.count() * self.cut(output).map_or(1, tiles)).sum()
    }

    /// Whether the files depend on the height mapping: 16-bit values do, and so do the common base of tiled prints and
    /// Unity's trees.
    pub fn needs_mapping(&self) -> bool {
        let is_unity = |output: &Output| output.format == Format::Scatter(PointFormat::Unity);
        self.sixteen_bit() || self.is_print_in_tiles() || self.outputs.iter().any(is_unity)
    }

    /// Whether the 16-bit values of some file depend on the range of a further field.
    pub fn has_16_bit_fields(&self) -> bool {
        let is_one =
            |output: &Output| matches!(&output.format, Format::Field(field) if field.format.is_16_bit());
        self.outputs.iter().any(is_one)
    }

    fn is_print_in_tiles(&self) -> bool {
        self.tiling.is_some() && self.outputs.iter().any(|output| matches!(output.format, Format::Stl(_)))
    }

    /// Sets the height in metres from which the base of every tiled print is measured. No sample may be below this height. The
    /// tiles fit side by side only if they have the same base height.
    pub fn level_bases(&mut self, lowest: f64) {
        for output in self.outputs.iter_mut().filter(|_| self.tiling.is_some()) {
            if let Format::Stl(print) = &mut output.format {
                print.lowest = Some(lowest);
            }
        }
    }

    /// The entries in `terrain.json` for the files.
    pub fn files(&self, context: &FormatContext) -> Vec<FileInfo> {
        let mut files = Vec::new();
        for output in &self.outputs {
            match self.cut(output) {
                None => files.extend(output.infos("", context)),
                Some(tiling) => files.extend(tiling.all().flat_map(|tile| {
                    let infos = output.infos(&self.names.part(tile, &tiling), context);
                    infos.into_iter().map(move |info| FileInfo { tile: Some(tile), ..info })
                })),
            }
        }
        files
    }

    /// Opens every file in a folder.
    ///
    /// # Errors
    /// A format cannot store the terrain, the folder is missing or cannot be written, or it contains a folder with the name of
    /// one of the files.
    pub fn open(
        &self,
        folder: &Path,
        grid: &Grid,
        context: &Arc<FormatContext>,
    ) -> Result<Vec<OpenOutput>, FileError> {
        self.check_folders(folder, context)?;
        let open = |output: &Output| {
            let name = output.name("");
            let product = match (self.cut(output), &output.format) {
                (None, format) => format.open(&folder.join(&name), grid, context),
                (Some(tiling), Format::Lod(asked)) => {
                    let stem = |tile| format!("{}{}", output.stem, self.names.part(tile, &tiling));
                    lod::glb(folder, tiling, *asked, &context.covering, context.sea(), stem)
                }
                (Some(tiling), _) => self.open_tiles(folder, output, tiling, context),
            };
            Ok(OpenOutput { name, product: product? })
        };
        self.outputs.iter().map(open).collect()
    }

    fn open_tiles(
        &self,
        folder: &Path,
        output: &Output,
        tiling: Tiling,
        context: &Arc<FormatContext>,
    ) -> Result<Box<dyn Product>, FileError> {
        let (names, output) = (self.names, output.clone());
        let (to, context) = (folder.to_owned(), Arc::clone(context));
        let open = move |tile, grid: &Grid| {
            let path = to.join(output.name(&names.part(tile, &tiling)));
            output.format.open(&path, grid, &context)
        };
        tiled(folder, tiling, Box::new(open))
    }

    /// Returns an error if a folder has the name of a file. Tiles are opened late, so this check comes before the work.
    fn check_folders(&self, folder: &Path, context: &FormatContext) -> Result<(), FileError> {
        let paths = self
            .files(context)
            .into_iter()
            .filter(|file| !file.is_folder())
            .map(|file| folder.join(file.name));
        match paths.into_iter().find(|path| path.is_dir()) {
            Some(path) => Err(FileError::from_io(&path, &io::ErrorKind::IsADirectory.into())),
            None => Ok(()),
        }
    }

    fn cut(&self, output: &Output) -> Option<Tiling> {
        self.tiling.filter(|_| output.format != Format::Preview)
    }

    /// Whether any file has 16-bit heights.
    pub fn sixteen_bit(&self) -> bool {
        self.outputs.iter().any(|output| output.format.is_16_bit())
    }

    /// Whether bands must have curvature.
    pub fn needs_curvature(&self, covering: &Covering) -> bool {
        self.outputs.iter().any(|output| output.format.needs_curvature(covering))
    }

    /// The radius in metres within which ground hides the sky. `None` if no file shows the visible share of the sky; otherwise,
    /// bands must have this share.
    pub fn sky_radius(&self) -> Option<f64> {
        self.outputs.iter().find_map(|output| match output.format {
            Format::Occlusion(radius) => Some(radius),
            _ => None,
        })
    }

    /// Whether some file shows the materials, so that bands must have the fields that the materials use.
    pub fn shows_materials(&self) -> bool {
        self.outputs.iter().any(|output| output.format.shows_materials())
    }

    /// Whether some file needs the [scattered things](FormatContext::scatter).
    pub fn needs_scatter(&self) -> bool {
        self.outputs.iter().any(|output| output.format.is_scattered())
    }

    /// The layout of the tiles for web maps, if there are any: they need the [ground around the
    /// terrain](field@FormatContext::surroundings).
    pub fn layout(&self) -> Option<&Layout> {
        self.outputs.iter().find_map(|output| match &output.format {
            Format::TileFolder(tileset) | Format::Pmtiles(tileset) => Some(&tileset.layout),
            _ => None,
        })
    }

    /// Minimum number of bytes of the files on the disk.
    pub fn least_bytes(&self, grid: &Grid) -> u64 {
        self.outputs.iter().map(|output| output.format.min_bytes_per_sample() * grid.len() as u64).sum()
    }
}
