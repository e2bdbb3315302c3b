//! `orogen serve`: the server as a process.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::harness::{HILLS, OROGEN, orogen};

/// A server that ends with the test.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path, args: &[&str]) -> Self {
        let mut process = Command::new(OROGEN)
            .args(["serve", "mine.toml", "--listen", "127.0.0.1:0"])
            .args(args)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split_whitespace().find(|word| word.starts_with("http://")).unwrap().to_owned();
        Self { process, address }
    }

    fn get(&self, path: &str) -> Vec<u8> {
        let mut response = ureq::get(format!("{}{path}", self.address)).call().unwrap();
        response.body_mut().read_to_vec().unwrap()
    }

    fn digest(&self) -> String {
        serde_json::from_slice::<Value>(&self.get("ready")).unwrap()["digest"].as_str().unwrap().to_owned()
    }

    /// Sends a signal, and returns the exit status and what was printed to stderr.
    fn end(mut self, signal: &str) -> (Option<i32>, String) {
        let kill = Command::new("kill").args([signal, &self.process.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let status = self.process.wait().unwrap().code();
        let mut err = String::new();
        std::io::Read::read_to_string(&mut self.process.stderr.take().unwrap(), &mut err).unwrap();
        (status, err)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

const TILE: &str = "terrarium/16/34224/23183.png";

/// The log has a JSON object for each request, and a signal ends the server with success.
#[test]
fn a_signal_ends_the_server() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.toml"), HILLS).unwrap();
    for signal in ["-TERM", "-INT"] {
        let server = Server::start(folder.path(), &["--at", "46.5,8.0", "--log", "json"]);
        assert_eq!(server.get(TILE)[1..4], *b"PNG");
        let (status, err) = server.end(signal);
        assert_eq!(status, Some(0), "{err}");
        let lines: Vec<Value> = err.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let request = lines.iter().find(|line| line["path"] == format!("/{TILE}").as_str()).unwrap();
        assert_eq!((&request["status"], &request["method"]), (&200.into(), &"GET".into()));
    }
}

/// A change is served under another digest. A wrong recipe keeps the old terrain.
#[test]
fn the_server_follows_its_recipe() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    fs::write(&file, HILLS).unwrap();
    let server = Server::start(folder.path(), &["--watch", "--log", "off"]);
    let first = server.get("terrarium/16/32768/32768.png");
    let other_than = |digest: &str| {
        let deadline = Instant::now() + Duration::from_secs(60);
        while server.digest() == digest {
            assert!(Instant::now() < deadline, "no other terrain");
            thread::sleep(Duration::from_millis(20));
        }
        server.digest()
    };
    let first_digest = server.digest();
    fs::write(&file, HILLS.replace("scale = 80", "scale = 120")).unwrap();
    let second_digest = other_than(&first_digest);
    let second = server.get("terrarium/16/32768/32768.png");
    assert!(first != second);
    fs::write(&file, HILLS.replace("scale = 80", "scale = wrong")).unwrap();
    thread::sleep(Duration::from_millis(800));
    assert!(server.digest() == second_digest && server.get("terrarium/16/32768/32768.png") == second);
    fs::write(&file, HILLS).unwrap();
    assert_eq!(other_than(&second_digest), first_digest);
    assert!(server.get("terrarium/16/32768/32768.png") == first);
    let (status, err) = server.end("-TERM");
    assert_eq!(status, Some(0), "{err}");
    assert!(err.contains("mine.toml:5"), "{err}");
}

#[test]
fn wrong_requests_are_refused() {
    orogen(&["serve", "luna", "--at", "1,2"]).refuses(2, &["a planet has no place on the Earth"]);
    orogen(&["serve", "gullies", "--at", "89,2"]).refuses(2, &["not on web maps"]);
    orogen(&["serve", "gullies", "--listen", "nowhere"]).refuses(2, &["cannot listen", "--listen HOST:PORT"]);
    orogen(&["serve", "gullies", "--cache", "12"]).refuses(2, &["give a size with its unit"]);
    orogen(&["serve", "gullies", "--timeout", "0"]).refuses(2, &["give seconds"]);
    orogen(&["serve", "gullies", "--allow-origin", "https://a.example/"]).refuses(2, &["not an origin"]);
    orogen(&["serve", "-", "--watch"]).refuses(2, &["standard input cannot be watched"]);
    orogen(&["serve", "missing.toml"]).refuses(2, &["there is no file missing.toml"]);
}
