//! The help page: what is under the pointer, and all keys.
//!
//! Panels say what their parts are with [`about`] and [`area`] while they are drawn; the page shows what was said of the place
//! under the pointer. Nodes have the texts of `orogen nodes`.

use egui::{Color32, Grid, Id, Modal, Pos2, Rect, RichText, ScrollArea, Ui};
use orogen_engine::recipe::spec::NodeSpec;

use crate::shortcuts::{Area, GESTURES, Gestures, SHORTCUTS, Scope, Shortcut};
use crate::theme;

/// What a part of the window is.
#[derive(Clone, Debug, PartialEq)]
pub enum Topic {
    /// A node.
    Node(&'static NodeSpec),
    /// Anything else.
    Text {
        /// Its name.
        name: String,
        /// What it does.
        help: String,
    },
}

/// The contents of the help page.
#[derive(Clone, Debug, PartialEq)]
pub struct HelpPage {
    /// What was under the pointer.
    topic: Option<Topic>,
    /// The area that was under the pointer.
    area: Option<Area>,
    /// The frame in which the page was opened: each page begins at its top.
    opened: u64,
}

/// What was said of the place under the pointer.
#[derive(Clone, Debug)]
struct Said<T> {
    /// The frame.
    pass: u64,
    /// The size of the part: smaller ones are more specific.
    size: f32,
    what: T,
}

/// Says what a part of the window is.
pub(super) fn about(ui: &Ui, rect: Rect, topic: impl FnOnce() -> Topic) {
    say(ui, rect, topic);
}

/// Says what a part of the window is, with a name and a help text.
pub(super) fn about_text(ui: &Ui, rect: Rect, name: &str, help: &str) {
    say(ui, rect, || Topic::Text { name: name.to_owned(), help: help.to_owned() });
}

/// Says that a part of the window takes the gestures of an area.
pub(super) fn area(ui: &Ui, rect: Rect, area: Area) {
    say(ui, rect, || area);
}

fn said_id<T: 'static>() -> Id {
    Id::unique(("help", std::any::TypeId::of::<T>()))
}

fn say<T: Clone + Send + Sync + 'static>(ui: &Ui, rect: Rect, what: impl FnOnce() -> T) {
    let (pass, rect) = (ui.ctx().cumulative_pass_nr(), rect.intersect(ui.clip_rect()));
    if is_below_dialog(ui) || !point(ui.ctx()).is_some_and(|point| rect.contains(point)) {
        return;
    }
    let (id, size) = (said_id::<T>(), rect.area());
    let said: Option<Said<T>> = ui.data(|data| data.get_temp(id));
    if said.is_none_or(|said| said.pass != pass || said.size >= size) {
        let said = Said { pass, size, what: what() };
        ui.data_mut(|data| data.insert_temp(id, said));
    }
}

/// Whether a dialog is over this part of the window. Lists and hints of the dialog are not below it.
fn is_below_dialog(ui: &Ui) -> bool {
    let dialog = ui.memory(|memory| memory.top_modal_layer());
    dialog.is_some_and(|dialog| ui.layer_id() != dialog && ui.layer_id().order < dialog.order)
}

/// The position of the pointer or, without a pointer, of the widget that has the focus.
fn point(ctx: &egui::Context) -> Option<Pos2> {
    ctx.pointer_hover_pos().or_else(|| {
        let focus = ctx.memory(|memory| memory.focused())?;
        Some(ctx.read_response(focus)?.rect.center())
    })
}

impl HelpPage {
    /// The page about what is under the pointer now.
    pub fn here(ctx: &egui::Context) -> Self {
        Self { topic: said(ctx), area: said(ctx), opened: ctx.cumulative_pass_nr() }
    }
}

/// What the latest frame said.
fn said<T: Clone + Send + Sync + 'static>(ctx: &egui::Context) -> Option<T> {
    let said: Said<T> = ctx.data(|data| data.get_temp(said_id::<T>()))?;
    // This is called before or after the panels of a frame are drawn.
    (said.pass + 1 >= ctx.cumulative_pass_nr()).then_some(said.what)
}

/// Shows the page. Returns whether it is to be closed.
pub fn help(ui: &Ui, page: &HelpPage) -> bool {
    let modal = Modal::new(Id::unique("help page")).show(ui.ctx(), |ui| {
        ui.set_width(620.0);
        let height = (ui.ctx().content_rect().height() - 150.0).max(120.0);
        ScrollArea::vertical()
            .id_salt(page.opened)
            .max_height(height)
            .min_scrolled_height(height)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                if let Some(topic) = &page.topic {
                    topic_text(ui, topic);
                    ui.add_space(8.0);
                    ui.separator();
                }
                ui.heading("Keys");
                keys(ui, page.area);
                super::follow_focus::follow_focus(ui);
            });
        ui.add_space(8.0);
        ui.button("Close").clicked()
    });
    modal.inner || modal.should_close()
}

fn topic_text(ui: &mut Ui, topic: &Topic) {
    match topic {
        Topic::Text { name, help } => {
            ui.heading(name);
            paragraphs(ui, help);
        }
        Topic::Node(spec) => node(ui, spec),
    }
}

fn paragraphs(ui: &mut Ui, text: &str) {
    for paragraph in text.split('\n').filter(|paragraph| !paragraph.trim().is_empty()) {
        ui.add(egui::Label::new(paragraph).wrap());
    }
}

/// The documentation of a node, as `orogen nodes` prints it.
fn node(ui: &mut Ui, spec: &NodeSpec) {
    ui.horizontal(|ui| {
        ui.heading(spec.name);
        ui.label(RichText::new(spec.group.name()).color(theme::WEAK));
    });
    ui.add(egui::Label::new(RichText::new(spec.summary).strong()).wrap());
    paragraphs(ui, spec.help);
    if !spec.source.is_empty() {
        ui.add(egui::Label::new(RichText::new(format!("After {}.", spec.source)).color(theme::WEAK)).wrap());
    }
    rows(ui, "Inputs", spec.inputs.iter().map(|input| (input.name, input.help)));
    rows(ui, "Parameters", spec.params.iter().map(|param| (param.name, param.help)));
    rows(ui, "Further results", spec.outputs.iter().map(|output| (output.name, output.help)));
}

/// A table of names and descriptions under a title.
fn rows(ui: &mut Ui, title: &str, rows: impl Iterator<Item = (&'static str, &'static str)>) {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return;
    }
    ui.add_space(6.0);
    ui.label(RichText::new(title).strong());
    Grid::new(title).num_columns(2).min_col_width(96.0).show(ui, |ui| {
        for (name, help) in rows {
            ui.label(RichText::new(name).color(theme::ACCENT));
            ui.add(egui::Label::new(help).wrap());
            ui.end_row();
        }
    });
}

/// All keys and gestures. Those of the area under the pointer come first.
fn keys(ui: &mut Ui, area: Option<Area>) {
    let (first, rest): (Vec<&Gestures>, Vec<_>) =
        GESTURES.iter().partition(|gestures| Some(gestures.area) == area);
    for gestures in first {
        table(
            ui,
            gestures.area.title(),
            gestures.inputs.iter().map(|(input, words)| ((*input).to_owned(), *words)),
        );
    }
    for scope in [Scope::Everywhere, Scope::StartPage, Scope::Recipe, Scope::Brush] {
        let of_scope = SHORTCUTS.iter().filter(|shortcut| shortcut.scope == scope);
        table(ui, scope.title(), of_scope.map(|shortcut: &Shortcut| (shortcut.key_names(), shortcut.words)));
    }
    for gestures in rest {
        table(
            ui,
            gestures.area.title(),
            gestures.inputs.iter().map(|(input, words)| ((*input).to_owned(), *words)),
        );
    }
}

fn table(ui: &mut Ui, title: &str, rows: impl Iterator<Item = (String, &'static str)>) {
    ui.add_space(6.0);
    ui.label(RichText::new(title).strong());
    Grid::new(title).num_columns(2).min_col_width(150.0).spacing([12.0, 3.0]).show(ui, |ui| {
        for (keys, words) in rows {
            ui.label(RichText::new(keys).color(Color32::WHITE));
            ui.label(words);
            ui.end_row();
        }
    });
}
