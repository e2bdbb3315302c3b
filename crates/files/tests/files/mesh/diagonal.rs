//! The diagonals of cells.

use orogen_files::mesh::Diagonal;

/// Root mean square error of the triangles of a unit-spaced grid, at 8 × 8 points per cell.
fn error(surface: impl Fn(f32, f32) -> f32, rule: impl Fn(usize, usize, [f32; 4]) -> Diagonal) -> f32 {
    let (mut sum, mut count) = (0.0, 0.0);
    for j in 0..64 {
        for i in 0..64 {
            let (x, y) = (i as f32, j as f32);
            let [nw, ne, sw, se] =
                [(x, y), (x + 1.0, y), (x, y + 1.0), (x + 1.0, y + 1.0)].map(|(x, y)| surface(x, y));
            let diagonal = rule(i, j, [nw, ne, sw, se]);
            for k in 0..64 {
                let (u, v) = ((k % 8) as f32 / 8.0, (k / 8) as f32 / 8.0);
                let mesh = match diagonal {
                    Diagonal::Falling if u >= v => nw + (ne - nw) * u + (se - ne) * v,
                    Diagonal::Falling => nw + (sw - nw) * v + (se - sw) * u,
                    Diagonal::Rising if u + v <= 1.0 => nw + (ne - nw) * u + (sw - nw) * v,
                    Diagonal::Rising => se + (sw - se) * (1.0 - u) + (ne - se) * (1.0 - v),
                };
                sum += (mesh - surface(x + u, y + v)).powi(2);
                count += 1.0;
            }
        }
    }
    (sum / count).sqrt()
}

#[test]
fn diagonals_follow_ridges_better_than_alternating_ones() {
    let alternating =
        |i: usize, j: usize, _| if (i + j).is_multiple_of(2) { Diagonal::Falling } else { Diagonal::Rising };
    for (degrees, most) in
        [(0, 1.02), (10, 1.03), (30, 0.92), (45, 0.65), (60, 0.92), (80, 1.03), (135, 0.65), (150, 0.9)]
    {
        let (sin, cos) = (degrees as f32).to_radians().sin_cos();
        let roof = |x: f32, y: f32| -(((x * cos + y * sin) / 9.3 + 40.4).fract() - 0.5).abs() * 9.3;
        let ratio = error(roof, |_, _, heights| Diagonal::of(heights)) / error(roof, alternating);
        assert!(ratio <= most, "{degrees}°: {ratio}");
    }
}

#[test]
fn the_diagonal_is_the_one_of_the_mirrored_cell() {
    let cells = (0..256u32).map(|k| [0, 2, 4, 6].map(|bit| (k >> bit & 3) as f32));
    for [nw, ne, sw, se] in cells {
        let (this, mirrored) = (Diagonal::of([nw, ne, sw, se]), Diagonal::of([ne, nw, se, sw]));
        let even = (nw - se).abs() == (ne - sw).abs() && nw + se == ne + sw;
        assert_eq!(this == mirrored, even, "{nw} {ne} {sw} {se}");
    }
}
