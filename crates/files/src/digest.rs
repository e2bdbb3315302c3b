//! Length and hash of a file or a folder.

use std::ffi::OsStr;
use std::fs::{self, DirEntry, File};
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// Files that file managers create in any folder that they show.
const FILE_MANAGER_FILES: [&str; 3] = [".DS_Store", "Thumbs.db", "desktop.ini"];

/// Whether a file manager creates files of this name.
pub(crate) fn is_from_file_manager(name: &OsStr) -> bool {
    FILE_MANAGER_FILES.iter().any(|known| name == *known)
}

/// Length and hash of a file, or of a folder with its contents. Together, they identify the content.
///
/// The hash of a folder is the hash of a listing of its contents. The listing has the line `path/` for each folder, and the
/// two lines `path` and `bytes blake3` for each file. Entries are sorted by name, and the contents of a folder follow its
/// line. Files that file managers create are not listed.
///
/// ```
/// use orogen_files::PendingOutput;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// let output = PendingOutput::of_bytes(&folder.path().join("notes.txt"), b"four")?;
/// let (_, digest) = &output.files()[0];
/// assert_eq!((digest.bytes, digest.blake3.len()), (4, 64));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest {
    /// Length in bytes; for a folder the sum over its files.
    pub bytes: u64,
    /// BLAKE3 hash of the bytes or of the listing, in hexadecimal.
    pub blake3: String,
}

impl Digest {
    /// The digest of a file on the disk.
    pub(crate) fn of_file(path: &Path) -> io::Result<Self> {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(File::open(path)?)?;
        Ok(Self::of(&hasher))
    }

    /// The digest of a folder on the disk.
    ///
    /// # Errors
    /// The operating system reports an error, or an entry is neither a file nor a folder.
    pub(crate) fn of_folder(path: &Path) -> io::Result<Self> {
        let mut listing = Listing::default();
        listing.add(path, "")?;
        Ok(Self { bytes: listing.bytes, ..Self::of(&listing.hasher) })
    }

    /// The digest of everything hashed so far.
    pub(crate) fn of(hasher: &blake3::Hasher) -> Self {
        Self { bytes: hasher.count(), blake3: hasher.finalize().to_hex().to_string() }
    }
}

/// The listing of a folder, hashed line by line.
#[derive(Default)]
struct Listing {
    hasher: blake3::Hasher,
    bytes: u64,
}

impl Listing {
    /// Adds the contents of a folder; paths begin with `above`.
    fn add(&mut self, folder: &Path, above: &str) -> io::Result<()> {
        let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
        entries.sort_by_key(DirEntry::file_name);
        for entry in entries.iter().filter(|entry| !is_from_file_manager(&entry.file_name())) {
            let (kind, path) =
                (entry.file_type()?, format!("{above}{}", entry.file_name().to_string_lossy()));
            if kind.is_dir() {
                self.line(&format!("{path}/"));
                self.add(&entry.path(), &format!("{path}/"))?;
            } else if kind.is_file() {
                let Digest { bytes, blake3 } = Digest::of_file(&entry.path())?;
                self.line(&path);
                self.line(&format!("{bytes} {blake3}"));
                self.bytes += bytes;
            } else {
                return Err(io::Error::other(format!("{path} is neither a file nor a folder")));
            }
        }
        Ok(())
    }

    fn line(&mut self, text: &str) {
        self.hasher.update(text.as_bytes()).update(b"\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_a_folder_covers_its_contents() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("4/10")).unwrap();
        fs::write(path("4/10/2.png"), "two").unwrap();
        fs::write(path("4/9"), "nine").unwrap();
        let digest = || Digest::of_folder(folder.path()).unwrap();
        let file = |text: &str| format!("{} {}", text.len(), blake3::hash(text.as_bytes()));
        let listing = format!("4/\n4/10/\n4/10/2.png\n{}\n4/9\n{}\n", file("two"), file("nine"));
        let written = digest();
        assert_eq!(written, Digest { bytes: 7, blake3: blake3::hash(listing.as_bytes()).to_string() });
        fs::write(path("4/.DS_Store"), "litter").unwrap();
        assert_eq!(digest(), written);
        fs::create_dir(path("mine")).unwrap();
        assert_ne!(digest(), written);
        fs::remove_dir(path("mine")).unwrap();
        fs::write(path("4/9"), "NINE").unwrap();
        assert_ne!(digest(), written);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(path("4/9"), path("link")).unwrap();
            assert!(Digest::of_folder(folder.path()).is_err());
        }
    }
}
