//! The recipe: its settings and fields as forms, or its text.

use std::collections::BTreeMap;

use egui::{RichText, ScrollArea, TextureHandle, Ui};
use orogen_engine::recipe::Field;

use super::field::field;
use super::parameters::parameters;
use super::settings::settings;
use super::text::text;
use crate::action::Action;
use crate::document::{Document, Edit};

/// How the recipe is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecipeTab {
    /// The recipe as forms.
    #[default]
    Fields,
    /// The recipe as text.
    Text,
}

/// The contents of the recipe panel.
pub struct RecipeView<'a> {
    /// The recipe.
    pub document: &'a Document,
    /// Thumbnails of its fields.
    pub pictures: &'a BTreeMap<String, TextureHandle>,
    /// How it is shown.
    pub tab: &'a mut RecipeTab,
}

/// Shows the recipe.
pub fn recipe(ui: &mut Ui, view: RecipeView<'_>, actions: &mut Vec<Action>) {
    let RecipeView { document, pictures, tab } = view;
    ui.horizontal(|ui| {
        ui.selectable_value(tab, RecipeTab::Fields, "Fields");
        ui.selectable_value(tab, RecipeTab::Text, "Text").on_hover_text("Edit the recipe as text");
    });
    ui.separator();
    match tab {
        RecipeTab::Text => text(ui, document.text(), document.error(), actions),
        RecipeTab::Fields => forms(ui, document, pictures, actions),
    }
}

fn forms(
    ui: &mut Ui,
    document: &Document,
    pictures: &BTreeMap<String, TextureHandle>,
    actions: &mut Vec<Action>,
) {
    let Some(recipe) = document.recipe() else {
        ui.label("The recipe has an error. Switch to Text to fix it.");
        return;
    };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        parameters(ui, document, recipe, actions);
        settings(ui, document, recipe, actions);
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            ui.label(RichText::new("Fields").strong());
            add(ui, recipe, document.is_toml(), actions);
        });
        let mut fields: Vec<&Field> = recipe.written_fields().collect();
        fields.sort_by_key(|field| field.span);
        for one in fields {
            field(ui, document, recipe, one, pictures.get(&one.name), actions);
        }
        ui.add_space(12.0);
    });
}

/// A menu that adds a field.
fn add(ui: &mut Ui, recipe: &orogen_engine::recipe::Recipe, enabled: bool, actions: &mut Vec<Action>) {
    ui.add_enabled_ui(enabled, |ui| {
        if let Some(node) = super::field::nodes_menu(ui, "Add field") {
            actions.push(Action::Edit(new_field(recipe, &node)));
        }
    });
}

/// A new field with all required values. Its required inputs read the field that is the terrain.
pub(super) fn new_field(recipe: &orogen_engine::recipe::Recipe, node: &str) -> Edit {
    use orogen_engine::recipe::spec::{ParamKind, Unit};
    let spec = orogen_engine::nodes::registry().get(node);
    let base = node.replace('_', "-");
    let free = |name: &String| !recipe.fields.contains_key(name);
    let names = std::iter::once(base.clone()).chain((2..).map(|number| format!("{base}-{number}")));
    let name = names.into_iter().find(free).unwrap_or(base);
    let mut lines = Vec::new();
    if let Some(spec) = spec {
        let inputs = spec.inputs.iter().filter(|input| input.default.is_none());
        lines.extend(inputs.map(|input| (input.name.to_owned(), format!("{:?}", recipe.height.field))));
        for param in spec.params.iter().filter(|param| param.is_required()) {
            let value = match param.kind {
                ParamKind::Number { min, max, .. } => {
                    let value =
                        if param.unit == Unit::Metres { (recipe.domain.size / 8.0).round() } else { 0.5 };
                    format!("{:?}", value.clamp(min.max(1e-6), max))
                }
                ParamKind::Points => "[[0.0, 0.0], [1.0, 1.0]]".to_owned(),
                _ => "\"picture.png\"".to_owned(),
            };
            lines.push((param.name.to_owned(), value));
        }
    }
    Edit::AddField { name, node: node.to_owned(), lines }
}
