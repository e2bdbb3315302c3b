//! Rows of a form: a name, a control, and a button that resets to the default.

use egui::{Align, ComboBox, Layout, RichText, Ui, UiBuilder, Vec2, WidgetInfo};

use super::expression::expression;
use super::help::about_text;
use super::number::{Number, named_choice, shown};
use super::spans::Spans;
use crate::action::Action;
use crate::document::{Document, Edit, Key};
use crate::theme;
use crate::varied::Varied;

/// Width of the names.
const NAMES: f32 = 92.0;

/// Height of a row.
const ROW: f32 = 24.0;

/// What a reset button does.
struct Reset {
    edit: Edit,
    words: String,
}

impl Reset {
    /// Without the value, the default applies.
    fn to_default(name: &str, path: Vec<Key>) -> Self {
        Self { edit: Edit::Remove { path }, words: format!("Reset `{name}` to its default") }
    }

    fn to_opened(name: &str, path: Vec<Key>, toml: String) -> Self {
        let value = if toml.starts_with(['[', '{']) { "" } else { toml.trim_matches('"') };
        let comma = if value.is_empty() { "" } else { ", " };
        let words = format!("Reset `{name}` to {value}{comma}its value when you opened the recipe");
        Self { edit: Edit::Value { path, toml }, words }
    }
}

/// A form that edits the values below a path in the recipe.
pub(super) struct Form<'a> {
    pub(super) document: &'a Document,
    pub(super) path: Vec<Key>,
    pub(super) actions: &'a mut Vec<Action>,
    /// The usual values of parameters of nodes, where the form has such.
    pub(super) spans: Option<&'a Spans>,
}

impl<'a> Form<'a> {
    pub(super) fn new(document: &'a Document, path: Vec<Key>, actions: &'a mut Vec<Action>) -> Self {
        Self { document, path, actions, spans: None }
    }

    /// A form for the values below a key.
    pub(super) fn below(&mut self, key: &str) -> Form<'_> {
        Form { spans: self.spans, ..Form::new(self.document, self.at(key), self.actions) }
    }

    pub(super) fn at(&self, key: &str) -> Vec<Key> {
        self.path.iter().cloned().chain([key.to_owned()]).collect()
    }

    pub(super) fn edit(&mut self, edit: Edit) {
        self.actions.push(Action::Edit(edit));
    }

    /// Ends an edit when the control is released, so that the next one is undone separately.
    pub(super) fn end_edit_after(&mut self, response: &egui::Response) {
        if response.drag_stopped() || response.lost_focus() {
            self.actions.push(Action::EndEdit);
        }
    }

    /// A row with a name. `given`: the recipe sets the value, and can be without it.
    pub(super) fn row(
        &mut self,
        ui: &mut Ui,
        name: &str,
        help: &str,
        given: bool,
        contents: impl FnOnce(&mut Self, &mut Ui),
    ) {
        let reset = given.then(|| Reset::to_default(name, self.at(name)));
        self.row_with(ui, name, help, given, reset, contents);
    }

    /// A row with a value. Its reset button brings back the value that the recipe had when it was opened or else, if `given`, the
    /// default.
    pub(super) fn value_row(
        &mut self,
        ui: &mut Ui,
        name: &str,
        path: &[Key],
        help: &str,
        given: bool,
        contents: impl FnOnce(&mut Self, &mut Ui),
    ) {
        let (is_set, reset) = (self.document.sets(&path.join(".")), self.reset(name, path, given));
        self.row_with(ui, name, help, is_set, reset, contents);
    }

    fn reset(&self, name: &str, path: &[Key], given: bool) -> Option<Reset> {
        let opened = self.document.opened_toml(path);
        let restored = opened.map(|toml| Reset::to_opened(name, path.to_vec(), toml));
        restored.or_else(|| given.then(|| Reset::to_default(name, path.to_vec())))
    }

    fn row_with(
        &mut self,
        ui: &mut Ui,
        name: &str,
        help: &str,
        is_set: bool,
        reset: Option<Reset>,
        contents: impl FnOnce(&mut Self, &mut Ui),
    ) {
        let row = ui.horizontal(|ui| {
            let (rect, response) = ui.allocate_exact_size(Vec2::new(NAMES, ROW), egui::Sense::hover());
            let colour = if is_set { theme::TEXT } else { theme::WEAK };
            let mut names =
                ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center)));
            names.add(egui::Label::new(RichText::new(name).color(colour)).truncate().selectable(false));
            if !help.is_empty() {
                let state = if is_set { "" } else { "\n\nNot set in the recipe: this is the default." };
                response.on_hover_text(format!("{help}{state}"));
            }
            ui.add_enabled_ui(self.document.is_toml(), |ui| {
                contents(self, ui);
                if let Some(Reset { edit, words }) = reset {
                    let button = reset_button(ui).on_hover_text(words);
                    button.widget_info(|| {
                        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("reset {name}"))
                    });
                    if button.clicked() {
                        self.actions.push(Action::Reset(edit));
                    }
                }
            });
        });
        if !help.is_empty() {
            about_text(ui, row.response.rect, name, help);
        }
        if self.document.fault() == Some(&self.at(name)[..]) {
            let text = self.document.error().map_or("", |error| &error.message);
            let text = RichText::new(text).small().color(theme::ERROR);
            ui.indent((name, "fault"), |ui| ui.add(egui::Label::new(text).wrap()));
        }
    }

    /// A row with a number.
    pub(super) fn number(&mut self, ui: &mut Ui, name: &str, help: &str, given: bool, number: Number) {
        let path = self.at(name);
        self.number_at(ui, name, path, help, given, number);
    }

    /// A row with a number at any path: its name may differ from its key.
    pub(super) fn number_at(
        &mut self,
        ui: &mut Ui,
        name: &str,
        path: Vec<Key>,
        help: &str,
        given: bool,
        number: Number,
    ) {
        self.value_row(ui, name, &path.clone(), &with_range(help, number), given, |form, ui| {
            let id = ui.scope_id().with(&path);
            match form.document.expression(&path) {
                Some(text) => {
                    expression(ui, form, name, path, &text);
                    ui.label(RichText::new(format!("= {}", shown(number.value, number.unit))).weak());
                }
                None => form.slider(ui, id, name, path, number),
            }
        });
    }

    pub(super) fn slider(&mut self, ui: &mut Ui, id: egui::Id, name: &str, path: Vec<Key>, number: Number) {
        let number = Number { opened: self.document.opened_number(&path), ..number };
        // All text fields have the same width, so that they are aligned.
        ui.spacing_mut().interact_size.x = 66.0;
        let changed = number.show(ui, id, self.document.is_toml());
        // Names the slider for screen readers and tests.
        changed.response.widget_info(|| {
            let mut info = egui::WidgetInfo::slider(true, number.value, name);
            info.label = Some(name.to_owned());
            info
        });
        let varied =
            Varied::number(path.clone(), number.value, [number.min, number.max], number.unit, number.integer);
        changed.response.context_menu(|ui| {
            if ui.button("Variations…").on_hover_text("Terrains with nine values of this number").clicked()
            {
                self.actions.push(Action::Vary(Some(Box::new(varied))));
                ui.close();
            }
        });
        if changed.reset {
            let given = number.default.is_some() && self.document.sets(&path.join("."));
            if let Some(reset) = self.reset(name, &path, given) {
                self.actions.push(Action::Reset(reset.edit));
            }
        } else if let Some(value) = changed.value {
            self.edit(Edit::Number { path, value, integer: number.integer });
        }
        if changed.finished {
            self.actions.push(Action::EndEdit);
        }
    }

    /// A row with a choice.
    pub(super) fn choice(
        &mut self,
        ui: &mut Ui,
        name: &str,
        help: &str,
        given: bool,
        chosen: &str,
        options: &[(&str, &str)],
    ) {
        let path = self.at(name);
        self.value_row(ui, name, &path.clone(), help, given, |form, ui| {
            if let Some(word) = words(ui, name, chosen, options) {
                form.edit(Edit::Word { path, value: word });
            }
        });
    }
}

/// A text. Returns a new one when the box loses the focus, so that no part of it is.
pub(super) fn text_box(ui: &mut Ui, name: &str, written: &str, width: f32) -> Option<String> {
    let id = ui.scope_id().with((name, "text"));
    let mut text = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| written.to_owned());
    let response = ui.add(egui::TextEdit::singleline(&mut text).desired_width(width));
    response.widget_info(|| {
        let label = Some(name.to_owned());
        WidgetInfo { label, ..WidgetInfo::text_edit(true, written, &text, "") }
    });
    if response.lost_focus() {
        ui.data_mut(|data| data.remove::<String>(id));
        return (text != written).then_some(text);
    }
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
    }
    None
}

/// A small reset button with a circular arrow.
fn reset_button(ui: &mut Ui) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(18.0, 20.0), egui::Sense::click());
    let colour = if response.hovered() || response.has_focus() { theme::ACCENT } else { theme::WEAK };
    let stroke = egui::Stroke::new(1.4, colour);
    let at = |degrees: f32| rect.center() + 4.8 * egui::Vec2::angled(degrees.to_radians());
    let arc: Vec<_> = (0..=16).map(|step| at(-60.0 + 285.0 * step as f32 / 16.0)).collect();
    let tip = arc[0];
    // The arc leaves its tip at 30°, between the barbs.
    let [one, other] = [-15.0_f32, 75.0].map(|degrees| tip + 4.0 * Vec2::angled(degrees.to_radians()));
    ui.painter().line(arc, stroke);
    ui.painter().line(vec![one, tip, other], stroke);
    response
}

/// A choice with a tooltip for each option. Returns a newly chosen one.
pub(super) fn words(ui: &mut Ui, id: &str, chosen: &str, options: &[(&str, &str)]) -> Option<String> {
    let mut new = None;
    let combo = ComboBox::from_id_salt(id).selected_text(chosen).width(140.0).show_ui(ui, |ui| {
        for (word, help) in options {
            let option = ui.selectable_label(*word == chosen, *word);
            if option.on_hover_text(*help).clicked() && *word != chosen {
                new = Some((*word).to_owned());
            }
        }
    });
    named_choice(&combo.response, id, chosen);
    new
}

fn with_range(help: &str, number: Number) -> String {
    let (min, max) = (number.min, number.max);
    let range = match (min == f64::MIN_POSITIVE, min <= f64::MIN, max >= f64::MAX) {
        (true, _, true) => "more than 0".to_owned(),
        (true, _, false) => format!("more than 0, at most {}", shown(max, number.unit)),
        (_, true, true) => "any number".to_owned(),
        (_, true, false) => format!("at most {}", shown(max, number.unit)),
        (_, false, true) => format!("at least {}", shown(min, number.unit)),
        _ => format!("{} to {}", shown(min, number.unit), shown(max, number.unit)),
    };
    let default = number
        .default
        .map_or_else(String::new, |default| format!("; default {}", shown(default, number.unit)));
    format!("{help}\n\n{range}{default}")
}
