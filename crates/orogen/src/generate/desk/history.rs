//! Where strokes have changed the ground, and so which tiles of older versions are as good as new.

use crate::bounds::Bounds;
use crate::generate::revision::Revision;
use crate::generate::tile::{Place, Version};
use crate::planet::Sphere;

/// What became of the ground since the last recipe came in.
#[derive(Debug, Default)]
pub(super) struct History {
    /// The version of that recipe.
    since: Version,
    /// Strokes over it, in the order of their versions.
    changes: Vec<(Version, Bounds)>,
}

impl History {
    /// Notes a revision that has come in, whether it will be taken up or not: those after it have its changes.
    pub(super) fn note(&mut self, revision: &Revision) {
        match revision.changed() {
            Some(bounds) => self.changes.push((revision.version(), bounds)),
            None => *self = Self { since: revision.version(), changes: Vec::new() },
        }
    }

    /// Whether a tile of one version is as it would be made of a later one.
    pub(super) fn holds(&self, place: &Place, sphere: Option<Sphere>, made: Version, now: Version) -> bool {
        if made == now {
            return true;
        }
        let bounds = place.bounds(sphere);
        let mut between = self.changes.iter().filter(|(version, _)| made < *version && *version <= now);
        made >= self.since && now >= made && !between.any(|(_, changed)| changed.meets(&bounds))
    }
}
