//! Points with blue noise, everywhere on the plane: dart throwing with a shrinking disk.
//!
//! # Definition
//!
//! Candidates with random positions and radii fill the plane. A candidate is kept if no kept candidate with a larger radius is
//! closer than its own radius (McCool and Fiume, 1992). So the kept points with radii of at least `ρ` are at least `ρ` apart, for
//! every `ρ`: a subset with a lower density is again blue noise, with a larger distance.
//!
//! Candidates belong to levels. Level `l` has radii from `√2·rₗ` down to `rₗ`, where `rₗ` shrinks by `√2` from level to level to
//! the least distance. A cell of a level's lattice has the same number of candidates, drawn from a hash of the seed, the level and
//! the cell. `1/ρ²` is distributed evenly, so all levels look alike apart from their scale, and the number of kept points per
//! area is proportional to `1/ρ²`. The [rank](PatternPoint::rank) of a point is this number relative to that of all points.
//!
//! # Bounded work
//!
//! Whether a candidate is kept depends on its neighbours with larger radii, and on theirs. These chains are short, but no length
//! is certain. So a region is computed with an apron, and a candidate whose disk crosses the edge of the apron is *open*, unless
//! a point that is certain rejects it. A candidate next to an open one is open, too. If no point of the region is open, the points
//! are exactly those of the definition; otherwise, the apron grows. So points do not depend on regions, tiles or threads.

use orogen_noise::hash::{combine, split_mix};

mod lookup;

use lookup::{Found, Lookup, Node};

/// Levels after the first. The radii of the first level are `√2^LEVELS` times the least distance.
const LEVELS: u32 = 12;

/// Candidates in a cell of the first level, where all radii are equal. With this number, the first level keeps as many points
/// per squared radius as the others.
const FIRST_CANDIDATES: u64 = 7;

/// Candidates in a cell of another level.
const CANDIDATES: u64 = 3;

/// Kept points per squared least distance, measured over 10⁷ points.
pub const POINTS_PER_SQUARED_DISTANCE: f64 = 0.459;

/// Radii of a level that its apron is wide.
const APRON: f64 = 4.0;

/// A point of a [`Pattern`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PatternPoint {
    /// Position in metres.
    pub position: [f64; 2],
    /// Share of the points that have at most this rank, greater than 0, at most 1. Points with ranks of at most `w` have `w`
    /// times the density of all points, and are at least `distance/√w` apart, for `w` from 1/64 to 1.
    pub rank: f64,
    /// A random number that identifies the point.
    pub word: u64,
}

/// An endless set of points: a function of the seed and the distance.
///
/// ```
/// use orogen_engine::blue_noise::{Pattern, Rectangle};
///
/// let pattern = Pattern::new(7, 5.0, None);
/// let wide = pattern.points(&Rectangle { min: [0.0, 0.0], max: [200.0, 100.0] });
/// let inside = Rectangle { min: [50.0, 20.0], max: [90.0, 70.0] };
/// let mut narrow = wide.clone();
/// narrow.retain(|point| inside.contains(point.position));
/// assert_eq!(pattern.points(&inside), narrow);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pattern {
    seed: u64,
    distance: f64,
    period: Option<f64>,
    /// The first level, 0 unless the period is short.
    first: u32,
}

/// A part of the plane, in metres. It contains its lower edges and not its upper edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    /// Least x and y.
    pub min: [f64; 2],
    /// x and y before which it ends.
    pub max: [f64; 2],
}

impl Rectangle {
    /// Whether it contains a position.
    pub fn contains(&self, position: [f64; 2]) -> bool {
        (0..2).all(|axis| self.min[axis] <= position[axis] && position[axis] < self.max[axis])
    }

    fn grown(&self, by: f64) -> Self {
        Self { min: self.min.map(|edge| edge - by), max: self.max.map(|edge| edge + by) }
    }
}

impl Pattern {
    /// A pattern whose points are at least `distance` metres apart. With a period, in metres, it repeats along both axes.
    pub fn new(seed: u64, distance: f64, period: Option<f64>) -> Self {
        let mut pattern = Self { seed, distance, period, first: 0 };
        // Where a period has few cells, its points would repel their own copies.
        while pattern.first < LEVELS
            && period.is_some_and(|period| 4.0 * pattern.radius(pattern.first) > period)
        {
            pattern.first += 1;
        }
        pattern
    }

    /// The points in a rectangle, by descending radius.
    pub fn points(&self, part: &Rectangle) -> Vec<PatternPoint> {
        self.points_with(part, APRON)
    }

    /// As [`points`](Self::points). The apron of the first attempt is `apron` radii wide.
    fn points_with(&self, part: &Rectangle, mut apron: f64) -> Vec<PatternPoint> {
        loop {
            match self.attempt(part, apron) {
                Some(points) => return points,
                None => apron *= 2.0,
            }
        }
    }

    /// The least distance of two points in metres.
    pub fn distance(&self) -> f64 {
        self.distance
    }

    /// The points, or `None` if one of them depends on candidates beyond the apron.
    fn attempt(&self, part: &Rectangle, apron: f64) -> Option<Vec<PatternPoint>> {
        let mut nodes: Vec<Node> = Vec::new();
        for level in self.first..=LEVELS {
            let width: f64 = (level..=LEVELS).map(|level| apron * self.radius(level)).sum();
            let lattice = self.lattice(level);
            let mut lookup = Lookup::new(nodes, &part.grown(width), lattice.side);
            let mut darts = lattice.darts(&lookup);
            darts.sort_unstable();
            for dart in &darts {
                let candidate = lattice.candidate(dart);
                match lookup.find(&candidate) {
                    Found::Certain => {}
                    Found::Open => lookup.insert(&candidate, true),
                    Found::Nothing => lookup.insert(&candidate, false),
                }
            }
            nodes = lookup.into_nodes();
        }
        let inside = || nodes.iter().filter(|node| part.contains([node.x, node.y]));
        if inside().any(|node| node.is_open) {
            return None;
        }
        Some(
            inside()
                .map(|node| PatternPoint { position: [node.x, node.y], rank: node.rank, word: node.word })
                .collect(),
        )
    }

    /// The least radius of a level.
    fn radius(&self, level: u32) -> f64 {
        let finer = LEVELS - level;
        let root = if finer % 2 == 1 { std::f64::consts::SQRT_2 } else { 1.0 };
        self.distance * f64::from(1u32 << (finer / 2)) * root
    }

    fn lattice(&self, level: u32) -> Lattice {
        let radius = self.radius(level);
        let side = radius * std::f64::consts::FRAC_1_SQRT_2;
        let cells = self.period.map(|period| (period / side).floor().max(1.0));
        let is_first = level == self.first;
        Lattice {
            seed: combine(self.seed, u64::from(level)),
            side: self.period.zip(cells).map_or(side, |(period, cells)| period / cells),
            cells: cells.map(|cells| cells as i64),
            candidates: if is_first { FIRST_CANDIDATES } else { CANDIDATES },
            radius,
            is_first,
            share: 0.5_f64.powi((LEVELS - level) as i32),
        }
    }
}

/// The cells of a level.
struct Lattice {
    seed: u64,
    /// The side of a cell in metres.
    side: f64,
    /// Number of cells after which the lattice repeats.
    cells: Option<i64>,
    candidates: u64,
    /// The least radius.
    radius: f64,
    is_first: bool,
    /// Share of all points that have at least this radius.
    share: f64,
}

/// A candidate of a level before its numbers are computed. The order is that of the candidates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Dart {
    /// A random number. The upper 20 bits are the place in the order, and the others the place in the cell.
    word: u64,
    /// The cell. It decides between equal words, which are as good as impossible.
    cell: [i64; 2],
}

/// A candidate of a level.
pub(super) struct Candidate {
    pub(super) x: f64,
    pub(super) y: f64,
    /// The square of its radius.
    pub(super) squared: f64,
    pub(super) rank: f64,
    pub(super) word: u64,
    pub(super) cell: [i64; 2],
}

impl Lattice {
    /// The candidates of all cells, without those that are rejected already.
    fn darts(&self, lookup: &Lookup) -> Vec<Dart> {
        let mut darts = Vec::new();
        for cell in lookup.cells() {
            let [column, row] =
                cell.map(|index| self.cells.map_or(index, |cells| index.rem_euclid(cells)) as u64);
            let mut word = split_mix(split_mix(self.seed ^ column) ^ row);
            for _ in 0..self.candidates {
                word = split_mix(word);
                let dart = Dart { word, cell };
                if lookup.find(&self.candidate(&dart)) != Found::Certain {
                    darts.push(dart);
                }
            }
        }
        darts
    }

    #[inline(always)]
    fn candidate(&self, &Dart { word, cell }: &Dart) -> Candidate {
        let fraction = |bits: u64| ((bits & 0x3F_FFFF) as f64 + 0.5) / 4_194_304.0;
        let u = ((word >> 44) as f64 + 0.5) / 1_048_576.0;
        // In the first level, all radii are equal, and ranks are random. In others, 1/ρ² grows evenly from 1/(2r²) to 1/r².
        let growth = if self.is_first { 1.0 } else { 0.5 * (1.0 + u) };
        Candidate {
            x: (cell[0] as f64 + fraction(word)) * self.side,
            y: (cell[1] as f64 + fraction(word >> 22)) * self.side,
            squared: self.radius * self.radius / growth,
            rank: self.share * if self.is_first { u } else { growth },
            word,
            cell,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An apron that is too narrow is found to be too narrow: it never gives other points.
    #[test]
    fn narrow_aprons_give_the_same_points_or_grow() {
        let mut too_narrow = 0;
        for seed in 0..40 {
            let pattern = Pattern::new(seed, 5.0, None);
            let corner = [0, 1].map(|axis| f64::from((seed * 37 + axis * 11) as u32 % 97));
            let part = Rectangle { min: corner, max: corner.map(|edge| edge + 30.0) };
            let points = pattern.points_with(&part, 16.0);
            for apron in [0.5, 1.5, 2.0, 3.0] {
                match pattern.attempt(&part, apron) {
                    Some(attempt) => assert_eq!(attempt, points, "seed {seed}, apron {apron}"),
                    None => too_narrow += 1,
                }
                assert_eq!(pattern.points_with(&part, apron), points, "seed {seed}, apron {apron}");
            }
        }
        // Some aprons suffice, and some do not.
        assert!((20..140).contains(&too_narrow), "{too_narrow} of 160");
    }
}
