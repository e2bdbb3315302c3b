//! The heights of a terrain that was written earlier, read in again.

use std::path::Path;

use orogen::image::SampleUnit;
use orogen::raster::Grid;

use crate::mesh::{gltf, obj, stl};
use crate::{
    FileError, FileInfo, HeightMapping, MAX_SAMPLES, RawNumber, RawShape, ReadOptions, TerrainInfo,
    read_heights, web,
};

impl TerrainInfo {
    /// The heights in one of the terrain's own files, in metres, row by row from the top. `path` is where that file
    /// lies now.
    ///
    /// # Errors
    /// There is no such file, it is broken, it holds no heights, or it does not have the samples described here.
    pub fn read_heights(&self, file: &FileInfo, path: &Path) -> Result<Vec<f32>, FileError> {
        let grid = self.grid_of(file);
        if grid.columns.saturating_mul(grid.rows) > MAX_SAMPLES {
            let what = format!("{} × {} samples are too many", grid.columns, grid.rows);
            let mend = format!("at most {MAX_SAMPLES} can be read: generate it smaller");
            return Err(FileError::new(path, what, mend));
        }
        let raw =
            |number| RawShape { width: grid.columns, height: grid.rows, number, layout: file.raw_layout() };
        match file.format.as_str() {
            "f32" => numbers(path, &grid, Some(raw(RawNumber::F32))),
            "exr32" | "tiff32" => numbers(path, &grid, None),
            "r16" => self.sixteen_bits(path, &grid, Some(raw(RawNumber::U16))),
            "png16" if file.kind == "height" => self.sixteen_bits(path, &grid, None),
            "terrarium" | "mapbox" => {
                let encoding = web::Encoding::from_name(&file.format).unwrap_or(web::Encoding::Terrarium);
                let metres = web::read_png(path, [grid.columns, grid.rows], encoding)?;
                Ok(metres.into_iter().map(|metres| metres as f32).collect())
            }
            "glb" => gltf::read_heights(path, &grid),
            "obj" => obj::read_heights(path, &grid),
            "stl" => {
                let print = file.print.as_ref().ok_or_else(|| {
                    let what = "its terrain.json does not say the measures of the print";
                    FileError::new(path, what, "generate the terrain anew")
                })?;
                stl::read_heights(path, &grid, print)
            }
            other => {
                let what =
                    format!("files of {} in format `{other}` hold no heights that can be read", file.kind);
                Err(FileError::new(path, what, "choose one of the height files"))
            }
        }
    }

    /// Heights of 16-bit values.
    fn sixteen_bits(&self, path: &Path, grid: &Grid, raw: Option<RawShape>) -> Result<Vec<f32>, FileError> {
        let mapping = self.mapping(path)?;
        let mut samples = numbers(path, grid, raw)?;
        samples.iter_mut().for_each(|value| *value = mapping.to_metres(*value as u16) as f32);
        Ok(samples)
    }

    /// What the 16-bit values mean.
    pub(crate) fn mapping(&self, path: &Path) -> Result<HeightMapping, FileError> {
        let sixteen_bit = self.sixteen_bit.as_ref();
        sixteen_bit.and_then(|bits| HeightMapping::new(bits.min_metres, bits.max_metres)).ok_or_else(|| {
            let what = "its terrain.json does not say what 16-bit values mean";
            FileError::new(path, what, "generate the terrain anew")
        })
    }
}

/// The numbers of a file as they stand; what is none stays none, for whoever looks for it.
fn numbers(path: &Path, grid: &Grid, raw: Option<RawShape>) -> Result<Vec<f32>, FileError> {
    let options =
        ReadOptions { unit: Some(SampleUnit::Metres), fill: Some(f32::NAN), raw, ..ReadOptions::default() };
    let heights = read_heights(path, &options)?;
    if (heights.width, heights.height) == (grid.columns, grid.rows) {
        return Ok(heights.samples);
    }
    let what = format!(
        "it holds {} × {} samples, not the {} × {} of its terrain.json",
        heights.width, heights.height, grid.columns, grid.rows,
    );
    Err(FileError::new(path, what, "generate the terrain anew"))
}
