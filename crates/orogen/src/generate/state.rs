//! How things stand with a generator, for status lines and for callers that wait for a version.

use std::sync::Arc;

use super::tile::{GenerateError, Version};
use crate::planet::Sphere;

/// How things stand with a generator: a picture of one moment, which answers may be a little ahead of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The recipe that tiles are made of; none before the first is ready.
    pub version: Option<Version>,
    /// Its sphere, if it is that of a planet.
    pub sphere: Option<Sphere>,
    /// The recipe that is being made ready to follow it.
    pub preparing: Option<Version>,
    /// The last recipe that could not be taken up and why; none once a later one could.
    pub fault: Option<(Version, GenerateError)>,
    /// The name of who makes the tiles of [`version`](Self::version).
    pub maker: Option<Arc<str>>,
    /// Makers that would be preferred and why they do not make these tiles, in the order of preference.
    pub passed_over: Vec<PassedOver>,
    /// Tiles that wait to be made.
    pub queued: usize,
    /// Tiles that are being made.
    pub in_flight: usize,
    /// Bytes of memory that the cache takes.
    pub cached_bytes: usize,
}

/// A maker that does not make tiles, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedOver {
    /// Its name.
    pub maker: Arc<str>,
    /// Why: it cannot make tiles of this recipe, or is lost for good.
    pub reason: String,
    /// Whether it is lost for good.
    pub lost: bool,
}
