//! Truncated, damaged and foreign files.

use std::fs;
use std::path::PathBuf;

use orogen_strokes::journal::{Journal, JournalError, salvage};
use orogen_strokes::stroke::Surface;

use crate::scene::{numbers, open, stroke};

/// A file with strokes 0, 1, 2, an undo, and stroke 4.
fn file() -> (tempfile::TempDir, PathBuf, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.strokes");
    let mut journal = open(&path).unwrap();
    for count in 0..3 {
        journal.push(&stroke(count)).unwrap();
    }
    journal.undo().unwrap();
    journal.push(&stroke(4)).unwrap();
    drop(journal);
    let bytes = fs::read(&path).unwrap();
    (folder, path, bytes)
}

#[test]
fn a_truncated_file_opens_with_all_complete_lines() {
    let (_folder, path, bytes) = file();
    let ends: Vec<_> = (0..bytes.len()).filter(|&i| bytes[i] == b'\n').map(|i| i + 1).collect();
    let states: [&[usize]; 6] = [&[], &[0], &[0, 1], &[0, 1, 2], &[0, 1], &[0, 1, 4]];
    for length in 0..=bytes.len() {
        fs::write(&path, &bytes[..length]).unwrap();
        let mut journal = open(&path).unwrap();
        let whole = ends.iter().filter(|&&end| end <= length).count();
        assert_eq!(numbers(&mut journal), states[whole.max(1) - 1], "{length} bytes");
        let torn = whole > 0 && !ends.contains(&length);
        assert_eq!(journal.dropped(), torn.then_some(whole + 1));
        // The file continues after the last complete line.
        journal.push(&stroke(7)).unwrap();
        drop(journal);
        let mut journal = open(&path).unwrap();
        assert_eq!((numbers(&mut journal).last(), journal.dropped()), (Some(&7), None));
    }
}

/// A flipped byte before the last line is an error with its line number. The file is unchanged.
#[test]
fn a_changed_byte_is_an_error_with_its_line() {
    let (folder, path, bytes) = file();
    let last = bytes[..bytes.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap();
    for place in (0..last).step_by(3) {
        let mut changed = bytes.clone();
        changed[place] ^= 0x11;
        fs::write(&path, &changed).unwrap();
        let line = bytes[..place].iter().filter(|&&byte| byte == b'\n').count() + 1;
        match open(&path).unwrap_err() {
            JournalError::Line { line: found, .. } => assert_eq!(found, line, "byte {place}"),
            error => panic!("{error}"),
        }
        assert_eq!(fs::read(&path).unwrap(), changed);
        if line > 1 {
            let saved = folder.path().join(format!("{place}.strokes"));
            assert_eq!(salvage(&path, &saved).unwrap(), line - 2);
            let mut journal = open(&saved).unwrap();
            assert!(numbers(&mut journal).len() < 4);
            assert!(salvage(&path, &saved).is_err(), "salvage must not overwrite files");
        }
    }
}

#[test]
fn missing_and_repeated_lines_are_detected() {
    let (_folder, path, bytes) = file();
    let lines: Vec<_> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    for order in [[0, 1, 3, 4, 5].as_slice(), &[0, 1, 2, 2, 3, 4, 5], &[0, 2, 1, 3, 4, 5]] {
        let text: Vec<_> = order.iter().map(|&i| lines[i]).collect();
        fs::write(&path, text.concat()).unwrap();
        let error = open(&path).unwrap_err().to_string();
        assert!(
            error.contains("its checksum is wrong, or a line before it is missing: use a backup"),
            "{error}"
        );
    }
}

/// A line with a correct checksum and unknown content.
#[test]
fn unknown_content_is_named_and_kept() {
    let (_folder, path, _) = file();
    for (body, said) in [
        (r#""mark":"sideways"}"#, "unknown variant `sideways`"),
        (r#""song":{}}"#, "unknown variant `song`"),
        (r#""stroke":{"brush":{"tool":{"kind":"dig"}},"points":[]}}"#, "unknown variant `dig`"),
        (r#""mark":"redo"}"#, "there is nothing to redo"),
        (
            r#""stroke":{"brush":{"tool":{"kind":"erase"},"radius":5.0,"inner":0.0,"power":1.0,"strength":1.0,"spacing":1.0,"up":true,"down":true},"points":[]}}"#,
            "the stroke has 0 points",
        ),
    ] {
        let header = r#""header":{"version":1,"of":"scene","ground":"plane"}}"#;
        let first = crc32fast::hash(header.as_bytes());
        let mut next = crc32fast::Hasher::new_with_initial(first);
        next.update(body.as_bytes());
        let text =
            format!("{{\"crc\":\"{first:08x}\",{header}\n{{\"crc\":\"{:08x}\",{body}\n", next.finalize());
        fs::write(&path, &text).unwrap();
        let error = open(&path).unwrap_err().to_string();
        assert!(error.contains("some.strokes:2: ") && error.contains(said), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn foreign_files_are_unchanged() {
    let (_folder, path, bytes) = file();
    let error = Journal::open(&path, "other", Surface::Plane).unwrap_err().to_string();
    assert!(error.ends_with(
        "has strokes of \"scene\" on a plane, not of \"other\" on a plane: use the stroke file of this recipe"
    ));
    let moon = Surface::Planet(orogen_engine::planet::Sphere::new(1000.0).unwrap());
    let error = Journal::open(&path, "scene", moon).unwrap_err().to_string();
    assert!(error.contains("not of \"scene\" on a planet of 1000 m"), "{error}");
    let holder = open(&path).unwrap();
    assert!(matches!(open(&path), Err(JournalError::InUse { .. })));
    drop(holder);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    for other in ["once upon a time\n", "{\"crc\":\"", "once upon a time, there was a file without an end"] {
        fs::write(&path, other).unwrap();
        if open(&path).is_err() {
            assert_eq!(fs::read_to_string(&path).unwrap(), other);
        } else {
            // A text that could be the beginning of an unfinished first line.
            assert_eq!(other, "{\"crc\":\"");
        }
    }
}

/// If the file has lost its name, nothing is written to it, and its strokes can be copied.
#[test]
fn a_file_removed_while_open_is_not_written_to() {
    let (folder, path, bytes) = file();
    let mut journal = open(&path).unwrap();
    assert!(journal.is_in_place().unwrap());
    for other in [None, Some("another")] {
        _ = fs::remove_file(&path);
        if let Some(other) = other {
            fs::write(&path, other).unwrap();
        }
        assert!(!journal.is_in_place().unwrap());
        assert!(matches!(journal.push(&stroke(5)), Err(JournalError::Replaced { .. })));
        assert!(matches!(journal.undo(), Err(JournalError::Replaced { .. })));
        assert!(matches!(journal.compact(), Err(JournalError::Replaced { .. })));
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), other);
    }
    let copy = folder.path().join("copy.strokes");
    journal.copy_to(&mut fs::File::create(&copy).unwrap()).unwrap();
    assert_eq!(fs::read(&copy).unwrap(), bytes);
    // The copy gets the name of the file.
    drop(journal);
    fs::rename(&copy, &path).unwrap();
    let mut journal = open(&path).unwrap();
    journal.compact().unwrap();
    assert!(journal.is_in_place().unwrap());
    journal.push(&stroke(5)).unwrap();
}
