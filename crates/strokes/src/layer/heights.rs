//! Bounds of the heights of a terrain with strokes.

use std::sync::Arc;

use orogen_engine::bounds::Bounds;
use orogen_engine::interval::Interval;

use crate::prepared_stroke::{Action, PreparedStroke};
use crate::smoothing;
use crate::stroke::Surface;

/// Bounds of the heights of a terrain with strokes. `base` has the bounds without strokes.
///
/// A stroke changes either the ground without strokes or the result of an earlier stroke. So the heights that it reads are
/// bounded by the base and by the results of all earlier strokes that overlap it.
pub(super) fn with(base: Interval, strokes: &[Arc<PreparedStroke>], surface: Surface) -> Interval {
    let mut left: Vec<Interval> = Vec::with_capacity(strokes.len());
    let mut all = base;
    for stroke in strokes {
        let area = area_read(stroke, surface);
        let before = strokes.iter().zip(&left).filter(|(other, _)| other.bounds.meets(&area));
        let before = before.fold(base, |hull, (_, left)| either(hull, *left));
        let after = after(stroke, base, before);
        left.push(after);
        all = either(all, after);
    }
    all
}

/// The area in which a stroke reads the ground.
fn area_read(stroke: &PreparedStroke, surface: Surface) -> Bounds {
    stroke.bounds.widened(stroke.blur().map_or(0.0, |radius| smoothing::reach(radius, surface)))
}

/// Bounds of the heights where a stroke was applied. They include the old heights, since the ground at the edges of its
/// dabs hardly changes.
fn after(stroke: &PreparedStroke, base: Interval, before: Interval) -> Interval {
    let length = before.max - before.min;
    let changed = match &stroke.action {
        Action::Raise { metres } => raised(before, stroke, Interval::point(*metres)),
        Action::Stamp { picture, metres, .. } => raised(before, stroke, picture.interval().times(*metres)),
        Action::Field(field) => raised(before, stroke, field.interval()),
        Action::Level { to } => Interval::point(*to),
        Action::Erase => base,
        // Terraces are at most half a step from the original ground.
        Action::Ledge { step, .. } => Interval::new(before.min - 0.5 * step, before.max + 0.5 * step),
        // Interpolation has an error of some millionths.
        Action::Blur { sharpen: false, .. } => {
            Interval::new(before.min - 1e-5 * length, before.max + 1e-5 * length)
        }
        Action::Blur { sharpen: true, .. } => Interval::new(before.min - length, before.max + length),
    };
    let hull = either(before, changed);
    // At the end, heights are rounded to single precision.
    let margin = 1e-6 * hull.min.abs().max(hull.max.abs());
    let min = if stroke.down { hull.min - margin } else { before.min };
    let max = if stroke.up { hull.max + margin } else { before.max };
    Interval::new(min, max)
}

/// The smallest interval that contains both intervals.
fn either(one: Interval, other: Interval) -> Interval {
    one.hull(other.min).hull(other.max)
}

/// Bounds after adding `added` times a factor, which is from 0 to the largest sum of the dabs' weights.
fn raised(before: Interval, stroke: &PreparedStroke, added: Interval) -> Interval {
    let most = stroke.most();
    Interval::new(before.min + most * added.min.min(0.0), before.max + most * added.max.max(0.0))
}
