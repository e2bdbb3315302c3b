//! The status bar: the point under the cursor, and what runs in the background.

use egui::{Align, Layout, RichText, Ui};

use super::number::shown;
use crate::shortcuts::{Area, gestures};
use crate::theme;
use orogen_engine::recipe::spec::Unit;

/// The contents of the status bar.
#[derive(Clone, Debug, Default)]
pub struct Status {
    /// The coordinates of the point under the cursor, and its height in metres and slope in degrees.
    pub place: Option<([f64; 2], [f64; 2])>,
    /// Whether the coordinates are latitude and longitude.
    pub globe: bool,
    /// The work that runs in the background.
    pub busy: Option<String>,
    /// What the mouse does in the view.
    pub area: Area,
    /// The graphics device: its name, and its full description.
    pub device: [String; 2],
}

/// Shows the status bar.
pub fn status(ui: &mut Ui, status: &Status) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let [name, description] = &status.device;
        ui.label(RichText::new(name).small().color(theme::WEAK)).on_hover_text(description);
        if let Some(busy) = &status.busy {
            ui.label(RichText::new(busy).small().color(theme::ACCENT));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| place_or_hints(ui, status));
    });
}

/// The point below the pointer. Without one, what the mouse does in the view.
fn place_or_hints(ui: &mut Ui, status: &Status) {
    let Some((place, [height, slope])) = status.place else {
        let hints = gestures(status.area).inputs.iter().map(|(input, words)| format!("{input}: {words}"));
        let hints = hints.collect::<Vec<_>>().join(" · ");
        ui.add(egui::Label::new(RichText::new(hints).color(theme::WEAK)).truncate());
        return;
    };
    let at = match status.globe {
        true => {
            let half = |degrees: f64, [positive, negative]: [&str; 2]| {
                format!("{:.3}° {}", degrees.abs(), if degrees < 0.0 { negative } else { positive })
            };
            format!("{}, {}", half(place[0], ["N", "S"]), half(place[1], ["E", "W"]))
        }
        false => format!("{:.0}, {:.0} m", place[0], place[1]),
    };
    ui.label(RichText::new(format!("Height {}", shown(height.round(), Unit::Metres))).strong());
    ui.label(RichText::new(format!("Slope {slope:.0}°   at {at}")).color(theme::WEAK));
}
