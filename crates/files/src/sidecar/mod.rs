//! `terrain.json`: the description that programs need to use the other files.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;

use orogen_engine::raster::Grid;
use orogen_engine::recipe::Material;
use serde::{Deserialize, Serialize};

use crate::tiled::Tiling;
use crate::{FileError, FileInfo, HeightMapping, PendingOutput, PlanetInfo, checksum};

mod validate;

/// The value of [`TerrainInfo::format`] that this version writes and reads.
pub const FORMAT: &str = "orogen-terrain 1";

/// The value of [`TerrainInfo::rows`].
pub const ROWS: &str = "top row first, y grows down the picture";

/// The contents of `terrain.json`.
///
/// ```
/// use orogen_files::{FORMAT, FileInfo, ROWS, TerrainInfo};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("terrain.json");
/// let mut info: TerrainInfo = serde_json::from_value(serde_json::json!({
///     "format": FORMAT, "orogen_version": "0.1.0", "recipe": "hills", "recipe_hash": "00", "seed": 7,
///     "domain": "plane", "width": 65, "height": 33, "metres_per_sample": 10.0, "origin": [0.0, 0.0], "rows": ROWS,
///     "min_height": 1.0, "max_height": 4.0, "tileable": false, "files": [],
/// }))?;
/// info.files.push(FileInfo::height_f32("height.f32"));
/// info.write(&path)?;
/// let read = TerrainInfo::read(&path)?;
/// assert_eq!((read.grid().columns, read.grid().rows), (65, 33));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TerrainInfo {
    /// [`FORMAT`].
    pub format: String,
    /// Version of the program that generated the terrain.
    pub orogen_version: String,
    /// Name of the recipe.
    pub recipe: String,
    /// Hash of the recipe, in hexadecimal.
    pub recipe_hash: String,
    /// Text of the recipe; its seed may differ from [`seed`](Self::seed).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe_text: Option<String>,
    /// Seed of the terrain.
    pub seed: u64,
    /// Values of all parameters of the recipe. Those in [`recipe_text`](Self::recipe_text) may differ.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, f64>,
    /// Kind of the domain: `plane`, `space` or `planet`.
    pub domain: String,
    /// The map of a planet; absent unless the domain is a planet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planet: Option<PlanetInfo>,
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Metres between neighbouring samples; on a map of a planet the largest distance.
    pub metres_per_sample: f64,
    /// x and y of the first sample in metres; meaningless on a map of a planet.
    pub origin: [f64; 2],
    /// [`ROWS`].
    pub rows: String,
    /// Lowest height among the samples, in metres.
    pub min_height: f32,
    /// Highest height among the samples, in metres.
    pub max_height: f32,
    /// Lower and upper bound in metres of all heights that the recipe can produce anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub possible_heights: Option<[f64; 2]>,
    /// Tiles across and down; neighbours share a row or column of samples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<[usize; 2]>,
    /// Meaning of the 16-bit values; absent without a 16-bit file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sixteen_bit: Option<SixteenBit>,
    /// Height of the sea's surface in metres; absent if the terrain has no sea.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sea_level: Option<f64>,
    /// The recipe's materials, the lowest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<MaterialInfo>,
    /// Whether the raster repeats: the right edge continues at the left, the bottom at the top, and `width` times
    /// `metres_per_sample` is `period`.
    pub tileable: bool,
    /// Metres along x and y after which the terrain repeats; absent if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<f64>,
    /// The devices that computed the samples: `cpu`, which gives the same bits on every machine, or the name of a graphics
    /// device. Both are listed if the device was lost during the run. The list is empty if the devices are unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made_by: Vec<String>,
    /// Further values of the program that wrote the file, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, serde_json::Value>,
    /// The files of the terrain.
    pub files: Vec<FileInfo>,
}

/// A material in `terrain.json`, for programs that build the ground from the [weights](crate::materials).
///
/// ```
/// use orogen_files::MaterialInfo;
///
/// let rock = MaterialInfo { name: "rock".to_owned(), color: "#807468".to_owned() };
/// assert_eq!(serde_json::to_string(&rock).unwrap(), r##"{"name":"rock","color":"#807468"}"##);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MaterialInfo {
    /// Its name. No other material has the same name.
    pub name: String,
    /// Its colour in sRGB, as `#rrggbb`.
    pub color: String,
}

impl From<&Material> for MaterialInfo {
    fn from(material: &Material) -> Self {
        let [red, green, blue] = material.color;
        Self { name: material.name.clone(), color: format!("#{red:02x}{green:02x}{blue:02x}") }
    }
}

/// The mapping between 16-bit values and metres.
///
/// ```
/// use orogen_files::{HeightMapping, SixteenBit};
///
/// let mapping = HeightMapping::new(0.0, 655.35).unwrap();
/// let sixteen_bit = SixteenBit::from(mapping);
/// assert!((sixteen_bit.metres_per_step - 0.01).abs() < 1e-9);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SixteenBit {
    /// Metres at 0.
    pub min_metres: f64,
    /// Metres at 65535.
    pub max_metres: f64,
    /// Metres between neighbouring values.
    pub metres_per_step: f64,
    /// The mapping as a formula for people.
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

/// The entry of [`TerrainInfo::made_by`] for the processor.
pub const CPU: &str = "cpu";

impl TerrainInfo {
    /// Whether a graphics device computed some samples. Such samples are as exact as those of the processor, but may differ in
    /// the last bits.
    pub fn is_of_device(&self) -> bool {
        self.made_by.iter().any(|name| name != CPU)
    }

    /// The grid of the samples in the files.
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

    /// The tiling into `across × down` tiles, if it is possible.
    pub(crate) fn tiling(&self, across: usize, down: usize) -> Option<Tiling> {
        Tiling::new(&self.grid(), across, down)
    }

    /// The grid of the samples in one file: those of the file's tile, or those of the complete terrain.
    pub fn grid_of(&self, file: &FileInfo) -> Grid {
        let tiling = self.tiles.and_then(|[across, down]| self.tiling(across, down));
        match (file.tile, tiling) {
            (Some(tile), Some(tiling)) => tiling.tile(tile),
            _ => self.grid(),
        }
    }

    /// Writes the file at `path`, completely or not at all.
    ///
    /// # Errors
    /// The folder is missing or cannot be written, the disk is full, or a number is not finite (JSON has no NaN).
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        self.complete(path)?.commit().map(drop)
    }

    /// Writes the file with its [checksum] under a temporary name beside `path`. Commit it together with the files
    /// that it describes.
    ///
    /// # Errors
    /// The same as those of [`write`](Self::write).
    pub fn complete(&self, path: &Path) -> Result<PendingOutput, FileError> {
        self.check_finite(path)?;
        let text = serde_json::to_string_pretty(self);
        let text = text.and_then(|text| checksum::with_checksum(&text));
        let text = text.map_err(|error| FileError::from_io(path, &error.into()))?;
        PendingOutput::of_bytes(path, text.as_bytes())
    }

    /// Records length and hash, and the levels of detail, of each listed file that is among `outputs`.
    pub fn record(&mut self, outputs: &[PendingOutput]) {
        let made = outputs.iter().flat_map(PendingOutput::files);
        let made: BTreeMap<_, _> =
            made.filter_map(|(path, digest)| Some((path.file_name()?, digest))).collect();
        let levels = outputs.iter().flat_map(PendingOutput::levels);
        let levels: BTreeMap<_, _> =
            levels.filter_map(|(path, levels)| Some((path.file_name()?, levels))).collect();
        for file in &mut self.files {
            let name = OsStr::new(&file.name);
            if let Some(levels) = levels.get(name) {
                file.levels.clone_from(levels);
            }
            let digest = made.get(name).map(|&digest| digest.clone());
            file.digest = digest.or(file.digest.take());
        }
    }

    /// Reads a `terrain.json`.
    ///
    /// Every value is checked. The files may have a kind or format that this version does not know.
    ///
    /// # Errors
    /// The file does not exist, it is not a valid `terrain.json`, or it has the format of another version.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let info: Self = checksum::read_description(path)?;
        if info.format != FORMAT {
            let message = format!("its format is `{}`, not `{FORMAT}`", info.format);
            return Err(FileError::new(path, message, "use the version of orogen that wrote it"));
        }
        match validate::first_error(&info) {
            Some(message) => Err(FileError::new(path, message, "generate the terrain again")),
            None => Ok(info),
        }
    }

    fn check_finite(&self, path: &Path) -> Result<(), FileError> {
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
                let help = "look in the recipe for a division by zero or an overflow";
                Err(FileError::new(path, format!("`{name}` would be {number}"), help))
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
            parameters: BTreeMap::from([("height".to_owned(), 0.1)]),
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
            materials: vec![MaterialInfo { name: "rock".to_owned(), color: "#807468".to_owned() }],
            tileable: false,
            period: None,
            made_by: vec!["cpu".to_owned()],
            details: BTreeMap::from([("octaves".to_owned(), json!({ "ranges": 12 }))]),
            files: vec![FileInfo::height_png("height.png"), FileInfo::normal_png("normal.png", Green::Up)],
        }
    }

    #[test]
    fn it_contains_what_a_program_must_know() {
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
    fn a_number_that_json_cannot_hold_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("terrain.json");
        let error = TerrainInfo { max_height: f32::NAN, ..example() }.write(&path).unwrap_err();
        assert!(error.message.contains("`max_height`"), "{error}");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[test]
    fn other_files_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("terrain.json");
        TerrainInfo { format: "orogen-terrain 2".to_owned(), ..example() }.write(&path).unwrap();
        assert!(TerrainInfo::read(&path).unwrap_err().message.contains("orogen-terrain 2"));
        std::fs::write(&path, "{\"format\": 1").unwrap();
        assert!(TerrainInfo::read(&path).unwrap_err().message.contains("does not describe a terrain"));
    }
}
