//! The profile between two measured points.

use egui::{RichText, Role, Ui, WidgetInfo};
use egui_plot::{HoverPosition, Line, Plot, PlotPoints};
use orogen_engine::recipe::spec::Unit;

use super::axis::{number_of, with_round_marks};
use super::number::shown;
use crate::action::Action;
use crate::profile::{Profile, ProfilePoint};
use crate::theme;

/// Shows heights and slopes over the distance.
pub fn profile(ui: &mut Ui, profile: &Profile, actions: &mut Vec<Action>) {
    let metres = |value: f64| shown((10.0 * value).round() / 10.0, Unit::Metres);
    let ([low, high], [climb, descent]) = (profile.range(), profile.climb_and_descent());
    let figures = format!(
        "length {}   lowest {}   highest {}   climb {}   descent {}   steepest {:.0}°",
        metres(profile.length()),
        metres(low),
        metres(high),
        metres(climb),
        metres(descent),
        profile.steepest()
    );
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Profile A–B").strong());
        ui.label(&figures);
        if ui.button("Copy as CSV").on_hover_text("Copies a table of all points").clicked() {
            ui.ctx().copy_text(profile.csv());
        }
        if ui.button("Close profile").clicked() {
            actions.push(Action::SetMarks(Vec::new()));
        }
    });
    let height = (ui.available_height() - 10.0).max(90.0);
    let curve = |ui: &mut Ui, name: &'static str, share: f32, colour, value: fn(&ProfilePoint) -> f64| {
        let unit = if name == "slope" { Unit::Degrees } else { Unit::Metres };
        let points: PlotPoints<'_> =
            profile.points().iter().map(|point| [point.distance, value(point)]).collect();
        let line = Line::new(name, points).color(colour).width(1.5);
        let plot = with_round_marks(Plot::new(name))
            .height(share * height)
            .link_axis(ui.scope_id().with("profile"), [true, false])
            .link_cursor(ui.scope_id().with("profile"), [true, false])
            .allow_scroll(false)
            .y_axis_min_width(52.0)
            .y_axis_formatter(move |mark, _| number_of(mark, unit))
            .x_axis_formatter(|mark, _| shown(mark.value, Unit::Metres))
            .label_formatter(move |hover| {
                let (HoverPosition::NearDataPoint { position, .. } | HoverPosition::Elsewhere { position }) =
                    hover;
                let distance = shown(position.x.round(), Unit::Metres);
                let value = shown((10.0 * position.y).round() / 10.0, unit);
                Some(format!("{name} {value}\nat {distance}"))
            });
        let plot = if name == "slope" { plot } else { plot.show_axes([false, true]) };
        let response = plot.show(ui, |plot| plot.line(line)).response;
        let label = format!("{name} over distance: {figures}");
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    };
    curve(ui, "height", 0.62, theme::ACCENT, |point| point.height);
    curve(ui, "slope", 0.38, theme::GOOD, |point| point.slope);
}
