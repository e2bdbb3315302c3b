//! Stamps that ship with the studio. Each is a small recipe; its heights are computed when they are first needed.

use std::io::Write;
use std::path::Path;

use orogen_engine::image::NoImages;
use orogen_engine::nodes;
use orogen_engine::query::QueryError;
use orogen_engine::recipe::{Recipe, Source};

use crate::document::create;
use crate::draft::{Rgba, from_above, grey};
use crate::height_field::HeightField;

/// Samples per side of a stamp.
const SAMPLES: usize = 257;

/// Samples per side of a stamp's thumbnail.
const THUMBNAIL: usize = 56;

/// A stamp that ships with the studio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Its name, such as `crater`.
    pub name: &'static str,
    /// Its recipe.
    text: &'static str,
    /// Its height as a multiple of the brush radius, in hundredths.
    percent: u8,
}

/// All stamps.
pub const STAMPS: [Stamp; 6] = [
    Stamp { name: "peak", text: include_str!("stamps/peak.toml"), percent: 80 },
    Stamp { name: "volcano", text: include_str!("stamps/volcano.toml"), percent: 45 },
    Stamp { name: "crater", text: include_str!("stamps/crater.toml"), percent: 20 },
    Stamp { name: "canyon", text: include_str!("stamps/canyon.toml"), percent: 35 },
    Stamp { name: "mesa", text: include_str!("stamps/mesa.toml"), percent: 25 },
    Stamp { name: "dunes", text: include_str!("stamps/dunes.toml"), percent: 3 },
];

impl Stamp {
    /// The comment in the first line of its recipe.
    pub fn description(&self) -> &'static str {
        self.text.lines().next().and_then(|line| line.strip_prefix('#')).unwrap_or_default().trim()
    }

    /// Its height for a brush of this radius, both in metres.
    pub fn metres(&self, radius: f64) -> f64 {
        f64::from(self.percent) / 100.0 * radius
    }

    /// The name of the file with its heights. Another recipe has another file.
    pub fn file_name(&self) -> String {
        let hash = blake3::hash(self.text.as_bytes()).to_hex();
        format!("{}-{}.f32", self.name, &hash[..8])
    }

    /// Computes its heights.
    ///
    /// # Errors
    /// The recipe is invalid.
    pub fn height_field(&self) -> Result<HeightField, QueryError> {
        let source = Source::new(self.name, self.text);
        let recipe = Recipe::parse(source, nodes::registry()).map_err(QueryError::Recipe)?;
        // The margin of a height field is half of the domain on each side.
        HeightField::new(&recipe, &NoImages, 2 * SAMPLES - 1)
    }

    /// Writes its heights as 32-bit floats, row by row, unless the file exists. The largest magnitude is 1.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, height_field: &HeightField, path: &Path) -> std::io::Result<()> {
        if path.is_file() {
            return Ok(());
        }
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        let samples = samples(height_field);
        let most = samples.iter().fold(f64::MIN_POSITIVE, |most, height| most.max(height.abs()));
        let bytes: Vec<u8> =
            samples.iter().flat_map(|height| ((height / most) as f32).to_le_bytes()).collect();
        match create(path, |file| file.write_all(&bytes)) {
            // Another window may have written it.
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
            done => done,
        }
    }

    /// A picture of it from above, with light from the upper left.
    pub fn thumbnail(height_field: &HeightField) -> Rgba {
        let [low, high] = height_field.domain_range.map(f64::from);
        let span = (high - low).max(1e-9);
        let metres = height_field.size / THUMBNAIL as f64;
        let colour = |here: f64, rise: f64| {
            grey(0.25 + 0.4 * (here - low) / span + (0.35 * rise / metres).clamp(-0.3, 0.3))
        };
        from_above(height_field, [THUMBNAIL; 2], &colour)
    }
}

/// The heights of the domain, row by row.
fn samples(height_field: &HeightField) -> Vec<f64> {
    let along = |at: usize| height_field.size * at as f64 / (SAMPLES - 1) as f64;
    let place = |at: usize| [along(at % SAMPLES), along(at / SAMPLES)];
    (0..SAMPLES * SAMPLES).map(place).map(|[x, y]| height_field.height(x, y).unwrap_or(0.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_end_level_at_the_border_of_a_dab() {
        let folder = tempfile::tempdir().unwrap();
        for stamp in STAMPS {
            let height_field = stamp.height_field().unwrap();
            let path = folder.path().join("new").join(stamp.file_name());
            stamp.save(&height_field, &path).unwrap();
            let bytes = std::fs::read(&path).unwrap();
            let heights: Vec<_> =
                bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
            assert_eq!(heights.len(), SAMPLES * SAMPLES);
            let most = heights.iter().fold(0.0_f32, |most, height| most.max(height.abs()));
            assert_eq!(most, 1.0, "{}", stamp.name);
            let outside = |at: usize| {
                let [x, y] = [at % SAMPLES, at / SAMPLES].map(|along| along as f64 - 128.0);
                x.hypot(y) > 128.0
            };
            let rest = heights.iter().enumerate().filter(|(at, _)| outside(*at));
            let rest = rest.fold(0.0_f32, |most, (_, height)| most.max(height.abs()));
            assert!(rest < 0.02, "{} has {rest} outside of its dab", stamp.name);
            assert!(!stamp.description().is_empty() && stamp.metres(100.0) >= 3.0);
            stamp.save(&height_field, &path).unwrap();
            let thumbnail = Stamp::thumbnail(&height_field);
            let greys = thumbnail.bytes.iter().step_by(4);
            let [dark, bright] = [greys.clone().min().unwrap(), greys.max().unwrap()];
            assert!(bright - dark > 60, "{}: a thumbnail from {dark} to {bright}", stamp.name);
        }
    }
}
