//! Godot with Terrain3D: an EXR of metres in R, G and B, a control map and the picture of colours, cut into regions by its importer.
//!
//! The rules are those of `importer.gd` and `terrain_3d_data.cpp` of the versions 1.0 and 1.1. Version 1.0 takes the import position
//! in metres, and 1.1 in samples; both take whole numbers up to ±8192. In 1.0, the picture begins at the corner of the region that
//! contains the position.

use orogen_engine::raster::Grid;

use super::accepted_sizes::{AcceptedSizes, nearest, no_tiles};
use super::{GeneratedTerrain, ImportSetting, Request, Target, output, water};
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
const REGIONS: [usize; 6] = [2048, 1024, 512, 256, 128, 64];

/// Maximum number of regions on each side of the origin.
const MOST: usize = 16;

/// The farthest import position from the origin: samples in version 1.1, metres in 1.0.
const FARTHEST: usize = 8192;

/// Metres between samples that Terrain3D accepts.
const SPACINGS: [f64; 2] = [0.25, 100.0];

/// How a terrain is cut into regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Regions {
    /// Samples along a side of a region.
    size: usize,
    /// Regions to the left of the origin and above it.
    before: usize,
}

/// The regions for a number of samples along a side. Half of the regions are before the origin, or as many as the import position
/// allows. The largest regions that can be centred are chosen, else the largest ones that fit.
fn regions(side: usize) -> Option<Regions> {
    let fitting = REGIONS.into_iter().filter(|&size| side.is_multiple_of(size)).filter_map(|size| {
        let count = side / size;
        let before = (count / 2).min(FARTHEST / size);
        (count - before <= MOST).then_some(Regions { size, before })
    });
    let centred = |regions: &Regions| 2 * regions.before * regions.size == side;
    fitting.clone().find(centred).or_else(|| fitting.clone().next())
}

/// All numbers of samples along a side that whole regions have.
fn sides() -> impl Iterator<Item = usize> {
    let least = REGIONS[REGIONS.len() - 1];
    (1..=2 * MOST * REGIONS[0] / least)
        .map(move |count| count * least)
        .filter(|&side| regions(side).is_some())
}

impl Target for Godot {
    fn name(&self) -> &'static str {
        "godot"
    }

    fn accepted_sizes(&self, tiles: Option<[usize; 2]>) -> Result<AcceptedSizes, Problem> {
        no_tiles("Terrain3D cuts the terrain into regions itself and", tiles)?;
        Ok(AcceptedSizes::Samples(sides().collect()))
    }

    fn delivery(&self, request: &Request<'_>) -> Result<Delivery, Problem> {
        let mut outputs = vec![output(request.name, "", "exr", Format::ExrRgb)];
        if !request.materials.is_empty() {
            outputs.push(output(request.name, "control", "exr", Format::ControlMap));
            outputs.push(output(request.name, "colour", "png", Format::NeutralColour));
        }
        outputs.extend(water(request));
        outputs.push(Output::usual(Format::Preview));
        Ok(Delivery { outputs, tiling: None, names: TileNames::FromTop })
    }

    fn check(&self, grid: &Grid) -> Result<(), Problem> {
        let [least, most] = SPACINGS;
        if (least..=most).contains(&grid.spacing) {
            return Ok(());
        }
        let message =
            format!("samples are {} m apart, but Terrain3D accepts {least} to {most} m", grid.spacing);
        let side = grid.spacing * grid.columns as f64;
        let fitting: Vec<_> =
            sides().filter(|&samples| (least..=most).contains(&(side / samples as f64))).collect();
        let help = match nearest(&fitting, grid.columns) {
            Some(size) => format!("choose --size {size}"),
            None => format!("choose a domain of {} to {} m", 64.0 * least, 40_960.0 * most),
        };
        Err(Problem::new(message, help))
    }

    fn import_settings(&self, terrain: &GeneratedTerrain<'_>) -> Vec<ImportSetting> {
        let (side, spacing) = (terrain.grid.columns, terrain.grid.spacing);
        let Regions { size, before } = regions(side).unwrap_or(Regions { size: REGIONS[0], before: 0 });
        let samples = -((before * size) as f64);
        let metres = samples * spacing;
        // Any position inside of the first region. The corner itself, rounded, could be in the region before it.
        let inside = metres.floor() + 1.0;
        let old = if inside.abs() <= FARTHEST as f64 {
            inside.into()
        } else {
            "too far from the origin for this version".into()
        };
        // No minus sign before zero.
        let samples = if before > 0 { samples } else { 0.0 };
        vec![
            ImportSetting::new("Region Size", size),
            ImportSetting::rounded("Vertex Spacing", spacing),
            ImportSetting::new("Import Position X and Y (1.1)", samples),
            ImportSetting { label: "Import Position X and Y (1.0)", value: old },
            ImportSetting::rounded("Corner X and Z in metres", if before > 0 { metres } else { 0.0 }),
            ImportSetting::new("Import Scale", 1),
            ImportSetting::new("Height Offset", 0),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_centred_if_they_can_be() {
        let found = |side| regions(side).map(|regions| (regions.size, regions.before));
        assert_eq!(found(2048), Some((1024, 1)));
        assert_eq!(found(4096), Some((2048, 1)));
        assert_eq!(found(192), Some((64, 1)), "three regions cannot be centred");
        assert_eq!(found(64), Some((64, 0)));
        assert_eq!(found(16_384), Some((2048, 4)));
        assert_eq!(found(40_960), Some((2048, 4)), "16 regions after the origin");
        assert_eq!(found(43_008), None);
        assert_eq!(found(65), None);
    }

    #[test]
    fn spacings_that_terrain3d_changes_are_refused() {
        let check = |spacing| Godot.check(&Grid::square(1024, spacing));
        assert_eq!((check(0.25), check(100.0)), (Ok(()), Ok(())));
        assert!(check(0.2).unwrap_err().to_string().contains("--size 768"));
        assert!(check(101.0).unwrap_err().to_string().contains("--size 1088"));
        assert!(Godot.check(&Grid::square(64, 0.1)).unwrap_err().to_string().contains("16 to 4096000 m"));
    }
}
