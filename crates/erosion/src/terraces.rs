//! River terraces: floors that rivers left when they cut deeper, one step above the other.
//!
//! A terrace follows its river downstream, so its level is a height above the river, not a height above the sea (Bull, 1990). The
//! heights of rivers are spread over the land between them, smoothly, and the ground is lowered to a staircase above that
//! surface. The change depends on the smooth shape of the ground alone, so gullies and tributaries cut through terraces.

use rayon::prelude::*;

use crate::distance::distances;
use crate::land::{Land, Settings};
use crate::raster::blur;
use crate::spread::spread;
use crate::texture::Texture;

/// The number of terraces. Older and higher ones are worn away.
const TERRACES: f32 = 4.0;

/// The drainage area in square metres of the smallest river with terraces.
const RIVER: f32 = 1e6;

/// The share of each step that is its tread. The rest is its riser.
const TREAD: f32 = 0.7;

/// The slope of a tread, as a share of that of the ground before.
const LEVEL: f32 = 0.15;

/// The slopes, as tangents, between which terraces end: there is no room for treads on steep ground.
const STEEP: [f32; 2] = [0.2, 0.45];

/// Shapes are smoothed over this many metres.
const SMOOTH: f64 = 25.0;

/// The distances from a river, in half widths of its valley floor, between which terraces end.
const REACH: [f32; 2] = [1.5, 3.0];

/// How far the edges of terraces wander, in steps.
const WANDERING: f32 = 0.15;

/// The values of the same texture between which rivers have worn their terraces away.
const WORN: [f32; 2] = [-1.4, -0.5];

/// The seed of that texture.
const EDGES: u64 = 600;

/// Lowers ground to terraces. `area` is the drainage area of each cell.
pub(crate) fn cut(land: &Land, settings: &Settings, outlets: &[bool], area: &[f32], height: &mut [f32]) {
    let step = settings.terraces as f32;
    if step <= 0.0 {
        return;
    }
    let is_river = |cell: usize| area[cell] >= RIVER && !outlets[cell];
    let Some(rivers) = spread(land, |cell| is_river(cell).then_some(height[cell])) else { return };
    let reach = reaches(land, settings, area, is_river);
    let mut above: Vec<f32> = height.par_iter().zip(&rivers).map(|(height, river)| height - river).collect();
    drop(rivers);
    blur(&mut above, land.side, (SMOOTH / land.spacing).round() as usize, land.repeats);
    let texture = Texture { wavelength: 600.0, octaves: 2, gain: 0.5, seed: settings.seed ^ EDGES };
    let edges = texture.over(land);
    let grid = land.grid();
    let cells = height.par_iter_mut().enumerate().with_min_len(1 << 14).filter(|(cell, _)| !outlets[*cell]);
    cells.for_each(|(cell, height)| {
        let [_, north, _, west, east, _, south, _] = grid.neighbours(cell).map(|neighbour| above[neighbour]);
        let slope = libm::hypotf(east - west, south - north) / (2.0 * land.spacing as f32);
        let steps = above[cell] / step;
        let wandering = 1.0 + WANDERING * edges[cell].clamp(-1.5, 1.5);
        let room = (1.0 - smoothstep(STEEP, slope)) * reach[cell];
        let share = remaining(steps) * room * smoothstep(WORN, edges[cell]);
        *height -= share * step * (steps - stair(steps * wandering) / wandering).max(0.0);
    });
}

/// How far each cell is within reach of a river: 1 on the floor of its valley and beside it, 0 far away. Larger rivers have wider
/// valleys.
fn reaches(land: &Land, settings: &Settings, area: &[f32], is_river: impl Fn(usize) -> bool) -> Vec<f32> {
    let half_width = |cell: usize| {
        let power = || libm::powf(area[cell] * 1e-6, settings.concavity as f32);
        is_river(cell).then(|| settings.floor as f32 * power())
    };
    let widths = spread(land, half_width).unwrap_or_default();
    let rivers: Vec<bool> = (0..area.len()).map(is_river).collect();
    let metres = |cells: f32| cells * land.spacing as f32;
    let away = distances(&rivers, land.side, land.repeats).into_iter().map(metres);
    away.zip(widths).map(|(away, width)| 1.0 - smoothstep(REACH, away / width.max(1e-3))).collect()
}

/// The staircase, in steps: treads that rise little, and risers between them.
fn stair(steps: f32) -> f32 {
    let (below, share) = (steps.floor(), steps - steps.floor());
    let riser = smoothstep([TREAD, 1.0], share);
    below + LEVEL * share + (1.0 - LEVEL) * riser
}

/// How much of a terrace at a height above the river is left: all of the low ones, nothing above the highest one.
fn remaining(steps: f32) -> f32 {
    if steps <= 0.0 { 0.0 } else { 1.0 - smoothstep([0.5 * TERRACES, TERRACES], steps) }
}

/// From 0 below the first number to 1 above the second.
fn smoothstep([low, high]: [f32; 2], value: f32) -> f32 {
    let share = ((value - low) / (high - low)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

#[cfg(test)]
mod tests {
    use super::cut;
    use crate::land::{Land, Settings};

    const SIDE: usize = 128;
    const SPACING: f64 = 5.0;
    /// The column of the river.
    const RIVER: usize = 64;

    /// A valley along y with a floor of 400 m. Its river falls by 2 %. Its sides rise by 10 %, and by 70 % from 200 m on.
    fn valley() -> (Land, Vec<f32>) {
        let height = |cell: usize| {
            let beside = (cell % SIDE).abs_diff(RIVER) as f32 * SPACING as f32;
            300.0 - 0.02 * (cell / SIDE) as f32 * SPACING as f32
                + 0.1 * beside
                + 0.6 * (beside - 200.0).max(0.0)
        };
        let area = |cell: usize| if cell % SIDE == RIVER { 2e6 } else { 100.0 };
        let cells = 0..SIDE * SIDE;
        (Land::new(SIDE, SPACING, cells.clone().map(height).collect()), cells.map(area).collect())
    }

    fn with_terraces(step: f64) -> (Land, Vec<f32>) {
        with_floor(step, 150.0)
    }

    fn with_floor(step: f64, floor: f64) -> (Land, Vec<f32>) {
        let (land, area) = valley();
        let settings = Settings { terraces: step, floor, ..Settings::default() };
        let mut height = land.height.clone();
        cut(&land, &settings, &vec![false; SIDE * SIDE], &area, &mut height);
        (land, height)
    }

    /// The slope across the valley.
    fn slope(height: &[f32], cell: usize) -> f32 {
        (height[cell + 1] - height[cell]).abs() / SPACING as f32
    }

    #[test]
    fn gentle_slopes_become_treads_and_risers() {
        let (land, height) = with_terraces(5.0);
        // Up to twice the step above the river, nothing of the terraces is worn.
        let slopes: Vec<f32> = (20..108)
            .flat_map(|row| (RIVER + 5..RIVER + 18).map(move |column| row * SIDE + column))
            .map(|cell| slope(&height, cell))
            .collect();
        let share = |matches: &dyn Fn(f32) -> bool| {
            slopes.iter().filter(|&&slope| matches(slope)).count() as f32 / slopes.len() as f32
        };
        assert!(share(&|slope| slope < 0.05) > 0.4, "{} level", share(&|slope| slope < 0.05));
        assert!(share(&|slope| slope > 0.15) > 0.1, "{} steep", share(&|slope| slope > 0.15));
        assert!(height.iter().zip(&land.height).all(|(after, before)| after <= before));
    }

    /// Treads fall along the valley as the river does.
    #[test]
    fn terraces_follow_their_river() {
        let (_, height) = with_terraces(5.0);
        let cells = (20..108).flat_map(|row| (RIVER + 5..RIVER + 18).map(move |column| row * SIDE + column));
        let falls: Vec<f32> = cells
            .filter(|&cell| slope(&height, cell) < 0.05)
            .map(|cell| (height[cell] - height[cell + SIDE]) / SPACING as f32)
            .collect();
        let mean = falls.iter().sum::<f32>() / falls.len() as f32;
        assert!((mean - 0.02).abs() < 0.005, "{mean} instead of 0.02");
    }

    /// Terraces end within three half widths of the floor, here 80 m from the river.
    #[test]
    fn terraces_are_near_their_river() {
        let (land, height) = with_floor(5.0, 20.0);
        let moved = |away: std::ops::Range<usize>| {
            let cells = (0..SIDE * SIDE).filter(|cell| away.contains(&(cell % SIDE).abs_diff(RIVER)));
            cells.filter(|&cell| height[cell] != land.height[cell]).count()
        };
        assert!(moved(0..15) > 100 && moved(17..SIDE) == 0, "{} and {}", moved(0..15), moved(17..SIDE));
    }

    #[test]
    fn steep_ground_and_ground_without_rivers_keep_their_height() {
        let (land, height) = with_terraces(5.0);
        let steep = (0..SIDE * SIDE).filter(|cell| (cell % SIDE).abs_diff(RIVER) > 50);
        steep.for_each(|cell| assert_eq!(height[cell], land.height[cell]));
        // With steps of 40 m, steep ground is only one or two steps above the river, but it has no room for terraces.
        let (land, height) = with_terraces(40.0);
        let inside =
            (2 * SIDE..(SIDE - 2) * SIDE).filter(|cell| (51..60).contains(&(cell % SIDE).abs_diff(RIVER)));
        inside.for_each(|cell| assert_eq!(height[cell], land.height[cell]));
        assert_eq!(with_terraces(0.0).1, land.height);
        let (settings, mut dry) = (Settings { terraces: 5.0, ..Settings::default() }, land.height.clone());
        cut(&land, &settings, &vec![false; SIDE * SIDE], &vec![100.0; SIDE * SIDE], &mut dry);
        assert_eq!(dry, land.height);
    }
}
