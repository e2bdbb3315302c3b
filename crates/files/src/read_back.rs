//! The heights of a terrain that was written earlier, read in again.

use std::path::Path;

use orogen::image::SampleUnit;
use orogen::raster::Grid;

use crate::mesh::{gltf, obj, stl};
use crate::verify::Series;
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
        refuse_many(path, &grid)?;
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

    /// The heights of the whole terrain from a file or from all tiles of one, in metres, row by row from the top.
    /// `folder` is where they lie now; samples of tiles that are not listed stay NaN.
    ///
    /// # Errors
    /// As [`read_heights`](Self::read_heights), for each of the files.
    pub fn read_series(&self, series: &Series<'_>, folder: &Path) -> Result<Vec<f32>, FileError> {
        let whole = self.grid();
        refuse_many(folder, &whole)?;
        let mut heights = Vec::new();
        for file in &series.files {
            let samples = self.read_heights(file, &folder.join(&file.name))?;
            if file.tile.is_none() {
                return Ok(samples);
            }
            // Not before the first of them is known to be one.
            heights.resize(whole.len(), f32::NAN);
            let tile = self.grid_of(file);
            let column = (tile.first_column - whole.first_column) as usize;
            let row = (tile.first_row - whole.first_row) as usize;
            for (samples, row) in samples.chunks_exact(tile.columns).zip(row..) {
                heights[row * whole.columns + column..][..tile.columns].copy_from_slice(samples);
            }
        }
        Ok(heights)
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

fn refuse_many(path: &Path, grid: &Grid) -> Result<(), FileError> {
    if grid.columns.saturating_mul(grid.rows) <= MAX_SAMPLES {
        return Ok(());
    }
    let what = format!("{} × {} samples are too many", grid.columns, grid.rows);
    let mend = format!("at most {MAX_SAMPLES} can be read: generate it smaller");
    Err(FileError::new(path, what, mend))
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
