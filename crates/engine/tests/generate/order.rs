//! The tiles that are made, and their order.

use orogen_engine::generate::Generator;

use crate::puppet::{Puppet, finish};
use crate::scene::{answer, answers, generator, queued, tile};

#[test]
fn the_largest_priority_is_made_first_and_of_equal_ones_the_oldest() {
    let (puppet, hands) = Puppet::new("puppet", 1);
    let generator = generator(vec![puppet]);
    hands.ready();
    generator.ask(tile(0), 0);
    let first = hands.job();
    let tickets = [(1, -5), (2, 3), (3, 7), (4, 3), (5, i32::MAX), (6, 0)].map(|(at, priority)| {
        let ticket = generator.ask(tile(at), priority);
        (at, ticket)
    });
    generator.reprioritise(tickets[0].1, 5);
    generator.reprioritise(tickets[2].1, 1);
    queued(&generator, 6);
    finish(first, 0.0);
    let made: Vec<_> = (0..6).map(|_| hands.make(0.0).place.grid().unwrap().first_column / 8).collect();
    assert_eq!(made, [5, 1, 2, 4, 3, 6]);
    let order: Vec<_> = answers(&generator, 7).iter().skip(1).map(|answer| answer.ticket).collect();
    let ticket = |at: i64| tickets.iter().find(|&&(of, _)| of == at).unwrap().1;
    assert_eq!(order, made.into_iter().map(ticket).collect::<Vec<_>>(), "tickets are answered in that order");
}

#[test]
fn a_maker_has_no_more_in_hand_than_it_wants() {
    let (puppet, hands) = Puppet::new("puppet", 3);
    let generator = generator(vec![puppet]);
    hands.ready();
    for at in 0..8 {
        generator.ask(tile(at), 0);
    }
    queued(&generator, 5);
    assert_eq!(generator.state().in_flight, 3);
    let jobs: Vec<_> = (0..3).map(|_| hands.job()).collect();
    assert!(hands.is_empty());
    // Jobs are finished out of order, as makers may do.
    jobs.into_iter().rev().for_each(|job| finish(job, 0.0));
    for _ in 0..5 {
        hands.make(0.0);
    }
    answers(&generator, 8);
}

#[test]
fn what_is_cancelled_in_the_queue_is_never_made() {
    let (puppet, hands) = Puppet::new("puppet", 1);
    let generator = generator(vec![puppet]);
    hands.ready();
    let tickets: Vec<_> = (0..4).map(|at| generator.ask(tile(at), 0)).collect();
    let also = generator.ask(tile(3), 0);
    queued(&generator, 3);
    generator.cancel(tickets[1]);
    generator.cancel(tickets[3]);
    queued(&generator, 2);
    let made: Vec<_> = (0..3).map(|_| hands.make(0.0).place.grid().unwrap().first_column / 8).collect();
    assert_eq!(made, [0, 2, 3], "the last is wanted by another ticket");
    let answered: Vec<_> = answers(&generator, 3).iter().map(|answer| answer.ticket).collect();
    assert_eq!(answered, [tickets[0], tickets[2], also]);
    // A ticket that is already answered may be cancelled, without effect.
    generator.cancel(tickets[0]);
    generator.reprioritise(tickets[1], 3);
    queued(&generator, 0);
    assert!(hands.is_empty());
}

#[test]
fn what_is_cancelled_while_it_is_made_is_given_up_and_not_answered() {
    let (puppet, hands) = Puppet::new("puppet", 1);
    let generator = generator(vec![puppet]);
    hands.ready();
    let (mine, yours) = (generator.ask(tile(0), 0), generator.ask(tile(0), 0));
    let next = generator.ask(tile(1), 0);
    queued(&generator, 1);
    let job = hands.job();
    generator.cancel(mine);
    // A later message has been read, so the earlier one has been read too.
    generator.ask(tile(2), 0);
    queued(&generator, 2);
    assert!(!job.is_cancelled(), "the other ticket still wants it");
    generator.cancel(yours);
    let again = generator.ask(tile(0), 0);
    queued(&generator, 3);
    assert!(job.is_cancelled());
    finish(job, 1.0);
    for _ in 0..3 {
        hands.make(2.0);
    }
    let answers = answers(&generator, 3);
    assert!(answers.iter().all(|answer| answer.ticket != mine && answer.ticket != yours));
    let tile = answers.iter().find(|answer| answer.ticket == again).unwrap().tile.clone().unwrap();
    assert_eq!(tile.planes.height[0], 2.0, "whoever asks after it was cancelled gets a tile of their own");
    assert_eq!(answers[0].ticket, next);
}

#[test]
fn what_is_cancelled_after_it_was_made_is_not_answered_either() {
    let (puppet, hands) = Puppet::new("puppet", 1);
    let generator = generator(vec![puppet]);
    hands.ready();
    let early = generator.ask(tile(0), 0);
    hands.make(0.0);
    // The second job is handed out after the first is answered.
    let late = generator.ask(tile(1), 0);
    let job = hands.job();
    generator.cancel(early);
    finish(job, 0.0);
    answer(&generator, late).unwrap();
}

/// Many requests for one tile cost no more per ticket than a few requests do.
#[test]
fn a_crowd_may_ask_for_one_tile() {
    const CROWD: usize = 50_000;
    let (puppet, hands) = Puppet::new("puppet", 1);
    let generator = generator(vec![puppet]);
    hands.ready();
    let begin = std::time::Instant::now();
    generator.ask(tile(0), 0);
    let busy = hands.job();
    let tickets: Vec<_> = (0..CROWD).map(|at| generator.ask(tile(1), at as i32)).collect();
    for (at, &ticket) in tickets.iter().enumerate() {
        generator.reprioritise(ticket, -(at as i32));
    }
    tickets.iter().skip(1).rev().step_by(2).for_each(|&ticket| generator.cancel(ticket));
    finish(busy, 0.0);
    hands.make(0.0);
    let answered: Vec<_> = answers(&generator, 1 + CROWD / 2).iter().skip(1).map(|at| at.ticket).collect();
    assert_eq!(answered, tickets.into_iter().step_by(2).collect::<Vec<_>>(), "in the order of asking");
    assert!(begin.elapsed() < std::time::Duration::from_secs(4), "it took {:?}", begin.elapsed());
}

#[test]
fn what_is_asked_for_twice_is_made_once_with_the_larger_priority() {
    let (puppet, hands) = Puppet::new("puppet", 1);
    let generator = generator(vec![puppet]);
    hands.ready();
    generator.ask(tile(0), 0);
    let first = hands.job();
    let low = generator.ask(tile(1), 1);
    generator.ask(tile(2), 5);
    let high = generator.ask(tile(1), 9);
    queued(&generator, 2);
    finish(first, 0.0);
    assert_eq!(hands.job().request(), &tile(1), "dropped here, which is an error");
    assert_eq!(hands.make(0.0), tile(2));
    let answers = answers(&generator, 4);
    assert_eq!([answers[1].ticket, answers[2].ticket], [low, high]);
    assert!(answers[1].tile.is_err() && answers[2].tile.is_err());
    generator.ask(tile(3), 1);
    let job = hands.job();
    generator.ask(tile(3), 1);
    finish(job, 0.0);
    let answers = crate::scene::answers(&generator, 2).into_iter().map(|answer| answer.tile.unwrap());
    let tiles: Vec<_> = answers.collect();
    assert!(std::sync::Arc::ptr_eq(&tiles[0], &tiles[1]), "two who ask share one tile");
    assert!(hands.is_empty());
}
