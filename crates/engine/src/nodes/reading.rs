//! Where a node reads its input: at the position of the sample, or elsewhere.

use orogen_noise::interval::Interval;

use super::{Context, Node, NodeDomain, repeat, transform};
use crate::frame::FrameMap;
use crate::recipe::RecipeError;

/// Where a node reads its input.
pub(crate) enum Reading<const D: usize> {
    /// At the position of the sample.
    Here,
    /// At a position that is mapped from that of the sample.
    Mapped(ReadingMap<D>),
    /// At the position of the sample in a box that is repeated. The coordinates in the box are further inputs of the node.
    Folded(Folding<D>),
}

/// A map of positions, and the ground that the input is built for.
pub(crate) struct ReadingMap<const D: usize> {
    /// The map.
    pub map: FrameMap<D>,
    /// The ground below the map.
    pub ground: NodeDomain,
}

/// A box whose content is repeated.
pub(crate) struct Folding<const D: usize> {
    /// The corner of the box with the least coordinates.
    pub corner: [f64; D],
    /// The sides of the box in metres, along the axes that are folded.
    pub periods: [Option<f64>; D],
    /// Whether every second box is mirrored.
    pub mirror: bool,
    /// The side after which the domain repeats, if it repeats.
    pub tile: Option<f64>,
}

impl<const D: usize> Folding<D> {
    /// The middle of the box along the folded axes.
    pub(crate) fn middle(&self) -> [Option<f64>; D] {
        std::array::from_fn(|axis| self.periods[axis].map(|period| self.corner[axis] + 0.5 * period))
    }

    /// A field whose value is the coordinate from the middle of the box along an axis, with derivatives with respect to the
    /// position of the sample, and the interval of its values. Along an axis that is not folded, only the derivatives count, and
    /// the value is 0.
    pub(crate) fn coordinate(&self, axis: usize) -> (Node<D>, Interval) {
        repeat::coordinate(self, axis)
    }
}

/// Where the node whose parameters are `context.args` reads its input.
pub(crate) fn reading<const D: usize>(context: &Context<'_>) -> Result<Reading<D>, RecipeError> {
    match context.args.spec().name {
        name if name == transform::SPEC.name => transform::reading(context).map(Reading::Mapped),
        name if name == repeat::SPEC.name => repeat::reading(context).map(Reading::Folded),
        _ => Ok(Reading::Here),
    }
}
