//! `WorldPainter`: a 16-bit picture of block levels, for Minecraft from 1.18 on.
//!
//! Blocks are cubes: a block is one spacing of the samples wide and high, so the terrain keeps its proportions. The values
//! of the picture count blocks from the lowest level, −64: the value 0 is level −64, and 383 is level 319. The sea, or the
//! height 0 without a sea, is at level 62 as in Minecraft. If the terrain does not fit into the world at that level, it is
//! moved up or down.

use orogen_engine::digits::rounded;

use super::accepted_sizes::{AcceptedSizes, no_tiles};
use super::{GeneratedTerrain, ImportSetting, Request, Target, output};
use crate::delivery::{Delivery, Format, Output, TileNames};
use crate::{HeightMapping, Problem};

/// [WorldPainter](https://www.worldpainter.net).
///
/// ```
/// use orogen_files::targets::{Target, Worldpainter};
///
/// let mapping = Worldpainter.mapping([-300.0, 900.0], 4.0, Some(20.0))?.unwrap();
/// // One step is one block.
/// assert_eq!(mapping.metres_per_step(), 4.0);
/// # Ok::<(), orogen_files::Problem>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Worldpainter;

/// The lowest and the highest level of a block.
const LEVELS: [f64; 2] = [-64.0, 319.0];

/// The level of the sea in Minecraft.
const SEA: f64 = 62.0;

impl Target for Worldpainter {
    fn name(&self) -> &'static str {
        "worldpainter"
    }

    fn accepted_sizes(&self, tiles: Option<[usize; 2]>) -> Result<AcceptedSizes, Problem> {
        no_tiles("WorldPainter", tiles)?;
        Ok(AcceptedSizes::Any)
    }

    fn delivery(&self, request: &Request<'_>) -> Result<Delivery, Problem> {
        let outputs = vec![output(request.name, "", "png", Format::Png16), Output::usual(Format::Preview)];
        Ok(Delivery { outputs, tiling: None, names: TileNames::FromTop })
    }

    fn mapping(
        &self,
        [min, max]: [f64; 2],
        spacing: f64,
        sea_level: Option<f64>,
    ) -> Result<Option<HeightMapping>, Problem> {
        let blocks = |metres: f64| (metres / spacing).round();
        let [bottom, top] = LEVELS;
        // The lowest and the highest possible level of the height 0.
        let (least, most) = (bottom - blocks(min), top - blocks(max));
        if least > most {
            // One block less, because both ends are rounded.
            let needed = (max - min) / (top - bottom - 1.0);
            let message = format!(
                "heights from {min:.0} to {max:.0} m are {:.0} blocks of {} m, but WorldPainter has {}",
                blocks(max) - blocks(min) + 1.0,
                rounded(spacing),
                top - bottom + 1.0
            );
            return Err(Problem::new(
                message,
                format!("choose --spacing {} or more", three_digits_up(needed)),
            ));
        }
        let zero = (SEA - blocks(sea_level.unwrap_or(0.0))).clamp(least, most);
        let lowest = (bottom - zero) * spacing;
        Ok(HeightMapping::new(lowest, lowest + 65_535.0 * spacing))
    }

    fn import_settings(&self, terrain: &GeneratedTerrain<'_>) -> Vec<ImportSetting> {
        let ([bottom, top], spacing) = (LEVELS, terrain.grid.spacing);
        let sea = terrain.sea_level.unwrap_or(0.0);
        let level = bottom + ((sea - terrain.mapping.min()) / spacing).round();
        let mut settings = vec![
            ImportSetting::new("Scale", "100 %"),
            ImportSetting::new("Image value, bottom", 0),
            ImportSetting::new("Minecraft level, bottom", bottom),
            ImportSetting::new("Image value, top", top - bottom),
            ImportSetting::new("Minecraft level, top", top),
            ImportSetting::rounded("Metres per block", spacing),
        ];
        // Without a sea, the water level is at the bottom of the world.
        let water = if terrain.sea_level.is_some() { level } else { bottom };
        settings.push(ImportSetting::new("Water level", water));
        settings
    }
}

/// Rounded up to three digits.
fn three_digits_up(number: f64) -> f64 {
    format!("{:.2e}", number * 1.005).parse().unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_blocks_and_the_sea_is_at_its_level() {
        let mapping = Worldpainter.mapping([-300.0, 900.0], 4.0, Some(20.0)).unwrap().unwrap();
        // 20 m are 5 blocks, at level 62, that is the value 126.
        assert_eq!((mapping.to_u16(20.0), mapping.to_u16(24.0), mapping.to_u16(-300.0)), (126, 127, 46));
        assert_eq!(mapping.metres_per_step(), 4.0);
    }

    #[test]
    fn a_mountain_is_lowered_until_it_fits_or_is_an_error() {
        // 1000 m in blocks of 4 m are 250, and from 5000 m on they would end at level 1312.
        let mapping = Worldpainter.mapping([5_000.0, 6_000.0], 4.0, None).unwrap().unwrap();
        assert_eq!((mapping.to_u16(5_000.0), mapping.to_u16(6_000.0)), (133, 383));
        let problem = Worldpainter.mapping([0.0, 1_600.0], 4.0, None).unwrap_err();
        assert!(problem.message.contains("401 blocks"), "{problem}");
        let spacing: f64 = problem.help.split(' ').nth(2).unwrap().parse().unwrap();
        assert!(spacing < 4.3, "{problem}");
        assert!(Worldpainter.mapping([0.0, 1_600.0], spacing, None).is_ok());
    }
}
