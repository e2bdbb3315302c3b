//! `curve`: a monotone spline through given points.

use std::sync::Arc;

use orogen_noise::each::for_each;
use orogen_noise::interval::Interval;
use orogen_noise::lanes::Lanes;

use super::pointwise::{Of, Pointwise, Taylor};
use super::{Built, Context, Node};
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamSpec};

pub(super) static SPEC: NodeSpec = NodeSpec {
    name: "curve",
    group: Group::Modifier,
    summary: "the field remapped by a curve through given points",
    help: "A cubic spline through [input, output] points that never overshoots: between two points it \
           stays between their outputs, and where the points rise it rises. Before the first and after the \
           last point it is level. Slopes are continuous; curvature jumps at the points.",
    source: "Fritsch and Carlson, 1980; slopes after Fritsch and Butland, 1984",
    outputs: &[],
    inputs: &[InputSpec::new("input", "the field to change")],
    params: &[ParamSpec::points("points", "2 to 64 pairs [input, output], with rising inputs, all from -1e9 to 1e9")],
};

/// Every vector of samples evaluates all pieces, so their number is limited.
const MAX_POINTS: usize = 64;

pub(super) fn build<const D: usize>(context: &Context<'_>) -> Built<D> {
    let points = context.args.points("points");
    let refuse = |message: String, help: &str| Err(context.args.error("points", message, help));
    if !(2..=MAX_POINTS).contains(&points.len()) {
        return refuse(format!("the number of points is {}", points.len()), "give 2 to 64 points");
    }
    if let Some(number) = points.as_flattened().iter().find(|number| number.abs() > MOST) {
        return refuse(format!("the points contain {number:?}"), "use numbers from -1e9 to 1e9");
    }
    if let Some([before, after]) = points.windows(2).map(|pair| [pair[0][0], pair[1][0]]).find(too_near) {
        let message = format!("the input {after:?} must be greater than {before:?}");
        return refuse(message, "sort the points by their first number, at least 1e-9 apart");
    }
    Ok(Node::Pointwise(Arc::new(Of(Curve::through(points).within(context.inputs[0])))))
}

/// If no number of a point exceeds this absolute value, every coefficient of every piece is in the range of single precision.
const MOST: f64 = 1e9;

fn too_near([before, after]: &[f64; 2]) -> bool {
    after - before < 1e-9
}

/// One piece `y + t·(s + t·(c + t·d))`, where `t` is the distance from its start `x`.
#[derive(Clone, Copy, Debug)]
struct Piece {
    x: f64,
    coefficients: [f64; 4],
}

impl Piece {
    /// The same polynomial in terms of the distance from `x`.
    fn beginning_at(self, x: f64) -> Self {
        let ([y, s, c, d], t) = (self.coefficients, x - self.x);
        let coefficients =
            [y + t * (s + t * (c + t * d)), s + t * (2.0 * c + t * (3.0 * d)), c + t * (3.0 * d), d];
        Self { x, coefficients }
    }
}

/// The spline: a level piece, the pieces between points, and a level piece.
#[derive(Debug)]
pub(super) struct Curve {
    pieces: Vec<Piece>,
    points: Vec<[f64; 2]>,
}

impl Curve {
    pub(super) fn through(points: &[[f64; 2]]) -> Self {
        let slopes = slopes(points);
        let mut pieces = vec![Piece { x: points[0][0], coefficients: [points[0][1], 0.0, 0.0, 0.0] }];
        for (pair, slope) in points.windows(2).zip(slopes.windows(2)) {
            let ([x0, y0], [x1, y1]) = (pair[0], pair[1]);
            let (h, secant) = (x1 - x0, (y1 - y0) / (x1 - x0));
            let c = (3.0 * secant - 2.0 * slope[0] - slope[1]) / h;
            let d = (slope[0] + slope[1] - 2.0 * secant) / (h * h);
            pieces.push(Piece { x: x0, coefficients: [y0, slope[0], c, d] });
        }
        let last = points[points.len() - 1];
        pieces.push(Piece { x: last[0], coefficients: [last[1], 0.0, 0.0, 0.0] });
        Self { pieces, points: points.to_vec() }
    }

    /// The part of the curve that inputs in `range` reach. If they do not reach the start of the first piece, this piece begins
    /// at the least input instead: single precision would lose digits in the distance from a start that is far away.
    fn within(mut self, range: Interval) -> Self {
        if let Some(first) = self.pieces.iter().rposition(|piece| piece.x < range.min) {
            self.pieces.drain(..first);
            self.pieces[0] = self.pieces[0].beginning_at(range.min);
        }
        let reached = self.pieces.iter().filter(|piece| piece.x <= range.max).count();
        self.pieces.truncate(reached.max(1));
        self
    }

    /// The output for an input in the range of the pieces.
    fn at(&self, x: f64) -> f64 {
        let reached = self.pieces.iter().rposition(|piece| piece.x <= x).unwrap_or(0);
        let [output, ..] = self.pieces[reached].beginning_at(x).coefficients;
        // Apart from rounding, the output is between the outputs of the points around it.
        let after = self.points.iter().filter(|point| point[0] <= x).count();
        let around = [after.saturating_sub(1), after.min(self.points.len() - 1)].map(|i| self.points[i][1]);
        output.clamp(around[0].min(around[1]), around[0].max(around[1]))
    }
}

/// Slopes at the points: 0 at the ends (where level pieces join) and where the outputs turn, and elsewhere Fritsch and
/// Butland's weighted harmonic mean of the neighbouring secants, which keeps each piece monotone.
fn slopes(points: &[[f64; 2]]) -> Vec<f64> {
    let mut slopes = vec![0.0; points.len()];
    for i in 1..points.len() - 1 {
        let (before, after) = (points[i][0] - points[i - 1][0], points[i + 1][0] - points[i][0]);
        let (left, right) =
            ((points[i][1] - points[i - 1][1]) / before, (points[i + 1][1] - points[i][1]) / after);
        if left * right > 0.0 {
            let (w1, w2) = (2.0 * after + before, after + 2.0 * before);
            slopes[i] = (w1 + w2) / (w1 / left + w2 / right);
        }
    }
    slopes
}

impl Pointwise<1> for Curve {
    #[inline(always)]
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 1]) -> Taylor<L::F, 1> {
        let mut start = l.lit(self.pieces[0].x);
        let [a, b, c, d] = self.pieces[0].coefficients;
        let mut piece = [l.lit(a), l.lit(b), l.lit(c), l.lit(d)];
        for next in &self.pieces[1..] {
            let here = l.le(l.lit(next.x), x[0]);
            start = l.select(here, l.lit(next.x), start);
            for_each!(k < 4 => {
                piece[k] = l.select(here, l.lit(next.coefficients[k]), piece[k]);
            });
        }
        // Far from the start of a level piece, the distance `t` is large, but the coefficients that it is multiplied by are zero.
        let t = x[0] - start;
        let [y, s, c, d] = piece;
        let (two, three, six) = (l.lit(2.0), l.lit(3.0), l.lit(6.0));
        Taylor {
            v: y + t * (s + t * (c + t * d)),
            d: [s + t * (two * c + t * (three * d))],
            dd: [[two * c + t * (six * d)]],
        }
    }

    fn interval(&self, x: [Interval; 1]) -> Interval {
        // Between two points the curve only rises or only falls.
        let ends = Interval::point(self.at(x[0].min)).hull(self.at(x[0].max));
        let passed = self.points.iter().filter(|point| x[0].contains(point[0]));
        passed.fold(ends, |range, point| range.hull(point[1]))
    }
}
