//! Whether a file is still the one that was written.

use std::io;
use std::path::Path;

use crate::read::open;
use crate::{Digest, FileError, FileInfo};

/// Compares length and hash of a file, or of a folder of tiles, with what `terrain.json` recorded, if it did.
///
/// # Errors
/// There is no such file, it cannot be read, or it is another: that is what the error says.
pub fn changes(file: &FileInfo, path: &Path) -> Result<(), FileError> {
    let Some(recorded) = &file.digest else { return Ok(()) };
    let refused = |error: io::Error| FileError::from_io(path, &error);
    let wrong = |what: String| Err(FileError::new(path, what, "generate the terrain anew"));
    let (found, its) = match file.is_folder() {
        true => (Digest::of_folder(path).map_err(refused)?, "files"),
        false => {
            // A file of another length need not be read.
            let bytes = open(path)?.metadata().map_err(refused)?.len();
            if bytes == recorded.bytes {
                (Digest::of_file(path).map_err(refused)?, "bytes")
            } else {
                (Digest { bytes, blake3: String::new() }, "bytes")
            }
        }
    };
    if found.bytes != recorded.bytes {
        return wrong(format!("it has {} bytes, and {} were written", found.bytes, recorded.bytes));
    }
    if found.blake3 != recorded.blake3.to_ascii_lowercase() {
        return wrong(format!("its {its} are not those that were written: its hash is another"));
    }
    Ok(())
}
