//! New terrains, errors of recipes, and the end.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use orogen_serve::Options;

use crate::harness::{HILLS, Running, tiles};

const TILE: &str = "/terrarium/14/8556/5795.png";

/// The data of the events of a server.
struct Events(BufReader<TcpStream>);

impl Events {
    fn new(server: &Running) -> Self {
        let mut stream = server.connect();
        stream.write_all(b"GET /events HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
        Self(BufReader::new(stream))
    }

    /// The next event; `None` at the end of the stream.
    fn next(&mut self) -> Option<serde_json::Value> {
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(data) = line.strip_prefix("data: ") {
                return Some(serde_json::from_str(data).unwrap());
            }
        }
    }
}

/// A new terrain is served at once, under other tags, and pages hear of it. An error keeps the terrain. The old terrain has its old
/// tags again, also after a restart, so that a page knows whether it shows the current one.
#[test]
fn pages_follow_the_recipe() {
    let server = Running::new(HILLS, Options { is_watching: true, ..Options::default() });
    let mut events = Events::new(&server);
    let next = |events: &mut Events| {
        let event = events.next().unwrap();
        (event["digest"].as_str().unwrap().to_owned(), event["error"].as_str().map(str::to_owned))
    };
    let changed = HILLS.replace("900.0", "500.0");
    let [first, second] = [HILLS, &changed].map(|text| tiles(text).digest().to_owned());
    assert_eq!(next(&mut events), (first.clone(), None));
    let old = server.get(TILE);
    server.live.report("wrong on line 3".to_owned());
    assert_eq!(next(&mut events), (first.clone(), Some("wrong on line 3".to_owned())));
    assert!(server.get(TILE).body == old.body);
    server.live.replace(tiles(&changed));
    assert_eq!(next(&mut events), (second.clone(), None));
    let new = server.get(TILE);
    assert!(new.body != old.body && new.header("etag") != old.header("etag"));
    assert_eq!(server.ask("GET", TILE, &[("if-none-match", old.header("etag"))]).status, 200);
    assert_eq!(server.get("/ready").json()["digest"], *second);
    // A page that opens later hears the current state first.
    assert_eq!(next(&mut Events::new(&server)), (second, None));
    let hits = server.figure("orogen_cache_hits_total");
    server.live.replace(tiles(HILLS));
    assert_eq!(next(&mut events), (first, None));
    assert_eq!(server.get(TILE).header("etag"), old.header("etag"));
    assert_eq!(server.figure("orogen_cache_hits_total"), hits + 1.0, "the tile is still in the cache");
}

/// The server answers what it has begun, ends its streams, and takes no new connection.
#[test]
fn the_server_stops_gracefully() {
    let slow = HILLS.replace("type = \"fbm\"", "type = \"swiss\"").replace("\"auto\"", "16");
    let mut server =
        Running::new(&slow, Options { threads: 1, patience: Duration::from_secs(2), ..Options::default() });
    assert_eq!((server.get("/health").status, server.get("/ready").status), (200, 200));
    let mut events = Events::new(&server);
    assert!(events.next().is_some());
    let mut stream = server.connect();
    stream
        .write_all(b"GET /shade/14/8556/5795@2x.png HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        .unwrap();
    let mut idle = server.connect();
    idle.write_all(b"GET /hea").unwrap();
    // Until the request has arrived.
    while server.figure("orogen_running") == 0.0 && server.figure("orogen_cache_misses_total") == 0.0 {
        std::thread::sleep(Duration::from_millis(1));
    }
    let (start, address) = (Instant::now(), server.address);
    server.stop();
    assert!(start.elapsed() < Duration::from_secs(9), "{:?}", start.elapsed());
    let mut answer = Vec::new();
    std::io::Read::read_to_end(&mut stream, &mut answer).unwrap();
    assert!(
        answer.starts_with(b"HTTP/1.1 200"),
        "{}",
        String::from_utf8_lossy(&answer[..answer.len().min(200)])
    );
    assert!(answer.ends_with(b"IEND\xaeB`\x82"));
    assert_eq!(events.next(), None);
    assert!(TcpStream::connect(address).is_err());
}
