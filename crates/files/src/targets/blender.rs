//! Blender: an EXR of metres to displace a grid, and a ready mesh.
//!
//! A grid with one vertex per sample reaches from the first sample to the last. The texture coordinate k / (n − 1) of its vertex k
//! is inside pixel k, which reaches from k / n to (k + 1) / n. So without interpolation each vertex reads its own sample. With
//! interpolation, Blender's modifier reads mixtures, and the wrong pixel at two borders.

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
        let [columns, rows] = terrain.file_size().map(|samples| samples - 1);
        let [across, down] = terrain.file_metres();
        vec![
            ImportSetting::new("Grid X Subdivisions", columns),
            ImportSetting::new("Grid Y Subdivisions", rows),
            ImportSetting::rounded("Grid Dimension X", across),
            ImportSetting::rounded("Grid Dimension Y", down),
            ImportSetting::new("Displace Strength", 1),
            ImportSetting::new("Displace Midlevel", 0),
            ImportSetting::new("Color Space", "Non-Color"),
            ImportSetting::new("Interpolation", "off"),
            ImportSetting::new("Extension", "Extend"),
        ]
    }
}
