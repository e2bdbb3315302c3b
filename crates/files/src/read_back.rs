//! The heights of a terrain that was written earlier, read in again.

use std::path::Path;

use orogen::image::SampleUnit;
use orogen::raster::Grid;

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
        if file.tile.is_some() {
            let Grid { columns: width, rows: height, .. } = self.grid_of(file);
            let (tile, file) =
                (Self { width, height, ..self.clone() }, FileInfo { tile: None, ..file.clone() });
            return tile.read_heights(&file, path);
        }
        if self.width.saturating_mul(self.height) > MAX_SAMPLES {
            let what = format!("{} × {} samples are too many", self.width, self.height);
            let mend = format!("at most {MAX_SAMPLES} can be read: generate it smaller");
            return Err(FileError::new(path, what, mend));
        }
        match file.format.as_str() {
            "f32" => self.numbers(path, self.raw(file, RawNumber::F32)),
            "exr32" | "tiff32" => self.numbers(path, None),
            "r16" => self.sixteen_bits(path, self.raw(file, RawNumber::U16)),
            "png16" => self.sixteen_bits(path, None),
            "terrarium" | "mapbox" => {
                let encoding = web::Encoding::from_name(&file.format).unwrap_or(web::Encoding::Terrarium);
                let metres = web::read_png(path, [self.width, self.height], encoding)?;
                Ok(metres.into_iter().map(|metres| metres as f32).collect())
            }
            other => {
                let what = format!("files of format `{other}` hold no heights");
                Err(FileError::new(path, what, "choose one of the height files"))
            }
        }
    }

    fn raw(&self, file: &FileInfo, number: RawNumber) -> Option<RawShape> {
        Some(RawShape { width: self.width, height: self.height, number, layout: file.raw_layout() })
    }

    /// Heights of 16-bit values.
    fn sixteen_bits(&self, path: &Path, raw: Option<RawShape>) -> Result<Vec<f32>, FileError> {
        let mapping = self.mapping(path)?;
        let mut samples = self.numbers(path, raw)?;
        samples.iter_mut().for_each(|value| *value = mapping.to_metres(*value as u16) as f32);
        Ok(samples)
    }

    /// The numbers of a file as they stand; what is none stays none, for whoever looks for it.
    fn numbers(&self, path: &Path, raw: Option<RawShape>) -> Result<Vec<f32>, FileError> {
        let options = ReadOptions { unit: Some(SampleUnit::Metres), fill: Some(f32::NAN), raw };
        let heights = read_heights(path, &options)?;
        if (heights.width, heights.height) == (self.width, self.height) {
            return Ok(heights.samples);
        }
        let what = format!(
            "it holds {} × {} samples, not the {} × {} of its terrain.json",
            heights.width, heights.height, self.width, self.height,
        );
        Err(FileError::new(path, what, "generate the terrain anew"))
    }

    fn mapping(&self, path: &Path) -> Result<HeightMapping, FileError> {
        let sixteen_bit = self.sixteen_bit.as_ref();
        sixteen_bit.and_then(|bits| HeightMapping::new(bits.min_metres, bits.max_metres)).ok_or_else(|| {
            let what = "its terrain.json does not say what 16-bit values mean";
            FileError::new(path, what, "generate the terrain anew")
        })
    }
}
