//! One recipe after another.

use std::sync::Arc;

use orogen::generate::Generator;
use orogen::generate::cpu::CpuMaker;
use orogen::generate::dispatcher::Dispatcher;
use orogen::generate::maker::Refusal;
use orogen::generate::tile::{GenerateError, Version};
use orogen::image::NoImages;

use crate::puppet::{Puppet, finish};
use crate::scene::{HILLS, NO_PICTURE, answer, answers, generator, queued, recipe, tile, until};

/// Waits until tiles are made of a recipe.
fn version(generator: &dyn Generator, version: Version) {
    until("the version", || (generator.state().version == Some(version)).then_some(()));
}

#[test]
fn the_old_recipe_runs_until_the_new_one_is_ready() {
    let (puppet, hands) = Puppet::new("puppet", 1);
    let generator = generator(vec![puppet]);
    assert_eq!(generator.state().version, None);
    hands.ready();
    version(&generator, Version(0));
    let kept = generator.ask(tile(0), 0);
    hands.make(1.0);
    answer(&generator, kept).unwrap();

    let new = generator.replace(recipe(HILLS), Arc::new(NoImages));
    assert_eq!(new, Version(1));
    let preparation = hands.preparation();
    assert_eq!(preparation.revision().version(), new);
    assert_eq!(preparation.spacing(), 4.0, "the spacing that tiles were asked for with");
    let meanwhile = generator.ask(tile(1), 0);
    hands.make(1.0);
    assert_eq!(answer(&generator, meanwhile).unwrap().version, Version(0));

    let (in_flight, in_queue) = (generator.ask(tile(2), 0), generator.ask(tile(3), 0));
    let job = hands.job();
    queued(&generator, 1);
    assert_eq!((generator.state().version, generator.state().preparing), (Some(Version(0)), Some(new)));
    preparation.finish(Ok(()));
    version(&generator, new);
    assert_eq!(generator.state().cached_bytes, 0);
    // It is being made of the old recipe: who asks now wants the new one.
    let again = generator.ask(tile(2), 0);
    finish(job, 1.0);
    assert_eq!((hands.make(2.0), hands.make(2.0)), (tile(3), tile(2)));
    let answers =
        answers(&generator, 3).into_iter().map(|answer| (answer.ticket, answer.tile.unwrap().version));
    assert_eq!(answers.collect::<Vec<_>>(), [(in_flight, Version(0)), (in_queue, new), (again, new)]);

    let forgotten = generator.ask(tile(0), 0);
    hands.make(2.0);
    assert_eq!(
        answer(&generator, forgotten).unwrap().version,
        new,
        "the cache holds nothing of the old recipe"
    );
    assert_eq!(generator.state().fault, None);
}

#[test]
fn of_recipes_that_come_fast_one_is_finished_and_then_the_last_taken_up() {
    let (puppet, hands) = Puppet::new("puppet", 1);
    let generator = generator(vec![puppet]);
    let first = hands.preparation();
    for _ in 0..10 {
        generator.replace(recipe(HILLS), Arc::new(NoImages));
    }
    // All of them have been read once this has.
    generator.ask(tile(0), 0);
    queued(&generator, 1);
    assert!(hands.is_empty(), "one at a time");
    first.finish(Ok(()));
    let job = hands.job();
    assert_eq!(job.revision().version(), Version(0), "not one of them is never shown");
    let last = hands.preparation();
    assert_eq!(last.revision().version(), Version(10));
    last.finish(Ok(()));
    version(&generator, Version(10));
    assert!(hands.is_empty());
    drop(job);
}

#[test]
fn an_unsound_recipe_is_told_and_the_old_one_stays() {
    let (puppet, hands) = Puppet::new("puppet", 1);
    let generator = generator(vec![puppet]);
    hands.ready();
    let bad = generator.replace(recipe(NO_PICTURE), Arc::new(NoImages));
    hands.preparation().finish(Err(Refusal::Failed("line 3: a shader that nobody likes".to_owned())));
    let (version, error) = until("the fault", || generator.state().fault.clone());
    assert_eq!(version, bad);
    assert_eq!(error.to_string(), "puppet: line 3: a shader that nobody likes");
    let ticket = generator.ask(tile(0), 0);
    hands.make(0.0);
    assert_eq!(answer(&generator, ticket).unwrap().version, Version(0));
    let mended = generator.replace(recipe(HILLS), Arc::new(NoImages));
    hands.ready();
    self::version(&generator, mended);
    assert_eq!(generator.state().fault, None);
}

#[test]
fn with_no_recipe_at_all_requests_are_answered_with_its_error() {
    let maker = Box::new(CpuMaker::new(CpuMaker::spare_threads()).unwrap());
    let generator = Dispatcher::new(recipe(NO_PICTURE), Arc::new(NoImages), vec![maker], 1 << 20).unwrap();
    let early = generator.ask(tile(0), 0);
    let error = answer(&generator, early).unwrap_err();
    assert!(matches!(&error, GenerateError::Recipe(error) if error.line() == 6), "{error}");
    let late = generator.ask(tile(1), 0);
    assert_eq!(answer(&generator, late).unwrap_err(), error);
    assert_eq!(generator.state().fault, Some((Version(0), error)));

    let mended = generator.replace(recipe(HILLS), Arc::new(NoImages));
    let ticket = generator.ask(tile(0), 0);
    assert_eq!(answer(&generator, ticket).unwrap().version, mended);

    let bad = generator.replace(recipe(NO_PICTURE), Arc::new(NoImages));
    until("the fault", || generator.state().fault.as_ref().filter(|(of, _)| *of == bad).map(drop));
    let ticket = generator.ask(tile(2), 0);
    assert_eq!(answer(&generator, ticket).unwrap().version, mended);
}
