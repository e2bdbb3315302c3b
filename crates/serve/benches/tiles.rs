//! How many tiles the engine makes without a server, for comparison with a server: `cargo xtask load` runs this.
//!
//! ```sh
//! printf 'terrarium/14/8556/5795.png\n' > addresses.txt
//! cargo bench -p orogen-serve --bench tiles -- alps 46.5,8.1 addresses.txt 2 10     # two threads, for ten seconds
//! ```
//!
//! A tile of each layer and zoom level is made before the measurement, so that all are prepared; then the threads make the tiles of the
//! list in turn, again and again. The result is a line of JSON.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use orogen::{Files, Preset};
use orogen_serve::{Address, Layer, Tiles};
use rayon::ThreadPoolBuilder;

fn main() {
    // Cargo adds `--bench`.
    let arguments: Vec<_> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let [preset, place, list, threads, seconds] = arguments.try_into().unwrap_or_else(|_| {
        eprintln!("usage: tiles PRESET LAT,LON ADDRESSES THREADS SECONDS");
        std::process::exit(2)
    });
    let (latitude, longitude) = place.split_once(',').expect("LAT,LON");
    let place = [latitude, longitude].map(|degrees| degrees.parse().expect("degrees"));
    let recipe = Preset::find(&preset).and_then(|preset| preset.recipe()).expect("a preset");
    let tiles = Tiles::new(recipe, Arc::new(Files::default()), Some(place)).expect("a terrain");
    let list = std::fs::read_to_string(list).expect("a list of addresses");
    let addresses: Vec<_> = list.lines().map(address).collect();
    let seconds = seconds.parse().expect("seconds");
    let rate = rate(&tiles, &addresses, threads.parse().expect("threads"), Duration::from_secs_f64(seconds));
    println!("{}", serde_json::json!({ "tiles_per_s": rate }));
}

/// The tile of a path such as `terrarium/14/8556/5795.png`.
fn address(path: &str) -> Address {
    let parts: Vec<_> = path.split(['/', '.']).collect();
    let [layer, zoom, x, y, _] = parts[..] else { panic!("{path:?} is not the address of a tile") };
    let number = |text: &str| text.parse().expect("a number");
    let layer = Layer::from_name(layer).expect("a layer");
    Address::new(layer, 256, zoom.parse().expect("a zoom level"), number(x), number(y)).expect("a tile")
}

/// Tiles per second. Threads are those of a pool, as in the server.
fn rate(tiles: &Tiles, addresses: &[Address], threads: usize, time: Duration) -> f64 {
    let make = |number: usize| tiles.make(&addresses[number % addresses.len()]).expect("a tile");
    let mut prepared = HashSet::new();
    for (number, address) in addresses.iter().enumerate() {
        let text = address.to_string();
        let mut parts = text.split('/').map(str::to_owned);
        if prepared.insert([parts.next(), parts.next()]) {
            make(number);
        }
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let (start, next) = (Instant::now(), AtomicUsize::new(0));
    pool.broadcast(|_| {
        while start.elapsed() < time {
            make(next.fetch_add(1, Ordering::Relaxed));
        }
    });
    next.into_inner() as f64 / start.elapsed().as_secs_f64()
}
