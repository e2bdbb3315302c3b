//! A solved field as a node: a smooth surface through its solution.

use std::sync::Arc;

use orogen_noise::each;
use orogen_noise::interval::Interval;
use orogen_noise::jet::Jet;
use orogen_noise::lanes::{Lanes, Picture};
use orogen_noise::lattice::{Map, remainder};
use orogen_noise::placed::SampleLocation;

use super::placed::{Laid, Shape};
use super::{Built, Context, Node, cubic};
use crate::solved::{Edge, Solved, SolvedLevel};

/// The node of a field that is [solved](super::is_solved).
pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let Some(solved) = context.solved else {
        // The field is not used. Its parameters were checked.
        return Ok(Node::Constant(0.0));
    };
    let solved = solved.result(context.output);
    let level = solved.level(context.ground.spacing);
    let mut map = Map::<D>::identity();
    for axis in 0..2 {
        map.matrix[axis].iter_mut().for_each(|m| *m /= level.spacing);
        map.offset[axis] = -level.origin / level.spacing;
    }
    let tile = context.ground.tile.then_some(context.ground.size);
    Ok(Node::Placed(Arc::new(
        Laid::new(Surface { solved: Arc::clone(solved), level }, vec![map]).repeating(tile),
    )))
}

/// One level of a solution, on the lattice of its cells.
#[derive(Debug)]
struct Surface {
    solved: Arc<Solved>,
    level: SolvedLevel,
}

/// The uniform cubic B-spline: coefficients of t⁰ … t³.
const B_SPLINE: [[f64; 4]; 4] = {
    const SIXTH: f64 = 1.0 / 6.0;
    [
        [SIXTH, -0.5, 0.5, -SIXTH],
        [4.0 * SIXTH, 0.0, -1.0, 0.5],
        [SIXTH, 0.5, 0.5, -0.5],
        [0.0, 0.0, 0.0, SIXTH],
    ]
};

impl Surface {
    /// The index of the cell of a row that is read for `cell`, which is in two's complement and may be beyond the row's ends: see
    /// [`Edge`].
    #[inline(always)]
    fn within<L: Lanes>(&self, l: L, cell: L::U) -> L::U {
        let count = self.level.side as u32;
        let last = l.word(count - 1);
        if self.solved.edge == Edge::Continues {
            let cell = l.select_words(l.bit(cell, 31), l.word(0), cell);
            return l.select_words(l.lt_words(last, cell), last, cell);
        }
        let is_mirrored = self.solved.edge == Edge::Mirrors;
        let period = if is_mirrored { 2 * count } else { count };
        // The remainder is taken twice: for a cell beyond 2^24, the first remainder may be smaller than the cell but not yet
        // below the period.
        let cell = remainder(l, remainder(l, cell, period), period);
        if !is_mirrored {
            return cell;
        }
        // `period - 1 - cell`, in two's complement.
        let back = l.word(period) + (cell ^ l.word(u32::MAX));
        l.select_words(l.lt_words(last, cell), back, cell)
    }
}

impl<const D: usize> Shape<D> for Surface {
    #[inline(always)]
    fn jet<L: Lanes>(
        &self,
        l: L,
        place: &SampleLocation<'_, L, D>,
        _inputs: [Jet<L::F, D>; 0],
    ) -> Jet<L::F, D> {
        let SolvedLevel { first, side, .. } = self.level;
        let site = place.site(l, 0);
        let across = cubic::weights(l, site.frac[0], &B_SPLINE);
        let down = cubic::weights(l, site.frac[1], &B_SPLINE);
        let columns = each!(k => self.within(l, site.cell[0] + l.word((k as u32).wrapping_sub(1))));
        let rows = each!(k => self.within(l, site.cell[1] + l.word((k as u32).wrapping_sub(1))));
        let picture = Picture { numbers: &self.solved.coefficients, first, width: side, height: side };
        let jet = cubic::surface(l, cubic::fetched(l, picture, columns, rows), &across, &down);
        place.per_metre(l, 0, &jet)
    }

    fn interval(&self, _inputs: [Interval; 0]) -> Interval {
        self.solved.interval
    }
}
