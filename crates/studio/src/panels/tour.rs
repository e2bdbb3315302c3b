//! The tour: steps that point at controls. The user ends a step by doing what it says, or with a button.

use egui::{
    Area, Color32, Frame, Id, LayerId, Margin, Order, Pos2, Rect, RichText, Stroke, StrokeKind, Ui, Vec2,
};

use crate::action::{Action, BrushEvent};
use crate::eye::Motion;
use crate::theme;

/// A control that a step points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Target {
    /// The first row of presets.
    Presets,
    /// The view of the terrain.
    View,
    /// The buttons that change the seed.
    Seed,
    /// The recipe's forms.
    Recipe,
    /// The buttons that undo and redo.
    Undo,
    /// The brushes.
    Brushes,
    /// The export button.
    Export,
    /// The help menu.
    Help,
}

/// A step of the tour.
struct Step {
    title: &'static str,
    text: &'static str,
    target: Target,
    /// Whether an action of the user ends the step.
    is_done: fn(&Action) -> bool,
}

/// The steps. The first is for the start page, and the others are for the page of a recipe.
const STEPS: [Step; 8] = [
    Step {
        title: "Welcome to Orogen",
        text: "This tour takes two minutes. Start with a terrain: click one of these presets.",
        target: Target::Presets,
        is_done: |action| matches!(action, Action::OpenPreset(_) | Action::OpenFile(_) | Action::New),
    },
    Step {
        title: "Look around",
        text: "Drag in the view to orbit. Turn the wheel to zoom. Drag with the right button to pan.",
        target: Target::View,
        is_done: |action| {
            matches!(action, Action::Move(Motion::Orbit(_) | Motion::Zoom(_) | Motion::Pan(_), _))
        },
    },
    Step {
        title: "Another terrain of the same kind",
        text: "Each seed gives another terrain. Click Next.",
        target: Target::Seed,
        is_done: |action| matches!(action, Action::Edit(_)),
    },
    Step {
        title: "Change its shape",
        text: "Drag any slider. Hover over a name to see what it does. All changes go to the recipe's text.",
        target: Target::Recipe,
        is_done: |action| matches!(action, Action::Edit(_)),
    },
    Step {
        title: "Nothing is lost",
        text: "Undo takes a change back, and Redo, beside it, brings it back. Click Undo, then Redo.",
        target: Target::Undo,
        is_done: |action| matches!(action, Action::Redo),
    },
    Step {
        title: "Paint",
        text: "Select a brush here, then drag over the terrain. Press Esc to stop painting.",
        target: Target::Brushes,
        is_done: |action| matches!(action, Action::Brush(BrushEvent::End)),
    },
    Step {
        title: "Take it with you",
        text: "Export writes the files for Unity, Unreal, Godot, Blender and others, with the values to enter there.",
        target: Target::Export,
        is_done: |action| matches!(action, Action::OpenExport),
    },
    Step {
        title: "Help",
        text: "Press F1 or ? to see what is under the pointer, and all keys. This tour is in the Help menu.",
        target: Target::Help,
        is_done: |action| matches!(action, Action::Help),
    },
];

/// The distance of the card from the control and from the edges, in points.
const GAP: f32 = 14.0;

/// The tour in progress.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tour {
    /// The step to show once a recipe is open.
    step: usize,
}

/// What the user chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourChoice {
    /// To go on to the next step.
    Next,
    /// To end the tour.
    End,
}

impl Tour {
    /// The index of the step to show: on the start page the first, elsewhere a later one.
    fn current(&self, is_open: bool) -> usize {
        if is_open { self.step.max(1) } else { 0 }
    }

    /// Goes on to the next step.
    pub fn advance(&mut self, is_open: bool) {
        self.step = (self.current(is_open) + 1).min(STEPS.len() - 1);
    }

    /// What follows if the user has just done what the current step says; `None` if not.
    pub fn observe(&self, actions: &[Action], is_open: bool) -> Option<TourChoice> {
        let at = self.current(is_open);
        let is_done = actions.iter().any(STEPS[at].is_done);
        is_done.then_some(if at + 1 == STEPS.len() { TourChoice::End } else { TourChoice::Next })
    }
}

fn mark_id(target: Target) -> Id {
    Id::unique(("tour", target))
}

/// Says where a control is, for the tour to point at it.
pub(crate) fn mark(ui: &Ui, target: Target, rect: Rect) {
    let (pass, rect) = (ui.ctx().cumulative_pass_nr(), rect.intersect(ui.clip_rect()));
    ui.data_mut(|data| data.insert_temp(mark_id(target), (pass, rect)));
}

/// Where a control is, if it was shown in this frame.
fn marked(ui: &Ui, target: Target) -> Option<Rect> {
    let marked: Option<(u64, Rect)> = ui.data(|data| data.get_temp(mark_id(target)));
    let shown = marked.filter(|(pass, rect)| *pass == ui.ctx().cumulative_pass_nr() && rect.is_positive());
    shown.map(|(_, rect)| rect)
}

/// Shows the current step, and outlines the control that it points at. Call this after all panels. Returns what the user chose.
pub fn tour(ui: &Ui, tour: &Tour, is_open: bool) -> Option<TourChoice> {
    let ctx = ui.ctx();
    let at = tour.current(is_open);
    let step = &STEPS[at];
    let target = marked(ui, step.target);
    if let Some(target) = target {
        let painter = ctx.layer_painter(LayerId::new(Order::Middle, Id::unique("tour outline")));
        let glow = Stroke::new(6.0, theme::ACCENT.gamma_multiply(0.3));
        painter.rect_stroke(target.expand(2.0), 6, glow, StrokeKind::Middle);
        painter.rect_stroke(target.expand(2.0), 6, Stroke::new(2.0, theme::ACCENT), StrokeKind::Middle);
    }
    let id = Id::unique("tour");
    let size = ctx.memory(|memory| memory.area_rect(id)).map_or(Vec2::new(340.0, 150.0), |rect| rect.size());
    // At the lower edge of the view, the card covers no controls, and no messages.
    let view = marked(ui, Target::View).filter(|view| (view.shrink(GAP).size() - size).min_elem() > 0.0);
    let place = match view {
        Some(view) => view.center_bottom() - Vec2::new(size.x / 2.0, GAP + size.y),
        None => place(ctx.content_rect(), target, size),
    };
    let card = Area::new(id).order(Order::Middle).constrain(true).fixed_pos(place).show(ctx, |ui| {
        let frame = Frame::new().fill(theme::CARD).stroke(Stroke::new(1.0, theme::ACCENT)).corner_radius(8);
        let shadow =
            egui::Shadow { offset: [0, 4], blur: 16, spread: 0, color: Color32::from_black_alpha(120) };
        frame.shadow(shadow).inner_margin(Margin::same(14)).show(ui, |ui| step_card(ui, at)).inner
    });
    card.inner
}

fn step_card(ui: &mut Ui, at: usize) -> Option<TourChoice> {
    let step = &STEPS[at];
    let mut choice = None;
    ui.set_width(312.0);
    ui.label(RichText::new(step.title).size(16.0).strong());
    ui.add(egui::Label::new(step.text).wrap());
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let is_last = at + 1 == STEPS.len();
        if ui.button(if is_last { "End tour" } else { "Next step" }).clicked() {
            choice = Some(if is_last { TourChoice::End } else { TourChoice::Next });
        }
        if !is_last && ui.button("Skip tour").on_hover_text("The Help menu has the tour").clicked() {
            choice = Some(TourChoice::End);
        }
        ui.label(RichText::new(format!("{} of {}", at + 1, STEPS.len())).color(theme::WEAK));
    });
    choice
}

/// The place in an area for a card of this size: beside the control, without covering it if the area has room.
fn place(area: Rect, target: Option<Rect>, size: Vec2) -> Pos2 {
    let free = area.shrink(GAP);
    let Some(target) = target else { return free.right_bottom() - size };
    let [x, y] = [target.center().x - size.x / 2.0, target.center().y - size.y / 2.0];
    let beside = [
        Pos2::new(x, target.bottom() + GAP),
        Pos2::new(target.right() + GAP, y),
        Pos2::new(target.left() - GAP - size.x, y),
        Pos2::new(x, target.top() - GAP - size.y),
    ];
    let clamped = |at: Pos2| at.clamp(free.min, (free.max - size).max(free.min));
    let fits = |at: &Pos2| !Rect::from_min_size(*at, size).intersects(target);
    // A control as large as the window, such as the view, is covered at its lower edge.
    let inside = Pos2::new(x, target.bottom() - GAP - size.y);
    beside.into_iter().map(clamped).find(fits).unwrap_or_else(|| clamped(inside))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Edit, path_of};

    #[test]
    fn the_card_is_in_the_window_and_beside_its_control() {
        let window = Rect::from_min_size(Pos2::ZERO, Vec2::new(900.0, 560.0));
        let size = Vec2::new(340.0, 150.0);
        for x in (0..900).step_by(60) {
            for y in (0..560).step_by(40) {
                let target = Rect::from_min_size(Pos2::new(x as f32, y as f32), Vec2::new(60.0, 30.0));
                let card = Rect::from_min_size(place(window, Some(target), size), size);
                assert!(window.contains_rect(card) && !card.intersects(target), "{target:?} {card:?}");
            }
        }
        // A control outside the area does not move the card out of it.
        let view = Rect::from_min_max(Pos2::new(350.0, 40.0), Pos2::new(900.0, 560.0));
        for target in [Pos2::new(100.0, 140.0), Pos2::new(450.0, 10.0)] {
            let target = Rect::from_min_size(target, Vec2::new(60.0, 20.0));
            assert!(view.contains_rect(Rect::from_min_size(place(view, Some(target), size), size)));
        }
        let all = Rect::from_min_size(place(window, Some(window), size), size);
        assert!(window.contains_rect(all));
    }

    #[test]
    fn steps_end_with_what_they_ask_for() {
        let edit = Action::Edit(Edit::number(path_of("seed"), 2.0));
        let mut tour = Tour::default();
        let mut after = |actions: &[Action], is_open: bool| {
            let choice = tour.observe(actions, is_open);
            if choice == Some(TourChoice::Next) {
                tour.advance(is_open);
            }
            (choice, tour.current(true))
        };
        assert_eq!(after(std::slice::from_ref(&edit), false), (None, 1), "the first step asks for a recipe");
        let next = Some(TourChoice::Next);
        assert_eq!(after(&[Action::New], false), (next, 1));
        assert_eq!(after(&[edit.clone(), Action::Undo], true), (None, 1));
        assert_eq!(after(&[Action::Dismiss, Action::Move(Motion::Zoom(1.0), 500.0)], true), (next, 2));
        assert_eq!(after(std::slice::from_ref(&edit), true), (next, 3));
        assert_eq!(after(&[edit], true), (next, 4));
        assert_eq!(after(&[Action::Undo], true), (None, 4));
        assert_eq!(after(&[Action::Redo], true), (next, 5));
        assert_eq!(after(&[Action::Brush(BrushEvent::End)], true), (next, 6));
        assert_eq!(after(&[Action::OpenExport], true), (next, 7));
        assert_eq!(after(&[Action::Help], true), (Some(TourChoice::End), 7));
        assert_eq!(tour.current(false), 0, "without a recipe, the tour asks for one");
        tour.advance(true);
        assert_eq!(tour.current(true), STEPS.len() - 1, "the last step has no next one");
    }
}
