//! How near an eye can be that has all of something in its picture.

/// A box: its ends along x, along y and in height.
pub(super) type Block = [[f64; 2]; 3];

/// The share of the picture's width or height that is filled.
const FILLED: f64 = 0.95;

/// Azimuths that stand for all: between two of them a corner comes nearer to an edge by less than a thousandth of the
/// picture.
const TURNS: usize = 90;

/// A place from the middle of its picture's axes: right, up and forward.
pub(super) type Place = [f64; 3];

/// The axes of a camera that looks down along an azimuth and an elevation, in radians: right, up and forward.
pub(super) fn axes(azimuth: f64, elevation: f64) -> [[f64; 3]; 3] {
    let ((east, north), (rise, along)) = (libm::sincos(azimuth), libm::sincos(elevation));
    [[-north, -east, 0.0], [-rise * east, rise * north, along], [-along * east, along * north, -rise]]
}

/// The corners of a box from its middle, along the axes of a camera.
pub(super) fn corners(block: &Block, azimuth: f64, elevation: f64) -> Vec<Place> {
    let axes = axes(azimuth, elevation);
    let half = block.map(|[least, most]| 0.5 * (most - least));
    let signs =
        |corner: usize| [0, 1, 2].map(|axis| if corner >> axis & 1 == 0 { half[axis] } else { -half[axis] });
    let dot = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum();
    (0..8).map(|corner| axes.map(|axis| dot(axis, signs(corner)))).collect()
}

/// The same corners for all azimuths.
pub(super) fn turned(block: &Block, elevation: f64) -> Vec<Place> {
    let azimuth = |turn: usize| std::f64::consts::TAU * turn as f64 / TURNS as f64;
    (0..TURNS).flat_map(|turn| corners(block, azimuth(turn), elevation)).collect()
}

/// The nearest eye that has all places in its picture, whose half is as wide and high as `half` at a depth of one metre.
///
/// An eye at (x, y, z) has a place (a, b, c) left of its right edge if a − x ≤ h (c − z), and right of its left edge if
/// x − a ≤ h (c − z). Over all places: x ≥ R + h z and x ≤ −L − h z, with R the greatest a − h c and L the greatest −a − h c.
/// There is such an x as long as z ≤ −(R + L) / 2h, and if that is all there is room for it is (R − L) / 2. The same goes for
/// up and down; the lesser z decides.
pub(super) fn eye(places: &[Place], half: [f64; 2]) -> Place {
    let greatest = |of: &dyn Fn(&Place) -> f64| places.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let [across, up] = [0, 1].map(|axis| {
        let half = FILLED * half[axis];
        let over = greatest(&|place| place[axis] - half * place[2]);
        let under = greatest(&|place| -place[axis] - half * place[2]);
        (0.5 * (over - under), -0.5 * (over + under) / half)
    });
    [across.0, up.0, across.1.min(up.1)]
}
