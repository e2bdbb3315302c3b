//! Blender: an EXR of metres to displace a plane, and a ready mesh.
//!
//! A picture covers the plane with its pixels, and samples are at their centres. So a plane that is true to scale is as many
//! spacings wide as the picture has samples, one more than from the first sample to the last.

use super::sides::Sides;
use super::{Made, Refusal, Target, ToType, Wish, colour, output};
use crate::delivery::{Delivery, Format, Output, TileNames};
use crate::normal::Green;

/// [Blender](https://www.blender.org).
///
/// ```
/// use orogen_files::targets::{Blender, Target};
///
/// assert_eq!(Blender.name(), "blender");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Blender;

impl Target for Blender {
    fn name(&self) -> &'static str {
        "blender"
    }

    fn sides(&self, _tiles: Option<[usize; 2]>) -> Result<Sides, Refusal> {
        Ok(Sides::Any)
    }

    fn delivery(&self, wish: &Wish<'_>) -> Result<Delivery, Refusal> {
        let mut outputs = vec![
            output(wish.name, "", "exr", Format::Exr),
            output(wish.name, "", "glb", Format::Glb),
            output(wish.name, "normal", "png", Format::Normal(Green::Up)),
        ];
        outputs.extend(colour(wish));
        outputs.push(Output::usual(Format::Preview));
        Ok(Delivery { outputs, tiling: wish.tiling, names: TileNames::FromTop })
    }

    fn to_type(&self, made: &Made<'_>) -> Vec<ToType> {
        let [across, down] = made.file_size().map(|samples| samples as f64 * made.grid.spacing);
        vec![
            ToType::rounded("Plane Dimension X", across),
            ToType::rounded("Plane Dimension Y", down),
            ToType::new("Displace Strength", 1),
            ToType::new("Displace Midlevel", 0),
            ToType::new("Color Space", "Non-Color"),
            ToType::new("Extension", "Extend"),
        ]
    }
}
