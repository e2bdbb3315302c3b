//! The progress of solutions, and what happens after they are cancelled.

use super::Studio;
use crate::panels::Solving;

impl Studio {
    /// Cancels all solutions until the recipe changes, or allows them again.
    pub(super) fn allow_solving(&mut self, on: bool) {
        if !on {
            self.solving.cancel();
            return;
        }
        self.solving.allow();
        let Some(project) = &mut self.project else { return };
        let revision = project.revision();
        project.document.clear_build_error(revision);
        // Everything is requested again.
        (project.wanted, self.thumbnails_of) = (None, None);
        project.inspection.request_again();
    }

    /// The solutions that the view shows: the one in progress, or that they were cancelled.
    pub(super) fn solving_state(&self) -> Option<Solving> {
        if self.solving.is_cancelled() {
            return Some(Solving::Cancelled);
        }
        self.solving.current().map(|(field, done)| Solving::Running(field, done))
    }
}
