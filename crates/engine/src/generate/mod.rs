//! Tiles made in the background, for programs that must not wait: viewers, editors, games.
//!
//! A [`Generator`] takes requests for tiles and returns the tiles when they are done. None of its methods waits for a tile or
//! for a thread that makes tiles: a method sends a message, or takes the answers that have arrived. A [`Maker`](maker::Maker)
//! makes the tiles, on threads of the processor or on a device. A [`Dispatcher`](dispatcher::Dispatcher) is a generator that
//! passes its requests to makers.

pub mod cpu;
pub mod dispatcher;
pub mod maker;
pub mod revision;
mod scheduler;
pub mod state;
pub mod tile;

use std::sync::Arc;

use crate::bounds::Bounds;
use crate::overlay::Layer;
use crate::recipe::Recipe;
use crate::terrain::Images;
use state::State;
use tile::{Answer, Request, Ticket, Version};

/// Reads pictures and strokes for a generator, on any thread.
pub type SharedImages = Arc<dyn Images + Send + Sync>;

/// Makes tiles of a recipe in the background.
///
/// Every ticket is answered once, with a tile or an error; a cancelled ticket is not answered. A tile in the cache is not made
/// again. If two requests for the same tile wait at the same time, the tile is made once. Answers stay in memory until the
/// caller takes them.
///
/// # Replacing the recipe
/// A new recipe is prepared in the background while tiles of the old one keep coming. If the new recipe has an error, the old
/// one stays, and [`State::fault`] contains the error. Once the new recipe is ready:
/// - Queued tiles are made of the new recipe.
/// - Tiles in progress are finished and answered, with the old [`Version`]. Otherwise a viewer would have nothing to show
///   while the user drags a slider.
/// - The caller may show older tiles until newer ones arrive. If [`State::version`] is newer than the version of a tile,
///   the caller should request the tile again.
///
/// If recipes arrive faster than they can be prepared, only the last takes effect.
///
/// # Painting
/// [`sculpt`](Self::sculpt) replaces the strokes over the recipe and says where the terrain changes. This makes another
/// version, as a new recipe does, but tiles outside the change stay current: the generator answers requests for them with the
/// tile from the cache or in progress, under the new version. The caller must repeat its requests for the tiles whose
/// [bounds](tile::TileLocation::bounds) [meet](Bounds::meets) the change.
pub trait Generator: Send + Sync {
    /// Requests a tile. The queued tile with the largest priority is made next; of tiles with equal priority, the one that was
    /// requested first.
    fn ask(&self, request: Request, priority: i32) -> Ticket;

    /// Changes the priority of a queued request. This has no effect on a tile that is in progress or done.
    fn reprioritise(&self, ticket: Ticket, priority: i32);

    /// Cancels a request: from now on [`take`](Self::take) never answers this ticket. Unless another request wants the tile, a
    /// queued tile is not made, and a tile in progress is dropped.
    fn cancel(&self, ticket: Ticket);

    /// The answers that have arrived since the last call, in the order of their arrival.
    fn take(&self) -> Vec<Answer>;

    /// Replaces the recipe. The section *Replacing the recipe* above says what happens to tiles of the old recipe.
    fn replace(&self, recipe: Arc<Recipe>, images: SharedImages) -> Version;

    /// Replaces the layer over the last recipe. `changed` contains every point whose height changes, for example the bounds of
    /// a stroke that was added or undone.
    fn sculpt(&self, layer: Arc<dyn Layer>, changed: Bounds) -> Version;

    /// The current state.
    fn state(&self) -> Arc<State>;
}
