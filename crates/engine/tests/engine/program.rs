//! The operations of a terrain, and which field each belongs to.

use std::sync::Arc;

use orogen_engine::graph::{self, Graph};
use orogen_engine::image::NoImages;
use orogen_engine::interval::Interval;
use orogen_engine::nodes::Node;
use orogen_engine::nodes::pointwise::{Of, Pointwise, Taylor};
use orogen_engine::owner::Owner;
use orogen_engine::plan::Plan;
use orogen_engine::program::program;
use orogen_engine::recipe::{Recipe, Source};
use orogen_noise::jet::Order;
use orogen_noise::lanes::Lanes;

/// `warp` is evaluated for each axis of a displacement and once for its own values, and reads a number.
const LAND: &str = "orogen = 1\ndomain.size = 800.0\nheight = { field = 'land', scale = 90.0 }\n\
    [fields.land]\ntype = 'add'\na = 'peaks'\nb = 'warp'\n\
    [fields.peaks]\ntype = 'ridged'\nwavelength = 200.0\noctaves = 3\ndisplace = { by = 'warp', strength = 30.0 }\n\
    [fields.warp]\ntype = 'max'\na = 'soft'\nb = -0.5\n\
    [fields.soft]\ntype = 'perlin'\nwavelength = 300.0\n";

fn graph() -> Graph<2> {
    let recipe = Recipe::parse(Source::new("land", LAND), orogen_engine::nodes::registry()).unwrap();
    Graph::new(&recipe, &NoImages, 2.0).unwrap()
}

#[test]
fn every_operation_has_its_owner() {
    let program = program(&Plan::new(graph(), 90.0, 0.0), Order::Gradient).unwrap();
    let names: Vec<_> = program.owners.iter().map(|(_, owner)| owner.to_string()).collect();
    let warp = [r#"the field "soft" (perlin)"#, r#"the field "warp" (max)"#, r#"the field "warp" (max)"#];
    let peaks = [r#"the displacement of the field "peaks" (ridged)"#, r#"the field "peaks" (ridged)"#];
    let land = [r#"the field "land" (add)"#, "the height's scale and offset"];
    assert_eq!(names, [&warp[..], &warp, &peaks, &warp, &land].concat());
    let mut next = 1;
    for (ops, owner) in &program.owners {
        assert!(ops.start == next && ops.end > next, "{ops:?} of {owner}");
        next = ops.end;
    }
    assert_eq!(next as usize, program.trace.ops.len());
    let height = &program.owners[program.owners.len() - 1].0;
    assert!(program.outputs.iter().all(|output| height.contains(output)));
}

/// A node that reads a single sample.
#[derive(Debug)]
struct Peeking;

impl Pointwise<2> for Peeking {
    fn taylor<L: Lanes>(&self, l: L, x: [L::F; 2]) -> Taylor<L::F, 2> {
        let number = l.splat(l.lane(x[0], 0));
        Taylor { v: number, d: x, dd: [x; 2] }
    }

    fn interval(&self, x: [Interval; 2]) -> Interval {
        x[0]
    }
}

#[test]
fn what_cannot_be_written_down_is_named() {
    let mut graph = graph();
    let warp = graph.steps.iter_mut().find_map(|step| match step {
        graph::Step::Field { node, owner: Owner::Field { name, .. }, inputs, .. } if name == "warp" => {
            Some(node).filter(|_| !inputs.is_empty())
        }
        _ => None,
    });
    *warp.unwrap() = Node::Pointwise(Arc::new(Of(Peeking)));
    let error = program(&Plan::new(graph, 90.0, 0.0), Order::Value).unwrap_err();
    assert_eq!(error.owner, Owner::Field { name: "warp".to_owned(), node: "max" });
    let words = "the field \"warp\" (max) is for the processor only: it looks at single samples";
    assert_eq!(error.to_string(), words);
}
