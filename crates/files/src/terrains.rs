//! The terrains of a folder. Each terrain has a description; the newest one is `terrain.json`.
//!
//! A folder can hold several terrains, as long as their files have different names. A terrain is known by the name of its recipe.
//! When a terrain is written beside one with another name, the description of the older terrain moves from `terrain.json` to
//! `terrain_NAME.json`, without the files that the newer terrain replaces. A terrain that loses all its files disappears. A terrain
//! with the same name is an earlier version: the newer one replaces it, with all its files.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::file_names::FileNames;
use crate::targets::file_name;
use crate::verify::series;
use crate::{FileError, FileInfo, OutputFolder, PendingOutput, Superseded, TerrainInfo, checksum};

/// The file with the description of the newest terrain.
pub const DESCRIPTION: &str = "terrain.json";

/// The names of the descriptions of older terrains begin with this.
const OLDER: &str = "terrain_";

/// A terrain in a folder.
///
/// ```
/// use orogen_files::terrains::terrains;
///
/// # let folder = tempfile::tempdir()?;
/// // An empty folder has none.
/// assert!(terrains(folder.path())?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FolderTerrain {
    /// The file name of the terrain's description.
    pub description: String,
    /// The description.
    pub info: TerrainInfo,
    /// Whether the description is as orogen wrote it.
    pub is_unchanged: bool,
}

/// The terrains of a folder. The newest is first, and the others are sorted by the names of their descriptions. Files that are not
/// descriptions of terrains, or that were renamed, are left out. A missing folder has no terrains.
///
/// # Errors
/// The folder cannot be read.
pub fn terrains(folder: &Path) -> Result<Vec<FolderTerrain>, FileError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        Err(error) => return Err(FileError::from_io(folder, &error)),
    };
    let is_description =
        |name: &String| *name == DESCRIPTION || name.starts_with(OLDER) && name.ends_with(".json");
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<_> = names.filter(is_description).collect();
    // A full stop sorts before an underscore, so the newest comes first.
    names.sort();
    let terrain = |description: String| {
        let path = folder.join(&description);
        let info = TerrainInfo::read(&path).ok()?;
        if description != DESCRIPTION && !is_name_of(&description, &info.recipe) {
            return None;
        }
        let is_unchanged = matches!(checksum::flaw(&path), Ok(None));
        Some(FolderTerrain { description, info, is_unchanged })
    };
    Ok(names.into_iter().filter_map(terrain).collect())
}

/// What a new terrain does to the other terrains of its folder. [`OutputFolder::replace`] returns it.
pub struct Change {
    /// Descriptions of other terrains that are written again, complete but not committed.
    descriptions: Vec<PendingOutput>,
    /// The terrains that stay.
    beside: Vec<[String; 2]>,
    /// Descriptions that disappear.
    dropped: Vec<PathBuf>,
    /// Terrains with the files that they lose.
    losses: Vec<TerrainInfo>,
}

impl Change {
    /// The changes for a new terrain, in a folder with the terrains `earlier`.
    pub(crate) fn new(
        folder: &Path,
        earlier: &[FolderTerrain],
        new: &TerrainInfo,
    ) -> Result<Self, FileError> {
        let mut change =
            Self { descriptions: Vec::new(), beside: Vec::new(), dropped: Vec::new(), losses: Vec::new() };
        let newest = earlier.first().filter(|terrain| terrain.description == DESCRIPTION);
        for FolderTerrain { description, info, .. } in earlier {
            let is_newest = description == DESCRIPTION;
            // An earlier run was killed after it moved the newest description.
            if !is_newest && newest.is_some_and(|terrain| terrain.info.recipe == info.recipe) {
                change.dropped.push(folder.join(description));
                continue;
            }
            let (kept, lost) = split(folder, info, &new.recipe, &new.files);
            if !is_newest && kept.is_empty() {
                change.dropped.push(folder.join(description));
            }
            if !kept.is_empty() {
                let name = if is_newest { free_name(folder, &info.recipe) } else { description.clone() };
                if is_newest || !lost.is_empty() {
                    let rest = TerrainInfo { files: kept, ..info.clone() };
                    change.descriptions.push(rest.complete(&folder.join(&name))?);
                }
                change.beside.push([info.recipe.clone(), name]);
            }
            change.losses.push(TerrainInfo { files: lost, ..info.clone() });
        }
        Ok(change)
    }

    /// Commits the new terrain: its files, then its description. Descriptions of other terrains come first, so that every file is
    /// described by a terrain, even if the process is killed. What the new terrain replaces is removed last.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn commit(
        self,
        folder: &OutputFolder,
        new: &TerrainInfo,
        outputs: Vec<PendingOutput>,
        description: PendingOutput,
    ) -> Result<Superseded, FileError> {
        let all = self.descriptions.into_iter().chain(outputs).chain([description]);
        all.into_iter().try_for_each(|output| output.commit().map(drop))?;
        let mut outcome = Superseded { beside: self.beside, ..Superseded::default() };
        for loss in &self.losses {
            let Superseded { removed, kept, .. } = folder.supersede(loss, new)?;
            outcome.removed.extend(removed);
            outcome.kept.extend(kept);
        }
        for path in self.dropped {
            fs::remove_file(&path).map_err(|error| FileError::from_io(&path, &error))?;
        }
        Ok(outcome)
    }
}

/// The names of the files that the terrains of a folder would lose to a new terrain of the recipe `name` with the files `files`.
///
/// # Errors
/// The folder cannot be read.
pub fn lost(folder: &Path, name: &str, files: &[FileInfo]) -> Result<Vec<String>, FileError> {
    let lost = |terrain: FolderTerrain| split(folder, &terrain.info, name, files).1;
    Ok(terrains(folder)?.into_iter().flat_map(lost).map(|file| file.name).collect())
}

/// The files of an older terrain that stay beside a new one of the recipe `name`, and those that it loses. A terrain of the same
/// recipe loses all. If one tile of a raster is replaced, the other tiles are of no use and go as well.
fn split(folder: &Path, older: &TerrainInfo, name: &str, new: &[FileInfo]) -> (Vec<FileInfo>, Vec<FileInfo>) {
    if older.recipe == name {
        return (Vec::new(), older.files.clone());
    }
    let names = FileNames::of(folder, new);
    let is_replaced = |file: &&FileInfo| names.has(&file.name);
    let (lost, kept): (Vec<_>, Vec<_>) =
        series(older).into_iter().partition(|series| series.files.iter().any(is_replaced));
    let files = |series: Vec<crate::verify::Series<'_>>| {
        series.into_iter().flat_map(|series| series.files).cloned().collect()
    };
    (files(kept), files(lost))
}

/// Whether this is a name that [`free_name`] gives the description of a recipe. Any other file is a copy of the user's.
fn is_name_of(name: &str, recipe: &str) -> bool {
    let rest = name.strip_prefix(OLDER).and_then(|rest| rest.strip_prefix(&*file_name(recipe)));
    rest.and_then(|rest| rest.strip_suffix(".json")).is_some_and(|number| {
        number.is_empty() || number.strip_prefix('_').is_some_and(|number| number.parse::<u32>().is_ok())
    })
}

/// A name for the description of an older terrain, at which there is no file.
fn free_name(folder: &Path, recipe: &str) -> String {
    let name = file_name(recipe);
    let numbered = (2..).map(|number| format!("{OLDER}{name}_{number}.json"));
    let mut names = [format!("{OLDER}{name}.json")].into_iter().chain(numbered);
    let is_free = |name: &String| fs::symlink_metadata(folder.join(name)).is_err();
    names.find(is_free).unwrap_or_else(|| unreachable!("numbers do not end"))
}
