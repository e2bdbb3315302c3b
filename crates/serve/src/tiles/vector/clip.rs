//! Lines and polygons, cut at the edges of a square.

/// A square: all positions whose coordinates are in this range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Square {
    pub(super) least: f64,
    pub(super) most: f64,
}

impl Square {
    /// The parts of a line in the square.
    pub(super) fn line(self, line: &[[f64; 2]]) -> Vec<Vec<[f64; 2]>> {
        let mut parts: Vec<Vec<_>> = Vec::new();
        for pair in line.windows(2) {
            let Some([from, to]) = self.segment([pair[0], pair[1]]) else { continue };
            match parts.last_mut() {
                Some(part) if part.last() == Some(&from) => part.push(to),
                _ => parts.push(vec![from, to]),
            }
        }
        parts
    }

    /// The part of a segment in the square (Y.-D. Liang and B. Barsky, 1984): the shares of the segment between the two edges
    /// of each axis overlap there.
    fn segment(self, [from, to]: [[f64; 2]; 2]) -> Option<[[f64; 2]; 2]> {
        let (mut start, mut end) = (0.0_f64, 1.0_f64);
        for (&from, &to) in from.iter().zip(&to) {
            let way = to - from;
            if way == 0.0 && !(self.least..=self.most).contains(&from) {
                return None;
            }
            if way != 0.0 {
                let shares = [(self.least - from) / way, (self.most - from) / way];
                start = start.max(shares[0].min(shares[1]));
                end = end.min(shares[0].max(shares[1]));
            }
        }
        let at = |share: f64| match share {
            0.0 => from,
            1.0 => to,
            _ => {
                [0, 1].map(|axis| (from[axis] + share * (to[axis] - from[axis])).clamp(self.least, self.most))
            }
        };
        (start <= end).then(|| [at(start), at(end)])
    }

    /// The part of a polygon's ring in the square (I. Sutherland and G. Hodgman, 1974): it is cut at one edge after the other.
    /// Where the ring leaves the square and comes back, the part goes along the edge.
    pub(super) fn ring(self, ring: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let mut ring = ring.to_vec();
        for (axis, edge, sign) in
            [(0, self.least, 1.0), (0, self.most, -1.0), (1, self.least, 1.0), (1, self.most, -1.0)]
        {
            ring = half(&ring, axis, edge, sign);
        }
        ring
    }
}

/// The part of a ring on one side of an edge: where a coordinate is greater, or less if `sign` is negative.
fn half(ring: &[[f64; 2]], axis: usize, edge: f64, sign: f64) -> Vec<[f64; 2]> {
    let inside = |point: &[f64; 2]| (point[axis] - edge) * sign;
    let mut part = Vec::with_capacity(ring.len());
    for (at, to) in ring.iter().enumerate() {
        let from = &ring[(at + ring.len() - 1) % ring.len()];
        let (before, after) = (inside(from), inside(to));
        if (before < 0.0) != (after < 0.0) {
            let share = before / (before - after);
            let mut crossing = [0, 1].map(|axis| from[axis] + share * (to[axis] - from[axis]));
            crossing[axis] = edge;
            part.push(crossing);
        }
        if after >= 0.0 {
            part.push(*to);
        }
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: Square = Square { least: 0.0, most: 10.0 };

    #[test]
    fn a_line_leaves_and_comes_back() {
        let line = [[-5.0, 5.0], [5.0, 5.0], [5.0, 15.0], [8.0, 15.0], [8.0, 5.0], [9.0, 5.0]];
        let parts = [vec![[0.0, 5.0], [5.0, 5.0], [5.0, 10.0]], vec![[8.0, 10.0], [8.0, 5.0], [9.0, 5.0]]];
        assert_eq!(SQUARE.line(&line), parts);
        assert!(SQUARE.line(&[[-5.0, 3.0], [-1.0, 3.0], [3.0, -1.0]]).len() == 1, "it crosses the corner");
        assert!(SQUARE.line(&[[-5.0, 3.0], [-1.0, -3.0]]).is_empty());
    }

    #[test]
    fn a_ring_goes_along_the_edge() {
        let ring = [[-5.0, 2.0], [5.0, 2.0], [5.0, 4.0], [-5.0, 4.0]];
        assert_eq!(SQUARE.ring(&ring), [[0.0, 2.0], [5.0, 2.0], [5.0, 4.0], [0.0, 4.0]]);
        let around = [[-5.0, -5.0], [15.0, -5.0], [15.0, 15.0], [-5.0, 15.0]];
        let area = |ring: &[[f64; 2]]| {
            let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
            pairs.map(|(a, b)| 0.5 * (a[0] * b[1] - b[0] * a[1])).sum::<f64>()
        };
        assert_eq!(area(&SQUARE.ring(&around)), 100.0);
        assert!(SQUARE.ring(&[[-5.0, 2.0], [-1.0, 2.0], [-1.0, 4.0]]).is_empty());
    }
}
