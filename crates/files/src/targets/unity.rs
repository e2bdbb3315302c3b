//! Unity: a RAW file for each terrain. Import it in the terrain's settings.
//!
//! `h = Y + Height·value/65535`, where Y is the terrain's position. The importer places the first row of the file at Z = 0,
//! which is south, so the bottom row comes first and "Flip Vertically" stays off.

use orogen_engine::digits::rounded;

use super::sides::Sides;
use super::{Made, Refusal, Target, ToType, Wish, output, splats};
use crate::delivery::{Delivery, Format, Output, TileNames};
use crate::normal::Green;
use crate::raw::{ByteOrder, RawLayout, RowOrder};

/// [Unity](https://unity.com).
///
/// ```
/// use orogen_files::targets::{Target, Unity};
///
/// assert_eq!(Unity.name(), "unity");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Unity;

impl Target for Unity {
    fn name(&self) -> &'static str {
        "unity"
    }

    fn sides(&self, tiles: Option<[usize; 2]>) -> Result<Sides, Refusal> {
        Sides::of_tiles("Unity", (5..=12).map(|power| (1 << power) + 1), tiles)
    }

    fn delivery(&self, wish: &Wish<'_>) -> Result<Delivery, Refusal> {
        let layout = RawLayout { byte_order: ByteOrder::Little, row_order: RowOrder::BottomFirst };
        let mut outputs = vec![output(wish.name, "", "raw", Format::R16(layout))];
        outputs.extend(splats(wish));
        outputs.push(output(wish.name, "normal", "png", Format::Normal(Green::Up)));
        outputs.push(Output::usual(Format::Preview));
        Ok(Delivery { outputs, tiling: wish.tiling, names: TileNames::FromBottom })
    }

    fn to_type(&self, made: &Made<'_>) -> Vec<ToType> {
        let [width, length] = made.file_metres();
        let mut numbers = vec![
            ToType::rounded("Terrain Width", width),
            ToType::rounded("Terrain Length", length),
            ToType::rounded("Terrain Height", made.mapping.max() - made.mapping.min()),
            ToType::new("Heightmap Resolution", made.file_size()[0]),
            ToType::rounded("Position Y", made.mapping.min()),
            ToType::new("Depth", "Bit 16"),
            ToType::new("Byte Order", "Windows"),
            ToType::new("Flip Vertically", "off"),
        ];
        if made.tiling.is_some() {
            let place = format!("X · {}, Z · {}, for NAME_X_Z.raw", rounded(width), rounded(length));
            numbers.push(ToType::new("Position X, Z of a tile", place));
        }
        numbers
    }
}
