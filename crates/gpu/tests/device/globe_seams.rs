//! Edges of a planet's tiles from a device have the same bits on both sides.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use orogen_engine::image::NoImages;
use orogen_engine::planet::{Across, Edge, Face, TileAddress, TileSamples};
use orogen_engine::terrain::Terrain;
use orogen_gpu::Patches;

use crate::globe::{PLANET, earth, random};
use crate::harness::recipe;
use crate::land::gpu;

/// Number of steps along an edge. Few steps are enough, because a sample does not depend on the number of steps.
const STEPS: usize = 4;
const DOUBLINGS: u8 = 2;

/// Tiles of a level, each with its samples' heights and slopes.
struct Level(BTreeMap<TileAddress, Vec<[u32; 4]>>);

impl Level {
    fn new(patches: &mut Patches, level: u8, tiles: &BTreeSet<TileAddress>) -> Self {
        // The spacing is that of tiles with the usual number of samples.
        let tile = TileAddress::new(Face::Px, level, 0, 0).unwrap();
        let spacing = TileSamples::new(tile, 6, 0).unwrap().level_spacing(earth());
        let terrain = Terrain::of_level(&recipe(PLANET), &NoImages, spacing, 0.0).unwrap();
        let ready = patches.load(&Arc::new(terrain)).unwrap();
        let mut made = BTreeMap::new();
        for group in tiles.iter().collect::<Vec<_>>().chunks(64) {
            for tile in group {
                let samples = TileSamples::new(**tile, DOUBLINGS, 0).unwrap();
                patches.begin(&ready, &samples.patch(earth()).unwrap()).unwrap();
            }
            for tile in group {
                let relief = patches.take(None).unwrap().unwrap();
                let [dx, dy, dz] = relief.slopes;
                let sample = |k: usize| [relief.height[k], dx[k], dy[k], dz[k]].map(f32::to_bits);
                made.insert(**tile, (0..relief.height.len()).map(sample).collect());
            }
        }
        Self(made)
    }

    /// The samples of an edge.
    fn edge(&self, tile: TileAddress, edge: Edge) -> Vec<[u32; 4]> {
        let side = STEPS + 1;
        let at = |k: usize| match edge {
            Edge::Top => k,
            Edge::Right => k * side + STEPS,
            Edge::Bottom => STEPS * side + k,
            Edge::Left => k * side,
        };
        (0..side).map(|k| self.0[&tile][at(k)]).collect()
    }

    fn assert_meets(&self, tile: TileAddress, edge: Edge) {
        let Across { neighbour, edge: there, reversed } = tile.across(edge);
        let (here, mut there) = (self.edge(tile, edge), self.edge(neighbour, there));
        if reversed {
            there.reverse();
        }
        assert_eq!(here, there, "{tile} {edge:?} and {neighbour}");
        assert!(here[0] != here[STEPS], "{tile} {edge:?} is flat");
    }
}

/// A sweep tests more levels. Each level needs its own shaders.
fn is_sweep() -> bool {
    std::env::var_os("OROGEN_SWEEP").is_some()
}

/// All edges of all tiles on levels 0 to 4, including the cube's twelve edges and eight corners; in a sweep to 6.
#[test]
fn all_edges_meet() {
    let mut patches = Patches::new(gpu());
    for level in 0..=if is_sweep() { 6 } else { 4 } {
        let side = 1_u32 << level;
        let tile = |face, k| TileAddress::new(face, level, k % side, k / side).unwrap();
        let tiles = Face::ALL.into_iter().flat_map(|face| (0..side * side).map(move |k| tile(face, k)));
        let tiles: BTreeSet<_> = tiles.collect();
        let made = Level::new(&mut patches, level, &tiles);
        for (&tile, edge) in tiles.iter().flat_map(|tile| Edge::ALL.map(|edge| (tile, edge))) {
            made.assert_meets(tile, edge);
        }
    }
}

/// Hundreds of edges on levels from 5 to 24, half of them edges of the cube; in a sweep on all of these levels.
#[test]
fn random_edges_meet() {
    let mut patches = Patches::new(gpu());
    let levels = if is_sweep() { (5..=24).collect() } else { vec![5, 9, 14, 19, 24] };
    for level in levels {
        let edges: Vec<_> = (0..556).map(|k| some_edge(level, 1000 * u64::from(level) + k)).collect();
        let tiles = edges.iter().flat_map(|&(tile, edge)| [tile, tile.across(edge).neighbour]).collect();
        let made = Level::new(&mut patches, level, &tiles);
        for (tile, edge) in edges {
            made.assert_meets(tile, edge);
        }
    }
}

/// A random edge of a level. Every second edge is on an edge of the cube.
fn some_edge(level: u8, seed: u64) -> (TileAddress, Edge) {
    let last = (1_u32 << level) - 1;
    let any = |k: u64| random(8 * seed + k);
    let (edge, [mut x, mut y]) = (Edge::ALL[any(0) as usize % 4], [1, 2].map(|k| any(k) as u32 & last));
    if seed.is_multiple_of(2) {
        match edge {
            Edge::Top => y = 0,
            Edge::Right => x = last,
            Edge::Bottom => y = last,
            Edge::Left => x = 0,
        }
    }
    (TileAddress::new(Face::ALL[any(3) as usize % 6], level, x, y).unwrap(), edge)
}
