//! One recipe after another.

use std::sync::Arc;

use orogen_engine::bounds::Bounds;
use orogen_engine::generate::Generator;
use orogen_engine::generate::cpu::CpuMaker;
use orogen_engine::generate::dispatcher::Dispatcher;
use orogen_engine::generate::maker::Refusal;
use orogen_engine::generate::tile::{GenerateError, Version};
use orogen_engine::image::NoImages;
use orogen_engine::overlay::{Complaint, Layer, LayerBase, Overlay};
use orogen_engine::terrain::Images;

use crate::puppet::{Puppet, finish};
use crate::scene::{HILLS, NO_PICTURE, answer, answers, generator, queued, recipe, tile, until};

/// Waits until the generator makes tiles of this version of the recipe.
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
    // The tile is being made from the old recipe. Requests from now on are for the new recipe.
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
    // When this message has been read, all of them have been read.
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

/// A layer that nothing prepares: the puppet makes the tiles that the test asks for.
#[derive(Debug)]
struct Nothing;

impl Layer for Nothing {
    fn over(&self, _: LayerBase<'_>) -> Result<Arc<dyn Overlay>, Complaint> {
        Err(("nobody lays it".to_owned(), String::new()))
    }

    fn words(&self, _: &dyn Images, _: &mut dyn FnMut(u64)) -> Result<(), Complaint> {
        Ok(())
    }
}

/// The bounds of the tiles with numbers from `first` to `last`.
fn under(first: i64, last: i64) -> Bounds {
    // A tile is 32 m wide, and its neighbours share its edges.
    Bounds::of_plane([32.0 * first as f64 + 1.0, 0.0, 32.0 * last as f64 + 31.0, 1.0])
}

#[test]
fn after_a_stroke_the_cache_keeps_tiles_that_it_does_not_touch_under_the_new_version() {
    let (puppet, hands) = Puppet::new("puppet", 8);
    let generator = generator(vec![puppet]);
    hands.ready();
    for number in 0..4 {
        let ticket = generator.ask(tile(number), 0);
        hands.make(1.0);
        answer(&generator, ticket).unwrap();
    }
    let kept = generator.state().cached_bytes;
    let first = generator.sculpt(Arc::new(Nothing), under(1, 1));
    let preparation = hands.preparation();
    // Two more versions arrive before the first is ready. Their changes count together.
    generator.sculpt(Arc::new(Nothing), under(2, 2));
    let last = generator.sculpt(Arc::new(Nothing), under(7, 7));
    // One of the tiles in progress will be under a stroke, the other will not.
    let (stale, good) = (generator.ask(tile(7), 0), generator.ask(tile(5), 0));
    let (stale_job, good_job) = (hands.job(), hands.job());
    preparation.finish(Ok(()));
    version(&generator, first);
    assert_eq!(generator.state().cached_bytes, kept * 3 / 4);
    hands.ready();
    version(&generator, last);
    assert_eq!(generator.state().cached_bytes, kept / 2);
    finish(stale_job, 1.0);
    finish(good_job, 1.0);
    let both = answers(&generator, 2);
    let of = |ticket| both.iter().find(|answer| answer.ticket == ticket).unwrap().tile.clone().unwrap();
    assert_eq!((of(stale).version, of(good).version), (Version(0), last));
    for (number, height) in [(0, 1.0), (1, 2.0), (2, 2.0), (3, 1.0), (5, 1.0), (7, 2.0)] {
        let ticket = generator.ask(tile(number), 0);
        if height == 2.0 {
            hands.make(height);
        }
        let tile = answer(&generator, ticket).unwrap();
        assert_eq!((tile.version, tile.planes.height[0]), (last, height), "tile {number}");
    }
    assert!(hands.is_empty());
}

#[test]
fn what_another_maker_makes_is_not_kept() {
    let (first, hands) = Puppet::new("device", 1);
    let (second, others) = Puppet::new("cpu", 1);
    let generator = generator(vec![first, second]);
    hands.ready();
    let ticket = generator.ask(tile(0), 0);
    hands.make(1.0);
    answer(&generator, ticket).unwrap();
    let sculpted = generator.sculpt(Arc::new(Nothing), under(5, 5));
    hands.preparation().finish(Err(Refusal::Declined("strokes".to_owned())));
    others.ready();
    version(&generator, sculpted);
    assert_eq!(generator.state().cached_bytes, 0, "edges of tiles of two makers do not fit to the last bit");
}

#[test]
fn a_recipe_between_strokes_forgets_all() {
    let (puppet, hands) = Puppet::new("puppet", 1);
    let generator = generator(vec![puppet]);
    hands.ready();
    let ticket = generator.ask(tile(0), 0);
    hands.make(1.0);
    answer(&generator, ticket).unwrap();
    generator.sculpt(Arc::new(Nothing), under(5, 5));
    let preparation = hands.preparation();
    generator.replace(recipe(HILLS), Arc::new(NoImages));
    let last = generator.sculpt(Arc::new(Nothing), under(6, 6));
    preparation.finish(Ok(()));
    hands.ready();
    version(&generator, last);
    assert_eq!(generator.state().cached_bytes, 0);
}
