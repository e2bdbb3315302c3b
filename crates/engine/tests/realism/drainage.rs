//! Computes where water runs on a raster of heights, and where it is trapped.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Heights in metres on a square grid.
pub(crate) struct HeightRaster {
    pub(crate) side: usize,
    /// Metres between neighbours.
    pub(crate) spacing: f64,
    pub(crate) heights: Vec<f64>,
}

/// The drainage of a relief.
pub(crate) struct Drainage {
    /// Share of the area under water if every hollow were full to the brim.
    pub(crate) undrained: f64,
    /// Cells that drain through each cell, itself included.
    pub(crate) catchment: Vec<f64>,
}

const STEPS: [(isize, isize); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// A height that can be ordered; heights are finite.
#[derive(Clone, Copy, PartialEq)]
struct Level(f64);

impl Eq for Level {}

impl Ord for Level {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Level {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl HeightRaster {
    /// The cell `(dx, dy)` away, if it is on the relief.
    fn neighbour(&self, cell: usize, (dx, dy): (isize, isize)) -> Option<usize> {
        let on = |at: usize, step: isize| at.checked_add_signed(step).filter(|&at| at < self.side);
        Some(on(cell / self.side, dy)? * self.side + on(cell % self.side, dx)?)
    }

    fn is_at_edge(&self, cell: usize) -> bool {
        STEPS.iter().any(|&step| self.neighbour(cell, step).is_none())
    }

    /// Fills hollows from the edge inwards, lowest brim first (the priority flood of Barnes, Lehman and Mulla, 2014),
    /// with a slight slope, so that all water finds a way out; then lets the water run down the steepest slopes.
    pub(crate) fn drainage(&self) -> Drainage {
        let cells = self.heights.len();
        let (mut level, mut seen) = (self.heights.clone(), vec![false; cells]);
        let (mut order, mut outlet) = (Vec::with_capacity(cells), vec![None; cells]);
        let mut open = BinaryHeap::new();
        for cell in (0..cells).filter(|&cell| self.is_at_edge(cell)) {
            seen[cell] = true;
            open.push(Reverse((Level(level[cell]), cell)));
        }
        while let Some(Reverse((Level(brim), cell))) = open.pop() {
            order.push(cell);
            for next in STEPS.iter().filter_map(|&step| self.neighbour(cell, step)) {
                if !std::mem::replace(&mut seen[next], true) {
                    level[next] = level[next].max(brim.next_up());
                    outlet[next] = Some(cell);
                    open.push(Reverse((Level(level[next]), next)));
                }
            }
        }
        Drainage { undrained: self.flooded(&level), catchment: self.catchment(&level, &outlet, &order) }
    }

    /// Hollows shallower than a ten-thousandth of the relief do not count.
    fn flooded(&self, level: &[f64]) -> f64 {
        let highest = self.heights.iter().copied().fold(f64::MIN, f64::max);
        let lowest = self.heights.iter().copied().fold(f64::MAX, f64::min);
        let least = (1e-4 * (highest - lowest)).max(0.05);
        let flooded = level.iter().zip(&self.heights).filter(|(level, height)| *level - *height > least);
        flooded.count() as f64 / level.len() as f64
    }

    /// Every cell passes its area on to its steepest lower neighbour, the last flooded cell first.
    fn catchment(&self, level: &[f64], outlet: &[Option<usize>], order: &[usize]) -> Vec<f64> {
        let mut catchment = vec![1.0; level.len()];
        for &cell in order.iter().rev() {
            let Some(outlet) = outlet[cell] else { continue };
            let (mut steepest, mut down) = (0.0, outlet);
            for step in STEPS {
                let Some(next) = self.neighbour(cell, step) else { continue };
                let slope = (level[cell] - level[next]) / (step.0 as f64).hypot(step.1 as f64);
                if slope > steepest {
                    (steepest, down) = (slope, next);
                }
            }
            catchment[down] += catchment[cell];
        }
        catchment
    }

    /// Share of the channels that are in valleys. A channel is a cell that drains 0.3 km² or, on a coarse raster, 100 cells.
    /// Channels within two cells of the edge do not count.
    pub(crate) fn channels_in_valleys(&self, drainage: &Drainage) -> f64 {
        let least = (0.3e6 / (self.spacing * self.spacing)).max(100.0);
        let inner = |at: usize| (3..self.side - 3).contains(&at);
        let channels: Vec<_> = (0..self.heights.len())
            .filter(|&cell| drainage.catchment[cell] >= least)
            .filter(|&cell| inner(cell / self.side) && inner(cell % self.side))
            .collect();
        let hollow = channels.iter().filter(|&&cell| self.is_hollow(cell)).count();
        hollow as f64 / channels.len() as f64
    }

    /// Whether the land around a cell is concave, by its geomorphon (Jasiewicz and Stepinski, 2013): in each of the eight
    /// directions, whether the land within 15 cells is higher or lower by more than a degree. The concave patterns are hollows,
    /// footslopes, valleys and pits.
    fn is_hollow(&self, cell: usize) -> bool {
        let looks = STEPS.map(|step| self.look(cell, step));
        let (up, down) =
            (looks.iter().filter(|&&look| look > 0).count(), looks.iter().filter(|&&look| look < 0).count());
        up >= match down {
            0 => 3,
            1 => 2,
            2 => 4,
            3 => 5,
            _ => return false,
        }
    }

    /// 1 if the land in a direction is higher, −1 if it is lower, 0 otherwise.
    fn look(&self, cell: usize, step: (isize, isize)) -> i32 {
        const FAR: f64 = 15.0;
        let length = (step.0 as f64).hypot(step.1 as f64);
        let (mut highest, mut lowest) = (f64::MIN, f64::MAX);
        let mut at = cell;
        for count in 1..=(FAR / length) as usize {
            // Beyond the edge, the land continues level.
            at = self.neighbour(at, step).unwrap_or(at);
            let tangent = (self.heights[at] - self.heights[cell]) / (count as f64 * length * self.spacing);
            (highest, lowest) = (highest.max(tangent), lowest.min(tangent));
        }
        let flat = 1.0_f64.to_radians().tan();
        match highest.abs() > lowest.abs() {
            true => i32::from(highest > flat),
            false => -i32::from(lowest < -flat),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relief(height: impl Fn(f64, f64) -> f64) -> HeightRaster {
        let side = 101;
        let at = |cell: usize| height((cell % side) as f64 - 50.0, (cell / side) as f64 - 50.0);
        HeightRaster { side, spacing: 100.0, heights: (0..side * side).map(at).collect() }
    }

    /// A bowl is a lake up to its lowest edge; a hill has none.
    #[test]
    fn a_bowl_is_undrained_and_a_hill_is_not() {
        let bowl = relief(|x, y| 10.0 * x.hypot(y)).drainage();
        let lake = std::f64::consts::PI * 50.0 * 50.0 / (101.0 * 101.0);
        assert!((bowl.undrained - lake).abs() < 0.01, "{}", bowl.undrained);
        assert!(relief(|x, y| -10.0 * x.hypot(y)).drainage().undrained < 1e-9);
    }

    /// A tilted trough has one stream in its middle, which drains most of the trough and is in a valley. Its sides are not in a
    /// valley, and neither is the crest of a roof.
    #[test]
    fn a_trough_has_a_stream_in_its_bed() {
        let trough = relief(|x, y| 20.0 * x.abs() + 10.0 * y);
        let drainage = trough.drainage();
        assert_eq!(drainage.undrained, 0.0);
        assert!(drainage.catchment[50] > 0.7 * 101.0 * 101.0, "{}", drainage.catchment[50]);
        assert!(trough.channels_in_valleys(&drainage) > 0.95);
        let roof = relief(|x, y| -20.0 * x.abs() + 10.0 * y);
        let [middle, side] = [50 * 101 + 50, 50 * 101 + 70];
        assert!(trough.is_hollow(middle) && !trough.is_hollow(side) && !roof.is_hollow(middle));
    }
}
