//! The steps of a graph: equal uses of a field share a step, and fields that are not used have none.

use orogen_engine::graph::{Graph, Step};

use crate::field::{Pictures, head, parse};

fn graph(fields: &str) -> Graph<2> {
    Graph::new(&parse(&(head("plane", "x") + fields)).unwrap(), &Pictures, 1.0).unwrap()
}

fn grounds(graph: &Graph<2>) -> usize {
    graph.steps.iter().filter(|step| matches!(step, Step::Ground { .. })).count()
}

/// `x` adds up two fields, each displaced by `soft`.
fn displaced_twice(strengths: [&str; 2]) -> String {
    let field = |name: &str, strength: &str| {
        format!("[fields.{name}]\ntype = 'ramp'\ndisplace = {{ by = 'soft', strength = {strength} }}\n")
    };
    "[fields.soft]\ntype = 'fbm'\nwavelength = 300\n[fields.x]\ntype = 'add'\na = 'one'\nb = 'two'\n"
        .to_owned()
        + &field("one", strengths[0])
        + &field("two", strengths[1])
}

#[test]
fn fields_displaced_alike_share_their_ground() {
    // The displacement along each axis, the ground, both fields and their sum.
    let shared = graph(&displaced_twice(["50", "'0.05 km'"]));
    assert_eq!((shared.steps.len(), grounds(&shared)), (6, 1));
    let apart = graph(&displaced_twice(["50", "51"]));
    assert_eq!((apart.steps.len(), grounds(&apart)), (7, 2));
    // Displaced by the same amount, but on another ground.
    let displace = "b = 'two'\ndisplace = { by = 'soft', strength = 50 }\n";
    let nested = displaced_twice(["50", "50"]).replace("b = 'two'\n", displace);
    let nested = graph(&nested);
    assert_eq!((nested.steps.len(), grounds(&nested)), (2 + 1 + 2 + 1 + 2 + 1, 2));
}

#[test]
fn what_is_not_used_has_no_step() {
    let used = displaced_twice(["50", "50"]);
    let spare = "[fields.spare]\ntype = 'swiss'\nwavelength = 90\ndisplace = { by = 'two', strength = 9 }\n\
        [fields.rest]\ntype = 'add'\na = 'spare'\nb = 3\n";
    let (without, with) = (graph(&used), graph(&(used.clone() + spare)));
    assert_eq!(format!("{:?}", without.steps), format!("{:?}", with.steps));
    assert_eq!((without.warnings.len(), with.warnings.len()), (0, 2));
}

#[test]
fn every_node_is_declared_soundly() {
    assert_eq!(orogen_engine::nodes::registry().faults(), Vec::<String>::new());
}
