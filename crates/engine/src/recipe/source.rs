//! The text of a recipe, and positions in it.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// The text that a recipe is read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of the text in errors: a path, or the name of a preset.
    pub name: String,
    /// The text.
    pub text: Arc<str>,
    /// The folder that paths in the recipe are relative to; by default, the current folder.
    pub folder: Option<PathBuf>,
    /// Where another recipe uses this one, as text for the help of errors.
    pub used_by: Option<String>,
}

impl Source {
    /// A text with a name and no folder.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), text: text.into(), folder: None, used_by: None }
    }

    /// The same text with paths relative to `folder`.
    pub fn in_folder(self, folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), ..self }
    }

    /// Whether the text claims to be a recipe, with or without errors: a line before its first table gives the version of the
    /// format.
    ///
    /// # Example
    /// ```
    /// use orogen_engine::recipe::Source;
    ///
    /// assert!(Source::new("mine.toml", "# wrong otherwise\norogen = 1\n").has_version());
    /// assert!(!Source::new("Cargo.toml", "[dependencies]\norogen = \"0.1\"").has_version());
    /// ```
    pub fn has_version(&self) -> bool {
        let mut lines = self.text.trim_start_matches('\u{feff}').lines().map(str::trim_start);
        let is_version =
            |line: &str| line.strip_prefix("orogen").is_some_and(|rest| rest.trim_start().starts_with('='));
        lines.by_ref().take_while(|line| !line.starts_with('[')).any(is_version)
    }

    /// Line and column of a byte offset, both counted from 1, the column in characters.
    ///
    /// An offset past the end counts as the end. An offset inside a character counts as the start of that character.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..self.character_start(offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        // A byte order mark does not count as a character of the first line, because editors do not show it.
        let column = before[line_start..].trim_start_matches('\u{feff}').chars().count() + 1;
        (line, column)
    }

    /// The part of the text that `span` covers.
    pub fn slice(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    /// A span of this text: a range whose ends are moved back to the text's end and to starts of characters.
    pub(super) fn fit(&self, range: Range<usize>) -> Span {
        let start = self.character_start(range.start);
        let end = self.character_start(range.end).max(start);
        Span { start, end }
    }

    /// The start of the character that contains the byte at `offset`, or the end of the text.
    fn character_start(&self, offset: usize) -> usize {
        let mut start = offset.min(self.text.len());
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        start
    }

    /// The empty span where missing text may be added: the start of the line after the last text, or the end of the text if
    /// there is no such line.
    pub(super) fn end(&self) -> Span {
        let last = self.text.trim_end().len();
        let end = self.text[last..].find('\n').map_or(last, |newline| last + newline + 1);
        Span { start: end, end }
    }
}

/// One line that describes a recipe: the comment in the first line of its text, or "".
///
/// ```
/// assert_eq!(orogen_engine::recipe::summary("# High mountains\norogen = 1\n"), "High mountains");
/// ```
pub fn summary(text: &str) -> &str {
    text.lines().next().and_then(|line| line.strip_prefix('#')).unwrap_or_default().trim()
}

/// A run of bytes in the text of a recipe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl Span {
    /// The span as a range.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}
