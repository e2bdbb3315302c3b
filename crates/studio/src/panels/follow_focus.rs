//! Scrolling with the keyboard focus: Tab reaches all widgets, and the one that has the focus is visible.

use egui::{Id, Ui};

/// Call this at the end of the contents of a scroll area. When the focus moves to a widget of these contents, they scroll to it.
pub(super) fn follow_focus(ui: &Ui) {
    let seen = ui.scope_id().with("followed focus");
    let focus = ui.memory(|memory| memory.focused());
    if focus == ui.data(|data| data.get_temp::<Id>(seen)) {
        return;
    }
    ui.data_mut(|data| match focus {
        Some(focus) => _ = data.insert_temp(seen, focus),
        None => data.remove::<Id>(seen),
    });
    let widget = focus.and_then(|focus| ui.ctx().read_response(focus));
    let inside = widget
        .filter(|widget| widget.layer_id == ui.layer_id() && ui.min_rect().contains(widget.rect.center()));
    if let Some(widget) = inside.filter(|widget| !ui.clip_rect().contains_rect(widget.rect)) {
        ui.scroll_to_rect(widget.rect.expand(8.0), None);
    }
}
