//! Gaussian blurs on a sphere.
//!
//! The blurred ground at a position **p** is a weighted mean of the ground at *nodes* **n** around it. The nodes are
//! spread evenly over the sphere. The weight of a node is the area that it represents, times
//!
//! > *w*(*q*) = exp(−*q*) − exp(−*c*)·(1 + *c* − *q*), with *q* = |**p** − **n**|²/2*s*σ² < *c* = 10 and σ = radius ÷ 2,
//!
//! a Gaussian that ends after four and a half standard deviations without a step or a crease. Truncation makes it narrower,
//! and *s* compensates for this. The variance along an axis is *s*σ²·∫*q*·*w* d*q* ÷ ∫*w* d*q*, which is σ² for
//!
//! > *s* = (1 − exp(−*c*)·(1 + *c* + *c*²/2)) ÷ (1 − exp(−*c*)·(1 + *c* + *c*²/2 + *c*³/6)) = 1.008
//!
//! # Resolution
//! Nodes are σ/2 apart if samples are at most two such steps apart. For wider spacings of the samples, nodes are σ apart,
//! and then 2σ, which is the radius. If samples are more than two radii apart, they do not show the blur, and it is
//! skipped.
//!
//! # Accuracy
//! There are three errors, compared with the integral. Let *L* be the steepest slope and *d* the distance between nodes.
//! - The ground differs from that at the nearest node by 0.3826·*d*·*L* on average. (0.3826 is the mean distance to the
//!   centre of a unit square.)
//! - The weights are those at the nodes, not averages over the nodes' areas. This displaces the mean by less than 0.05·*d*
//!   for *d* = σ/2 and *d* = σ. For *d* = 2σ, the sampled Gaussian itself has an error of 2 exp(−2π²/4) = 1.4 %, over
//!   distances of σ.
//! - The truncation displaces the mean by 0.0014·radius.
//!
//! > |error| ≤ *L*·(0.45·*d* + 0.002·radius)
//!
//! This is for the roughest possible ground. Where the ground is smooth over *d*, the first error nearly vanishes.

use std::array::from_fn;

use orogen_engine::planet::Sphere;

use super::rings::{Node, Rings};
use crate::jet::Jet;

/// The value of *q* at which the weights end: half the square of four and a half standard deviations.
const CUT: f64 = 10.0;

/// exp(−10).
const EDGE: f64 = 4.539_992_976_248_485e-5;

/// *s* of the [module](self).
const SPREAD: f64 = {
    let flat = 1.0 + CUT + 0.5 * CUT * CUT;
    (1.0 - EDGE * flat) / (1.0 - EDGE * (flat + CUT * CUT * CUT / 6.0))
};

/// Number of samples that are computed in parallel, for vector instructions.
const LANES: usize = 8;

/// Whether samples with this spacing show a blur.
pub(crate) fn is_visible(radius: f64, spacing: f64) -> bool {
    step(radius, spacing).is_some()
}

/// Metres between nodes for samples with this spacing: a quarter, a half or all of the radius.
fn step(radius: f64, spacing: f64) -> Option<f64> {
    [0.25, 0.5, 1.0].map(|radii| radii * radius).into_iter().find(|step| 2.0 * step >= spacing)
}

/// A blur on a sphere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blur {
    pub(super) rings: Rings,
    /// Factor from the square of a chord to *q*.
    scale: f64,
    /// How far the blur reads, in metres.
    pub(super) reach: f64,
}

impl Blur {
    /// A blur for samples with this spacing. `None` if the samples do not show the blur.
    pub(super) fn new(sphere: Sphere, radius: f64, spacing: f64) -> Option<Self> {
        let step = step(radius, spacing)?;
        let deviation = 0.5 * radius;
        let scale = 0.5 / (SPREAD * deviation * deviation);
        Some(Self { rings: Rings::new(sphere, step), scale, reach: (CUT / scale).sqrt() })
    }

    /// Side of the cubes whose samples share a list of nodes. With larger cubes, each sample visits more nodes without
    /// weight. Smaller cubes need more lists.
    pub(super) fn side(&self) -> f64 {
        0.5 * self.reach
    }

    /// The weighted means of the nodes' heights at some positions, and the gradients of these means (by the quotient rule).
    pub(super) fn targets(&self, positions: &[[f64; 3]], nodes: &[(Node, f64)]) -> Vec<Jet<3>> {
        let lanes = |positions: &[[f64; 3]]| {
            let filled: [_; LANES] = from_fn(|lane| positions[lane.min(positions.len() - 1)]);
            self.targets_of(&filled, nodes).into_iter().take(positions.len())
        };
        positions.chunks(LANES).flat_map(lanes).collect()
    }

    /// Each lane sums in the order of the nodes. The result does not depend on other lanes, nor on nodes beyond the reach.
    fn targets_of(&self, positions: &[[f64; 3]; LANES], nodes: &[(Node, f64)]) -> [Jet<3>; LANES] {
        let [mut weights, mut sums] = [[[0.0; LANES]; 4]; 2];
        for (node, height) in nodes {
            let [x, y, z]: [[f64; LANES]; 3] =
                from_fn(|axis| from_fn(|lane| positions[lane][axis] - node.position[axis]));
            let q: [f64; LANES] =
                from_fn(|lane| self.scale * (x[lane] * x[lane] + y[lane] * y[lane] + z[lane] * z[lane]));
            if q.iter().all(|&q| q >= CUT) {
                continue;
            }
            let [weight, rate] = weight(node.area, &q);
            let parts = [weight, times(&rate, &x), times(&rate, &y), times(&rate, &z)];
            for (k, part) in parts.iter().enumerate() {
                add(&mut weights[k], part, 1.0);
                add(&mut sums[k], part, *height);
            }
        }
        from_fn(|lane| {
            let whole = weights[0][lane];
            let value = sums[0][lane] / whole;
            let along = |axis: usize| sums[axis][lane] - value * weights[axis][lane];
            Jet { value, slope: [1, 2, 3].map(|axis| 2.0 * self.scale * along(axis) / whole) }
        })
    }
}

/// *w* and its derivative with respect to *q*, times an area. Both are 0 for *q* ≥ *c*.
fn weight(area: f64, q: &[f64; LANES]) -> [[f64; LANES]; 2] {
    let gauss = q.map(falling);
    let area = q.map(|q| if q < CUT { area } else { 0.0 });
    let weight = from_fn(|lane| area[lane] * (gauss[lane] - EDGE * (1.0 + CUT - q[lane])));
    [weight, from_fn(|lane| area[lane] * (EDGE - gauss[lane]))]
}

fn times(a: &[f64; LANES], b: &[f64; LANES]) -> [f64; LANES] {
    from_fn(|lane| a[lane] * b[lane])
}

fn add(sum: &mut [f64; LANES], part: &[f64; LANES], by: f64) {
    for (sum, part) in sum.iter_mut().zip(part) {
        *sum += by * part;
    }
}

/// exp(−*q*) for 0 ≤ *q* ≤ 10, with a relative error of at most 2·10⁻⁵: the sixteenth power of a Taylor polynomial.
#[inline]
fn falling(q: f64) -> f64 {
    const TERMS: [f64; 8] =
        [-1.0 / 5040.0, 1.0 / 720.0, -1.0 / 120.0, 1.0 / 24.0, -1.0 / 6.0, 0.5, -1.0, 1.0];
    let t = q / 16.0;
    let mut root = 0.0;
    for term in TERMS {
        root = root * t + term;
    }
    let fourth = (root * root) * (root * root);
    (fourth * fourth) * (fourth * fourth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoothing;
    use crate::stroke::Surface;

    /// Other code relies on the distance that a blur reads.
    #[test]
    fn blurs_look_no_farther_than_is_stated() {
        let sphere = Sphere::new(6e6).unwrap();
        for (spacing, is_seen) in [(1.0, true), (240.0, true), (260.0, false)] {
            let blur = Blur::new(sphere, 120.0, spacing);
            assert_eq!(blur.is_some(), is_seen, "{spacing}");
            assert!(blur.is_none_or(|blur| blur.reach <= smoothing::reach(120.0, Surface::Planet(sphere))));
        }
    }

    /// On curved ground, the mean differs from the height at the centre by half the sum of the variances times the second
    /// derivatives.
    #[test]
    fn the_variance_is_that_of_the_gaussian() {
        let sphere = Sphere::new(1e7).unwrap();
        let blur = Blur::new(sphere, 120.0, 1.0).unwrap();
        let position = [1e7, 0.0, 0.0];
        let nodes = blur.rings.near(&position, blur.reach);
        let bowl = |node: Node| (node, 0.5 * (node.position[1].powi(2) + node.position[2].powi(2)));
        let nodes: Vec<_> = nodes.into_iter().map(bowl).collect();
        let found = blur.targets(&[position], &nodes)[0].value;
        assert!((found - 3600.0).abs() < 1.0, "{found}");
    }

    #[test]
    fn it_falls_as_an_exponential() {
        for i in 0..=1000 {
            let q = f64::from(i) / 100.0;
            assert!((falling(q) / libm::exp(-q) - 1.0).abs() < 2e-5, "{q}");
        }
    }
}
