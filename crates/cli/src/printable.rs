//! Names that are safe to print on a terminal.

use std::path::Path;

/// The text with its control characters replaced by visible symbols. In a file name or a recipe, they could move the cursor or
/// change earlier output.
pub(crate) fn printable(text: &str) -> String {
    let shown = |c: char| match c as u32 {
        code @ 0..=0x1f => char::from_u32(0x2400 + code).unwrap_or(char::REPLACEMENT_CHARACTER),
        0x7f => '\u{2421}',
        _ if c.is_control() => char::REPLACEMENT_CHARACTER,
        _ => c,
    };
    text.chars().map(shown).collect()
}

/// The path as [`printable`] text.
pub(crate) fn path(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_become_pictures() {
        assert_eq!(printable("a\u{1b}[31m\n\u{7f}\u{9b}é"), "a\u{241b}[31m\u{240a}\u{2421}\u{fffd}é");
    }
}
