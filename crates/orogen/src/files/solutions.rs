//! Solutions of erosion, kept on the disk, so that a later run does not solve them again.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use etcetera::BaseStrategy;
use orogen_engine::overlay::Complaint;
use tempfile::NamedTempFile;

/// The folder of kept solutions of erosion.
///
/// The environment variable `OROGEN_CACHE` names the folder of the default cache. If the variable is empty, nothing is kept.
/// Without this variable, the folder is `orogen` in the user's folder for caches. The name of a file is a hash of all that its
/// solution depends on. Each file contains a hash of its content, so that the solution of a damaged file is computed again. The
/// least recently used files are removed when the cache grows beyond 2 GiB, or beyond the limit of [`limited`](Self::limited).
///
/// # Example
/// ```
/// use orogen::SolutionCache;
///
/// let folder = std::env::temp_dir().join("orogen-example");
/// let cache = SolutionCache::at(&folder);
/// assert_eq!(cache.files()?.len(), 0);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionCache {
    /// The folder; `None` if nothing is kept.
    folder: Option<PathBuf>,
    most_bytes: u64,
}

/// A kept solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptSolution {
    /// The file.
    pub path: PathBuf,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// The time when the file was last used.
    pub used: SystemTime,
}

/// The most bytes of all kept solutions together.
const MAX_BYTES: u64 = 2 << 30;

/// The environment variable that names the folder. If it is empty, nothing is kept.
const VARIABLE: &str = "OROGEN_CACHE";

const EXTENSION: &str = "solution";

/// The first bytes of a file.
const MAGIC: &[u8; 8] = b"ORSOLVE1";

const HEADER: usize = MAGIC.len() + blake3::OUT_LEN;

impl Default for SolutionCache {
    fn default() -> Self {
        let folder = match std::env::var_os(VARIABLE) {
            Some(folder) => Some(PathBuf::from(folder)).filter(|folder| !folder.as_os_str().is_empty()),
            None => etcetera::choose_base_strategy().ok().map(|base| base.cache_dir().join("orogen")),
        };
        Self { folder, most_bytes: MAX_BYTES }
    }
}

impl SolutionCache {
    /// The cache in a folder. The folder is created when the first solution is kept.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), most_bytes: MAX_BYTES }
    }

    /// The same cache, but with at most `most_bytes` bytes. The limit is applied whenever a solution is kept.
    #[must_use]
    pub fn limited(self, most_bytes: u64) -> Self {
        Self { most_bytes, ..self }
    }

    /// The folder. `None` if nothing is kept.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The kept solutions, the most recently used first.
    ///
    /// # Errors
    /// The folder exists, but cannot be read.
    pub fn files(&self) -> io::Result<Vec<KeptSolution>> {
        let Some(folder) = &self.folder else { return Ok(Vec::new()) };
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let entry = entry?;
            let path = entry.path();
            // Another process may remove files meanwhile.
            let Ok(data) = entry.metadata() else { continue };
            if data.is_file() && path.extension().is_some_and(|extension| extension == EXTENSION) {
                files.push(KeptSolution { path, bytes: data.len(), used: data.modified()? });
            }
        }
        files.sort_by(|a, b| (b.used, &b.path).cmp(&(a.used, &a.path)));
        Ok(files)
    }

    /// Removes all kept solutions, and returns them.
    ///
    /// # Errors
    /// The folder cannot be read, or a file cannot be removed.
    pub fn clear(&self) -> io::Result<Vec<KeptSolution>> {
        let files = self.files()?;
        files.iter().try_for_each(|file| remove(&file.path))?;
        Ok(files)
    }

    /// The numbers kept under a key, if their file is complete and undamaged.
    pub(super) fn recall(&self, key: &str) -> Option<Vec<f32>> {
        let mut file = File::open(self.path(key)?).ok()?;
        let bytes = file.metadata().ok()?.len().checked_sub(HEADER as u64)?;
        let mut header = [0; HEADER];
        file.read_exact(&mut header).ok()?;
        let (magic, hash) = header.split_at(MAGIC.len());
        if magic != MAGIC || !bytes.is_multiple_of(4) {
            return None;
        }
        let mut numbers = vec![0.0_f32; usize::try_from(bytes / 4).ok()?];
        let data: &mut [u8] = bytemuck::cast_slice_mut(&mut numbers);
        file.read_exact(data).ok()?;
        if hash != blake3::hash(data).as_bytes() {
            return None;
        }
        // Records this use of the file. If the time cannot be set, the file may be removed sooner.
        _ = file.set_modified(SystemTime::now());
        numbers.iter_mut().for_each(|number| *number = f32::from_bits(u32::from_le(number.to_bits())));
        Some(numbers)
    }

    /// Keeps numbers under a key.
    pub(super) fn keep(&self, key: &str, numbers: &[f32]) -> Result<(), Complaint> {
        let (Some(folder), Some(path)) = (&self.folder, self.path(key)) else { return Ok(()) };
        self.write(folder, &path, numbers).map_err(|error| {
            let message = format!("its solution cannot be kept in {}: {error}", folder.display());
            let help = format!(
                "it will be solved again next time; set {VARIABLE} to another folder, or to an empty text to keep no solutions"
            );
            (message, help)
        })
    }

    fn write(&self, folder: &Path, path: &Path, numbers: &[f32]) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let data: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let mut file = NamedTempFile::new_in(folder)?;
        file.write_all(MAGIC)?;
        file.write_all(blake3::hash(&data).as_bytes())?;
        file.write_all(&data)?;
        file.persist(path).map_err(|error| error.error)?;
        self.shrink()
    }

    /// Removes the least recently used solutions until the rest fit the limit.
    fn shrink(&self) -> io::Result<()> {
        let mut bytes = 0;
        for file in self.files()? {
            bytes += file.bytes;
            if bytes > self.most_bytes {
                remove(&file.path)?;
            }
        }
        Ok(())
    }

    fn path(&self, key: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(key).with_extension(EXTENSION))
    }
}

/// Removes a file. If another process has already removed it, this is not an error.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::{Duration, SystemTime};

    use super::SolutionCache;

    #[test]
    fn numbers_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let cache = SolutionCache::at(folder.path().join("new"));
        assert_eq!(cache.recall("a"), None);
        cache.keep("a", &[1.5, -0.0, 7.0]).unwrap();
        assert_eq!(cache.recall("a").unwrap().map_bits(), [1.5_f32, -0.0, 7.0].map(f32::to_bits));
        assert_eq!(cache.recall("b"), None);
        assert_eq!(cache.clear().unwrap().len(), 1);
        assert_eq!(cache.recall("a"), None);
    }

    trait MapBits {
        fn map_bits(&self) -> Vec<u32>;
    }

    impl MapBits for Vec<f32> {
        fn map_bits(&self) -> Vec<u32> {
            self.iter().map(|number| number.to_bits()).collect()
        }
    }

    #[test]
    fn damaged_files_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let cache = SolutionCache::at(folder.path());
        cache.keep("a", &[1.0; 100]).unwrap();
        let path = &cache.files().unwrap()[0].path;
        let whole = fs::read(path).unwrap();
        for damage in [0, 9, 41, whole.len() - 1] {
            let mut bytes = whole.clone();
            bytes[damage] ^= 1;
            fs::write(path, bytes).unwrap();
            assert_eq!(cache.recall("a"), None, "byte {damage}");
        }
        for len in [0, 20, 40, whole.len() - 4] {
            fs::write(path, &whole[..len]).unwrap();
            assert_eq!(cache.recall("a"), None, "{len} bytes");
        }
        cache.keep("a", &[1.0; 100]).unwrap();
        assert_eq!(cache.recall("a"), Some(vec![1.0; 100]));
    }

    #[test]
    fn the_oldest_go_first() {
        let folder = tempfile::tempdir().unwrap();
        let cache = SolutionCache::at(folder.path()).limited(1000);
        for (age, key) in ["a", "b", "c"].into_iter().enumerate() {
            cache.keep(key, &[0.0; 60]).unwrap();
            let path = cache.path(key).unwrap();
            let time = SystemTime::now() - Duration::from_secs(100 - age as u64);
            fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
        }
        assert!(cache.recall("a").is_some());
        cache.keep("d", &[0.0; 60]).unwrap();
        let kept = |key| cache.path(key).unwrap().exists();
        assert_eq!(["a", "b", "c", "d"].map(kept), [true, false, true, true]);
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_a_complaint() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "no folder").unwrap();
        let (message, help) = SolutionCache::at(&file).keep("a", &[1.0]).unwrap_err();
        assert!(message.contains("cannot be kept") && help.contains("OROGEN_CACHE"), "{message}: {help}");
    }
}
