//! The meshes of all tiles of a terrain.

use std::path::Path;

use orogen_engine::digits::significant;

use super::colours::ColourRaster;
use super::document::{Level, Tile};
use super::errors::{Errors, histogram, weight};
use super::heights::Heights;
use super::hierarchy::{Hierarchy, Point};
use super::placement::Placement;
use super::rounding::down;
use super::settings::{LevelsOfDetail, LodPart, MAX_TRIANGLES};
use super::skirts::{Profile, Skirts, depth, profile};
use super::slopes::Slopes;
use super::tile_mesh::{Side, TileMesh};
use crate::pending::PendingOutput;
use crate::{FileError, MeshLevel, Problem, Tiling};

/// The meshes of all tiles.
pub(super) struct TerrainMeshes<'a> {
    heights: &'a [f32],
    tiling: Tiling,
    asked: LevelsOfDetail,
    tiles: Vec<TileMeshes>,
}

/// The meshes of a tile.
struct TileMeshes {
    /// From fine to coarse.
    levels: Vec<TileMesh>,
    /// The lines of the levels on each side of the tile.
    profiles: [Vec<Profile>; 4],
    collision: Option<TileMesh>,
}

impl<'a> TerrainMeshes<'a> {
    /// Makes the meshes from the heights of a terrain.
    ///
    /// # Errors
    /// The meshes for collisions need too many triangles.
    pub(super) fn new(heights: &'a [f32], tiling: &Tiling, asked: &LevelsOfDetail) -> Result<Self, Problem> {
        let mut this = Self { heights, tiling: *tiling, asked: *asked, tiles: Vec::new() };
        let errors = this.errors();
        if let Some(metres) = asked.collision_error {
            check_collision(&errors, metres, MAX_TRIANGLES)?;
        }
        let skirts = asked.has_skirts(tiling);
        let histogram = histogram(&errors, skirts);
        let least = asked.least(tiling);
        let thresholds: Vec<_> = asked.budgets().map(|most| histogram.threshold(most - least)).collect();
        for (tile, errors) in tiling.all().zip(errors) {
            this.tiles.push(this.meshes(tile, &errors, &thresholds));
        }
        Ok(this)
    }

    fn heights(&self, tile: [usize; 2]) -> Heights<'a> {
        let (whole, grid) = (self.tiling.whole(), self.tiling.tile(tile));
        let first = [grid.first_column - whole.first_column, grid.first_row - whole.first_row];
        Heights { all: self.heights, columns: whole.columns, first: first.map(|index| index as usize) }
    }

    /// The errors of all tiles, level by level, because neighbours agree on their borders before the next level.
    fn errors(&self) -> Vec<Errors> {
        let hierarchy = Hierarchy::new(self.tiling.size());
        let tiles: Vec<_> = self.tiling.all().map(|tile| (tile, Errors::new(hierarchy))).collect();
        for reach in hierarchy.reaches() {
            tiles.iter().for_each(|(tile, errors)| errors.measure(self.heights(*tile), reach, false));
            if hierarchy.is_exact() {
                self.agree(&tiles, reach);
            }
            tiles.iter().for_each(|(tile, errors)| errors.measure(self.heights(*tile), reach, true));
        }
        tiles.into_iter().map(|(_, errors)| errors).collect()
    }

    fn agree(&self, tiles: &[([usize; 2], Errors)], reach: usize) {
        for (tile, errors) in tiles {
            for (axis, side) in [Side::East, Side::South].into_iter().enumerate() {
                if let Some(other) = side.neighbour(*tile, self.tiling.counts()) {
                    errors.agree(&tiles[self.index(other)].1, axis, reach);
                }
            }
        }
    }

    fn index(&self, [column, row]: [usize; 2]) -> usize {
        row * self.tiling.counts()[0] + column
    }

    fn meshes(&self, tile: [usize; 2], errors: &Errors, thresholds: &[f32]) -> TileMeshes {
        let (heights, samples) = (self.heights(tile), self.tiling.size());
        let mesh = |&threshold: &f32| TileMesh::new(errors, heights, threshold);
        let levels: Vec<_> = thresholds.iter().map(mesh).collect();
        let of_side = |side| levels.iter().map(|mesh| profile(mesh, side, samples, heights)).collect();
        let profiles = Side::ALL.map(of_side);
        let collision = self.asked.collision_error.map(|metres| mesh(&down(metres)));
        TileMeshes { levels, profiles, collision }
    }

    /// Writes the files of a tile.
    pub(super) fn write(
        &self,
        tile: [usize; 2],
        folder: &Path,
        stem: &str,
        placement: Placement,
        slopes: &mut Slopes,
        colours: Option<&mut ColourRaster>,
    ) -> Result<Vec<PendingOutput>, FileError> {
        let meshes = &self.tiles[self.index(tile)];
        let (heights, samples) = (self.heights(tile), self.tiling.size());
        let spacing = self.tiling.whole().spacing;
        let skirts: Vec<_> = (0..meshes.levels.len()).map(|level| self.skirts(tile, level)).collect();
        let at_vertices = |mesh: &TileMesh| slopes_at(&mesh.vertices, heights.first, samples, slopes);
        let slopes: Vec<_> = meshes
            .levels
            .iter()
            .map(at_vertices)
            .collect::<Result<_, _>>()
            .map_err(|error| FileError::from_io(folder, &error))?;
        let levels: Vec<_> = meshes
            .levels
            .iter()
            .zip(skirts.iter().zip(&slopes))
            .map(|(mesh, (skirts, slopes))| Level { mesh, skirts, slopes })
            .collect();
        let picture = colours.map(|colours| colours.png(heights.first, samples)).transpose();
        let picture = picture.map_err(|error| FileError::from_io(folder, &error))?;
        let tile = Tile { name: stem, samples, heights, placement, spacing, picture };
        let write = |(name, part): (String, LodPart)| {
            let path = folder.join(format!("{name}.glb"));
            let (bytes, entries) = match (part, &meshes.collision) {
                (LodPart::Level(level), _) => {
                    (tile.levels(&path, level, &levels[level..=level])?, vec![levels[level].entry()])
                }
                (LodPart::Collision, Some(mesh)) => (tile.collision(&path, mesh)?, vec![entry(mesh)]),
                _ => (tile.levels(&path, 0, &levels)?, levels.iter().map(Level::entry).collect()),
            };
            Ok(PendingOutput::of_bytes(&path, &bytes)?.with_levels(entries))
        };
        self.asked.files(stem).into_iter().map(write).collect()
    }

    /// The skirts of a level of a tile.
    fn skirts(&self, tile: [usize; 2], level: usize) -> Skirts {
        let mut skirts = Skirts::default();
        if !self.asked.has_skirts(&self.tiling) {
            return skirts;
        }
        let meshes = &self.tiles[self.index(tile)];
        let spacing = self.tiling.whole().spacing;
        for (k, side) in Side::ALL.into_iter().enumerate() {
            let others = match side.neighbour(tile, self.tiling.counts()) {
                Some(other) => &self.tiles[self.index(other)].profiles[side.opposite() as usize],
                None => &meshes.profiles[k],
            };
            let depth = depth(&meshes.profiles[k][level], others, spacing);
            skirts.add(&meshes.levels[level], side, self.tiling.size(), self.heights(tile), depth);
        }
        skirts
    }
}

/// Checks that meshes for collisions with this error, in metres, have at most `most` triangles together.
fn check_collision(tiles: &[Errors], metres: f64, most: u64) -> Result<(), Problem> {
    let hierarchies = || tiles.iter().map(|errors| &errors.hierarchy);
    let cells =
        |hierarchy: &Hierarchy| hierarchy.samples.iter().map(|&count| count as u64 - 1).product::<u64>();
    if 2 * hierarchies().map(cells).sum::<u64>() <= most {
        return Ok(());
    }
    let of_roots =
        |hierarchy| Hierarchy::roots(hierarchy).map(|root| weight(hierarchy, &root, false)).sum::<u64>();
    let least: u64 = hierarchies().map(of_roots).sum();
    let histogram = histogram(tiles, false);
    let triangles = least + histogram.above(down(metres));
    if triangles <= most {
        return Ok(());
    }
    let message = format!(
        "collision meshes with an error of {metres} m need about {triangles} triangles; at most {most} are possible"
    );
    // Three digits may round down by half a percent.
    let nearest = significant(1.01 * f64::from(histogram.threshold(most.saturating_sub(least))), 3);
    Err(Problem::new(message, format!("choose --collision-error {nearest} or more")))
}

/// The entry of a mesh without skirts.
fn entry(mesh: &TileMesh) -> MeshLevel {
    MeshLevel {
        triangles: mesh.triangles.len() as u64,
        vertices: mesh.vertices.len() as u64,
        error_m: mesh.error,
    }
}

/// The slopes at vertices of a tile that begins at the sample `first` of the terrain, read row by row.
fn slopes_at(
    vertices: &[Point],
    first: Point,
    samples: [usize; 2],
    slopes: &mut Slopes,
) -> std::io::Result<Vec<[f32; 2]>> {
    let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
    order.sort_unstable_by_key(|&vertex| vertices[vertex as usize][1]);
    let mut found = vec![[0.0; 2]; vertices.len()];
    for row in order.chunk_by(|&one, &other| vertices[one as usize][1] == vertices[other as usize][1]) {
        let y = vertices[row[0] as usize][1];
        let values = slopes.read(first[1] + y, first[0], samples[0])?;
        row.iter().for_each(|&vertex| found[vertex as usize] = values[vertices[vertex as usize][0]]);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use orogen_engine::raster::Grid;

    use super::*;

    /// A mesh that is refused is possible with the error that the help names, and its triangles are those of the message.
    #[test]
    fn collision_meshes_have_a_limit() {
        let tiling = Tiling::new(&Grid::square(65, 4.0), 2, 1).unwrap();
        let heights: Vec<f32> =
            (0..65 * 65).map(|k: u32| (k.wrapping_mul(2_654_435_761) >> 8) as f32 / 1e6).collect();
        let asked =
            LevelsOfDetail { triangles: 2_000, levels: 2, separate: false, collision_error: Some(1.5) };
        let meshes = TerrainMeshes::new(&heights, &tiling, &asked).unwrap();
        let errors = meshes.errors();
        let counts = |metres: f64| {
            let tiles = tiling.all().zip(&errors);
            let mesh =
                |(tile, errors)| TileMesh::new(errors, meshes.heights(tile), down(metres)).triangles.len();
            tiles.map(mesh).sum::<usize>() as u64
        };
        let count = counts(1.5);
        assert!((1_000..8_192).contains(&count), "{count}");
        check_collision(&errors, 1.5, count + count / 50).unwrap();
        let problem = check_collision(&errors, 1.5, count / 2).unwrap_err();
        let words: Vec<_> = problem.message.split(' ').collect();
        let at = words.iter().position(|word| *word == "triangles;").unwrap();
        let stated: u64 = words[at - 1].parse().unwrap();
        assert!((count..=count + count / 50).contains(&stated), "{count}: {}", problem.message);
        let nearest: f64 = problem.help.split(' ').nth(2).unwrap().parse().unwrap();
        assert!(counts(nearest) <= count / 2 && counts(0.97 * nearest) > count / 2, "{}", problem.help);
        check_collision(&errors, nearest, count / 2).unwrap();
        // No mesh of these samples has more than two triangles for each cell.
        check_collision(&errors, 0.0, 2 * 64 * 64).unwrap();
    }
}
