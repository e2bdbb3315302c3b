//! The seal of a `terrain.json`: a hash of what it says, kept in itself.
//!
//! Any value that is changed, taken out or added breaks it; white space and the order of keys do not. It guards against
//! accidents, not against forgers, who can put a new one in.

use std::path::Path;

use serde_json::Value;

use crate::FileError;
use crate::read::read_at_most;
use crate::sidecar::MAX_BYTES;

/// The key that holds the seal.
pub const KEY: &str = "seal";

/// The seal of a description: BLAKE3, in hexadecimal, of its JSON with sorted keys and no white space, but for the seal
/// itself.
///
/// ```
/// use orogen_files::seal;
/// use serde_json::json;
///
/// let text = seal::of(&json!({ "width": 33, "seed": 7 }));
/// assert_eq!(text, seal::of(&json!({ "seed": 7, "width": 33, "seal": "anything" })));
/// assert_ne!(text, seal::of(&json!({ "seed": 7, "width": 34 })));
/// ```
pub fn of(description: &Value) -> String {
    let mut description = description.clone();
    if let Some(entries) = description.as_object_mut() {
        entries.remove(KEY);
    }
    description.sort_all_objects();
    blake3::hash(description.to_string().as_bytes()).to_hex().to_string()
}

/// The text of a JSON object, printed over several lines, with its seal as the last entry.
pub(crate) fn sealed(text: &str) -> serde_json::Result<String> {
    // From the text, as a reader will compute it: what a number becomes on being printed is settled there.
    let seal = of(&serde_json::from_str(text)?);
    let open = text.trim_end().trim_end_matches('}').trim_end();
    Ok(format!("{open},\n  \"{KEY}\": \"{seal}\"\n}}\n"))
}

/// What is wrong with the seal of a `terrain.json`, in words, if anything is.
///
/// # Errors
/// There is no such file, or it is no JSON.
pub fn flaw(path: &Path) -> Result<Option<String>, FileError> {
    let description: Value = serde_json::from_slice(&read_at_most(path, MAX_BYTES)?).map_err(|error| {
        FileError::new(path, format!("it does not describe a terrain: {error}"), "generate it anew")
    })?;
    let flaw = match description.get(KEY).and_then(Value::as_str) {
        None => {
            format!("it has no `{KEY}`: something was taken out of it, or it was not written by this version")
        }
        Some(seal) if seal == of(&description) => return Ok(None),
        Some(_) => format!("what it says is not what was written: its `{KEY}` is that of other values"),
    };
    Ok(Some(flaw))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_of_a_value_breaks_it_and_layout_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("terrain.json");
        let text =
            sealed("{\n  \"b\": [1, -0.5, 71.23],\n  \"a\": { \"d\": null, \"c\": \"x\" }\n}").unwrap();
        let flaw = |text: &str| {
            std::fs::write(&path, text).unwrap();
            flaw(&path).unwrap()
        };
        assert_eq!(flaw(&text), None);
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(flaw(&value.to_string()), None);
        for (from, to) in
            [("71.23", "71.24"), ("null", "0"), ("\"a\"", "\"e\""), ("[1, ", "["), ("-0.5", "0.5")]
        {
            assert!(flaw(&text.replacen(from, to, 1)).unwrap().contains("not what was written"), "{from}");
        }
        assert!(flaw("{}").unwrap().contains("no `seal`"));
    }
}
