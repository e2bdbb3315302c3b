//! From space to the ground, with tiles made by the processor meanwhile.

use orogen_engine::generate::Generator;
use orogen_engine::lod::{Eye, Settings};
use orogen_engine::planet::TileAddress;

use crate::descent::{Descent, PLANET};
use crate::surface::{assert_closed, assert_covered};
use crate::world::Random;

/// Every frame draws everything that is visible, with limited memory and work, and no request stays unanswered. In the flight's
/// time, frames are as far apart as on a screen, however long tiles take.
#[test]
fn a_flight_to_the_ground() {
    let settings = Settings { bytes: 96 << 20, threshold: 2.0, ..Settings::default() };
    let mut flight = Descent::new(PLANET, settings);
    let mut random = Random(1);
    let mut begun = false;
    let mut most_visited = 0;
    for frame in 0..Descent::FRAMES {
        // This gives the makers some time, so that the flight makes progress on a busy machine.
        std::thread::sleep(std::time::Duration::from_millis(3));
        let eye = self::frame(&mut flight, frame);
        let (drawn, progress) = (flight.tree.drawn(), flight.tree.progress());
        assert!(progress.bytes <= settings.bytes, "{} bytes in frame {frame}", progress.bytes);
        assert!(progress.taken <= 16 && progress.in_flight <= settings.in_flight);
        most_visited = most_visited.max(progress.visited);
        begun |= !drawn.is_empty();
        if begun {
            let place = |direction| flight.ground(direction);
            assert_covered(drawn, flight.sphere, eye.position, 10, &mut random, flight.lowest, place);
        }
    }
    // The tree is as deep as the flight needs and as wide as balance requires. Several thousand tiles would be wrong.
    assert!(begun && most_visited < 4000, "{most_visited} visited");
    assert_closed(flight.tree.drawn(), flight.sphere);
    let eye = frame(&mut flight, Descent::FRAMES);
    let mut now = Descent::FRAMES as f64 / 60.0;
    // Requests in flight are answered, and no tile is lacking at the end.
    let begin = std::time::Instant::now();
    while !flight.tree.progress().is_settled() {
        assert!(begin.elapsed().as_secs() < 120, "{:?}", flight.tree.progress());
        std::thread::sleep(std::time::Duration::from_millis(1));
        now += 1.0 / 60.0;
        flight.tree.update(&eye, now, &flight.generator);
    }
    assert!(flight.tree.fault().is_none(), "{:?}", flight.tree.fault());
    let progress = flight.tree.progress();
    assert!(progress.error <= settings.threshold * progress.pressure, "{progress:?}");
    let finest = flight.tree.drawn().iter().map(|drawn| drawn.address.level()).max();
    assert!(finest.is_some_and(|finest| (16..TileAddress::MAX_LEVEL).contains(&finest)), "{finest:?}");
    assert_closed(flight.tree.drawn(), flight.sphere);
    let state = flight.generator.state();
    assert_eq!((state.queued, state.in_flight), (0, 0));
}

/// A frame of the flight.
fn frame(flight: &mut Descent, frame: usize) -> Eye {
    let eye = flight.eye(frame);
    flight.tree.update(&eye, frame as f64 / 60.0, &flight.generator);
    eye
}
