//! The canonical text of a recipe is itself a recipe. It has the same canonical text, is accepted or refused alike, and gives
//! the same heights.

use orogen_engine::nodes::registry;
use orogen_engine::recipe::Recipe;
use orogen_engine::recipe::spec::Group;
use orogen_noise::basis::AnyBasis;
use orogen_noise::noise::Dimension;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

use crate::chooser::{Chooser, INPUTS};
use crate::field::{Field, graph, head, parse, points};

/// The bits of the recipe's field at some places, and its interval; the message of the error if the recipe is refused.
fn made(recipe: &Recipe) -> Result<(Vec<u64>, [f64; 2]), String> {
    if recipe.domain.sphere().is_some() { made_in::<3>(recipe) } else { made_in::<2>(recipe) }
}

fn made_in<const D: usize>(recipe: &Recipe) -> Result<(Vec<u64>, [f64; 2]), String>
where
    AnyBasis: Dimension<D>,
{
    let graph = graph::<D>(recipe, 1.0).map_err(|error| error.message)?;
    let field = Field::of(graph);
    let values = field.values::<f32>(&points(40)).into_iter().map(f64::to_bits).collect();
    Ok((values, [field.interval().min, field.interval().max]))
}

/// Whether the recipe is accepted.
pub(crate) fn check(recipe: &Recipe) -> bool {
    let canonical = recipe.canonical();
    let again = parse(&canonical).unwrap_or_else(|error| panic!("{error}\n{canonical}"));
    assert_eq!(again.canonical(), canonical);
    let made = [made(recipe), made(&again)];
    assert_eq!(made[0], made[1], "{}\nis not\n{canonical}", recipe.source.text);
    made[0].is_ok()
}

const REPEATS: &str = "kind = \"plane\", tile = true, size = 1000.0";
const PLANET: &str = "kind = \"planet\", radius = 5000.0";
const DOMAINS: [&str; 3] = ["kind = \"plane\", tile = false, size = 1000.0", REPEATS, PLANET];

#[test]
fn of_any_node_with_any_parameters() {
    for spec in registry().nodes() {
        for domain in DOMAINS {
            let config = ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() };
            let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
            let taken = std::cell::Cell::new(0);
            let choices = prop::collection::vec(0.0..1.0, 60);
            let run = TestRunner::new_with_rng(config, rng).run(&choices, |choices| {
                let head = head("plane", "x").replace("kind = \"plane\", size = 1000.0", domain);
                assert!(head.contains(domain));
                let recipe = parse(&(head + INPUTS + &Chooser::new(&choices).field(spec))).unwrap();
                taken.set(taken.get() + u32::from(check(&recipe)));
                Ok(())
            });
            assert!(run.is_ok(), "{run:?}");
            // Nodes that are always refused: in a domain that repeats, nodes that cannot repeat; on a planet, nodes that need a
            // plane, and `transform` with numbers that move it; elsewhere, nodes that need a planet.
            let never: &[&str] = match domain {
                REPEATS => &[
                    "simplex",
                    "ramp",
                    "image",
                    "continents",
                    "erosion",
                    "shapes",
                    "painted",
                    "blur",
                    "distance",
                    "curvature",
                ],
                PLANET => &[
                    "mesa",
                    "island",
                    "volcano",
                    "gullies",
                    "erosion",
                    "shapes",
                    "painted",
                    "blur",
                    "distance",
                    "curvature",
                    "transform",
                    "repeat",
                ],
                _ => &[],
            };
            let never = never.contains(&spec.name) || (spec.group == Group::Planet && domain != PLANET);
            assert!(taken.get() > 0 || never, "no `{}` is taken, {domain}", spec.name);
        }
    }
}
