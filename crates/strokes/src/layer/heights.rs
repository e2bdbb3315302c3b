//! The heights that strokes can lead to.

use std::sync::Arc;

use orogen::bounds::Bounds;
use orogen::interval::Interval;

use crate::prepared::{Action, Prepared};
use crate::smoothing;
use crate::stroke::Ground;

/// The heights of a terrain with strokes on it; `base` holds those without.
///
/// Where a stroke lies, the ground before it is that without strokes, or what the last of those before it left that lies there,
/// too. So what a stroke finds is held by the base and what is left by all that meet it, of which the same was found before.
pub(super) fn with(base: Interval, strokes: &[Arc<Prepared>], ground: Ground) -> Interval {
    let mut left: Vec<Interval> = Vec::with_capacity(strokes.len());
    let mut all = base;
    for stroke in strokes {
        let seen = seen(stroke, ground);
        let before = strokes.iter().zip(&left).filter(|(other, _)| other.bounds.meets(&seen));
        let before = before.fold(base, |hull, (_, left)| either(hull, *left));
        let after = after(stroke, base, before);
        left.push(after);
        all = either(all, after);
    }
    all
}

/// Where a stroke looks at the ground.
fn seen(stroke: &Prepared, ground: Ground) -> Bounds {
    stroke.bounds.widened(stroke.blur().map_or(0.0, |radius| smoothing::reach(radius, ground)))
}

/// What a stroke leaves of heights: some of them as they were, where its dabs end.
fn after(stroke: &Prepared, base: Interval, before: Interval) -> Interval {
    let length = before.max - before.min;
    let changed = match &stroke.action {
        Action::Raise { metres } => raised(before, stroke, Interval::point(*metres)),
        Action::Stamp { picture, metres, .. } => raised(before, stroke, picture.interval().times(*metres)),
        Action::Field(field) => raised(before, stroke, field.interval()),
        Action::Level { to } => Interval::point(*to),
        Action::Erase => base,
        // Terraces are at most half a step from where the ground was.
        Action::Ledge { step, .. } => Interval::new(before.min - 0.5 * step, before.max + 0.5 * step),
        // What is interpolated may be off by millionths.
        Action::Blur { sharpen: false, .. } => {
            Interval::new(before.min - 1e-5 * length, before.max + 1e-5 * length)
        }
        Action::Blur { sharpen: true, .. } => Interval::new(before.min - length, before.max + length),
    };
    let hull = either(before, changed);
    // Heights are rounded to single precision in the end.
    let margin = 1e-6 * hull.min.abs().max(hull.max.abs());
    let min = if stroke.down { hull.min - margin } else { before.min };
    let max = if stroke.up { hull.max + margin } else { before.max };
    Interval::new(min, max)
}

/// The smallest interval that holds both.
fn either(one: Interval, other: Interval) -> Interval {
    one.hull(other.min).hull(other.max)
}

/// Heights with up to as much added as all dabs over a place weigh.
fn raised(before: Interval, stroke: &Prepared, added: Interval) -> Interval {
    let most = stroke.most();
    Interval::new(before.min + most * added.min.min(0.0), before.max + most * added.max.max(0.0))
}
