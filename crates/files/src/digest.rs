//! The content of a file in a few bytes.

use std::fs::File;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// Length and hash of a file, by which it is known again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest {
    /// Length in bytes.
    pub bytes: u64,
    /// BLAKE3 of the bytes, in hexadecimal.
    pub blake3: String,
}

impl Digest {
    /// Of a file on the disk.
    pub(crate) fn of_file(path: &Path) -> io::Result<Self> {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(File::open(path)?)?;
        Ok(Self::of(&hasher))
    }

    /// Of all that was hashed.
    pub(crate) fn of(hasher: &blake3::Hasher) -> Self {
        Self { bytes: hasher.count(), blake3: hasher.finalize().to_hex().to_string() }
    }
}
