//! The lakes of an erosion: where they are, and at which level.

use orogen_erosion as erosion;

use crate::bounds::Bounds;

/// How far a lake backs up water, in metres.
pub(super) const BACKWATER: f64 = 500.0;

/// A lake of an erosion, in metres of the terrain.
#[derive(Clone, Debug)]
pub(super) struct Lake {
    /// The height of its surface.
    level: f64,
    /// The position of the ground over which it flows out.
    pub(super) outlet: [f64; 2],
    /// The sides of its shores, and of those of its islands, by rows that are `collar` high: in each row that they touch.
    rows: Vec<Vec<[[f64; 2]; 2]>>,
    /// How far its surface continues under the ground beyond its shores.
    collar: f64,
    /// Contains the lake and all places that belong to it in part.
    pub(super) bounds: Bounds,
}

impl Lake {
    /// A lake whose level is in metres of the terrain and whose positions are in metres in the domain. `cell` is the width of
    /// the erosion's cells.
    pub(super) fn new(lake: &erosion::Lake, cell: f64) -> Self {
        let place = |at: &[f32; 2]| at.map(f64::from);
        let collar = f64::from(erosion::COLLAR) * cell;
        let around = lake.shores.iter().flatten().fold(Bounds::NONE, |bounds, at| bounds.with(&place(at)));
        let bounds = around.widened(2.0 * collar);
        let mut new =
            Self { level: lake.level.into(), outlet: place(&lake.outlet), rows: vec![], collar, bounds };
        for ring in &lake.shores {
            let next = ring.iter().cycle().skip(1);
            for side in ring.iter().zip(next).map(|(a, b)| [place(a), place(b)]) {
                let [low, high] = [side[0][1].min(side[1][1]), side[0][1].max(side[1][1])];
                let (first, last) = (new.row(low), new.row(high));
                new.rows.resize(new.rows.len().max(last + 1), Vec::new());
                new.rows[first..=last].iter_mut().for_each(|row| row.push(side));
            }
        }
        new
    }

    /// The row of a `y`; the first one for any `y` before it.
    fn row(&self, y: f64) -> usize {
        ((y - self.bounds.min[1]) / self.collar).max(0.0) as usize
    }

    /// The share of the lake in the water at a place, where the surface of the water is `surface`: 1 in the lake and on its
    /// shores, 0 in rivers that are higher or lower by `range` or more, and far away.
    pub(super) fn share(&self, place: [f64; 2], surface: f64, range: f64) -> f64 {
        let alike = 1.0 - smooth_step(((surface - self.level) / range).abs());
        // NaN is not alike.
        let can_share = alike > 0.0 && self.square_beyond(place) == 0.0;
        if !can_share {
            return 0.0;
        }
        alike * (1.0 - smooth_step(self.distance(place, 2.0 * self.collar) / self.collar - 1.0))
    }

    /// The square of the distance from a place to the bounds.
    fn square_beyond(&self, [x, y]: [f64; 2]) -> f64 {
        self.bounds.distance_squared(&[x, y, 0.0])
    }

    /// The height of the water that the lake backs up into lower ground at a place, once the lake has fallen by `fall`; -∞ if
    /// there is none. `before` is the height of the ground there before the strokes, or of the water over it. `after` is the
    /// height of the ground after them.
    ///
    /// At the shore, this water is as high as the lake. Farther away it is lower, by 1 in 20 at first, then more and more
    /// steeply. So it meets the ground at last, and there is no wall of water. Where the ground was lower than the lake, water
    /// runs off.
    pub(super) fn backwater(&self, place: [f64; 2], [before, after]: [f64; 2], fall: f64) -> f64 {
        const NONE: f64 = f64::NEG_INFINITY;
        let is_far = self.square_beyond(place) > BACKWATER * BACKWATER;
        if after >= self.level - fall || before < self.level - 1.0 || is_far {
            return NONE;
        }
        let away = self.distance(place, BACKWATER);
        if away > BACKWATER {
            return NONE;
        }
        let runs_off = 100.0 * (self.level - before).max(0.0);
        self.level - fall - away * (1.0 + away / 100.0) / 20.0 - runs_off
    }

    /// The distance to the lake, if it is at most `reach`, else a larger number; 0 in the lake.
    fn distance(&self, place: [f64; 2], reach: f64) -> f64 {
        let row = self.row(place[1]);
        // A ray from a place in the lake crosses its shores an odd number of times.
        let crossed = self.rows.get(row).into_iter().flatten().filter(|side| is_crossed(place, **side));
        if crossed.count() % 2 == 1 {
            return 0.0;
        }
        let rows = (reach / self.collar).ceil() as usize;
        let near = self.rows.iter().take(row + rows + 1).skip(row.saturating_sub(rows)).flatten();
        near.map(|side| distance(place, *side)).fold(f64::INFINITY, f64::min)
    }
}

/// Whether a ray from a place along x crosses a side.
fn is_crossed([x, y]: [f64; 2], [a, b]: [[f64; 2]; 2]) -> bool {
    (a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
}

/// The distance from a place to a side.
fn distance([x, y]: [f64; 2], [a, b]: [[f64; 2]; 2]) -> f64 {
    let [along_x, along_y] = [b[0] - a[0], b[1] - a[1]];
    let square = (along_x * along_x + along_y * along_y).max(f64::MIN_POSITIVE);
    let share = (((x - a[0]) * along_x + (y - a[1]) * along_y) / square).clamp(0.0, 1.0);
    libm::hypot(x - a[0] - share * along_x, y - a[1] - share * along_y)
}

/// The cubic step from 0 at 0 to 1 at 1.
fn smooth_step(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lake of 1000 m by 600 m with an island of 200 m, at a level of 40 m, on cells of 10 m.
    fn lake() -> Lake {
        let ring = |[x, y]: [f32; 2], [wide, high]: [f32; 2]| {
            vec![[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]]
        };
        let shores = vec![ring([0.0, 0.0], [1000.0, 600.0]), ring([300.0, 200.0], [200.0, 200.0])];
        let lake = erosion::Lake {
            level: 40.0,
            depth: 5.0,
            area: 5.6e5,
            position: [100.0, 100.0],
            outlet: [1000.0, 300.0],
            shores,
        };
        Lake::new(&lake, 10.0)
    }

    /// Water that is backed up is as high as the lake at its shore, and falls away from it; elsewhere there is none.
    #[test]
    fn a_lake_backs_up_water_into_dug_ground() {
        let lake = lake();
        let at =
            |x: f64, before: f64, after: f64, fall: f64| lake.backwater([x, 100.0], [before, after], fall);
        let close = |one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{one} m, not {other} m");
        close(at(1000.0, 45.0, 20.0, 0.0), 40.0);
        close(at(500.0, 45.0, 20.0, 3.0), 37.0);
        close(at(1100.0, 45.0, 20.0, 3.0), 37.0 - 10.0);
        close(at(-300.0, 45.0, 20.0, 0.0), 40.0 - 60.0);
        close(at(1100.0, 39.9, 20.0, 0.0), 40.0 - 10.0 - 10.0);
        let none = [
            at(1600.0, 45.0, 20.0, 0.0),
            at(1100.0, 38.0, 20.0, 0.0),
            at(1100.0, 45.0, 41.0, 0.0),
            at(1100.0, 45.0, 38.0, 3.0),
        ];
        assert_eq!(none, [f64::NEG_INFINITY; 4]);
    }

    #[test]
    fn shares_depend_on_the_place_and_the_level() {
        let lake = lake();
        let share = |place: [f64; 2], surface: f64| lake.share(place, surface, 1.0);
        for inside in [[100.0, 100.0], [950.0, 590.0], [310.0, 300.0], [-29.0, 300.0], [1000.0, -30.0]] {
            assert_eq!(share(inside, 40.0), 1.0, "{inside:?}");
        }
        // The middle of the island, and places beyond both collars.
        for outside in [[400.0, 300.0], [-60.0, 300.0], [1045.0, 645.0], [5000.0, 300.0]] {
            assert_eq!(share(outside, 40.0), 0.0, "{outside:?}");
        }
        assert_eq!(share([-45.0, 300.0], 40.0), 0.5);
        let along = [39.0, 39.5, 40.0, 40.5, 41.0].map(|surface| share([100.0, 100.0], surface));
        assert_eq!(along, [0.0, 0.5, 1.0, 0.5, 0.0]);
        assert_eq!(share([100.0, 100.0], f64::NAN), 0.0);
    }
}
