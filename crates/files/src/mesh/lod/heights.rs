//! The heights of a tile, and how far a triangle is from them.

use super::hierarchy::Point;
use crate::simd::vectorized;

/// The heights of a tile: a part of the heights of the terrain.
#[derive(Clone, Copy)]
pub(super) struct Heights<'a> {
    /// The heights of the terrain, row by row.
    pub(super) all: &'a [f32],
    /// Samples of a row of the terrain.
    pub(super) columns: usize,
    /// The sample at the upper left corner of the tile.
    pub(super) first: Point,
}

impl Heights<'_> {
    pub(super) fn at(&self, [x, y]: Point) -> f32 {
        self.all[(self.first[1] + y) * self.columns + self.first[0] + x]
    }

    fn row(&self, y: usize, columns: [usize; 2]) -> &[f32] {
        let start = (self.first[1] + y) * self.columns + self.first[0];
        &self.all[start + columns[0]..=start + columns[1]]
    }

    /// The largest vertical distance in metres between a triangle and the samples inside it and on its edges. The corners are
    /// samples, counter-clockwise as seen from above, and not on one line.
    pub(super) fn distance(&self, corners: [Point; 3]) -> f64 {
        let plane = Plane::through(corners, corners.map(|corner| self.at(corner)));
        let rows = corners.map(|[_, y]| y);
        let (top, bottom) = (rows[0].min(rows[1]).min(rows[2]), rows[0].max(rows[1]).max(rows[2]));
        let mut largest = 0.0;
        for y in top..=bottom {
            let [left, right] = span(corners, y);
            let (heights, start) = (self.row(y, [left, right]), plane.at([left, y]));
            largest = larger(largest, row_distance(heights, start, plane.slope[0]));
        }
        largest
    }
}

/// A plane over columns and rows.
struct Plane {
    origin: [f64; 2],
    height: f64,
    /// Metres per column and per row.
    slope: [f64; 2],
}

impl Plane {
    fn through(corners: [Point; 3], heights: [f32; 3]) -> Self {
        let [[ax, ay], [bx, by], [cx, cy]] = corners.map(|corner| corner.map(|index| index as f64));
        let [a, b, c] = heights.map(f64::from);
        let area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
        let slope = [
            ((b - a) * (cy - ay) - (c - a) * (by - ay)) / area,
            ((bx - ax) * (c - a) - (cx - ax) * (b - a)) / area,
        ];
        Self { origin: [ax, ay], height: a, slope }
    }

    fn at(&self, [x, y]: Point) -> f64 {
        let [x, y] = [x as f64 - self.origin[0], y as f64 - self.origin[1]];
        self.height + self.slope[0] * x + self.slope[1] * y
    }
}

/// The first and the last column of a row that are inside a triangle or on its edges. An edge that goes down has the triangle
/// on its right, because rows count down and corners are counter-clockwise.
fn span(corners: [Point; 3], y: usize) -> [usize; 2] {
    let [mut left, mut right] = [0, i64::MAX];
    for k in 0..3 {
        let ([ax, ay], [bx, by]) =
            (corners[k].map(|index| index as i64), corners[(k + 1) % 3].map(|index| index as i64));
        // The edge crosses the row at ax + across / down.
        let (across, down) = ((y as i64 - ay) * (bx - ax), by - ay);
        if down > 0 {
            left = left.max(ax - (-across).div_euclid(down));
        } else if down < 0 {
            right = right.min(ax + (-across).div_euclid(-down));
        }
    }
    [left as usize, right as usize]
}

/// Samples that are compared at once.
const LANES: usize = 16;

/// Shorter rows do not gain from vectors.
const SHORT: usize = 2 * LANES;

/// The largest distance of a row of samples from a line that begins at `start` and rises by `slope` per sample.
fn row_distance(heights: &[f32], start: f64, slope: f64) -> f64 {
    if heights.len() < SHORT {
        let distance = |(i, height): (usize, &f32)| (f64::from(*height) - (start + slope * i as f64)).abs();
        return heights.iter().enumerate().map(distance).fold(0.0, larger);
    }
    vectorized(
        #[inline(always)]
        || {
            let mut lanes = [0.0; LANES];
            let (chunks, rest) = heights.as_chunks::<LANES>();
            for (k, chunk) in chunks.iter().enumerate() {
                let first = (k * LANES) as i32;
                for (i, (lane, &height)) in lanes.iter_mut().zip(chunk).enumerate() {
                    let line = start + slope * f64::from(first + i as i32);
                    *lane = larger(*lane, (f64::from(height) - line).abs());
                }
            }
            for (i, &height) in rest.iter().enumerate() {
                let line = start + slope * f64::from((chunks.len() * LANES + i) as i32);
                lanes[i] = larger(lanes[i], (f64::from(height) - line).abs());
            }
            lanes.into_iter().fold(0.0, larger)
        },
    )
}

/// The larger of two numbers that are not NaN.
#[inline(always)]
fn larger(one: f64, other: f64) -> f64 {
    if other > one { other } else { one }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All points with a non-negative barycentric coordinate for each corner.
    fn inside(corners: [Point; 3], [x, y]: Point) -> bool {
        use super::super::hierarchy::turn;
        let [a, b, c] = corners;
        [[a, b], [b, c], [c, a]].iter().all(|&[a, b]| turn([a, b, [x, y]]) <= 0)
    }

    proptest! {
        #[test]
        fn spans_are_the_columns_inside(points in prop::array::uniform3([0_usize..40, 0_usize..40])) {
            use super::super::hierarchy::turn;
            let [a, b, c] = points;
            let corners = match turn(points) {
                0 => return Ok(()),
                1.. => [a, c, b],
                _ => points,
            };
            let (top, bottom) = (a[1].min(b[1]).min(c[1]), a[1].max(b[1]).max(c[1]));
            for y in top..=bottom {
                let columns: Vec<_> = (0..40).filter(|&x| inside(corners, [x, y])).collect();
                let [left, right] = span(corners, y);
                // Narrow triangles contain no sample in some rows.
                prop_assert_eq!((left..right + 1).collect::<Vec<_>>(), columns);
            }
        }
    }
}
