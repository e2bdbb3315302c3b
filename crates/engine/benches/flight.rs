//! A flight from space to the ground. It measures the processor time of a frame on the thread of the frames, how soon the picture
//! is sharp after the eye stops, and how many tiles a processor makes. It also compares the time per octave with that of a plane.

#[path = "../tests/lod/descent.rs"]
mod descent;

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use descent::{Descent, PLANET};
use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::lod::{SIDE, Settings, samples_of};
use orogen_engine::planet::{Face, TileAddress};
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;
use rayon::ThreadPoolBuilder;

fn main() {
    println!("octaves as fine as each tile shows:");
    fly(PLANET);
    // The ground near the eye shows 28 octaves, down to a centimetre.
    println!("\n32 octaves in every tile, four more than the finest shows:");
    fly(&PLANET.replace("octaves = 'auto'", "octaves = 32"));
    println!();
    compare();
}

/// Flies in real time.
fn fly(text: &str) {
    let mut flight = Descent::new(text, Settings::default());
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

/// Octaves of the compared terrains.
const OCTAVES: u32 = 16;

/// Compares tiles with gradients, made by one thread, with the same octaves on a plane.
fn compare() {
    let text = PLANET.replace("octaves = 'auto'", &format!("octaves = {OCTAVES}"));
    let (tiles, samples) = (tiles(&text), f64::from(SIDE as u32 * SIDE as u32));
    println!("{tiles:.0} tiles of {SIDE} × {SIDE} samples a second, {OCTAVES} octaves, by one core");
    let per_octave = |samples: f64| 1e9 / samples / f64::from(OCTAVES);
    let on_sphere = per_octave(tiles * samples);
    let on_plane = per_octave(of_plane(&text.replace("kind = 'planet', radius", "kind = 'plane', size")));
    let ratio = on_sphere / on_plane;
    println!(
        "a sample's octave: {on_sphere:.2} ns on the sphere, {on_plane:.2} ns on a plane, {ratio:.2} times"
    );
}

fn terrain(text: &str, spacing: f64) -> Terrain {
    let recipe =
        Recipe::parse(Source::new("planet", text), orogen_engine::nodes::registry()).expect("it is sound");
    Terrain::new(&recipe, &NoImages, spacing).expect("it is sound")
}

/// Enough time for a measurement.
const ENOUGH: Duration = Duration::from_secs(3);

/// Tiles of level 12 per second.
fn tiles(text: &str) -> f64 {
    let sphere = terrain(text, 1.0).sphere().expect("it is a planet");
    let tile =
        |x: u32| samples_of(TileAddress::new(Face::Py, 12, x % 4096, 700).expect("there is such a tile"));
    let terrain = terrain(text, tile(0).level_spacing(sphere));
    let (mut count, begin) = (0, ThreadTime::now());
    while begin.elapsed() < ENOUGH {
        let patch = tile(count).patch(sphere).expect("it is not too fine");
        std::hint::black_box(terrain.patch::<f32>(Level::best(), &patch).expect("it does not repeat"));
        count += 1;
    }
    f64::from(count) / begin.elapsed().as_secs_f64()
}

/// Samples of a plane per second, with slopes and with the spacing of the tiles, by one thread.
fn of_plane(text: &str) -> f64 {
    let grid = Grid::square(1024, 38.2);
    let terrain = terrain(text, grid.spacing);
    let threads = ThreadPoolBuilder::new().num_threads(1).build().expect("there are threads");
    threads.install(|| {
        let (rows, mut band) = (terrain.rows(Level::best(), grid).unwrap(), Band::default());
        let (mut samples, begin) = (0, ThreadTime::now());
        while begin.elapsed() < ENOUGH {
            rows.make(0, 64, true, &mut band);
            samples += std::hint::black_box(&band).height.len();
        }
        samples as f64 / begin.elapsed().as_secs_f64()
    })
}
