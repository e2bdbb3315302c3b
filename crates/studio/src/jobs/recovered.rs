//! Recovery files of sessions that ended early: those in the recovery folder, of recipes that have no file, and those beside
//! recent recipes.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use toml_edit::DocumentMut;

/// Unsaved changes of a session that ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The recovery file.
    pub file: PathBuf,
    /// The recipe's file. `None` if the recipe has none.
    pub recipe: Option<PathBuf>,
    /// The recipe's title: the name of its file, or of its preset.
    pub title: String,
    /// When the recovery file was written.
    pub written: Option<SystemTime>,
}

/// The recovery file for the recipe in this file.
pub fn recovery_file_of(recipe: &Path) -> Option<PathBuf> {
    let name = recipe.file_name()?.to_string_lossy();
    Some(recipe.with_file_name(format!(".{name}.orogen-rescue")))
}

/// The recovery file for a recipe that has no file.
pub fn recovery_file_in(folder: &Path, title: &str) -> PathBuf {
    folder.join(format!("{title}.toml"))
}

/// The unsaved changes of earlier sessions, newest first.
pub(super) fn recovered(folder: &Path, recent: &[PathBuf]) -> Vec<Recovered> {
    // A missing folder is an empty one.
    let in_folder = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let in_folder =
        in_folder.filter(|file| file.extension().is_some_and(|extension| extension == "toml")).map(|file| {
            let title = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (file, None, title)
        });
    let beside = recent.iter().filter_map(|recipe| {
        let title = recipe.file_name()?.to_string_lossy().into_owned();
        Some((recovery_file_of(recipe)?, Some(recipe.clone()), title))
    });
    let mut found: Vec<_> = in_folder
        .chain(beside)
        .filter_map(|(file, recipe, title)| {
            let facts = file.metadata().ok().filter(fs::Metadata::is_file)?;
            Some(Recovered { file, recipe, title, written: facts.modified().ok() })
        })
        .collect();
    found.sort_by(|a, b| b.written.cmp(&a.written).then_with(|| a.title.cmp(&b.title)));
    found
}

/// Removes a recovery file, and the strokes that it names if they are in the recovery folder, where no saved recipe has its
/// strokes. Errors are ignored: the file stays in the list.
pub(super) fn remove(file: &Path, folder: &Path) {
    let text = fs::read_to_string(file).unwrap_or_default();
    let tree = text.parse::<DocumentMut>().ok();
    let strokes = tree.as_ref().and_then(|tree| tree.get("sculpt")?.get("strokes")?.as_str()).map(Path::new);
    if let Some(strokes) =
        strokes.filter(|path| file.parent() == Some(folder) && path.parent() == Some(folder))
    {
        _ = fs::remove_file(strokes);
    }
    _ = fs::remove_file(file);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovery_files_are_found_and_removed_with_their_strokes() {
        let folder = tempfile::tempdir().unwrap();
        let rescue = folder.path().join("rescue");
        fs::create_dir(&rescue).unwrap();
        let [mine, other] = ["mine.toml", "other.toml"].map(|name| folder.path().join(name));
        let (strokes, kept) = (rescue.join("alps.strokes"), folder.path().join("mine.strokes"));
        let names = |strokes: &Path| format!("[sculpt]\nstrokes = {:?}\n", strokes.display().to_string());
        for (path, text) in [
            (&mine, String::new()),
            (&other, String::new()),
            (&strokes, String::new()),
            (&kept, String::new()),
            (&rescue.join("alps.toml"), names(&strokes)),
            (&recovery_file_of(&mine).unwrap(), names(&kept)),
        ] {
            fs::write(path, text).unwrap();
        }
        let recent = [mine.clone(), other];
        let mut found = recovered(&rescue, &recent);
        found.sort_by(|a, b| a.title.cmp(&b.title));
        let titles: Vec<_> =
            found.iter().map(|found| (found.title.as_str(), found.recipe.as_deref())).collect();
        assert_eq!(titles, [("alps", None), ("mine.toml", Some(mine.as_path()))]);
        for found in found {
            remove(&found.file, &rescue);
        }
        assert_eq!(recovered(&rescue, &recent), []);
        assert!(!strokes.exists() && kept.exists() && mine.exists());
    }
}
