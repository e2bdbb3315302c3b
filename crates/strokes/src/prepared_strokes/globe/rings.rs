//! Nodes spread evenly over a sphere.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use orogen_engine::planet::Sphere;

use crate::vector::length;

/// Rings of latitude. The distance between rings is about the distance between the nodes on each ring. Unlike a grid of
/// latitude and longitude or the faces of a cube, rings have no seam, and nodes at the poles are as even as elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rings {
    radius: f64,
    count: f64,
}

/// Identifies a set of rings on a sphere.
pub(super) type Lattice = u64;

/// Index of the ring, and index of the node on the ring.
pub(super) type Key = [u64; 2];

/// A node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) key: Key,
    /// Position in metres.
    pub(super) position: [f64; 3],
    /// The relative area that the node represents: about 1.
    pub(super) area: f64,
}

impl Rings {
    /// Identifies the set of rings. It is equal for rings with the same nodes.
    pub(super) fn lattice(&self) -> Lattice {
        self.count.to_bits()
    }

    /// Rings at most `step` metres apart.
    pub(super) fn new(sphere: Sphere, step: f64) -> Self {
        Self { radius: sphere.radius(), count: (PI * sphere.radius() / step).ceil().max(2.0) }
    }

    /// All nodes within `reach` metres of a position on the sphere (straight-line distance), and some nodes farther away,
    /// ordered by key.
    ///
    /// Let φ₀ be the latitude of the position and *R* the radius of the sphere. On a ring of latitude φ, the nodes within
    /// reach are those whose longitude differs by at most δ, where sin²(δ/2) = (sin²(θ/2) − sin²((φ − φ₀)/2)) / (cos φ · cos
    /// φ₀) (haversines) with θ = 2 asin(reach/2*R*).
    pub(super) fn near(&self, position: &[f64; 3], reach: f64) -> Vec<Node> {
        let latitude = libm::atan2(position[2], length(&[position[0], position[1]]));
        let longitude = libm::atan2(position[1], position[0]);
        let half_chord = (0.5 * reach / self.radius * (1.0 + 1e-9)).min(1.0);
        let angle = 2.0 * libm::asin(half_chord);
        let step = PI / self.count;
        let ring = |latitude: f64| (latitude + FRAC_PI_2) / step - 0.5;
        let first = ring(latitude - angle).floor().max(0.0) as u64;
        let last = ring(latitude + angle).ceil().min(self.count - 1.0) as u64;
        let mut nodes = Vec::new();
        for ring in first..=last {
            let ring = Ring::new(ring, self);
            let half_north = libm::sin(0.5 * (ring.latitude - latitude));
            let part = (half_chord * half_chord - half_north * half_north).max(0.0);
            let whole = ring.cos * libm::cos(latitude);
            let half_width = if part < whole { 2.0 * libm::asin((part / whole).sqrt()) } else { PI };
            ring.extend(&mut nodes, [longitude - half_width, longitude + half_width]);
        }
        nodes
    }
}

#[derive(Clone, Copy, Debug)]
struct Ring {
    number: u64,
    radius: f64,
    latitude: f64,
    sin: f64,
    cos: f64,
    count: f64,
    area: f64,
}

impl Ring {
    fn new(number: u64, rings: &Rings) -> Self {
        let latitude = PI / rings.count * (number as f64 + 0.5) - FRAC_PI_2;
        let (sin, cos) = libm::sincos(latitude);
        // The step along the ring equals that between rings, except for rounding to a whole number of nodes. `area` accounts
        // for the difference.
        let exact = 2.0 * rings.count * cos;
        let count = exact.round().max(1.0);
        Self { number, radius: rings.radius, latitude, sin, cos, count, area: exact / count }
    }

    /// Adds the nodes between two longitudes, at most a turn apart, and some nodes outside of them.
    fn extend(&self, nodes: &mut Vec<Node>, [west, east]: [f64; 2]) {
        let index = |longitude: f64| longitude / TAU * self.count - 0.5;
        let (from, to) = (index(west).floor(), index(east).ceil());
        if to - from + 1.0 >= self.count {
            nodes.extend((0..self.count as u64).map(|index| self.node(index)));
            return;
        }
        let begin = nodes.len();
        let count = self.count as i64;
        nodes.extend((from as i64..=to as i64).map(|index| self.node(index.rem_euclid(count) as u64)));
        // Keys wrap around with the longitude.
        nodes[begin..].sort_unstable_by_key(|node| node.key);
    }

    fn node(&self, index: u64) -> Node {
        let (sin, cos) = libm::sincos((index as f64 + 0.5) / self.count * TAU);
        let position = [self.cos * cos, self.cos * sin, self.sin].map(|x| x * self.radius);
        Node { key: [self.number, index], position, area: self.area }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::minus;

    fn all(rings: &Rings) -> Vec<Node> {
        rings.near(&[rings.radius, 0.0, 0.0], 2.0 * rings.radius)
    }

    /// A search finds the same nodes as a scan over all nodes, even at the poles and where longitudes wrap around.
    #[test]
    fn none_that_is_near_is_missed() {
        let rings = Rings::new(Sphere::new(1000.0).unwrap(), 37.0);
        let all = all(&rings);
        assert!(all.windows(2).all(|pair| pair[0].key < pair[1].key));
        let positions = [
            [1.0, 0.0, 0.0],
            [-1.0, 1e-9, 0.0],
            [0.0, 0.0, 1.0],
            [1e-3, 0.0, -1.0],
            [0.6, -0.64, 0.48],
            [-0.28, 0.0, 0.96],
        ];
        for position in positions.map(|position| position.map(|x| 1000.0 * x)) {
            for reach in [30.0, 150.0, 700.0, 1999.0] {
                let near = rings.near(&position, reach);
                assert!(near.windows(2).all(|pair| pair[0].key < pair[1].key), "{position:?} {reach}");
                let is_near = |node: &&Node| length(&minus(&node.position, &position)) <= reach;
                let (expected, found): (Vec<_>, Vec<_>) =
                    (all.iter().filter(is_near).collect(), near.iter().filter(is_near).collect());
                assert_eq!(found, expected, "{position:?} {reach}");
                let spare = near.len() - found.len();
                assert!(spare < 30 + found.len() / 2, "{position:?} {reach}: {spare} beside {}", found.len());
            }
        }
    }

    /// Sums over the nodes equal integrals over the sphere. The integral of the square of a coordinate is a third of the
    /// integral of 1.
    #[test]
    fn areas_are_those_of_the_sphere() {
        let rings = Rings::new(Sphere::new(1000.0).unwrap(), 40.0);
        let all = all(&rings);
        let sum = |value: &dyn Fn(&Node) -> f64| all.iter().map(|node| node.area * value(node)).sum::<f64>();
        let whole = sum(&|_| 1.0);
        assert!((whole / (all.len() as f64) - 1.0).abs() < 1e-3, "{whole} {}", all.len());
        for axis in 0..3 {
            let square = sum(&|node| (node.position[axis] / 1000.0).powi(2));
            assert!((3.0 * square / whole - 1.0).abs() < 1e-3, "{axis}: {}", 3.0 * square / whole);
            let mean = sum(&|node| node.position[axis] / 1000.0) / whole;
            assert!(mean.abs() < 1e-9, "{axis}: {mean}");
        }
    }

    #[test]
    fn nodes_are_as_far_apart_as_was_asked() {
        let rings = Rings::new(Sphere::new(1000.0).unwrap(), 40.0);
        let all = all(&rings);
        let nearest = |node: &Node| {
            let others = all.iter().filter(|other| other.key != node.key);
            others.map(|other| length(&minus(&other.position, &node.position))).fold(f64::INFINITY, f64::min)
        };
        let apart: Vec<_> = all.iter().step_by(13).map(nearest).collect();
        assert!(apart.iter().all(|&apart| (15.0..41.0).contains(&apart)), "{apart:?}");
    }
}
