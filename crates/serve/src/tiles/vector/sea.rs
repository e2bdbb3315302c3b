//! The layer `sea`.

use std::collections::BTreeMap;

use super::encode::{Geometry, Layer, Value};
use super::isolines::{Isoline, Samples};
use super::units::{Point, double_area};

/// Polygons of the ground below a height, with holes for islands. Their coasts are simplified only where they are straight, so
/// that no two of them cross.
pub(super) fn sea(samples: &Samples, level: f64) -> Layer {
    let samples = samples.walled();
    let mut waters = Waters::new(&samples, level);
    let coasts = samples
        .isolines(|[least, most]| (least < level && level <= most).then_some(0).into_iter(), |_| level);
    // A coast belongs to the water at its low side: to one outer ring, and to those of its islands.
    let mut polygons: BTreeMap<usize, Vec<Vec<Point>>> = BTreeMap::new();
    for coast in &coasts {
        let low = samples.ends(coast.edges[0]).into_iter().find(|&sample| waters.is_wet(sample));
        if let (Some(low), Some(ring)) = (low, ring(&samples, coast, level)) {
            polygons.entry(waters.of(low)).or_default().push(ring);
        }
    }
    let rings: Vec<_> = polygons.into_values().flat_map(polygon).collect();
    let mut layer = Layer::new("sea");
    layer.add(Geometry::Polygons(&rings), &[("height", Value::Number(level))]);
    layer
}

/// The outer ring first, and then its holes. Nothing if the outer ring has no area.
fn polygon(mut rings: Vec<Vec<Point>>) -> Vec<Vec<Point>> {
    rings.sort_by_key(|ring| double_area(ring) <= 0);
    if rings.first().is_none_or(|ring| double_area(ring) <= 0) { Vec::new() } else { rings }
}

/// A ring without the points between others on a straight line; `None` if it has no area. Its first point is not repeated.
fn ring(samples: &Samples, coast: &Isoline, level: f64) -> Option<Vec<Point>> {
    let mut points: Vec<_> = coast.edges.iter().map(|&edge| samples.point(edge, level)).collect();
    points.dedup();
    points.pop();
    let mut ring: Vec<Point> = Vec::with_capacity(points.len());
    for (at, point) in points.iter().enumerate() {
        let (before, after) = (ring.last().or(points.last())?, points[(at + 1) % points.len()]);
        if double_area(&[*before, *point, after]) != 0 {
            ring.push(*point);
        }
    }
    (ring.len() > 2 && double_area(&ring) != 0).then_some(ring)
}

/// The waters: samples below a height that lines at this height do not separate.
struct Waters<'a> {
    samples: &'a Samples,
    level: f64,
    /// For each sample, another one of the same water, or itself.
    parents: Vec<usize>,
}

impl<'a> Waters<'a> {
    fn new(samples: &'a Samples, level: f64) -> Self {
        let parents = (0..samples.heights().len()).collect();
        let mut waters = Self { samples, level, parents };
        for corners in samples.cells() {
            let [nw, ne, se, sw] = corners;
            waters.join(nw, ne);
            waters.join(nw, sw);
            if !samples.is_high_in_the_middle(corners, level) {
                waters.join(nw, se);
                waters.join(ne, sw);
            }
        }
        waters
    }

    fn is_wet(&self, sample: usize) -> bool {
        f64::from(self.samples.heights()[sample]) < self.level
    }

    /// The first sample of the water of a sample.
    fn of(&mut self, mut sample: usize) -> usize {
        while self.parents[sample] != sample {
            self.parents[sample] = self.parents[self.parents[sample]];
            sample = self.parents[sample];
        }
        sample
    }

    /// Joins the waters of two samples, if both are wet.
    fn join(&mut self, one: usize, other: usize) {
        if self.is_wet(one) && self.is_wet(other) {
            let [one, other] = [one, other].map(|sample| self.of(sample));
            self.parents[one.max(other)] = one.min(other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::vector::units::{CELL, EXTENT};

    /// The area of the sea is that of the samples below it, where lakes on islands are water, and an island in the lake is not.
    #[test]
    fn holes_follow_their_ring() {
        let side = (EXTENT / CELL + 1) as usize;
        let mut heights = vec![-1.0; side * side];
        let mut square = |first: usize, last: usize, height: f32| {
            (first..=last).for_each(|row| heights[row * side..][first..=last].fill(height));
        };
        square(50, 200, 1.0);
        square(80, 160, -1.0);
        square(100, 140, 1.0);
        let samples = Samples::new(heights, 0).walled();
        let mut waters = Waters::new(&samples, 0.0);
        let coasts = samples.isolines(|_| std::iter::once(0), |_| 0.0);
        assert_eq!(coasts.len(), 4);
        let water_of =
            |coast: &Isoline| samples.ends(coast.edges[0]).into_iter().find(|&at| waters.is_wet(at)).unwrap();
        let lows: Vec<_> = coasts.iter().map(water_of).collect();
        let mut kinds: Vec<_> = lows.into_iter().map(|low| waters.of(low)).collect();
        kinds.sort_unstable();
        assert!(kinds[0] == kinds[1] && kinds[1] != kinds[2] && kinds[2] == kinds[3], "{kinds:?}");
        let rings: Vec<_> = coasts.iter().filter_map(|coast| ring(&samples, coast, 0.0)).collect();
        let mut areas: Vec<_> = rings.iter().map(|ring| double_area(ring) / 2).collect();
        areas.sort_unstable();
        // The corners of squares are cut.
        let cut = |cells: i64| 256 * cells * cells;
        assert_eq!(areas, [-cut(151) + 128, -cut(41) + 128, cut(81) - 128, cut(256)]);
    }
}
