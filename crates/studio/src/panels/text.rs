//! The text of the recipe.

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, ScrollArea, TextEdit, Ui};
use orogen_engine::recipe::RecipeError;

use crate::action::Action;
use crate::theme;

/// Shows the text editor, with the error underlined.
pub(super) fn text(ui: &mut Ui, text: &str, error: Option<&RecipeError>, actions: &mut Vec<Action>) {
    let mut new = text.to_owned();
    let wrong = error.filter(|error| *error.source.text == *text).map(|error| error.span.range());
    let mut layouter = |ui: &Ui, buffer: &dyn egui::TextBuffer, _: f32| {
        let job = coloured(buffer.as_str(), wrong.as_ref().filter(|_| buffer.as_str() == text));
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    };
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        let edit = TextEdit::multiline(&mut new)
            .id_salt("recipe text")
            .code_editor()
            // Tab moves the focus, as everywhere: recipes need no tabs.
            .lock_focus(false)
            .desired_width(f32::INFINITY)
            .desired_rows(40)
            .layouter(&mut layouter);
        let response = ui.add(edit);
        response
            .widget_info(|| egui::WidgetInfo::labeled(egui::Role::MultilineTextInput, true, "recipe text"));
        if response.changed() {
            actions.push(Action::Type(new));
        }
        if response.lost_focus() {
            actions.push(Action::EndEdit);
        }
    });
}

/// Highlights the syntax: faint comments, coloured headers and keys, an underlined error.
fn coloured(text: &str, wrong: Option<&std::ops::Range<usize>>) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        for (part, colour) in parts(line) {
            let range = start..start + part.len();
            let mark =
                wrong.filter(|wrong| wrong.start < range.end && range.start < wrong.end.max(wrong.start + 1));
            let mut format =
                TextFormat { font_id: FontId::monospace(12.5), color: colour, ..TextFormat::default() };
            if mark.is_some() {
                format.underline = egui::Stroke::new(1.5, theme::ERROR);
            }
            job.append(part, 0.0, format);
            start = range.end;
        }
    }
    job
}

/// Splits a line into parts of one colour.
fn parts(line: &str) -> Vec<(&str, Color32)> {
    let (code, comment) = match comment_of(line) {
        Some(at) => line.split_at(at),
        None => (line, ""),
    };
    let mut parts = Vec::new();
    match code.split_once('=') {
        _ if code.trim_start().starts_with('[') => parts.push((code, theme::ACCENT)),
        Some((key, _)) => {
            let (key, value) = code.split_at(key.len());
            parts.extend([(key, Color32::from_rgb(143, 188, 219)), (value, theme::TEXT)]);
        }
        None => parts.push((code, theme::TEXT)),
    }
    parts.push((comment, theme::WEAK));
    parts.retain(|(part, _)| !part.is_empty());
    parts
}

/// The start of the comment in a line: the first `#` outside quotes.
fn comment_of(line: &str) -> Option<usize> {
    let mut quote = None;
    for (at, letter) in line.char_indices() {
        match (quote, letter) {
            (None, '#') => return Some(at),
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn highlighting_keeps_the_text() {
        let text = "a = 1 # é\n[x]\n\"#\" = '#' # no\n\nb";
        assert_eq!(coloured(text, Some(&(0..3))).text, text);
        assert_eq!(comment_of("color = \"#7a736a\" # rock"), Some(18));
    }
}
