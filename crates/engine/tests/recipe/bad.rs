//! Invalid recipes, and the errors that they give.

use crate::registry::parse;
use orogen_engine::recipe::Source;

/// Whole recipes, separated by empty lines. Each is followed by `>> line:column message` and `>> help`.
const SECTIONS: &str = include_str!("bad_sections.txt");

/// The same for texts that follow [`HEAD`], so that their first line is line 4.
const FIELDS: &str = include_str!("bad_fields.txt");

const HEAD: &str = "orogen = 1\ndomain.size = 1000\nheight.field = \"a\"\n";

fn check(head: &str, cases: &str) -> usize {
    let mut wrong = String::new();
    let mut count = 0;
    for case in cases.replace("\r\n", "\n").trim_end().split("\n\n") {
        let (text, expected) = case.split_once("\n>> ").unwrap();
        let found = match parse(&format!("{head}{text}")) {
            Ok(_) => "no error".to_owned(),
            Err(error) => format!("{}:{} {}\n>> {}", error.line(), error.column(), error.message, error.help),
        };
        if found != expected {
            wrong += &format!("{text}\n>> {found}\n  instead of\n>> {expected}\n\n");
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{wrong}");
    count
}

#[test]
fn sections() {
    assert!(check("", SECTIONS) >= 74);
}

#[test]
fn fields() {
    assert!(check(HEAD, FIELDS) >= 79);
}

#[test]
fn columns_count_characters_and_skip_the_byte_order_mark() {
    for (text, line, column) in [
        ("", 1, 1),
        ("\u{feff}seed = x", 1, 8),
        ("\u{feff}orogen = 2", 1, 10),
        ("orogen = 1\r\n\r\nsed = 1\r\n", 3, 1),
        ("orogen = 1\nname = \"😀é\" ü", 2, 13),
        ("orogen = 1\n\"é\" = { x = 1, ü = 2 }", 2, 16),
        ("\n\n\t[", 3, 3),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!((error.line(), error.column()), (line, column), "{text:?}: {error}");
    }
    let source = Source::new("x", "é\nü");
    assert_eq!(source.line_column(1), (1, 1), "inside a character");
    assert_eq!(source.line_column(99), (2, 2), "past the end");
}

#[test]
fn control_characters_never_reach_a_terminal() {
    let text = format!("{HEAD}[fields.a]\ntype = \"\\u001b[31mred\\u0007\"");
    assert_eq!(parse(&text).unwrap_err().message, "no node is named `\\u{1b}[31mred\\u{7}`");
}

#[test]
fn a_circle_of_many_is_named_in_part() {
    let mut text = HEAD.to_owned();
    for i in 0..100 {
        text += &format!("[fields.f{i}]\ntype = \"curve\"\nof = \"f{}\"\npoints = []\n", (i + 1) % 100);
    }
    let error = parse(&text.replace("\"a\"", "\"f7\"")).unwrap_err();
    assert_eq!(error.source.slice(error.span), "\"f0\"");
    assert_eq!(error.line(), 3 + 4 * 99 + 3);
    assert!(error.message.ends_with(" → f30 → f31 → … → f0"), "{error}");
}
