//! The tour: shown to new users once, and from the Help menu.

use super::Studio;
use crate::action::Action;
use crate::panels::{self, Tour, TourChoice};

impl Studio {
    /// Starts the tour if the user has not seen it. Programs that keep no state do not know, and start none.
    pub(super) fn offer_tour(&mut self) {
        let is_new = self.tour_mark().is_some_and(|mark| !mark.exists());
        self.tour = is_new.then(Tour::default);
    }

    /// Shows the tour, and goes on if the user has done what it says.
    pub(super) fn show_tour(&mut self, ui: &egui::Ui, actions: &[Action]) {
        let is_open = self.shown_project().is_some();
        let Some(tour) = &mut self.tour else { return };
        let done = tour.observe(actions, is_open);
        match done.or(panels::tour(ui, tour, is_open)) {
            Some(TourChoice::Next) if is_open || done.is_some() => tour.advance(is_open),
            Some(TourChoice::Next) => {
                // The next step needs a recipe.
                if let Some(preset) = self.presets.first() {
                    let action = Action::OpenPreset(*preset);
                    self.act(action, ui.ctx());
                }
            }
            Some(TourChoice::End) => self.end_tour(),
            None => {}
        }
    }

    fn end_tour(&mut self) {
        self.tour = None;
        if let Some(mark) = self.tour_mark() {
            self.files.write_mark(&mark);
        }
    }
}
