//! The start page: presets, recent recipes, and a button that opens a file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use egui::text::LayoutJob;
use egui::{
    Align, FontId, Image, Layout, Rect, RichText, ScrollArea, Sense, TextureHandle, Ui, UiBuilder, Vec2,
};

use crate::action::Action;
use crate::host::Preset;
use crate::theme;

/// The contents of the start page.
pub struct Start<'a> {
    /// The presets.
    pub presets: &'a [Preset],
    /// Thumbnails of presets, as far as they are ready.
    pub pictures: &'a BTreeMap<&'static str, TextureHandle>,
    /// Recent recipes.
    pub recent: &'a [PathBuf],
}

/// Minimum width of a card.
const CARD: f32 = 218.0;
/// Height of the text below the picture of a card.
const WORDS: f32 = 58.0;

/// Shows the start page.
pub fn start(ui: &mut Ui, start: &Start<'_>, actions: &mut Vec<Action>) {
    ui.add_space(18.0);
    ui.horizontal(|ui| {
        ui.add_space(14.0);
        ui.vertical(|ui| {
            ui.label(RichText::new("Start from a preset").size(24.0).strong());
            ui.label(
                RichText::new("Choose a terrain, adjust it with the sliders on the left, then export it.")
                    .color(theme::WEAK),
            );
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(14.0);
            if ui
                .button("Open recipe…")
                .on_hover_text("Open a .toml file, or drop it here  (Ctrl+O)")
                .clicked()
            {
                actions.push(Action::ChooseFile);
            }
        });
    });
    recent(ui, start.recent, actions);
    ui.add_space(12.0);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| gallery(ui, start, actions));
}

/// Recent recipes.
fn recent(ui: &mut Ui, files: &[PathBuf], actions: &mut Vec<Action>) {
    if files.is_empty() {
        return;
    }
    ui.add_space(8.0);
    ui.horizontal_wrapped(|ui| {
        ui.add_space(14.0);
        ui.label(RichText::new("Recent").color(theme::WEAK));
        for path in files {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                actions.push(Action::OpenFile(path.clone()));
            }
        }
    });
}

fn gallery(ui: &mut Ui, start: &Start<'_>, actions: &mut Vec<Action>) {
    let gap = 12.0;
    let width = ui.available_width() - 28.0;
    let columns = ((width + gap) / (CARD + gap)).floor().max(1.0);
    let side = (width + gap) / columns - gap;
    let size = Vec2::new(side, side * 9.0 / 16.0 + WORDS);
    for row in start.presets.chunks(columns as usize) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            ui.add_space(14.0);
            for preset in row {
                if card(ui, preset, start.pictures.get(preset.name), size) {
                    actions.push(Action::OpenPreset(*preset));
                }
            }
        });
        ui.add_space(gap - ui.spacing().item_spacing.y);
    }
}

/// A text of at most two lines, which ends with an ellipsis if it is longer.
fn two_lines(text: &str, width: f32) -> LayoutJob {
    let font = FontId::proportional(11.5);
    let mut job = LayoutJob::simple(text.to_owned(), font, theme::WEAK, width);
    job.wrap.max_rows = 2;
    job
}

/// Shows a preset. Returns whether it was clicked.
fn card(ui: &mut Ui, preset: &Preset, picture: Option<&TextureHandle>, size: Vec2) -> bool {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, preset.name));
    let shown = if response.hovered() || response.has_focus() { theme::ACCENT } else { theme::LINE };
    ui.painter().rect(rect, 6, theme::CARD, egui::Stroke::new(1.0, shown), egui::StrokeKind::Inside);
    let place = Rect::from_min_size(rect.min, Vec2::new(size.x, size.x * 9.0 / 16.0)).shrink(1.0);
    match picture {
        Some(picture) => Image::new(picture).corner_radius(5).paint_at(ui, place),
        None => {
            ui.painter().rect_filled(place, 5, theme::DEEP);
            let middle = Rect::from_center_size(place.center(), Vec2::splat(18.0));
            egui::Spinner::new().color(theme::LINE).paint_at(ui, middle);
        }
    }
    let words = Rect::from_min_max(place.left_bottom(), rect.max).shrink2(Vec2::new(10.0, 6.0));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(words).layout(Layout::top_down(Align::Min)));
    ui.set_clip_rect(words.intersect(ui.clip_rect()));
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.add(egui::Label::new(RichText::new(preset.name).strong()).selectable(false));
    ui.add(egui::Label::new(two_lines(preset.description(), words.width())).selectable(false));
    response.on_hover_text(preset.description()).clicked()
}
