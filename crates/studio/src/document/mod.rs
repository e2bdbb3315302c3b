//! The recipe being edited. Its text is the single source of truth; everything else is derived from it.
//!
//! Edits change the text in place with `toml_edit`, which preserves comments and layout. Undo restores earlier texts. If a
//! text is invalid, the document has its error and keeps the last valid recipe.

mod arrays;
mod edit;
mod fault;
mod graph;
mod history;
mod label;
mod lines;
mod materials;
mod names;
mod number;
mod opened;
pub(crate) mod order;
mod parameters;
mod place;
mod references;
mod rename;
mod required;
mod retype;
mod saving;
mod sections;
mod side_file;
mod start;
mod store;
mod stroke_file;
mod values;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use orogen_engine::nodes;
use orogen_engine::recipe::{Recipe, RecipeError, Source, Texts, length_of_text, migrate};
use toml_edit::{DocumentMut, Item};

pub use edit::{Edit, EditError, Key, path_of};
pub(crate) use graph::rule_name;
pub use graph::{GraphEdit, NewNode, NodeKey, Port, Wiring};
pub(crate) use label::name as field_label;
pub use materials::{new_material, remove_material};
pub use number::Number;
pub use parameters::{new_parameter, remove_parameter, set_parameter_range};
pub use required::{file_param, is_mask, new_field, nodes_for, readable, readers};
pub use retype::Retype;
pub(crate) use side_file::SIDE_FILE_SUFFIX;
pub use side_file::{SideFile, SideFileError};
pub use start::{NEW_RECIPE, PICTURES, SHAPES, has_extension, recipe_of_picture};
pub use store::{Fingerprint, StoreError, load, save};
pub(crate) use store::{create, replace};

use history::History;
use place::child;
use stroke_file::NewName;

/// Shared by all documents, so that results for one are never taken for those of another.
static REVISIONS: AtomicU64 = AtomicU64::new(1);

/// A new revision, which differs from all others.
pub(crate) fn new_revision() -> u64 {
    REVISIONS.fetch_add(1, Ordering::Relaxed)
}

/// A recipe being edited.
///
/// The text may have errors at any time: the last valid recipe stays available beside the error.
///
/// ```
/// use orogen_studio::document::{Document, Edit, path_of};
///
/// let text = "orogen = 1\ndomain.size = \"4 km\" # wide\nheight.field = \"a\"\n[fields.a]\ntype = \"fbm\"\nwavelength = \"1 km\"\n";
/// let mut document = Document::new("mine", text);
/// document.apply(&Edit::number(path_of("fields.a.wavelength"), 1500.0))?;
/// assert!(document.text().ends_with("wavelength = \"1.5 km\"\n"));
/// document.undo();
/// assert_eq!(document.text(), text);
/// # Ok::<(), orogen_studio::document::EditError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    title: String,
    path: Option<PathBuf>,
    history: History,
    /// The last known contents of the file.
    saved: Option<Arc<str>>,
    /// Whether the file was deleted.
    gone: bool,
    /// A text that another program wrote to the file while there were unsaved changes.
    theirs: Option<Arc<str>>,
    revision: u64,
    valid: Option<Arc<Recipe>>,
    error: Option<Box<RecipeError>>,
    /// The path to the value that the error is about.
    fault: Option<Vec<Key>>,
    /// Whether the error was found when the terrain was built.
    refused: bool,
    /// The text as TOML, if it is valid TOML, with former names of parameters replaced by the current ones.
    tree: Option<DocumentMut>,
    /// The first text as TOML.
    opened: Option<DocumentMut>,
    /// The names that stroke files have got, oldest first.
    new_names: Vec<NewName>,
}

impl Document {
    /// A recipe without a file.
    pub fn new(title: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let mut document = Self {
            title: title.into(),
            path: None,
            saved: Some(Arc::clone(&text)),
            gone: false,
            theirs: None,
            history: History::new(text),
            revision: 0,
            valid: None,
            error: None,
            fault: None,
            refused: false,
            tree: None,
            opened: None,
            new_names: Vec::new(),
        };
        document.read();
        document.opened.clone_from(&document.tree);
        document
    }

    /// The recipe of a file, with the text of the file.
    pub fn of_file(path: &Path, text: Arc<str>) -> Self {
        let title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut document = Self { path: Some(path.to_owned()), ..Self::new(title, text) };
        document.read();
        document
    }

    /// The stem of the name of the recipe's file. Without a file, the title that [`new`](Self::new) was called with, for example
    /// the name of a preset.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The recipe's file, if it has one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.history.text()
    }

    /// The text, shared.
    pub fn shared_text(&self) -> Arc<str> {
        self.history.shared()
    }

    /// A number that grows with every change of the text. It is unique among all documents.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The last valid recipe. `None` if no text so far was valid.
    pub fn recipe(&self) -> Option<&Arc<Recipe>> {
        self.valid.as_ref()
    }

    /// The error in the text, if any.
    pub fn error(&self) -> Option<&RecipeError> {
        self.error.as_deref()
    }

    /// The path to the value that the error is about, if there is one.
    pub fn fault(&self) -> Option<&[Key]> {
        self.fault.as_deref()
    }

    /// Whether the text is valid TOML, so that edits can be applied.
    pub fn is_toml(&self) -> bool {
        self.tree.is_some()
    }

    /// Whether the text sets a value, such as `height.scale`.
    pub fn sets(&self, dotted: &str) -> bool {
        self.item(dotted.split('.')).is_some_and(|item| !item.is_none())
    }

    fn item<'k>(&self, mut path: impl Iterator<Item = &'k str>) -> Option<&Item> {
        path.try_fold(self.tree.as_ref()?.as_item(), child)
    }

    /// The text at a path that takes a number or an input. `None` if this text is not an expression, but a length or the name of
    /// a field.
    pub fn expression(&self, path: &[Key]) -> Option<String> {
        let text = self.item(path.iter().map(String::as_str))?.as_str()?;
        let is_field = |recipe: &Arc<Recipe>| recipe.fields.contains_key(text);
        let is_plain = length_of_text(text).is_some() || self.valid.as_ref().is_some_and(is_field);
        (!is_plain).then(|| text.to_owned())
    }

    /// The sections of some nodes of the graph as text, for the clipboard.
    pub fn copy(&self, nodes: &[NodeKey]) -> String {
        self.tree.as_ref().map(|tree| graph::copy(tree, nodes)).unwrap_or_default()
    }

    /// The name that a pasted or added field of this name gets: the name itself, or with a number if it is taken.
    pub fn free_name(&self, name: &str) -> String {
        let is_free =
            |name: &str| !self.sets(&format!("fields.{name}")) && !self.sets(&format!("parameters.{name}"));
        names::free(name, is_free)
    }

    /// The recipe of another text in the place of this one. `None` if that text has an error.
    pub fn parsed(&self, text: Arc<str>) -> Option<Arc<Recipe>> {
        Recipe::parse(self.source(text), nodes::registry()).ok().map(Arc::new)
    }

    /// The text after an edit, as a source that can be parsed.
    ///
    /// # Errors
    /// See [`EditError`].
    pub fn varied(&self, edit: &Edit) -> Result<Source, EditError> {
        Ok(self.source(edit.applied(&self.migrated_text())?.into()))
    }

    /// The error that the recipe would have after an edit. `None` if it would be valid.
    pub fn error_after(&self, edit: &Edit) -> Option<String> {
        let text = match edit.applied(&self.migrated_text()) {
            Ok(text) => text,
            Err(error) => return Some(error.to_string()),
        };
        let error = Recipe::parse(self.source(text.into()), nodes::registry()).err()?;
        Some([error.message, error.help].join("\n").trim_end().to_owned())
    }

    /// Applies an edit. Consecutive edits of the same number or list of points are undone together, until
    /// [`end_undo_group`](Self::end_undo_group).
    ///
    /// # Errors
    /// See [`EditError`]. The text is then unchanged.
    pub fn apply(&mut self, edit: &Edit) -> Result<(), EditError> {
        let text = edit.applied(&self.migrated_text())?;
        self.change(text.into(), edit.undo_key(), edit.label());
        Ok(())
    }

    /// The text, with former names of parameters replaced by the current ones. Edits find values by the current names.
    fn migrated_text(&self) -> Arc<str> {
        let source = Arc::new(Source::new("", self.shared_text()));
        match migrate(&source, nodes::registry()) {
            Ok(Some(text)) => text.into(),
            // A text with an error stays as it is.
            Ok(None) | Err(_) => self.shared_text(),
        }
    }

    /// Replaces the text with typed text. Consecutive replacements are undone together, until
    /// [`end_undo_group`](Self::end_undo_group).
    pub fn set_text(&mut self, text: impl Into<Arc<str>>) {
        self.change(text.into(), Some("text".to_owned()), "Edit text".to_owned());
    }

    /// Replaces the text in one step of undo. `label` says what replaces it.
    pub fn replace_text(&mut self, text: impl Into<Arc<str>>, label: &str) {
        self.end_undo_group();
        self.change(text.into(), None, label.to_owned());
    }

    /// What made each version of the text and its place in the order of all steps of undo, oldest first, and the index of the current
    /// version.
    pub fn history(&self) -> (impl ExactSizeIterator<Item = (&str, i64)>, usize) {
        (self.history.steps(), self.history.current())
    }

    /// Forgets what was undone.
    pub fn forget_redo(&mut self) {
        self.history.forget_redo();
    }

    /// Goes to a version of [`history`](Self::history). Does nothing if there is no version with this index.
    pub fn jump(&mut self, version: usize) {
        if self.history.jump(version) {
            self.restored();
        }
    }

    /// Ends a group of edits that are undone together.
    pub fn end_undo_group(&mut self) {
        self.history.end_undo_group();
    }

    /// Goes back to the previous text.
    pub fn undo(&mut self) {
        if self.history.undo() {
            self.restored();
        }
    }

    /// Redoes what was undone last.
    pub fn redo(&mut self) {
        if self.history.redo() {
            self.restored();
        }
    }

    /// Reads the version that undo or redo has made current.
    fn restored(&mut self) {
        self.read();
        self.restore_stroke_names();
    }

    /// Sets an error that was found when the terrain of a revision was built, such as a missing image. Does nothing if the
    /// document has another revision now.
    pub fn set_build_error(&mut self, revision: u64, error: RecipeError) {
        if revision == self.revision {
            (self.error, self.refused) = (Some(Box::new(error)), true);
            self.find_fault();
        }
    }

    /// Clears the error of [`set_build_error`](Self::set_build_error) after the terrain of the revision was built.
    pub fn clear_build_error(&mut self, revision: u64) {
        if revision == self.revision && self.refused {
            (self.error, self.fault, self.refused) = (None, None, false);
        }
    }

    fn change(&mut self, text: Arc<str>, key: Option<String>, label: String) {
        if self.history.push(text, key, label) {
            self.read();
        }
    }

    /// Parses the current text again, and reads again the recipes that it uses. Call this after one of the files that the recipe
    /// reads has changed.
    pub fn reread(&mut self) {
        self.read_with(Texts::default());
    }

    /// Parses the current text.
    fn read(&mut self) {
        self.read_with(self.valid.as_ref().map(|recipe| recipe.texts.clone()).unwrap_or_default());
    }

    /// Parses the current text. `texts` are those of used recipes that need not be read.
    fn read_with(&mut self, texts: Texts) {
        self.revision = new_revision();
        self.tree = self.migrated_text().parse().ok();
        self.refused = false;
        match Recipe::parse_with(self.source(self.shared_text()), nodes::registry(), texts) {
            Ok(recipe) => (self.valid, self.error) = (Some(Arc::new(recipe)), None),
            Err(error) => self.error = Some(Box::new(error)),
        }
        self.find_fault();
    }

    fn find_fault(&mut self) {
        let own = self.error.as_deref().filter(|error| *error.source.text == *self.text());
        self.fault = own.and_then(|error| fault::path_at(self.text(), error.span.range()));
    }

    /// The source of the recipe with this text.
    fn source(&self, text: Arc<str>) -> Source {
        let name = self.path.as_ref().map_or_else(|| self.title.clone(), |path| path.display().to_string());
        let source = Source::new(name, text);
        match self.path.as_deref().and_then(Path::parent) {
            Some(folder) => source.in_folder(folder),
            None => source,
        }
    }
}

#[cfg(test)]
mod tests;
