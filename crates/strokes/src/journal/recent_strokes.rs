//! A cache of recently used strokes.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crate::brush::Tool;
use crate::stroke::Stroke;

/// Maximum number of points of the cached strokes: 24 MB.
const MAX_POINTS: usize = 1_000_000;

/// Strokes by offset in the file. The oldest are dropped first.
#[derive(Debug, Default)]
pub(super) struct RecentStrokes {
    strokes: BTreeMap<u64, Arc<Stroke>>,
    order: VecDeque<u64>,
    points: usize,
}

impl RecentStrokes {
    pub(super) fn get(&self, offset: u64) -> Option<Arc<Stroke>> {
        self.strokes.get(&offset).map(Arc::clone)
    }

    pub(super) fn keep(&mut self, offset: u64, stroke: Arc<Stroke>) {
        self.points += weight(&stroke);
        self.order.push_back(offset);
        self.strokes.insert(offset, stroke);
        while self.points > MAX_POINTS
            && let Some(oldest) = self.order.pop_front()
            && let Some(stroke) = self.strokes.remove(&oldest)
        {
            self.points -= weight(&stroke);
        }
    }
}

/// Size of a stroke in points, including its brush.
fn weight(stroke: &Stroke) -> usize {
    stroke.points.len() + 1 + size_of::<Stroke>() / 24 + brush_text(stroke) / 24
}

fn brush_text(stroke: &Stroke) -> usize {
    match &stroke.brush.tool {
        Tool::Field { recipe, .. } => recipe.len(),
        Tool::Stamp { image, .. } => image.len(),
        _ => 0,
    }
}
