//! Sediment that slopes shed and that settles below them: talus under cliffs, fans where gullies leave the mountains, and
//! silt on flood plains.
//!
//! Three classes of grains move. Each class settles where the ground is less steep than an angle: scree at 30° to 37°, fans
//! of gravel between 2° and 15°, silt at 1° or less (Blair and McPherson, 1994). More water carries grains over gentler
//! slopes (Lane, 1955): the tangent of the angle falls with the square root of the drainage area.

use rayon::prelude::*;

use crate::flood::{Flood, QUANTUM};
use crate::grid::Grid;
use crate::ground::Ground;
use crate::land::Settings;
use crate::routing::{Shares, WHOLE};
use crate::solution::Stopped;
use crate::step::State;

/// Sediment moves in this number of parts, one after the other. Each part flows over the deposits of the parts before it, so
/// fans spread.
const PASSES: u32 = 20;

/// The drainage area, in square metres, at which the tangent at which grains settle is 1/√2 of that on dry ground.
const WET_AREA: f32 = 2e5;

/// In one pass, a cell sheds at most this share of the height that makes it too steep. It gains at most this share of the
/// height that would make it too steep for its grains to settle.
const SHARE: f32 = 0.25;

/// The slopes, as tangents, between which bare rock takes the place of soil: 30° and 45° (DiBiase, Heimsath and Whipple, 2012).
const BARE: [f32; 2] = [0.577, 1.0];

/// Sediment of this thickness in metres hides most of the rock.
const COVER: f32 = 0.5;

/// A class of grains in one pass.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Metres that very steep ground sheds.
    shed: f32,
    /// The tangent at which grains settle on dry ground.
    tangent: f32,
    /// Ground that is steeper than this tangent sheds grains. It is at least the tangent of gravel, because silt comes from
    /// the same slopes as gravel.
    source: f32,
}

/// The metres of grains of each class that a cell passes on.
type Load = [f32; 3];

/// The number of parts that sediment moves in; 0 if no sediment moves.
pub(crate) fn passes(settings: &Settings) -> u32 {
    if settings.sediment.iter().any(|grains| grains.amount > 0.0) { PASSES } else { 0 }
}

impl State {
    /// Moves sediment from steep ground to where it settles. `watch` gets the number of each pass. If it returns false, the
    /// work stops.
    pub(crate) fn settle(
        &mut self,
        grid: Grid,
        ground: &Ground,
        settings: &Settings,
        seed: u32,
        watch: &dyn Fn(u32) -> bool,
    ) -> Result<(), Stopped> {
        let tangents = settings.sediment.map(|grains| libm::tan(grains.angle.to_radians()) as f32);
        let parts = std::array::from_fn(|class| Part {
            shed: settings.sediment[class].amount as f32 / PASSES as f32,
            tangent: tangents[class],
            source: tangents[class].max(tangents[1]),
        });
        for pass in 0..passes(settings) {
            if !watch(pass) {
                return Err(Stopped);
            }
            self.fill(grid, ground, seed ^ pass);
            let Self { height, area, flood, shares, .. } = self;
            move_part(grid, (flood, shares, area), parts, height);
        }
        Ok(())
    }
}

/// Moves a part of each class, from the highest cell to the lowest.
fn move_part(
    grid: Grid,
    (flood, shares, area): (&Flood, &[Shares], &[f32]),
    parts: [Part; 3],
    height: &mut [f32],
) {
    let mut loads = vec![Load::default(); grid.cells()];
    let spacing = grid.spacing as f32;
    for &cell in flood.order.iter().rev() {
        let cell = cell as usize;
        if shares[cell] == Shares::default() {
            continue;
        }
        let neighbours = grid.neighbours(cell);
        let mut load = loads[cell];
        // The slope follows from the lower neighbour along each axis. The steepest of the eight directions would not do: on a
        // slope that faces along a diagonal, it would connect only every second cell, and hatches would grow.
        let [_, north, _, west, east, _, south, _] = neighbours.map(|neighbour| height[neighbour]);
        let falls = [west.min(east), north.min(south)].map(|low| (height[cell] - low).max(0.0) / spacing);
        let mut slope = libm::hypotf(falls[0], falls[1]);
        let wet = 1.0 / (1.0 + area[cell] / WET_AREA).sqrt();
        for (load, part) in load.iter_mut().zip(parts) {
            let held = part.tangent * wet;
            let moved = if slope > part.source {
                -(part.shed * wet * wet * (1.0 - part.source / slope))
                    .min(SHARE * (slope - part.source) * spacing)
            } else {
                (SHARE * (held - slope).max(0.0) * spacing).min(*load)
            };
            height[cell] += moved;
            slope += moved / spacing;
            *load -= moved;
        }
        for (&share, neighbour) in shares[cell].iter().zip(neighbours) {
            let share = f32::from(share) * (1.0 / WHOLE);
            loads[neighbour].iter_mut().zip(load).for_each(|(total, load)| *total += share * load);
        }
    }
}

/// Updates the thickness of sediment after ground went from `before` to `height` while it rose by `uplift` metres. Ground
/// that was added is sediment. Ground that was removed is sediment first, then rock.
pub(crate) fn track(
    thickness: &mut [f32],
    before: &[f32],
    height: &[f32],
    uplift: impl Fn(usize) -> f32 + Sync,
) {
    thickness.par_iter_mut().enumerate().with_min_len(1 << 14).for_each(|(cell, thickness)| {
        // Heights are rounded, so a very thin layer counts as no sediment.
        let gain = height[cell] - before[cell] - uplift(cell);
        *thickness = (*thickness + gain).max(0.0);
        if *thickness < 2.0 * QUANTUM {
            *thickness = 0.0;
        }
    });
}

/// The share of each cell that is bare rock, 0 to 1: steep and without sediment.
pub(crate) fn bare_rock(grid: Grid, height: &[f32], thickness: &[f32]) -> Vec<f32> {
    let last = grid.side - 1;
    let share = |cell: usize| {
        let (x, y) = (cell % grid.side, cell / grid.side);
        let across = |low: usize, high: usize, cells: usize| {
            (height[high] - height[low]) / (cells.max(1) as f32 * grid.spacing as f32)
        };
        let (west, east) = (x.saturating_sub(1), (x + 1).min(last));
        let (north, south) = (y.saturating_sub(1), (y + 1).min(last));
        let along = across(y * grid.side + west, y * grid.side + east, east - west);
        let down = across(north * grid.side + x, south * grid.side + x, south - north);
        let steep = ((along * along + down * down).sqrt() - BARE[0]) / (BARE[1] - BARE[0]);
        steep.clamp(0.0, 1.0) * libm::expf(-thickness[cell] / COVER)
    };
    (0..grid.cells()).into_par_iter().with_min_len(1 << 14).map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::{Part, bare_rock, move_part, track};
    use crate::flood::Flood;
    use crate::grid::Grid;
    use crate::routing::route;

    const GRID: Grid = Grid { side: 48, spacing: 10.0 };

    /// A cliff of 60° above nearly level ground, which drains to the right.
    fn cliff() -> Vec<f32> {
        let at = |x: f32| 300.0 - 0.02 * x + 1.73 * (120.0 - x).max(0.0);
        (0..GRID.cells()).map(|cell| at((cell % 48) as f32 * 10.0)).collect()
    }

    /// Moves sediment once, over ground that drains to the border.
    fn move_once(pass: u32, parts: [Part; 3], height: &mut [f32]) {
        let outlets: Vec<bool> = (0..GRID.cells()).map(|cell| GRID.is_border(cell)).collect();
        let (mut flood, mut shares) = (Flood::default(), Vec::new());
        flood.run(GRID, height, &outlets, None);
        route(GRID, &flood, &outlets, pass, &mut shares);
        move_part(GRID, (&flood, &shares, &vec![100.0; GRID.cells()]), parts, height);
    }

    /// Grains that are shed settle or leave the grid. Where they settle, the ground gets no steeper than their angle.
    #[test]
    fn grains_settle_at_their_angle() {
        let part = |shed, tangent| Part { shed, tangent, source: tangent };
        let parts = [part(1.0, 0.6), part(0.0, 0.2), part(0.0, 0.03)];
        let mut height = cliff();
        for pass in 0..40 {
            let before = height.clone();
            move_once(pass, parts, &mut height);
            let shed: f64 = before.iter().zip(&height).map(|(b, h)| f64::from((b - h).max(0.0))).sum();
            let settled: f64 = before.iter().zip(&height).map(|(b, h)| f64::from((h - b).max(0.0))).sum();
            assert!(shed > 0.0 && settled <= shed * 1.001, "{settled} of {shed}");
        }
        // The middle row, which leads away from the cliff.
        let row = &height[24 * 48..][..48];
        let before = &cliff()[24 * 48..][..48];
        let talus: Vec<usize> = (1..47).filter(|&x| row[x] > before[x] + 1.0).collect();
        assert!(talus.len() >= 3, "{talus:?}");
        for x in talus {
            let slope = (row[x] - row[x + 1]) / 10.0;
            assert!(slope < 0.66, "{slope} at {x}");
        }
    }

    /// A slope that faces along a diagonal stays smooth: bumps do not grow into hatches of every second cell.
    #[test]
    fn slopes_along_diagonals_get_no_hatches() {
        let bump = |cell: usize| ((cell * 7919) % 101) as f32 / 101.0;
        let at = |cell: usize| 900.0 - 5.0 * (cell % 48 + cell / 48) as f32 + bump(cell);
        let mut height: Vec<f32> = (0..GRID.cells()).map(at).collect();
        let roughness = |height: &[f32]| {
            let inner = (4..44).flat_map(|y| (4..44).map(move |x| y * 48 + x));
            let across = inner.map(|cell| (height[cell - 47] - 2.0 * height[cell] + height[cell + 47]).abs());
            across.sum::<f32>() / 1600.0
        };
        let before = roughness(&height);
        let part = |shed, tangent| Part { shed, tangent, source: tangent };
        let parts = [part(0.0, 0.6), part(10.0, 0.2), part(0.0, 0.03)];
        (0..20).for_each(|pass| move_once(pass, parts, &mut height));
        let after = roughness(&height);
        assert!(after < 0.7 * before, "{before} and {after} m");
    }

    #[test]
    fn rock_is_bare_where_it_is_steep_and_without_sediment() {
        let height = cliff();
        let mut thickness = vec![0.0; GRID.cells()];
        let bare = bare_rock(GRID, &height, &thickness);
        assert!(bare[24 * 48 + 5] > 0.99 && bare[24 * 48 + 30] == 0.0);
        // The ground rises by 3 m, of which 1 m is uplift.
        let higher: Vec<f32> = height.iter().map(|height| height + 3.0).collect();
        track(&mut thickness, &height, &higher, |_| 1.0);
        assert!(thickness.iter().all(|&metres| (metres - 2.0).abs() < 1e-3));
        assert!(bare_rock(GRID, &height, &thickness)[24 * 48 + 5] < 0.05);
        // More ground is removed than there is sediment.
        track(&mut thickness, &higher, &height, |_| 0.0);
        assert!(thickness.iter().all(|&metres| metres == 0.0));
    }
}
