//! Opens the check of a file that `terrain.json` lists.

use std::path::Path;

use orogen_engine::covering::Covering;
use orogen_engine::raster::Grid;

use super::field::FieldCheck;
use super::measure::{CHANNEL_TOLERANCE, Encoded, Heights, Measure};
use super::mesh::Mesh;
use super::picture::{GREY8, GREY16, Picture, Pixels, RGB8, RGBA8};
use super::preview::Preview;
use super::pyramid::Pyramid;
use super::raster::Raster;
use super::rows::{Headerless, InMemory, Rows};
use super::{Check, Needs};
use crate::delivery::FormatContext;
use crate::mask::Mask;
use crate::materials::{CHANNELS, Colours, Folded, Weights, channels};
use crate::mesh::{Surface, gltf, obj};
use crate::normal::{Green, Normal};
use crate::occlusion::Occlusion;
use crate::product::SampleFormat;
use crate::terrain3d::{Controls, NeutralColours};
use crate::water::Depth;
use crate::web::Encoding;
use crate::{FileError, FileInfo, HeightMapping, TerrainInfo};

/// Opens a file of a terrain for comparison; `None` if this version does not know its kind or format. `context` comes from the
/// recipe, but the mapping of 16-bit values is that of `info` and `file`.
///
/// # Errors
/// The file is missing or damaged, it has another size, or its format does not match its description.
pub fn open(
    folder: &Path,
    info: &TerrainInfo,
    file: &FileInfo,
    context: &FormatContext,
) -> Result<Option<Box<dyn Check>>, FileError> {
    let path = folder.join(&file.name);
    let opener = CheckOpener { info, file, path: &path, grid: info.grid_of(file), context };
    let mask = Mask::ALL.into_iter().find(|mask| mask.name() == file.kind);
    match (file.kind.as_str(), mask) {
        ("height" | "mesh", _) => opener.heights(),
        ("field", _) => opener.field(),
        ("normal", _) => opener.normal().map(Some),
        ("weights", _) => opener.weights().map(Some),
        ("colour", _) => opener.colour().map(Some),
        ("control", _) => opener.control().map(Some),
        ("water", _) => opener.water(),
        ("occlusion", _) => opener.encoded(GREY16, Occlusion, Needs::Heights).map(Some),
        ("wetness", _) => opener.wetness().map(Some),
        ("preview", _) => {
            let tolerance = opener.range().map_or(0.0, |_| CHANNEL_TOLERANCE);
            Preview::open(&path, opener.grid, context, tolerance).map(Some)
        }
        (_, Some(mask)) => {
            let needs = if mask == Mask::Curvature { Needs::Curvature } else { Needs::Slopes };
            opener.encoded(GREY16, mask, needs).map(Some)
        }
        _ => Ok(None),
    }
}

/// The fields that the materials need.
pub(super) fn needs_of(covering: &Covering) -> Needs {
    if covering.needs_curvature() { Needs::Curvature } else { Needs::Slopes }
}

/// Tolerance of a component of a normal, for slopes that differ by a ten-thousandth.
const NORMAL_TOLERANCE: f64 = 1e-4;

/// A file and its description, from which the check is built.
struct CheckOpener<'a> {
    info: &'a TerrainInfo,
    file: &'a FileInfo,
    path: &'a Path,
    grid: Grid,
    context: &'a FormatContext,
}

impl CheckOpener<'_> {
    fn heights(&self) -> Result<Option<Box<dyn Check>>, FileError> {
        let check = match self.file.format.as_str() {
            "png16" => self.raster(self.picture(GREY16)?, Heights::Sixteen(self.mapping()?)),
            "r16" => self.raster(self.headerless(2)?, Heights::Sixteen(self.mapping()?)),
            "f32" => self.raster(self.headerless(4)?, Heights::Exact),
            "exr32" | "tiff32" => self.raster(self.in_memory()?, Heights::Exact),
            "obj" => self.mesh(obj::read(self.path, &self.grid)?, Heights::Exact, obj::NORMAL_ROUNDING),
            "glb" => self.mesh(gltf::read(self.path, &self.grid)?, Heights::Exact, gltf::NORMAL_ROUNDING),
            "stl" => self.raster(self.in_memory()?, self.millimetres()?),
            format => return self.colours(format),
        };
        Ok(Some(check))
    }

    /// The mapping of 16-bit values.
    fn mapping(&self) -> Result<HeightMapping, FileError> {
        let Some([min, max]) = self.file.values else { return self.info.mapping(self.path) };
        let wrong = "its `values` in terrain.json are not a range";
        HeightMapping::new(min, max).map_or_else(|| self.error(wrong), Ok)
    }

    fn field(&self) -> Result<Option<Box<dyn Check>>, FileError> {
        let Some((plane, _)) = self.file.field.as_ref().and_then(|field| self.context.field(field)) else {
            return self.error("its `field` in terrain.json is not a field of the recipe");
        };
        Ok(self.heights()?.map(|check| FieldCheck::boxed(plane, check)))
    }

    fn colours(&self, format: &str) -> Result<Option<Box<dyn Check>>, FileError> {
        let (name, form) = format.split_once('-').map_or((format, None), |(name, form)| (name, Some(form)));
        let Some(encoding) = Encoding::from_name(name) else { return Ok(None) };
        match form {
            None => Ok(Some(self.raster(self.picture(RGB8)?, Heights::Colours(encoding)))),
            Some("xyz" | "pmtiles") => {
                let pyramid = Pyramid::open(self.path, encoding, self.context.surroundings.clone())?;
                if pyramid.grid() != self.grid {
                    return self
                        .error("its tiles contain other samples of the terrain than its terrain.json says");
                }
                Ok(Some(self.raster(pyramid, Heights::Colours(encoding))))
            }
            Some(_) => Ok(None),
        }
    }

    fn normal(&self) -> Result<Box<dyn Check>, FileError> {
        let matches = |green: &Green| FileInfo::normal_png("", *green).meaning == self.file.meaning;
        let Some(green) = [Green::Up, Green::Down].into_iter().find(matches) else {
            return self.error("its `meaning` in terrain.json is not that of a normal map");
        };
        self.encoded(RGB8, Normal(green), Needs::Slopes)
    }

    fn colour(&self) -> Result<Box<dyn Check>, FileError> {
        let covering = self.context.covering.clone();
        let needs = needs_of(&covering);
        let colours = Colours { covering, sea: self.context.sea() };
        match Picture::open(self.path)?.pixels() {
            RGBA8 => self.encoded(RGBA8, NeutralColours(colours), needs),
            _ => self.encoded(RGB8, colours, needs),
        }
    }

    fn control(&self) -> Result<Box<dyn Check>, FileError> {
        let covering = self.context.covering.clone();
        let needs = needs_of(&covering);
        Ok(self.raster(self.in_memory()?, Encoded::new(Controls { covering }, needs)))
    }

    fn weights(&self) -> Result<Box<dyn Check>, FileError> {
        let covering = self.context.covering.clone();
        let pixels = Picture::open(self.path)?.pixels();
        let each = if pixels == GREY8 { 1 } else { CHANNELS };
        let names: Vec<_> = covering.materials().iter().map(|material| &material.name).collect();
        let listed: Vec<_> = self.file.materials.iter().collect();
        if pixels == RGBA8 && channels(covering.materials()).iter().eq(listed.iter().copied()) {
            return self.encoded(RGBA8, Folded::new(covering.clone()), needs_of(&covering));
        }
        let first = (0..names.len())
            .step_by(each)
            .find(|&first| names[first..names.len().min(first + each)] == listed);
        let Some(first) = first else {
            return self.error("its `materials` in terrain.json are not those of the recipe");
        };
        let needs = needs_of(&covering);
        match each {
            1 => self.encoded(GREY8, Weights::<1> { covering, first }, needs),
            _ => self.encoded(RGBA8, Weights::<CHANNELS> { covering, first }, needs),
        }
    }

    fn water(&self) -> Result<Option<Box<dyn Check>>, FileError> {
        let Some(water) = self.context.style.water.filter(|_| self.file.format == "png16") else {
            return Ok(None);
        };
        self.encoded(GREY16, Depth(water), Needs::Slopes).map(Some)
    }

    fn wetness(&self) -> Result<Box<dyn Check>, FileError> {
        let Some((flow, cell)) = self.file.field.as_ref().zip(self.file.cell) else {
            return self.error("its `field` or `cell` is missing in terrain.json");
        };
        self.encoded(GREY16, self.context.wetness(self.path, flow, cell)?, Needs::Slopes)
    }

    fn encoded<F: SampleFormat + 'static>(
        &self,
        pixels: Pixels,
        format: F,
        needs: Needs,
    ) -> Result<Box<dyn Check>, FileError> {
        Ok(self.raster(self.picture(pixels)?, Encoded::new(format, needs)))
    }

    fn mesh(&self, Surface { heights, normals }: Surface, measure: Heights, rounding: f64) -> Box<dyn Check> {
        let heights = self.raster(InMemory::new(heights, &self.grid), measure);
        let tolerance = self.range().map_or(0.0, |_| NORMAL_TOLERANCE);
        Mesh::boxed(self.path, heights, normals, rounding, tolerance)
    }

    fn raster(&self, rows: impl Rows + 'static, measure: impl Measure + 'static) -> Box<dyn Check> {
        Raster::boxed(self.path, self.grid, self.file.tile.is_some(), self.range(), rows, measure)
    }

    /// The range of the heights or of the field, if a graphics device computed them.
    fn range(&self) -> Option<f64> {
        let field = self.file.field.as_ref().and_then(|field| self.context.field(field));
        let heights = field.map_or(self.context.interval, |(_, interval)| interval);
        self.info.is_of_device().then_some(heights.max - heights.min)
    }

    fn picture(&self, pixels: Pixels) -> Result<Picture, FileError> {
        Picture::open(self.path)?.check([self.grid.columns, self.grid.rows], pixels)
    }

    fn headerless(&self, each: usize) -> Result<Headerless, FileError> {
        Headerless::open(self.path, &self.grid, self.file.raw_layout(), each)
    }

    fn in_memory(&self) -> Result<InMemory, FileError> {
        Ok(InMemory::new(self.info.read_heights(self.file, self.path)?, &self.grid))
    }

    fn millimetres(&self) -> Result<Heights, FileError> {
        let Some(print) = self.file.print else {
            return self.error("its terrain.json lacks the dimensions of the print");
        };
        let [_, up] = print.mm_per_metre((self.grid.columns - 1) as f64 * self.grid.spacing);
        let heights = self.context.interval;
        Ok(Heights::Millimetres { up, largest: heights.min.abs().max(heights.max.abs()) })
    }

    fn error<T>(&self, message: &str) -> Result<T, FileError> {
        Err(FileError::new(self.path, message, "generate the terrain again"))
    }
}
