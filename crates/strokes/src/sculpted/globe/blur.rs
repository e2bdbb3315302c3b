//! Gaussian blurs on a sphere.
//!
//! What a blur aims at in a place **p** is the mean of the ground at *nodes* **n** around, which are spread evenly over the sphere,
//! weighted by the part of the sphere that each stands for and by
//!
//! > *w*(*q*) = exp(−*q*) − exp(−*c*)·(1 + *c* − *q*), with *q* = |**p** − **n**|²/2*s*σ² < *c* = 10 and σ = radius ÷ 2,
//!
//! a Gaussian that ends after four and a half standard deviations without a step or an edge. That takes from its width, which
//! *s* gives back: the variance along an axis is *s*σ²·∫*q*·*w* d*q* ÷ ∫*w* d*q*, and σ² for
//!
//! > *s* = (1 − exp(−*c*)·(1 + *c* + *c*²/2)) ÷ (1 − exp(−*c*)·(1 + *c* + *c*²/2 + *c*³/6)) = 1.008
//!
//! # How fine
//! Nodes are σ/2 apart; where samples are farther apart than two of those steps, σ and at last 2σ, which is a radius. Samples
//! farther apart than two radii do not show what a blur changes, and are left alone.
//!
//! # How exact
//! With slopes up to *L*, against the integral, for nodes *d* apart:
//! - The ground differs from that at the nearest node by 0.3826·*d*·*L* on average (the mean distance to the middle of a square).
//! - Weights are those of the nodes, not of the parts of the sphere that they stand for. How much that displaces is, for *d* of σ/2
//!   and σ, less than 0.05·*d*; for 2σ the sampled Gaussian itself is off by 2 exp(−2π²/4) = 1.4 %, over distances of σ.
//! - The weights' end displaces 0.0014·radius.
//!
//! > |error| ≤ *L*·(0.45·*d* + 0.002·radius)
//!
//! which is for ground as rough as can be; where it is smooth over *d*, the first all but vanishes.

use std::array::from_fn;

use orogen::planet::Sphere;

use super::rings::{Node, Rings};
use crate::jet::Jet;

/// Where the weights end: half the square of four and a half standard deviations.
const CUT: f64 = 10.0;

/// exp(−10).
const EDGE: f64 = 4.539_992_976_248_485e-5;

/// *s* of the [module](self).
const SPREAD: f64 = {
    let flat = 1.0 + CUT + 0.5 * CUT * CUT;
    (1.0 - EDGE * flat) / (1.0 - EDGE * (flat + CUT * CUT * CUT / 6.0))
};

/// Samples that are summed up side by side, for the sake of vectors.
const LANES: usize = 8;

/// Whether a blur is seen where samples are so far apart.
pub(crate) fn is_visible(radius: f64, spacing: f64) -> bool {
    step(radius, spacing).is_some()
}

/// Metres from node to node for samples so far apart: a quarter, a half or all of the radius.
fn step(radius: f64, spacing: f64) -> Option<f64> {
    [0.25, 0.5, 1.0].map(|radii| radii * radius).into_iter().find(|step| 2.0 * step >= spacing)
}

/// A blur on a sphere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blur {
    pub(super) rings: Rings,
    /// From the square of a chord to *q*.
    scale: f64,
    /// Metres.
    pub(super) reach: f64,
}

impl Blur {
    /// For samples so far apart; none, where it would not be seen.
    pub(super) fn new(sphere: Sphere, radius: f64, spacing: f64) -> Option<Self> {
        let step = step(radius, spacing)?;
        let deviation = 0.5 * radius;
        let scale = 0.5 / (SPREAD * deviation * deviation);
        Some(Self { rings: Rings::new(sphere, step), scale, reach: (CUT / scale).sqrt() })
    }

    /// Of cubes whose samples look at the same nodes: in larger ones each looks at more nodes in vain, in smaller ones more
    /// lists are made of them.
    pub(super) fn side(&self) -> f64 {
        0.5 * self.reach
    }

    /// The weighted means of the nodes' heights in some places, and their gradients: those of quotients.
    pub(super) fn aims(&self, places: &[[f64; 3]], nodes: &[(Node, f64)]) -> Vec<Jet<3>> {
        let lanes = |places: &[[f64; 3]]| {
            let filled: [_; LANES] = from_fn(|lane| places[lane.min(places.len() - 1)]);
            self.aims_of(&filled, nodes).into_iter().take(places.len())
        };
        places.chunks(LANES).flat_map(lanes).collect()
    }

    /// Each lane is added up in the order of the nodes, whatever the others are, and whatever nodes beyond the reach there are.
    fn aims_of(&self, places: &[[f64; 3]; LANES], nodes: &[(Node, f64)]) -> [Jet<3>; LANES] {
        let [mut weights, mut sums] = [[[0.0; LANES]; 4]; 2];
        for (node, height) in nodes {
            let [x, y, z]: [[f64; LANES]; 3] =
                from_fn(|axis| from_fn(|lane| places[lane][axis] - node.place[axis]));
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

/// *w* and its derivative by *q*, weighted by an area; 0 from *c* on.
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

/// exp(−*q*) for 0 ≤ *q* ≤ 10, off by two hundred-thousandths of it at most: the sixteenth power of a polynomial (Taylor's).
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
    use crate::stroke::Ground;

    /// Others count on how far a blur looks.
    #[test]
    fn blurs_look_no_farther_than_is_stated() {
        let sphere = Sphere::new(6e6).unwrap();
        for (spacing, is_seen) in [(1.0, true), (240.0, true), (260.0, false)] {
            let blur = Blur::new(sphere, 120.0, spacing);
            assert_eq!(blur.is_some(), is_seen, "{spacing}");
            assert!(blur.is_none_or(|blur| blur.reach <= smoothing::reach(120.0, Ground::Planet(sphere))));
        }
    }

    /// On a slope that bends, a mean differs from the middle by half the variances times the second derivatives.
    #[test]
    fn the_variance_is_that_of_the_gaussian() {
        let sphere = Sphere::new(1e7).unwrap();
        let blur = Blur::new(sphere, 120.0, 1.0).unwrap();
        let place = [1e7, 0.0, 0.0];
        let nodes = blur.rings.near(&place, blur.reach);
        let bowl = |node: Node| (node, 0.5 * (node.place[1].powi(2) + node.place[2].powi(2)));
        let nodes: Vec<_> = nodes.into_iter().map(bowl).collect();
        let found = blur.aims(&[place], &nodes)[0].value;
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
