//! Lines with fewer points.

/// A line without the points that are closer than `tolerance` to it (D. Douglas and T. Peucker, 1973). Both ends are kept. The
/// first and the last point of a line may be the same.
///
/// The point that is farthest from the chord between two kept points is kept too, if it is farther than the tolerance. The same
/// is repeated on both sides of it.
pub(super) fn simplified(line: &[[f64; 2]], tolerance: f64) -> Vec<[f64; 2]> {
    let Some(last) = line.len().checked_sub(1) else { return Vec::new() };
    let mut is_kept = vec![false; line.len()];
    (is_kept[0], is_kept[last]) = (true, true);
    let mut spans = vec![[0, last]];
    while let Some([start, end]) = spans.pop() {
        let chord = [line[start], line[end]];
        let distances = (start + 1..end).map(|at| (at, distance_squared(line[at], chord)));
        let farthest = distances.reduce(|most, other| if other.1 > most.1 { other } else { most });
        if let Some((at, distance)) = farthest
            && distance > tolerance * tolerance
        {
            is_kept[at] = true;
            spans.extend([[start, at], [at, end]]);
        }
    }
    line.iter().zip(is_kept).filter_map(|(&point, is_kept)| is_kept.then_some(point)).collect()
}

/// The square of the distance from a point to a chord.
fn distance_squared([x, y]: [f64; 2], [[ax, ay], [bx, by]]: [[f64; 2]; 2]) -> f64 {
    let ([dx, dy], [px, py]) = ([bx - ax, by - ay], [x - ax, y - ay]);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 { ((px * dx + py * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    let (x, y) = (px - along * dx, py - along * dy);
    x * x + y * y
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_near_the_line_go() {
        let line = [[0.0, 0.0], [1.0, 0.1], [2.0, -0.1], [3.0, 5.0], [4.0, 6.0], [5.0, 7.0], [6.0, 8.0]];
        assert_eq!(simplified(&line, 0.2), [line[0], line[2], line[3], line[6]]);
        assert_eq!(simplified(&line, 0.0).len(), 5, "three points are on a straight line");
        assert_eq!(simplified(&line, 100.0), [line[0], line[6]]);
        assert!(simplified(&[], 1.0).is_empty());
    }

    /// A ring keeps its shape.
    #[test]
    fn rings_are_lines_whose_ends_meet() {
        let ring = [[0.0, 0.0], [5.0, 0.1], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0], [0.0, 0.0]];
        assert_eq!(simplified(&ring, 0.5), [ring[0], ring[2], ring[3], ring[4], ring[5]]);
    }
}
