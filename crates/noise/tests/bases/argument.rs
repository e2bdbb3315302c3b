//! The argument for the ranges of gradient noises. For each corner, take the largest term of any gradient. Whatever gradients
//! the hash selects, the value is at most the sum of these terms over the corners. At the place where this sum is largest, the
//! gradients of these terms reach it, so no smaller bound holds.

use super::all::Random;

/// The 8 directions of the plane.
pub(crate) fn octagon() -> Vec<[f64; 2]> {
    let angle = |k: i32| (f64::from(k) * 45.0 + 22.5).to_radians();
    (0..8).map(|k| [angle(k).cos(), angle(k).sin()]).collect()
}

/// The 12 vertices of the icosahedron.
pub(crate) fn icosahedron() -> Vec<[f64; 3]> {
    let golden = (1.0 + 5.0_f64.sqrt()) / 2.0;
    let length = (1.0 + golden * golden).sqrt();
    let mut vertices = Vec::new();
    for axis in 0..3 {
        for signs in 0..4 {
            let mut vertex = [0.0; 3];
            vertex[(axis + 1) % 3] = if signs & 1 == 0 { 1.0 } else { -1.0 } / length;
            vertex[(axis + 2) % 3] = if signs & 2 == 0 { golden } else { -golden } / length;
            vertices.push(vertex);
        }
    }
    vertices
}

/// Perlin's 12 gradients.
fn cube_edges() -> Vec<[f64; 3]> {
    let signs = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]];
    let all = (0..3).flat_map(|axis| {
        signs.map(|[a, b]| {
            let mut edge = [0.0; 3];
            edge[(axis + 1) % 3] = a;
            edge[(axis + 2) % 3] = b;
            edge
        })
    });
    all.collect()
}

fn fade(t: f64) -> f64 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

fn best_dot<const D: usize>(gradients: &[[f64; D]], way: [f64; D]) -> f64 {
    let dot = |g: &[f64; D]| (0..D).map(|i| g[i] * way[i]).sum::<f64>();
    gradients.iter().map(dot).fold(f64::NEG_INFINITY, f64::max)
}

/// The bound for gradient noise at a place of the square cell.
fn square_bound<const D: usize>(gradients: &[[f64; D]], place: [f64; D]) -> f64 {
    let corner = |c: usize| {
        let step = |i: usize| (c >> i & 1) as f64;
        let weight: f64 =
            (0..D).map(|i| if c >> i & 1 == 1 { fade(place[i]) } else { 1.0 - fade(place[i]) }).product();
        weight * best_dot(gradients, std::array::from_fn(|i| place[i] - step(i)))
    };
    (0..1 << D).map(corner).sum()
}

/// The bound for Hermite noise at a place of the square cell: levels and twists may have any sign.
fn hermite_bound(place: [f64; 2]) -> f64 {
    let corner = |c: usize| {
        let far = |i: usize| c >> i & 1 == 1;
        let weight = |i: usize| if far(i) { fade(place[i]) } else { 1.0 - fade(place[i]) };
        let way: [f64; 2] = std::array::from_fn(|i| place[i] - f64::from(u8::from(far(i))));
        weight(0) * weight(1) * (0.3 + best_dot(&octagon(), way) + 0.9 * (way[0] * way[1]).abs())
    };
    (0..4).map(corner).sum()
}

/// The bound for simplex noise at a place of the skewed cell. Corners too far away contribute zero.
fn simplex_bound<const D: usize>(gradients: &[[f64; D]], place: [f64; D]) -> f64 {
    let d = D as f64;
    let unskew = (1.0 - 1.0 / (d + 1.0).sqrt()) / d;
    let corner = |c: usize| {
        let skewed: [f64; D] = std::array::from_fn(|i| place[i] - (c >> i & 1) as f64);
        let back = unskew * skewed.iter().sum::<f64>();
        let way = skewed.map(|s| s - back);
        let square: f64 = way.iter().map(|w| w * w).sum();
        (0.5 - square).max(0.0).powi(4) * best_dot(gradients, way)
    };
    (0..1 << D).map(corner).sum()
}

/// The largest value of a function over the unit cube. It is searched on a grid, then by hill climbing from the best places
/// of the grid.
fn largest<const D: usize>(f: impl Fn([f64; D]) -> f64) -> f64 {
    let side: u32 = if D == 2 { 128 } else { 32 };
    let mut places: Vec<(f64, [f64; D])> = (0..side.pow(D as u32))
        .map(|index| {
            let place =
                std::array::from_fn(|i| f64::from(index / side.pow(i as u32) % side) / f64::from(side - 1));
            (f(place), place)
        })
        .collect();
    places.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut random = Random(3);
    let climbed = places.iter().take(24).map(|&(mut best, mut place)| {
        let mut reach = 1.0 / f64::from(side);
        while reach > 1e-10 {
            let mut better = false;
            for _ in 0..40 {
                let step: [f64; D] = random.point(reach);
                let next = std::array::from_fn(|i| (place[i] + step[i]).clamp(0.0, 1.0));
                if f(next) > best {
                    (best, place, better) = (f(next), next, true);
                }
            }
            if !better {
                reach *= 0.5;
            }
        }
        best
    });
    climbed.fold(f64::NEG_INFINITY, f64::max)
}

fn assert_near(found: f64, stated: f64) {
    println!("found {found:.17}, stated {stated:.17}");
    assert!((found - stated).abs() < 1e-12 * stated, "found {found:.17}, stated {stated:.17}");
}

#[test]
fn hermite() {
    assert_near(largest(hermite_bound), 1.182_718_807_042_875_6);
}

#[test]
fn perlin_2d() {
    assert_near(largest(|p| square_bound(&octagon(), p)), 0.660_816_454_018_633);
}

#[test]
fn perlin_3d() {
    assert_near(largest(|p| square_bound(&icosahedron(), p)), 0.718_198_891_630_523_2);
}

#[test]
fn improved_perlin_2d() {
    let slice: Vec<[f64; 2]> = cube_edges().iter().map(|&[x, y, _]| [x, y]).collect();
    assert_near(largest(|p| square_bound(&slice, p)), 1.0);
}

#[test]
fn improved_perlin_3d() {
    assert_near(largest(|p| square_bound(&cube_edges(), p)), 1.036_353_811_211_802_5);
}

#[test]
fn simplex_2d() {
    assert_near(largest(|p| simplex_bound(&octagon(), p)), 0.009_995_991_539_700_57);
}

#[test]
fn simplex_3d() {
    assert_near(largest(|p| simplex_bound(&icosahedron(), p)), 0.009_212_326_040_928_22);
}
