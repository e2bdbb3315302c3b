//! Godot with Zylann's `HTerrain`: an EXR of metres, a splat map of four channels, and the picture of colours.
//!
//! The rules are those of `importer_dialog.gd` and `hterrain_data.gd` of version 1.8. The fields for the heights of a RAW file end
//! at ±2000 m; an EXR in metres needs no numbers. The dialog imports one splat map, and the shaders divide by the sum of its
//! channels, so all materials are folded into four channels that sum to 1. The plug-in computes its own normal map.

use orogen_engine::raster::Grid;

use super::accepted_sizes::{AcceptedSizes, no_tiles};
use super::{GeneratedTerrain, ImportSetting, Request, Target, colour, output, water};
use crate::Problem;
use crate::delivery::{Delivery, Format, Output, TileNames};

/// [HTerrain](https://github.com/Zylann/godot_heightmap_plugin) for Godot.
///
/// ```
/// use orogen_files::targets::{AcceptedSizes, Hterrain, Target};
///
/// let sizes = Hterrain { textures: vec![] }.accepted_sizes(None);
/// assert_eq!(sizes, Ok(AcceptedSizes::Corners(vec![65, 129, 257, 513, 1025, 2049, 4097])));
/// ```
#[derive(Clone, Debug)]
pub struct Hterrain {
    /// The materials of each channel of the splat map, as [`channels`](crate::materials::channels) names them.
    pub textures: Vec<String>,
}

/// Minimum of the node's map scale.
const FINEST: f64 = 0.01;

/// Labels of the four textures.
const TEXTURES: [&str; 4] = ["Ground texture 0", "Ground texture 1", "Ground texture 2", "Ground texture 3"];

impl Target for Hterrain {
    fn name(&self) -> &'static str {
        "hterrain"
    }

    fn accepted_sizes(&self, tiles: Option<[usize; 2]>) -> Result<AcceptedSizes, Problem> {
        no_tiles("HTerrain", tiles)?;
        Ok(AcceptedSizes::Corners((6..=12).map(|power| (1 << power) + 1).collect()))
    }

    fn delivery(&self, request: &Request<'_>) -> Result<Delivery, Problem> {
        let mut outputs = vec![output(request.name, "", "exr", Format::Exr)];
        let has_materials = !request.materials.is_empty();
        outputs.extend(has_materials.then(|| output(request.name, "splat", "png", Format::FoldedSplat)));
        outputs.extend(colour(request));
        outputs.extend(water(request));
        outputs.push(Output::usual(Format::Preview));
        Ok(Delivery { outputs, tiling: None, names: TileNames::FromTop })
    }

    fn check(&self, grid: &Grid) -> Result<(), Problem> {
        if grid.spacing >= FINEST {
            return Ok(());
        }
        let message =
            format!("samples are {} m apart, but HTerrain accepts {FINEST} m or more", grid.spacing);
        let most = grid.spacing * (grid.columns - 1) as f64 / FINEST + 1.0;
        Err(Problem::new(message, format!("choose a --size of at most {}", most as usize)))
    }

    fn import_settings(&self, terrain: &GeneratedTerrain<'_>) -> Vec<ImportSetting> {
        let mut settings = vec![
            ImportSetting::rounded("Map scale X and Z", terrain.grid.spacing),
            ImportSetting::new("Map scale Y", 1),
        ];
        let textures = TEXTURES.into_iter().zip(&self.textures);
        settings.extend(textures.map(|(label, materials)| ImportSetting::new(label, &**materials)));
        settings
    }
}
