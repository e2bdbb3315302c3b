//! Files that take their final name only once they are whole.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::error::of_temporary;
use crate::{Digest, FileError, MadeFolders};

/// Where the bytes of a product go: anything that can be written and, in the end, be committed.
///
/// The encoders are generic over it, so that a test can hand them a disk that is full.
pub(crate) trait Destination: Write + Send + 'static {
    /// The name the file has once it is committed.
    fn path(&self) -> &Path;

    /// Length and hash of the bytes.
    fn digest(&mut self) -> io::Result<Digest>;

    /// Gives the whole file its name; called once, after the last byte.
    fn commit(self) -> io::Result<()>;

    /// Lets go of what writing needed, so that many whole files can wait for the others; what is returned commits.
    fn close(self) -> Box<dyn FnOnce() -> io::Result<()> + Send>
    where
        Self: Sized,
    {
        Box::new(|| self.commit())
    }
}

/// A file under a temporary name in the folder of its target. Dropped uncommitted, it is removed.
#[derive(Debug)]
pub(crate) struct PendingFile {
    file: NamedTempFile,
    target: PathBuf,
    /// Of the bytes written, as long as they come in order.
    hasher: Option<blake3::Hasher>,
}

/// How temporary names begin and end.
pub(crate) const NAMES: (&str, &str) = (".orogen-", ".part");

/// Whether a file of this name is one that was never committed.
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

    /// Another handle to the file, for an encoder that goes back to what it wrote.
    pub(crate) fn handle(&mut self) -> io::Result<File> {
        self.hasher = None;
        self.file.as_file().try_clone()
    }
}

/// The folder that holds `target`: the same file system, so that the final renaming is atomic.
pub(crate) fn folder_of(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn open_beside(target: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(NAMES.0).suffix(NAMES.1);
    // A temporary file is private to its owner by default; a product has the rights of any new file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let folder = folder_of(target);
    builder.tempfile_in(folder).map_err(|error| of_temporary(folder, error))
}

/// A nameless file on the disk of `target` for what cannot yet stand in its place; it goes away by itself.
pub(crate) fn scratch_beside(target: &Path) -> Result<File, FileError> {
    let folder = folder_of(target);
    let refused = |error| FileError::from_io(target, &of_temporary(folder, error));
    tempfile::tempfile_in(folder).map_err(refused)
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
            // Some bytes were written over others: what counts is in the file.
            None => Digest::of_file(self.file.path()),
        }
    }

    fn commit(self) -> io::Result<()> {
        self.file.persist(&self.target).map(drop).map_err(|refusal| refusal.error)
    }

    fn close(self) -> Box<dyn FnOnce() -> io::Result<()> + Send> {
        let (file, target) = (self.file.into_temp_path(), self.target);
        Box::new(|| file.persist(target).map_err(|refusal| refusal.error))
    }
}

/// A file, or a set of files, that is whole but has a temporary name still. Dropped uncommitted, it is removed.
///
/// When several files belong together, commit none before all are whole: what may still fail then is a renaming.
#[must_use = "a file that is not committed is removed"]
pub struct Whole {
    path: PathBuf,
    files: Vec<(PathBuf, Digest)>,
    commit: Box<dyn FnOnce() -> Result<(), FileError> + Send>,
}

impl Whole {
    pub(crate) fn new(mut destination: impl Destination) -> io::Result<Self> {
        let path = destination.path().to_owned();
        let digest = destination.digest()?;
        let (commit, named) = (destination.close(), path.clone());
        let commit = move || commit().map_err(|error| FileError::from_io(&named, &error));
        Ok(Self::of(path.clone(), vec![(path, digest)], commit))
    }

    /// What appears at `path` by `commit`, and the files it consists of.
    pub(crate) fn of(
        path: PathBuf,
        files: Vec<(PathBuf, Digest)>,
        commit: impl FnOnce() -> Result<(), FileError> + Send + 'static,
    ) -> Self {
        Self { path, files, commit: Box::new(commit) }
    }

    /// Files of one folder as one, committed in the order given. None has its name before all are whole; should the
    /// operating system refuse one renaming, those before it have been done, and the rest is removed.
    ///
    /// For files that go among others. Files with a folder of their own are better built in a folder that is renamed.
    pub fn of_files(folder: PathBuf, wholes: Vec<Self>) -> Self {
        let files = wholes.iter().flat_map(|whole| whole.files.iter().cloned()).collect();
        Self::of(folder, files, || wholes.into_iter().try_for_each(|whole| (whole.commit)()))
    }

    /// Writes `bytes` to a temporary file beside `path`.
    ///
    /// # Errors
    /// The folder is missing or cannot be written, or the disk is full.
    pub fn of_bytes(path: &Path, bytes: &[u8]) -> Result<Self, FileError> {
        let mut file = PendingFile::create(path)?;
        file.write_all(bytes).and_then(|()| Self::new(file)).map_err(|error| FileError::from_io(path, &error))
    }

    /// The name it will have; for a set of files, their folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The files it consists of and what each holds; a folder that is renamed as a whole counts as one.
    pub fn files(&self) -> &[(PathBuf, Digest)] {
        &self.files
    }

    /// Gives the file its name, and returns that.
    ///
    /// # Errors
    /// The operating system refuses.
    pub fn commit(self) -> Result<PathBuf, FileError> {
        (self.commit)()?;
        Ok(self.path)
    }
}

impl std::fmt::Debug for Whole {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Whole").field(&self.path).finish()
    }
}

/// Creates `folder`, with its parents, and proves that a file can be written in it.
///
/// For a single file; a terrain's many files want an [`OutputFolder`](crate::OutputFolder), and a run that may be stopped
/// [`MadeFolders`].
///
/// # Errors
/// Says which part of the path is in the way, is not writable, or that the disk is full.
pub fn prepare_folder(folder: &Path) -> Result<(), FileError> {
    MadeFolders::prepare(folder).map(MadeFolders::keep)
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
    fn dropped_it_leaves_nothing_and_spares_the_older_file() {
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
        let file = |name: &str| Whole::of_bytes(&folder.path().join(name), name.as_bytes()).unwrap();
        let set = || Whole::of_files(folder.path().to_owned(), vec![file("a"), file("b")]);
        drop(set());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        let whole = set();
        assert_eq!(whole.files().len(), 2);
        assert!(!folder.path().join("a").exists());
        assert_eq!(whole.commit().unwrap(), folder.path());
        assert_eq!(fs::read(folder.path().join("b")).unwrap(), b"b");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    }

    #[test]
    fn the_digest_is_that_of_the_file_however_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bin");
        let mut file = PendingFile::create(&path).unwrap();
        file.write_all(b"head and tail").unwrap();
        file.seek(SeekFrom::Start(0)).unwrap();
        file.write_all(b"HEAD").unwrap();
        let whole = Whole::new(file).unwrap();
        let (_, digest) = whole.files()[0].clone();
        whole.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"HEAD and tail");
        assert_eq!(digest, Digest::of_file(&path).unwrap());
        let straight = Whole::of_bytes(&path, b"HEAD and tail").unwrap();
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
        let whole = Whole::new(file).unwrap();
        assert_eq!(open(), 0);
        whole.commit().unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_product_has_the_rights_of_any_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (plain, target) = (folder.path().join("plain"), folder.path().join("a.bin"));
        fs::write(&plain, b"").unwrap();
        PendingFile::create(&target).unwrap().commit().unwrap();
        let mode = |path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&plain), mode(&target));
    }

    #[test]
    fn a_folder_is_made_and_left_empty() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("x/y/z");
        prepare_folder(&deep).unwrap();
        assert_eq!(fs::read_dir(&deep).unwrap().count(), 0);
    }

    #[test]
    fn a_file_in_the_way_of_a_folder_is_named() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("x"), b"").unwrap();
        for path in ["x", "x/y"] {
            let error = prepare_folder(&folder.path().join(path)).unwrap_err();
            assert!(error.what.contains("is a file, not a folder"), "{error}");
        }
    }

    #[test]
    fn a_folder_in_the_way_of_a_file_is_named_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let error = PendingFile::create(folder.path()).unwrap_err();
        assert!(error.what.contains("is a folder"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_takes_no_file_is_named() {
        use std::os::unix::fs::PermissionsExt;
        let own = tempfile::tempdir().unwrap();
        fs::set_permissions(own.path(), fs::Permissions::from_mode(0o555)).unwrap();
        // The superuser may write there all the same, but not in a folder of the kernel's.
        let superuser = fs::write(own.path().join("probe"), "").is_ok();
        let folder = if superuser { Path::new("/proc/self") } else { own.path() };
        assert!(folder.exists(), "no folder refuses the superuser here: run the tests as an ordinary user");
        let error = prepare_folder(folder).unwrap_err();
        assert_eq!(error.path, folder);
    }
}
