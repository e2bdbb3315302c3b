//! Fields that read the slopes of others.

use orogen_engine::graph::Graph;
use orogen_engine::level::Level;
use orogen_engine::nodes::registry;
use orogen_engine::recipe::spec::{Group, ParamKind};
use orogen_noise::jet::Order;

use crate::field::{Field, Pictures, graph, head, on_planet, parse, points};

/// If curvature is needed, the help names all nodes that have slopes but no curvature.
#[test]
fn the_help_names_every_node_without_curvature() {
    let steepness = registry().get("steepness").unwrap();
    let (_, list) = steepness.help.split_once("slopes only if the field has curvature: ").unwrap();
    let (list, _) = list.split_once(", and fields made from them, have no curvature").unwrap();
    let mut named: Vec<_> =
        list.split([',', ' ']).filter(|word| !word.is_empty() && *word != "and").collect();
    named.sort_unstable();
    let mut without = Vec::new();
    for spec in registry().nodes() {
        let mut field = format!("[fields.x]\ntype = '{}'\n", spec.name);
        for input in spec.inputs {
            // An input with a range is refused if it has no value in the range.
            let read = if input.numbers[0] > f64::MIN { "45 + 30 * a" } else { "a" };
            field += &format!("{} = '{read}'\n", input.name);
        }
        for param in spec.params.iter().filter(|param| param.is_required()) {
            field += &match param.kind {
                ParamKind::Points => "points = [[0, 0], [1, 1]]\n".to_owned(),
                ParamKind::File => format!("{} = 'smooth.png'\n", param.name),
                _ if param.name == "wavelength" => "wavelength = 200\n".to_owned(),
                _ if param.name == "step" => "step = 1\n".to_owned(),
                _ => panic!("a value for `{}` of {}", param.name, spec.name),
            };
        }
        let field = format!("[fields.a]\ntype = 'fbm'\nwavelength = 300\noctaves = 2\n{field}");
        let max_order = if spec.group == Group::Planet {
            let recipe = parse(&(on_planet("x") + &field)).unwrap();
            graph::<3>(&recipe, 1.0).map(|graph| graph.max_order)
        } else {
            let recipe = parse(&(head("plane", "x") + &field)).unwrap();
            graph::<2>(&recipe, 1.0).map(|graph| graph.max_order)
        };
        if max_order.unwrap_or_else(|error| panic!("{error}")) < Order::Hessian {
            without.push(spec.name);
        }
    }
    without.sort_unstable();
    assert_eq!(named, without);
}

#[test]
fn steepness_is_the_squared_sine_of_the_slope_angle() {
    let hills = "[fields.x]\ntype = 'steepness'\ninput = 'a'\nscale = 40.0\n\
                 [fields.a]\ntype = 'fbm'\nwavelength = 90.0\noctaves = 3\n";
    let points = points::<2>(50);
    let steep = Field::<2>::new("x", hills).planes::<f64>(Level::Scalar, Order::Value, &points);
    let slopes = Field::<2>::new("a", hills).planes::<f64>(Level::Scalar, Order::Gradient, &points);
    for (steep, jet) in steep.iter().zip(&slopes) {
        let angle = (40.0 * jet[1].hypot(jet[2])).atan();
        assert!((steep[0] - angle.sin().powi(2)).abs() < 1e-12, "{steep:?} at {jet:?}");
    }
}

#[test]
fn a_field_without_curvature_cannot_be_followed() {
    let text = head("plane", "x")
        + "[fields.x]\ntype = 'steepness'\ninput = 'bent'\n\
           [fields.bent]\ntype = 'abs'\ninput = 'peaks'\n\
           [fields.peaks]\ntype = 'swiss'\nwavelength = 90.0\n";
    let error = Graph::<2>::new(&parse(&text).unwrap(), &Pictures, 1.0).unwrap_err().to_string();
    assert!(error.contains("`x` follows the slopes of its input, which has no curvature"), "{error}");
}
