//! Unity: a RAW file for each terrain. Import it in the terrain's settings.
//!
//! *Import Raw* divides values by 65536 (`TerrainWizards.cs` in Unity's published source), so `h = Y + Height·value/65536`, where Y
//! is the terrain's position. Unity keeps heights in 32,766 steps. The importer places the first row of the file at Z = 0, which is
//! south, so the bottom row comes first and "Flip Vertically" stays off.

use orogen_engine::digits::rounded;

use super::accepted_sizes::AcceptedSizes;
use super::{GeneratedTerrain, ImportSetting, Request, Target, output, splats, water};
use crate::Problem;
use crate::delivery::{Delivery, Format, Output, TileNames};
use crate::normal::Green;
use crate::raw::{ByteOrder, RawLayout, RowOrder};
use crate::scatter::PointFormat;

/// [Unity](https://unity.com).
///
/// ```
/// use orogen_files::targets::{Target, Unity};
///
/// assert_eq!(Unity.name(), "unity");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Unity;

/// The value that *Import Raw* divides by.
const IMPORT_RAW: f64 = 65_536.0;

/// Steps of heights in Unity's terrains, from 0 to the terrain's height.
const STEPS: f64 = 32_766.0;

impl Target for Unity {
    fn name(&self) -> &'static str {
        "unity"
    }

    fn accepted_sizes(&self, tiles: Option<[usize; 2]>) -> Result<AcceptedSizes, Problem> {
        AcceptedSizes::of_tiles("Unity", (5..=12).map(|power| (1 << power) + 1), tiles)
    }

    fn delivery(&self, request: &Request<'_>) -> Result<Delivery, Problem> {
        let layout = RawLayout { byte_order: ByteOrder::Little, row_order: RowOrder::BottomFirst };
        let mut outputs = vec![output(request.name, "", "raw", Format::R16(layout))];
        outputs.extend(splats(request));
        outputs.extend(water(request));
        let trees = || output(request.name, "scatter", "csv", Format::Scatter(PointFormat::Csv));
        outputs.extend(request.has_scatter.then(trees));
        outputs.push(output(request.name, "normal", "png", Format::Normal(Green::Up)));
        outputs.push(Output::usual(Format::Preview));
        Ok(Delivery { outputs, tiling: request.tiling, names: TileNames::FromBottom })
    }

    fn import_settings(&self, terrain: &GeneratedTerrain<'_>) -> Vec<ImportSetting> {
        let [width, length] = terrain.file_metres();
        let height = IMPORT_RAW * terrain.mapping.metres_per_step();
        let mut settings = vec![
            ImportSetting::rounded("Terrain Width", width),
            ImportSetting::rounded("Terrain Length", length),
            ImportSetting::rounded("Terrain Height", height),
            ImportSetting::new("Heightmap Resolution", terrain.file_size()[0]),
            ImportSetting::rounded("Position Y", terrain.mapping.min()),
            ImportSetting::new("Depth", "Bit 16"),
            ImportSetting::new("Byte Order", "Windows"),
            ImportSetting::new("Flip Vertically", "off"),
            ImportSetting::rounded("Metres per step in Unity", height / STEPS),
        ];
        if terrain.tiling.is_some() {
            let place = format!("X · {}, Z · {}, for NAME_X_Z.raw", rounded(width), rounded(length));
            settings.push(ImportSetting::new("Position X, Z of a tile", place));
        }
        settings
    }
}
