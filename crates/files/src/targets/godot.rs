//! Godot with Terrain3D: an EXR of metres in R, G and B, cut into regions by its importer.

use super::sides::{Sides, no_tiles};
use super::{Made, Refusal, Target, ToType, Wish, colour, output};
use crate::delivery::{Delivery, Format, Output, TileNames};

/// [Terrain3D](https://github.com/TokisanGames/Terrain3D) for Godot.
///
/// ```
/// use orogen_files::targets::{Godot, Target};
///
/// assert!(Godot.sides(Some([2, 2])).is_err(), "Terrain3D cuts regions itself");
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

    fn sides(&self, tiles: Option<[usize; 2]>) -> Result<Sides, Refusal> {
        no_tiles("Terrain3D cuts the terrain into regions itself and", tiles)?;
        let least = REGIONS[REGIONS.len() - 1];
        let sides = (1..=MOST * REGIONS[0] / least).map(|count| count * least);
        Ok(Sides::Samples(sides.filter(|&side| region(side).is_some()).collect()))
    }

    fn delivery(&self, wish: &Wish<'_>) -> Result<Delivery, Refusal> {
        let mut outputs = vec![output(wish.name, "", "exr", Format::ExrRgb)];
        outputs.extend(colour(wish));
        outputs.push(Output::usual(Format::Preview));
        Ok(Delivery { outputs, tiling: None, names: TileNames::FromTop })
    }

    fn to_type(&self, made: &Made<'_>) -> Vec<ToType> {
        let region = region(made.grid.columns).unwrap_or(REGIONS[0]);
        let half = (made.grid.columns / region / 2 * region) as f64 * made.grid.spacing;
        // No minus sign before zero.
        let corner = if half > 0.0 { -half } else { 0.0 };
        vec![
            ToType::new("Region Size", region),
            ToType::rounded("Vertex Spacing", made.grid.spacing),
            ToType::rounded("Import Position X", corner),
            ToType::rounded("Import Position Y", corner),
            ToType::new("Import Scale", 1),
            ToType::new("Height Offset", 0),
        ]
    }
}
