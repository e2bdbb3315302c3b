//! The options of `--format glb-lod`.

use orogen_engine::raster::Grid;
use orogen_files::Tiling;
use orogen_files::mesh::lod::LevelsOfDetail;

use super::products::FormatName;
use crate::failure::Failure;
use crate::numbers;

/// What is asked of the levels of detail.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LodOptions {
    /// The most triangles of the finest level of glb-lod, such as 200k or 1.5M: those of the whole terrain, all tiles and skirts
    /// included. Each next level has at most a quarter [default: 200k, or fewer if the samples have fewer].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::count)]
    triangles: Option<u64>,
    /// The number of levels of glb-lod, from 1 to 8 [default: 4, or fewer if the triangles are too few].
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = numbers::whole(1..=LevelsOfDetail::MAX_LEVELS as i64))]
    levels: Option<i64>,
    /// Also write each level of glb-lod as a file of its own, for engines that do not read the levels of one file.
    #[arg(long)]
    separate_levels: bool,
    /// Also write a mesh for collisions beside glb-lod, whose heights are off by at most this many metres at any sample.
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = numbers::metres)]
    collision_error: Option<f64>,
}

/// Triangles by default.
const TRIANGLES: u64 = 200_000;

/// Levels by default.
const LEVELS: i64 = 4;

impl LodOptions {
    /// The levels of detail of a raster.
    pub(super) fn of(&self, grid: &Grid, tiling: Option<Tiling>) -> Result<LevelsOfDetail, Failure> {
        let Some(tiling) = tiling.or_else(|| Tiling::new(grid, 1, 1)) else {
            return Err(Failure::usage("a mesh needs at least 2 × 2 samples", "choose a larger --size"));
        };
        let with = |levels: i64| {
            let asked = LevelsOfDetail {
                triangles: 0,
                levels: levels as usize,
                separate: self.separate_levels,
                collision_error: self.collision_error,
            };
            let triangles = self.triangles.unwrap_or_else(|| TRIANGLES.min(asked.most(&tiling)));
            LevelsOfDetail { triangles, ..asked }
        };
        let fits = |levels: &i64| with(*levels).check(&tiling).is_ok();
        // The error names a number for these levels.
        let named = if with(LEVELS).triangles > with(LEVELS).most(&tiling) { LEVELS } else { 1 };
        let asked = with(self.levels.unwrap_or_else(|| (1..=LEVELS).rev().find(fits).unwrap_or(named)));
        asked.check(&tiling)?;
        Ok(asked)
    }

    /// Refuses options that no file uses.
    pub(super) fn refuse_unused(&self, formats: &[FormatName]) -> Result<(), Failure> {
        if formats.contains(&FormatName::GlbLod) {
            return Ok(());
        }
        let given = [
            (self.triangles.is_some(), "--triangles"),
            (self.levels.is_some(), "--levels"),
            (self.separate_levels, "--separate-levels"),
            (self.collision_error.is_some(), "--collision-error"),
        ];
        given.iter().find(|(given, _)| *given).map_or(Ok(()), |(_, name)| {
            let help = format!("add --format glb-lod, or leave out {name}");
            Err(Failure::usage(format!("{name} requires --format glb-lod"), help))
        })
    }
}
