//! A server in this process, and a client.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use orogen::engine::nodes;
use orogen::{Files, Recipe, Source};
use orogen_serve::{Live, Options, Server, Tiles};

/// Where the planes of these tests are.
pub(crate) const PLACE: [f64; 2] = [46.5, 8.0];

/// Hills with detail at every spacing, partly below the sea.
pub(crate) const HILLS: &str = r#"
orogen = 1
name = "Hills <b>"
seed = 5
domain = { size = "8 km", samples = 257 }
height = { field = "hills", scale = 900.0, offset = 50.0 }
sea.level = 0.0
[fields.hills]
type = "fbm"
wavelength = "3 km"
octaves = "auto"
"#;

/// A small planet.
pub(crate) const MOON: &str = r#"
orogen = 1
name = "Moon"
domain = { kind = "planet", radius = "300 km" }
height = { field = "land", scale = 5000.0 }
[fields.land]
type = "fbm"
wavelength = "90 km"
octaves = "auto"
"#;

pub(crate) fn recipe(text: &str) -> Recipe {
    Recipe::parse(Source::new("test.toml", text), nodes::registry()).unwrap()
}

/// The tiles of a recipe: at [`PLACE`], unless it is a planet.
pub(crate) fn tiles(text: &str) -> Tiles {
    let recipe = recipe(text);
    let place = recipe.domain.sphere().is_none().then_some(PLACE);
    Tiles::new(recipe, Arc::new(Files::default()), place).unwrap()
}

/// A server that stops when it is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) live: Live,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub(crate) fn new(text: &str, options: Options) -> Self {
        let server = Server::bind("127.0.0.1:0", options, tiles(text)).unwrap();
        let (address, live, is_over) = (server.address(), server.live(), Arc::new(AtomicBool::new(false)));
        let until = Arc::clone(&is_over);
        let thread = std::thread::spawn(move || server.run(move || until.load(Ordering::Relaxed)).unwrap());
        Self { address, live, is_over, thread: Some(thread) }
    }

    pub(crate) fn of(text: &str) -> Self {
        Self::new(text, Options::default())
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[])
    }

    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let mut request = ureq::http::Request::builder().method(method);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.uri(format!("http://{}{path}", self.address)).body(()).unwrap();
        let mut response = agent.run(request).unwrap();
        let body = response.body_mut().read_to_vec().unwrap();
        Answer { status: response.status().as_u16(), headers: response.headers().clone(), body }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends bytes and reads until the server closes the connection or the time is over.
    pub(crate) fn send(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // The server may close the connection before it has read everything.
        _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Asks the server to stop, and waits until it has.
    pub(crate) fn stop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    /// The value of a figure of `/metrics`.
    pub(crate) fn figure(&self, name: &str) -> f64 {
        let text = self.get("/metrics").text();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: ureq::http::HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// A header, or "".
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Checks that this is an error with a message and a help.
    #[track_caller]
    pub(crate) fn refuses(&self, status: u16, phrase: &str) {
        assert_eq!(self.status, status, "{}", self.text());
        let json = self.json();
        assert!(json["error"].as_str().unwrap().contains(phrase), "{json}");
        assert!(json["help"].is_string());
    }
}
