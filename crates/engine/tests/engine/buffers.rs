//! Plans reuse row buffers: tests random graphs against an evaluation that keeps the values of all fields.

use std::fmt::Write as _;

use orogen_noise::rows::STRIP;
use proptest::prelude::*;

use crate::field::{Field, points};

/// A field that reads fields before it, some of them perhaps twice. All values stay within −1 … 1.
#[derive(Clone, Debug)]
enum Op {
    Ramp(f64),
    Invert(usize),
    Multiply(usize, usize),
    Min(usize, usize),
    Max(usize, usize),
    Mix(usize, usize, usize),
}

/// Each field with its displacement: by an earlier field, by this many metres.
type Graph = Vec<(Op, Option<(usize, f64)>)>;

fn graphs() -> impl Strategy<Value = Graph> {
    let picks = prop::collection::vec((0_usize..6, any::<[usize; 4]>(), 0.0..1.0), 8..40);
    picks.prop_map(|picks| {
        let mut displaced = 0;
        let node = |(at, (kind, reads, chance)): (usize, (usize, [usize; 4], f64))| {
            // Mostly recent fields, so that buffers are soon free again.
            let read = |k: usize| at - 1 - reads[k] % at.min(5);
            let op = match kind {
                _ if at < 2 => Op::Ramp(0.3 + at as f64),
                0 => Op::Ramp(360.0 * chance),
                1 => Op::Invert(read(0)),
                2 => Op::Multiply(read(0), read(1)),
                3 => Op::Min(read(0), read(1)),
                4 => Op::Max(read(0), read(1)),
                _ => Op::Mix(read(0), read(1), read(2)),
            };
            let displace = (at >= 2 && displaced < 5 && chance < 0.3).then(|| (read(3), 900.0 * chance));
            displaced += usize::from(displace.is_some());
            (op, displace)
        };
        picks.into_iter().enumerate().map(node).collect()
    })
}

fn text(graph: &Graph) -> String {
    let mut text = String::new();
    for (at, (op, displace)) in graph.iter().enumerate() {
        let op = match op {
            Op::Ramp(angle) => format!("type = 'ramp'\nangle = {angle:?}\nx = 400.0\ny = 300.0"),
            Op::Invert(a) => format!("type = 'invert'\npivot = 0.25\ninput = 'f{a}'"),
            Op::Multiply(a, b) => format!("type = 'multiply'\na = 'f{a}'\nb = 'f{b}'"),
            Op::Min(a, b) => format!("type = 'min'\na = 'f{a}'\nb = 'f{b}'"),
            Op::Max(a, b) => format!("type = 'max'\na = 'f{a}'\nb = 'f{b}'"),
            Op::Mix(a, b, m) => format!("type = 'mix'\na = 'f{a}'\nb = 'f{b}'\nmask = 'f{m}'"),
        };
        writeln!(text, "[fields.f{at}]\n{op}").unwrap();
        if let Some((by, strength)) = displace {
            writeln!(text, "displace = {{ by = 'f{by}', strength = {strength:?} }}").unwrap();
        }
    }
    text
}

/// Field `at` at a place. Displacements move the place equally along both axes, because nothing here uses random numbers.
fn value(graph: &Graph, at: usize, place: [f64; 2]) -> f64 {
    let mut values = Vec::with_capacity(at + 1);
    for (op, displace) in &graph[..=at] {
        let moved = displace.map(|(by, strength)| place.map(|x| x + strength * values[by]));
        let read = |k: usize| moved.map_or_else(|| values[k], |place| value(graph, k, place));
        let [x, y] = moved.unwrap_or(place);
        let value: f64 = match *op {
            Op::Ramp(angle) => {
                let (sin, cos) = angle.to_radians().sin_cos();
                (((x - 400.0) * cos + (y - 300.0) * sin) / 1000.0).clamp(0.0, 1.0)
            }
            Op::Invert(a) => 0.5 - read(a),
            Op::Multiply(a, b) => read(a) * read(b),
            Op::Min(a, b) => read(a).min(read(b)),
            Op::Max(a, b) => read(a).max(read(b)),
            Op::Mix(a, b, m) => {
                let mask = read(m).clamp(0.0, 1.0);
                read(a) + mask * (read(b) - read(a))
            }
        };
        values.push(value);
    }
    values[at]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn no_buffer_is_overwritten_while_it_is_wanted(graph in graphs()) {
        let last = graph.len() - 1;
        let Ok(field) = Field::<2>::at_spacing(&format!("f{last}"), &text(&graph), 1.0) else {
            return Err(TestCaseError::reject("displacements of displacements"));
        };
        let places = points::<2>(7);
        for (place, found) in places.iter().zip(field.values::<f64>(&places)) {
            let expected = value(&graph, last, *place);
            let close = (found - expected).abs() <= 1e-9 * expected.abs().max(1.0);
            prop_assert!(close, "{found} at {place:?} against {expected}\n{}", text(&graph));
        }
    }
}

/// A field that one step reads twice frees its buffer once. Otherwise two fields would share the buffer.
#[test]
fn a_field_read_twice_frees_its_buffer_once() {
    let fields = "[fields.way]\ntype = 'ramp'\n\
        [fields.square]\ntype = 'multiply'\na = 'way'\nb = 'way'\n\
        [fields.two]\ntype = 'offset'\ninput = 'square'\namount = 2.0\n\
        [fields.three]\ntype = 'offset'\ninput = 'square'\namount = 3.0\n\
        [fields.six]\ntype = 'multiply'\na = 'two'\nb = 'three'\n";
    let places: Vec<_> = (0..STRIP).map(|i| [i as f64 * 7.0, 0.0]).collect();
    let field = Field::<2>::new("six", fields);
    for (place, found) in places.iter().zip(field.values::<f64>(&places)) {
        let square = (place[0] / 1000.0).powi(2);
        assert!((found - (square + 2.0) * (square + 3.0)).abs() < 1e-12, "{found} at {place:?}");
    }
}

/// Long chains need two buffers, however long they are.
#[test]
fn a_chain_needs_two_buffers() {
    let mut fields = "[fields.f0]\ntype = 'ramp'\n".to_owned();
    for at in 1..100 {
        write!(fields, "[fields.f{at}]\ntype = 'abs'\ninput = 'f{}'\n", at - 1).unwrap();
    }
    assert_eq!(Field::<2>::new("f99", &fields).plan.buffers, 2);
}
