//! Names of fields and parameters in expressions.

/// Replaces names of fields in an expression. `replace` is called with the name of a field and the name of its further result, or
/// "" for the field itself; the text that it returns takes the place of both.
pub(super) fn replace_names(
    text: &str,
    fields: &[String],
    mut replace: impl FnMut(&str, &str) -> Option<String>,
) -> String {
    let (mut new, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        // A word behind a number is the unit of a length.
        let is_unit = new.trim_end().ends_with(|last: char| last.is_ascii_digit());
        let known = if first.is_ascii_alphabetic() && !is_unit { name_at(rest, fields) } else { None };
        let word = rest.find(|letter| !is_of_word(letter)).unwrap_or(rest.len()).max(first.len_utf8());
        let (word, after) = rest.split_at(known.unwrap_or(word));
        let result = result_at(after);
        let is_function = after.trim_start().starts_with('(');
        let other = if known.is_some() && !is_function {
            replace(word, &after[..result].replacen('.', "", 1))
        } else {
            None
        };
        new.push_str(other.as_deref().unwrap_or(&rest[..word.len() + result]));
        rest = &after[result..];
    }
    new
}

/// The length of the longest field name that a text begins with. Names may have hyphens.
fn name_at(text: &str, fields: &[String]) -> Option<usize> {
    let begins =
        |name: &&String| text.strip_prefix(&***name).is_some_and(|after| !after.starts_with(is_of_word));
    fields.iter().filter(begins).map(String::len).max()
}

/// The length of what follows a point at the beginning of a text: a further result of a field, or a field of a used recipe, whose
/// name may have hyphens.
fn result_at(text: &str) -> usize {
    let mut length = 0;
    while let Some(after) =
        text[length..].strip_prefix('.').filter(|after| after.starts_with(|c: char| c.is_ascii_alphabetic()))
    {
        let is_name = |letter: char| is_of_word(letter) || letter == '-';
        let name = &after[..after.find(|letter| !is_name(letter)).unwrap_or(after.len())];
        length += 1 + name.trim_end_matches('-').len();
    }
    length
}

fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// The first free name: `hills`, `hills-2`, `hills-3` and so on. A number at the end counts on.
pub(super) fn free(name: &str, is_free: impl Fn(&str) -> bool) -> String {
    if is_free(name) {
        return name.to_owned();
    }
    let stem = name
        .rsplit_once('-')
        .filter(|(_, number)| number.parse::<u32>().is_ok())
        .map_or(name, |(stem, _)| stem);
    (2_u64..).map(|number| format!("{stem}-{number}")).find(|name| is_free(name)).unwrap_or_default()
}
