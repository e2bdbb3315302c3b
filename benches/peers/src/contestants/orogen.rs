//! Orogen: rows of the `orogen-noise` crate, at one SIMD level, as recipes have them by default, and over Perlin noise with
//! lattices that are either parallel to the axes, as in all other libraries, or rotated against one another.

use orogen_noise::basis::{AnyBasis, Cellular, Hermite, Metric, Output, Perlin, Simplex};
use orogen_noise::fractal::{AnyFractal, Billow, Damped, Fbm, Jordan, Ridged, Swiss};
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::{Dimension, Line, Noise, Scratch, Strip};
use orogen_noise::octaves::{Count, Layout};
use orogen_noise::rows::{Rows, STRIP, shift_planes};

use super::Contestant;
use crate::task::{ALONG, Fill, RADIUS, Task, UP, place};
use crate::work::{Basis, Displaced, Places, Sum, WARP, Work};

/// Degrees between rotated lattices of neighbouring octaves: 90°/φ², the default where lattices show.
const GOLDEN_TURN: f64 = 34.376_941_012_509_46;

/// The basis that stands for Perlin noise, and the degrees between the lattices of neighbouring octaves.
#[derive(Clone, Copy)]
struct Lattices {
    smooth: AnyBasis,
    turn: f64,
}

/// Perlin noise along the axes.
const ALIGNED: Lattices = Lattices { smooth: AnyBasis::Perlin(Perlin), turn: 0.0 };

/// Perlin noise whose octaves are rotated.
const TURNED: Lattices = Lattices { turn: GOLDEN_TURN, ..ALIGNED };

pub(crate) fn default(level: Level) -> Contestant {
    Contestant::new("Orogen default", move |task| {
        let Work { basis, sum, places, .. } = task.work;
        let is_hermite = places == Places::Plane && basis == Basis::Perlin && sum == Sum::Fbm;
        let aligned = Lattices { smooth: Hermite.into(), turn: 0.0 };
        Some(fill(task, level, if is_hermite { aligned } else { TURNED }))
    })
}

pub(crate) fn aligned(level: Level) -> Contestant {
    Contestant::new("Orogen aligned", move |task| Some(fill(task, level, ALIGNED)))
}

pub(crate) fn turned(level: Level) -> Contestant {
    Contestant::new("Orogen turned", move |task| Some(fill(task, level, TURNED)))
}

fn fill(task: &Task, level: Level, lattices: Lattices) -> Fill {
    let Work { places, displaced, octaves, wavelength, .. } = task.work;
    let layout = layout(1, octaves, wavelength, lattices.turn);
    let smooth = lattices.smooth;
    match (places, displaced) {
        (Places::Plane, Displaced::No) => rows::<2>(task, level, smooth, &layout, Still),
        (Places::Plane, Displaced::Given) => rows::<2>(task, level, smooth, &layout, Given::new(level)),
        (Places::Plane, Displaced::Warped) => {
            rows::<2>(task, level, smooth, &layout, Warped::new(level, lattices))
        }
        (Places::Slice | Places::Tilted, _) => rows::<3>(task, level, smooth, &layout, Still),
        (Places::Scattered | Places::Patch, _) => list(task, level, smooth, &layout),
    }
}

fn layout(seed: u64, octaves: u32, wavelength: f32, rotation: f64) -> Layout {
    let count = Count::Exactly(octaves);
    Layout { count, rotation, scatter: true, ..Layout::single(seed, f64::from(wavelength)) }
}

fn noise<const D: usize>(basis: Basis, smooth: AnyBasis, sum: Sum, layout: &Layout) -> Noise<D>
where
    AnyBasis: Dimension<D>,
{
    let cells = |output| AnyBasis::Cellular(Cellular { output, metric: Metric::Euclidean, jitter: 1.0 });
    let basis = match basis {
        Basis::Perlin => smooth,
        Basis::Simplex => AnyBasis::Simplex(Simplex),
        Basis::CellularF1 => cells(Output::F1),
        Basis::CellularF2MinusF1 => cells(Output::F2MinusF1),
    };
    let sum = match sum {
        Sum::Fbm => AnyFractal::Fbm(Fbm),
        Sum::Ridged => AnyFractal::Ridged(Ridged),
        Sum::Billow => AnyFractal::Billow(Billow),
        Sum::Damped => AnyFractal::Damped(Damped::default()),
        Sum::Swiss => AnyFractal::Swiss(Swiss::default()),
        Sum::Jordan => AnyFractal::Jordan(Jordan::default()),
    };
    Noise::new(basis, sum, layout).expect("slopes are only followed over noise that is smooth")
}

/// Evaluates all rows of a task, strip by strip. The time to build lines and strips counts.
fn rows<const D: usize>(
    task: &Task,
    level: Level,
    smooth: AnyBasis,
    layout: &Layout,
    mut ground: impl Ground<D> + 'static,
) -> Fill
where
    AnyBasis: Dimension<D>,
{
    let Task { work, side, .. } = *task;
    let noise = noise::<D>(work.basis, smooth, work.sum, layout);
    let order = if work.gradient { Order::Gradient } else { Order::Value };
    let (mut scratch, mut jets) = (Scratch::default(), Rows::default());
    Box::new(move |out| {
        let lines: Vec<_> = (0..side).map(|y| noise.line(&row(work.places, y))).collect();
        ground.begin(side);
        for first in (0..side).step_by(STRIP) {
            let columns: Vec<_> = (first..side.min(first + STRIP)).map(|x| column(work.places, x)).collect();
            let strip = noise.strip::<f32>(&columns);
            ground.enter(&columns);
            for (y, line) in lines.iter().enumerate() {
                let shift = ground.shift(first, y);
                let done = noise.row(level, order, &strip, line, shift, &mut scratch, &mut jets);
                done.expect("there is a gradient");
                for (plane, out) in out.chunks_exact_mut(side * side).enumerate() {
                    let out = &mut out[y * side + first..][..columns.len()];
                    out.copy_from_slice(&jets.plane(plane)[..columns.len()]);
                }
            }
        }
    })
}

/// The part of its samples' positions that a column adds.
fn column<const D: usize>(places: Places, x: usize) -> [f64; D] {
    let x = x as f64;
    std::array::from_fn(|axis| match places {
        Places::Plane | Places::Slice => [x, 0.0, 0.0][axis],
        Places::Tilted => x * ALONG[0][axis],
        Places::Scattered | Places::Patch => unreachable!("no grid, see `list`"),
    })
}

/// The part of its samples' positions that a row adds.
fn row<const D: usize>(places: Places, y: usize) -> [f64; D] {
    let y = y as f64;
    std::array::from_fn(|axis| match places {
        Places::Plane | Places::Slice => [0.0, y, 100.5][axis],
        Places::Tilted => y * ALONG[1][axis],
        Places::Scattered | Places::Patch => unreachable!("no grid, see `list`"),
    })
}

/// Evaluates samples that are not on a grid, [`STRIP`] of them at a time. Each sample is displaced from the same position: the
/// origin or the middle of the patch.
fn list(task: &Task, level: Level, smooth: AnyBasis, layout: &Layout) -> Fill {
    let Task { work, side, .. } = *task;
    let noise = noise::<3>(work.basis, smooth, work.sum, layout);
    let middle = if work.places == Places::Patch { UP.map(|up| RADIUS * up) } else { [0.0; 3] };
    let places: Vec<[f64; 3]> = match work.places {
        Places::Patch => (0..side * side).map(|i| place(work.places, i % side, i / side)).collect(),
        _ => task.points.iter().map(|point| point.map(f64::from)).collect(),
    };
    let ways: [Vec<f32>; 3] =
        std::array::from_fn(|axis| places.iter().map(|place| (place[axis] - middle[axis]) as f32).collect());
    let (mut scratch, mut jets) = (Scratch::default(), Rows::default());
    let mut shift = Rows::new(3 * shift_planes(3));
    Box::new(move |out| {
        let (strip, line) = (noise.strip::<f32>(&[[0.0; 3]; STRIP]), noise.line(&middle));
        for (strip_index, out) in out.chunks_mut(STRIP).enumerate() {
            for (axis, ways) in ways.iter().enumerate() {
                let ways = &ways[strip_index * STRIP..][..out.len()];
                shift.plane_mut(axis * shift_planes(3))[..out.len()].copy_from_slice(ways);
            }
            let done = noise.row(level, Order::Value, &strip, &line, Some(&shift), &mut scratch, &mut jets);
            done.expect("there is a value");
            out.copy_from_slice(&jets.plane(0)[..out.len()]);
        }
    })
}

/// The displacement of the samples.
trait Ground<const D: usize> {
    /// Begins a square with this number of rows.
    fn begin(&mut self, _rows: usize) {}

    /// Begins a strip of these columns.
    fn enter(&mut self, _columns: &[[f64; D]]) {}

    /// The displacement of a row of the strip that begins at column `first`.
    fn shift(&mut self, first: usize, row: usize) -> Option<&Rows<f32>>;
}

/// No displacement.
struct Still;

impl<const D: usize> Ground<D> for Still {
    fn shift(&mut self, _first: usize, _row: usize) -> Option<&Rows<f32>> {
        None
    }
}

/// A displacement with its gradients, the same for all rows.
struct Given(Rows<f32>);

impl Given {
    fn new(level: Level) -> Self {
        let mut warp = Warp::new(level, Order::Gradient, ALIGNED);
        let columns: Vec<_> = (0..STRIP).map(|x| [x as f64, 0.0]).collect();
        warp.begin(1);
        warp.enter(&columns);
        warp.row(0);
        Self(warp.shift)
    }
}

impl Ground<2> for Given {
    fn shift(&mut self, _first: usize, _row: usize) -> Option<&Rows<f32>> {
        Some(&self.0)
    }
}

/// A displacement by fBm along each axis, evaluated with every row.
struct Warped(Warp);

impl Warped {
    fn new(level: Level, lattices: Lattices) -> Self {
        Self(Warp::new(level, Order::Value, lattices))
    }
}

impl Ground<2> for Warped {
    fn begin(&mut self, rows: usize) {
        self.0.begin(rows);
    }

    fn enter(&mut self, columns: &[[f64; 2]]) {
        self.0.enter(columns);
    }

    fn shift(&mut self, _first: usize, row: usize) -> Option<&Rows<f32>> {
        self.0.row(row);
        Some(&self.0.shift)
    }
}

/// A displacement of the plane.
struct Warp {
    level: Level,
    order: Order,
    axes: [Noise<2>; 2],
    lines: Vec<[Line<f32, 2>; 2]>,
    strips: Vec<Strip<f32, 2>>,
    scratch: [Scratch<f32>; 2],
    jets: Rows<f32>,
    shift: Rows<f32>,
}

impl Warp {
    fn new(level: Level, order: Order, Lattices { smooth, turn }: Lattices) -> Self {
        let axis = |seed| {
            let layout = layout(seed, WARP.octaves, WARP.wavelength, turn);
            noise(Basis::Perlin, smooth, Sum::Fbm, &layout)
        };
        Self {
            level,
            order,
            axes: [axis(2), axis(3)],
            lines: Vec::new(),
            strips: Vec::new(),
            scratch: Default::default(),
            jets: Rows::default(),
            shift: Rows::new(2 * shift_planes(2)),
        }
    }

    fn begin(&mut self, rows: usize) {
        let row = |y| std::array::from_fn(|axis| self.axes[axis].line(&[0.0, y as f64]));
        self.lines = (0..rows).map(row).collect();
    }

    fn enter(&mut self, columns: &[[f64; 2]]) {
        self.strips = self.axes.iter().map(|noise| noise.strip::<f32>(columns)).collect();
    }

    fn row(&mut self, row: usize) {
        let Self { level, order, axes, lines, strips, scratch, jets, shift } = self;
        for (axis, (noise, scratch)) in axes.iter().zip(scratch).enumerate() {
            let done = noise.row(*level, *order, &strips[axis], &lines[row][axis], None, scratch, jets);
            done.expect("there is a gradient");
            for plane in 0..order.planes(2) {
                let out = shift.plane_mut(axis * shift_planes(2) + plane);
                for (shift, jet) in out.iter_mut().zip(jets.plane(plane)) {
                    *shift = WARP.strength * jet;
                }
            }
        }
    }
}
