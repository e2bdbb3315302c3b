//! The side file of a recipe: what the studio keeps about it that is not part of the terrain, such as bookmarks.
//!
//! The side file of `mine.toml` is `mine.studio.toml` in the same folder. Each part of the studio has a table or a list of tables
//! in it. Tables and keys that the studio does not know stay as they are, with their comments. A missing side file is an empty
//! one. The studio never changes a side file that it cannot read.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table};

use super::store::{StoreError, load};

/// The end of the name of every side file.
pub(crate) const SIDE_FILE_SUFFIX: &str = ".studio.toml";

/// The contents of a side file.
///
/// ```
/// use orogen_studio::document::SideFile;
///
/// let mut side = SideFile::parse("[mine] # kept\nx = 1\n").unwrap();
/// side.table_mut("sun").insert("azimuth", toml_edit::value(250.0));
/// assert_eq!(side.text(), "[mine] # kept\nx = 1\n\n[sun]\nazimuth = 250.0\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct SideFile {
    tree: DocumentMut,
}

/// Why a side file cannot be used.
#[derive(Debug, thiserror::Error)]
#[error(
    "{path} is ignored: {why}. Its bookmarks and layout are not shown, and the studio does not change it. Fix or delete it, and \
     open the recipe again",
    path = path.display()
)]
pub struct SideFileError {
    /// The side file.
    path: PathBuf,
    /// Why it cannot be used.
    why: String,
}

impl SideFile {
    /// The side file of a recipe's file.
    pub fn path_of(recipe: &Path) -> PathBuf {
        recipe.with_extension(SIDE_FILE_SUFFIX.trim_start_matches('.'))
    }

    /// Parses the text of a side file.
    ///
    /// # Errors
    /// The text is not valid TOML.
    pub fn parse(text: &str) -> Result<Self, toml_edit::TomlError> {
        text.parse().map(|tree| Self { tree })
    }

    /// Reads a side file. A missing file is an empty one.
    ///
    /// # Errors
    /// The file cannot be read, or is not valid TOML.
    pub fn read(path: &Path) -> Result<Self, SideFileError> {
        let refused = |why| SideFileError { path: path.to_owned(), why };
        let text = match load(path) {
            Err(StoreError::Io { error, .. }) if error.kind() == ErrorKind::NotFound => Arc::from(""),
            Err(StoreError::Io { error, .. }) => return Err(refused(error.to_string())),
            Err(StoreError::NotARecipe { why, .. }) => return Err(refused(why.to_owned())),
            Ok(text) => text,
        };
        Self::parse(&text).map_err(|error| {
            let line = error.span().map_or(0, |span| text[..span.start].matches('\n').count()) + 1;
            refused(format!("line {line}: {}", error.message()))
        })
    }

    /// The text to write.
    pub fn text(&self) -> String {
        self.tree.to_string()
    }

    /// These contents with those of another side file: its tables replace values, and its lists are appended.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        for (name, item) in other.tree.into_table() {
            match item.into_table() {
                Ok(table) => {
                    table.into_iter().for_each(|(key, item)| _ = self.table_mut(&name).insert(&key, item));
                }
                Err(Item::ArrayOfTables(tables)) => self.tables_mut(&name).extend(tables),
                Err(item) => _ = self.tree.insert(&name, item),
            }
        }
        self
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.text().trim().is_empty()
    }

    /// A table of this name, if there is one.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tree.get(name)?.as_table()
    }

    /// The table of this name. Adds an empty one if there is none, and replaces what is not a table.
    pub fn table_mut(&mut self, name: &str) -> &mut Table {
        let item = self.tree.entry(name).or_insert_with(toml_edit::table);
        if !item.is_table() {
            *item = toml_edit::table();
        }
        item.as_table_mut().unwrap_or_else(|| unreachable!("it is a table now"))
    }

    /// A list of tables of this name, if there is one.
    pub fn tables(&self, name: &str) -> Option<&ArrayOfTables> {
        self.tree.get(name)?.as_array_of_tables()
    }

    /// The list of tables of this name. Adds an empty one if there is none, and replaces what is not a list of tables.
    pub fn tables_mut(&mut self, name: &str) -> &mut ArrayOfTables {
        let item = self.tree.entry(name).or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
        if !item.is_array_of_tables() {
            *item = Item::ArrayOfTables(ArrayOfTables::new());
        }
        item.as_array_of_tables_mut().unwrap_or_else(|| unreachable!("it is a list of tables now"))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::save;
    use super::*;

    #[test]
    fn unknown_keys_and_comments_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = SideFile::path_of(&folder.path().join("my.alps.toml"));
        assert_eq!(path, folder.path().join("my.alps.studio.toml"));
        let text =
            "# mine\nnew = [1, 2]\n\n[sun]\nelevation = 3.0 # low\nother = \"x\"\n\n[[later]]\na = 1\n";
        fs::write(&path, text).unwrap();
        let mut side = SideFile::read(&path).unwrap();
        side.table_mut("sun")["elevation"] = toml_edit::value(4.0);
        side.table_mut("later").insert("b", toml_edit::value(2));
        save(&path, &side.text()).unwrap();
        let expected = text.replace("3.0 # low", "4.0").replace("[[later]]\na = 1", "[later]\nb = 2");
        assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file stays");
    }

    #[test]
    fn a_missing_file_is_empty_and_a_broken_one_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.studio.toml");
        assert!(SideFile::read(&path).unwrap().is_empty());
        for (text, why) in [("a = 1\n[sun\n", "line 2"), ("x = \u{1}", "line 1")] {
            fs::write(&path, text).unwrap();
            let error = SideFile::read(&path).unwrap_err().to_string();
            assert!(error.contains("a.studio.toml is ignored") && error.contains(why), "{error}");
        }
        fs::write(&path, [0xff, 0xfe]).unwrap();
        assert!(SideFile::read(&path).unwrap_err().to_string().contains("not UTF-8"));
        assert!(SideFile::read(folder.path()).is_err(), "a folder");
    }

    #[test]
    fn changes_come_on_top_of_a_file_that_is_read_late() {
        let side = |text: &str| SideFile::parse(text).unwrap();
        let file = "[sun] # low\nelevation = 3.0\nazimuth = 7.0\n\n[[frames]]\ntitle = \"old\"\n";
        let changes = side("[sun]\nelevation = 4.0\n[graph]\nhills = [1, 2]\n[[frames]]\ntitle = \"new\"\n");
        let both = side(file).with(changes);
        assert!(both.text().starts_with("[sun] # low\nelevation = 4.0\nazimuth = 7.0\n"), "{}", both.text());
        assert!(both.table("graph").is_some_and(|graph| graph.contains_key("hills")));
        let titles = both.tables("frames").unwrap().iter().map(|frame| frame["title"].as_str());
        assert!(titles.eq([Some("old"), Some("new")]));
        assert_eq!(side(file).with(SideFile::default()).text(), file);
    }

    #[test]
    fn lists_of_tables_grow_and_shrink() {
        let mut side = SideFile::default();
        for at in 0..3 {
            let table = [("at", at)].into_iter().collect();
            side.tables_mut("bookmarks").push(table);
        }
        side.tables_mut("bookmarks").remove(1);
        assert_eq!(side.text(), "[[bookmarks]]\nat = 0\n\n[[bookmarks]]\nat = 2\n");
        assert_eq!(side.tables("bookmarks").map_or(0, ArrayOfTables::len), 2);
        assert!(side.tables("graph").is_none() && side.table("bookmarks").is_none());
    }
}
