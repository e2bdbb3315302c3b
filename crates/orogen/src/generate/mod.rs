//! Tiles made in the background, for whoever must not wait: viewers, editors, games.
//!
//! A [`Generator`] is asked for tiles and hands them over when they are done. None of its calls waits for work or for
//! a thread that works: a call leaves a message, or takes what lies ready. Who makes the tiles is a
//! [`Maker`](maker::Maker): threads of the processor, or a device. A [`Dispatcher`](dispatcher::Dispatcher) stands
//! between them.

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

/// Where a generator gets pictures from, on whatever thread a recipe is planned.
pub type SharedImages = Arc<dyn Images + Send + Sync>;

/// Makes tiles of a recipe in the background.
///
/// Every ticket is answered once: with a tile, with an error, or, if it was cancelled, not at all. Tiles asked for
/// again while they are in the cache are not made again; tiles asked for twice at once are made once and answer both
/// tickets. Whoever asks also takes: answers wait, in memory, until they are taken.
///
/// # Replacing the recipe
/// A new recipe is made ready in the background while tiles of the old one keep coming; if it turns out to be unsound,
/// the old one stays and [`State::fault`] says why. Once it is ready
/// - tiles that are queued are made of the new recipe: whoever asked wants the place, as it looks now;
/// - tiles that are being made are finished and answer their tickets, marked with the old [`Version`]: dropping them
///   would leave nothing to look at while somebody drags a slider;
/// - tiles that were answered before are the caller's to show for as long as there is nothing newer: who finds that
///   [`State::version`] is newer than that of a tile asks for it again.
///
/// Of several recipes that come in faster than they can be made ready only the last is taken up.
///
/// # Painting
/// [`sculpt`](Self::sculpt) lays strokes over the recipe, in place of those before, and says where they differ. That is another
/// version, and all of the above holds; but tiles that do not reach there are as they would be made anew. Those in the cache
/// are kept and answer under the new version, and so do those that are being made meanwhile. Who shows tiles asks again for
/// those that [meet](tile::Place::bounds) the place.
pub trait Generator: Send + Sync {
    /// Asks for a tile. Of those that are queued, the one with the largest priority is made next; of equal ones, the
    /// one that was asked for first.
    fn ask(&self, request: Request, priority: i32) -> Ticket;

    /// Gives a queued request another priority. A tile that is being made, or is done, is none the wiser.
    fn reprioritise(&self, ticket: Ticket, priority: i32);

    /// Withdraws a request: from here on [`take`](Self::take) never answers this ticket. A tile that is queued for
    /// nobody else is never made; one that is being made for nobody else is given up or thrown away.
    fn cancel(&self, ticket: Ticket);

    /// The answers that have come since the last call, in the order in which they came.
    fn take(&self) -> Vec<Answer>;

    /// Takes up another recipe. See above for what becomes of the tiles of the old one.
    fn replace(&self, recipe: Arc<Recipe>, images: SharedImages) -> Version;

    /// Lays a layer over the recipe that was taken up last, in place of the one before. Where the ground is another
    /// than it was, `changed` holds, at least: the bounds of the stroke that was added or taken back.
    fn sculpt(&self, layer: Arc<dyn Layer>, changed: Bounds) -> Version;

    /// How things stand.
    fn state(&self) -> Arc<State>;
}
