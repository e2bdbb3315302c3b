//! A flight from space to the ground: what a frame takes of its thread, how soon the picture is sharp when the eye has stopped,
//! and how many tiles a processor makes.

#[path = "../tests/detail/descent.rs"]
mod descent;

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use descent::{Descent, PLANET};
use orogen::image::NoImages;
use orogen::level::Level;
use orogen::planet::detail::{Settings, samples_of};
use orogen::planet::{Face, TileAddress};
use orogen::recipe::{Recipe, Source};
use orogen::terrain::Terrain;

fn main() {
    fly();
    make();
}

/// Flies in real time.
fn fly() {
    let mut flight = Descent::new(PLANET, Settings::default());
    let (mut times, mut bytes, mut visited, mut tiles) = (Vec::new(), 0, 0, 0);
    let begin = Instant::now();
    for frame in 0..Descent::FRAMES {
        let due = Duration::from_secs_f64(frame as f64 / 60.0);
        std::thread::sleep(due.saturating_sub(begin.elapsed()));
        let eye = flight.eye(frame);
        let start = ThreadTime::now();
        flight.tree.update(&eye, begin.elapsed().as_secs_f64(), &flight.generator);
        times.push(start.elapsed());
        let progress = flight.tree.progress();
        (bytes, visited) = (bytes.max(progress.bytes), visited.max(progress.visited));
        tiles += progress.taken;
    }
    let (eye, stop) = (flight.eye(Descent::FRAMES), Instant::now());
    println!("at the stop: {:?}", flight.tree.progress());
    loop {
        flight.tree.update(&eye, begin.elapsed().as_secs_f64(), &flight.generator);
        let progress = flight.tree.progress();
        tiles += progress.taken;
        if progress.lacking == 0 || stop.elapsed() > Duration::from_secs(60) {
            break;
        }
        std::thread::sleep(Duration::from_secs_f64(1.0 / 60.0));
    }
    println!("sharp {:.2?} after the stop: {:?}", stop.elapsed(), flight.tree.progress());
    times.sort_unstable();
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    let (largest, most) = (times[times.len() - 1], times[times.len() * 99 / 100]);
    println!("a frame's own work: {mean:.0?} on average, {most:.0?} in 99 of 100, {largest:.0?} at most");
    println!("{tiles} tiles, {visited} tiles looked at in a frame and {} MiB at most", bytes >> 20);
    println!("{} drawn", flight.tree.drawn().len());
}

/// Tiles with gradients, of 16 octaves, by one thread.
fn make() {
    let text = PLANET.replace("octaves = 'auto'", "octaves = 16");
    let recipe =
        Recipe::parse(Source::new("planet", text.as_str()), orogen::nodes::registry()).expect("it is sound");
    let sphere = recipe.domain.sphere().expect("it is a planet");
    let tile =
        |x: u32| samples_of(TileAddress::new(Face::Py, 12, x % 4096, 700).expect("there is such a tile"));
    let terrain = Terrain::new(&recipe, &NoImages, tile(0).level_spacing(sphere)).expect("it is sound");
    let (mut count, begin) = (0, ThreadTime::now());
    while begin.elapsed() < Duration::from_secs(3) {
        let patch = tile(count).patch(sphere).expect("it is not too fine");
        std::hint::black_box(terrain.patch::<f32>(Level::best(), &patch).expect("it does not repeat"));
        count += 1;
    }
    println!(
        "{:.0} tiles of 65 × 65 samples a second, by one core",
        f64::from(count) / begin.elapsed().as_secs_f64()
    );
}
