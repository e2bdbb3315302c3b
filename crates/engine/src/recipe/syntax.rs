//! Parses text as TOML: checks the limits first, and rewords the errors of the TOML parser.

use std::sync::Arc;

use toml::de::DeTable;
use toml_parser::lexer::TokenKind;

use super::error::RecipeError;
use super::source::Source;
use super::value::{quote, shorten};

/// The longest recipe, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// The deepest nesting of brackets, and the most dots in a key.
///
/// No recipe needs more than four. The TOML parser has limits of its own, but they multiply (80 brackets of 80
/// dotted keys), and freeing a tree of that depth in an unoptimised build overflows a stack of 1 MiB.
const MAX_NESTING: usize = 16;

/// The TOML tree of a recipe.
pub(super) fn parse(source: &Arc<Source>) -> Result<DeTable<'_>, RecipeError> {
    if source.text.len() > MAX_BYTES {
        let message = format!("the recipe is too long: {} bytes", source.text.len());
        return Err(
            RecipeError::new(source, source.fit(0..0), message).help("a recipe has at most 1 MiB of text")
        );
    }
    refuse_deep_nesting(source)?;
    match DeTable::parse(&source.text) {
        Ok(table) => Ok(table.into_inner()),
        Err(error) => Err(tidy(source, &error)),
    }
}

fn refuse_deep_nesting(source: &Arc<Source>) -> Result<(), RecipeError> {
    let (mut brackets, mut dots) = (0_usize, 0_usize);
    for token in toml_parser::Source::new(&source.text).lex() {
        match token.kind() {
            TokenKind::LeftCurlyBracket | TokenKind::LeftSquareBracket => {
                (brackets, dots) = (brackets + 1, 0);
            }
            TokenKind::RightCurlyBracket | TokenKind::RightSquareBracket => {
                (brackets, dots) = (brackets.saturating_sub(1), 0);
            }
            TokenKind::Equals | TokenKind::Comma | TokenKind::Newline => dots = 0,
            TokenKind::Dot => dots += 1,
            _ => {}
        }
        if brackets > MAX_NESTING || dots > MAX_NESTING {
            let span = source.fit(token.span().start()..token.span().end());
            let message = "this is nested too deeply";
            let help = format!(
                "a recipe can nest at most {MAX_NESTING} brackets, and a key can have at most {MAX_NESTING} dots"
            );
            return Err(RecipeError::new(source, span, message).help(help));
        }
    }
    Ok(())
}

/// Converts a syntax error of the TOML parser ("what, expected this, that") into a [`RecipeError`].
fn tidy(source: &Arc<Source>, error: &toml::de::Error) -> RecipeError {
    let mut span = source.fit(error.span().unwrap_or(0..0));
    let found = source.slice(span);
    let word = found.to_lowercase();
    let rest = rest_of_value(source, span.start);
    let after_equals = source.text[..span.start].trim_end_matches([' ', '\t']).ends_with('=');
    let (what, expected) = error.message().split_once(", expected ").unwrap_or((error.message(), "nothing"));
    let (message, help) = match (what, expected) {
        ("duplicate key", _) => {
            (format!("{} is given twice", quote(found)), "keep one of the two".to_owned())
        }
        _ if word == "true" || word == "false" => (not_toml(found), format!("write `{word}`")),
        _ if after_equals && rest.is_empty() => {
            ("a value is missing after `=`".to_owned(), "write a number, or text in quotes".to_owned())
        }
        ("string values must be quoted" | "invalid boolean", _) => {
            let help = format!("put text, and lengths with a unit, in quotes: \"{}\"", shorten(rest));
            (not_toml(rest), help)
        }
        ("key with no value", _) => {
            let line = source.text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
            span = source.fit(line..span.end);
            (
                "this is not `key = value`".to_owned(),
                "write `key = value`; a comment begins with `#`".to_owned(),
            )
        }
        ("unexpected key or value", _) => {
            let help = "write one `key = value` per line; a decimal has a point, and text is in quotes";
            ("unexpected text after a value".to_owned(), help.to_owned())
        }
        ("invalid basic string" | "invalid literal string", "`\"`" | "`'`") => {
            ("a string is not closed".to_owned(), format!("end it with {expected} on the same line"))
        }
        (_, "nothing") => {
            let help = "a recipe is TOML: https://toml.io has its rules on one page";
            (format!("this is not TOML: {what}"), help.to_owned())
        }
        _ => (format!("this is not TOML: {what}"), format!("expected {expected}")),
    };
    RecipeError::new(source, span, message).help(help)
}

fn not_toml(found: &str) -> String {
    format!("{} is not a TOML value", quote(found))
}

/// The text from `start` to the end of the line, the next comma, bracket or comment.
fn rest_of_value(source: &Source, start: usize) -> &str {
    let rest = &source.text[start..];
    let end = rest.find(['\n', '\r', ',', '#', '}', ']']).unwrap_or(rest.len());
    rest[..end].trim_end()
}
