//! Reads back the heights of a terrain that was written earlier.

use std::path::Path;

use orogen_engine::image::SampleUnit;
use orogen_engine::raster::Grid;

use crate::mesh::{gltf, obj, stl};
use crate::verify::Series;
use crate::{
    FileError, FileInfo, HeightMapping, MAX_SAMPLES, RawNumber, RawShape, ReadOptions, TerrainInfo,
    read_heights, web,
};

impl TerrainInfo {
    /// Reads the heights of one of the terrain's files, in metres, row by row from the top. `path` is the current path of
    /// the file.
    ///
    /// # Errors
    /// The file does not exist, it is damaged, it contains no heights, or its samples do not fit this description.
    pub fn read_heights(&self, file: &FileInfo, path: &Path) -> Result<Vec<f32>, FileError> {
        let grid = self.grid_of(file);
        check_size(path, &grid)?;
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
            "glb" if file.kind == "mesh" => gltf::read_heights(path, &grid),
            "obj" => obj::read_heights(path, &grid),
            "stl" => {
                let print = file.print.as_ref().ok_or_else(|| {
                    let message = "its terrain.json lacks the dimensions of the print";
                    FileError::new(path, message, "generate the terrain again")
                })?;
                stl::read_heights(path, &grid, print)
            }
            other => {
                let message =
                    format!("{} files in format `{other}` contain no heights that can be read", file.kind);
                Err(FileError::new(path, message, "choose one of the height files"))
            }
        }
    }

    /// Reads the heights of the complete terrain from one file or from all its tiles, in metres, row by row from the top.
    /// `folder` is the current folder of the files. Samples of tiles that are not listed are NaN.
    ///
    /// # Errors
    /// The same as those of [`read_heights`](Self::read_heights), for each of the files.
    pub fn read_series(&self, series: &Series<'_>, folder: &Path) -> Result<Vec<f32>, FileError> {
        let grid = self.grid();
        check_size(folder, &grid)?;
        let mut heights = Vec::new();
        for file in &series.files {
            let samples = self.read_heights(file, &folder.join(&file.name))?;
            if file.tile.is_none() {
                return Ok(samples);
            }
            // The raster is allocated only after the first tile has been read.
            heights.resize(grid.len(), f32::NAN);
            let tile = self.grid_of(file);
            let column = (tile.first_column - grid.first_column) as usize;
            let row = (tile.first_row - grid.first_row) as usize;
            for (samples, row) in samples.chunks_exact(tile.columns).zip(row..) {
                heights[row * grid.columns + column..][..tile.columns].copy_from_slice(samples);
            }
        }
        Ok(heights)
    }

    /// Reads 16-bit values as heights.
    fn sixteen_bits(&self, path: &Path, grid: &Grid, raw: Option<RawShape>) -> Result<Vec<f32>, FileError> {
        let mapping = self.mapping(path)?;
        let mut samples = numbers(path, grid, raw)?;
        samples.iter_mut().for_each(|value| *value = mapping.to_metres(*value as u16) as f32);
        Ok(samples)
    }

    /// The mapping of the 16-bit values.
    pub(crate) fn mapping(&self, path: &Path) -> Result<HeightMapping, FileError> {
        let sixteen_bit = self.sixteen_bit.as_ref();
        sixteen_bit.and_then(|bits| HeightMapping::new(bits.min_metres, bits.max_metres)).ok_or_else(|| {
            let message = "its terrain.json lacks the mapping of 16-bit values";
            FileError::new(path, message, "generate the terrain again")
        })
    }
}

fn check_size(path: &Path, grid: &Grid) -> Result<(), FileError> {
    if grid.columns.saturating_mul(grid.rows) <= MAX_SAMPLES {
        return Ok(());
    }
    let message = format!("{} × {} samples are too many", grid.columns, grid.rows);
    let help = format!("generate a smaller terrain: at most {MAX_SAMPLES} samples can be read");
    Err(FileError::new(path, message, help))
}

/// The numbers of a file, unscaled. Missing heights stay NaN, so that the caller can find them.
fn numbers(path: &Path, grid: &Grid, raw: Option<RawShape>) -> Result<Vec<f32>, FileError> {
    let options =
        ReadOptions { unit: Some(SampleUnit::Metres), fill: Some(f32::NAN), raw, ..ReadOptions::default() };
    let heights = read_heights(path, &options)?;
    if (heights.width, heights.height) == (grid.columns, grid.rows) {
        return Ok(heights.samples);
    }
    let message = format!(
        "it has {} × {} samples, but its terrain.json says {} × {}",
        heights.width, heights.height, grid.columns, grid.rows,
    );
    Err(FileError::new(path, message, "generate the terrain again"))
}
