//! Rows that share edges have the bits of rows that share nothing, for any sequence of rows, strips, noises and orders of
//! derivatives.

use std::time::{Duration, Instant};

use crate::cases::{PERLIN, fractals, orders, unit};
use orogen_noise::basis::{AnyBasis, Fade, Hermite, ImprovedPerlin, Value};
use orogen_noise::fractal::{AnyFractal, Fbm};
use orogen_noise::jet::Order;
use orogen_noise::level::{Element, Level};
use orogen_noise::noise::{Noise, Scratch};
use orogen_noise::octaves::{Count, Layout};
use orogen_noise::rows::{Rows, STRIP};

const COLUMNS: usize = 101;

fn noises() -> Vec<Noise<2>> {
    let along = Layout { count: Count::Exactly(7), scatter: true, ..Layout::single(7, 100.0) };
    let layouts = [
        along,
        Layout { tile: Some(1600.0), ..along },
        Layout { count: Count::Auto, spacing: 3.7, lacunarity: 2.3, ..along },
    ];
    let bases = [
        PERLIN,
        AnyBasis::Hermite(Hermite),
        AnyBasis::ImprovedPerlin(ImprovedPerlin::seeded(3)),
        AnyBasis::Value(Value::default()),
        AnyBasis::Value(Value { fade: Fade::Cubic }),
    ];
    let over = |basis| {
        let parts = fractals().into_iter().flat_map(move |fractal| layouts.map(|layout| (fractal, layout)));
        parts.filter_map(move |(fractal, layout)| Noise::new(basis, fractal, &layout).ok())
    };
    bases.into_iter().flat_map(over).collect()
}

/// The y coordinates of rows: in sequence, repeated, backwards, and at random.
fn rows() -> Vec<f64> {
    let steps = (0..40).map(|i| f64::from(i) * 3.7 - 60.0);
    let back = (0..10).map(|i| 30.0 - f64::from(i) * 11.0);
    steps.clone().chain(steps.take(3)).chain(back).chain((0..10).map(|i| (unit(i) - 0.5) * 1e5)).collect()
}

fn bits<S: Element>(out: &Rows<S>, order: Order) -> Vec<u64> {
    let planes = (0..order.planes(2)).flat_map(|plane| &out.plane(plane)[..COLUMNS]);
    planes.map(|value| value.to_f64().to_bits()).collect()
}

fn sharing_changes_no_bits<S: Element>(level: Level) {
    let columns = |from: f64| (0..COLUMNS).map(|i| [from + i as f64 * 3.7, 0.0]).collect::<Vec<_>>();
    let (mut shared, mut lone) = (Scratch::default(), Scratch::default());
    let (mut out, mut expected) = (Rows::default(), Rows::default());
    for noise in noises() {
        let strips = [-200.0, 1000.0].map(|from| {
            // One more column that is not on the line of the others, so that nothing is shared.
            let apart = columns(from).into_iter().chain([[0.0, 50.0]]).collect::<Vec<_>>();
            (noise.strip::<S>(&columns(from)), noise.strip::<S>(&apart))
        });
        for (index, y) in rows().into_iter().enumerate() {
            // Sometimes uses another strip, another row's share of x, or another order.
            let (along, apart) = &strips[usize::from(index % 13 == 12)];
            let line = noise.line(&[if index % 9 == 8 { 77.7 } else { 0.0 }, y]);
            let orders = orders(noise.max_order());
            let order = orders[if index % 7 == 6 { 0 } else { orders.len() - 1 }];
            noise.row(level, order, along, &line, None, &mut shared, &mut out).unwrap();
            noise.row(level, order, apart, &line, None, &mut lone, &mut expected).unwrap();
            assert_eq!(
                bits(&out, order),
                bits(&expected, order),
                "{noise:?} {order:?} at {level:?}, row {index}"
            );
        }
    }
}

#[test]
fn sharing_edges_changes_no_bits_of_vectors() {
    sharing_changes_no_bits::<f32>(Level::best());
}

#[test]
fn sharing_edges_changes_no_bits_of_single_samples() {
    sharing_changes_no_bits::<f32>(Level::Scalar);
}

#[test]
fn sharing_edges_changes_no_bits_of_f64() {
    sharing_changes_no_bits::<f64>(Level::Scalar);
}

/// Rows share edges only for speed, and benches are not run often enough to notice a loss. The smallest of many short times,
/// measured alternately, excludes other load of the machine. The usual factor is about 4.
#[test]
fn sharing_edges_is_faster() {
    let layout = Layout { count: Count::Exactly(8), scatter: true, ..Layout::single(7, 512.0) };
    let noise = Noise::new(PERLIN, AnyFractal::Fbm(Fbm), &layout).unwrap();
    let columns = |apart: f64| (0..STRIP).map(move |i| [i as f64, if i == 0 { apart } else { 0.0 }]);
    let strips = [0.0, 1.0].map(|apart| noise.strip::<f32>(&columns(apart).collect::<Vec<_>>()));
    let lines: Vec<_> = (0..64).map(|row| noise.line(&[0.0, f64::from(row)])).collect();
    let (mut scratch, mut out) = (Scratch::default(), Rows::default());
    let mut least = [Duration::MAX; 2];
    for _ in 0..300 {
        for (strip, least) in strips.iter().zip(&mut least) {
            let start = Instant::now();
            for line in &lines {
                noise.row(Level::best(), Order::Value, strip, line, None, &mut scratch, &mut out).unwrap();
            }
            *least = start.elapsed().min(*least);
        }
    }
    let ratio = least[1].as_secs_f64() / least[0].as_secs_f64();
    assert!(ratio > 1.5, "rows that share edges are only {ratio:.2} times as fast as those that do not");
}
