//! Rows of a form: a name, a control, and a button that resets to the default. The rows follow from the descriptions of nodes.

use egui::{Align, ComboBox, Layout, RichText, Role, Ui, UiBuilder, Vec2, WidgetInfo};
use orogen_engine::recipe::Args;
use orogen_engine::recipe::spec::{Group, NodeSpec, Octaves, ParamKind, ParamSpec, Unit};

use super::curve::{MAX_POINTS, curve};
use super::expression::expression;
use super::help::about_text;
use super::number::{Number, named, named_choice, shown};
use super::spans::Spans;
use crate::action::{Action, FileUse};
use crate::document::{Document, Edit, Key};
use crate::theme;
use crate::varied::Varied;

/// Width of the names.
const NAMES: f32 = 92.0;

/// Height of a row.
const ROW: f32 = 24.0;

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

    /// A row with a name. `given`: the recipe sets the value, so it can be reset.
    pub(super) fn row(
        &mut self,
        ui: &mut Ui,
        name: &str,
        help: &str,
        given: bool,
        contents: impl FnOnce(&mut Self, &mut Ui),
    ) {
        let row = ui.horizontal(|ui| {
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
            if self.document.sets(&path.join(".")) {
                self.edit(Edit::Remove { path });
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
                    let size = self.document.recipe().map_or(1.0, |recipe| recipe.domain.size);
                    let usual = self.spans.and_then(|spans| spans.usual(args.spec().name, param, size));
                    let number = Number { value, min, max, unit: param.unit, default, integer: false, usual };
                    self.number(ui, name, help, given && !param.is_required(), number);
                }
                None => self.absent(ui, name, help, initial_value(min, max, param.unit), args),
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
            ParamKind::Roughness => self.roughness(ui, name, help, args),
            ParamKind::Points => self.points(ui, name, help, args.points(name)),
            ParamKind::File => self.file(ui, name, help, args),
            ParamKind::Text => self.text(ui, name, help, given, args.text(name).unwrap_or_default()),
            ParamKind::Basis { .. } => self.basis(ui, name, help, given, args),
        }
    }

    /// An optional parameter that is not set. Setting it removes its alternatives.
    fn absent(&mut self, ui: &mut Ui, name: &str, help: &str, usual: f64, args: &Args) {
        let path = self.at(name);
        self.row(ui, name, help, false, |form, ui| {
            if set_button(ui, name) {
                let set = Edit::number(path, usual);
                form.edit(Edit::All(form.without_alternatives(name, args).chain([set]).collect()));
            }
        });
    }

    /// Edits that remove the alternatives to a parameter.
    fn without_alternatives(&self, name: &str, args: &Args) -> impl Iterator<Item = Edit> {
        let params = args.spec().params;
        let is_group = |param: &ParamSpec| param.name == name || param.idle_with.contains(&name);
        let group = params
            .iter()
            .filter(|param| is_group(param))
            .flat_map(|param| [param.name].into_iter().chain(param.idle_with.iter().copied()));
        let given: std::collections::BTreeSet<_> =
            group.filter(|other| *other != name && args.given(other)).collect();
        given.into_iter().map(|other| Edit::Remove { path: self.at(other) })
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
                    usual: None,
                };
                ui.spacing_mut().slider_width = 60.0;
                let id = ui.scope_id().with(&path);
                form.slider(ui, id, name, path, number);
            }
        });
    }

    fn roughness(&mut self, ui: &mut Ui, name: &str, help: &str, args: &Args) {
        let Some((coarse, fine)) = args.roughness(name) else {
            let path = self.at(name);
            return self.row(ui, name, help, false, |form, ui| {
                if set_button(ui, name) {
                    let at = |key: &str| path.iter().cloned().chain([key.to_owned()]).collect();
                    let set = ["coarse", "fine"].map(|key| Edit::number(at(key), 0.5));
                    form.edit(Edit::All(form.without_alternatives(name, args).chain(set).collect()));
                }
            });
        };
        self.row(ui, name, help, true, |_, _| ());
        let mut inner = self.below(name);
        for (key, value) in [("coarse", coarse), ("fine", fine)] {
            let number = Number {
                value,
                min: 0.0,
                max: 1.0,
                unit: Unit::None,
                default: None,
                integer: false,
                usual: None,
            };
            inner.number(ui, key, help, false, number);
        }
    }

    fn points(&mut self, ui: &mut Ui, name: &str, help: &str, points: &[[f64; 2]]) {
        let path = self.at(name);
        let id = ui.scope_id().with(&path);
        self.row(ui, name, help, false, |form, ui| {
            let add = ui.add_enabled(points.len() < MAX_POINTS, egui::Button::new("Add point"));
            if add.on_hover_text("Or double-click the curve").clicked() {
                let value = points.iter().copied().chain([next_point(points)]).collect();
                form.edit(Edit::Points { path: path.clone(), value });
                form.actions.push(Action::EndEdit);
            }
        });
        let change = ui.add_enabled_ui(self.document.is_toml(), |ui| curve(ui, id, name, points)).inner;
        let numbers = ui.indent((name, "numbers"), |ui| self.point_numbers(ui, name, points)).inner;
        if let Some(value) = change.points.or(numbers) {
            self.edit(Edit::Points { path, value });
        }
        if change.finished {
            self.actions.push(Action::EndEdit);
        }
    }

    /// The points of a curve as numbers to type. Returns new points, if they have changed.
    fn point_numbers(&mut self, ui: &mut Ui, name: &str, points: &[[f64; 2]]) -> Option<Vec<[f64; 2]>> {
        let (mut gone, mut new, count) = (None, points.to_vec(), points.len());
        for (at, point) in new.iter_mut().enumerate() {
            ui.horizontal(|ui| {
                for (along, axis) in point.iter_mut().zip(["input", "output"]) {
                    let entry = egui::DragValue::new(along).speed(0.01).range(-1e9..=1e9).max_decimals(4);
                    let response = ui.add_enabled(self.document.is_toml(), entry);
                    named(&response, &format!("{name} point {} {axis}", at + 1), *along);
                    self.end_edit_after(&response);
                }
                let remove = ui.add_enabled(count > 2, egui::Button::new("×").frame(false));
                let label = format!("remove {name} point {}", at + 1);
                remove.widget_info(|| WidgetInfo::labeled(Role::Button, count > 2, &label));
                if remove.on_hover_text("Remove this point").clicked() {
                    gone = Some(at);
                }
            });
        }
        if let Some(at) = gone {
            new.remove(at);
            self.actions.push(Action::EndEdit);
        }
        // Points that are not touched stay, also where they are too close.
        (new != points).then(|| sorted(new))
    }

    /// The path of a file, and a button that shows a file dialog.
    fn file(&mut self, ui: &mut Ui, name: &str, help: &str, args: &Args) {
        let (path, node) = (self.at(name), args.spec());
        self.row(ui, name, help, false, |form, ui| {
            if let Some(value) = text_box(ui, name, args.written_file(name), 108.0)
                && !value.is_empty()
            {
                form.edit(Edit::Word { path: path.clone(), value });
            }
            if ui.button("Choose…").on_hover_text("Choose a file").clicked() {
                form.actions.push(Action::ChooseFileFor(FileUse::Value { path, node }));
            }
        });
    }

    fn text(&mut self, ui: &mut Ui, name: &str, help: &str, given: bool, written: &str) {
        let path = self.at(name);
        self.row(ui, name, help, given, |form, ui| {
            if let Some(value) = text_box(ui, name, written, 150.0) {
                form.edit(Edit::Word { path, value });
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

/// A button that sets a parameter. Returns whether it is clicked.
fn set_button(ui: &mut Ui, name: &str) -> bool {
    let button = ui.button("Set");
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("set {name}")));
    button.on_hover_text("Not set in the recipe").clicked()
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

/// An initial value in a range.
fn initial_value(min: f64, max: f64, unit: Unit) -> f64 {
    let value = if unit == Unit::Metres { 100.0 } else { 0.5 };
    f64::clamp(value, if min == f64::MIN_POSITIVE { 1e-6 } else { min }, max)
}

/// Keeps points in the order of their inputs, which must differ.
fn sorted(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]));
    for at in 1..points.len() {
        let least = points[at - 1][0] + 1e-9_f64.max(1e-6 * points[at - 1][0].abs());
        points[at][0] = points[at][0].max(least);
    }
    points
}

/// A new point at the end of a curve, extrapolated from the last two.
fn next_point(points: &[[f64; 2]]) -> [f64; 2] {
    match points {
        [.., before, last] => [2.0 * last[0] - before[0], 2.0 * last[1] - before[1]],
        [last] => [last[0] + 1.0, last[1] + 1.0],
        [] => [0.0, 0.0],
    }
}
