//! Draws strokes with a mouse that does not exist.

use egui::{Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::Queryable;
use orogen_studio::Studio;

use crate::driver::{Program, until};

/// Near the centre of the view, where there is ground.
pub(crate) const MIDDLE: Pos2 = Pos2::new(540.0, 360.0);

/// A path from the middle.
pub(crate) const WAY: [[f32; 2]; 4] = [[20.0, 0.0], [60.0, 8.0], [100.0, 30.0], [140.0, 10.0]];

/// The number of strokes on what is painted.
pub(crate) fn strokes(program: &Program) -> usize {
    program.state().as_ref().map_or(0, Studio::strokes)
}

/// Drags the brush along a path that begins in the centre of the view.
pub(crate) fn stroke(program: &mut Program, way: &[[f32; 2]], modifiers: Modifiers) {
    let button =
        |pos, pressed| egui::Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers };
    program.hover_at(MIDDLE);
    program.step();
    program.event(button(MIDDLE, true));
    program.step();
    let mut at = MIDDLE;
    for [x, y] in way {
        at = MIDDLE + Vec2::new(*x, *y);
        program.event(egui::Event::PointerMoved(at));
        program.step();
    }
    program.event(button(at, false));
    program.run_steps(2);
}

/// Whether a label contains this text.
pub(crate) fn label_contains(part: &str) -> impl Fn(&Program) -> bool {
    move |program| program.query_all_by_label_contains(part).next().is_some()
}

pub(crate) fn wait_for_picture(program: &mut Program) {
    until(program, "the picture", |program| program.state().as_ref().is_some_and(Studio::is_settled));
}
