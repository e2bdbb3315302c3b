//! Removes and moves lines of the text. Comments that belong to other lines stay where they are.

use std::ops::Range;

use toml_edit::{Document, Item, Key, TableLike};

use super::edit::EditError;
use super::place::child;

/// The text without the value or the section at a path. `None` if the value is inside of another value, so that it has no lines
/// of its own.
///
/// A comment on the line of a value goes with it. With a section go the comments inside it and those directly above it.
pub(super) fn without(text: &str, path: &[String]) -> Result<Option<String>, EditError> {
    let missing = || EditError::Missing(path.join("."));
    let document = Document::parse(text).map_err(|_| EditError::NotToml)?;
    let (last, way) = path.split_last().ok_or_else(missing)?;
    let parent = way.iter().try_fold(document.as_item(), |item, key| child(item, key)).ok_or_else(missing)?;
    let item = child(parent, last).ok_or_else(missing)?;
    if parent.is_value() {
        return Ok(None);
    }
    let key = parent.as_table_like().and_then(|table| table.key(last));
    let mut text = text.to_owned();
    for lines in lines_of(&text.clone(), key, item).into_iter().rev() {
        text.replace_range(with_gap(&text, lines), "");
    }
    Ok(Some(text))
}

/// The text with two neighbouring elements of a list exchanged: the one at `index` and the next.
pub(super) fn swapped(text: &str, list: &str, index: usize) -> Result<String, EditError> {
    let missing = || EditError::Missing(format!("{list}.{index}"));
    let document = Document::parse(text).map_err(|_| EditError::NotToml)?;
    let list = document.as_item().get(list).ok_or_else(missing)?;
    let range = |index: usize| {
        let item = list.get(index)?;
        match item {
            Item::Value(value) => value.span(),
            _ => lines_of(text, None, item).into_iter().reduce(|all, next| all.start..next.end),
        }
    };
    let (first, second) = (range(index).ok_or_else(missing)?, range(index + 1).ok_or_else(missing)?);
    // The last line of a file may lack its end.
    let line = |range: &Range<usize>| text[range.clone()].trim_end_matches('\n').to_owned();
    let mut new = text.to_owned();
    for (at, other) in [(second.clone(), first.clone()), (first, second)] {
        let end = at.start + text[at.clone()].trim_end_matches('\n').len();
        new.replace_range(at.start..end, &line(&other));
    }
    Ok(new)
}

/// The end of the last line of a list of tables. `None` if there is no such list.
pub(super) fn end_of(text: &str, list: &str) -> Option<usize> {
    let document = Document::parse(text).ok()?;
    let list = document.as_item().get(list)?.as_array_of_tables()?;
    let last = list.iter().last()?.clone();
    lines_of(text, None, &Item::Table(last)).last().map(|lines| lines.end)
}

/// The lines that make up an item, in order. A section is one range, unless other sections are between its parts.
fn lines_of(text: &str, key: Option<&Key>, item: &Item) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    add_spans(key, item, &mut spans);
    let is_section = !item.is_value();
    let mut lines: Vec<Range<usize>> = spans.into_iter().map(|span| whole_lines(text, span)).collect();
    lines.sort_by_key(|lines| lines.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for lines in lines {
        match merged.last_mut() {
            Some(last)
                if lines.start <= last.end || is_section && is_filler(&text[last.end..lines.start]) =>
            {
                last.end = last.end.max(lines.end);
            }
            _ => merged.push(lines),
        }
    }
    if let (true, Some(first)) = (is_section, merged.first_mut()) {
        first.start = first_comment_above(text, first.start);
    }
    merged
}

fn add_spans(key: Option<&Key>, item: &Item, spans: &mut Vec<Range<usize>>) {
    let mut below = |table: &dyn TableLike| {
        for (name, item) in table.iter() {
            add_spans(table.key(name), item, spans);
        }
    };
    match item {
        Item::Value(value) => {
            let (start, end) = (key.and_then(Key::span), value.span());
            spans.extend(end.map(|end| start.map_or(end.start, |start| start.start)..end.end));
        }
        Item::Table(table) => {
            below(table);
            spans.extend(table.span().filter(|_| !table.is_dotted() && !table.is_implicit()));
        }
        Item::ArrayOfTables(list) => list.iter().for_each(|table| {
            below(table);
        }),
        Item::None => {}
    }
}

fn whole_lines(text: &str, span: Range<usize>) -> Range<usize> {
    let start = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[span.end..].find('\n').map_or(text.len(), |newline| span.end + newline + 1);
    start..end
}

/// Whether a text has only blank lines and comments.
fn is_filler(text: &str) -> bool {
    text.lines().map(str::trim_start).all(|line| line.is_empty() || line.starts_with('#'))
}

/// The start of the comments directly above a line.
fn first_comment_above(text: &str, mut start: usize) -> usize {
    while let Some(line) = text[..start].lines().next_back().filter(|line| line.trim_start().starts_with('#'))
    {
        start = whole_lines(text, start - line.len() - 1..start - 1).start;
    }
    start
}

/// The lines with the blank lines after them, if there is also a blank line or nothing before them.
fn with_gap(text: &str, lines: Range<usize>) -> Range<usize> {
    let before = &text[..lines.start];
    let after = &text[lines.end..];
    if !before.is_empty() && !before.ends_with("\n\n") {
        return lines;
    }
    let blank = after.len() - after.trim_start_matches('\n').len();
    if blank == after.len() && !before.is_empty() {
        // The last section goes with the blank line above it.
        return before.trim_end_matches('\n').len() + 1..text.len();
    }
    lines.start..lines.end + blank
}

#[cfg(test)]
mod tests {
    use super::super::edit::path_of;
    use super::*;

    const TEXT: &str = "# All\na = 1 # one\n\n# About b\n[b]\nx = 1\n# inside\ny = 2 # two\n\n# A heading\n\n[b.c]\nz = 3\n\n[d]\ne.f = 1\ne.g = 2\n";

    fn gone(path: &str) -> String {
        without(TEXT, &path_of(path)).unwrap().unwrap()
    }

    #[test]
    fn values_go_with_their_line() {
        assert_eq!(gone("b.y"), TEXT.replace("y = 2 # two\n", ""));
        assert_eq!(gone("d.e"), TEXT.replace("e.f = 1\ne.g = 2\n", ""));
        assert_eq!(gone("d.e.g"), TEXT.replace("e.g = 2\n", ""));
    }

    #[test]
    fn sections_go_with_their_own_comments() {
        assert_eq!(gone("b.c"), TEXT.replace("[b.c]\nz = 3\n\n", ""));
        assert_eq!(gone("d"), TEXT.replace("\n[d]\ne.f = 1\ne.g = 2\n", ""));
        let text = "a = 1\n\n# about b\n[b]\nx = 1\n# inside\ny = 2\n\n# about d\n[d]\n";
        let left = without(text, &path_of("b")).unwrap().unwrap();
        assert_eq!(left, "a = 1\n\n# about d\n[d]\n");
    }

    #[test]
    fn elements_of_lists_are_exchanged_with_their_comments() {
        let text = "[[m]]\nn = 1 # one\n\n# about two\n[[m]]\nn = 2\n\n[o]\n[[m]]\nn = 3";
        let first = swapped(text, "m", 0).unwrap();
        assert_eq!(first, "# about two\n[[m]]\nn = 2\n\n[[m]]\nn = 1 # one\n\n[o]\n[[m]]\nn = 3");
        assert_eq!(swapped(&first, "m", 0).unwrap(), text);
        let last = swapped(text, "m", 1).unwrap();
        assert_eq!(last, "[[m]]\nn = 1 # one\n\n[[m]]\nn = 3\n\n[o]\n# about two\n[[m]]\nn = 2");
        assert_eq!(swapped("m = [ 1, 22 ] # x\n", "m", 0).unwrap(), "m = [ 22, 1 ] # x\n");
        assert!(swapped(text, "m", 2).is_err());
    }
}
