//! Godot with Zylann's `HTerrain`: a RAW file; the importer asks for its lowest and highest height.

use super::accepted_sizes::{AcceptedSizes, no_tiles};
use super::{GeneratedTerrain, ImportSetting, Request, Target, output, splats};
use crate::Problem;
use crate::delivery::{Delivery, Format, Output, TileNames};
use crate::normal::Green;
use crate::raw::RawLayout;

/// [HTerrain](https://github.com/Zylann/godot_heightmap_plugin) for Godot.
///
/// ```
/// use orogen_files::targets::{Hterrain, AcceptedSizes, Target};
///
/// assert_eq!(Hterrain.accepted_sizes(None), Ok(AcceptedSizes::Corners(vec![513, 1025, 2049, 4097])));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Hterrain;

impl Target for Hterrain {
    fn name(&self) -> &'static str {
        "hterrain"
    }

    fn accepted_sizes(&self, tiles: Option<[usize; 2]>) -> Result<AcceptedSizes, Problem> {
        no_tiles("HTerrain", tiles)?;
        Ok(AcceptedSizes::Corners((9..=12).map(|power| (1 << power) + 1).collect()))
    }

    fn delivery(&self, request: &Request<'_>) -> Result<Delivery, Problem> {
        let mut outputs = vec![output(request.name, "", "raw", Format::R16(RawLayout::default()))];
        outputs.extend(splats(request));
        outputs.push(output(request.name, "normal", "png", Format::Normal(Green::Up)));
        outputs.push(Output::usual(Format::Preview));
        Ok(Delivery { outputs, tiling: None, names: TileNames::FromTop })
    }

    fn import_settings(&self, terrain: &GeneratedTerrain<'_>) -> Vec<ImportSetting> {
        vec![
            ImportSetting::new("Raw endianess", "Little Endian"),
            ImportSetting::new("Bit depth", 16),
            ImportSetting::rounded("Min height", terrain.mapping.min()),
            ImportSetting::rounded("Max height", terrain.mapping.max()),
            ImportSetting::rounded("Map scale X and Z", terrain.grid.spacing),
            ImportSetting::new("Map scale Y", 1),
        ]
    }
}
