//! The state of a generator, for status lines and for callers that wait for a version.

use std::sync::Arc;

use super::tile::{GenerateError, Version};
use crate::planet::Sphere;

/// The state of a generator at one moment. Answers may be slightly ahead of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The recipe that tiles are made of; `None` before the first is ready.
    pub version: Option<Version>,
    /// The sphere of that recipe, if it is a planet.
    pub sphere: Option<Sphere>,
    /// The recipe that is being prepared.
    pub preparing: Option<Version>,
    /// The last recipe that was rejected, and why; `None` once a later one takes effect.
    pub fault: Option<(Version, GenerateError)>,
    /// The name of the maker of the tiles of [`version`](Self::version).
    pub maker: Option<Arc<str>>,
    /// Preferred makers that do not make these tiles, and why, in the order of preference.
    pub passed_over: Vec<PassedOver>,
    /// Tiles that are queued.
    pub queued: usize,
    /// Tiles that are being made.
    pub in_flight: usize,
    /// Bytes of memory in the cache.
    pub cached_bytes: usize,
}

/// A maker that does not make tiles, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedOver {
    /// Its name.
    pub maker: Arc<str>,
    /// It cannot make tiles of this recipe, or is lost.
    pub reason: String,
    /// Whether it is lost.
    pub lost: bool,
}
