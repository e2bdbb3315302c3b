//! No call waits: neither for makers, nor for a scheduler that a maker delays.

use std::sync::Arc;
use std::time::{Duration, Instant};

use orogen_engine::generate::Generator;
use orogen_engine::generate::cpu::CpuMaker;
use orogen_engine::generate::maker::{Job, Maker, Preparation};
use orogen_engine::generate::tile::{Request, Version};
use orogen_engine::image::NoImages;
use orogen_engine::raster::Grid;

use crate::clock::Clock;
use crate::puppet::finish;
use crate::scene::{HILLS, generator, preset, recipe, tile, until};

/// The longest that a call may take.
const BOUND: Duration = Duration::from_millis(2);

/// A maker that takes 200 ms for everything, and blocks the scheduler for this time.
struct Sloth;

impl Maker for Sloth {
    fn name(&self) -> &str {
        "sloth"
    }

    fn capacity(&self) -> usize {
        2
    }

    fn prepare(&mut self, preparation: Preparation) {
        std::thread::sleep(Duration::from_millis(200));
        preparation.finish(Ok(()));
    }

    fn make(&mut self, job: Job) {
        std::thread::sleep(Duration::from_millis(200));
        finish(job, 0.0);
    }
}

/// Requests 64 tiles, then runs frames at 60 Hz that change, cancel and replace requests.
fn frames(generator: &dyn Generator, request: impl Fn(i64) -> Request, seconds: f64) -> (Clock, usize) {
    let mut clock = Clock::default();
    let mut tickets: Vec<_> =
        (0..64).map(|at| clock.time("ask", || generator.ask(request(at), at as i32))).collect();
    let begin = Instant::now();
    let mut taken = 0;
    for frame in 1.. {
        taken += clock.time("take", || generator.take()).len();
        let at = frame as usize % tickets.len();
        clock.time("reprioritise", || generator.reprioritise(tickets[at], frame));
        if frame % 3 == 0 {
            clock.time("cancel", || generator.cancel(tickets[at]));
            tickets[at] = clock.time("ask", || generator.ask(request(i64::from(64 + frame)), frame));
        }
        if frame % 20 == 0 {
            let next = recipe(&HILLS.replace("200.0", &format!("{frame}.0")));
            clock.time("replace", || generator.replace(next, Arc::new(NoImages)));
        }
        clock.time("state", || generator.state());
        let next = Duration::from_secs_f64(f64::from(frame) / 60.0);
        std::thread::sleep(next.saturating_sub(begin.elapsed()));
        if next.as_secs_f64() > seconds {
            break;
        }
    }
    (clock, taken)
}

#[test]
fn no_call_waits_for_a_maker_that_holds_up_the_desk() {
    let generator = generator(vec![Box::new(Sloth)]);
    let (clock, taken) = frames(&generator, tile, 3.0);
    assert!(clock.calls > 64 + 3 * 180 && taken > 0, "{} calls, {taken} tiles", clock.calls);
    assert!(clock.longest <= BOUND, "a call to {} took {:?}", clock.which, clock.longest);
}

#[test]
fn no_call_waits_for_the_processor_as_a_maker() {
    let maker = CpuMaker::new(std::thread::available_parallelism().unwrap()).unwrap();
    let generator = generator(vec![Box::new(maker)]);
    let recipe = preset("craters.toml");
    let version = generator.replace(recipe, Arc::new(NoImages));
    until("the craters", || (generator.state().version == Some(version)).then_some(()));
    assert_eq!(version, Version(1));
    let request = |at: i64| {
        let grid = Grid { first_column: 256 * at, ..Grid::square(257, 4.0) };
        Request::new(grid, true)
    };
    let (clock, taken) = frames(&generator, request, 3.0);
    assert!(clock.calls > 64 + 3 * 180 && taken > 0, "{} calls, {taken} tiles", clock.calls);
    assert!(clock.longest <= BOUND, "a call to {} took {:?}", clock.which, clock.longest);
}
