//! The meshes of all tiles of a terrain.

use std::path::Path;

use super::colours::ColourRaster;
use super::document::{Level, Tile};
use super::errors::{Errors, histogram};
use super::heights::Heights;
use super::hierarchy::{Hierarchy, Point};
use super::placement::Placement;
use super::rounding::down;
use super::settings::{LevelsOfDetail, LodPart};
use super::skirts::{Profile, Skirts, depth, profile};
use super::slopes::Slopes;
use super::tile_mesh::{Side, TileMesh};
use crate::pending::PendingOutput;
use crate::{FileError, MeshLevel, Tiling};

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
    pub(super) fn new(heights: &'a [f32], tiling: &Tiling, asked: &LevelsOfDetail) -> Self {
        let mut this = Self { heights, tiling: *tiling, asked: *asked, tiles: Vec::new() };
        let errors = this.errors();
        let skirts = asked.has_skirts(tiling);
        let histogram = histogram(&errors, skirts);
        let least = asked.least(tiling);
        let thresholds: Vec<_> = asked.budgets().map(|most| histogram.threshold(most - least)).collect();
        for (tile, errors) in tiling.all().zip(errors) {
            this.tiles.push(this.meshes(tile, &errors, &thresholds));
        }
        this
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
