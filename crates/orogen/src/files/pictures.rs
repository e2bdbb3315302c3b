//! Pictures from files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use orogen_engine::image::{Headerless, HeaderlessNumber, Image, PixelSize, Reading};
use orogen_engine::overlay::Complaint;
use orogen_files::raw::{ByteOrder, RawLayout, RowOrder};
use orogen_files::{FileError, Heights, Location, Problem, RawNumber, RawShape, ReadOptions, read_heights};

/// The maximum number of samples of all pictures together. In memory they take 2 GiB, twice as much as the largest picture.
const MAX_SAMPLES: usize = 1 << 29;

/// The pictures that were read.
#[derive(Debug, Default)]
pub(super) struct Pictures(Mutex<Vec<CachedPicture>>);

/// A picture, with its file and how it was read.
#[derive(Debug)]
struct CachedPicture {
    path: PathBuf,
    reading: Reading,
    image: Arc<Image>,
    location: Option<Location>,
}

impl Pictures {
    /// The georeference of a picture that was read, if its file has one.
    pub(super) fn location(&self, path: &Path) -> Option<Location> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().find(|cached| cached.path == path).and_then(|cached| cached.location)
    }

    pub(super) fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, Complaint> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cached) = all.iter().find(|cached| cached.path == path && cached.reading == reading) {
            return Ok(Arc::clone(&cached.image));
        }
        let refused = |error: FileError| {
            let Problem { message, help } = error.into();
            (message, help)
        };
        let raw = reading.shape.map(|shape| raw_shape(path, shape)).transpose()?;
        let options = ReadOptions { unit: reading.unit, fill: reading.fill, nodata: reading.nodata, raw };
        let heights = read_heights(path, &options).map_err(refused)?;
        let location = heights.location;
        let pixel = pixel(&heights);
        let Heights { width, height, samples, unit, .. } = heights;
        make_room(&mut all, path, samples.len(), MAX_SAMPLES)?;
        let image = Arc::new(Image { width, height, samples: samples.into(), unit, pixel });
        all.push(CachedPicture { path: path.to_owned(), reading, image: Arc::clone(&image), location });
        Ok(image)
    }
}

/// Makes room for another picture of `another` samples. If all pictures together would have more than `most` samples, forgets
/// those that no terrain uses.
///
/// # Errors
/// The pictures in use leave too little room.
fn make_room(
    all: &mut Vec<CachedPicture>,
    path: &Path,
    another: usize,
    most: usize,
) -> Result<(), Complaint> {
    let samples =
        |all: &[CachedPicture]| -> usize { all.iter().map(|cached| cached.image.samples.len()).sum() };
    if samples(all) + another > most {
        all.retain(|cached| Arc::strong_count(&cached.image) > 1);
    }
    let used = samples(all);
    if used + another <= most {
        return Ok(());
    }
    let million = |samples: usize| samples.div_ceil(1_000_000);
    let message = format!(
        "{} has {} million samples, and the pictures before it have {} million",
        path.display(),
        million(another),
        million(used)
    );
    let help = format!("use at most {} million in all: crop the pictures, or scale them down", million(most));
    Err((message, help))
}

/// The pixel size that the file states.
fn pixel(heights: &Heights) -> PixelSize {
    let degrees = heights.location.and_then(|location| Some((location.origin, location.degrees?)));
    match (heights.spacing, degrees) {
        (Some(middle), _) if heights.variation > 0.0 => {
            PixelSize::Varying { middle, variation: heights.variation }
        }
        (Some(metres), _) => PixelSize::Metres(metres),
        (None, Some(([west, north], size))) => {
            let half = |count: usize| 0.5 * count.saturating_sub(1) as f64;
            let middle = [west + half(heights.width) * size[0], north - half(heights.height) * size[1]];
            PixelSize::Degrees { size, middle }
        }
        (None, None) => PixelSize::Unknown,
    }
}

/// The shape of a headerless file. The extension and the length supply what the recipe leaves out.
fn raw_shape(path: &Path, shape: Headerless) -> Result<RawShape, (String, String)> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let named = RawNumber::of_ending(ending);
    let number = match shape.number {
        Some(HeaderlessNumber::U16) => RawNumber::U16,
        Some(HeaderlessNumber::I16) => RawNumber::I16,
        Some(HeaderlessNumber::F32) => RawNumber::F32,
        None => named.ok_or_else(|| {
            let message = format!("{}: the number format is unknown", path.display());
            (message, "add data_type = \"u16\", \"i16\" or \"f32\"".to_owned())
        })?,
    };
    // A file without readable metadata is refused when it is opened.
    let samples = fs::metadata(path).map_or(0, |facts| facts.len() / number.bytes()) as usize;
    let side = samples.isqrt().max(1);
    let (width, height) = match (shape.columns, shape.rows) {
        (Some(columns), Some(rows)) => (columns, rows),
        (Some(columns), None) => (columns, samples / columns),
        (None, Some(rows)) => (samples / rows, rows),
        (None, None) => (side, side),
    };
    let srtm = named == Some(RawNumber::I16);
    let byte_order = if shape.big_endian.unwrap_or(srtm) { ByteOrder::Big } else { ByteOrder::Little };
    let layout = RawLayout { byte_order, row_order: RowOrder::TopFirst };
    Ok(RawShape { width, height, number, layout })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cached(samples: usize) -> CachedPicture {
        let unit = orogen_engine::image::SampleUnit::Metres;
        let (samples, pixel) = (vec![0.0; samples].into(), PixelSize::Unknown);
        let image = Arc::new(Image { width: 1, height: 1, samples, unit, pixel });
        CachedPicture { path: PathBuf::new(), reading: Reading::default(), image, location: None }
    }

    #[test]
    fn pictures_are_bounded_together() {
        let mut all = vec![cached(30), cached(40)];
        make_room(&mut all, "new.tif".as_ref(), 30, 100).unwrap();
        assert_eq!(all.len(), 2);
        // The picture in use stays, the other one is forgotten.
        let used = Arc::clone(&all[1].image);
        make_room(&mut all, "new.tif".as_ref(), 60, 100).unwrap();
        assert!(all.len() == 1 && Arc::ptr_eq(&all[0].image, &used));
        let (message, help) = make_room(&mut all, "new.tif".as_ref(), 61, 100).unwrap_err();
        assert!(message.starts_with("new.tif has 1 million") && help.contains("crop"), "{message}: {help}");
    }
}
