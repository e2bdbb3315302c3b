//! A shape on two lattices that reads a field: its position, its chain rule and its bits.

use std::sync::Arc;

use orogen_engine::graph::{Graph, Step};
use orogen_engine::interval::Interval;
use orogen_engine::level::Level;
use orogen_engine::nodes::Node;
use orogen_engine::nodes::placed::{Laid, Shape};
use orogen_noise::jet::{Jet, Order};
use orogen_noise::lanes::Lanes;
use orogen_noise::lattice::Map;
use orogen_noise::placed::SampleLocation;

use crate::derivatives::{INPUTS, check_field};
use crate::field::{Field, Pictures, head, parse, points};

/// `input·u² + v`, where `u` is the first coordinate in the first lattice, and `v` the second coordinate in the second.
#[derive(Debug)]
struct Bent;

impl Shape<2, 1> for Bent {
    #[inline(always)]
    fn jet<L: Lanes>(
        &self,
        l: L,
        place: &SampleLocation<'_, L, 2>,
        [input]: [Jet<L::F, 2>; 1],
    ) -> Jet<L::F, 2> {
        let (first, second) = (place.site(l, 0), place.site(l, 1));
        let mut u = Jet::constant(l, l.signed(first.cell[0]) + first.frac[0]);
        u.g[0] = l.lit(1.0);
        let mut v = Jet::constant(l, l.signed(second.cell[1]) + second.frac[1]);
        v.g[1] = l.lit(1.0);
        let square = place.per_metre(l, 0, &u.product(u));
        square.product(input).plus(place.per_metre(l, 1, &v))
    }

    fn interval(&self, _inputs: [Interval; 1]) -> Interval {
        Interval::new(-100.0, 100.0)
    }
}

/// A turned lattice of cells of 400 m, and a plain one of 250 m.
fn lattices() -> Vec<Map<2>> {
    let (sin, cos) = 0.5_f64.sin_cos();
    vec![
        Map { matrix: [[cos / 400.0, sin / 400.0], [-sin / 400.0, cos / 400.0]], offset: [0.3, 0.0] },
        Map { matrix: [[1.0 / 250.0, 0.0], [0.0, 1.0 / 250.0]], offset: [0.0, -0.7] },
    ]
}

/// The shape in place of a field that reads `a`, perhaps on a displaced ground.
fn bent(displace: &str) -> Field<2> {
    let text = format!("{}{INPUTS}[fields.x]\ntype = 'abs'\ninput = 'a'\n{displace}", head("plane", "x"));
    let mut graph = Graph::<2>::new(&parse(&text).unwrap(), &Pictures, 1.0).unwrap();
    let Some(Step::Field { node, .. }) = graph.steps.last_mut() else { panic!("the last step is the field") };
    *node = Node::Placed(Arc::new(Laid::new(Bent, lattices())));
    Field::of(graph)
}

const DISPLACE: &str = "displace = { by = 'soft', strength = 90.0 }\n";

#[test]
fn a_shape_sees_the_place_and_its_input() {
    let a = Field::<2>::new("a", INPUTS);
    let points = points::<2>(500);
    let (inputs, values) = (a.values::<f64>(&points), bent("").values::<f64>(&points));
    let (sin, cos) = 0.5_f64.sin_cos();
    for ((point, input), value) in points.iter().zip(inputs).zip(values) {
        let u = (cos * point[0] + sin * point[1]) / 400.0 + 0.3;
        let expected = input * u * u + point[1] / 250.0 - 0.7;
        assert!((value - expected).abs() < 1e-12, "{value} at {point:?} against {expected}");
    }
}

#[test]
fn its_derivatives_are_those_of_the_whole() {
    for displace in ["", DISPLACE] {
        check_field(&bent(displace), displace, Order::Hessian);
    }
}

#[test]
fn its_bits_are_the_same_at_every_level() {
    let (field, points) = (bent(DISPLACE), points::<2>(101));
    for order in [Order::Value, Order::Gradient, Order::Hessian] {
        let expected = field.planes::<f32>(Level::Scalar, order, &points);
        for (name, level) in Level::all() {
            assert!(field.planes::<f32>(level, order, &points) == expected, "{order:?} at {name}");
        }
    }
}
