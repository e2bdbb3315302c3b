//! The checksum of the values of a `terrain.json`, stored in the file itself.
//!
//! A changed, removed or added value makes the checksum wrong; changes of white space or of the order of keys do not. The
//! checksum detects accidents, not forgery: anyone can compute a new one.

use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::FileError;
use crate::read::read_at_most;

/// The key of the checksum.
pub const KEY: &str = "checksum";

/// Computes the checksum of a description: the BLAKE3 hash, in hexadecimal, of its JSON with sorted keys, without white space
/// and without the checksum itself.
///
/// ```
/// use orogen_files::checksum;
/// use serde_json::json;
///
/// let text = checksum::of(&json!({ "width": 33, "seed": 7 }));
/// assert_eq!(text, checksum::of(&json!({ "seed": 7, "width": 33, "checksum": "anything" })));
/// assert_ne!(text, checksum::of(&json!({ "seed": 7, "width": 34 })));
/// ```
pub fn of(description: &Value) -> String {
    let mut description = description.clone();
    if let Some(entries) = description.as_object_mut() {
        entries.remove(KEY);
    }
    description.sort_all_objects();
    blake3::hash(description.to_string().as_bytes()).to_hex().to_string()
}

/// Adds the checksum as the last entry to a JSON object that is printed over several lines.
pub(crate) fn with_checksum(text: &str) -> serde_json::Result<String> {
    // The checksum is computed from the parsed text, as a reader does: printing can round a number.
    let checksum = of(&serde_json::from_str(text)?);
    let open = text.trim_end().trim_end_matches('}').trim_end();
    Ok(format!("{open},\n  \"{KEY}\": \"{checksum}\"\n}}\n"))
}

/// Describes what is wrong with the checksum of a `terrain.json`; `None` if it is valid.
///
/// # Errors
/// The file cannot be read, is too long, or is not JSON.
pub fn flaw(path: &Path) -> Result<Option<String>, FileError> {
    let description: Value = read_description(path)?;
    let problem = match description.get(KEY).and_then(Value::as_str) {
        None => {
            format!("it has no `{KEY}`: the key was removed, or another version wrote the file")
        }
        Some(checksum) if checksum == of(&description) => return Ok(None),
        Some(_) => format!("its values were changed after it was written: they do not match its `{KEY}`"),
    };
    Ok(Some(problem))
}

/// Maximum length of a `terrain.json` that is read, in bytes. [`MAX_FILES`](crate::delivery::MAX_FILES) entries take less
/// than half of it.
const MAX_BYTES: u64 = 1 << 26;

/// Reads a `terrain.json`.
pub(crate) fn read_description<T: DeserializeOwned>(path: &Path) -> Result<T, FileError> {
    serde_json::from_slice(&read_at_most(path, MAX_BYTES, "generate the terrain again")?).map_err(|error| {
        FileError::new(path, format!("it does not describe a terrain: {error}"), "generate the terrain again")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_value_breaks_the_checksum_and_layout_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("terrain.json");
        let text = with_checksum("{\n  \"b\": [1, -0.5, 71.23],\n  \"a\": { \"d\": null, \"c\": \"x\" }\n}")
            .unwrap();
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
            assert!(
                flaw(&text.replacen(from, to, 1)).unwrap().contains("changed after it was written"),
                "{from}"
            );
        }
        assert!(flaw("{}").unwrap().contains("no `checksum`"));
    }
}
