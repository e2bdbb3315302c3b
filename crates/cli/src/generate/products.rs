//! Which files a job writes.

use std::path::Path;

use orogen::raster::Grid;
use orogen::recipe::Recipe;
use orogen_files::preview::{self, Palette, Style};
use orogen_files::{FileInfo, HeightMapping, Product, height16, height32, normal, prepare_folder};

use crate::failure::Failure;

/// The file that describes the others.
pub(crate) const DESCRIPTION: &str = "terrain.json";

const NORMAL: &str = "normal.png";
const PREVIEW: &str = "preview.png";

/// A file of heights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// height.png: 16-bit grey
    Png16,
    /// height.r16: 16-bit little-endian, no header
    R16,
    /// height.f32: metres as 32-bit little-endian floats, no header
    F32,
}

impl Format {
    fn name(self) -> &'static str {
        match self {
            Self::Png16 => "height.png",
            Self::R16 => "height.r16",
            Self::F32 => "height.f32",
        }
    }

    fn info(self) -> FileInfo {
        match self {
            Self::Png16 => FileInfo::height_png(self.name()),
            Self::R16 => FileInfo::height_r16(self.name()),
            Self::F32 => FileInfo::height_f32(self.name()),
        }
    }

    /// Bytes that a sample takes on the disk at the very least: a flat PNG shrinks to nothing.
    fn least_bytes(self) -> u64 {
        match self {
            Self::Png16 => 0,
            Self::R16 => 2,
            Self::F32 => 4,
        }
    }
}

/// Each format once, in the order of their declaration.
fn distinct(formats: &[Format]) -> impl Iterator<Item = Format> {
    [Format::Png16, Format::R16, Format::F32].into_iter().filter(|format| formats.contains(format))
}

/// Whether any of the formats has 16 bits.
pub(crate) fn sixteen_bit(formats: &[Format]) -> bool {
    formats.iter().any(|format| *format != Format::F32)
}

/// What `terrain.json` says of the files.
pub(crate) fn files(formats: &[Format]) -> Vec<FileInfo> {
    let pictures = [FileInfo::normal_png(NORMAL), FileInfo::preview_png(PREVIEW)];
    distinct(formats).map(Format::info).chain(pictures).collect()
}

/// Makes the folder, and finds out before the work whether it cannot take the files.
pub(crate) fn prepare(folder: &Path, grid: &Grid, formats: &[Format]) -> Result<(), Failure> {
    prepare_folder(folder)?;
    let needed: u64 = distinct(formats).map(|format| format.least_bytes() * grid.len() as u64).sum();
    match fs4::available_space(folder) {
        Ok(free) if free < needed => {
            let gigabytes = |bytes: u64| bytes as f64 / 1e9;
            let message = format!(
                "the disk of {} is too full: {:.2} GB are free, and the heights alone take {:.2} GB",
                folder.display(),
                gigabytes(free),
                gigabytes(needed)
            );
            Err(Failure::of_job(message, "free some space or choose a folder on another disk"))
        }
        // Where the system does not tell, the job finds out.
        _ => Ok(()),
    }
}

/// A file in the making, with the name it goes by.
pub(crate) struct Named {
    pub(crate) name: &'static str,
    pub(crate) product: Box<dyn Product>,
}

/// Opens every file but the description.
pub(crate) fn open(
    folder: &Path,
    grid: &Grid,
    formats: &[Format],
    mapping: HeightMapping,
    recipe: &Recipe,
    sea_level: Option<f64>,
) -> Result<Vec<Named>, Failure> {
    let mut products = Vec::new();
    for format in distinct(formats) {
        let path = folder.join(format.name());
        let product = match format {
            Format::Png16 => height16::png(&path, grid, mapping),
            Format::R16 => height16::r16(&path, grid, mapping),
            Format::F32 => height32::f32(&path, grid),
        };
        products.push(Named { name: format.name(), product: product? });
    }
    products.push(Named { name: NORMAL, product: normal::png(&folder.join(NORMAL), grid)? });
    let palette = Palette::from_name(recipe.view.palette).unwrap_or_default();
    let style = Style { palette, sea_level: sea_level.map(|metres| metres as f32) };
    products.push(Named { name: PREVIEW, product: preview::png(&folder.join(PREVIEW), grid, style)? });
    Ok(products)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_and_the_pictures_know_the_same_palettes() {
        let ours: Vec<_> = Palette::ALL.iter().map(|palette| palette.name()).collect();
        assert_eq!(ours, orogen::recipe::PALETTES);
    }
}
