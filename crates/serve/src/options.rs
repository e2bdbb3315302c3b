//! What a server may use.

use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

/// The limits of a server.
///
/// ```
/// use orogen_serve::Options;
///
/// let small = Options { cache_bytes: 16 << 20, threads: 1, ..Options::default() };
/// assert!(small.queue > 0);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The most bytes of tiles in memory. Default: 256 MiB.
    pub cache_bytes: u64,
    /// Tiles that are made at once. Default: the number of the machine's threads.
    pub threads: usize,
    /// Tiles that wait to be made. A request beyond them gets the status 503. Default: 64.
    pub queue: usize,
    /// The time limit of a request. Default: 30 s.
    pub timeout: Duration,
    /// The only origin whose pages may read answers. Default: all.
    pub allow_origin: Option<String>,
    /// Whether the terrain may be [replaced](crate::Live::replace). If so, browsers ask each time whether a tile is still the same.
    pub is_watching: bool,
    /// A folder `node_modules` with MapLibre, Cesium or three.js for the pages.
    pub libraries: Option<PathBuf>,
    /// Connections at once. Default: 1024.
    pub connections: usize,
    /// How long a stopping server waits for its last answers. Default: 10 s.
    pub grace: Duration,
    /// How long a client may take to send a header or to read a part of an answer. Default: 15 s.
    pub patience: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            cache_bytes: 256 << 20,
            threads: available_parallelism().map_or(1, usize::from),
            queue: 64,
            timeout: Duration::from_secs(30),
            allow_origin: None,
            is_watching: false,
            libraries: None,
            connections: 1024,
            grace: Duration::from_secs(10),
            patience: Duration::from_secs(15),
        }
    }
}
