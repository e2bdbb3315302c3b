//! Requests of strangers: no panic, no growth, and the server still answers.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use orogen_serve::Options;

use crate::harness::{HILLS, Running};

fn is_alive(server: &Running) {
    assert_eq!(server.get("/terrarium/3/4/2.png").status, 200);
}

/// Each gets an error, or no answer at all, but never a status of the server's own mistakes.
#[test]
fn broken_requests_are_refused() {
    let server = Running::new(HILLS, Options { patience: Duration::from_millis(400), ..Options::default() });
    let path =
        |path: &str| format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").into_bytes();
    let long = "a".repeat(100_000);
    let headers: String = (0..5000).map(|k| format!("h{k}: {k}\r\n")).collect();
    let requests: Vec<Vec<u8>> = vec![
        path("/terrarium/1e9/0/0.png"),
        path("/terrarium/0/-1/0.png"),
        path("/terrarium/0/0/18446744073709551616.png"),
        path("/terrarium/NaN/inf/0.png"),
        path("/terrarium/0/0/0%00.png"),
        path("/%00/%ff%fe/%2e%2e/%2f.png"),
        path("/../../../../etc/passwd"),
        path("//////"),
        path("/terrarium/%25%25/0/0.png"),
        path(&format!("/{long}")),
        path(&format!("/terrarium/0/0/0.png?{long}")),
        path("http://[::1"),
        path("*"),
        format!("GET / HTTP/1.1\r\nhost: x\r\n{headers}\r\n").into_bytes(),
        format!("GET / HTTP/1.1\r\nhost: x\r\ncookie: {long}\r\n\r\n").into_bytes(),
        b"GET / HTTP/1.1\r\ncontent-length: -5\r\n\r\n".to_vec(),
        b"GET / HTTP/1.1\r\ncontent-length: 99999999999999999999\r\n\r\n".to_vec(),
        b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n".to_vec(),
        b"GET / HTTP/9.9\r\n\r\n".to_vec(),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(),
        b"GET /\r\n".to_vec(),
        b"\r\n\r\n\r\n".to_vec(),
        vec![0; 70_000],
        vec![0xff; 70_000],
    ];
    for request in &requests {
        let start: String = String::from_utf8_lossy(&request[..request.len().min(60)]).into_owned();
        let answer = server.send(request);
        let status = answer.split(' ').nth(1).unwrap_or_default();
        assert!(status.is_empty() || status.starts_with('4') || status == "505", "{start}: {answer}");
    }
    is_alive(&server);
}

/// 100,000 requests from a fixed sequence of random parts and bytes.
#[test]
fn random_requests_do_no_harm() {
    let server = Running::new(HILLS, Options { patience: Duration::from_millis(300), ..Options::default() });
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let parts = [
        "terrarium",
        "terrain",
        "gltf",
        "vector",
        "..",
        "%2e%2e",
        "0",
        "22",
        "4294967295",
        "-3",
        "1e9",
        "%00",
        "x.png",
        "0@2x.png",
        "0.terrain",
        "1.glb",
        "0.mvt",
        "é",
        "",
    ];
    let mut stream = server.connect();
    for _ in 0..100_000 {
        let path: String = (0..4).map(|_| format!("/{}", parts[random() as usize % parts.len()])).collect();
        let mut request = format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n").into_bytes();
        if random() % 8 == 0 {
            let at = random() as usize % request.len();
            request[at] = random() as u8;
        }
        if stream.write_all(&request).is_err() {
            stream = server.connect();
            continue;
        }
        let mut bytes = [0; 65_536];
        // Some requests are incomplete, and wait for the time limit.
        match stream.read(&mut bytes) {
            Ok(read)
                if bytes[..read].starts_with(b"HTTP/1.1 200") || bytes[..read].starts_with(b"HTTP/1.1 4") => {
            }
            _ => stream = server.connect(),
        }
    }
    is_alive(&server);
    assert!(!server.get("/metrics").text().contains("status=\"500\""));
}

/// A client that sends its header byte by byte is dropped, and one that does not read its answer.
#[test]
fn slow_clients_are_dropped() {
    let patience = Duration::from_millis(500);
    let options = Options { patience, connections: 4, ..Options::default() };
    let server = Running::new(HILLS, options);
    let mut slow: Vec<_> = (0..4).map(|_| server.connect()).collect();
    for stream in &mut slow {
        stream.write_all(b"GET / HT").unwrap();
    }
    // All places are taken, until their time is over.
    let start = Instant::now();
    is_alive(&server);
    assert!(start.elapsed() < Duration::from_secs(20));
    for stream in &mut slow {
        let mut rest = Vec::new();
        _ = stream.read_to_end(&mut rest);
        assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&rest));
    }
    // More than all buffers between server and client hold.
    const REQUESTS: usize = 8000;
    let mut deaf = server.connect();
    let request = b"GET /terrarium/3/4/2@2x.png HTTP/1.1\r\nhost: x\r\n\r\n".repeat(REQUESTS);
    // The server may close the connection before it has read everything.
    _ = deaf.write_all(&request);
    std::thread::sleep(4 * patience);
    let mut all = Vec::new();
    _ = deaf.read_to_end(&mut all);
    let tile = server.get("/terrarium/3/4/2@2x.png").body.len();
    assert!(all.len() < REQUESTS * tile, "{} bytes of tiles of {tile} bytes", all.len());
}
