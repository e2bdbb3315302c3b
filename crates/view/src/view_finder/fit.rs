//! The nearest eye from which a whole box fits into the picture.

/// A box: its extents along x, y and height.
pub(super) type Extents = [[f64; 2]; 3];

/// The share of the picture's width or height that the box fills.
const FILLED: f64 = 0.95;

/// Number of azimuths of a turntable that are tested. Between two of them, a corner comes nearer to an edge by less than a
/// thousandth of the picture.
const TURNS: usize = 90;

/// A point along a camera's axes: right, up and forward.
pub(super) type Point = [f64; 3];

/// The axes of a camera that looks down along an azimuth and an elevation, in radians: right, up and forward.
pub(super) fn axes(azimuth: f64, elevation: f64) -> [[f64; 3]; 3] {
    let ((east, north), (rise, along)) = (libm::sincos(azimuth), libm::sincos(elevation));
    [[-north, -east, 0.0], [-rise * east, rise * north, along], [-along * east, along * north, -rise]]
}

/// The corners of a box relative to its centre, along a camera's axes.
pub(super) fn corners(extents: &Extents, azimuth: f64, elevation: f64) -> Vec<Point> {
    let axes = axes(azimuth, elevation);
    let half = extents.map(|[least, most]| 0.5 * (most - least));
    let signs =
        |corner: usize| [0, 1, 2].map(|axis| if corner >> axis & 1 == 0 { half[axis] } else { -half[axis] });
    let dot = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum();
    (0..8).map(|corner| axes.map(|axis| dot(axis, signs(corner)))).collect()
}

/// The corners of a box for all azimuths of a turntable.
pub(super) fn turntable_corners(extents: &Extents, elevation: f64) -> Vec<Point> {
    let azimuth = |turn: usize| std::f64::consts::TAU * turn as f64 / TURNS as f64;
    (0..TURNS).flat_map(|turn| corners(extents, azimuth(turn), elevation)).collect()
}

/// The nearest eye that has all points in its picture. `half` is half the view's width and height at a depth of 1 m.
///
/// Let h be half the width. From an eye at (x, y, z), a point (a, b, c) is left of the right edge if a − x ≤ h (c − z), and
/// right of the left edge if x − a ≤ h (c − z). For all points together: x ≥ R + h z and x ≤ −L − h z, where R is the
/// greatest a − h c and L is the greatest −a − h c. Such an x exists if z ≤ −(R + L) / 2h. At equality, x = (R − L) / 2. The
/// same holds vertically. The smaller z of the two is used.
pub(super) fn eye(positions: &[Point], half: [f64; 2]) -> Point {
    let greatest = |of: &dyn Fn(&Point) -> f64| positions.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let [across, up] = [0, 1].map(|axis| {
        let half = FILLED * half[axis];
        let over = greatest(&|position| position[axis] - half * position[2]);
        let under = greatest(&|position| -position[axis] - half * position[2]);
        (0.5 * (over - under), -0.5 * (over + under) / half)
    });
    [across.0, up.0, across.1.min(up.1)]
}
