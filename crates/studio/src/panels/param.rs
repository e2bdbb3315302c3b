//! Rows of a form: a name, a control, and a button that resets to the default. The rows follow from the descriptions of nodes.

use egui::{Align, ComboBox, Layout, RichText, Role, Ui, UiBuilder, Vec2, WidgetInfo};
use orogen_engine::recipe::Args;
use orogen_engine::recipe::spec::{Group, NodeSpec, Octaves, ParamKind, ParamSpec, Unit};

use super::expression::expression;
use super::number::{Number, named, named_choice, shown};
use crate::action::Action;
use crate::document::{Document, Edit, Key};
use crate::theme;

/// Width of the names.
const NAMES: f32 = 92.0;

/// Height of a row.
const ROW: f32 = 24.0;

/// A form that edits the values below a path in the recipe.
pub(super) struct Form<'a> {
    pub(super) document: &'a Document,
    pub(super) path: Vec<Key>,
    pub(super) actions: &'a mut Vec<Action>,
}

impl<'a> Form<'a> {
    pub(super) fn new(document: &'a Document, path: Vec<Key>, actions: &'a mut Vec<Action>) -> Self {
        Self { document, path, actions }
    }

    /// A form for the values below a key.
    pub(super) fn below(&mut self, key: &str) -> Form<'_> {
        Form::new(self.document, self.at(key), self.actions)
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

    /// A row with a name. `given`: the recipe sets the value, so it can be reset.
    pub(super) fn row(
        &mut self,
        ui: &mut Ui,
        name: &str,
        help: &str,
        given: bool,
        contents: impl FnOnce(&mut Self, &mut Ui),
    ) {
        ui.horizontal(|ui| {
            let (rect, response) = ui.allocate_exact_size(Vec2::new(NAMES, ROW), egui::Sense::hover());
            let colour = if given { theme::TEXT } else { theme::WEAK };
            let mut names =
                ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center)));
            names.add(egui::Label::new(RichText::new(name).color(colour)).truncate().selectable(false));
            if !help.is_empty() {
                let state = if given { "" } else { "\n\nNot set in the recipe: this is the default." };
                response.on_hover_text(format!("{help}{state}"));
            }
            ui.add_enabled_ui(self.document.is_toml(), |ui| {
                contents(self, ui);
                if given {
                    let path = self.at(name);
                    let reset = reset_button(ui).on_hover_text(format!("Reset `{name}` to its default"));
                    reset.widget_info(|| {
                        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("reset {name}"))
                    });
                    if reset.clicked() {
                        self.edit(Edit::Remove { path });
                    }
                }
            });
        });
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
        self.row(ui, name, &with_range(help, number), given, |form, ui| {
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

    fn slider(&mut self, ui: &mut Ui, id: egui::Id, name: &str, path: Vec<Key>, number: Number) {
        // All text fields have the same width, so that they are aligned.
        ui.spacing_mut().interact_size.x = 66.0;
        let changed = number.show(ui, id, self.document.is_toml());
        // Names the slider for screen readers and tests.
        changed.response.widget_info(|| {
            let mut info = egui::WidgetInfo::slider(true, number.value, name);
            info.label = Some(name.to_owned());
            info
        });
        if let Some(value) = changed.value {
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
        self.row(ui, name, help, given, |form, ui| {
            if let Some(word) = words(ui, name, chosen, options) {
                form.edit(Edit::Word { path, value: word });
            }
        });
    }

    /// All parameters of a node. For a basis inside a fractal, only those that apply there.
    pub(super) fn params(&mut self, ui: &mut Ui, spec: &'static NodeSpec, args: &Args, inside: bool) {
        for param in spec.params.iter().filter(|param| !(inside && param.field_only)) {
            self.param(ui, param, args);
        }
    }

    fn param(&mut self, ui: &mut Ui, param: &'static ParamSpec, args: &Args) {
        let (name, help, given) = (param.name, param.help, args.given(param.name));
        match param.kind {
            ParamKind::Number { default, min, max } => match args.optional_number(name) {
                Some(value) => {
                    let number = Number { value, min, max, unit: param.unit, default, integer: false };
                    self.number(ui, name, help, given && !param.is_required(), number);
                }
                None => self.absent(ui, name, help, initial_value(min, max, param.unit)),
            },
            ParamKind::Flag { .. } => {
                let (mut flag, path) = (args.flag(name), self.at(name));
                self.row(ui, name, help, given, |form, ui| {
                    let toggled = ui.checkbox(&mut flag, "");
                    toggled.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, flag, name));
                    if toggled.changed() {
                        form.edit(Edit::Flag { path, value: flag });
                    }
                });
            }
            ParamKind::Choice { options, .. } => {
                self.choice(ui, name, help, given, args.choice(name), options);
            }
            ParamKind::Octaves { .. } => self.octaves(ui, name, help, given, args.octaves(name)),
            ParamKind::Roughness => self.roughness(ui, name, help, args.roughness(name)),
            ParamKind::Points => self.points(ui, name, help, args.points(name)),
            ParamKind::File => self.text(ui, name, help, false, args.written_file(name)),
            ParamKind::Text => self.text(ui, name, help, given, args.text(name).unwrap_or_default()),
            ParamKind::Basis { .. } => self.basis(ui, name, help, given, args),
        }
    }

    /// An optional parameter that is not set.
    fn absent(&mut self, ui: &mut Ui, name: &str, help: &str, usual: f64) {
        let path = self.at(name);
        self.row(ui, name, help, false, |form, ui| {
            if ui.button("Set").on_hover_text("Not set in the recipe").clicked() {
                form.edit(Edit::number(path, usual));
            }
        });
    }

    fn octaves(&mut self, ui: &mut Ui, name: &str, help: &str, given: bool, octaves: Octaves) {
        let path = self.at(name);
        self.row(ui, name, help, given, |form, ui| {
            let (mut auto, count) = match octaves {
                Octaves::Auto => (true, 8),
                Octaves::Count(count) => (false, count),
            };
            let toggled =
                ui.checkbox(&mut auto, "auto").on_hover_text("All octaves that the spacing can resolve");
            if toggled.changed() {
                let edit = match auto {
                    true => Edit::Word { path: path.clone(), value: "auto".to_owned() },
                    false => Edit::Number { path: path.clone(), value: f64::from(count), integer: true },
                };
                form.edit(edit);
            }
            if !auto {
                let max = f64::from(Octaves::MAX);
                let number = Number {
                    value: f64::from(count),
                    min: 1.0,
                    max,
                    unit: Unit::None,
                    default: None,
                    integer: true,
                };
                ui.spacing_mut().slider_width = 60.0;
                let id = ui.scope_id().with(&path);
                form.slider(ui, id, name, path, number);
            }
        });
    }

    fn roughness(&mut self, ui: &mut Ui, name: &str, help: &str, roughness: Option<(f64, f64)>) {
        let Some((coarse, fine)) = roughness else {
            let path = self.at(name);
            return self.row(ui, name, help, false, |form, ui| {
                if ui.button("Set").on_hover_text("Not set in the recipe").clicked() {
                    let at = |key: &str| path.iter().cloned().chain([key.to_owned()]).collect();
                    form.edit(Edit::All(["coarse", "fine"].map(|key| Edit::number(at(key), 0.5)).into()));
                }
            });
        };
        self.row(ui, name, help, true, |_, _| ());
        let mut inner = self.below(name);
        for (key, value) in [("coarse", coarse), ("fine", fine)] {
            let number =
                Number { value, min: 0.0, max: 1.0, unit: Unit::None, default: None, integer: false };
            inner.number(ui, key, help, false, number);
        }
    }

    fn points(&mut self, ui: &mut Ui, name: &str, help: &str, points: &[[f64; 2]]) {
        let path = self.at(name);
        self.row(ui, name, help, false, |form, ui| {
            ui.vertical(|ui| {
                let (mut new, mut gone) = (points.to_vec(), None);
                for (at, point) in new.iter_mut().enumerate() {
                    ui.horizontal(|ui| {
                        for along in point {
                            let response = ui.add(egui::DragValue::new(along).speed(0.01).max_decimals(4));
                            named(&response, name, *along);
                            form.end_edit_after(&response);
                        }
                        let remove = || egui::Button::new("×").frame(false);
                        if points.len() > 2 && ui.add(remove()).on_hover_text("Remove this point").clicked() {
                            gone = Some(at);
                        }
                    });
                }
                gone.map(|at| new.remove(at));
                let added = ui.button("Add point").clicked();
                new.extend(added.then(|| next_point(&new)));
                if new != points {
                    form.edit(Edit::Points { path, value: new });
                }
                if added || gone.is_some() {
                    form.actions.push(Action::EndEdit);
                }
            });
        });
    }

    /// The path of a file or another text. It is set when the row loses the focus, so that no part of it is.
    fn text(&mut self, ui: &mut Ui, name: &str, help: &str, given: bool, written: &str) {
        let path = self.at(name);
        self.row(ui, name, help, given, |form, ui| {
            let id = ui.scope_id().with(&path);
            let mut text = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| written.to_owned());
            let response = ui.add(egui::TextEdit::singleline(&mut text).desired_width(150.0));
            if response.lost_focus() {
                ui.data_mut(|data| data.remove::<String>(id));
                if text != written {
                    form.edit(Edit::Word { path, value: text });
                }
            } else if response.has_focus() {
                ui.data_mut(|data| data.insert_temp(id, text));
            }
        });
    }

    fn basis(&mut self, ui: &mut Ui, name: &str, help: &str, given: bool, args: &Args) {
        let (spec, inner) = args.basis(name);
        let nodes = orogen_engine::nodes::registry().nodes().iter();
        let bases: Vec<_> = nodes
            .filter(|node| node.group == Group::Basis && node.inputs.is_empty())
            .map(|node| (node.name, node.summary))
            .collect();
        self.choice(ui, name, help, given, spec.name, &bases);
        if given && spec.params.iter().any(|param| !param.field_only) {
            ui.indent(name, |ui| self.below(name).params(ui, spec, inner, true));
        }
    }
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

/// An initial value in a range.
fn initial_value(min: f64, max: f64, unit: Unit) -> f64 {
    let value = if unit == Unit::Metres { 100.0 } else { 0.5 };
    f64::clamp(value, if min == f64::MIN_POSITIVE { 1e-6 } else { min }, max)
}

/// A new point at the end of a curve, extrapolated from the last two.
fn next_point(points: &[[f64; 2]]) -> [f64; 2] {
    match points {
        [.., before, last] => [2.0 * last[0] - before[0], 2.0 * last[1] - before[1]],
        [last] => [last[0] + 1.0, last[1] + 1.0],
        [] => [0.0, 0.0],
    }
}
