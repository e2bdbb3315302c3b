//! The heights of a terrain that was written earlier, read in again.

use std::path::Path;

use crate::read::{open, read_at_most, read_heightmap};
use crate::{FileError, FileInfo, HeightMapping, MAX_SAMPLES, TerrainInfo, web};

impl TerrainInfo {
    /// The heights in one of the terrain's own files, in metres, row by row from the top. `path` is where that file
    /// lies now.
    ///
    /// # Errors
    /// There is no such file, it is broken, it holds no heights, or it does not have the samples described here.
    pub fn read_heights(&self, file: &FileInfo, path: &Path) -> Result<Vec<f32>, FileError> {
        let samples = self.width.saturating_mul(self.height);
        if samples > MAX_SAMPLES {
            let what = format!("{} × {} samples are too many", self.width, self.height);
            let mend = format!("at most {MAX_SAMPLES} can be read: generate it smaller");
            return Err(FileError::new(path, what, mend));
        }
        match file.format.as_str() {
            "f32" => {
                let bytes = self.bytes(path, samples, 4)?;
                Ok(bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect())
            }
            "r16" => {
                let (mapping, bytes) = (self.mapping(path)?, self.bytes(path, samples, 2)?);
                let values = bytes.as_chunks().0.iter().map(|&two| u16::from_le_bytes(two));
                Ok(values.map(|value| mapping.to_metres(value) as f32).collect())
            }
            "png16" => {
                let (mapping, map) = (self.mapping(path)?, read_heightmap(path)?);
                if (map.width, map.height) != (self.width, self.height) {
                    let holds = format!("{} × {}", map.width, map.height);
                    return Err(self.other(path, &holds));
                }
                // From v/65535, rounded to f32, back to the integer v.
                let value = |sample: &f32| (f64::from(*sample) * 65_535.0).round() as u16;
                Ok(map.samples.iter().map(|sample| mapping.to_metres(value(sample)) as f32).collect())
            }
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

    fn bytes(&self, path: &Path, samples: usize, bytes_each: usize) -> Result<Vec<u8>, FileError> {
        let facts = open(path)?.metadata().map_err(|error| FileError::from_io(path, &error))?;
        let (length, wanted) = (facts.len(), (samples * bytes_each) as u64);
        if length != wanted {
            return Err(self.other(path, &format!("{length} bytes of")));
        }
        read_at_most(path, wanted)
    }

    fn mapping(&self, path: &Path) -> Result<HeightMapping, FileError> {
        let sixteen_bit = self.sixteen_bit.as_ref();
        sixteen_bit.and_then(|bits| HeightMapping::new(bits.min_metres, bits.max_metres)).ok_or_else(|| {
            let what = "its terrain.json does not say what 16-bit values mean";
            FileError::new(path, what, "generate the terrain anew")
        })
    }

    fn other(&self, path: &Path, holds: &str) -> FileError {
        let what =
            format!("it holds {holds} samples, not the {} × {} of its terrain.json", self.width, self.height);
        FileError::new(path, what, "generate the terrain anew")
    }
}
