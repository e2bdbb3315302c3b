//! What a terrain computes, written down for other backends, and what they are told of the samples.
//!
//! A [`Program`] is made by running the kernels of the processor on lanes that write operations down
//! ([`orogen_noise::trace`]): a shader made of it computes the same, operation by operation, and no node has to be
//! written twice. Where samples lie comes from the processor, as the exact fixed-point numbers that its own rows
//! begin with ([`Shares`]): cells, and so hashes, are the same to the bit.

use orogen_noise::basis::AnyBasis;
use orogen_noise::jet::Order;
use orogen_noise::lanes::{Lanes, Traced};
use orogen_noise::lattice::Map;
use orogen_noise::level::Level;
use orogen_noise::noise::Dimension;
use orogen_noise::rows::STRIP;
use orogen_noise::trace::{Name, Trace, trace};

use crate::cpu::{PlanLine, PlanStrip, Worker};
use crate::nodes::Node;
use crate::plan::{Plan, Step};
use crate::raster::Grid;

/// What a terrain computes for a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The operations.
    pub trace: Trace,
    /// Names of the results: height in metres, its slopes if asked for, and the other fields that materials look at, of
    /// a terrain that [has them](crate::terrain::Terrain::with_materials).
    pub outputs: Vec<Name>,
}

/// Why a terrain has no program: one of its nodes cannot be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoProgram(pub &'static str);

impl std::fmt::Display for NoProgram {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a node of this terrain is for the processor only: {}", self.0)
    }
}

impl std::error::Error for NoProgram {}

/// Where the samples of a grid lie in the lattices of a program: cells and binary fractions of a cell, 32 bits each.
/// Those of a column and of a row add up, with carry, to those of the sample.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// Of each axis of the lattices, one after the other: the share of every column.
    pub columns: Vec<[u32; 2]>,
    /// The same of every row.
    pub rows: Vec<[u32; 2]>,
}

/// An axis of the lattices of a program, seen from an origin: for whoever has positions that are not those of a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Cell and binary fraction of a cell of the origin, 32 bits each.
    pub origin: [u32; 2],
    /// Cells that each metre along x, y and, in a space, z adds.
    pub per_metre: [f64; 3],
}

/// Writes a plan's computation down.
pub(crate) fn program<const D: usize>(plan: &Plan<D>, order: Order) -> Result<Program, NoProgram>
where
    AnyBasis: Dimension<D>,
{
    let (strip, line) = (PlanStrip::named(plan), PlanLine::new(plan, [0.0; D]));
    let (outputs, trace) = trace(|| {
        let mut worker = Worker::<f32>::new(plan);
        worker.run(plan, Level::Traced, order, &strip, &[line]);
        let (scale, offset) = (Traced.lit(plan.scale), Traced.lit(plan.offset));
        let planes = (0..order.planes(D)).map(|plane| {
            let field = scale * Traced.load(worker.terrain(plan, 0).plane(plane));
            if plane == 0 { field + offset } else { field }.name()
        });
        let others = (0..plan.others.len()).map(|other| Traced.load(worker.other(plan, 0, other)).name());
        planes.chain(others).collect()
    });
    match trace.fault {
        Some(why) => Err(NoProgram(why)),
        None => Ok(Program { trace, outputs }),
    }
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

/// The axes of a plan's lattices, in the order of its shares.
pub(crate) fn axes<const D: usize>(plan: &Plan<D>, origin: [f64; D]) -> Vec<Axis>
where
    AnyBasis: Dimension<D>,
{
    let line = PlanLine::<f32, D>::new(plan, origin);
    let axes = line.rows().zip(maps(plan)).flat_map(|(row, map)| {
        (0..D).map(move |axis| {
            let per_metre = std::array::from_fn(|k| if k < D { map.matrix[axis][k] } else { 0.0 });
            Axis { origin: row.along(axis).into(), per_metre }
        })
    });
    axes.collect()
}

/// Where a plan's lattices lie, in that order too.
fn maps<const D: usize>(plan: &Plan<D>) -> Vec<Map<D>>
where
    AnyBasis: Dimension<D>,
{
    let maps = |step: &Step<D>| -> Vec<Map<D>> {
        match step {
            Step::Field { node: Node::Noise(noise), .. } => {
                let skewed = |map: Map<D>| noise.basis.skew().map_or(map, |skew| map.then(&skew));
                noise.octaves.list.iter().map(|octave| skewed(octave.map)).collect()
            }
            Step::Field { node: Node::Placed(node), .. } => node.lattices().to_vec(),
            _ => Vec::new(),
        }
    };
    plan.steps.iter().flat_map(maps).collect()
}
