//! Jobs that one maker cannot do go to the next.

use std::sync::Arc;

use orogen_engine::generate::Generator;
use orogen_engine::generate::cpu::CpuMaker;
use orogen_engine::generate::maker::{Job, Maker, Preparation, Refusal};
use orogen_engine::generate::state::PassedOver;
use orogen_engine::generate::tile::{GenerateError, Version};
use orogen_engine::image::NoImages;

use crate::puppet::{Puppet, finish};
use crate::scene::{HILLS, answer, answers, generator, queued, recipe, tile, until};

fn passed_over(maker: &str, reason: &str, lost: bool) -> Vec<PassedOver> {
    vec![PassedOver { maker: maker.into(), reason: reason.to_owned(), lost }]
}

#[test]
fn a_recipe_that_one_maker_declines_goes_to_the_next() {
    let ((device, hands), (spare, spare_hands)) = (Puppet::new("device", 4), Puppet::new("spare", 1));
    let generator = generator(vec![device, spare]);
    hands.preparation().finish(Err(Refusal::Declined("craters".to_owned())));
    spare_hands.ready();
    let ticket = generator.ask(tile(0), 0);
    spare_hands.make(0.0);
    assert_eq!(&*answer(&generator, ticket).unwrap().made_by, "spare");
    assert_eq!(generator.state().maker.as_deref(), Some("spare"));
    assert_eq!(generator.state().passed_over, passed_over("device", "craters", false));
    assert!(hands.is_empty());

    generator.replace(recipe(HILLS), Arc::new(NoImages));
    hands.ready();
    until("the device", || (generator.state().maker.as_deref() == Some("device")).then_some(()));
    assert_eq!(generator.state().passed_over, [], "another recipe is offered to it again");
}

#[test]
fn a_tile_that_one_maker_declines_goes_to_the_next() {
    let ((device, hands), (spare, spare_hands)) = (Puppet::new("device", 1), Puppet::new("spare", 1));
    let generator = generator(vec![device, spare]);
    hands.ready();
    let ticket = generator.ask(tile(0), 0);
    hands.refuse(Refusal::Declined("too large".to_owned()));
    spare_hands.make(0.0);
    assert_eq!(&*answer(&generator, ticket).unwrap().made_by, "spare");
    let ticket = generator.ask(tile(1), 0);
    hands.make(0.0);
    assert_eq!(&*answer(&generator, ticket).unwrap().made_by, "device");
}

/// The device declines three tiles. The spare maker works on one of them, and two wait. Tiles that come later in the order do not
/// wait for these three.
#[test]
fn what_only_a_busy_maker_may_make_is_in_nobodys_way() {
    let ((device, hands), (spare, spare_hands)) = (Puppet::new("device", 1), Puppet::new("spare", 1));
    let generator = generator(vec![device, spare]);
    hands.ready();
    let large: Vec<_> = (0..3).map(|at| generator.ask(tile(at), 100)).collect();
    let small: Vec<_> = (3..6).map(|at| generator.ask(tile(at), [1, 3, 2][at as usize - 3])).collect();
    (0..3).for_each(|_| hands.refuse(Refusal::Declined("too large".to_owned())));
    let made: Vec<_> = (0..3).map(|_| hands.make(1.0).place.grid().unwrap().first_column / 8).collect();
    assert_eq!(made, [4, 5, 3], "by priority");
    let answered: Vec<_> = answers(&generator, 3).into_iter().map(|answer| answer.ticket).collect();
    assert_eq!(answered, [small[1], small[2], small[0]]);
    // A new priority also applies to tiles that wait for the spare maker.
    generator.reprioritise(large[2], 200);
    queued(&generator, 2);
    let made: Vec<_> = (0..3).map(|_| spare_hands.make(2.0).place.grid().unwrap().first_column / 8).collect();
    assert_eq!(made, [0, 2, 1]);
    answers(&generator, 3);
    assert!(hands.is_empty());
}

#[test]
fn what_a_lost_maker_had_in_hand_is_finished_by_the_next() {
    let (device, hands) = Puppet::new("device", 4);
    let spare = Box::new(CpuMaker::new(CpuMaker::spare_threads()).unwrap());
    let generator = generator(vec![device, spare]);
    hands.ready();
    let before = generator.ask(tile(9), 0);
    hands.make(0.0);
    answer(&generator, before).unwrap();
    let tickets: Vec<_> = (0..8).map(|at| generator.ask(tile(at), 0)).collect();
    queued(&generator, 4);
    let mut jobs: Vec<_> = (0..4).map(|_| hands.job()).collect();
    generator.cancel(tickets[3]);
    finish(jobs.remove(0), 1e6);
    for job in jobs {
        job.finish(Err(Refusal::Lost("the cable was pulled".to_owned())));
    }
    // The device may have received more jobs before its loss was known.
    let more = std::thread::scope(|scope| {
        let answers = scope.spawn(|| answers(&generator, 7));
        while !answers.is_finished() {
            if !hands.is_empty() {
                hands.refuse(Refusal::Lost("it is still lost".to_owned()));
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        answers.join().unwrap()
    });
    let mut answered: Vec<_> = more.iter().map(|answer| answer.ticket).collect();
    answered.sort();
    assert_eq!(answered, [0, 1, 2, 4, 5, 6, 7].map(|at| tickets[at]), "each once");
    let makers =
        |at: usize| more.iter().find(|answer| answer.ticket == tickets[at]).unwrap().tile.clone().unwrap();
    assert_eq!(&*makers(0).made_by, "device");
    assert!((1..8).filter(|&at| at != 3).all(|at| &*makers(at).made_by == "cpu"));
    assert_eq!(generator.state().passed_over, passed_over("device", "the cable was pulled", true));
    assert_eq!(generator.state().maker.as_deref(), Some("cpu"));

    let again = generator.ask(tile(9), 0);
    assert_eq!(
        &*answer(&generator, again).unwrap().made_by,
        "cpu",
        "edges fit only between tiles of one maker"
    );
    generator.replace(recipe(HILLS), Arc::new(NoImages));
    until("the new recipe", || (generator.state().version == Some(Version(1))).then_some(()));
    assert!(hands.is_empty(), "a lost maker is not asked again");
}

#[test]
fn with_no_maker_left_there_is_an_answer_all_the_same() {
    let (puppet, hands) = Puppet::new("puppet", 1);
    let generator = generator(vec![puppet]);
    hands.ready();
    let tickets: Vec<_> = (0..3).map(|at| generator.ask(tile(at), 0)).collect();
    hands.refuse(Refusal::Lost("gone".to_owned()));
    let lost = GenerateError::Maker { maker: "puppet".into(), message: "gone".to_owned() };
    for (answer, ticket) in answers(&generator, 3).into_iter().zip(tickets) {
        assert_eq!((answer.ticket, answer.tile.unwrap_err()), (ticket, lost.clone()));
    }
    assert_eq!(generator.state().maker, None);
    assert_eq!(generator.state().passed_over, passed_over("puppet", "gone", true));

    let nobody = crate::scene::generator(Vec::new());
    let ticket = nobody.ask(tile(0), 0);
    answer(&nobody, ticket).unwrap_err();
}

#[test]
fn a_tile_that_fails_or_is_dropped_is_an_error_and_the_next_is_made() {
    let (puppet, hands) = Puppet::new("puppet", 1);
    let generator = generator(vec![puppet]);
    hands.ready();
    let (failed, dropped, sound) =
        (generator.ask(tile(0), 0), generator.ask(tile(1), 0), generator.ask(tile(2), 0));
    hands.refuse(Refusal::Failed("out of memory".to_owned()));
    assert_eq!(answer(&generator, failed).unwrap_err().to_string(), "puppet: out of memory");
    drop(hands.job());
    assert!(answer(&generator, dropped).unwrap_err().to_string().starts_with("puppet: "));
    hands.make(0.0);
    answer(&generator, sound).unwrap();
}

/// A maker that panics at every call.
struct Hothead;

impl Maker for Hothead {
    fn name(&self) -> &str {
        "hothead"
    }

    fn capacity(&self) -> usize {
        1
    }

    fn prepare(&mut self, preparation: Preparation) {
        preparation.finish(Ok(()));
    }

    fn make(&mut self, job: Job) {
        panic!("a job for {:?} is too much", job.request());
    }
}

#[test]
fn a_maker_that_panics_is_lost_and_nothing_else() {
    let (spare, hands) = Puppet::new("spare", 1);
    let generator = generator(vec![Box::new(Hothead), spare]);
    let ticket = generator.ask(tile(0), 0);
    hands.make(0.0);
    assert_eq!(&*answer(&generator, ticket).unwrap().made_by, "spare");
    assert_eq!(generator.state().passed_over, passed_over("hothead", "it panicked", true));
}
