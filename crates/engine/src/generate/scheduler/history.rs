//! Where strokes have changed the terrain: a list of boxes. Tiles of older versions outside these boxes are still current.

use crate::bounds::Bounds;
use crate::generate::revision::Revision;
use crate::generate::tile::{TileLocation, Version};
use crate::planet::Sphere;

/// The changes since the last recipe.
#[derive(Debug, Default)]
pub(super) struct History {
    /// The version of the last recipe.
    since: Version,
    /// The boxes in which strokes over this recipe have changed the terrain, in the order of their versions.
    changes: Vec<(Version, Bounds)>,
}

impl History {
    /// Records a revision, even one that never takes effect: later revisions include its changes.
    pub(super) fn note(&mut self, revision: &Revision) {
        match revision.changed() {
            Some(bounds) => self.changes.push((revision.version(), bounds)),
            None => *self = Self { since: revision.version(), changes: Vec::new() },
        }
    }

    /// Whether a tile made of version `made` equals the tile of version `now`.
    pub(super) fn holds(
        &self,
        place: &TileLocation,
        sphere: Option<Sphere>,
        made: Version,
        now: Version,
    ) -> bool {
        if made == now {
            return true;
        }
        let bounds = place.bounds(sphere);
        let mut between = self.changes.iter().filter(|(version, _)| made < *version && *version <= now);
        made >= self.since && now >= made && !between.any(|(_, changed)| changed.meets(&bounds))
    }
}
