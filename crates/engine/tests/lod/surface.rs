//! Drawn tiles must be one closed surface, except behind the horizon.

use std::collections::{BTreeMap, BTreeSet};

use orogen_engine::lod::{Drawn, SIDE, Vertex};
use orogen_engine::planet::{Direction, Edge, Sphere, TileAddress};

use crate::world::{Random, dot};

/// A vertex, bit for bit.
type Bits = [u64; 6];

fn bits(vertex: &Vertex) -> Bits {
    let [x, y, z] = vertex.position;
    let [dx, dy, dz] = vertex.gradient;
    [x, y, z, dx, dy, dz].map(f64::to_bits)
}

/// The indices of an edge's vertices, clockwise.
fn edge(edge: usize) -> impl Iterator<Item = usize> {
    let last = SIDE - 1;
    (0..SIDE).map(move |k| match edge {
        0 => k,
        1 => k * SIDE + last,
        2 => last * SIDE + last - k,
        _ => (last - k) * SIDE,
    })
}

/// Asserts that every piece of a tile's edge is also a piece of another tile's edge, in the opposite direction and to the bit,
/// unless no tile is drawn on the other side. So there is neither a gap nor a vertex in the middle of another tile's edge.
pub(crate) fn assert_closed(drawn: &[Drawn], sphere: Sphere) {
    let addresses: BTreeSet<_> = drawn.iter().map(|drawn| drawn.address).collect();
    let mut pieces: BTreeMap<(Bits, Bits), (TileAddress, Edge)> = BTreeMap::new();
    for tile in drawn {
        let vertices = tile.vertices(sphere);
        for (k, name) in Edge::ALL.into_iter().enumerate() {
            let mut along: Vec<_> = edge(k).map(|index| bits(&vertices[index])).collect();
            along.dedup();
            for pair in along.windows(2) {
                let before = pieces.insert((pair[0], pair[1]), (tile.address, name));
                assert!(before.is_none(), "{} and {before:?} have the same piece of an edge", tile.address);
            }
        }
    }
    for (&(from, to), &(tile, edge)) in &pieces {
        if !pieces.contains_key(&(to, from)) {
            let ends = [from, to].map(|end| [end[0], end[1], end[2]].map(f64::from_bits));
            let over = beyond(ends, tile, sphere);
            assert_eq!(holders(&addresses, over), 0, "a gap over {edge:?} of {tile} at {ends:?}");
        }
    }
}

/// A direction a little beyond a piece of a tile's edge: at right angles to the piece, by a quarter of its length.
fn beyond([from, to]: [[f64; 3]; 2], tile: TileAddress, sphere: Sphere) -> Direction {
    let along = [0, 1, 2].map(|k| (to[k] - from[k]) / sphere.radius());
    let middle = [0, 1, 2].map(|k| f64::midpoint(from[k], to[k]) / sphere.radius());
    let inside = tile.middle().direction().vector();
    let away = [0, 1, 2].map(|k| middle[k] - inside[k]);
    let part = dot(away, along) / dot(along, along);
    let out = [0, 1, 2].map(|k| away[k] - part * along[k]);
    let step = 0.25 * (dot(along, along) / dot(out, out)).sqrt();
    Direction::new([0, 1, 2].map(|k| middle[k] + step * out[k])).unwrap()
}

/// How many of some tiles contain a direction.
fn holders(addresses: &BTreeSet<TileAddress>, direction: Direction) -> usize {
    let levels = 0..=TileAddress::MAX_LEVEL;
    levels.filter(|&level| addresses.contains(&TileAddress::containing(direction, level).unwrap())).count()
}

/// Asserts that the ground in some directions is drawn once, or hidden by the planet.
pub(crate) fn assert_covered(
    drawn: &[Drawn],
    sphere: Sphere,
    eye: [f64; 3],
    directions: usize,
    random: &mut Random,
    lowest: f64,
    ground: impl Fn(Direction) -> [f64; 3],
) {
    let addresses: BTreeSet<_> = drawn.iter().map(|drawn| drawn.address).collect();
    assert_eq!(addresses.len(), drawn.len(), "a tile is drawn twice");
    for k in 0..directions {
        // Half of the directions are under the eye.
        let mut direction = random.direction();
        if k % 2 == 0 {
            let spread = random.between(-12.0, 0.0).exp();
            let near: [f64; 3] =
                std::array::from_fn(|k| eye[k] / sphere.radius() + spread * direction.vector()[k]);
            direction = Direction::new(near).unwrap();
        }
        match holders(&addresses, direction) {
            1 => {}
            0 => assert!(
                is_hidden(eye, ground(direction), sphere.radius() + lowest),
                "nothing is drawn at {direction:?}"
            ),
            more => panic!("{more} tiles are drawn at {direction:?}"),
        }
    }
}

/// Whether the line from the eye to a place goes through a sphere below all ground.
fn is_hidden(eye: [f64; 3], place: [f64; 3], radius: f64) -> bool {
    let way = [0, 1, 2].map(|k| place[k] - eye[k]);
    let nearest = (-dot(eye, way) / dot(way, way)).clamp(0.0, 1.0);
    let at = [0, 1, 2].map(|k| eye[k] + nearest * way[k]);
    dot(at, at).sqrt() < radius
}
