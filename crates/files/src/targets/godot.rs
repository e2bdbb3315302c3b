//! Godot with Terrain3D: an EXR of metres in R, G and B, cut into regions by its importer.

use super::accepted_sizes::{AcceptedSizes, no_tiles};
use super::{GeneratedTerrain, ImportSetting, Request, Target, colour, output};
use crate::Problem;
use crate::delivery::{Delivery, Format, Output, TileNames};

/// [Terrain3D](https://github.com/TokisanGames/Terrain3D) for Godot.
///
/// ```
/// use orogen_files::targets::{Godot, Target};
///
/// assert!(Godot.accepted_sizes(Some([2, 2])).is_err(), "Terrain3D cuts regions itself");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Godot;

/// Samples along a side of a region, the largest first.
const REGIONS: [usize; 5] = [1024, 512, 256, 128, 64];

/// Maximum number of regions along a side of a world.
const MOST: usize = 32;

/// The largest region size that divides a side into at most [`MOST`] regions.
fn region(side: usize) -> Option<usize> {
    REGIONS.into_iter().find(|&region| side.is_multiple_of(region) && side / region <= MOST)
}

impl Target for Godot {
    fn name(&self) -> &'static str {
        "godot"
    }

    fn accepted_sizes(&self, tiles: Option<[usize; 2]>) -> Result<AcceptedSizes, Problem> {
        no_tiles("Terrain3D cuts the terrain into regions itself and", tiles)?;
        let least = REGIONS[REGIONS.len() - 1];
        let sides = (1..=MOST * REGIONS[0] / least).map(|count| count * least);
        Ok(AcceptedSizes::Samples(sides.filter(|&side| region(side).is_some()).collect()))
    }

    fn delivery(&self, request: &Request<'_>) -> Result<Delivery, Problem> {
        let mut outputs = vec![output(request.name, "", "exr", Format::ExrRgb)];
        outputs.extend(colour(request));
        outputs.push(Output::usual(Format::Preview));
        Ok(Delivery { outputs, tiling: None, names: TileNames::FromTop })
    }

    fn import_settings(&self, terrain: &GeneratedTerrain<'_>) -> Vec<ImportSetting> {
        let region = region(terrain.grid.columns).unwrap_or(REGIONS[0]);
        let half = (terrain.grid.columns / region / 2 * region) as f64 * terrain.grid.spacing;
        // No minus sign before zero.
        let corner = if half > 0.0 { -half } else { 0.0 };
        vec![
            ImportSetting::new("Region Size", region),
            ImportSetting::rounded("Vertex Spacing", terrain.grid.spacing),
            ImportSetting::rounded("Import Position X", corner),
            ImportSetting::rounded("Import Position Y", corner),
            ImportSetting::new("Import Scale", 1),
            ImportSetting::new("Height Offset", 0),
        ]
    }
}
