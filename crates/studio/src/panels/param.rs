//! The parameters of nodes as rows of a form. They follow from the descriptions of nodes.

use egui::{Role, Ui, WidgetInfo};
use orogen_engine::nodes::is_painted;
use orogen_engine::recipe::Args;
use orogen_engine::recipe::spec::{Group, NodeSpec, Octaves, ParamKind, ParamSpec, Unit};

use super::form::{Form, text_box};
use super::number::Number;
use crate::action::{Action, FileUse};
use crate::document::Edit;

impl Form<'_> {
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
                    let number = Number { default, usual, ..Number::new(value, [min, max], param.unit) };
                    self.number(ui, name, help, given && !param.is_required(), number);
                }
                None => self.absent(ui, name, help, initial_value(min, max, param.unit), args),
            },
            ParamKind::Flag { .. } => {
                let (mut flag, path) = (args.flag(name), self.at(name));
                self.value_row(ui, name, &path.clone(), help, given, |form, ui| {
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
        self.value_row(ui, name, &path.clone(), help, given, |form, ui| {
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
                let number =
                    Number { integer: true, ..Number::new(f64::from(count), [1.0, max], Unit::None) };
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
            inner.number(ui, key, help, false, Number::new(value, [0.0, 1.0], Unit::None));
        }
    }

    /// The path of a file, and a button that shows a file dialog.
    fn file(&mut self, ui: &mut Ui, name: &str, help: &str, args: &Args) {
        let (path, node, written) = (self.at(name), args.spec(), args.written_file(name));
        let is_optional = node.param(name).is_some_and(|param| param.optional);
        self.row(ui, name, help, is_optional && written.is_some(), |form, ui| {
            if let Some(value) = text_box(ui, name, written.unwrap_or_default(), 108.0)
                && !value.is_empty()
            {
                form.edit(Edit::Word { path: path.clone(), value });
            }
            // The studio creates the files of masks itself.
            if is_painted(node) {
                return;
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

/// An initial value in a range.
fn initial_value(min: f64, max: f64, unit: Unit) -> f64 {
    let value = if unit == Unit::Metres { 100.0 } else { 0.5 };
    f64::clamp(value, if min == f64::MIN_POSITIVE { 1e-6 } else { min }, max)
}
