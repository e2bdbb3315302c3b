//! Files that get their final name only when they are complete.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::error::unwrap_temporary;
use crate::{Digest, FileError, MeshLevel};

/// The destination of a product's bytes: a writer that can be committed at the end.
///
/// The encoders are generic over this trait, so that a test can simulate a full disk.
pub(crate) trait Destination: Write + Send + 'static {
    /// The final path of the file.
    fn path(&self) -> &Path;

    /// Length and hash of the bytes.
    fn digest(&mut self) -> io::Result<Digest>;

    /// Gives the complete file its name. Called once, after the last byte.
    fn commit(self) -> io::Result<()>;

    /// Closes the file, so that few files are open while complete ones wait to be committed. The returned closure commits it.
    fn close(self) -> Box<dyn FnOnce() -> io::Result<()> + Send>
    where
        Self: Sized,
    {
        Box::new(|| self.commit())
    }
}

/// A file with a temporary name in the folder of its target. It is removed if it is dropped before it is committed.
#[derive(Debug)]
pub(crate) struct PendingFile {
    file: NamedTempFile,
    target: PathBuf,
    /// The hash of the bytes written; `None` after bytes were written out of order.
    hasher: Option<blake3::Hasher>,
}

/// Prefix and suffix of temporary names.
pub(crate) const NAMES: (&str, &str) = (".orogen-", ".part");

/// Whether a file of this name is one that was not committed.
pub(crate) fn is_pending(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(NAMES.0) && name.ends_with(NAMES.1))
}

impl PendingFile {
    /// Opens a temporary file beside `target`, whose folder must exist.
    pub(crate) fn create(target: &Path) -> Result<Self, FileError> {
        if target.is_dir() {
            return Err(FileError::from_io(target, &io::ErrorKind::IsADirectory.into()));
        }
        let file = open_beside(target).map_err(|error| FileError::from_io(target, &error))?;
        Ok(Self { file, target: target.to_owned(), hasher: Some(blake3::Hasher::new()) })
    }

    /// A second handle to the file, for an encoder that seeks back.
    pub(crate) fn handle(&mut self) -> io::Result<File> {
        self.hasher = None;
        self.file.as_file().try_clone()
    }
}

/// The folder of `target`. Temporary files are in the same folder, and so on the same file system: the final rename is
/// atomic.
pub(crate) fn folder_of(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn open_beside(target: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(NAMES.0).suffix(NAMES.1);
    // Temporary files are private to their owner by default; a product gets the permissions of any new file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let folder = folder_of(target);
    builder.tempfile_in(folder).map_err(|error| unwrap_temporary(folder, error))
}

/// An unnamed temporary file on the disk of `target`. The system removes it when it is closed.
pub(crate) fn scratch_beside(target: &Path) -> Result<File, FileError> {
    let folder = folder_of(target);
    let file_error = |error| FileError::from_io(target, &unwrap_temporary(folder, error));
    tempfile::tempfile_in(folder).map_err(file_error)
}

impl Write for PendingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.as_file_mut().write(bytes)?;
        if let Some(hasher) = &mut self.hasher {
            hasher.update(&bytes[..written]);
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

impl Seek for PendingFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.hasher = None;
        self.file.as_file_mut().seek(to)
    }
}

impl Destination for PendingFile {
    fn path(&self) -> &Path {
        &self.target
    }

    fn digest(&mut self) -> io::Result<Digest> {
        match &self.hasher {
            Some(hasher) => Ok(Digest::of(hasher)),
            // Some bytes were overwritten, so hash the file.
            None => Digest::of_file(self.file.path()),
        }
    }

    fn commit(self) -> io::Result<()> {
        self.file.persist(&self.target).map(drop).map_err(|failure| failure.error)
    }

    fn close(self) -> Box<dyn FnOnce() -> io::Result<()> + Send> {
        let (file, target) = (self.file.into_temp_path(), self.target);
        Box::new(|| file.persist(target).map_err(|failure| failure.error))
    }
}

/// A complete file, or a set of files, that still has a temporary name. It is removed if it is dropped before it is
/// committed.
///
/// If several files belong together, complete all of them before you commit the first. After that only a rename can fail.
///
/// ```
/// use orogen_files::PendingOutput;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("notes.txt");
/// let output = PendingOutput::of_bytes(&path, b"four")?;
/// assert!(!path.exists());
/// output.commit()?;
/// assert_eq!(std::fs::read(&path)?, b"four");
/// # Ok(())
/// # }
/// ```
#[must_use = "a file that is not committed is removed"]
pub struct PendingOutput {
    path: PathBuf,
    files: Vec<(PathBuf, Digest)>,
    levels: Vec<(PathBuf, Vec<MeshLevel>)>,
    commit: Box<dyn FnOnce() -> Result<(), FileError> + Send>,
}

impl PendingOutput {
    pub(crate) fn new(mut destination: impl Destination) -> io::Result<Self> {
        let path = destination.path().to_owned();
        let digest = destination.digest()?;
        let (commit, named) = (destination.close(), path.clone());
        let commit = move || commit().map_err(|error| FileError::from_io(&named, &error));
        Ok(Self::of(path.clone(), vec![(path, digest)], commit))
    }

    /// An output of these files. `commit` moves them to `path`.
    pub(crate) fn of(
        path: PathBuf,
        files: Vec<(PathBuf, Digest)>,
        commit: impl FnOnce() -> Result<(), FileError> + Send + 'static,
    ) -> Self {
        Self { path, files, levels: Vec::new(), commit: Box::new(commit) }
    }

    /// Combines files of one folder. They are committed in the order given, after all are complete. If a rename fails, the
    /// files before it stay and the rest is removed.
    ///
    /// Use this if the folder also has other files. If it has only these files, rename the folder instead.
    pub fn of_files(folder: PathBuf, outputs: Vec<Self>) -> Self {
        let files = outputs.iter().flat_map(|output| output.files.iter().cloned()).collect();
        let levels = outputs.iter().flat_map(|output| output.levels.iter().cloned()).collect();
        let commit = || outputs.into_iter().try_for_each(|output| (output.commit)());
        Self { levels, ..Self::of(folder, files, commit) }
    }

    /// Writes `bytes` to a temporary file beside `path`.
    ///
    /// # Errors
    /// The folder is missing or cannot be written, or the disk is full.
    pub fn of_bytes(path: &Path, bytes: &[u8]) -> Result<Self, FileError> {
        let mut file = PendingFile::create(path)?;
        file.write_all(bytes).and_then(|()| Self::new(file)).map_err(|error| FileError::from_io(path, &error))
    }

    /// The final path; for a set of files, their folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its files and their digests. A folder that is renamed as a whole counts as one file.
    pub fn files(&self) -> &[(PathBuf, Digest)] {
        &self.files
    }

    /// Adds the levels of detail of the meshes in the file.
    pub(crate) fn with_levels(self, levels: Vec<MeshLevel>) -> Self {
        Self { levels: vec![(self.path.clone(), levels)], ..self }
    }

    /// The levels of detail of those files that have them.
    pub fn levels(&self) -> &[(PathBuf, Vec<MeshLevel>)] {
        &self.levels
    }

    /// Gives the file its final name and returns the path.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn commit(self) -> Result<PathBuf, FileError> {
        (self.commit)()?;
        Ok(self.path)
    }
}

impl std::fmt::Debug for PendingOutput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PendingOutput").field(&self.path).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_name_appears_on_commit_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a.bin");
        let mut file = PendingFile::create(&target).unwrap();
        file.write_all(b"whole").unwrap();
        assert!(!target.exists());
        file.commit().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"whole");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn a_dropped_file_leaves_nothing_and_keeps_the_older_file() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a.bin");
        fs::write(&target, b"older").unwrap();
        let mut file = PendingFile::create(&target).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(fs::read(&target).unwrap(), b"older");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn a_set_of_files_appears_when_it_is_committed() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| PendingOutput::of_bytes(&folder.path().join(name), name.as_bytes()).unwrap();
        let set = || PendingOutput::of_files(folder.path().to_owned(), vec![file("a"), file("b")]);
        drop(set());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        let output = set();
        assert_eq!(output.files().len(), 2);
        assert!(!folder.path().join("a").exists());
        assert_eq!(output.commit().unwrap(), folder.path());
        assert_eq!(fs::read(folder.path().join("b")).unwrap(), b"b");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    }

    #[test]
    fn the_digest_does_not_depend_on_the_order_of_writing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bin");
        let mut file = PendingFile::create(&path).unwrap();
        file.write_all(b"head and tail").unwrap();
        file.seek(SeekFrom::Start(0)).unwrap();
        file.write_all(b"HEAD").unwrap();
        let output = PendingOutput::new(file).unwrap();
        let (_, digest) = output.files()[0].clone();
        output.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"HEAD and tail");
        assert_eq!(digest, Digest::of_file(&path).unwrap());
        let straight = PendingOutput::of_bytes(&path, b"HEAD and tail").unwrap();
        assert_eq!(straight.files()[0].1, digest);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn files_that_wait_for_others_are_closed() {
        let folder = tempfile::tempdir().unwrap();
        let open = || {
            let links = fs::read_dir("/proc/self/fd").unwrap();
            let at = |link: fs::DirEntry| fs::read_link(link.path()).ok();
            links.filter_map(|link| at(link.ok()?)).filter(|path| path.starts_with(&folder)).count()
        };
        let file = PendingFile::create(&folder.path().join("a")).unwrap();
        assert_eq!(open(), 1);
        let output = PendingOutput::new(file).unwrap();
        assert_eq!(open(), 0);
        output.commit().unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_product_has_the_permissions_of_any_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (plain, target) = (folder.path().join("plain"), folder.path().join("a.bin"));
        fs::write(&plain, b"").unwrap();
        PendingFile::create(&target).unwrap().commit().unwrap();
        let mode = |path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&plain), mode(&target));
    }

    #[test]
    fn a_folder_in_the_place_of_a_file_is_reported_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let error = PendingFile::create(folder.path()).unwrap_err();
        assert!(error.message.contains("is a folder"), "{error}");
    }
}
