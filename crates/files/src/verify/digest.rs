//! Checks length and hash of a file.

use std::io;
use std::path::Path;

use crate::read::open;
use crate::{Digest, FileError, FileInfo};

/// Compares length and hash of a file, or of a folder of tiles, with those recorded in `terrain.json`. Does nothing if none
/// are recorded.
///
/// # Errors
/// The file does not exist, it cannot be read, or it has changed.
pub fn changes(file: &FileInfo, path: &Path) -> Result<(), FileError> {
    let Some(recorded) = &file.digest else { return Ok(()) };
    let file_error = |error: io::Error| FileError::from_io(path, &error);
    let wrong = |message: String| Err(FileError::new(path, message, "generate the terrain again"));
    let (found, content) = match file.is_folder() {
        true => (Digest::of_folder(path).map_err(file_error)?, "files"),
        false => {
            // A file with another length need not be read.
            let bytes = open(path)?.metadata().map_err(file_error)?.len();
            if bytes == recorded.bytes {
                (Digest::of_file(path).map_err(file_error)?, "bytes")
            } else {
                (Digest { bytes, blake3: String::new() }, "bytes")
            }
        }
    };
    if found.bytes != recorded.bytes {
        return wrong(format!("it has {} bytes, but {} were written", found.bytes, recorded.bytes));
    }
    if found.blake3 != recorded.blake3.to_ascii_lowercase() {
        return wrong(format!("its {content} have changed since they were written: the hash differs"));
    }
    Ok(())
}
