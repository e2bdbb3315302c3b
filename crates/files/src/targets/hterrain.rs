//! Godot with Zylann's `HTerrain`: a RAW file; the importer asks for its lowest and highest height.

use super::sides::{Sides, no_tiles};
use super::{Made, Refusal, Target, ToType, Wish, output, splats};
use crate::delivery::{Delivery, Format, Output, TileNames};
use crate::normal::Green;
use crate::raw::RawLayout;

/// [HTerrain](https://github.com/Zylann/godot_heightmap_plugin) for Godot.
///
/// ```
/// use orogen_files::targets::{Hterrain, Sides, Target};
///
/// assert_eq!(Hterrain.sides(None), Ok(Sides::Corners(vec![513, 1025, 2049, 4097])));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Hterrain;

impl Target for Hterrain {
    fn name(&self) -> &'static str {
        "hterrain"
    }

    fn sides(&self, tiles: Option<[usize; 2]>) -> Result<Sides, Refusal> {
        no_tiles("HTerrain", tiles)?;
        Ok(Sides::Corners((9..=12).map(|power| (1 << power) + 1).collect()))
    }

    fn delivery(&self, wish: &Wish<'_>) -> Result<Delivery, Refusal> {
        let mut outputs = vec![output(wish.name, "", "raw", Format::R16(RawLayout::default()))];
        outputs.extend(splats(wish));
        outputs.push(output(wish.name, "normal", "png", Format::Normal(Green::Up)));
        outputs.push(Output::usual(Format::Preview));
        Ok(Delivery { outputs, tiling: None, names: TileNames::FromTop })
    }

    fn to_type(&self, made: &Made<'_>) -> Vec<ToType> {
        vec![
            ToType::new("Raw endianess", "Little Endian"),
            ToType::new("Bit depth", 16),
            ToType::rounded("Min height", made.mapping.min()),
            ToType::rounded("Max height", made.mapping.max()),
            ToType::rounded("Map scale X and Z", made.grid.spacing),
            ToType::new("Map scale Y", 1),
        ]
    }
}
