//! The positions and parameters of the dunes of one size. Lengths within a train are in units of its spacing.

use orogen_noise::hash::{Key, combine, split_mix, unit};
use orogen_noise::lattice::Map;

/// Ratio of the spacing of dunes to the spacing of the smaller dunes on them.
pub(super) const FINER: f64 = 7.0;

/// Dunes of one size, in metres and degrees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// The distance from crest to crest.
    pub(super) spacing: f64,
    /// The height of common dunes.
    pub(super) height: f64,
    pub(super) wind: f64,
    pub(super) repose: f64,
    pub(super) stoss: f64,
    pub(super) supply: f64,
    pub(super) sinuosity: f64,
    /// How unevenly heights are spread over the land: they differ from the common height by at most this share.
    pub(super) patches: f64,
    pub(super) is_ripples: bool,
    /// How far upwind crests are moved, in metres for each metre of height of the larger dunes below.
    pub(super) bend: f64,
    /// Side after which everything repeats.
    pub(super) tile: Option<f64>,
    /// Distance between the samples that will be taken.
    pub(super) samples: f64,
}

/// A repeating lattice has at most this many cells along the side of the domain.
const MAX_CELLS: f64 = 1e9;

impl Kind {
    /// The same kind, with a spacing that fits a whole number of times into a domain that repeats.
    pub(super) fn rounded(self) -> Self {
        Self { spacing: 1.0 / self.frequency(self.spacing), ..self }
    }

    /// Cells per metre of a lattice with features of this size. In a domain that repeats, its side is a whole number of cells.
    fn frequency(&self, feature: f64) -> f64 {
        self.tile.map_or(1.0 / feature, |side| (side / feature).round().clamp(1.0, MAX_CELLS) / side)
    }

    /// The greatest height of a dune as a multiple of the common height, `A` in the formula. It combines the tallest part of a
    /// ridge and the largest barchan by their shares, where the land has the highest dunes.
    fn tallest(&self) -> f64 {
        (self.supply * (1.0 + TALL) + (1.0 - self.supply) * BARCHAN) * (1.0 + self.patches)
    }

    /// The greatest height of a dune.
    pub(super) fn most_height(&self) -> f64 {
        CREST * self.height * self.tallest()
    }

    /// Share of the dunes that the samples can show. Slip faces are short, so crests need more samples than waves do.
    fn visible(&self) -> f64 {
        if self.samples <= 0.0 {
            return 1.0;
        }
        let t = ((self.spacing / self.samples - 6.0) / 6.0).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    }
}

/// Ratio of the height of the stoss's top to the height of the brink. The slip face cuts the stoss off before its top.
pub(super) const CREST: f64 = 1.12;
/// Ratio of the stoss's steepest slope to its mean slope.
const STEEPEST: f64 = 16.0 / 9.0;
/// How much the height of a ridge changes along it.
const TALL: f64 = 0.6;
/// Dunes whose heights differ by less than this share join without a crease.
pub(super) const JOIN: f64 = 0.2;
/// Ratio of the height of a large barchan to the height of a common ridge.
pub(super) const BARCHAN: f64 = 1.3;
/// The longest stoss, in spacings.
const LONGEST: f64 = 2.0;

/// No more rows than this reach a sample, whatever the parameters.
pub(super) const MAX_ROWS: usize = 6;

/// The indices of the lattices of a train.
pub(super) const PHASE: usize = 0;
const BOWS: usize = 1;
const BENDS: usize = 2;
pub(super) const RELIEF: usize = 3;
pub(super) const WANDER: usize = 4;
pub(super) const ROW: usize = 5;
pub(super) const LATTICES: usize = 6;

/// Sizes of features along and across the wind, in spacings. Both sizes of `WANDER`, and of `ROW`, are across the wind, along the
/// row.
const FEATURES: [[f64; 2]; LATTICES - 1] = [[1.0, 1.0], [5.0, 5.0], [1.9, 1.9], [3.3, 3.3], [2.3, 0.8]];
/// The size of the features of heights along a row, in spacings.
const TALL_FEATURE: f64 = 1.6;

/// The keys of a train, named after what they make random.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keys {
    pub(super) warp: [Key; 3],
    pub(super) along: [Key; 3],
    pub(super) shift: Key,
    pub(super) dune: Key,
}

/// A train, ready to be evaluated.
#[derive(Clone, Debug)]
pub(super) struct Train<const D: usize> {
    pub(super) keys: Keys,
    pub(super) lattices: [Map<D>; LATTICES],
    /// Index of its first lattice among all lattices.
    pub(super) first: usize,
    /// Cells after which lattices repeat.
    pub(super) wraps: [Option<[u32; D]>; LATTICES],
    /// Cells of each lattice per spacing, along the lattice's axes.
    pub(super) cells: [[f64; 2]; LATTICES],
    /// The spacing in metres.
    pub(super) spacing: f64,
    /// The direction that the wind blows to.
    pub(super) along: [f64; 2],
    pub(super) height: f64,
    /// The tangent of the angle of repose.
    pub(super) repose: f64,
    /// Length of the stoss of a dune of height 1.
    pub(super) stretch: f64,
    pub(super) supply: f64,
    /// Amplitudes of the noises that all rows share: bows, bends and relief.
    pub(super) warps: [f64; 3],
    /// Amplitudes of the noises of each row: the two parts of its course, and its heights.
    pub(super) wander: [f64; 3],
    /// Half the width of the largest dunes, in cells along the row.
    pub(super) breadth: f64,
    /// How far horns reach ahead.
    pub(super) horns: f64,
    /// The range of the offsets of dunes from their row: half of it on either side.
    pub(super) stray: f64,
    /// How much smaller than the largest dune the smallest can be, as a share.
    pub(super) unevenness: f64,
    /// The first and the last row whose dunes can reach a sample, counted from the row of the sample.
    pub(super) rows: [i32; 2],
    pub(super) bend: f64,
    pub(super) is_ripples: bool,
    /// Share of the train that the samples can show, in (0, 1].
    pub(super) weight: f64,
    /// Mean height in metres, to which the train fades.
    pub(super) mean: f64,
}

impl<const D: usize> Train<D> {
    /// Lays out a kind whose spacing is rounded.
    pub(super) fn new(kind: &Kind, frame: [usize; 2], seed: u64) -> Self {
        let (height, supply) = (kind.height / kind.spacing, kind.supply);
        // If the wind blows along an axis, a sine of 1e-17 would turn the lattices a little.
        let (sin, cos) = libm::sincos(kind.wind.to_radians());
        let exact = |x: f64| if x.abs() < 1e-12 { 0.0 } else { x };
        let along = [exact(cos), exact(sin)];
        let dune = 0.95 + 0.75 * supply;
        let features = std::array::from_fn(|k| if k == ROW { [TALL_FEATURE, dune] } else { FEATURES[k] });
        let (lattices, wraps, cells) = lattices::<D>(kind, frame, along, &features, seed);
        // Features that had to shrink to fit into the domain keep their slopes.
        let shrunk = |lattice: usize, axis: usize| (1.0 / (features[lattice][axis] * cells[lattice][axis])).min(1.0);
        let straight = kind.sinuosity * (0.4 + 0.6 * supply);
        let wander = [0.5 * straight * shrunk(WANDER, 0), 0.18 * straight * shrunk(WANDER, 1), TALL];
        let [bows, bends] = [0.6 * shrunk(BOWS, 0), 0.3 * shrunk(BENDS, 0)].map(|warp| kind.sinuosity * warp);
        let stretch = STEEPEST * CREST * height / libm::tan(kind.stoss.to_radians());
        let mut train = Self {
            keys: Keys::new(seed),
            lattices,
            first: 0,
            wraps,
            cells,
            spacing: kind.spacing,
            along,
            height,
            repose: libm::tan(kind.repose.to_radians()),
            stretch: stretch.min(LONGEST / kind.tallest()).max(1e-6),
            supply,
            warps: [bows, bends, kind.patches],
            wander,
            breadth: 0.45 + 0.75 * supply,
            horns: 0.3 - 0.04 * supply,
            stray: 0.9 - 0.7 * supply,
            unevenness: 0.65 - 0.5 * supply,
            rows: [0, 0],
            bend: kind.bend / kind.spacing,
            is_ripples: kind.is_ripples,
            weight: kind.visible(),
            mean: 0.0,
        };
        train.rows = train.reach(train.stretch * kind.tallest());
        assert!(train.rows[1] - train.rows[0] < MAX_ROWS as i32, "too many rows reach a sample: {:?}", train.rows);
        train
    }

    /// The first and the last row that can reach a sample at `w`, counted from the sample's row `⌊w⌋`. The foot lines of a row
    /// are from `back` upwind to `ahead` downwind of the row's position. Its dunes extend upwind from the foot lines by at most
    /// `longest`. So row `j` reaches the sample only if `j + ahead > w` and `j − back − longest < w`.
    fn reach(&self, longest: f64) -> [i32; 2] {
        let back = self.wander[0] + self.wander[1] + 0.5 * self.stray;
        let ahead = back + self.horns;
        [(-ahead).floor() as i32 + 1, (1.0 + longest + back).ceil() as i32 - 1]
    }
}

impl Keys {
    fn new(seed: u64) -> Self {
        let key = |salt: u64| Key::new(combine(seed, salt));
        Self {
            warp: [key(1), key(2), key(3)],
            along: [key(4), key(5), key(6)],
            shift: key(7),
            dune: key(8),
        }
    }
}

type Lattices<const D: usize> = ([Map<D>; LATTICES], [Option<[u32; D]>; LATTICES], [[f64; 2]; LATTICES]);

/// The lattices with their periods and their cells per spacing.
fn lattices<const D: usize>(
    kind: &Kind,
    frame: [usize; 2],
    along: [f64; 2],
    features: &[[f64; 2]; LATTICES],
    seed: u64,
) -> Lattices<D> {
    let across = [-along[1], along[0]];
    let frequencies = features.map(|sizes| sizes.map(|size| kind.frequency(size * kind.spacing)));
    let lattice = |k: usize| {
        let mut map = Map { matrix: [[0.0; D]; D], offset: [0.0; D] };
        for axis in 0..2 {
            let direction = if axis == 0 && k < WANDER { along } else { across };
            map.matrix[axis][frame[0]] = direction[0] * frequencies[k][axis];
            map.matrix[axis][frame[1]] = direction[1] * frequencies[k][axis];
            let word = split_mix(seed ^ (2 * k + axis + 9) as u64);
            map.offset[axis] = unit(word);
        }
        map
    };
    let wrap = |k: usize| {
        let side = kind.tile?;
        Some(std::array::from_fn(|axis| {
            if axis < 2 { (side * frequencies[k][axis]).round() as u32 } else { 1 }
        }))
    };
    let cells = frequencies.map(|pair| pair.map(|frequency| frequency * kind.spacing));
    (std::array::from_fn(lattice), std::array::from_fn(wrap), cells)
}
