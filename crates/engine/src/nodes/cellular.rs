//! `cellular`: distances to random points.

use orogen_noise::basis::{AnyBasis, Cellular, Metric, Output};
use orogen_noise::noise::Dimension;

use super::{Built, Context, octaves};
use crate::recipe::Args;
use crate::recipe::spec::{Group, NodeSpec, ParamSpec, Unit};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "cellular",
    group: Group::Basis,
    summary: "distances to random points, one in every cell",
    help: "The distance to the nearest point (f1), to the second nearest (f2), or their difference \
           (f2-f1), which is 0 on the borders between points. Distances are in units of a cell's width, and \
           exact for every metric and jitter. Slopes jump where the nearest point changes.",
    source: "Steven Worley, 1996",
    outputs: &[],
    inputs: &[],
    params: &[octaves::CELL, ParamSpec::choice(
            "output",
            "f1",
            &[
                ("f1", "distance to the nearest point"),
                ("f2", "distance to the second nearest point"),
                ("f2-f1", "the second distance minus the first"),
            ],
            "which distance",
        ),
        ParamSpec::choice(
            "metric",
            "euclidean",
            &[
                ("euclidean", "the straight-line distance"),
                ("squared", "the square of the euclidean distance"),
                ("manhattan", "the sum of the distances along the axes"),
                ("chebyshev", "the largest of the distances along the axes"),
            ],
            "how distance is measured",
        ),
        ParamSpec::number(
            "jitter",
            1.0,
            0.0..=1.0,
            Unit::None,
            "how far points may be from the centres of their cells: with 0 at the centres, with 1 anywhere in the cells",
        )],
};

/// The basis that the parameters ask for.
pub(super) fn basis(args: &Args, _seed: u64) -> AnyBasis {
    let output = match args.choice("output") {
        "f1" => Output::F1,
        "f2" => Output::F2,
        _ => Output::F2MinusF1,
    };
    let metric = match args.choice("metric") {
        "euclidean" => Metric::Euclidean,
        "squared" => Metric::Squared,
        "manhattan" => Metric::Manhattan,
        _ => Metric::Chebyshev,
    };
    AnyBasis::Cellular(Cellular { output, metric, jitter: args.number("jitter") })
}

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D>
where
    AnyBasis: Dimension<D>,
{
    octaves::build_basis(context, basis(context.args, context.seed))
}
