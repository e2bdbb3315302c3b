//! Runs a plan at points and at patches.

use orogen_noise::basis::AnyBasis;
use orogen_noise::jet::Order;
use orogen_noise::level::{Element, Level, PerElement};
use orogen_noise::noise::Dimension;
use orogen_noise::rows::STRIP;

use super::dimension::{ByDimension, either};
use super::overlay::{Watch, always};
use crate::cpu::{Number, PlanLine, PlanStrip, Worker};
use crate::patch::{Patch, PatchSamples};
use crate::plan::Plan;

/// The plan of a terrain.
pub(super) type AnyPlan = ByDimension<Plan<2>, Plan<3>>;

/// The terrain at one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Height in metres.
    pub height: f64,
    /// ∂height along x, y and, in a space, z; metres per metre.
    pub gradient: [f64; 3],
}

/// The terrain of a plan at points.
pub(super) fn sample<S: Number>(plan: &AnyPlan, level: Level, points: &[[f64; 3]]) -> Vec<Sample> {
    S::pick::<SampleFunction>(sample_single, sample_double)(plan, level, points)
}

/// The terrain of a plan at a patch. `None` if `go_on` returns false before a strip.
pub(super) fn relief<S: Number>(
    plan: &AnyPlan,
    level: Level,
    patch: &Patch,
    go_on: Watch<'_>,
) -> Option<PatchSamples<S>> {
    S::pick::<ReliefFunction>(relief_single, relief_double)(plan, level, patch, go_on)
}

/// The type of [`sample`] for a type of number.
struct SampleFunction;

impl PerElement for SampleFunction {
    type Of<S: Element> = fn(&AnyPlan, Level, &[[f64; 3]]) -> Vec<Sample>;
}

/// The type of [`relief`] for a type of number.
struct ReliefFunction;

impl PerElement for ReliefFunction {
    type Of<S: Element> = fn(&AnyPlan, Level, &Patch, Watch<'_>) -> Option<PatchSamples<S>>;
}

// These functions are not generic, so that the code that runs plans is compiled in this crate only, and not in every crate that
// requests samples.

fn sample_single(plan: &AnyPlan, level: Level, points: &[[f64; 3]]) -> Vec<Sample> {
    either!(plan, plan => sample_of::<f32, _>(plan, level, points))
}

fn sample_double(plan: &AnyPlan, level: Level, points: &[[f64; 3]]) -> Vec<Sample> {
    either!(plan, plan => sample_of::<f64, _>(plan, level, points))
}

fn relief_single(plan: &AnyPlan, level: Level, patch: &Patch, go_on: Watch<'_>) -> Option<PatchSamples<f32>> {
    either!(plan, plan => relief_of(plan, level, patch, go_on))
}

fn relief_double(plan: &AnyPlan, level: Level, patch: &Patch, go_on: Watch<'_>) -> Option<PatchSamples<f64>> {
    either!(plan, plan => relief_of(plan, level, patch, go_on))
}

fn sample_of<S: Number, const D: usize>(plan: &Plan<D>, level: Level, points: &[[f64; 3]]) -> Vec<Sample>
where
    AnyBasis: Dimension<D>,
{
    let mut worker = Worker::<S>::new(plan);
    let (scale, offset) = (S::from_f64(plan.scale), S::from_f64(plan.offset));
    let mut samples = Vec::with_capacity(points.len());
    // A rotated lattice rounds the column's share and the row's share of a position separately. So a point has the bits of a
    // raster only if its position is split in the same way. Consecutive points in one row share a strip.
    let rows = points.chunk_by(|one, next| one[1..D] == next[1..D]);
    for chunk in rows.flat_map(|row| row.chunks(STRIP)) {
        let column = |point: &[f64; 3]| std::array::from_fn(|i| if i == 0 { point[0] } else { 0.0 });
        let columns: Vec<[f64; D]> = chunk.iter().map(column).collect();
        let strip = PlanStrip::new(plan, &columns);
        let line = PlanLine::new(plan, std::array::from_fn(|i| if i == 0 { 0.0 } else { chunk[0][i] }));
        worker.run(plan, level, Order::Gradient, &strip, &[line]);
        let rows = worker.terrain(plan, 0);
        samples.extend((0..chunk.len()).map(|i| Sample {
            height: S::scaled(rows.plane(0)[i], scale, offset).to_f64(),
            gradient: std::array::from_fn(|axis| {
                if axis < D { S::scaled(rows.plane(1 + axis)[i], scale, S::default()).to_f64() } else { 0.0 }
            }),
        }));
    }
    samples
}

fn relief_of<S: Number, const D: usize>(
    plan: &Plan<D>,
    level: Level,
    patch: &Patch,
    go_on: Watch<'_>,
) -> Option<PatchSamples<S>>
where
    AnyBasis: Dimension<D>,
{
    let anchors = plan.anchors(patch);
    let strip = |first, end| PlanStrip::around(plan, level, &anchors, &patch.around(first, end));
    relief_of_strips(plan, level, patch.len(), strip, go_on)
}

/// The terrain of a plan at points. Unlike [`sample`], it computes points that have no row in common together, and includes the
/// plan's other fields. The last bits of the heights differ.
pub(super) fn scattered(plan: &AnyPlan, level: Level, points: &[[f64; 3]]) -> PatchSamples<f32> {
    either!(plan, plan => scattered_of(plan, level, points))
}

fn scattered_of<const D: usize>(plan: &Plan<D>, level: Level, points: &[[f64; 3]]) -> PatchSamples<f32>
where
    AnyBasis: Dimension<D>,
{
    let position = |point: &[f64; 3]| std::array::from_fn(|axis| point[axis]);
    let strip = |first: usize, end: usize| {
        PlanStrip::new(plan, &points[first..end].iter().map(position).collect::<Vec<_>>())
    };
    let relief = relief_of_strips(plan, level, points.len(), strip, &always);
    relief.unwrap_or_else(|| unreachable!("nothing ends it"))
}

/// The terrain at `len` samples. `strip` makes the strip of the samples from its first argument to before its second.
fn relief_of_strips<S: Number, const D: usize>(
    plan: &Plan<D>,
    level: Level,
    len: usize,
    strip: impl Fn(usize, usize) -> PlanStrip<S, D>,
    go_on: Watch<'_>,
) -> Option<PatchSamples<S>>
where
    AnyBasis: Dimension<D>,
{
    let (mut worker, lines) = (Worker::<S>::new(plan), [PlanLine::new(plan, [0.0; D])]);
    let (scale, offset) = (S::from_f64(plan.scale), S::from_f64(plan.offset));
    let room = || Vec::with_capacity(len);
    let (mut height, mut slopes, mut others) =
        (room(), [room(), room(), room()], vec![room(); plan.others.len()]);
    for first in (0..len).step_by(STRIP) {
        if !go_on() {
            return None;
        }
        let end = len.min(first + STRIP);
        worker.run(plan, level, Order::Gradient, &strip(first, end), &lines);
        let terrain = worker.terrain(plan, 0);
        let plane = |plane: usize| &terrain.plane(plane)[..end - first];
        height.extend(plane(0).iter().map(|&value| S::scaled(value, scale, offset)));
        for (axis, slopes) in slopes.iter_mut().take(D).enumerate() {
            slopes.extend(plane(1 + axis).iter().map(|&value| S::scaled(value, scale, S::default())));
        }
        for (index, other) in others.iter_mut().enumerate() {
            other.extend_from_slice(&worker.other(plan, 0, index)[..end - first]);
        }
    }
    slopes[D..].iter_mut().for_each(|slopes| slopes.resize(len, S::default()));
    Some(PatchSamples { height, slopes, others })
}
