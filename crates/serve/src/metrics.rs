//! Figures for operators, in the text format of Prometheus.

use std::fmt;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// A label whose values are known in advance, so that requests cannot make new ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Known(pub(crate) &'static str);

impl EncodeLabelValue for Known {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> fmt::Result {
        self.0.encode(encoder)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Request {
    layer: Known,
    status: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfLayer {
    layer: Known,
}

/// All figures of a server.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Request, Counter>,
    seconds: Family<OfLayer, Histogram>,
    /// Tiles that the cache had.
    pub(crate) hits: Counter,
    /// Tiles that the cache did not have.
    pub(crate) misses: Counter,
    /// Tiles that were made.
    pub(crate) made: Counter,
    /// Requests that were refused because the queue was full.
    pub(crate) rejected: Counter,
    cache_bytes: Gauge<u64, AtomicU64>,
    running: Gauge<u64, AtomicU64>,
    waiting: Gauge<u64, AtomicU64>,
}

/// What is measured when the figures are read.
pub(crate) struct Levels {
    pub(crate) cache_bytes: u64,
    /// Evaluations that run, and those that wait.
    pub(crate) load: [usize; 2],
}

/// Upper ends of the histogram's buckets in seconds.
const BUCKETS: [f64; 12] = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0];

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut metrics = Self {
            registry: Registry::with_prefix("orogen"),
            requests: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
            hits: Counter::default(),
            misses: Counter::default(),
            made: Counter::default(),
            rejected: Counter::default(),
            cache_bytes: Gauge::default(),
            running: Gauge::default(),
            waiting: Gauge::default(),
        };
        metrics.register();
        metrics
    }

    fn register(&mut self) {
        let registry = &mut self.registry;
        registry.register("requests", "Requests by layer and status", self.requests.clone());
        let seconds = "Time from a request's header to its answer's header";
        registry.register_with_unit("request", seconds, Unit::Seconds, self.seconds.clone());
        registry.register("cache_hits", "Tiles found in the cache", self.hits.clone());
        registry.register("cache_misses", "Tiles not found in the cache", self.misses.clone());
        registry.register("made", "Tiles made", self.made.clone());
        registry.register("rejected", "Requests refused because the queue was full", self.rejected.clone());
        registry.register_with_unit("cache", "Size of the cache", Unit::Bytes, self.cache_bytes.clone());
        registry.register("running", "Tiles being made", self.running.clone());
        registry.register("queue", "Tiles waiting to be made", self.waiting.clone());
    }

    /// Counts a request.
    pub(crate) fn count(&self, layer: Known, status: u16, time: Duration) {
        self.requests.get_or_create(&Request { layer, status: status.into() }).inc();
        self.seconds.get_or_create(&OfLayer { layer }).observe(time.as_secs_f64());
    }

    /// All figures as text.
    pub(crate) fn text(&self, levels: &Levels) -> String {
        let [running, waiting] = levels.load.map(|count| count as u64);
        self.cache_bytes.set(levels.cache_bytes);
        self.running.set(running);
        self.waiting.set(waiting);
        let mut text = String::new();
        encode(&mut text, &self.registry).unwrap_or_else(|_| unreachable!("a text takes all characters"));
        text
    }
}
