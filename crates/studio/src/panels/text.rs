//! The text of the recipe.

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align2, Color32, FontId, Galley, Margin, Pos2, Rect, Role, ScrollArea, Sense, TextEdit, Ui, Vec2,
    WidgetInfo,
};
use orogen_engine::recipe::RecipeError;

use crate::action::Action;
use crate::theme;

/// Width of the line numbers: recipes have fewer than 10,000 lines.
const GUTTER: i8 = 44;

/// Shows the text editor with line numbers. The error is underlined, and its line is marked.
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
            .margin(Margin { left: GUTTER + 4, ..Margin::symmetric(4, 2) })
            .layouter(&mut layouter);
        let shown = edit.show(ui);
        let response = shown.response.response;
        response.widget_info(|| WidgetInfo::labeled(Role::MultilineTextInput, true, "recipe text"));
        let faulty = wrong.as_ref().map(|wrong| line_of(text, wrong.start));
        let visible = response.rect.intersect(ui.clip_rect());
        line_numbers(ui, visible, &shown.galley, shown.galley_pos, faulty);
        if response.changed() {
            actions.push(Action::Type(new));
        }
        if response.lost_focus() {
            actions.push(Action::EndEdit);
        }
    });
}

/// The number of the line at a position of the text.
fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes()[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1
}

/// Draws the line numbers over the left edge, where they stay when the text is scrolled to the side.
fn line_numbers(ui: &Ui, visible: Rect, galley: &Galley, text_at: Pos2, faulty: Option<usize>) {
    let width = f32::from(GUTTER);
    let gutter = Rect::from_x_y_ranges(visible.left()..=visible.left() + width, visible.y_range());
    let name = match faulty {
        Some(line) => format!("line numbers, error in line {line}"),
        None => "line numbers".to_owned(),
    };
    let response = ui.interact(gutter, ui.scope_id().with("line numbers"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    ui.painter().rect_filled(gutter, 0, theme::DEEP);
    for (line, rows) in lines(galley) {
        let top = Pos2::new(gutter.left(), text_at.y + rows.top());
        let place = Rect::from_min_size(top, Vec2::new(width, rows.height()));
        if !place.intersects(visible) {
            continue;
        }
        let is_faulty = faulty == Some(line);
        if is_faulty {
            ui.painter().rect_filled(place, 0, theme::ERROR.gamma_multiply(0.5));
        }
        let (corner, font) = (place.right_top() - Vec2::new(8.0, 0.0), FontId::monospace(12.5));
        let colour = if is_faulty { Color32::WHITE } else { theme::WEAK };
        ui.painter().text(corner, Align2::RIGHT_TOP, line.to_string(), font, colour);
    }
}

/// The number and the area of each line. A line that wraps has several rows, and its number is at the first one.
fn lines(galley: &Galley) -> Vec<(usize, Rect)> {
    let mut lines: Vec<(usize, Rect)> = Vec::new();
    let mut begins = true;
    for row in &galley.rows {
        match lines.last_mut().filter(|_| !begins) {
            Some((_, area)) => *area = area.union(row.rect()),
            None => lines.push((lines.len() + 1, row.rect())),
        }
        begins = row.ends_with_newline;
    }
    lines
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
    fn lines_that_wrap_have_one_number() {
        let output = egui::Context::default().run_ui(egui::RawInput::default(), |ui| {
            let text = format!("a = 1\n# {}\n\nb = 2\n", "long ".repeat(40));
            let shown = |width: f32| {
                let mut job = coloured(&text, None);
                job.wrap.max_width = width;
                lines(&ui.fonts_mut(|fonts| fonts.layout_job(job)))
            };
            let (wide, narrow) = (shown(f32::INFINITY), shown(200.0));
            let numbers = |lines: &[(usize, Rect)]| lines.iter().map(|(line, _)| *line).collect::<Vec<_>>();
            assert_eq!(numbers(&wide), [1, 2, 3, 4, 5]);
            assert_eq!(numbers(&narrow), [1, 2, 3, 4, 5]);
            assert!(narrow[1].1.height() > 3.0 * wide[1].1.height(), "{narrow:?}");
            assert!(narrow.windows(2).all(|pair| pair[1].1.top() >= pair[0].1.bottom() - 1.0), "{narrow:?}");
        });
        output.drop_without_applying_deltas();
        assert_eq!([0, 3, 4, 99].map(|at| line_of("abc\nd\n", at)), [1, 1, 2, 3]);
    }

    #[test]
    fn highlighting_keeps_the_text() {
        let text = "a = 1 # é\n[x]\n\"#\" = '#' # no\n\nb";
        assert_eq!(coloured(text, Some(&(0..3))).text, text);
        assert_eq!(comment_of("color = \"#7a736a\" # rock"), Some(18));
    }
}
