//! Frames: where the fields below a `transform` or a `repeat` are evaluated.
//!
//! A field below such a node is evaluated as a function of a position `q` that follows from the sample's position `p`. All its
//! jets have derivatives with respect to `q`, so no node below has to know about it: slopes that nodes read, displacements and
//! the curvature of craters are those of the field on its own ground. The node itself applies the chain rule to the result.
//!
//! For a `transform`, `q = L·p + b`. The map is applied in `f64` to the shares of columns and rows, before they enter the
//! lattices ([`orogen_noise::lattice`]). So a transformed field is as exact as any other, at any distance, and takes the time of
//! a field whose lattices are rotated. Successive maps are multiplied.
//!
//! For a `repeat`, `q` is the sample's position in a box, which is no affine function of `p`. The map has a row of zeros for each
//! folded axis, so columns and rows add nothing and all samples are in the middle of the box; a displacement leads from there to
//! `q`. This displacement is at most half a period, in single precision, however far away the sample is.

use std::borrow::Cow;

use orogen_noise::lattice::Map;

/// An affine map that can be inverted: `q = linear · p + offset`, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameMap<const D: usize> {
    /// The linear part.
    pub linear: [[f64; D]; D],
    /// The inverse of the linear part.
    pub inverse: [[f64; D]; D],
    /// The position that the origin is mapped to.
    pub offset: [f64; D],
}

/// How the positions at which fields are evaluated follow from the positions of the samples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frame<const D: usize> {
    /// The map from the position of a sample; `None` if the positions are those of the samples.
    map: Option<Map<D>>,
    /// Whether the frame is below a `repeat`.
    folded: bool,
}

impl<const D: usize> Frame<D> {
    /// Whether the frame is below a `repeat`. A displacement then leads from the middle of its box to the position in the box.
    pub fn is_folded(&self) -> bool {
        self.folded
    }

    /// The frame whose positions are mapped from the positions of this frame.
    pub fn mapped(&self, map: &FrameMap<D>) -> Self {
        let own = self.map.unwrap_or_else(Map::identity);
        Self { map: Some(composed(&own, &map.linear, &map.offset)), ..*self }
    }

    /// A frame for the fields below a `repeat`. Along each axis with a coordinate in `middle`, all samples have this coordinate.
    /// Along the other axes, they keep the coordinates of this frame.
    pub fn folded(&self, middle: [Option<f64>; D]) -> Self {
        let mut map = self.map.unwrap_or_else(Map::identity);
        for axis in 0..D {
            if let Some(middle) = middle[axis] {
                (map.matrix[axis], map.offset[axis]) = ([0.0; D], middle);
            }
        }
        Self { map: Some(map), folded: true }
    }

    /// The shares that columns add to positions in this frame, from the positions of the columns.
    pub fn columns<'a>(&self, positions: &'a [[f64; D]]) -> Cow<'a, [[f64; D]]> {
        match &self.map {
            None => Cow::Borrowed(positions),
            Some(map) => positions.iter().map(|position| map.linear_part(position)).collect(),
        }
    }

    /// The share that a row adds to positions in this frame, from the position of the row. It includes the offset.
    pub fn row(&self, position: [f64; D]) -> [f64; D] {
        let Some(map) = &self.map else { return position };
        let linear = map.linear_part(&position);
        std::array::from_fn(|axis| linear[axis] + map.offset[axis])
    }

    /// The map from the position of a sample to lattice coordinates, given the map from positions in this frame.
    pub fn before(&self, lattice: &Map<D>) -> Map<D> {
        let Some(map) = &self.map else { return *lattice };
        composed(map, &lattice.matrix, &lattice.offset)
    }
}

/// A map followed by `linear · p + offset`.
fn composed<const D: usize>(first: &Map<D>, linear: &[[f64; D]; D], offset: &[f64; D]) -> Map<D> {
    let map = first.then(linear);
    Map { offset: std::array::from_fn(|axis| map.offset[axis] + offset[axis]), ..map }
}
