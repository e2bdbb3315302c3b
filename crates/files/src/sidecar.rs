//! `terrain.json`: what a program must know to use the other files.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;

use orogen::raster::Grid;
use serde::{Deserialize, Serialize};

use crate::read::read_at_most;
use crate::tiled::Tiling;
use crate::{FileError, FileInfo, HeightMapping, PlanetInfo, Whole, seal, validate};

/// The value of [`TerrainInfo::format`] that this version writes and reads.
pub const FORMAT: &str = "orogen-terrain 1";

/// Longest `terrain.json` that is read: [`MAX_FILES`](crate::delivery::MAX_FILES) take less than half of it.
pub(crate) const MAX_BYTES: u64 = 1 << 26;

/// The value of [`TerrainInfo::rows`].
pub const ROWS: &str = "top row first, y grows down the picture";

/// The contents of `terrain.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TerrainInfo {
    /// [`FORMAT`].
    pub format: String,
    /// Version of the program that made the terrain.
    pub orogen_version: String,
    /// Name of the recipe.
    pub recipe: String,
    /// Hash of the recipe, in hexadecimal.
    pub recipe_hash: String,
    /// Text of the recipe; its seed may be another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe_text: Option<String>,
    /// Seed the terrain was made with.
    pub seed: u64,
    /// Kind of the domain: `plane`, `space` or `planet`.
    pub domain: String,
    /// Which map of a planet it is; absent where the domain is no planet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planet: Option<PlanetInfo>,
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Metres between neighbouring samples; on a map of a planet, where they are widest.
    pub metres_per_sample: f64,
    /// x and y of the first sample, in metres; of no meaning on a map of a planet.
    pub origin: [f64; 2],
    /// [`ROWS`].
    pub rows: String,
    /// Lowest height among the samples, in metres.
    pub min_height: f32,
    /// Highest height among the samples, in metres.
    pub max_height: f32,
    /// The heights in metres that the recipe can have, here and elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub possible_heights: Option<[f64; 2]>,
    /// How many tiles across and down the files are cut into; neighbours share a row or column of samples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<[usize; 2]>,
    /// What the 16-bit values mean; absent without a 16-bit file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sixteen_bit: Option<SixteenBit>,
    /// Height of the sea's surface in metres; absent if the terrain has no sea.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sea_level: Option<f64>,
    /// Whether the right edge continues at the left one, and the bottom at the top: the sample after the last of a
    /// row would be its first again, and `width` times `metres_per_sample` is `period`.
    pub tileable: bool,
    /// Metres along x and y after which the terrain repeats; absent if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<f64>,
    /// What computed the samples: `cpu`, the processor, whose bits are the same on every machine, or the name of a
    /// graphics device; both, if one was lost on the way. Empty if it is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made_by: Vec<String>,
    /// Whatever else the maker wants to tell, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, serde_json::Value>,
    /// The files made along with this one.
    pub files: Vec<FileInfo>,
}

/// How 16-bit values and metres correspond.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SixteenBit {
    /// Metres at 0.
    pub min_metres: f64,
    /// Metres at 65535.
    pub max_metres: f64,
    /// Metres between neighbouring values.
    pub metres_per_step: f64,
    /// The same, as a formula to read.
    pub formula: String,
}

impl SixteenBit {
    /// The value of [`formula`](Self::formula).
    pub const FORMULA: &str = "metres = min_metres + value * metres_per_step";
}

impl From<HeightMapping> for SixteenBit {
    fn from(mapping: HeightMapping) -> Self {
        Self {
            min_metres: mapping.min(),
            max_metres: mapping.max(),
            metres_per_step: mapping.metres_per_step(),
            formula: Self::FORMULA.to_owned(),
        }
    }
}

/// The entry of [`TerrainInfo::made_by`] that stands for the processor.
pub const CPU: &str = "cpu";

impl TerrainInfo {
    /// Whether a graphics device had a part in it: samples are then as exact as those of the processor, but other ones
    /// in the last bits.
    pub fn is_of_device(&self) -> bool {
        self.made_by.iter().any(|name| name != CPU)
    }

    /// The samples the files hold.
    pub fn grid(&self) -> Grid {
        let index = |metres: f64| (metres / self.metres_per_sample).round() as i64;
        Grid {
            first_column: index(self.origin[0]),
            first_row: index(self.origin[1]),
            columns: self.width,
            rows: self.height,
            spacing: self.metres_per_sample,
        }
    }

    /// The tiling into so many tiles, if there is one.
    pub(crate) fn tiling(&self, across: usize, down: usize) -> Option<Tiling> {
        Tiling::new(&self.grid(), across, down)
    }

    /// The samples that a file holds: those of its tile, or all.
    pub fn grid_of(&self, file: &FileInfo) -> Grid {
        let tiling = self.tiles.and_then(|[across, down]| self.tiling(across, down));
        match (file.tile, tiling) {
            (Some(tile), Some(tiling)) => tiling.tile(tile),
            _ => self.grid(),
        }
    }

    /// Writes the file at `path`, whole or not at all.
    ///
    /// # Errors
    /// The folder is missing or cannot be written, the disk is full, or a number is not finite (JSON has no
    /// NaN).
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        self.complete(path)?.commit().map(drop)
    }

    /// Writes the file, with its [seal](crate::seal), under a temporary name beside `path`, to be committed along with
    /// those it describes.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn complete(&self, path: &Path) -> Result<Whole, FileError> {
        self.refuse_not_finite(path)?;
        let text = serde_json::to_string_pretty(self);
        let text = text.and_then(|text| seal::sealed(&text));
        let text = text.map_err(|error| FileError::from_io(path, &error.into()))?;
        Whole::of_bytes(path, text.as_bytes())
    }

    /// Takes down length and hash of each file it lists that is among these.
    pub fn record(&mut self, wholes: &[Whole]) {
        let made = wholes.iter().flat_map(Whole::files);
        let made: BTreeMap<_, _> =
            made.filter_map(|(path, digest)| Some((path.file_name()?, digest))).collect();
        for file in &mut self.files {
            let digest = made.get(OsStr::new(&file.name)).map(|&digest| digest.clone());
            file.digest = digest.or(file.digest.take());
        }
    }

    /// Reads such a file back.
    ///
    /// Every value is checked. Files may be of a kind or format that this version does not know.
    ///
    /// # Errors
    /// There is no such file, it is not a `terrain.json` or not a sound one, or a newer version wrote it.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let text = read_at_most(path, MAX_BYTES)?;
        let info: Self = serde_json::from_slice(&text).map_err(|error| {
            FileError::new(path, format!("it does not describe a terrain: {error}"), "generate it anew")
        })?;
        if info.format != FORMAT {
            let what = format!("its format is `{}`, not `{FORMAT}`", info.format);
            return Err(FileError::new(path, what, "use the version of orogen that made it"));
        }
        match validate::flaw(&info) {
            Some(flaw) => Err(FileError::new(path, flaw, "generate it anew")),
            None => Ok(info),
        }
    }

    fn refuse_not_finite(&self, path: &Path) -> Result<(), FileError> {
        let numbers = [
            ("metres_per_sample", self.metres_per_sample),
            ("origin", self.origin[0] + self.origin[1]),
            ("min_height", f64::from(self.min_height)),
            ("max_height", f64::from(self.max_height)),
            ("sea_level", self.sea_level.unwrap_or_default()),
            ("period", self.period.unwrap_or_default()),
        ];
        match numbers.into_iter().find(|(_, number)| !number.is_finite()) {
            Some((name, number)) => {
                let mend = "look in the recipe for a division by zero or an overflow";
                Err(FileError::new(path, format!("`{name}` would be {number}"), mend))
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal::Green;
    use serde_json::json;

    fn example() -> TerrainInfo {
        TerrainInfo {
            format: FORMAT.to_owned(),
            orogen_version: "0.1.0".to_owned(),
            recipe: "Alps".to_owned(),
            recipe_hash: "00ff".to_owned(),
            seed: u64::MAX,
            domain: "plane".to_owned(),
            planet: None,
            width: 4096,
            height: 2048,
            metres_per_sample: 4.0,
            origin: [0.0, -8.0],
            rows: ROWS.to_owned(),
            min_height: -12.25,
            max_height: 3100.5,
            recipe_text: None,
            possible_heights: Some([-800.0, 1_000.0]),
            tiles: None,
            sixteen_bit: HeightMapping::new(-500.0, 6_053.5).map(SixteenBit::from),
            sea_level: Some(0.0),
            tileable: false,
            period: None,
            made_by: vec!["cpu".to_owned()],
            details: BTreeMap::from([("octaves".to_owned(), json!({ "ranges": 12 }))]),
            files: vec![FileInfo::height_png("height.png"), FileInfo::normal_png("normal.png", Green::Up)],
        }
    }

    #[test]
    fn it_says_what_a_program_must_know() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("terrain.json");
        example().write(&path).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["format"], "orogen-terrain 1");
        assert_eq!(value["seed"], u64::MAX);
        assert_eq!(value["origin"], json!([0.0, -8.0]));
        assert_eq!(value["sixteen_bit"]["metres_per_step"], json!(6_553.5 / 65_535.0));
        assert_eq!(value["details"]["octaves"]["ranges"], 12);
        assert_eq!(value["files"][0]["byte_order"], "big-endian");
        assert!(value["files"][1].get("byte_order").is_none());
        assert!(text.starts_with("{\n  \"format\"") && text.ends_with("}\n"), "{text}");
    }

    #[test]
    fn it_reads_back_what_it_wrote() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("terrain.json");
        let sparse =
            TerrainInfo { sixteen_bit: None, sea_level: None, details: BTreeMap::new(), ..example() };
        for info in [example(), sparse] {
            info.write(&path).unwrap();
            assert_eq!(TerrainInfo::read(&path).unwrap(), info);
        }
    }

    #[test]
    fn a_number_that_json_cannot_hold_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("terrain.json");
        let error = TerrainInfo { max_height: f32::NAN, ..example() }.write(&path).unwrap_err();
        assert!(error.what.contains("`max_height`"), "{error}");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("terrain.json");
        TerrainInfo { format: "orogen-terrain 2".to_owned(), ..example() }.write(&path).unwrap();
        assert!(TerrainInfo::read(&path).unwrap_err().what.contains("orogen-terrain 2"));
        std::fs::write(&path, "{\"format\": 1").unwrap();
        assert!(TerrainInfo::read(&path).unwrap_err().what.contains("does not describe a terrain"));
    }
}
