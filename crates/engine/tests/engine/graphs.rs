//! The steps of a graph: equal uses of a field share a step, and fields that are not used have none.

use orogen_engine::graph::{Graph, Step};
use orogen_engine::nodes::{is_solved, registry};
use orogen_engine::terrain::solved;

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

/// A displacement without random numbers is the same along every axis, so it is evaluated once. One with random numbers is
/// evaluated once per axis, and its mask, which has none, once for both.
#[test]
fn axes_share_what_has_no_random_numbers() {
    let field = |by: &str| {
        format!(
            "[fields.x]\ntype = 'ramp'\ndisplace = {{ by = '{by}', strength = 90 }}\n\
             [fields.round]\ntype = 'radial'\n[fields.way]\ntype = 'ramp'\n[fields.soft]\ntype = 'fbm'\nwavelength = 300\n\
             [fields.plain]\ntype = 'multiply'\na = 'round'\nb = 'way'\n\
             [fields.masked]\ntype = 'multiply'\na = 'round'\nb = 'soft'\n\
             [fields.bent]\ntype = 'radial'\ndisplace = {{ by = 'soft', strength = 90 }}\n"
        )
    };
    let steps = |by: &str| graph(&field(by)).steps.len();
    // The field and its ground, and: the shapes and their product; both noises and products; both noises, a ground and the shape.
    assert_eq!([steps("plain"), steps("masked"), steps("bent")], [2 + 3, 2 + 1 + 4, 2 + 4]);
}

/// Each link of a chain adds one evaluation per axis and a ground, because the axes of a displacement are displaced alike.
#[test]
fn chains_of_displacements_grow_by_the_same_amount_with_each_link() {
    let chain = |links: usize| {
        let link = |k: usize| {
            let displace = if k < links {
                format!("displace = {{ by = 'f{}', strength = 30 }}\n", k + 1)
            } else {
                String::new()
            };
            format!("[fields.f{k}]\ntype = 'swiss'\nwavelength = 300\n{displace}")
        };
        let fields = (1..=links).map(link).collect::<String>() + &link(0).replace("fields.f0", "fields.x");
        Graph::<2>::new(&parse(&(head("plane", "x") + &fields)).unwrap(), &Pictures, 1.0)
            .map(|graph| graph.steps.len())
    };
    let steps: Vec<_> = (0..=4).map(|links| chain(links).unwrap()).collect();
    assert_eq!(steps, [1, 4, 7, 10, 13]);
    // The deepest nesting of fields.
    assert!(chain(255).is_ok() && chain(256).is_err());
}

/// The axes of a displacement share the ground below a map, and the coordinates in a box.
#[test]
fn axes_share_the_ground_below_a_map() {
    let steps = |map: &str| {
        graph(&format!(
            "[fields.x]\ntype = 'ramp'\ndisplace = {{ by = 'mapped', strength = 90 }}\n\
             [fields.mapped]\n{map}\ninput = 'rough'\ndisplace = {{ by = 'soft', strength = 40 }}\n\
             [fields.rough]\ntype = 'swiss'\nwavelength = 200\ndisplace = {{ by = 'soft', strength = 20 }}\n\
             [fields.soft]\ntype = 'fbm'\nwavelength = 300\n"
        ))
        .steps
        .len()
    };
    // The ramp; for each axis `mapped` and `rough`, and `soft` on both grounds; the ground of each displacement.
    let always = 1 + 2 * 4 + 3;
    assert_eq!(steps("type = 'transform'\nmove_x = 7"), always + 1);
    assert_eq!(steps("type = 'repeat'\nperiod_x = 90\nperiod_y = 90"), always + 3);
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

#[test]
fn every_solved_node_has_a_method() {
    let nodes: Vec<_> = registry().nodes().iter().filter(|spec| is_solved(spec)).collect();
    assert!(nodes.len() >= 6, "{} nodes", nodes.len());
    for spec in nodes {
        let lines = match spec.name {
            "shapes" => "file = 'roads.csv'",
            "painted" => "strokes = 'mask.strokes'",
            _ => "input = 'a'",
        };
        let fields = format!(
            "[fields.x]\ntype = '{}'\n{lines}\n[fields.a]\ntype = 'fbm'\nwavelength = 300\noctaves = 2\n",
            spec.name
        );
        let (solutions, _) =
            solved(&parse(&(head("plane", "x") + &fields)).unwrap(), &Pictures, &[]).unwrap();
        assert!(solutions.contains_key("x"), "{}", spec.name);
    }
}
