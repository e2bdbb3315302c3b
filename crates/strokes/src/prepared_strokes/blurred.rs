//! Blurred ground on a lattice, and its interpolation on finer lattices.

use orogen_engine::raster::Grid;

use crate::jet::Jet;

/// The blurred ground on a part of a lattice.
#[derive(Clone, Debug)]
pub(super) struct Blurred {
    pub(super) grid: Grid,
    pub(super) jets: Vec<Jet<2>>,
}

impl Blurred {
    /// The blurred ground on a part of a finer lattice, whose spacing is smaller by a factor of 2ⁿ. The part must be inside
    /// the grid of `self`, without the outermost samples of that grid.
    ///
    /// Between four samples, the result is the bicubic (Hermite) interpolant of their values and slopes. Mixed derivatives
    /// are differences of the slopes. The interpolant is smooth across cells and has the given slopes at the samples. A
    /// Gaussian with the standard deviation σ damps waves with the wave number *k* by exp(−σ²*k*²/2). Cubics between
    /// samples that are *c* apart have an error of *k*⁴*c*⁴/384. For waves with the amplitude 1, the error is at most 16
    /// exp(−2)(*c*/σ)⁴/384 = 1.4·10⁻⁶ if σ is 8*c*.
    pub(super) fn on(&self, part: &Grid) -> Vec<Jet<2>> {
        let ratio = (self.grid.spacing / part.spacing).round() as i64;
        let at = |index: i64, first: i64| {
            let share = index.rem_euclid(ratio) as f64 / ratio as f64;
            ((index.div_euclid(ratio) - first) as usize, share)
        };
        let columns: Vec<_> = (0..part.columns as i64)
            .map(|i| at(part.first_column + i, self.grid.first_column))
            .map(|(column, share)| (column, Weights::new(share)))
            .collect();
        let mut jets = Vec::with_capacity(part.len());
        for j in 0..part.rows as i64 {
            let (row, share) = at(part.first_row + j, self.grid.first_row);
            let down = Weights::new(share);
            jets.extend(columns.iter().map(|(column, across)| self.between(*column, row, across, &down)));
        }
        jets
    }

    /// The bicubic in the cell to the right of and below a sample.
    fn between(&self, column: usize, row: usize, across: &Weights, down: &Weights) -> Jet<2> {
        let (mut value, mut slope) = (0.0, [0.0; 2]);
        for (j, i) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let [f, fx, fy, fxy] = self.corner(column + i, row + j);
            value += across.ends[i] * (down.ends[j] * f + down.slopes[j] * fy)
                + across.slopes[i] * (down.ends[j] * fx + down.slopes[j] * fxy);
            slope[0] += across.end_rates[i] * (down.ends[j] * f + down.slopes[j] * fy)
                + across.slope_rates[i] * (down.ends[j] * fx + down.slopes[j] * fxy);
            slope[1] += across.ends[i] * (down.end_rates[j] * f + down.slope_rates[j] * fy)
                + across.slopes[i] * (down.end_rates[j] * fx + down.slope_rates[j] * fxy);
        }
        Jet { value, slope: slope.map(|slope| slope / self.grid.spacing) }
    }

    /// Value, derivatives and mixed derivative at a sample, in units of the lattice's spacing.
    fn corner(&self, column: usize, row: usize) -> [f64; 4] {
        let jet = |column: usize, row: usize| &self.jets[row * self.grid.columns + column];
        let along_x = jet(column + 1, row).slope[1] - jet(column - 1, row).slope[1];
        let along_y = jet(column, row + 1).slope[0] - jet(column, row - 1).slope[0];
        let here = jet(column, row);
        let step = self.grid.spacing;
        [here.value, step * here.slope[0], step * here.slope[1], 0.25 * step * (along_x + along_y)]
    }
}

/// Hermite's cubics on 0 to 1: the weights of the values and slopes at both ends, and the derivatives of the weights.
#[derive(Clone, Copy, Debug)]
struct Weights {
    ends: [f64; 2],
    slopes: [f64; 2],
    end_rates: [f64; 2],
    slope_rates: [f64; 2],
}

impl Weights {
    fn new(t: f64) -> Self {
        let left = 1.0 - t;
        Self {
            ends: [(1.0 + 2.0 * t) * left * left, t * t * (3.0 - 2.0 * t)],
            slopes: [t * left * left, -t * t * left],
            end_rates: [-6.0 * t * left, 6.0 * t * left],
            slope_rates: [left * (1.0 - 3.0 * t), t * (3.0 * t - 2.0)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The interpolant reproduces bicubics, except for the error of its mixed derivatives. These are exact for *xy*.
    #[test]
    fn cubics_without_cubic_cross_terms_are_kept() {
        let f = |x: f64, y: f64| Jet {
            value: 2.0 + x * x * x - 3.0 * y * y + 0.5 * x * y,
            slope: [3.0 * x * x + 0.5 * y, -6.0 * y + 0.5 * x],
        };
        let grid = Grid { first_column: -3, first_row: 4, columns: 9, rows: 8, spacing: 4.0 };
        let jets = (0..grid.len()).map(|i| f(grid.x(i % 9), grid.y(i / 9))).collect();
        let part = Grid { first_column: -7, first_row: 21, columns: 20, rows: 17, spacing: 1.0 };
        for (i, found) in (Blurred { grid, jets }).on(&part).iter().enumerate() {
            let expected = f(part.x(i % 20), part.y(i / 20));
            assert!((found.value - expected.value).abs() < 1e-9, "{i}: {found:?} {expected:?}");
            assert!((0..2).all(|axis| (found.slope[axis] - expected.slope[axis]).abs() < 1e-9), "{i}");
        }
    }
}
