//! Changes lists of values in place: what stays the same keeps its layout, its units and its comments.

use toml_edit::{Array, Item, RawString, Value};

use super::number::Number;

/// Makes a list of numbers equal to `new`, of which each has the unit of the number that it replaces.
pub(super) fn set_numbers(item: &mut Item, new: &[f64]) {
    set(item, new, |old, number| numbers_equal(old, *number), |old, number| write(old, *number));
}

/// Makes a list of pairs of numbers equal to `new`.
pub(super) fn set_points(item: &mut Item, new: &[[f64; 2]]) {
    let is_same = |old: &Value, pair: &[f64; 2]| {
        old.as_array().is_some_and(|old| {
            old.len() == 2 && old.iter().zip(pair).all(|(old, number)| numbers_equal(old, *number))
        })
    };
    set(item, new, is_same, |old, pair| {
        let pair_of = |at: usize| write(old.and_then(|old| old.as_array()?.get(at)), pair[at]);
        Value::Array([pair_of(0), pair_of(1)].into_iter().collect())
    });
}

/// Makes a list of texts equal to `new`.
pub(super) fn set_names(item: &mut Item, new: &[String]) {
    set(item, new, |old, name| old.as_str() == Some(name), |_, name| Value::from(name.as_str()));
}

/// Makes a list equal to `new`. Elements at the beginning and the end that are the same already stay untouched.
fn set<T>(
    item: &mut Item,
    new: &[T],
    is_same: impl Fn(&Value, &T) -> bool,
    write: impl Fn(Option<&Value>, &T) -> Value,
) {
    if item.as_array().is_none() {
        let mut array = Value::Array(Array::new());
        if let Some(old) = item.as_value() {
            *array.decor_mut() = old.decor().clone();
        }
        *item = Item::Value(array);
    }
    let Some(array) = item.as_array_mut() else { return };
    let same_at =
        |array: &Array, old: usize, at: usize| array.get(old).is_some_and(|old| is_same(old, &new[at]));
    let least = array.len().min(new.len());
    let begin = (0..least).take_while(|&at| same_at(array, at, at)).count();
    let end =
        (0..least - begin).take_while(|&at| same_at(array, array.len() - 1 - at, new.len() - 1 - at)).count();
    let middle = begin..new.len() - end;
    while array.len() > new.len() {
        remove(array, middle.end);
    }
    for at in middle {
        if array.len() < new.len() && at + end == array.len() {
            insert(array, at, write(None, &new[at]));
        } else if let Some(old) = array.get(at).filter(|old| !is_same(old, &new[at])) {
            let decor = old.decor().clone();
            let mut value = write(Some(old), &new[at]);
            *value.decor_mut() = decor;
            array.replace_formatted(at, value);
        }
    }
}

/// Removes an element. What is before an element includes the comment on the line of the previous one, which stays.
fn remove(array: &mut Array, at: usize) {
    let before = prefix(&array.remove(at));
    match array.get_mut(at) {
        Some(next) => next.decor_mut().set_prefix(before),
        None if before.contains('\n') => array.set_trailing(before.trim_end_matches(' ')),
        None => {}
    }
}

/// Inserts an element. In a list with one element a line, it gets its own line, after the comment on the line before.
fn insert(array: &mut Array, at: usize, mut value: Value) {
    let line_of = |text: &str| text.rfind('\n').map(|newline| text[newline..].to_owned());
    match (array.get_mut(at), at.checked_sub(1)) {
        (Some(next), _) => {
            let before = prefix(next);
            next.decor_mut().set_prefix(line_of(&before).unwrap_or_else(|| " ".to_owned()));
            value.decor_mut().set_prefix(before);
        }
        (None, Some(last)) => {
            let line = array.get(last).and_then(|last| line_of(&prefix(last)));
            let trailing = array.trailing().as_str().unwrap_or_default().to_owned();
            match (line, trailing.rfind('\n')) {
                (Some(line), Some(end)) => {
                    value.decor_mut().set_prefix(format!("{}{line}", &trailing[..end]));
                    array.set_trailing(&trailing[end..]);
                }
                (line, _) => value.decor_mut().set_prefix(line.unwrap_or_else(|| " ".to_owned())),
            }
        }
        (None, None) => {}
    }
    array.insert_formatted(at, value);
}

/// What is before a value.
fn prefix(value: &Value) -> String {
    value.decor().prefix().and_then(RawString::as_str).unwrap_or_default().to_owned()
}

fn write(old: Option<&Value>, number: f64) -> Value {
    old.map_or(Number::Plain, Number::of).write(number, old.is_some_and(Value::is_integer))
}

fn numbers_equal(old: &Value, number: f64) -> bool {
    let plain = old.as_float().or_else(|| old.as_integer().map(|integer| integer as f64));
    let length = || old.as_str().and_then(orogen_engine::recipe::length_of_text);
    plain.or_else(length).is_some_and(|old| (old - number).abs() <= 1e-12 * number.abs())
}

#[cfg(test)]
mod tests {
    use toml_edit::DocumentMut;

    use super::*;

    fn changed(text: &str, change: impl FnOnce(&mut Item)) -> String {
        let mut document: DocumentMut = format!("a = {text}\n").parse().unwrap();
        change(&mut document["a"]);
        document.to_string()["a = ".len()..].trim_end().to_owned()
    }

    #[test]
    fn numbers_keep_their_units() {
        let set = |text: &str, new: &[f64]| changed(text, |item| set_numbers(item, new));
        assert_eq!(set("[\"1.6 km\", 2600]", &[1500.0, 2600.0]), "[\"1.5 km\", 2600]");
        assert_eq!(set("[ 1, 2 ]", &[1.0, 2.5]), "[ 1, 2.5 ]");
        assert_eq!(set("[1, 2]", &[1.0, 2.0, 5.0, 6.0]), "[1, 2, 5.0, 6.0]");
        assert_eq!(set("[1, 2, 5, 6]", &[5.0, 6.0]), "[5, 6]");
        assert_eq!(set("3", &[1.0]), "[1.0]");
    }

    #[test]
    fn points_keep_their_layout_and_comments() {
        let text = "[\n  [0.0, 0.0], # low\n  [0.5, 0.2], # middle\n  [1.0, 1.0], # high\n]";
        let set = |new: &[[f64; 2]]| changed(text, |item| set_points(item, new));
        let moved = set(&[[0.0, 0.0], [0.5, 0.3], [1.0, 1.0]]);
        assert_eq!(moved, text.replace("0.2", "0.3"));
        let added = set(&[[0.0, 0.0], [0.2, 0.1], [0.5, 0.2], [1.0, 1.0]]);
        assert_eq!(added, text.replace("# low\n", "# low\n  [0.2, 0.1],\n"));
        let longer = set(&[[0.0, 0.0], [0.5, 0.2], [1.0, 1.0], [2.0, 3.0]]);
        assert_eq!(longer, text.replace("# high\n", "# high\n  [2.0, 3.0],\n"));
        let removed = set(&[[0.0, 0.0], [1.0, 1.0]]);
        assert_eq!(removed, text.replace("  [0.5, 0.2], # middle\n", ""));
        let shorter = set(&[[0.0, 0.0], [0.5, 0.2]]);
        assert!(shorter.contains("# middle") && !shorter.contains("[1.0"), "{shorter}");
        assert_eq!(
            changed("[[0, 0], [1, 1]]", |item| set_points(item, &[[0.0, 0.0], [0.5, 0.5], [1.0, 1.0]])),
            "[[0, 0], [0.5, 0.5], [1, 1]]"
        );
    }
}
