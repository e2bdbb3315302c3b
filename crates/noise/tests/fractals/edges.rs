//! Rows that share edges have the bits of rows that share nothing, in whatever order rows, strips, noises and orders
//! of derivatives follow one another.

use crate::cases::{PERLIN, fractals, orders, unit};
use orogen_noise::basis::{AnyBasis, Fade, ImprovedPerlin, Value};
use orogen_noise::jet::Order;
use orogen_noise::level::{Element, Level};
use orogen_noise::noise::{Noise, Scratch};
use orogen_noise::octaves::{Count, Layout};
use orogen_noise::rows::Rows;

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

/// Rows one after another, over again, back, and anywhere.
fn rows() -> Vec<f64> {
    let steps = (0..40).map(|i| f64::from(i) * 3.7 - 60.0);
    let back = (0..10).map(|i| 30.0 - f64::from(i) * 11.0);
    steps.clone().chain(steps.take(3)).chain(back).chain((0..10).map(|i| (unit(i) - 0.5) * 1e5)).collect()
}

fn bits<S: Element>(out: &Rows<S>, order: Order) -> Vec<u64> {
    let planes = (0..order.planes(2)).flat_map(|plane| &out.plane(plane)[..COLUMNS]);
    planes.map(|value| value.to_f64().to_bits()).collect()
}

fn rows_share_edges_unseen<S: Element>(level: Level) {
    let columns = |from: f64| (0..COLUMNS).map(|i| [from + i as f64 * 3.7, 0.0]).collect::<Vec<_>>();
    let (mut shared, mut lone) = (Scratch::default(), Scratch::default());
    let (mut out, mut expected) = (Rows::default(), Rows::default());
    for noise in noises() {
        let strips = [-200.0, 1000.0].map(|from| {
            // One more column that does not lie on a line with the others.
            let apart = columns(from).into_iter().chain([[0.0, 50.0]]).collect::<Vec<_>>();
            (noise.strip::<S>(&columns(from)), noise.strip::<S>(&apart))
        });
        for (index, y) in rows().into_iter().enumerate() {
            // Now and then another strip, another row's share of x, another order.
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
fn edges_are_shared_unseen_by_vectors() {
    rows_share_edges_unseen::<f32>(Level::best());
}

#[test]
fn edges_are_shared_unseen_one_sample_at_a_time() {
    rows_share_edges_unseen::<f32>(Level::Scalar);
}

#[test]
fn edges_are_shared_unseen_in_double_precision() {
    rows_share_edges_unseen::<f64>(Level::Scalar);
}
