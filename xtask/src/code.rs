//! The code of a Rust source without its comments, literals and tests.

/// The code of a Rust source.
pub(crate) struct Code {
    /// The source, with spaces in place of everything that is not code, so that the code stays at its lines and columns.
    pub(crate) text: String,
    /// Modules of tests that are in separate files.
    test_modules: Vec<String>,
}

impl Code {
    /// The code of a source.
    pub(crate) fn of(source: &str) -> Self {
        let mut bytes = source.as_bytes().to_vec();
        blank_comments_and_literals(source, &mut bytes);
        let mut text = String::from_utf8_lossy(&bytes).into_owned();
        let mut test_modules = Vec::new();
        let mut from = 0;
        while let Some(start) = text[from..].find("#[cfg(").map(|at| from + at) {
            let Some(length) = text[start..].find(']') else { break };
            let attribute = start..start + length + 1;
            from = attribute.end;
            if !is_test(&text[attribute]) {
                continue;
            }
            let item = from..from + end_of_item(&text[from..]);
            test_modules.extend(module_in_file(&text[item.clone()]));
            let blank: String =
                text[item.clone()].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
            text.replace_range(item, &blank);
        }
        Self { text, test_modules }
    }

    /// Whether the source, a file at `path`, declares the file at `other` as a module of tests.
    pub(crate) fn has_test_file(&self, path: &str, other: &str) -> bool {
        let folder = match path.rsplit_once('/') {
            Some((folder, "mod.rs")) => format!("{folder}/"),
            None if matches!(path, "lib.rs" | "main.rs") => String::new(),
            _ => format!("{}/", path.trim_end_matches(".rs")),
        };
        self.test_modules.iter().any(|name| {
            let rest = other.strip_prefix(&format!("{folder}{name}"));
            rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
        })
    }
}

/// The names and keywords of a text, each with the position of its first byte.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_in_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut at = 0;
    text.split(move |character| !is_in_word(character)).filter_map(move |word| {
        let start = at;
        // The character between two words may take several bytes.
        at += word.len() + text[start + word.len()..].chars().next().map_or(0, char::len_utf8);
        (!word.is_empty()).then_some((start, word))
    })
}

/// Whether an attribute limits an item to tests, or to tests of the documentation.
fn is_test(attribute: &str) -> bool {
    let has = |wanted: &str| words(attribute).any(|(_, word)| word == wanted);
    (has("test") || has("doctest")) && !has("not")
}

/// The length of the item that a text begins with: up to its semicolon, or the end of its block.
fn end_of_item(text: &str) -> usize {
    let mut depth = 0_i32;
    for (at, character) in text.char_indices() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        let is_end = depth == 0 && matches!(character, ';' | '}');
        if is_end || depth < 0 {
            return at + 1;
        }
    }
    text.len()
}

/// The name of the module if an item declares a module in a separate file.
fn module_in_file(item: &str) -> Option<String> {
    let declaration = item.trim().strip_suffix(';')?;
    let mut names = words(declaration).map(|(_, word)| word).skip_while(|&word| word != "mod").skip(1);
    names.next().map(str::to_owned)
}

fn blank_comments_and_literals(source: &str, bytes: &mut [u8]) {
    let mut at = 0;
    while at < source.len() {
        let Some(character) = source[at..].chars().next() else { return };
        let length = match length_of_other(&source[at..]) {
            0 => character.len_utf8(),
            length => {
                bytes[at..at + length]
                    .iter_mut()
                    .filter(|byte| **byte != b'\n')
                    .for_each(|byte| *byte = b' ');
                length
            }
        };
        at += length;
    }
}

/// The length of the comment or literal that a text begins with, or 0.
fn length_of_other(text: &str) -> usize {
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return length_of_block(text);
    }
    if text.starts_with('"') {
        return length_of_quoted(text, '"');
    }
    if let Some(rest) = text.strip_prefix('\'') {
        // Otherwise the quote begins a lifetime.
        let is_character = rest.starts_with('\\') || rest.chars().nth(1) == Some('\'');
        return if is_character { length_of_quoted(text, '\'') } else { 0 };
    }
    if let Some(rest) = text.strip_prefix('r') {
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        if rest[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let start = 1 + hashes + 1;
            return text[start..].find(&end).map_or(text.len(), |at| start + at + end.len());
        }
    }
    0
}

/// Comments in blocks are nested.
fn length_of_block(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    loop {
        let Some(mark) = text[at..].find(['/', '*']) else { return text.len() };
        at += mark;
        match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
}

fn length_of_quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if character == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(source: &str) -> String {
        let Code { text, .. } = Code::of(source);
        assert_eq!(text.matches('\n').count(), source.matches('\n').count());
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_go() {
        assert_eq!(code("a // b\nc /* d /* e */ f */ g /// h\n//! i"), "a c g");
        assert_eq!(code("a / b * c /**/ d"), "a / b * c d");
    }

    #[test]
    fn literals_go_and_lifetimes_stay() {
        assert_eq!(code(r#"f("a \" b", 'c', '\'', '"', 'é', x)"#), "f( , , , , , x)");
        assert_eq!(code("&'a str, 'static"), "&'a str, 'static");
        assert_eq!(code("r#\"a \" b\"# c r\"d\" br#\"e\"# r#type"), "c b r#type");
    }

    #[test]
    fn items_of_tests_go() {
        assert_eq!(code("#[cfg(test)]\nmod tests { fn f() { {} } }\nstruct A;"), "#[cfg(test)] struct A;");
        assert_eq!(code("#[cfg(test)] use a::b; fn f() {}"), "#[cfg(test)] fn f() {}");
        assert_eq!(code("#[cfg(all(test, unix))] fn f(a: [u8; 2]) {} b"), "#[cfg(all(test, unix))] b");
        assert_eq!(code("#[cfg(not(test))] fn f() {}"), "#[cfg(not(test))] fn f() {}");
    }

    #[test]
    fn files_of_tests_are_known() {
        let code = Code::of("#[cfg(test)]\nmod tests;\nmod others;");
        assert!(code.has_test_file("a/mod.rs", "a/tests.rs") && code.has_test_file("a.rs", "a/tests/b.rs"));
        assert!(code.has_test_file("lib.rs", "tests/mod.rs") && code.has_test_file("a/b.rs", "a/b/tests.rs"));
        assert!(!code.has_test_file("a.rs", "a/others.rs") && !code.has_test_file("a.rs", "tests.rs"));
    }

    #[test]
    fn words_are_found_where_they_are() {
        let found: Vec<_> = words("ab::c – d_1").collect();
        assert_eq!(found, [(0, "ab"), (4, "c"), (10, "d_1")]);
    }
}
