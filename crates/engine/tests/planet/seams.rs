//! Samples have the same bits on both sides of every edge, and the positions of the formula.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::FRAC_PI_4;

use orogen_engine::patch::Patch;
use orogen_engine::planet::{Direction, Edge, Face, Sphere, TileAddress, TileSamples};

use crate::{Random, earth, length, minus};

/// The samples of a tile, by column and row; apron columns are negative, or beyond the last.
struct Made {
    samples: TileSamples,
    patch: Patch,
    directions: Vec<Direction>,
}

impl Made {
    fn new(tile: TileAddress, doublings: u8, apron: u32, sphere: Sphere) -> Self {
        let samples = TileSamples::new(tile, doublings, apron).unwrap();
        Self { samples, patch: samples.patch(sphere).unwrap(), directions: samples.directions() }
    }

    fn at(&self, column: i64, row: i64) -> [i64; 3] {
        self.patch.units(self.index(column, row))
    }

    fn index(&self, column: i64, row: i64) -> usize {
        let apron = self.samples.apron() as i64;
        (row + apron) as usize * self.samples.side() + (column + apron) as usize
    }

    /// The column and row of a sample `depth` steps inside an edge and `along` steps along it.
    fn inside(&self, edge: Edge, depth: i64, along: i64) -> (i64, i64) {
        let last = self.samples.steps() as i64;
        match edge {
            Edge::Top => (along, depth),
            Edge::Right => (last - depth, along),
            Edge::Bottom => (along, last - depth),
            Edge::Left => (depth, along),
        }
    }

    /// Asserts that the edge, and all of both aprons beyond it, are the same on the other side.
    fn assert_meets(&self, edge: Edge, other: &Self) {
        let over = self.samples.tile().across(edge);
        assert_eq!(over.neighbour, other.samples.tile());
        let (last, apron) = (self.samples.steps() as i64, self.samples.apron() as i64);
        for depth in -apron..=apron {
            for along in 0..=last {
                let (column, row) = self.inside(edge, depth, along);
                let there = if over.reversed { last - along } else { along };
                let (its_column, its_row) = other.inside(over.edge, -depth, there);
                let tile = self.samples.tile();
                assert_eq!(
                    self.at(column, row),
                    other.at(its_column, its_row),
                    "{tile} {edge:?} depth {depth} along {along}"
                );
                let [here, there] = [
                    self.directions[self.index(column, row)],
                    other.directions[other.index(its_column, its_row)],
                ];
                assert_eq!(here.vector().map(f64::to_bits), there.vector().map(f64::to_bits));
            }
        }
    }
}

/// All edges of all tiles on levels 0 to 6, the twelve of the cube among them, and the aprons beyond them.
#[test]
fn all_edges_meet() {
    for level in 0..=6 {
        let side = 1_u32 << level;
        let tile = |face, k| TileAddress::new(face, level, k % side, k / side).unwrap();
        let tiles = Face::ALL.into_iter().flat_map(|face| (0..side * side).map(move |k| tile(face, k)));
        let made: BTreeMap<_, _> = tiles.map(|tile| (tile, Made::new(tile, 2, 2, earth()))).collect();
        for (tile, here) in &made {
            for edge in Edge::ALL {
                here.assert_meets(edge, &made[&tile.across(edge).neighbour]);
            }
        }
    }
}

/// All samples of a level are one closed surface. There are 6·n² + 2 different samples, as many as a cube with n steps per edge
/// has, and each is on as many tiles as meet there. At the cube's eight corners, these are three.
#[test]
fn all_corners_meet() {
    for level in 0..=6_u8 {
        let (side, doublings) = (1_u32 << level, 1);
        let mut tiles_at: BTreeMap<[i64; 3], u32> = BTreeMap::new();
        for (face, k) in Face::ALL.into_iter().flat_map(|face| (0..side * side).map(move |k| (face, k))) {
            let tile = TileAddress::new(face, level, k % side, k / side).unwrap();
            let patch = TileSamples::new(tile, doublings, 0).unwrap().patch(earth()).unwrap();
            for sample in 0..patch.len() {
                *tiles_at.entry(patch.units(sample)).or_default() += 1;
            }
        }
        let steps = u64::from(side) << doublings;
        assert_eq!(tiles_at.len() as u64, 6 * steps * steps + 2);
        let of_three: Vec<_> = tiles_at.iter().filter(|(_, count)| **count == 3).map(|(at, _)| *at).collect();
        assert_eq!(of_three.len(), 8);
        let [x, y, z] = of_three[7];
        assert!(
            x == y && y == z && of_three.iter().all(|at| at.iter().all(|c| c.abs() == x)),
            "{of_three:?}"
        );
    }
}

/// Ten thousand edges on levels 7 to 24, half of them edges of the cube and one in eight at its corners.
#[test]
fn random_edges_meet() {
    let mut random = Random(1);
    for k in 0..10_000 {
        let level = 7 + random.below(18) as u8;
        let last = (1 << level) - 1;
        let edge = Edge::ALL[random.below(4) as usize];
        let tile = random.tile(level);
        let (mut x, mut y) = (tile.x(), tile.y());
        if k % 2 == 0 {
            match edge {
                Edge::Top => y = 0,
                Edge::Right => x = last,
                Edge::Bottom => y = last,
                Edge::Left => x = 0,
            }
        }
        if k % 8 == 0 {
            (x, y) = (if x > last / 2 { last } else { 0 }, if y > last / 2 { last } else { 0 });
        }
        let tile = TileAddress::new(tile.face(), level, x, y).unwrap();
        // The usual number of samples, but only now and then, because many samples are slow to compare.
        let doublings = if k % 50 < 2 { 6 } else { 2 };
        let [here, there] =
            [tile, tile.across(edge).neighbour].map(|tile| Made::new(tile, doublings, 1, earth()));
        here.assert_meets(edge, &there);
    }
}

/// Beyond a corner of the cube the apron is on the edge that the other two faces share.
#[test]
fn aprons_at_the_corners_of_the_cube() {
    let (last, apron) = (8, 3);
    let corner = Made::new("px/2/3/3".parse().unwrap(), 3, apron, earth());
    let right = Made::new("py/2/0/3".parse().unwrap(), 3, apron, earth());
    for (a, b) in (1..=3).flat_map(|a| (1..=3).map(move |b| (a, b))) {
        // The sample is in the last row of the right neighbour; its column is the larger of the steps beyond both edges.
        assert_eq!(corner.at(last + a, last + b), right.at(a.max(b), last), "{a} {b}");
    }
}

/// Samples of a level are samples of the next level, bit for bit, the apron included.
#[test]
fn levels_share_samples() {
    let mut random = Random(2);
    for _ in 0..500 {
        let level = random.below(24) as u8;
        let tile = random.tile(level);
        let coarse = Made::new(tile, 4, 2, earth());
        for (k, child) in tile.children().unwrap().into_iter().enumerate() {
            let fine = Made::new(child, 4, 4, earth());
            let (first_column, first_row) = (8 * (k as i64 % 2), 8 * (k as i64 / 2));
            for (i, j) in (-2..=10).flat_map(|j| (-2..=10).map(move |i| (i, j))) {
                let (column, row) = (first_column + i, first_row + j);
                let is_there = |x: i64| (-2..=18).contains(&x);
                if is_there(column) && is_there(row) {
                    assert_eq!(coarse.at(column, row), fine.at(2 * i, 2 * j), "{tile} {child} {i} {j}");
                }
            }
        }
    }
}

/// Samples are at the positions of the formula with the platform's tangent, to a unit and the precision of `f64`.
#[test]
fn samples_are_where_the_formula_says() {
    let mut random = Random(3);
    for radius in [1.0, 1000.0, 6_371_000.0, 1e9] {
        let sphere = Sphere::new(radius).unwrap();
        for _ in 0..300 {
            let tile = random.tile(random_level(radius));
            let made = Made::new(tile, 3, 0, sphere);
            let [[left, right], [top, bottom]] = tile.range();
            let [axis, across, down] = tile.face().axes();
            for (i, j) in (0..=8).flat_map(|j| (0..=8).map(move |i| (i, j))) {
                let along = |[from, to]: [f64; 2], k: i64| from + (to - from) * k as f64 / 8.0;
                let [s, t] =
                    [along([left, right], i), along([top, bottom], j)].map(|u| (FRAC_PI_4 * u).tan());
                let vector = [0, 1, 2].map(|k| axis[k] + s * across[k] + t * down[k]);
                let place = vector.map(|x| x * (radius / length(vector)));
                let off = length(minus(made.patch.position(made.index(i, j)), place));
                assert!(off < Patch::UNIT + 4e-16 * radius, "{tile} {off}");
            }
        }
    }

    fn random_level(radius: f64) -> u8 {
        if radius > 100.0 { 6 } else { 2 }
    }
}

/// The same numbers on every machine: a few of them, as they are.
#[test]
fn known_bits() {
    let patch = |text: &str| TileSamples::new(text.parse().unwrap(), 6, 1).unwrap().patch(earth()).unwrap();
    let units = |text: &str| [0, 1000, 4488].map(|sample| patch(text).units(sample));
    assert_eq!(units("px/0/0/0"), KNOWN[0]);
    assert_eq!(units("nz/12/4095/77"), KNOWN[1]);
    assert_eq!(units("py/24/1234567/7654321"), KNOWN[2]);
}

/// Computed from the formula with arithmetic of 200 bits.
const KNOWN: [[[i64; 3]; 3]; 3] = [
    [
        [3_730_772_715_751, -3_918_553_125_209, 3_918_553_125_209],
        [4_726_815_964_516, 4_077_379_491_677, 2_379_279_211_273],
        [3_730_772_715_751, 3_918_553_125_209, -3_918_553_125_209],
    ],
    [
        [3_706_175_992_496, 3_928_675_149_869, -3_931_736_680_679],
        [3_704_792_108_169, 3_930_787_874_320, -3_930_929_199_198],
        [3_703_159_868_617, 3_931_651_035_583, -3_931_603_918_075],
    ],
    [
        [4_141_456_882_538, 5_229_479_267_620, 360_088_497_963],
        [4_141_456_410_951, 5_229_479_646_703, 360_088_416_454],
        [4_141_456_393_651, 5_229_479_687_732, 360_088_019_577],
    ],
];

/// No two samples coincide on any level that is accepted.
#[test]
fn too_fine_a_level_is_refused() {
    let sphere = Sphere::new(1000.0).unwrap();
    let tile = |level: u8| TileAddress::new(Face::Pz, level, (1 << level) / 2, 0).unwrap();
    let samples = |level| TileSamples::new(tile(level), 6, 0).unwrap();
    // 1000 m · π/4/√2 · 2/2^(24 + 6) is 1.08 units. Samples are closest in the middle of an edge.
    let finest = (1..28).take_while(|&level| samples(level).patch(sphere).is_ok()).count() as u8;
    assert_eq!(finest, 24);
    let patch = samples(finest).patch(sphere).unwrap();
    let different: BTreeSet<_> = (0..patch.len()).map(|sample| patch.units(sample)).collect();
    assert_eq!(different.len(), patch.len());
    let error = samples(finest + 1).patch(sphere).unwrap_err().to_string();
    assert!(error.contains("take a coarser level or fewer samples"), "{error}");
}

/// No samples of a tile are closer or farther apart than the stated limits, and the limits are tight.
#[test]
fn spacing() {
    let mut random = Random(4);
    for level in [0, 0, 1, 1, 2, 3, 5, 8] {
        let tile = random.tile(level);
        let made = Made::new(tile, 5, 0, earth());
        let spacing = made.samples.spacing(earth());
        let (mut least, mut greatest) = (f64::INFINITY, 0.0_f64);
        let apart = |a: usize, b: usize| made.directions[a].angle(made.directions[b]) * earth().radius();
        for (i, j) in (0..=31).flat_map(|j| (0..=31).map(move |i| (i, j))) {
            for distance in
                [apart(made.index(i, j), made.index(i + 1, j)), apart(made.index(j, i), made.index(j, i + 1))]
            {
                (least, greatest) = (least.min(distance), greatest.max(distance));
            }
        }
        assert!(
            spacing.least <= least * (1.0 + 1e-9) && least < spacing.least * 1.01,
            "{tile} {spacing:?} {least}"
        );
        assert!(greatest <= spacing.greatest * (1.0 + 1e-9) && spacing.greatest < greatest * 1.01, "{tile}");
        let middle = [
            apart(made.index(15, 16), made.index(17, 16)) / 2.0,
            apart(made.index(16, 15), made.index(16, 17)) / 2.0,
        ];
        assert!(
            (0..2).all(|k| (spacing.middle[k] / middle[k] - 1.0).abs() < 1e-2),
            "{tile} {spacing:?} {middle:?}"
        );
    }
}
