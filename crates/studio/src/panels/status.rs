//! The line at the bottom: what is under the cursor, and what the threads are at.

use egui::{Align, Layout, RichText, Ui};

use super::number::shown;
use crate::theme;
use orogen::recipe::spec::Unit;

/// What there is to say.
#[derive(Clone, Debug, Default)]
pub struct Status {
    /// The place under the cursor, with height in metres and slope in degrees.
    pub place: Option<([f64; 2], [f64; 2])>,
    /// Whether places are degrees.
    pub globe: bool,
    /// What is being made.
    pub busy: Option<String>,
    /// What paints.
    pub device: String,
}

/// Shows the line.
pub fn status(ui: &mut Ui, status: &Status) {
    ui.horizontal_centered(|ui| {
        match status.place {
            Some((place, [height, slope])) => {
                let at = match status.globe {
                    true => format!("{:.3}° N, {:.3}° E", place[0], place[1]),
                    false => format!("{:.0}, {:.0} m", place[0], place[1]),
                };
                ui.label(RichText::new(format!("Height {}", shown(height.round(), Unit::Metres))).strong());
                ui.label(RichText::new(format!("slope {slope:.0}°   at {at}")).color(theme::WEAK));
            }
            None => {
                ui.label(RichText::new("Drag: turn · right drag: move · wheel: nearer · Ctrl+drag: the sun · W A S D Q E: fly").color(theme::WEAK));
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(&status.device).small().color(theme::WEAK));
            if let Some(busy) = &status.busy {
                ui.label(RichText::new(busy).small().color(theme::ACCENT));
            }
        });
    });
}
