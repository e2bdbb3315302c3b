//! Tools on the right: brushes, display, sun, views, measuring, comparison.

use egui::{CollapsingHeader, Grid, Id, RichText, ScrollArea, Slider, Ui, UiBuilder};
use orogen_engine::recipe::spec::Unit;
use orogen_view::{GroundExtent, Style, Sun, Surface};

use super::brushes::{BrushPanel, brushes};
use super::follow_focus::follow_focus;
use super::help::about_text;
use super::number::shown;
use super::tour::{Target, mark};
use crate::action::Action;
use crate::eye::Eye;
use crate::jobs::Look;
use crate::shortcuts::{Command, tooltip, with_keys};
use crate::theme;
use crate::varied::Varied;

/// The contents of the tools panel.
pub struct ToolsView<'a> {
    /// How the terrain is displayed.
    pub look: Look,
    /// The sun.
    pub sun: Sun,
    /// Bookmarked views.
    pub bookmarks: &'a [Eye],
    /// The current view.
    pub eye: Eye,
    /// Whether the user walks on the ground.
    pub walking: bool,
    /// Whether a click measures.
    pub measuring: bool,
    /// Measured points; each has its height and slope, if they are known.
    pub measured: &'a [([f64; 2], Option<[f64; 2]>)],
    /// Whether a recipe is stored for comparison.
    pub compared: bool,
    /// Whether the stored recipe is shown beside the view.
    pub beside: bool,
    /// The seed of the recipe.
    pub seed: u64,
    /// Whether the graph is shown, and whether the map is shown.
    pub shown: [bool; 2],
    /// The initial view of the recipe.
    pub home: Eye,
    /// The sound settings.
    #[cfg(feature = "sound")]
    pub sound: super::SoundView<'a>,
    /// The brush panel, once there are brushes.
    pub brush_panel: Option<BrushPanel<'a>>,
}

/// Shows the tools.
pub fn tools(ui: &mut Ui, view: &ToolsView<'_>, actions: &mut Vec<Action>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if let Some(panel) = &view.brush_panel {
            let help = "Brushes paint on the terrain. The strokes are saved beside the recipe.";
            let brush = section(ui, "Brush", help, |ui| brushes(ui, panel, actions));
            mark(ui, Target::Brushes, brush);
        }
        let help = "How the view shows the terrain. These settings do not change the recipe.";
        section(ui, "Display", help, |ui| look(ui, view, actions));
        section(ui, "Sun", "The direction of the sunlight in the view.", |ui| sun(ui, view.sun, actions));
        section(ui, "Views", "Bookmarks of views.", |ui| views(ui, view, actions));
        let help = "Heights, slopes and distances of points on the terrain.";
        section(ui, "Measure", help, |ui| measure(ui, view, actions));
        let help = "Stores a version of the recipe (B), and swaps it with the current version (A).";
        section(ui, "Compare", help, |ui| compare(ui, view, actions));
        #[cfg(feature = "sound")]
        section(ui, "Sound", "Wind and music.", |ui| super::sound::sound(ui, view.sound, actions));
        follow_focus(ui);
    });
}

/// A section that can be closed. Returns its area.
///
/// Its widgets keep their identity when a section above appears: otherwise a click during which that happens would be lost.
fn section(ui: &mut Ui, title: &str, help: &str, contents: impl FnOnce(&mut Ui)) -> egui::Rect {
    let header = CollapsingHeader::new(RichText::new(title).strong()).default_open(true);
    let scope = UiBuilder::new().scope_id(Id::unique(("tools", title)));
    let section = ui.scope_builder(scope, |ui| {
        header.show_unindented(ui, |ui| {
            ui.add_space(2.0);
            contents(ui);
            ui.add_space(8.0);
        })
    });
    let shown = section.inner;
    let body = shown.body_response.map_or(shown.header_response.rect, |body| body.rect);
    let rect = shown.header_response.rect.union(body);
    about_text(ui, rect, title, help);
    rect
}

/// A toggle button. The response says whether it has changed.
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
            (Style::Realistic, "Realistic", "Materials or palette of the recipe"),
            (Style::Desert, "Desert", "Sand with glitter and ripples"),
            (Style::Clay, "Clay", "Plain clay: shape only"),
            (Style::Map, "Map", "Height tints and contour lines"),
        ] {
            let enabled = !globe || matches!(style, Style::Realistic | Style::Clay);
            let button = egui::Button::selectable(new.style == style, name);
            let response = ui.add_enabled(enabled, button).on_hover_text(help);
            if response.on_disabled_hover_text("Planets support Realistic and Clay only").clicked() {
                new.style = style;
            }
        }
    });
    ui.add_enabled_ui(!globe, |ui| {
        let has_strokes = view.brush_panel.as_ref().is_some_and(|panel| panel.has_ground_strokes);
        let mut march = new.surface == Surface::March;
        let help = "Marches rays through the height function itself, without a mesh. Slower.";
        let button = egui::Checkbox::new(&mut march, "Ray march the height function");
        let response =
            ui.add_enabled(!has_strokes || new.surface == Surface::March, button).on_hover_text(help);
        if response.on_disabled_hover_text("Not available with brush strokes").changed() {
            new.surface = if march { Surface::March } else { Surface::Mesh };
        }
        let mut cut = new.bounds == GroundExtent::Domain;
        if ui
            .checkbox(&mut cut, "Domain only")
            .on_hover_text("Hides the terrain outside the exported area")
            .changed()
        {
            new.bounds = if cut { GroundExtent::Domain } else { GroundExtent::Endless };
        }
    });
    if new != view.look {
        actions.push(Action::Look(new));
    }
    let [graph, map] = view.shown;
    ui.horizontal(|ui| {
        let (mut graph, mut map) = (graph, map);
        if toggle(ui, &mut graph, "Graph").on_hover_text(tooltip(Command::Graph)).changed() {
            actions.push(Action::ShowGraph(graph));
        }
        if toggle(ui, &mut map, "Map view").on_hover_text(tooltip(Command::Map)).changed() {
            actions.push(Action::ShowMap(map));
        }
    });
}

fn sun(ui: &mut Ui, sun: Sun, actions: &mut Vec<Action>) {
    let mut new = sun;
    ui.spacing_mut().slider_width = 96.0;
    Grid::new("sun").num_columns(2).show(ui, |ui| {
        ui.label(RichText::new("elevation").color(theme::WEAK));
        let elevation = ui.add(Slider::new(&mut new.elevation, -6.0..=90.0).suffix("°").max_decimals(0));
        elevation.on_hover_text(
            "Degrees above the horizon. Drag the sky, or Ctrl+drag the terrain, to move the sun.",
        );
        ui.end_row();
        ui.label(RichText::new("azimuth").color(theme::WEAK));
        let azimuth = ui.add(Slider::new(&mut new.azimuth, 0.0..=360.0).suffix("°").max_decimals(0));
        azimuth.on_hover_text("Degrees clockwise from north");
        ui.end_row();
    });
    if new != sun {
        actions.push(Action::SetSun(new));
    }
}

fn views(ui: &mut Ui, view: &ToolsView<'_>, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        if ui.button("View all").on_hover_text(tooltip(Command::ViewAll)).clicked() {
            actions.push(Action::SetEye(view.home));
        }
        if ui.button("Save view").on_hover_text(tooltip(Command::SaveView)).clicked() {
            actions.push(Action::Bookmark);
        }
        let mut walking = view.walking;
        let help = "Walk on the ground, from the centre of the view: W A S D to walk, Shift to run, drag to look around, Esc to \
                    stop  (V)";
        if toggle(ui, &mut walking, "Walk").on_hover_text(help).changed() {
            actions.push(Action::Walk(walking));
        }
    });
    for (at, eye) in view.bookmarks.iter().enumerate() {
        ui.horizontal(|ui| {
            if ui.button(format!("View {}", at + 1)).clicked() {
                actions.push(Action::SetEye(*eye));
            }
            let delete = ui.add(egui::Button::new("×").frame(false)).on_hover_text("Delete");
            let name = format!("Delete view {}", at + 1);
            delete.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
            if delete.clicked() {
                actions.push(Action::RemoveBookmark(at));
            }
        });
    }
}

fn measure(ui: &mut Ui, view: &ToolsView<'_>, actions: &mut Vec<Action>) {
    let mut measuring = view.measuring;
    let name = if measuring { "Stop measuring" } else { "Measure in view" };
    if toggle(ui, &mut measuring, name).on_hover_text("Click two points in the view").changed() {
        actions.push(Action::Measure(measuring));
    }
    if view.measured.is_empty() {
        if measuring {
            ui.label(RichText::new("Click a point in the view, then another.").color(theme::WEAK));
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
        if ui.button("Store as B").on_hover_text("Store the current recipe for comparison").clicked() {
            actions.push(Action::KeepForComparison);
        }
        let swap = ui.add_enabled(view.compared, egui::Button::new("Swap A and B"));
        let help = "Swap the current recipe and B. Undo reverts it.";
        let swap = swap.on_hover_text(with_keys(help, Command::Swap));
        if swap.on_disabled_hover_text("Store a recipe as B first").clicked() {
            actions.push(Action::Swap);
        }
    });
    ui.horizontal(|ui| {
        let mut beside = view.beside;
        let shown = ui.add_enabled_ui(view.compared, |ui| toggle(ui, &mut beside, "Side by side")).inner;
        let help = "Show A and B beside one another, from the same camera. Drag the line between them.";
        let shown = shown.on_hover_text(help).on_disabled_hover_text("Store a recipe as B first");
        if shown.changed() {
            actions.push(Action::ShowComparison(beside));
        }
        let variations = ui.button("Variations…");
        if variations.on_hover_text("Nine seeds, or nine values of a number").clicked() {
            actions.push(Action::Vary(Some(Box::new(Varied::seeds(view.seed)))));
        }
    });
}
