//! Blender: an EXR of metres to displace a plane, and a ready mesh.
//!
//! A picture covers the plane with its pixels, and samples are at the centres of pixels. So the width of a plane that is
//! true to scale is the number of samples times their spacing, one spacing more than from the first sample to the last.

use super::accepted_sizes::AcceptedSizes;
use super::{GeneratedTerrain, ImportSetting, Request, Target, colour, output, water};
use crate::Problem;
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

    fn accepted_sizes(&self, _tiles: Option<[usize; 2]>) -> Result<AcceptedSizes, Problem> {
        Ok(AcceptedSizes::Any)
    }

    fn delivery(&self, request: &Request<'_>) -> Result<Delivery, Problem> {
        let mut outputs = vec![
            output(request.name, "", "exr", Format::Exr),
            output(request.name, "", "glb", Format::Glb),
            output(request.name, "normal", "png", Format::Normal(Green::Up)),
        ];
        outputs.extend(colour(request));
        outputs.extend(water(request));
        outputs.push(Output::usual(Format::Preview));
        Ok(Delivery { outputs, tiling: request.tiling, names: TileNames::FromTop })
    }

    fn import_settings(&self, terrain: &GeneratedTerrain<'_>) -> Vec<ImportSetting> {
        let [across, down] = terrain.file_size().map(|samples| samples as f64 * terrain.grid.spacing);
        vec![
            ImportSetting::rounded("Plane Dimension X", across),
            ImportSetting::rounded("Plane Dimension Y", down),
            ImportSetting::new("Displace Strength", 1),
            ImportSetting::new("Displace Midlevel", 0),
            ImportSetting::new("Color Space", "Non-Color"),
            ImportSetting::new("Extension", "Extend"),
        ]
    }
}
