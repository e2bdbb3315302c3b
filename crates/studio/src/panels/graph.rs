//! The fields as a graph.
//!
//! Each field is in a column to the right of its inputs, so that everything flows from left to right, to the height.

use std::collections::BTreeMap;

use egui::epaint::CubicBezierShape;
use egui::{Align2, Color32, FontId, Image, Pos2, Rect, Scene, Sense, Stroke, TextureHandle, Ui, Vec2};
use orogen_engine::recipe::{Field, Recipe};

use super::field::displaced;
use crate::action::Action;
use crate::document::{Edit, path_of};
use crate::theme;

/// The size of a field.
const BOX: Vec2 = Vec2::new(150.0, 52.0);
/// The gap between two fields.
const GAP: Vec2 = Vec2::new(70.0, 22.0);

/// The position of each field: columns by dependency depth, rows by order in the text.
fn layout(recipe: &Recipe) -> BTreeMap<&str, Pos2> {
    let mut fields: Vec<&Field> = recipe.fields.values().collect();
    fields.sort_by_key(|field| field.span);
    let mut filled: BTreeMap<usize, usize> = BTreeMap::new();
    let place = |field: &&'_ Field| {
        let column = depth(recipe, field);
        let row = filled.entry(column).or_default();
        let at = Vec2::new(column as f32, *row as f32) * (BOX + GAP);
        *row += 1;
        at.to_pos2()
    };
    let places: Vec<_> = fields.iter().map(place).collect();
    fields.iter().map(|field| field.name.as_str()).zip(places).collect()
}

/// The length of the longest path of inputs. Recipes have no cycles.
fn depth(recipe: &Recipe, field: &Field) -> usize {
    let before = field.references().filter_map(|(name, _)| recipe.fields.get(name));
    before.map(|field| depth(recipe, field) + 1).max().unwrap_or(0)
}

/// Shows the graph. Dragging from a field's right edge to another field connects them.
pub fn graph(
    ui: &mut Ui,
    recipe: &Recipe,
    pictures: &BTreeMap<String, TextureHandle>,
    scene: &mut Rect,
    actions: &mut Vec<Action>,
) {
    ui.painter().rect_filled(ui.max_rect(), 0, theme::DEEP);
    let places = layout(recipe);
    Scene::new().zoom_range(0.12..=1.6).show(ui, scene, |ui| {
        let boxes: BTreeMap<&str, Rect> =
            places.iter().map(|(name, at)| (*name, Rect::from_min_size(*at, BOX))).collect();
        let end = height_box(&boxes);
        for field in recipe.fields.values() {
            for (from, _) in field.references() {
                let displaces = field.displace.as_ref().is_some_and(|displace| displace.by == from);
                wire(ui, boxes.get(from), boxes.get(field.name.as_str()), displaces);
            }
        }
        wire(ui, boxes.get(recipe.height.field.as_str()), Some(&end), false);
        let mut pulled = None;
        for field in recipe.fields.values() {
            if let Some(rect) = boxes.get(field.name.as_str()) {
                pulled = node(ui, *rect, field, pictures.get(&field.name)).or(pulled);
            }
        }
        ui.painter().rect(
            end,
            6,
            theme::ACCENT.gamma_multiply(0.25),
            Stroke::new(1.0, theme::ACCENT),
            egui::StrokeKind::Inside,
        );
        ui.painter().text(
            end.center(),
            Align2::CENTER_CENTER,
            "height",
            FontId::proportional(14.0),
            theme::TEXT,
        );
        if let Some((name, pointer, released)) = pulled {
            let from = boxes.get(name).map_or(pointer, Rect::right_center);
            curve(ui, from, pointer, theme::ACCENT);
            if released {
                let onto = boxes.iter().find(|(_, rect)| rect.contains(pointer)).map(|(name, _)| *name);
                connect(recipe, name, onto, end.contains(pointer), actions);
            }
        }
        let all = boxes.values().fold(end, |all, rect| all.union(*rect));
        ui.allocate_rect(all.expand(GAP.y), Sense::hover());
    });
    let help = "Solid: input · dashed: displacement. Drag from a field's right edge to another field to connect them.";
    ui.painter().text(
        ui.max_rect().left_bottom() + Vec2::new(12.0, -10.0),
        Align2::LEFT_BOTTOM,
        help,
        FontId::proportional(12.0),
        theme::WEAK,
    );
}

/// The box of the height, to the right of all fields.
fn height_box(boxes: &BTreeMap<&str, Rect>) -> Rect {
    let right = boxes.values().map(|rect| rect.right()).fold(0.0, f32::max);
    Rect::from_min_size(Pos2::new(right + GAP.x, 0.0), Vec2::new(90.0, BOX.y))
}

/// Shows a field. While its port is dragged, returns its name, the position of the pointer, and whether it was released.
fn node<'a>(
    ui: &mut Ui,
    rect: Rect,
    field: &'a Field,
    picture: Option<&TextureHandle>,
) -> Option<(&'a str, Pos2, bool)> {
    let painter = ui.painter();
    painter.rect(rect, 6, theme::CARD, Stroke::new(1.0, theme::LINE), egui::StrokeKind::Inside);
    if let Some(picture) = picture {
        Image::new(picture)
            .corner_radius(4)
            .paint_at(ui, Rect::from_min_size(rect.min + Vec2::splat(7.0), Vec2::splat(38.0)));
    }
    let words = rect.min + Vec2::new(54.0, 9.0);
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.text(words, Align2::LEFT_TOP, &field.name, FontId::proportional(13.5), theme::TEXT);
    painter.text(
        words + Vec2::new(0.0, 18.0),
        Align2::LEFT_TOP,
        field.kind(),
        FontId::proportional(11.5),
        theme::WEAK,
    );
    let port = Rect::from_center_size(rect.right_center(), Vec2::splat(14.0));
    let response = ui.interact(port, ui.scope_id().with(("port", &field.name)), Sense::drag());
    let colour = if response.hovered() || response.dragged() { theme::ACCENT } else { theme::WEAK };
    ui.painter().circle_filled(port.center(), 4.5, colour);
    let pointer = response.interact_pointer_pos()?;
    (response.dragged() || response.drag_stopped())
        .then(|| (field.name.as_str(), pointer, response.drag_stopped()))
}

/// Connects a field to the first constant input of the field `onto`, or else to its first input. With `to_height`, makes the
/// field `from` the terrain.
fn connect(recipe: &Recipe, from: &str, onto: Option<&str>, to_height: bool, actions: &mut Vec<Action>) {
    let word = |path: String| Edit::Word { path: path_of(&path), value: from.to_owned() };
    if to_height {
        actions.push(Action::Edit(word("height.field".to_owned())));
    }
    let Some(field) = onto
        .and_then(|onto| recipe.fields.get(onto))
        .filter(|field| field.name != from && field.is_written())
    else {
        return;
    };
    let free =
        field.inputs.iter().position(|input| matches!(input, orogen_engine::recipe::Input::Number(..)));
    let edit = match field.spec.inputs.get(free.unwrap_or(0)).filter(|_| field.uses.is_none()) {
        Some(input) => word(format!("fields.{}.{}", field.name, input.name)),
        // A field without inputs, or one that uses a recipe, can still be displaced.
        None => displaced(recipe, field, from.to_owned()),
    };
    actions.push(Action::Edit(edit));
}

fn wire(ui: &Ui, from: Option<&Rect>, to: Option<&Rect>, dashed: bool) {
    let (Some(from), Some(to)) = (from, to) else { return };
    let (start, end) = (from.right_center(), to.left_center());
    if dashed {
        let points: Vec<_> = (0..=24).map(|at| bezier(start, end, at as f32 / 24.0)).collect();
        ui.painter().extend(egui::Shape::dashed_line(&points, Stroke::new(1.5, theme::WEAK), 5.0, 4.0));
    } else {
        curve(ui, start, end, Color32::from_rgb(143, 188, 219));
    }
}

/// The control points of the curve between two points.
fn bends(start: Pos2, end: Pos2) -> [Pos2; 4] {
    let bend = Vec2::new(0.5 * (end.x - start.x).abs().max(40.0), 0.0);
    [start, start + bend, end - bend, end]
}

fn bezier(start: Pos2, end: Pos2, at: f32) -> Pos2 {
    let shape =
        CubicBezierShape::from_points_stroke(bends(start, end), false, Color32::TRANSPARENT, Stroke::NONE);
    shape.sample(at)
}

fn curve(ui: &Ui, start: Pos2, end: Pos2, colour: Color32) {
    let stroke = Stroke::new(1.8, colour);
    ui.painter().add(CubicBezierShape::from_points_stroke(
        bends(start, end),
        false,
        Color32::TRANSPARENT,
        stroke,
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    #[test]
    fn fields_are_right_of_their_inputs_and_do_not_overlap() {
        let text = include_str!("../../../orogen/recipes/alps.toml");
        let document = Document::new("alps", text);
        let recipe = document.recipe().unwrap();
        let places = layout(recipe);
        assert_eq!(places.len(), recipe.fields.len());
        for field in recipe.fields.values() {
            for (from, _) in field.references() {
                assert!(places[from].x + BOX.x < places[field.name.as_str()].x, "{from} {}", field.name);
            }
        }
        let mut seen: Vec<_> = places.values().map(|at| (at.x as i32, at.y as i32)).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), places.len());
    }
}
