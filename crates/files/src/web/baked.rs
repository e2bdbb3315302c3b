//! A folder of baked layers, and `bake.json`, which lists the files and folders that orogen wrote in it.
//!
//! The list gets its new contents before the layers get their names. So if a run is killed in between, each name that it
//! has given is on the list, and the next run may replace it.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::LayerFolder;
use super::archive::{ArchiveHeader, TileArchive};
use crate::pending::PendingOutput;
use crate::read::read_at_most;
use crate::{FileError, OutputFolder};

/// Name of the list.
const LIST: &str = "bake.json";

/// Maximum length of a list in bytes.
const MAX_BYTES: u64 = 1 << 16;

/// The contents of `bake.json`.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct List {
    /// The names of files and folders.
    orogen_bake: BTreeSet<String>,
}

impl List {
    /// The list of a folder; `None` if it has none that orogen wrote.
    fn read(folder: &Path) -> Option<Self> {
        let text = read_at_most(&folder.join(LIST), MAX_BYTES, "").ok()?;
        serde_json::from_slice(&text).ok()
    }
}

/// Whether the list beside a file or folder has its name.
pub(super) fn is_listed(path: &Path) -> bool {
    let list = path.parent().and_then(List::read);
    let name = path.file_name().and_then(|name| name.to_str());
    list.zip(name).is_some_and(|(list, name)| list.orogen_bake.contains(name))
}

/// A folder in which layers are baked. Other files in it, and layers of earlier runs that this run does not write, stay.
///
/// ```
/// use orogen_files::OutputFolder;
/// use orogen_files::web::BakedFolder;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let parent = tempfile::tempdir()?;
/// let folder = OutputFolder::claim(&parent.path().join("tiles"))?;
/// let baked = BakedFolder::new(&folder, false)?;
/// let shade = baked.layer("shade")?;
/// shade.write("0/0/0.png", b"a picture")?;
/// let description = baked.file("shade.json", b"{}")?;
/// baked.commit(vec![shade.complete(), description])?;
/// assert!(folder.path().join("shade/0/0/0.png").exists());
/// # Ok(())
/// # }
/// ```
pub struct BakedFolder<'a> {
    folder: &'a OutputFolder,
    force: bool,
}

impl<'a> BakedFolder<'a> {
    /// Bakes in this folder. With `force`, files that orogen did not write are replaced, too, if they have the names of layers.
    ///
    /// # Errors
    /// There is a `bake.json` that orogen did not write.
    pub fn new(folder: &'a OutputFolder, force: bool) -> Result<Self, FileError> {
        let path = folder.path().join(LIST);
        let is_foreign = path.exists() && List::read(folder.path()).is_none();
        if is_foreign && !force { Err(foreign(&path)) } else { Ok(Self { folder, force }) }
    }

    /// Begins the folder of a layer.
    ///
    /// # Errors
    /// See [`LayerFolder::create`].
    pub fn layer(&self, name: &str) -> Result<LayerFolder, FileError> {
        LayerFolder::create(&self.folder.path().join(name), self.force)
    }

    /// Begins an archive.
    ///
    /// # Errors
    /// The folder cannot be written, or there is a file of this name that orogen did not write.
    pub fn archive(&self, name: &str, header: ArchiveHeader) -> Result<TileArchive, FileError> {
        self.check(name)?;
        TileArchive::create(&self.folder.path().join(name), header)
    }

    /// Writes a file.
    ///
    /// # Errors
    /// The folder cannot be written, or there is a file of this name that orogen did not write.
    pub fn file(&self, name: &str, bytes: &[u8]) -> Result<PendingOutput, FileError> {
        self.check(name)?;
        PendingOutput::of_bytes(&self.folder.path().join(name), bytes)
    }

    /// Gives all outputs their names, in this order.
    ///
    /// # Errors
    /// The operating system reports an error. The outputs before it stay, and the rest is removed.
    pub fn commit(self, outputs: Vec<PendingOutput>) -> Result<(), FileError> {
        let mut list = List::read(self.folder.path()).unwrap_or_default();
        let names = outputs.iter().filter_map(|output| output.path().file_name()?.to_str());
        list.orogen_bake.extend(names.map(str::to_owned));
        let path = self.folder.path().join(LIST);
        let text =
            serde_json::to_vec_pretty(&list).map_err(|error| FileError::from_io(&path, &error.into()))?;
        PendingOutput::of_bytes(&path, &text)?.commit()?;
        outputs.into_iter().try_for_each(|output| output.commit().map(drop))
    }

    /// Fails if there is a file of this name that orogen did not write.
    fn check(&self, name: &str) -> Result<(), FileError> {
        let path = self.folder.path().join(name);
        let is_foreign = path.exists() && !is_listed(&path);
        if is_foreign && !self.force { Err(foreign(&path)) } else { Ok(()) }
    }
}

fn foreign(path: &Path) -> FileError {
    let message = "refusing to overwrite this file: orogen did not write it";
    FileError::new(path, message, "choose another folder, move the file away, or overwrite with --force")
}
