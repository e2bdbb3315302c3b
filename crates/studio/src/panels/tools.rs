//! Tools on the right: how the terrain looks, the light, views, measuring.

use egui::{CollapsingHeader, Grid, RichText, ScrollArea, Slider, Ui};
use orogen::recipe::spec::Unit;
use orogen_view::{Bounds, Style, Sun, Surface};

use super::brushes::{Table, brushes};
use super::number::shown;
use crate::action::Action;
use crate::eye::Eye;
use crate::jobs::Look;
use crate::theme;

/// What there is to show.
#[derive(Debug)]
pub struct ToolsView<'a> {
    /// How the terrain looks.
    pub look: Look,
    /// Where the sun stands.
    pub sun: Sun,
    /// Views that are kept.
    pub bookmarks: &'a [Eye],
    /// Where one is.
    pub eye: Eye,
    /// Whether a click measures.
    pub measuring: bool,
    /// What was measured: places with their heights and slopes.
    pub measured: &'a [([f64; 2], Option<[f64; 2]>)],
    /// Whether a recipe is kept for comparison.
    pub compared: bool,
    /// Whether the graph, and the map, is shown.
    pub shown: [bool; 2],
    /// Where a recipe is first seen from.
    pub home: Eye,
    /// What is heard.
    #[cfg(feature = "sound")]
    pub sound: super::SoundView<'a>,
    /// The brushes, once there are some.
    pub table: Option<Table<'a>>,
}

/// Shows the tools.
pub fn tools(ui: &mut Ui, view: &ToolsView<'_>, actions: &mut Vec<Action>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if let Some(table) = &view.table {
            section(ui, "Brush", |ui| brushes(ui, table, actions));
        }
        section(ui, "Look", |ui| look(ui, view, actions));
        section(ui, "Sun", |ui| sun(ui, view.sun, actions));
        section(ui, "Views", |ui| views(ui, view, actions));
        section(ui, "Measure", |ui| measure(ui, view, actions));
        section(ui, "Compare", |ui| compare(ui, view, actions));
        #[cfg(feature = "sound")]
        section(ui, "Sound", |ui| super::sound::sound(ui, view.sound, actions));
    });
}

fn section(ui: &mut Ui, title: &str, contents: impl FnOnce(&mut Ui)) {
    let header = CollapsingHeader::new(RichText::new(title).strong()).default_open(true);
    header.show_unindented(ui, |ui| {
        ui.add_space(2.0);
        contents(ui);
        ui.add_space(8.0);
    });
}

/// A button that stays down; whether it was clicked is in what is returned.
fn toggle(ui: &mut Ui, on: &mut bool, name: &str) -> egui::Response {
    let mut response = ui.add(egui::Button::selectable(*on, name).frame_when_inactive(true));
    if response.clicked() {
        *on = !*on;
        response.mark_changed();
    }
    response
}

fn look(ui: &mut Ui, view: &ToolsView<'_>, actions: &mut Vec<Action>) {
    let mut new = view.look;
    let globe = matches!(view.eye, Eye::Globe(_));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (style, name, help) in [
            (Style::Realistic, "Realistic", "The recipe's materials, or its palette"),
            (Style::Desert, "Desert", "Sand, with glitter and ripples"),
            (Style::Clay, "Clay", "The shape alone"),
            (Style::Map, "Map", "Tints by height, and contour lines"),
        ] {
            let enabled = !globe || matches!(style, Style::Realistic | Style::Clay);
            let button = egui::Button::selectable(new.style == style, name);
            let response = ui.add_enabled(enabled, button).on_hover_text(help);
            if response.on_disabled_hover_text("Planets are painted realistic and of clay").clicked() {
                new.style = style;
            }
        }
    });
    ui.add_enabled_ui(!globe, |ui| {
        let sculpted = view.table.as_ref().is_some_and(|table| table.strokes > 0);
        let mut march = new.surface == Surface::March;
        let help = "Rays march through the recipe's function itself: slower, and without any mesh";
        let button = egui::Checkbox::new(&mut march, "March through the function");
        let response = ui.add_enabled(!sculpted || new.surface == Surface::March, button).on_hover_text(help);
        if response.on_disabled_hover_text("Strokes are no function").changed() {
            new.surface = if march { Surface::March } else { Surface::Mesh };
        }
        let mut cut = new.bounds == Bounds::Domain;
        if ui
            .checkbox(&mut cut, "Cut out the domain")
            .on_hover_text("The ground ends where exports end")
            .changed()
        {
            new.bounds = if cut { Bounds::Domain } else { Bounds::Endless };
        }
    });
    if new != view.look {
        actions.push(Action::Look(new));
    }
    let [graph, map] = view.shown;
    ui.horizontal(|ui| {
        let (mut graph, mut map) = (graph, map);
        if toggle(ui, &mut graph, "Graph").on_hover_text("Which field feeds which  (G)").changed() {
            actions.push(Action::ShowGraph(graph));
        }
        if toggle(ui, &mut map, "Map beside")
            .on_hover_text("The heights from above, beside the view  (M)")
            .changed()
        {
            actions.push(Action::Split(map));
        }
    });
}

fn sun(ui: &mut Ui, sun: Sun, actions: &mut Vec<Action>) {
    let mut new = sun;
    ui.spacing_mut().slider_width = 96.0;
    Grid::new("sun").num_columns(2).show(ui, |ui| {
        ui.label(RichText::new("height").color(theme::WEAK));
        let height = ui.add(Slider::new(&mut new.elevation, -6.0..=90.0).suffix("°").max_decimals(0));
        height.on_hover_text("Degrees over the horizon; Ctrl+drag in the view moves the sun, too");
        ui.end_row();
        ui.label(RichText::new("azimuth").color(theme::WEAK));
        let azimuth = ui.add(Slider::new(&mut new.azimuth, 0.0..=360.0).suffix("°").max_decimals(0));
        azimuth.on_hover_text("Degrees clockwise from north");
        ui.end_row();
    });
    if new != sun {
        actions.push(Action::Shine(new));
    }
}

fn views(ui: &mut Ui, view: &ToolsView<'_>, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        if ui.button("Whole").on_hover_text("All of the terrain  (Home)").clicked() {
            actions.push(Action::See(view.home));
        }
        if ui.button("Keep this view").on_hover_text("Come back to it with a click  (B)").clicked() {
            actions.push(Action::Bookmark);
        }
    });
    for (at, eye) in view.bookmarks.iter().enumerate() {
        ui.horizontal(|ui| {
            if ui.button(format!("View {}", at + 1)).clicked() {
                actions.push(Action::See(*eye));
            }
            if ui.add(egui::Button::new("×").frame(false)).on_hover_text("Forget it").clicked() {
                actions.push(Action::Forget(at));
            }
        });
    }
}

fn measure(ui: &mut Ui, view: &ToolsView<'_>, actions: &mut Vec<Action>) {
    let mut measuring = view.measuring;
    let name = if measuring { "End" } else { "Measure in the view" };
    if toggle(ui, &mut measuring, name).on_hover_text("Click two places in the view").changed() {
        actions.push(Action::Measure(measuring));
    }
    if view.measured.is_empty() {
        if measuring {
            ui.label(RichText::new("Click a place in the view, then another.").color(theme::WEAK));
        }
        return;
    }
    Grid::new("measured").num_columns(2).show(ui, |ui| {
        let mut line = |name: &str, value: String| {
            ui.label(RichText::new(name).color(theme::WEAK));
            ui.label(value);
            ui.end_row();
        };
        for ((_, sample), name) in view.measured.iter().zip(["A", "B"]) {
            if let Some([height, slope]) = sample {
                line(name, format!("{}, slope {slope:.1}°", shown(*height, Unit::Metres)));
            }
        }
        if let ([(from, Some([low, _])), (to, Some([high, _]))], Eye::Plane(_)) = (view.measured, view.eye) {
            let level = (to[0] - from[0]).hypot(to[1] - from[1]);
            line("distance", shown(level.round(), Unit::Metres));
            line("rise", shown(high - low, Unit::Metres));
            line("grade", format!("{:.1} %", 100.0 * (high - low) / level.max(1e-9)));
        }
    });
}

fn compare(ui: &mut Ui, view: &ToolsView<'_>, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        if ui.button("Keep as B").on_hover_text("Keeps the recipe as it is now, to compare with").clicked() {
            actions.push(Action::KeepForComparison);
        }
        let swap = ui.add_enabled(view.compared, egui::Button::new("Swap A and B"));
        let swap = swap.on_hover_text("Exchanges the two; an undo does, too  (X)");
        if swap.on_disabled_hover_text("Keep one first").clicked() {
            actions.push(Action::Exchange);
        }
    });
}
