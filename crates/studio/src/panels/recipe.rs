//! The recipe: its settings and fields as forms, or its text.

use std::collections::BTreeMap;

use egui::{RichText, ScrollArea, TextureHandle, Ui};
use orogen_engine::recipe::{Field, Recipe};

use super::field::field;
use super::follow_focus::follow_focus;
use super::materials::materials;
use super::node_list::nodes_menu;
use super::parameters::parameters;
use super::settings::settings;
use super::spans::Spans;
use super::text::text;
use crate::action::Action;
use crate::document::Document;

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
    /// The usual values of parameters.
    pub spans: &'a Spans,
    /// The range of the heights that are shown, if it is known.
    pub heights: Option<[f64; 2]>,
    /// How it is shown.
    pub tab: &'a mut RecipeTab,
    /// A field whose form is to be opened and scrolled to.
    pub open: Option<String>,
}

/// Shows the recipe.
pub fn recipe(ui: &mut Ui, view: RecipeView<'_>, actions: &mut Vec<Action>) {
    let RecipeView { document, pictures, spans, heights, tab, open } = view;
    if open.is_some() {
        *tab = RecipeTab::Fields;
    }
    ui.horizontal(|ui| {
        ui.selectable_value(tab, RecipeTab::Fields, "Fields");
        ui.selectable_value(tab, RecipeTab::Text, "Text").on_hover_text("Edit the recipe as text");
    });
    ui.separator();
    match tab {
        RecipeTab::Text => text(ui, document.text(), document.error(), actions),
        RecipeTab::Fields => forms(ui, document, pictures, spans, heights, open.as_deref(), actions),
    }
}

fn forms(
    ui: &mut Ui,
    document: &Document,
    pictures: &BTreeMap<String, TextureHandle>,
    spans: &Spans,
    heights: Option<[f64; 2]>,
    open: Option<&str>,
    actions: &mut Vec<Action>,
) {
    let Some(recipe) = document.recipe() else {
        ui.label("The recipe has an error. Switch to Text to fix it.");
        return;
    };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        parameters(ui, document, recipe, actions);
        settings(ui, document, recipe, heights, actions);
        materials(ui, document, recipe, actions);
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            ui.label(RichText::new("Fields").strong());
            add(ui, recipe, document.is_toml(), actions);
        });
        let mut fields: Vec<&Field> = recipe.written_fields().collect();
        fields.sort_by_key(|field| field.span);
        for one in fields {
            let is_opened = open == Some(one.name.as_str());
            field(ui, document, recipe, one, pictures.get(&one.name), is_opened, spans, actions);
        }
        ui.add_space(12.0);
        follow_focus(ui);
    });
}

/// A menu that adds a field.
fn add(ui: &mut Ui, recipe: &Recipe, enabled: bool, actions: &mut Vec<Action>) {
    ui.add_enabled_ui(enabled, |ui| {
        let node = nodes_menu(ui, recipe, "Add field");
        actions.extend(node.map(|node| Action::AddNode { node, wiring: None }));
    });
}
