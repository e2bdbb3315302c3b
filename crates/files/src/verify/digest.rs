//! Whether a file is still the one that was written.

use std::io;
use std::path::Path;

use crate::read::open;
use crate::{Digest, FileError, FileInfo};

/// Compares length and hash of a file with what `terrain.json` recorded, if it did.
///
/// # Errors
/// There is no such file, it cannot be read, or it is another: that is what the error says.
pub fn changes(file: &FileInfo, path: &Path) -> Result<(), FileError> {
    let Some(recorded) = &file.digest else { return Ok(()) };
    let refused = |error: io::Error| FileError::from_io(path, &error);
    let length = open(path)?.metadata().map_err(refused)?.len();
    let mend = "generate the terrain anew";
    if length != recorded.bytes {
        let what = format!("it has {length} bytes, and {} were written", recorded.bytes);
        return Err(FileError::new(path, what, mend));
    }
    if Digest::of_file(path).map_err(refused)?.blake3 != recorded.blake3.to_ascii_lowercase() {
        return Err(FileError::new(
            path,
            "its bytes are not those that were written: its hash is another",
            mend,
        ));
    }
    Ok(())
}
