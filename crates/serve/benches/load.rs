//! Load on a server in this process: tiles that are made, tiles that are in the cache, and ten times more requests than it can answer,
//! against what the engine makes alone on the same threads.
//!
//! ```sh
//! cargo bench -p orogen-serve --bench load                # the preset `gullies` for 10 seconds each
//! cargo bench -p orogen-serve --bench load -- alps 60     # another one, for a minute each
//! ```
//!
//! Clients are threads with connections that stay open. They share the processor with the server, as a proxy on the same machine would.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use orogen::{Files, Preset};
use orogen_serve::{Address, Layer, Options, Server, Tiles};

/// The zoom level of the tiles, and a row near the middle of the terrain, which is at 46.5° north.
const ZOOM: u8 = 14;
const ROW: u32 = 5795;

/// What a client saw.
#[derive(Default)]
struct Seen {
    /// Seconds of each answer with a tile.
    seconds: Vec<f64>,
    /// Answers with the status 503.
    refused: usize,
    bytes: usize,
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let preset = arguments.next().unwrap_or_else(|| "gullies".to_owned());
    let time = Duration::from_secs(arguments.next().map_or(10, |seconds| seconds.parse().expect("seconds")));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    println!("{preset}, {threads} threads, tiles of 256 × 256 at zoom level {ZOOM}, {time:?} each");

    let made = engine_alone(&tiles(&preset), threads, time);
    println!("engine alone       {made:8.1} tiles/s");

    let options = Options { threads, queue: 2 * threads, ..Options::default() };
    let server = Server::bind("127.0.0.1:0", options, tiles(&preset)).expect("a free port");
    let (address, is_over) = (server.address(), Arc::new(AtomicBool::new(false)));
    let until = Arc::clone(&is_over);
    let running = thread::spawn(move || server.run(move || until.load(Ordering::Relaxed)));

    let next = AtomicU32::new(0);
    let new_tile = || next.fetch_add(1, Ordering::Relaxed);
    let uncached = clients(2 * threads, time, None, address, &new_tile);
    let rate = uncached.report("made", time);
    println!("                   {:8.2} of the engine's rate", rate / made);
    let cached = AtomicU32::new(0);
    clients(4 * threads, time, None, address, &|| cached.fetch_add(1, Ordering::Relaxed) % 64)
        .report("cached", time);
    let period = Duration::from_secs_f64(32.0 * threads as f64 / (10.0 * rate));
    let overload = clients(32 * threads, time, Some(period), address, &new_tile);
    overload.report("10 × overload", time);
    if let Some(bytes) = resident() {
        println!("resident memory    {:8.1} MB", bytes as f64 / 1e6);
    }
    is_over.store(true, Ordering::Relaxed);
    running.join().expect("no panic").expect("it ran");
}

fn tiles(preset: &str) -> Tiles {
    let recipe = Preset::find(preset).and_then(|preset| preset.recipe()).expect("a preset");
    let place = recipe.domain.sphere().is_none().then_some([46.5, 8.0]);
    Tiles::new(recipe, Arc::new(Files::default()), place).expect("a terrain")
}

/// The number of a tile as its address: rows of 256 tiles, the first of them around the terrain.
fn address(tile: u32) -> Address {
    let (x, y) = (8428 + tile % 256, ROW + tile / 256 % 4096);
    Address::new(Layer::Terrarium, 256, ZOOM, x, y).expect("a tile of the map")
}

/// Tiles per second without a server.
fn engine_alone(tiles: &Tiles, threads: usize, time: Duration) -> f64 {
    let (start, next) = (Instant::now(), AtomicU32::new(0));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while start.elapsed() < time {
                    tiles.make(&address(next.fetch_add(1, Ordering::Relaxed))).expect("a tile");
                }
            });
        }
    });
    f64::from(next.load(Ordering::Relaxed)) / start.elapsed().as_secs_f64()
}

/// Clients that ask for tile after tile: at once, or one in each period.
fn clients(
    count: usize,
    time: Duration,
    period: Option<Duration>,
    server: SocketAddr,
    tile: &(dyn Fn() -> u32 + Sync),
) -> Seen {
    let start = Instant::now();
    thread::scope(|scope| {
        let clients: Vec<_> = (0..count)
            .map(|index| {
                scope.spawn(move || {
                    let mut connection = BufReader::new(TcpStream::connect(server).expect("the server"));
                    let mut seen = Seen::default();
                    // Clients begin at different moments of the period.
                    let mut due = start + period.unwrap_or_default().mul_f64(index as f64 / count as f64);
                    while start.elapsed() < time {
                        thread::sleep(due.saturating_duration_since(Instant::now()));
                        due += period.unwrap_or_default();
                        ask(&mut connection, &address(tile()), &mut seen);
                    }
                    seen
                })
            })
            .collect();
        clients.into_iter().map(|client| client.join().expect("no panic")).fold(Seen::default(), Seen::with)
    })
}

fn ask(connection: &mut BufReader<TcpStream>, tile: &Address, seen: &mut Seen) {
    let start = Instant::now();
    let request = format!("GET /{tile} HTTP/1.1\r\nhost: bench\r\n\r\n");
    connection.get_mut().write_all(request.as_bytes()).expect("an open connection");
    let (mut status, mut length) = (0, 0);
    loop {
        let mut line = String::new();
        connection.read_line(&mut line).expect("a header");
        if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
            status = rest[..3].parse().expect("a status");
        } else if let Some(rest) = line.strip_prefix("content-length: ") {
            length = rest.trim().parse().expect("a length");
        } else if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    connection.read_exact(&mut body).expect("a body");
    match status {
        200 => seen.seconds.push(start.elapsed().as_secs_f64()),
        503 => seen.refused += 1,
        other => panic!("status {other}"),
    }
    seen.bytes += length;
}

impl Seen {
    fn with(mut self, other: Self) -> Self {
        self.seconds.extend(other.seconds);
        Self { refused: self.refused + other.refused, bytes: self.bytes + other.bytes, ..self }
    }

    /// Prints the figures, and returns the tiles per second.
    fn report(mut self, what: &str, time: Duration) -> f64 {
        self.seconds.sort_by(f64::total_cmp);
        let quantile = |share: f64| 1e3 * self.seconds[(share * (self.seconds.len() - 1) as f64) as usize];
        let rate = self.seconds.len() as f64 / time.as_secs_f64();
        println!(
            "{what:18} {rate:8.1} tiles/s, p50 {:.2} ms, p99 {:.2} ms, {:.1} MB/s, {:.1} refused/s",
            quantile(0.5),
            quantile(0.99),
            self.bytes as f64 / 1e6 / time.as_secs_f64(),
            self.refused as f64 / time.as_secs_f64(),
        );
        rate
    }
}

/// The memory of this process: server and clients.
fn resident() -> Option<u64> {
    let facts = std::fs::read_to_string("/proc/self/status").ok()?;
    let kibibytes = facts.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(1024 * kibibytes.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?)
}
