//! Compares the cellular search with all cells at most three away, to the bit, in the hardest cases: on the faces and corners
//! of cells, and where the coordinates of cells wrap. Feature points are in the middles of their cells, or anywhere in their
//! cells. Half of the places are in rows, where neighbours share cells; the other half are scattered.

use super::all::{METRICS, OUTPUTS, Random};
use orogen_noise::basis::{AnyBasis, Cellular, Metric, Output};
use orogen_noise::fractal::{AnyFractal, Fbm};
use orogen_noise::jet::Order;
use orogen_noise::lanes::{Lanes, Scalar32};
use orogen_noise::level::Level;
use orogen_noise::noise::{Dimension, Noise};
use orogen_noise::octaves::{Layout, Octave};
use orogen_noise::rows::{Rows, STRIP};

/// In every metric, the second nearest point is at most three cell widths away. The points of cells beyond this reach are more
/// than three cell widths away along some axis.
const REACH: i64 = 3;

/// The offsets to the points of all cells within reach, in `f32` by their definition.
fn ways<const D: usize>(octave: &Octave<D>, jitter: f64, place: [f64; D]) -> Vec<[f32; D]> {
    let l = Scalar32;
    let side = 2 * REACH + 1;
    let spread = (jitter / 2.0) as f32;
    (0..side.pow(D as u32))
        .map(|index| {
            let steps: [i64; D] = std::array::from_fn(|axis| index / side.pow(axis as u32) % side - REACH);
            let axes: [_; D] = std::array::from_fn(|axis| {
                let cell = place[axis].floor() as i64 + steps[axis];
                let cell = octave.wrap.map_or(cell, |wrap| cell.rem_euclid(i64::from(wrap[axis])));
                octave.key.axis(l, axis, l.word(cell as u32))
            });
            let mut word = octave.key.point(l, axes);
            std::array::from_fn(|axis| {
                let part = l.word_lane(word, 0) >> 8;
                word = octave.key.again(l, word);
                let fraction = (place[axis] - place[axis].floor()) as f32;
                let first = ((steps[axis] as f32 + 0.5) - fraction) - spread;
                first + part as f32 * ((spread + spread) / 16_777_216.0)
            })
        })
        .collect()
}

/// The noise at a place, from the offsets to all points.
fn expected<const D: usize>(ways: &[[f32; D]], output: Output, metric: Metric) -> f32 {
    let mut far: Vec<f32> = ways
        .iter()
        .map(|way| match metric {
            Metric::Euclidean => way.iter().map(|w| w * w).fold(0.0, |a, b| a + b).sqrt(),
            Metric::Squared => way.iter().map(|w| w * w).fold(0.0, |a, b| a + b),
            Metric::Manhattan => way.iter().fold(0.0, |a, w| a + w.abs()),
            Metric::Chebyshev => way.iter().fold(0.0, |a: f32, w| a.max(w.abs())),
        })
        .collect();
    far.select_nth_unstable_by(1, f32::total_cmp);
    match output {
        Output::F1 => far[0],
        Output::F2 => far[1],
        Output::F2MinusF1 => far[1] - far[0],
    }
}

/// A coordinate on or near the border or the middle of a cell, or anywhere. It has at most 20 binary places, so it is exact
/// in `f64` in every cell, and its fraction is exact in `f32`.
fn nasty(random: &mut Random, cell: f64) -> f64 {
    let last = 1.0 - 1.0 / 1_048_576.0;
    let fractions = [0.0, 0.0, 1.0 - last, 0.25, 0.5, 0.5, 0.75, last, random.unit(), random.unit()];
    let fraction = fractions[(random.unit() * 10.0) as usize];
    cell + (fraction * 1_048_576.0).floor() / 1_048_576.0
}

/// Strips of places: half are scattered, half are rows along an axis, some of them backwards.
fn strips<const D: usize>(cells: &[f64]) -> Vec<Vec<[f64; D]>> {
    let mut random = Random(12);
    let place = |random: &mut Random| -> [f64; D] {
        std::array::from_fn(|_| {
            let cell = cells[(random.unit() * cells.len() as f64) as usize];
            nasty(random, cell)
        })
    };
    let spacings = [1.0 / 64.0, -1.0 / 16.0, 1.0 / 16.0, -1.0 / 64.0, 3.0 / 8.0, 0.0];
    let rows = spacings.iter().map(|spacing| {
        let start = place(&mut random);
        (0..STRIP)
            .map(|i| {
                std::array::from_fn(|axis| start[axis] + if axis == 0 { i as f64 * spacing } else { 0.0 })
            })
            .collect()
    });
    let rows: Vec<_> = rows.collect();
    let scattered = (0..rows.len()).map(|_| (0..STRIP).map(|_| place(&mut random)).collect());
    scattered.chain(rows).collect()
}

fn planes<const D: usize>(noise: &Noise<D>, level: Level, order: Order, places: &[[f64; D]]) -> Vec<Vec<u32>>
where
    AnyBasis: Dimension<D>,
{
    let strip = noise.strip::<f32>(places);
    let mut out = Rows::default();
    noise.row(level, order, &strip, &noise.line(&[0.0; D]), None, &mut Default::default(), &mut out).unwrap();
    (0..order.planes(D)).map(|plane| out.plane(plane).iter().map(|v| v.to_bits()).collect()).collect()
}

fn judge<const D: usize>(layout: &Layout, cells: &[f64])
where
    AnyBasis: Dimension<D>,
{
    for jitter in [0.0, 0.7, 1.0] {
        for places in strips::<D>(cells) {
            let noise = |output, metric| {
                let basis = AnyBasis::Cellular(Cellular { output, metric, jitter });
                Noise::<D>::new(basis, AnyFractal::Fbm(Fbm), layout).unwrap()
            };
            let octave = noise(Output::F1, Metric::Squared).octaves.list[0];
            let ways: Vec<_> = places.iter().map(|place| ways(&octave, jitter, *place)).collect();
            for (output, metric) in OUTPUTS.iter().flat_map(|o| METRICS.map(|m| (*o, m))) {
                let noise = noise(output, metric);
                let gradients = planes(&noise, Level::Scalar, Order::Gradient, &places);
                let wanted: Vec<f32> = ways.iter().map(|ways| expected(ways, output, metric)).collect();
                for (name, level) in Level::all() {
                    let values = &planes(&noise, level, Order::Value, &places)[0];
                    for (i, wanted) in wanted.iter().enumerate() {
                        let found = f32::from_bits(values[i]);
                        assert!(
                            found == *wanted,
                            "{output:?}, {metric:?}, jitter {jitter}, {name}, at {:?}: {found} for {wanted}",
                            places[i]
                        );
                    }
                    let found = planes(&noise, level, Order::Gradient, &places);
                    assert!(
                        found[0] == *values,
                        "{output:?}, {metric:?}, {name}: derivatives change the value"
                    );
                    assert!(found == gradients, "{output:?}, {metric:?}, {name}: other slopes than scalar");
                }
            }
        }
    }
}

#[test]
fn everywhere() {
    let cells = [-1.0, 0.0, 7.0, 2_147_483_646.0, 4_294_967_294.0, 4_294_967_295.0, -4_294_967_297.0];
    judge::<2>(&Layout::single(3, 1.0), &cells);
    judge::<3>(&Layout::single(3, 1.0), &cells);
}

/// Lattices that repeat after fewer cells than the search visits.
#[test]
fn small_tiles() {
    for side in [1.0, 2.0, 5.0] {
        let layout = Layout { tile: Some(side), ..Layout::single(3, 1.0) };
        judge::<2>(&layout, &[-1.0, 0.0, side - 1.0]);
        judge::<3>(&layout, &[-1.0, 0.0, side - 1.0]);
    }
}
