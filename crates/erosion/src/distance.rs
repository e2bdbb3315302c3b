//! Distances to the nearest cell of a set.

use rayon::prelude::*;

use crate::raster::transposed;

/// The distance from each cell of a square grid to the nearest cell of `sources`, in units of a cell's width. Without
/// sources, all distances are infinite. If the grid `repeats`, distances are measured across its edges, too.
///
/// Distances are exact. The method computes the lower envelope of parabolas along rows, then along columns (Felzenszwalb and
/// Huttenlocher, 2012: *Distance transforms of sampled functions*).
///
/// ```
/// use orogen_erosion::distances;
///
/// let mut sources = vec![false; 100];
/// sources[0] = true;
/// let distances = distances(&sources, 10, false);
/// assert_eq!((distances[0], distances[4 * 10 + 3]), (0.0, 5.0));
/// assert_eq!(orogen_erosion::distances(&sources, 10, true)[9], 1.0);
/// ```
///
/// # Panics
/// If there are not `side` × `side` cells.
pub fn distances(sources: &[bool], side: usize, repeats: bool) -> Vec<f32> {
    assert_eq!(sources.len(), side * side, "a square grid");
    if repeats { across_edges(sources, side) } else { within(sources, side) }
}

/// Distances on a grid that repeats. Half a copy of the grid is added on each side, since the nearest source is at most half
/// a side away along each axis.
fn across_edges(sources: &[bool], side: usize) -> Vec<f32> {
    let (half, first, wide) = (side / 2, side.div_ceil(2), 2 * side);
    let source = |cell: usize| sources[(cell / wide + half) % side * side + (cell % wide + half) % side];
    let around: Vec<bool> = (0..wide * wide).map(source).collect();
    let found = within(&around, wide);
    (0..side * side).map(|cell| found[(cell / side + first) * wide + cell % side + first]).collect()
}

fn within(sources: &[bool], side: usize) -> Vec<f32> {
    let mut squares: Vec<f32> =
        sources.iter().map(|&is_source| if is_source { 0.0 } else { f32::INFINITY }).collect();
    for _ in 0..2 {
        squares.par_chunks_mut(side).for_each_init(Envelope::default, |envelope, row| envelope.lower(row));
        squares = transposed(&squares, side);
    }
    squares.into_iter().map(f32::sqrt).collect()
}

/// The parabolas `(x − i)² + fᵢ` of a row that are the lowest at some place `x`, with `fᵢ` the number at the place `i`.
#[derive(Default)]
struct Envelope {
    /// For each parabola: the place of its vertex, the height of its vertex, and the place from which on it is the lowest.
    parabolas: Vec<(f32, f32, f32)>,
}

impl Envelope {
    /// Replaces the heights of a row by the height of the lowest parabola at each place.
    fn lower(&mut self, row: &mut [f32]) {
        self.parabolas.clear();
        for (place, &height) in row.iter().enumerate().filter(|(_, height)| height.is_finite()) {
            let place = place as f32;
            let mut begin = f32::NEG_INFINITY;
            while let Some(&(other, low, from)) = self.parabolas.last() {
                // The place where the two parabolas cross.
                let [here, there, high, low] = [place, other, height, low].map(f64::from);
                begin = (0.5 * ((high - low) / (here - there) + here + there)) as f32;
                if begin > from {
                    break;
                }
                self.parabolas.pop();
                begin = f32::NEG_INFINITY;
            }
            self.parabolas.push((place, height, begin));
        }
        let mut parabolas = self.parabolas.iter().peekable();
        let Some(mut lowest) = parabolas.next() else { return };
        for (place, height) in row.iter_mut().enumerate() {
            let place = place as f32;
            while let Some(next) = parabolas.next_if(|next| next.2 <= place) {
                lowest = next;
            }
            *height = (place - lowest.0) * (place - lowest.0) + lowest.1;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::distances;

    proptest! {
        #[test]
        fn distances_are_the_shortest(side in 1_usize..24, repeats: bool, cells in proptest::collection::vec(0_usize..576, 0..9)) {
            let mut sources = vec![false; side * side];
            cells.iter().for_each(|cell| sources[cell % (side * side)] = true);
            let found = distances(&sources, side, repeats);
            for (cell, distance) in found.into_iter().enumerate() {
                let away = |other: usize| {
                    let along = |a: usize, b: usize| {
                        let way = a.abs_diff(b);
                        if repeats { way.min(side - way) as f32 } else { way as f32 }
                    };
                    along(cell % side, other % side).hypot(along(cell / side, other / side))
                };
                let nearest = (0..side * side).filter(|&other| sources[other]).map(away).fold(f32::INFINITY, f32::min);
                prop_assert!(distance == nearest || (distance - nearest).abs() < 1e-4);
            }
        }
    }
}
