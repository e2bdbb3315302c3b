//! Blender: an EXR of metres to displace a plane, and a mesh that needs no such thing.
//!
//! A picture covers a plane with its pixels, and samples lie in their middles; so the plane that is true to scale is as
//! many samples wide as the picture, one more spacing than from the first sample to the last.

use super::sides::Sides;
use super::{Made, Refusal, Target, ToType, Wish, colour, output};
use crate::delivery::{Delivery, Format, Output, TileNames};
use crate::normal::Green;

/// [Blender](https://www.blender.org).
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
