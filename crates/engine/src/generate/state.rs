//! The state of a generator, for status lines and for callers that wait for a version.

use std::sync::Arc;

use super::tile::{GenerateError, Version};
use crate::planet::Sphere;

/// The state of a generator at one moment. The generator sends an answer before it updates its state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The version of the recipe that tiles are made of; `None` before the first recipe is ready.
    pub version: Option<Version>,
    /// The sphere of the recipe that tiles are made of, if this recipe is a planet.
    pub sphere: Option<Sphere>,
    /// The version of the recipe that is being prepared, if there is one.
    pub preparing: Option<Version>,
    /// The version of the last recipe that was rejected, and why; `None` once a later recipe takes effect.
    pub fault: Option<(Version, GenerateError)>,
    /// The name of the maker that makes the tiles of [`version`](Self::version), if there is one.
    pub maker: Option<Arc<str>>,
    /// The makers that are preferred to [`maker`](Self::maker) but do not make these tiles, and why, in the order of
    /// preference.
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
    /// The name of the maker.
    pub maker: Arc<str>,
    /// Why the maker cannot make tiles of this recipe, or why it is lost.
    pub reason: String,
    /// Whether the maker is lost.
    pub lost: bool,
}
