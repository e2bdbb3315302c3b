//! The part of the unit sphere that a tile covers.

use super::TileAddress;
use super::vector::{Vector, difference, dot, scaled, unit};

/// The part of the unit sphere that a tile covers: its edges are arcs of great circles, and it is convex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quad {
    /// Clockwise from the upper left.
    pub(super) corners: [Vector; 4],
    /// Normals of the planes of the edges, inwards, clockwise from the top.
    inward: [Vector; 4],
}

impl Quad {
    pub(super) fn of(tile: TileAddress) -> Self {
        let [axis, right, down] = tile.face().axes();
        let [[left, right_end], [top, bottom]] =
            tile.range().map(|range| range.map(super::tangent::to_plane));
        // An edge lies in a plane through the centre whose normal is, for example, down − t·axis. The normals are computed from
        // the tangents, because the corners of a small tile are too close together to define a plane.
        let inside = |along: Vector, least: f64| unit(difference(along, scaled(axis, least)));
        let outside = |along: Vector, most: f64| unit(difference(scaled(axis, most), along));
        Self {
            corners: tile.corners().map(|corner| corner.direction().vector()),
            inward: [
                inside(down, top),
                outside(right, right_end),
                outside(down, bottom),
                inside(right, left),
            ],
        }
    }

    /// The point of the tile that is nearest to a point of the sphere; that point itself, if it is inside.
    pub(super) fn nearest(&self, place: Vector) -> Vector {
        if self.inward.iter().all(|&normal| dot(normal, place) >= 0.0) {
            return place;
        }
        let square = |candidate: Vector| {
            let apart = difference(candidate, place);
            dot(apart, apart)
        };
        self.extremes(place).min_by(|&a, &b| square(a).total_cmp(&square(b))).unwrap_or(self.corners[0])
    }

    /// The least and the greatest component of the tile's points along a unit vector. Neither the vector nor its opposite may
    /// be inside.
    pub(super) fn extent(&self, along: Vector) -> [f64; 2] {
        let parts = self.extremes(along).map(|place| dot(along, place));
        parts
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], part| [least.min(part), most.max(part)])
    }

    /// The points of the edges where the component along a vector can be greatest or least. These are the corners, and the
    /// feet: the vector projected into an edge's plane, and the opposite of that, each at length 1. A foot is on the edge if it
    /// is on the inner side of the two edges next to it.
    fn extremes(&self, along: Vector) -> impl Iterator<Item = Vector> {
        let feet = (0..4).flat_map(move |edge| {
            let normal = self.inward[edge];
            let foot = unit(difference(along, scaled(normal, dot(along, normal))));
            let sides = [self.inward[(edge + 1) % 4], self.inward[(edge + 3) % 4]];
            // If the vector is the normal, there is no foot: it is `NaN` and on no side.
            let is_inside = move |foot: &Vector| sides.iter().all(|&side| dot(side, *foot) >= 0.0);
            [foot, scaled(foot, -1.0)].into_iter().filter(is_inside)
        });
        self.corners.into_iter().chain(feet)
    }
}
