//! A text box for an expression.

use egui::{RichText, TextEdit, Ui, WidgetInfo};

use super::form::Form;
use crate::document::{Edit, Key};
use crate::theme;

/// The width of the text box and of the error below it.
const WIDTH: f32 = 170.0;

/// Typed text that is not in the recipe yet.
#[derive(Clone, Default)]
struct Draft {
    /// The expression that the recipe has.
    from: String,
    text: String,
    /// Why the text is not valid in the recipe.
    error: Option<String>,
}

/// Shows the expression at a path. When the box loses the focus, a new expression is applied to the recipe if the recipe stays
/// valid. Otherwise the box keeps the text and shows the error below it.
pub(super) fn expression(ui: &mut Ui, form: &mut Form<'_>, name: &str, path: Vec<Key>, text: &str) {
    let id = ui.scope_id().with((&path, "expression"));
    let draft = ui.data(|data| data.get_temp::<Draft>(id)).filter(|draft| draft.from == text);
    let (mut new, error) = draft.map_or((text.to_owned(), None), |draft| (draft.text, draft.error));
    let keep = |ui: &Ui, new: String, error: Option<String>| {
        ui.data_mut(|data| data.insert_temp(id, Draft { from: text.to_owned(), text: new, error }));
    };
    ui.vertical(|ui| {
        ui.set_max_width(WIDTH);
        // Tab moves the focus on, as everywhere.
        let entry = TextEdit::singleline(&mut new).desired_width(WIDTH).code_editor().lock_focus(false);
        let response = ui.add(entry);
        response.widget_info(|| {
            let label = Some(format!("{name} as an expression"));
            WidgetInfo { label, ..WidgetInfo::text_edit(true, text, &new, "") }
        });
        if let Some(error) = &error {
            ui.label(RichText::new(error).small().color(theme::ERROR));
        }
        if response.lost_focus() {
            let edit = Edit::Word { path, value: new.clone() };
            let error = if new == text { None } else { form.document.error_after(&edit) };
            if error.is_none() {
                ui.data_mut(|data| data.remove::<Draft>(id));
                if new != text {
                    form.edit(edit);
                }
            } else {
                keep(ui, new, error);
            }
        } else if response.changed() {
            keep(ui, new, None);
        }
    });
}
