//! The section about sound: what is to be heard, and how loud.

use egui::{Button, RichText, Slider, Ui};

use crate::action::Action;
use crate::sound::{Hearing, Listen};
use crate::theme;

/// What there is to show.
#[derive(Clone, Copy, Debug)]
pub struct SoundView<'a> {
    /// What is to be heard.
    pub hearing: &'a Hearing,
    /// Why it is not.
    pub problem: Option<&'a str>,
}

/// Shows what is to be heard.
pub(super) fn sound(ui: &mut Ui, view: SoundView<'_>, actions: &mut Vec<Action>) {
    let hearing = view.hearing;
    let listen = |listen| Action::Hear(Hearing { listen, ..hearing.clone() });
    ui.horizontal(|ui| {
        if ui.add(Button::selectable(hearing.listen == Listen::Off, "Off")).clicked() {
            actions.push(listen(Listen::Off));
        }
        let wind = ui.add(Button::selectable(hearing.listen == Listen::Wind, "Wind"));
        if wind.on_hover_text("Louder and brighter the higher and faster one flies").clicked() {
            actions.push(listen(Listen::Wind));
        }
        let file = Button::selectable(matches!(hearing.listen, Listen::File(_)), "Music…");
        if ui.add(file).on_hover_text("A FLAC, Ogg Vorbis or WAV file, again and again").clicked() {
            actions.push(Action::ChooseMusic);
        }
    });
    if let Listen::File(path) = &hearing.listen {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        ui.add(egui::Label::new(RichText::new(name).color(theme::WEAK)).truncate());
    }
    if let Some(problem) = view.problem {
        ui.colored_label(theme::ERROR, problem);
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = 96.0;
        let name = ui.label(RichText::new("loudness").color(theme::WEAK));
        let mut loudness = hearing.loudness;
        let slider = Slider::new(&mut loudness, 0.0..=1.0).max_decimals(2);
        if ui.add(slider).labelled_by(name.id).changed() {
            actions.push(Action::Hear(Hearing { loudness, ..hearing.clone() }));
        }
    });
}
