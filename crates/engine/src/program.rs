//! The computation of a terrain as data for other backends, and the positions of samples for them.
//!
//! The kernels of the processor run on lanes that record operations ([`orogen_noise::trace`]), which gives a [`Program`]. A
//! shader generated from the program computes the same, operation by operation, so only `craters` is written twice. The processor
//! supplies the positions of grid samples as the exact fixed-point numbers that its own rows begin with ([`Shares`]). Positions
//! of patches are computed from [`PatchAxis`] in the same integers as on the processor. So cells and hashes are equal to the bit,
//! tiles share edges, and levels share samples.

use std::collections::HashMap;
use std::ops::Range;

use orogen_noise::basis::AnyBasis;
use orogen_noise::jet::Order;
use orogen_noise::lanes::{Lanes, Traced};
use orogen_noise::level::Level;
use orogen_noise::noise::Dimension;
use orogen_noise::rows::STRIP;
use orogen_noise::trace::{Name, Trace, fault_so_far, next, trace};

use crate::cpu::{PlanLine, PlanStrip, Worker};
use crate::owner::Owner;
use crate::patch::Patch;
use crate::plan::Plan;
use crate::raster::Grid;

/// The operations that a terrain computes for a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The operations.
    pub trace: Trace,
    /// Names of the results: the height in metres, its slopes if requested, and the other fields of a terrain
    /// [with materials](crate::terrain::Terrain::with_materials).
    pub outputs: Vec<Name>,
    /// The owners of the operations: one range per step of the plan, in order. They cover all operations but the first.
    pub owners: Vec<(Range<Name>, Owner)>,
}

impl Program {
    /// For each operation, the last one that reads its value; `Name::MAX` for outputs, and `None` where no output depends on it. An
    /// operation of a part with a guard also reads what takes its place where the part is not computed.
    #[doc(hidden)]
    pub fn last_reads(&self) -> Vec<Option<Name>> {
        let Trace { ops, parts, .. } = &self.trace;
        let mut held: HashMap<Name, Vec<Name>> = HashMap::new();
        for guard in parts.iter().filter_map(|part| part.guard.as_ref()) {
            for &[after, before] in &guard.held {
                held.entry(after).or_default().extend([guard.mask, before]);
            }
        }
        let mut last = vec![None; ops.len()];
        for &output in &self.outputs {
            last[output as usize] = Some(Name::MAX);
        }
        for (name, op) in ops.iter().enumerate().rev() {
            let name = name as Name;
            if last[name as usize].is_none() {
                continue;
            }
            let unchanged = held.get(&name).map_or(&[][..], Vec::as_slice);
            for &operand in op.operands().iter().chain(unchanged) {
                // Operations come in reverse order, so the first one that reads the operand is the last.
                last[operand as usize].get_or_insert(name);
            }
        }
        last
    }
}

/// Why a terrain has no program: it has strokes, or one of its nodes cannot be traced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoProgram {
    /// The part of the recipe that cannot be traced.
    pub owner: Owner,
    /// What this part does that prevents a trace.
    pub why: &'static str,
}

impl std::fmt::Display for NoProgram {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is for the processor only: {}", self.owner, self.why)
    }
}

impl std::error::Error for NoProgram {}

/// The positions of a grid's samples in the lattices of a program. A position is a cell and a binary fraction of a cell, 32
/// bits each. The shares of a sample's column and row add up, with carry, to its position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// The share of every column along the first axis of the first lattice, then along the next axis, and so on.
    pub columns: Vec<[u32; 2]>,
    /// The share of every row, in the same order.
    pub rows: Vec<[u32; 2]>,
}

/// An axis of the lattices of a program, relative to an origin, for positions that are not on a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// The position of the origin: a cell and a binary fraction of a cell, 32 bits each.
    pub origin: [u32; 2],
    /// The number of cells that one metre along x, along y and, in a space, along z adds to a position.
    pub per_metre: [f64; 3],
}

/// An axis of the lattices of a program, relative to the centre of a patch. The position of a sample along this axis is
/// `place + ⌊(rest + Σ rates·offset) / 2^shift⌋`, modulo 2^64, where `offset` is from the centre, in units.
/// [`orogen_noise::units`] explains how to compute this in 32-bit words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatchAxis {
    /// How much one unit along x, along y and along z adds to the position, in 2^−(32 + `shift`) cells: between −2^29 and 2^29.
    pub rates: [i32; 3],
    /// The shift, at most 62.
    pub shift: u32,
    /// The position of the centre: a cell and a binary fraction of a cell.
    pub place: [u32; 2],
    /// The rest of the centre's position, less than 2^`shift`, the higher word first.
    pub rest: [u32; 2],
}

/// Traces a plan's computation.
///
/// # Errors
/// One of its nodes cannot be traced.
#[doc(hidden)]
pub fn program<const D: usize>(plan: &Plan<D>, order: Order) -> Result<Program, NoProgram>
where
    AnyBasis: Dimension<D>,
{
    let mut owners = Vec::with_capacity(plan.steps.len() + 1);
    let (outputs, trace) = trace(|| write(plan, order, &mut owners));
    Ok(Program { trace, outputs: outputs?, owners })
}

/// Runs a plan on lanes that trace it. Returns the names of the results, and adds the owners of the operations to `owners`.
fn write<const D: usize>(
    plan: &Plan<D>,
    order: Order,
    owners: &mut Vec<(Range<Name>, Owner)>,
) -> Result<Vec<Name>, NoProgram>
where
    AnyBasis: Dimension<D>,
{
    let (strip, lines) = (PlanStrip::named(plan), [PlanLine::new(plan, [0.0; D])]);
    let mut worker = Worker::<f32>::new(plan);
    for (index, step) in plan.steps.iter().enumerate() {
        let start = next();
        worker.run_step(plan, index, Level::Traced, order, &strip, &lines);
        if let Some(why) = fault_so_far() {
            return Err(NoProgram { owner: step.owner().clone(), why });
        }
        owners.push((start..next(), step.owner().clone()));
    }
    let start = next();
    let (scale, offset) = (Traced.lit(plan.scale), Traced.lit(plan.offset));
    let planes = (0..order.planes(D)).map(|plane| {
        let field = scale * Traced.load(worker.terrain(plan, 0).plane(plane));
        if plane == 0 { field + offset } else { field }.name()
    });
    let others = (0..plan.others.len()).map(|other| Traced.load(worker.other(plan, 0, other)).name());
    let outputs = planes.chain(others).collect();
    owners.push((start..next(), Owner::Height));
    Ok(outputs)
}

/// The shares of a grid's columns in a plan's lattices.
pub(crate) fn columns<const D: usize>(plan: &Plan<D>, grid: &Grid) -> Vec<[u32; 2]>
where
    AnyBasis: Dimension<D>,
{
    let strips = 0..grid.columns.div_ceil(STRIP);
    let strips: Vec<_> = strips.map(|strip| PlanStrip::<f32, D>::of_grid(plan, grid, strip)).collect();
    let strips: Vec<Vec<_>> = strips.iter().map(|strip| strip.columns().collect()).collect();
    let lattices = strips.first().map_or(0, Vec::len);
    let axes = (0..lattices).flat_map(|lattice| (0..D).map(move |axis| (lattice, axis)));
    let shares = axes.flat_map(|(lattice, axis)| {
        let strips = &strips;
        (0..grid.columns).map(move |i| strips[i / STRIP][lattice].share(axis, i % STRIP))
    });
    shares.map(<[u32; 2]>::from).collect()
}

/// The shares of a grid's rows in a plan's lattices; the third coordinate of a space is `z`.
pub(crate) fn rows<const D: usize>(plan: &Plan<D>, grid: &Grid, z: f64) -> Vec<[u32; 2]>
where
    AnyBasis: Dimension<D>,
{
    let lines: Vec<_> = (0..grid.rows).map(|row| PlanLine::<f32, D>::of_grid(plan, grid, row, z)).collect();
    let lines: Vec<Vec<_>> = lines.iter().map(|line| line.rows().collect()).collect();
    let lattices = lines.first().map_or(0, Vec::len);
    let axes = (0..lattices).flat_map(|lattice| (0..D).map(move |axis| (lattice, axis)));
    axes.flat_map(|(lattice, axis)| lines.iter().map(move |line| line[lattice].along(axis).into())).collect()
}

/// The axes of a plan's lattices around an origin, in the order of its shares.
pub(crate) fn axes<const D: usize>(plan: &Plan<D>, origin: [f64; 3]) -> Vec<Axis>
where
    AnyBasis: Dimension<D>,
{
    let line = PlanLine::<f32, D>::new(plan, std::array::from_fn(|axis| origin[axis]));
    let axes = line.rows().zip(plan.lattices()).flat_map(|(row, map)| {
        (0..D).map(move |axis| {
            let per_metre = std::array::from_fn(|k| if k < D { map.matrix[axis][k] } else { 0.0 });
            Axis { origin: row.along(axis).into(), per_metre }
        })
    });
    axes.collect()
}

/// The axes of a plan's lattices around a patch's centre, in the order of its shares.
pub(crate) fn patch_axes<const D: usize>(plan: &Plan<D>, patch: &Patch) -> Vec<PatchAxis>
where
    AnyBasis: Dimension<D>,
{
    let line = PlanLine::<f32, D>::new(plan, [0.0; D]);
    let words = |long: u64| [(long >> 32) as u32, long as u32];
    let axes = line.rows().zip(plan.anchors(patch)).flat_map(|(row, anchor)| {
        anchor.axes.into_iter().enumerate().map(move |(axis, anchor)| {
            let (cell, fraction) = row.along(axis);
            let origin = u64::from(cell) << 32 | u64::from(fraction);
            PatchAxis {
                rates: std::array::from_fn(|k| if k < D { anchor.rates[k] } else { 0 }),
                shift: anchor.shift(),
                place: words(anchor.place().wrapping_add(origin)),
                rest: words(anchor.rest() as u64),
            }
        })
    });
    axes.collect()
}
