//! The recipe that is being worked on: its text is the only truth, and everything else follows from it.

mod edit;
mod history;
mod number;
mod store;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use orogen::nodes;
use orogen::recipe::{Recipe, RecipeError, Source};
use toml_edit::DocumentMut;

pub use edit::{Edit, EditError, Key, path_of};
pub use number::Number;
pub(crate) use store::create;
pub use store::{Fingerprint, StoreError, load, save};

use history::History;

/// Of all documents: what is made for one is never taken for another's.
static REVISIONS: AtomicU64 = AtomicU64::new(1);

/// A recipe that is being worked on.
///
/// The text may be wrong at any time: the terrain that was last good is kept beside what is wrong with the text.
///
/// ```
/// use orogen_studio::document::{Document, Edit, path_of};
///
/// let text = "orogen = 1\ndomain.size = \"4 km\" # wide\nheight.field = \"a\"\n[fields.a]\ntype = \"fbm\"\nfeature = \"1 km\"\n";
/// let mut document = Document::new("mine", text);
/// document.apply(&Edit::number(path_of("fields.a.feature"), 1500.0))?;
/// assert!(document.text().ends_with("feature = \"1.5 km\"\n"));
/// document.undo();
/// assert_eq!(document.text(), text);
/// # Ok::<(), orogen_studio::document::EditError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    title: String,
    path: Option<PathBuf>,
    history: History,
    /// What the file holds, as far as is known, or held before it was gone.
    saved: Option<Arc<str>>,
    /// Whether it is gone.
    gone: bool,
    /// A text that somebody else wrote into the file while there were changes here.
    theirs: Option<Arc<str>>,
    revision: u64,
    good: Option<Arc<Recipe>>,
    error: Option<Box<RecipeError>>,
    /// Whether that was found only when the terrain was built.
    refused: bool,
    /// What the text is as TOML, if it is.
    tree: Option<DocumentMut>,
}

impl Document {
    /// A recipe that has no file yet; `title` is what it is called.
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
            good: None,
            error: None,
            refused: false,
            tree: None,
        };
        document.read_new();
        document
    }

    /// The recipe in a file whose text is known.
    pub fn of_file(path: &Path, text: Arc<str>) -> Self {
        let title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut document = Self { path: Some(path.to_owned()), ..Self::new(title, text) };
        document.read();
        document
    }

    /// What it is called: the preset it was, or the stem of its file.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Its file, if it has one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.history.text()
    }

    /// The text, to share.
    pub fn shared_text(&self) -> Arc<str> {
        self.history.shared()
    }

    /// A number that grows with every change of the text. No two documents have the same.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The recipe of the text or, where that is wrong, of the last text that was not.
    pub fn recipe(&self) -> Option<&Arc<Recipe>> {
        self.good.as_ref()
    }

    /// What is wrong with the text, if anything is.
    pub fn error(&self) -> Option<&RecipeError> {
        self.error.as_deref()
    }

    /// Whether the text is TOML, so that edits find their places.
    pub fn is_toml(&self) -> bool {
        self.tree.is_some()
    }

    /// Whether the text itself says something of this: `height.scale`.
    pub fn gives(&self, dotted: &str) -> bool {
        let Some(tree) = &self.tree else { return false };
        let mut at = Some(tree.as_item());
        for key in dotted.split('.') {
            at = at.and_then(|item| item.get(key));
        }
        at.is_some_and(|item| !item.is_none())
    }

    /// Whether there are changes that no file has.
    pub fn is_changed(&self) -> bool {
        self.gone || self.saved.as_deref() != Some(self.text())
    }

    /// Whether there is something to undo, and to redo.
    pub fn can_undo_redo(&self) -> [bool; 2] {
        [self.history.can_undo(), self.history.can_redo()]
    }

    /// Changes the text by an edit. Edits of one place that follow one another are undone together, until [`seal`](Self::seal).
    ///
    /// # Errors
    /// [`EditError`]: the text is not TOML at the moment, or has no such place. It stays as it was.
    pub fn apply(&mut self, edit: &Edit) -> Result<(), EditError> {
        let text = edit.applied(self.text())?;
        self.change(text.into(), edit.mark());
        Ok(())
    }

    /// Takes a text that somebody typed.
    pub fn set_text(&mut self, text: impl Into<Arc<str>>) {
        self.change(text.into(), Some("text".to_owned()));
    }

    /// Says in the text in which file its strokes are. What they are called is nothing that is undone: a text to which one goes
    /// back names the same file as before, as it is called today.
    ///
    /// # Errors
    /// As [`apply`](Self::apply).
    pub fn name_strokes(&mut self, name: &str) -> Result<(), EditError> {
        let text = named(self.text(), name)?;
        self.history.rename_strokes(name);
        self.history.amend(text);
        self.read();
        Ok(())
    }

    /// What the text calls its file of strokes, if it names one.
    pub fn strokes(&self) -> Option<&str> {
        self.tree.as_ref()?.get("sculpt")?.get("strokes")?.as_str()
    }

    /// The recipe that [`recipe`](Self::recipe) is, as a text; it names the strokes that the present text names.
    pub fn good_text(&self) -> Arc<str> {
        let Some(recipe) = &self.good else { return self.shared_text() };
        let text = &recipe.source.text;
        let named = self.strokes().map(|name| named(text, name));
        named.and_then(Result::ok).unwrap_or_else(|| Arc::clone(text))
    }

    /// Takes a text of another time, under the strokes of today.
    pub fn exchange(&mut self, text: Arc<str>) {
        let strokes = self.strokes().map(str::to_owned);
        self.seal();
        self.set_text(text);
        self.seal();
        // A text that is not TOML names nothing.
        _ = strokes.map(|name| self.name_strokes(&name));
    }

    /// Ends a run of edits that are undone together.
    pub fn seal(&mut self) {
        self.history.seal();
    }

    /// Goes back to the text before.
    pub fn undo(&mut self) {
        if self.history.undo() {
            self.come_back();
        }
    }

    /// Takes back an undo.
    pub fn redo(&mut self) {
        if self.history.redo() {
            self.come_back();
        }
    }

    /// A text of another time is the present one.
    fn come_back(&mut self) {
        self.read();
        let name = self.history.name_of_strokes().filter(|name| self.strokes() != Some(*name));
        // A text that is not TOML names nothing.
        if let Some(Ok(text)) = name.map(|name| named(self.text(), name)) {
            self.history.amend(text);
            self.read();
        }
    }

    /// Takes note of what was found wrong when the terrain of a revision was built: pictures that are missing, for one.
    pub fn refuse(&mut self, revision: u64, error: RecipeError) {
        if revision == self.revision {
            (self.error, self.refused) = (Some(Box::new(error)), true);
        }
    }

    /// Takes note that the terrain of a revision was built: what was found wrong then is so no longer.
    pub fn accept(&mut self, revision: u64) {
        if revision == self.revision && self.refused {
            (self.error, self.refused) = (None, false);
        }
    }

    /// Takes note that a text stands in a file, which is this recipe's from now on.
    pub fn wrote(&mut self, path: &Path, text: Arc<str>) {
        self.title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let moved = self.path.as_deref() != Some(path);
        self.path = Some(path.to_owned());
        (self.saved, self.gone) = (Some(text), false);
        self.theirs = None;
        self.history.seal();
        if moved {
            // Paths of pictures are relative to the folder of the recipe.
            self.read();
        }
    }

    /// Takes a text that somebody else wrote into the file: at once where there are no changes here, else it waits for a
    /// decision. `None`: the file is gone, and what is here is all there is.
    pub fn found(&mut self, text: Option<Arc<str>>) {
        let Some(text) = text else {
            self.gone = true;
            return;
        };
        // Editors that write a file anew leave a moment without any.
        self.gone = false;
        if self.saved.as_deref() == Some(&*text) {
            return;
        }
        if *text == *self.text() {
            (self.saved, self.theirs) = (Some(text), None);
        } else if self.is_changed() {
            self.theirs = Some(text);
        } else {
            self.saved = Some(Arc::clone(&text));
            self.change(text, None);
        }
    }

    /// Whether somebody else has written another text into the file while there were changes here.
    pub fn is_contested(&self) -> bool {
        self.theirs.is_some()
    }

    /// Decides between what stands in the file and what is here. An undo brings the other back.
    pub fn settle(&mut self, take_theirs: bool) {
        if let Some(theirs) = self.theirs.take() {
            self.saved = Some(Arc::clone(&theirs));
            let mine = self.shared_text();
            self.change(theirs, None);
            if !take_theirs {
                self.change(mine, None);
            }
        }
    }

    fn change(&mut self, text: Arc<str>, mark: Option<String>) {
        if self.history.push(text, mark) {
            self.read_new();
        }
    }

    /// Reads a text that was not there before.
    fn read_new(&mut self) {
        self.read();
        let name = self.strokes().map(str::to_owned);
        self.history.names_strokes(name.as_deref());
    }

    /// Reads the text anew.
    fn read(&mut self) {
        self.revision = REVISIONS.fetch_add(1, Ordering::Relaxed);
        self.tree = self.text().parse().ok();
        let name = self.path.as_ref().map_or_else(|| self.title.clone(), |path| path.display().to_string());
        let source = Source::new(name, self.shared_text());
        let folder = self.path.as_deref().and_then(Path::parent);
        let source = match folder {
            Some(folder) => source.in_folder(folder),
            None => source,
        };
        self.refused = false;
        match Recipe::parse(source, nodes::registry()) {
            Ok(recipe) => (self.good, self.error) = (Some(Arc::new(recipe)), None),
            Err(error) => self.error = Some(Box::new(error)),
        }
    }
}

/// The text with another name of its file of strokes.
fn named(text: &str, name: &str) -> Result<Arc<str>, EditError> {
    Edit::Word { path: path_of("sculpt.strokes"), value: name.to_owned() }.applied(text).map(Arc::from)
}

#[cfg(test)]
mod tests;
