//! Every node, with any valid parameters and any spacing, is finite and within its declared interval.

use orogen_engine::cpu::Number;
use orogen_engine::interval::Interval;
use orogen_engine::level::Level;
use orogen_engine::nodes::registry;
use orogen_engine::recipe::RecipeError;
use orogen_engine::recipe::spec::Group;
use orogen_noise::basis::AnyBasis;
use orogen_noise::jet::Order;
use orogen_noise::noise::Dimension;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

use crate::chooser::{Chooser, INPUTS};
use crate::field::{Field, points};

#[test]
fn any_parameters_give_finite_values_in_the_declared_interval() {
    let mut faults = Vec::new();
    for spec in registry().nodes() {
        let config = ProptestConfig {
            cases: 30,
            max_global_rejects: 3000,
            failure_persistence: None,
            ..ProptestConfig::default()
        };
        let choices = prop::collection::vec(0.0..1.0, 60);
        let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let run = TestRunner::new_with_rng(config, rng).run(&choices, |choices| {
            let text = INPUTS.to_owned() + &Chooser::new(&choices).field(spec);
            let taken = match spec.group {
                Group::Planet => check(|spacing| Field::<3>::on_planet(1000.0, "x", &text, spacing), &text)?,
                _ => check(|spacing| Field::<2>::at_spacing("x", &text, spacing), &text)?,
            };
            check(|spacing| Field::<3>::at_spacing("x", &text, spacing), &text)?;
            prop_assume!(taken);
            Ok(())
        });
        // The failing choices alone say nothing; the message has the recipe.
        faults.extend(run.err().map(|fault| fault.to_string()));
    }
    assert!(faults.is_empty(), "{} nodes fail:\n{}", faults.len(), faults.join("\n"));
}

/// Whether the node accepts the parameters. If it does, its values must be in its interval.
fn check<const D: usize>(
    at_spacing: impl Fn(f64) -> Result<Field<D>, RecipeError>,
    text: &str,
) -> Result<bool, TestCaseError>
where
    AnyBasis: Dimension<D>,
{
    let Ok(field) = at_spacing(1.0) else {
        return Ok(false);
    };
    for spacing in [1e-3, 40.0, 1e6] {
        // Some recipes that feed slopes back are refused if they have too many octaves.
        let Ok(other) = at_spacing(spacing) else {
            continue;
        };
        prop_assert_eq!(other.interval(), field.interval(), "at spacing {}\n{}", spacing, text);
        within::<f32, D>(&other, 300, 1e-6)
            .map_err(|fault| TestCaseError::fail(format!("f32 at spacing {spacing}: {fault}\n{text}")))?;
    }
    within::<f32, D>(&field, 2500, 1e-6)
        .map_err(|fault| TestCaseError::fail(format!("f32: {fault}\n{text}")))?;
    within::<f64, D>(&field, 200, 1e-12)
        .map_err(|fault| TestCaseError::fail(format!("f64: {fault}\n{text}")))?;
    Ok(true)
}

fn within<S: Number, const D: usize>(field: &Field<D>, count: usize, tolerance: f64) -> Result<(), String>
where
    AnyBasis: Dimension<D>,
{
    let interval = field.interval();
    let Interval { min, max } = interval;
    if !(min.is_finite() && max.is_finite() && min <= max) {
        return Err(format!("{interval:?}"));
    }
    let slack = tolerance * interval.length().max(field.magnitude);
    let points = points::<D>(count);
    for (point, jet) in points.iter().zip(field.planes::<S>(Level::best(), Order::Gradient, &points)) {
        if !jet.iter().all(|number| number.is_finite()) {
            return Err(format!("{jet:?} at {point:?}"));
        }
        if !(min - slack <= jet[0] && jet[0] <= max + slack) {
            return Err(format!("{} at {point:?} is not in {interval:?}", jet[0]));
        }
    }
    Ok(())
}
