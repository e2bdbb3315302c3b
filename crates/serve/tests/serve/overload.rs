//! More requests than the server can answer, and the bounds of its memory.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use orogen_serve::Options;

use crate::harness::{HILLS, Running};

/// A recipe whose tiles take a while.
fn slow() -> String {
    HILLS.replace("type = \"fbm\"", "type = \"swiss\"").replace("\"auto\"", "16")
}

/// Beyond the queue, requests get 503 at once; the others get their tiles.
#[test]
fn requests_beyond_the_queue_are_refused() {
    let server = Running::new(&slow(), Options { threads: 1, queue: 2, ..Options::default() });
    let (served, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for x in 0..24 {
            let (server, served, refused) = (&server, &served, &refused);
            scope.spawn(move || {
                let answer = server.get(&format!("/shade/14/{}/5795@2x.png", 8540 + x));
                match answer.status {
                    200 => served.fetch_add(1, Ordering::Relaxed),
                    _ => {
                        answer.refuses(503, "too many tiles");
                        assert_eq!(answer.header("retry-after"), "1");
                        refused.fetch_add(1, Ordering::Relaxed)
                    }
                };
            });
        }
    });
    let (served, refused) = (served.into_inner(), refused.into_inner());
    assert!(served >= 3 && refused > 0 && served + refused == 24, "{served} {refused}");
    assert_eq!(server.figure("orogen_rejected_total"), refused as f64);
    assert_eq!(server.get("/shade/14/8556/5795.png").status, 200);
}

/// One evaluation serves all requests for the same tile, so they need one place in the queue.
#[test]
fn a_tile_is_made_once() {
    let server = Running::new(&slow(), Options { threads: 1, queue: 0, ..Options::default() });
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| assert_eq!(server.get("/shade/14/8556/5795@2x.png").status, 200));
        }
    });
    assert_eq!(server.figure("orogen_made_total"), 1.0);
}

/// A request ends at its time limit. The tile is still made, and then it is in the cache.
#[test]
fn late_tiles_go_to_the_cache() {
    let timeout = Duration::from_millis(1);
    let server = Running::new(&slow(), Options { threads: 1, timeout, ..Options::default() });
    let path = "/shade/14/8556/5795@2x.png";
    let answer = server.get(path);
    answer.refuses(503, "longer than the time limit");
    assert_eq!(answer.header("retry-after"), "1");
    let deadline = Instant::now() + Duration::from_secs(60);
    while server.figure("orogen_cache_bytes") == 0.0 {
        assert!(Instant::now() < deadline, "the tile is not in the cache");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(server.get(path).status, 200);
    assert_eq!(server.figure("orogen_made_total"), 1.0);
}

/// Requests that come after all others have left wait for the same evaluation.
#[test]
fn a_tile_that_nobody_waits_for_is_made_once() {
    let timeout = Duration::from_millis(1);
    let server = Running::new(&slow(), Options { threads: 1, timeout, ..Options::default() });
    let path = "/shade/14/8556/5795@2x.png";
    let deadline = Instant::now() + Duration::from_secs(60);
    let mut late = 0;
    while server.get(path).status != 200 {
        late += 1;
        assert!(Instant::now() < deadline, "the tile is not in the cache");
    }
    assert!(late > 1, "the tile was made within two time limits");
    assert_eq!(server.figure("orogen_made_total"), 1.0);
}

/// The cache keeps what fits, and no more.
#[test]
fn the_cache_has_its_bound() {
    let server = Running::new(HILLS, Options { cache_bytes: 1_000_000, ..Options::default() });
    let mut bytes = 0;
    for x in 0..30 {
        bytes += server.get(&format!("/terrarium/14/{}/5795.png", 8540 + x)).body.len();
    }
    assert!(bytes > 2_000_000, "{bytes}");
    let kept = server.figure("orogen_cache_bytes");
    assert!(kept > 300_000.0 && kept <= 1_000_000.0, "{kept}");
    assert_eq!(server.figure("orogen_cache_misses_total"), 30.0);
    let hits = server.figure("orogen_cache_hits_total");
    server.get("/terrarium/14/8556/5795.png");
    server.get("/terrarium/14/8556/5795.png");
    assert!(server.figure("orogen_cache_hits_total") > hits);
    assert_eq!(server.figure("orogen_requests_total{layer=\"terrarium\",status=\"200\"}"), 32.0);
}
