//! The start page: a new recipe, recovered changes, recent recipes, and presets.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use egui::{Button, Key, RichText, ScrollArea, TextEdit, TextureHandle, Ui, UiBuilder, Vec2};

use super::card::{Card, card};
use super::follow_focus::follow_focus;
use super::help::about_text;
use super::tour::{Target, mark};
use crate::action::Action;
use crate::host::Preset;
use crate::jobs::{Recovered, StartFiles};
use crate::shortcuts::{Command, tooltip, with_keys};
use crate::theme;

/// The contents of the start page.
pub struct Start<'a> {
    /// The presets.
    pub presets: &'a [Preset],
    /// Thumbnails of presets and files, as far as they are ready.
    pub thumbnails: &'a Thumbnails,
    /// The title of the recipe that is open meanwhile.
    pub open: Option<&'a str>,
    /// Recent recipes and recovered changes.
    pub files: &'a StartFiles,
    /// What the user typed and chose here.
    pub state: &'a mut StartState,
}

/// Thumbnails of the start page. `None`: there is no picture, because the recipe has an error.
#[derive(Default)]
pub struct Thumbnails {
    /// Those of presets, by name.
    pub presets: BTreeMap<&'static str, Option<TextureHandle>>,
    /// Those of recent recipes.
    pub files: BTreeMap<PathBuf, Option<TextureHandle>>,
}

/// What the user typed and chose on the start page.
#[derive(Debug, Default)]
pub struct StartState {
    /// The search for presets.
    pub search: String,
    /// Whether the search field gets the focus in the next frame.
    pub search_requested: bool,
    /// The recovery file that is removed if the user confirms it.
    removing: Option<PathBuf>,
}

/// Minimum width of a preset's card.
const PRESET: f32 = 218.0;
/// Width of a recent recipe's card.
const RECENT: f32 = 150.0;
/// Space at the left and right of the page.
const MARGIN: f32 = 14.0;

/// Shows the start page.
pub fn start(ui: &mut Ui, start: &mut Start<'_>, actions: &mut Vec<Action>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.add_space(14.0);
        heading(ui, "Start", |ui| commands(ui, start.open, actions));
        recovered(ui, &start.files.recovered, &mut start.state.removing, actions);
        recent(ui, start, actions);
        let found = found(start.presets, &start.state.search);
        heading(ui, "Start from a preset", |ui| search(ui, start.state, found.first().copied(), actions));
        presets(ui, start, &found, actions);
        follow_focus(ui);
    });
}

/// A heading, with controls beside it.
fn heading(ui: &mut Ui, title: &str, controls: impl FnOnce(&mut Ui)) {
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        ui.add_space(MARGIN);
        ui.label(RichText::new(title).size(20.0).strong());
        ui.add_space(12.0);
        controls(ui);
    });
    ui.add_space(4.0);
}

fn commands(ui: &mut Ui, open: Option<&str>, actions: &mut Vec<Action>) {
    if let Some(title) = open
        && ui.button(format!("Back to {title}")).on_hover_text("Return to the open recipe").clicked()
    {
        actions.push(Action::ShowPresets(false));
    }
    if ui.button("New").on_hover_text(tooltip(Command::New)).clicked() {
        actions.push(Action::New);
    }
    let open = ui.button("Open…");
    if open
        .on_hover_text(with_keys("Open a recipe file, or drop it onto the window", Command::Open))
        .clicked()
    {
        actions.push(Action::ChooseFile);
    }
}

/// The unsaved changes of sessions that ended early.
fn recovered(ui: &mut Ui, all: &[Recovered], removing: &mut Option<PathBuf>, actions: &mut Vec<Action>) {
    if all.is_empty() {
        return;
    }
    heading(ui, "Recovered", |ui| {
        ui.label(RichText::new("Unsaved changes from sessions that ended early").color(theme::WEAK));
    });
    for one in all {
        let row = ui.horizontal(|ui| {
            ui.add_space(MARGIN);
            if removing.as_ref() == Some(&one.file) {
                ui.colored_label(theme::WARNING, format!("Remove the unsaved changes of {}?", one.title));
                if ui.button("Remove changes").clicked() {
                    actions.push(Action::RemoveRecovered(one.file.clone()));
                    *removing = None;
                }
                if ui.button("Keep changes").clicked() {
                    *removing = None;
                }
                return;
            }
            named_button(ui, "Open", &one.title).then(|| actions.push(opening(one)));
            if named_button(ui, "Remove", &one.title) {
                *removing = Some(one.file.clone());
            }
            ui.label(RichText::new(&one.title).strong());
            let age = one.written.and_then(|written| SystemTime::now().duration_since(written).ok());
            ui.label(RichText::new(age.map_or_else(String::new, ago)).color(theme::WEAK));
        });
        let help =
            "The program ended while this recipe had unsaved changes. Open shows the recipe with them.";
        about_text(ui, row.response.rect, "Recovered changes", help);
    }
}

/// A button whose name for screen readers says what it applies to.
fn named_button(ui: &mut Ui, verb: &str, object: &str) -> bool {
    let button = ui.add(Button::new(verb));
    button.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("{verb} changes of {object}"))
    });
    button.clicked()
}

/// The action that opens recovered changes: whatever opens their recipe.
fn opening(recovered: &Recovered) -> Action {
    match &recovered.recipe {
        Some(recipe) => Action::OpenFile(recipe.clone()),
        None => Action::OpenRecovered(recovered.title.clone()),
    }
}

/// How long ago something was.
fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (count, unit) = match minutes {
        0 => return "just now".to_owned(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

fn recent(ui: &mut Ui, start: &Start<'_>, actions: &mut Vec<Action>) {
    if start.files.recent.is_empty() {
        return;
    }
    heading(ui, "Recent", |_| ());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(12.0);
        ui.add_space(MARGIN);
        for path in &start.files.recent {
            recent_card(ui, path, start.thumbnails.files.get(path), actions);
        }
    });
}

/// A recent recipe, with a button in its corner that removes it from the list.
fn recent_card(ui: &mut Ui, path: &Path, picture: Option<&Option<TextureHandle>>, actions: &mut Vec<Action>) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(Path::new("")).display().to_string();
    let shown = Card { name: &name, words: &folder, lines: 1, picture };
    let response = card(ui, &shown, RECENT).on_hover_text(path.display().to_string());
    if response.clicked() {
        actions.push(Action::OpenFile(path.to_owned()));
    }
    let corner =
        egui::Rect::from_min_size(response.rect.right_top() + Vec2::new(-30.0, 4.0), Vec2::splat(20.0));
    // The button lies on the card, and takes no space of its own.
    let mut over = ui.new_child(UiBuilder::new().max_rect(corner));
    let remove = over.add(Button::new("×").small().min_size(Vec2::splat(20.0)));
    remove.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Remove {name} from the list"))
    });
    if remove.on_hover_text("Remove from this list. The file stays.").clicked() {
        actions.push(Action::RemoveRecent(path.to_owned()));
    }
}

/// The presets whose name or description has all words of a search.
fn found(presets: &[Preset], search: &str) -> Vec<Preset> {
    let words: Vec<_> = search.split_whitespace().map(str::to_lowercase).collect();
    let matches = |preset: &&Preset| {
        let text = format!("{} {}", preset.name, preset.description()).to_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    };
    presets.iter().filter(matches).copied().collect()
}

/// The search field. Enter opens the first preset that is found.
fn search(ui: &mut Ui, state: &mut StartState, first: Option<Preset>, actions: &mut Vec<Action>) {
    let entry =
        ui.add(TextEdit::singleline(&mut state.search).hint_text("Search presets").desired_width(180.0));
    entry.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "search presets"));
    let entered = entry.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if std::mem::take(&mut state.search_requested) {
        entry.request_focus();
    }
    entry.on_hover_text(with_keys(
        "Search names and descriptions. Enter opens the first preset",
        Command::Search,
    ));
    if let (true, Some(preset), false) = (entered, first, state.search.trim().is_empty()) {
        actions.push(Action::OpenPreset(preset));
    }
}

fn presets(ui: &mut Ui, start: &Start<'_>, found: &[Preset], actions: &mut Vec<Action>) {
    if found.is_empty() {
        ui.horizontal(|ui| {
            ui.add_space(MARGIN);
            let text = format!("No preset matches “{}”.", start.state.search.trim());
            ui.label(RichText::new(text).color(theme::WEAK));
        });
        return;
    }
    let gap = 12.0;
    let width = ui.available_width() - 2.0 * MARGIN;
    let columns = ((width + gap) / (PRESET + gap)).floor().max(1.0);
    let side = (width + gap) / columns - gap;
    for (at, row) in found.chunks(columns as usize).enumerate() {
        let row = ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            ui.add_space(MARGIN);
            for preset in row {
                let picture = start.thumbnails.presets.get(preset.name);
                let shown = Card { name: preset.name, words: preset.description(), lines: 2, picture };
                let response = card(ui, &shown, side).on_hover_text(preset.description());
                about_text(ui, response.rect, preset.name, preset.description());
                if response.clicked() {
                    actions.push(Action::OpenPreset(*preset));
                }
            }
        });
        if at == 0 {
            mark(ui, Target::Presets, row.response.rect);
        }
        ui.add_space(gap - ui.spacing().item_spacing.y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_found_by_words_of_their_names_and_descriptions() {
        let preset = |name, text| Preset { name, text };
        let all = [
            preset("alps", "# A range of young mountains, with a lake\n"),
            preset("dunes", "# A sea of sand\n"),
            preset("salt-lake", "# A plain\n"),
        ];
        let names = |search| found(&all, search).iter().map(|preset| preset.name).collect::<Vec<_>>();
        assert_eq!(names(" "), ["alps", "dunes", "salt-lake"]);
        assert_eq!(names("LAKE"), ["alps", "salt-lake"]);
        assert_eq!(names("sa sea"), ["dunes"]);
        assert!(names("lake sand").is_empty());
    }

    #[test]
    fn ages_are_rounded_down() {
        let at = |seconds| ago(Duration::from_secs(seconds));
        assert_eq!([at(59), at(60), at(3599)], ["just now", "1 minute ago", "59 minutes ago"]);
        assert_eq!([at(7200), at(86_400), at(200_000)], ["2 hours ago", "1 day ago", "2 days ago"]);
    }
}
