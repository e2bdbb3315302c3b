//! The hierarchy of right triangles over the samples of a tile.
//!
//! Root squares with a side of 2ⁿ steps cover the tile. Each is cut along a diagonal into two right triangles, and each
//! triangle is bisected from the right angle to the middle of the hypotenuse (Evans, Kirkpatrick and Townsend 2001). Two
//! triangles share a hypotenuse, and both are bisected or neither is, so no vertex is in the middle of an edge.
//!
//! Tiles of any size are covered: root squares may extend beyond the last column and row, and every point beyond is moved back
//! to them. This map keeps the order of columns and of rows, and each triangle has a side that is parallel to an axis. So
//! triangles become narrower or lose their area, but never turn over, and those that keep an area still cover the tile exactly
//! once. Triangles without area are left out. All of their corners are on one line: they have no area because all their columns
//! or all their rows are the last, or because two corners are the same sample.

/// Column and row of a corner, in steps from the upper left sample of the tile; may be beyond the last sample.
pub(super) type Point = [usize; 2];

/// A right triangle, counter-clockwise as seen from above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Triangle {
    /// The ends of the hypotenuse.
    pub(super) ends: [Point; 2],
    /// The corner with the right angle.
    pub(super) corner: Point,
}

impl Triangle {
    fn new(one: Point, other: Point, corner: Point) -> Self {
        let ends = if turn([one, other, corner]) < 0 { [one, other] } else { [other, one] };
        Self { ends, corner }
    }

    /// The middle of the hypotenuse. `None` for the smallest triangles.
    pub(super) fn middle(&self) -> Option<Point> {
        let [[ax, ay], [bx, by]] = self.ends;
        (ax.abs_diff(bx).max(ay.abs_diff(by)) > 1).then_some([(ax + bx) / 2, (ay + by) / 2])
    }

    /// Both halves of a triangle with this middle of the hypotenuse.
    pub(super) fn halves(&self, middle: Point) -> [Self; 2] {
        let [a, b] = self.ends;
        [Self { ends: [self.corner, a], corner: middle }, Self { ends: [b, self.corner], corner: middle }]
    }
}

/// Twice the signed area; negative if the corners are counter-clockwise as seen from above, because rows count down.
pub(super) fn turn([[ax, ay], [bx, by], [cx, cy]]: [Point; 3]) -> i64 {
    let difference = |one: usize, other: usize| one as i64 - other as i64;
    difference(bx, ax) * difference(cy, ay) - difference(cx, ax) * difference(by, ay)
}

/// A middle of hypotenuses: the triangles that share it can be bisected there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    pub(super) at: Point,
    /// Half the side of the square around it, or half the length of the hypotenuse if this is parallel to an axis.
    pub(super) reach: usize,
}

/// The sizes of a tile and of its root squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hierarchy {
    /// Samples across and down.
    pub(super) samples: [usize; 2],
    /// The side of a root square in steps, a power of two.
    root: usize,
    /// Root squares across and down.
    roots: [usize; 2],
}

impl Hierarchy {
    /// The hierarchy of a tile with at least 2 × 2 samples.
    pub(super) fn new(samples: [usize; 2]) -> Self {
        let steps = samples.map(|count| count - 1);
        let root = steps[0].min(steps[1]).next_power_of_two().max(2);
        Self { samples, root, roots: steps.map(|steps| steps.div_ceil(root)) }
    }

    /// Whether the root squares end where the tile ends, so that neighbouring tiles have the same hierarchy on their border.
    pub(super) fn is_exact(&self) -> bool {
        self.samples.iter().all(|count| (count - 1).is_multiple_of(self.root))
    }

    /// The reaches of all levels, the smallest first.
    pub(super) fn reaches(&self) -> impl Iterator<Item = usize> + use<> {
        (0..self.root.ilog2()).map(|level| 1 << level)
    }

    /// The sample that a point stands for.
    pub(super) fn sample(&self, [x, y]: Point) -> Point {
        [x.min(self.samples[0] - 1), y.min(self.samples[1] - 1)]
    }

    /// The samples at the corners of a triangle, counter-clockwise. `None` if the triangle has no area.
    pub(super) fn corners(&self, triangle: &Triangle) -> Option<[Point; 3]> {
        let [a, b] = triangle.ends;
        let corners = [a, b, triangle.corner].map(|point| self.sample(point));
        (turn(corners) != 0).then_some(corners)
    }

    /// The edges of a triangle that are on the border of the tile, from the first corner to the next.
    pub(super) fn border_edges(&self, corners: [Point; 3]) -> impl Iterator<Item = [Point; 2]> + use<> {
        let last = self.samples.map(|count| count - 1);
        let on_border = move |[a, b]: &[Point; 2]| {
            [0, 1].iter().any(|&axis| a[axis] == b[axis] && (a[axis] == 0 || a[axis] == last[axis]))
        };
        let [a, b, c] = corners;
        [[a, b], [b, c], [c, a]].into_iter().filter(on_border)
    }

    /// Both triangles of each root square.
    pub(super) fn roots(&self) -> impl Iterator<Item = Triangle> + use<> {
        let (this, half) = (*self, self.root / 2);
        let squares = (0..self.roots[1]).flat_map(move |j| (0..this.roots[0]).map(move |i| [i, j]));
        squares.flat_map(move |square| {
            let at = square.map(|index| index * this.root + half);
            this.sharing(Split { at, reach: half }).into_iter().flatten()
        })
    }

    /// The places, sorted by row, of all splits with this reach: those in the middle of squares if `of_squares`, otherwise
    /// those on hypotenuses that are parallel to an axis.
    pub(super) fn rows(&self, reach: usize, of_squares: bool) -> impl Iterator<Item = usize> + use<> {
        let end = self.end(1, reach);
        (0..end).step_by(reach).filter(move |row| !of_squares || (row / reach) % 2 == 1)
    }

    /// The splits in such a row. In odd rows, hypotenuses are vertical at even columns, and squares have their middles at odd
    /// columns. In even rows, hypotenuses are horizontal with their middles at odd columns.
    pub(super) fn splits(
        &self,
        reach: usize,
        row: usize,
        of_squares: bool,
    ) -> impl Iterator<Item = Split> + use<> {
        let is_odd = (row / reach) % 2 == 1;
        let first = if is_odd && !of_squares { 0 } else { reach };
        (first..self.end(0, reach)).step_by(2 * reach).map(move |x| Split { at: [x, row], reach })
    }

    /// The points that matter are before this: beyond the last sample, only triangles that extend back over it have an area.
    fn end(&self, axis: usize, reach: usize) -> usize {
        self.samples[axis] - 1 + reach
    }

    /// The triangles, one or two, whose hypotenuse has its middle here.
    pub(super) fn sharing(&self, Split { at: [x, y], reach }: Split) -> [Option<Triangle>; 2] {
        let [odd_column, odd_row] = [x, y].map(|index| (index / reach) % 2 == 1);
        let last = [0, 1].map(|axis| self.roots[axis] * self.root);
        let (west, north) = (x.checked_sub(reach), y.checked_sub(reach));
        let east = (x + reach <= last[0]).then_some(x + reach);
        let south = (y + reach <= last[1]).then_some(y + reach);
        let of = |ends: [(Option<usize>, Option<usize>); 2], corner: (Option<usize>, Option<usize>)| {
            let [a, b, c] = [ends[0], ends[1], corner].map(|(x, y)| Some([x?, y?]));
            Some(Triangle::new(a?, b?, c?))
        };
        let (x, y) = (Some(x), Some(y));
        match (odd_column, odd_row) {
            (true, true) => {
                let [i, j] = [west, north].map(|index| index.map_or(0, |index| index / (2 * reach)));
                // The hypotenuse connects the corners whose indices have an even sum: the right angles of the next coarser
                // triangles are at the others, which are the middles of hypotenuses that are parallel to an axis.
                if (i + j).is_multiple_of(2) {
                    let ends = [(west, north), (east, south)];
                    [of(ends, (west, south)), of(ends, (east, north))]
                } else {
                    let ends = [(west, south), (east, north)];
                    [of(ends, (west, north)), of(ends, (east, south))]
                }
            }
            (true, false) => {
                let ends = [(west, y), (east, y)];
                [of(ends, (x, north)), of(ends, (x, south))]
            }
            _ => {
                let ends = [(x, north), (x, south)];
                [of(ends, (west, y)), of(ends, (east, y))]
            }
        }
    }

    /// The number of places that [`place`](Self::place) tells apart.
    pub(super) fn places(&self) -> usize {
        self.row_places() * self.samples[1] + self.row_places() * self.extra()
    }

    fn row_places(&self) -> usize {
        self.samples[0] + self.extra()
    }

    /// Places for columns or rows beyond the last.
    fn extra(&self) -> usize {
        self.root.ilog2() as usize + 1
    }

    /// A number for each split that can matter. For each power of two there is at most one column beyond the last sample that
    /// is a multiple of it and near enough; if it is not a multiple of the next power too, it has this power as its largest.
    pub(super) fn place(&self, point: Point) -> usize {
        let [column, row] = [0, 1].map(|axis| match point[axis] {
            index if index < self.samples[axis] => index,
            index => self.samples[axis] + (index.trailing_zeros() as usize).min(self.extra() - 1),
        });
        row * self.row_places() + column
    }

    /// Calls `leaf` with the corners of every triangle of the mesh that has the splits for which `is_split` is true.
    pub(super) fn mesh(&self, is_split: impl Fn(Point) -> bool, mut leaf: impl FnMut([Point; 3])) {
        // At most one triangle of each level waits.
        let mut waiting = Vec::new();
        for root in self.roots() {
            waiting.push(root);
            while let Some(triangle) = waiting.pop() {
                let Some(corners) = self.corners(&triangle) else { continue };
                match triangle.middle().filter(|&middle| is_split(middle)) {
                    Some(middle) => {
                        let [first, second] = triangle.halves(middle);
                        waiting.extend([second, first]);
                    }
                    None => leaf(corners),
                }
            }
        }
    }
}
