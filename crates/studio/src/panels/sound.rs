//! The sound section.

use egui::{Button, RichText, Slider, Ui};

use crate::action::Action;
use crate::sound::{SoundSettings, SoundSource};
use crate::theme;

/// The contents of the sound section.
#[derive(Clone, Copy, Debug)]
pub struct SoundView<'a> {
    /// The settings.
    pub settings: &'a SoundSettings,
    /// Why the sound does not play, if it failed.
    pub problem: Option<&'a str>,
}

/// Shows the sound settings.
pub(super) fn sound(ui: &mut Ui, view: SoundView<'_>, actions: &mut Vec<Action>) {
    let settings = view.settings;
    let source = |source| Action::SetSound(SoundSettings { source, ..settings.clone() });
    ui.horizontal(|ui| {
        if ui.add(Button::selectable(settings.source == SoundSource::Off, "Off")).clicked() {
            actions.push(source(SoundSource::Off));
        }
        let wind = ui.add(Button::selectable(settings.source == SoundSource::Wind, "Wind"));
        if wind.on_hover_text("Wind that grows with flight speed and height").clicked() {
            actions.push(source(SoundSource::Wind));
        }
        let file = Button::selectable(matches!(settings.source, SoundSource::File(_)), "Music…");
        if ui.add(file).on_hover_text("Loop a FLAC, Ogg Vorbis or WAV file").clicked() {
            actions.push(Action::ChooseMusic);
        }
    });
    if let SoundSource::File(path) = &settings.source {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        ui.add(egui::Label::new(RichText::new(name).color(theme::WEAK)).truncate());
    }
    if let Some(problem) = view.problem {
        ui.colored_label(theme::ERROR, problem);
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = 96.0;
        let name = ui.label(RichText::new("volume").color(theme::WEAK));
        let mut volume = settings.volume;
        let slider = Slider::new(&mut volume, 0.0..=1.0).max_decimals(2);
        if ui.add(slider).labelled_by(name.id).changed() {
            actions.push(Action::SetSound(SoundSettings { volume, ..settings.clone() }));
        }
    });
}
