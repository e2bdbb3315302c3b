//! No text makes the parser panic, and the position of every error is in the text.

use proptest::prelude::*;

use crate::good::FULL;
use crate::registry::parse;
use orogen_engine::recipe::MAX_BYTES;

/// Parses a text, and checks the properties of every outcome.
fn survives(text: &str) {
    match parse(text) {
        Ok(recipe) => {
            let canonical = recipe.canonical();
            let again = parse(&canonical).map(|recipe| recipe.canonical());
            assert_eq!(again, Ok(canonical));
        }
        Err(error) => {
            assert!(error.span.start <= error.span.end);
            assert!(text.get(error.span.range()).is_some(), "{:?} of {} bytes", error.span, text.len());
            assert!(error.line() <= text.matches('\n').count() + 1);
            assert!(!error.message.is_empty());
            assert!(!error.help.is_empty(), "no help: {error}");
            assert!(error.to_string().len() < 4000, "{error}");
        }
    }
}

/// Pieces that a recipe is made of, and pieces that break it.
const PIECES: [&str; 55] = [
    "=",
    "[",
    "]",
    "{",
    "}",
    ",",
    ".",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "\n",
    "\r",
    "\r\n",
    "#",
    "\\",
    "-",
    "_",
    "+",
    "0x",
    "1e999",
    "nan",
    "-inf",
    "99999999999999999999",
    "true",
    "1979-05-27",
    "[[fields.a]]",
    "[fields.ranges]",
    "displace = { by = \"all\", strength = 1 }",
    "type = \"mix\"",
    "seed = -1",
    "\u{feff}",
    "\u{0}",
    "é",
    "😀",
    "\"6 km\"",
    "[height]",
    "fields = 1",
    "\"all\"",
    "\"auto\"",
    "0.5",
    "a.b.c",
    "orogen = 2",
    "basis = \"cellular\"",
    "\"#fa3\"",
    "\"none\"",
    "[view.sand]",
    "[view.fog]",
    "[view.clouds]",
    "haze = 0",
    "stones = 2",
    "trees = 0",
    "\"planet\"",
    "radius = 5000",
    "domain = { kind = \"planet\", radius = 1e6 }",
];

fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        survives(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_pieces(pieces in proptest::collection::vec(0..PIECES.len(), 0..40)) {
        let text: String = pieces.iter().map(|&piece| PIECES[piece]).collect();
        survives(&text);
        survives(&format!("orogen = 1\n{text}"));
    }

    #[test]
    fn mutations(
        edits in proptest::collection::vec((0..FULL.len(), 0..FULL.len(), 0..12_usize, 0..PIECES.len(), 0..4), 1..6)
    ) {
        let mut text = FULL.to_owned();
        for (at, from, length, piece, kind) in edits {
            let start = floor(&text, at);
            let end = floor(&text, start + length).max(start);
            let copied = text[floor(&text, from)..floor(&text, from + 8 * length)].to_owned();
            match kind {
                0 => text.replace_range(start..end, ""),
                1 => text.insert_str(start, PIECES[piece]),
                2 => text.replace_range(start..end, PIECES[piece]),
                _ => text.insert_str(start, &copied),
            }
        }
        survives(&text);
    }

    /// One value of a good recipe replaced: most of these pass the TOML parser and reach the checks behind it.
    #[test]
    fn other_values(line in 0..FULL.lines().count(), piece in 0..PIECES.len()) {
        let swap = |(i, text): (usize, &str)| match text.split_once(" = ") {
            Some((key, _)) if i == line => format!("{key} = {}\n", PIECES[piece]),
            _ => format!("{text}\n"),
        };
        survives(&FULL.lines().enumerate().map(swap).collect::<String>());
    }
}

/// Without the limit on nesting, the fifth of these texts overflows a stack of this size.
#[test]
fn deep_nesting_needs_little_stack() {
    let segment = format!("{{{}=", vec!["a"; 79].join("."));
    let texts = [
        format!("x = {}{}", "[".repeat(500_000), "]".repeat(500_000)),
        format!("x = {}", "{a=".repeat(300_000)),
        format!("{} = 1", vec!["a"; 500_000].join(".")),
        format!("[{}]", vec!["a"; 500_000].join(".")),
        format!("x = {}1{}", segment.repeat(79), "}".repeat(79)),
        format!("orogen = 1\nfields.a = {}1{}", "{ a.b.c.d.e.f.g = ".repeat(16), "}".repeat(16)),
    ];
    for text in texts {
        let thread = std::thread::Builder::new().stack_size(96 << 10);
        thread.spawn(move || survives(&text)).unwrap().join().unwrap();
    }
}

#[test]
fn long_recipes_are_refused_and_long_names_cut() {
    let long = format!("orogen = 1\n#{}", "x".repeat(MAX_BYTES));
    assert_eq!(parse(&long).unwrap_err().message, "the recipe is too long: 1048588 bytes");
    survives(&long);
    survives(&format!("orogen = 1\n{} = 1", "k".repeat(1_000_000)));
    survives(&format!("{FULL}[fields.z]\ntype = \"{}\"", "k".repeat(1_000_000)));
    survives(&FULL.replace("mask = \"scan\"", &format!("mask = \"{}\"", "k".repeat(1_000_000))));
    survives(&FULL.replace("wavelength = 5_000", &format!("wavelength = 5{}", "0".repeat(1_000_000))));
}
