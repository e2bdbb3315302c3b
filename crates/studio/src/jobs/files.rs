//! Reading, writing and watching the recipe's file, on a thread of its own: disks may take seconds.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::Waker;
use super::errands::Errands;
use super::recent::{recent, remember};
use crate::document::{Fingerprint, load, save};

/// Between two looks at the file.
const PAUSE: Duration = Duration::from_millis(300);

/// A look in so many reads the file whatever its time and length say.
const THOROUGH: u32 = 10;

/// What happened to files.
#[derive(Debug)]
pub enum FileNews {
    /// A file was read, or why not.
    Opened(PathBuf, Result<Arc<str>, String>),
    /// A text was written into a file, or why not.
    Saved(PathBuf, Arc<str>, Result<(), String>),
    /// What a folder holds, with whether they are folders.
    Listed(PathBuf, Result<Vec<(String, bool)>, String>),
    /// A text that a session left which ended early.
    Recalled(PathBuf, Arc<str>),
    /// The recipes that were worked on last and are there, the newest first.
    Recent(Vec<PathBuf>),
    /// Somebody has written another text into the watched file; without one, it is gone.
    Found(PathBuf, Option<Arc<str>>),
}

#[derive(Debug)]
enum Task {
    Open(PathBuf),
    Save(PathBuf, Arc<str>),
    Watch(Option<(PathBuf, Arc<str>)>),
    List(PathBuf, &'static [&'static str]),
    Keep(PathBuf, Option<Arc<str>>),
    Recall(PathBuf),
    Recent(PathBuf),
    Remember(PathBuf, PathBuf),
}

/// Reads, writes and watches the recipe's file.
#[derive(Debug)]
pub struct FileWorker(Errands<Task, FileNews>);

impl FileWorker {
    /// Begins.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn new(waker: Waker) -> std::io::Result<Self> {
        Errands::new("files", waker, work).map(Self)
    }

    /// Reads a file.
    pub fn open(&self, path: &Path) {
        self.0.give(Task::Open(path.to_owned()));
    }

    /// Writes a file.
    pub fn save(&self, path: &Path, text: Arc<str>) {
        self.0.give(Task::Save(path.to_owned(), text));
    }

    /// Watches a file that is known to hold a text, and no other.
    pub fn watch(&self, file: Option<(&Path, Arc<str>)>) {
        self.0.give(Task::Watch(file.map(|(path, text)| (path.to_owned(), text))));
    }

    /// Lists a folder: its folders, and the files with these endings.
    pub fn list(&self, folder: &Path, endings: &'static [&'static str]) {
        self.0.give(Task::List(folder.to_owned(), endings));
    }

    /// Keeps a text for the case that the program ends early, or lets go of it. If it cannot be kept, nothing is told: there is
    /// nothing that anybody could do.
    pub fn keep(&self, path: &Path, text: Option<Arc<str>>) {
        self.0.give(Task::Keep(path.to_owned(), text));
    }

    /// Asks for what was kept.
    pub fn recall(&self, path: &Path) {
        self.0.give(Task::Recall(path.to_owned()));
    }

    /// Asks for the recipes of a list that were worked on last.
    pub fn recent(&self, list: &Path) {
        self.0.give(Task::Recent(list.to_owned()));
    }

    /// Puts a recipe first in such a list.
    pub fn remember(&self, list: &Path, path: &Path) {
        self.0.give(Task::Remember(list.to_owned(), path.to_owned()));
    }

    /// What was asked for until now is of no interest any more: another recipe is open.
    pub fn leave(&mut self) {
        self.0.leave();
    }

    /// What has happened since the last call.
    pub fn news(&self) -> impl Iterator<Item = FileNews> {
        self.0.news()
    }
}

/// A file that is watched.
struct Watched {
    path: PathBuf,
    known: Option<Fingerprint>,
}

fn work(todo: &Receiver<(u64, Task)>, tell: &dyn Fn(u64, FileNews)) {
    let mut watched: Option<Watched> = None;
    let mut customer = 0;
    for look in 0_u32.. {
        let task = todo.recv_timeout(PAUSE).map(|(of, task)| {
            customer = of;
            task
        });
        let news = match task {
            Ok(Task::Open(path)) => {
                let text = load(&path).map_err(|error| error.to_string());
                Some(FileNews::Opened(path, text))
            }
            Ok(Task::Save(path, text)) => {
                let done = save(&path, &text).map_err(|error| error.to_string());
                if let (Ok(()), Some(watched)) =
                    (&done, watched.as_mut().filter(|watched| watched.path == path))
                {
                    watched.known = Some(Fingerprint::of_text(&text));
                }
                Some(FileNews::Saved(path, text, done))
            }
            Ok(Task::Watch(file)) => {
                let watch = |(path, text): (PathBuf, Arc<str>)| Watched {
                    path,
                    known: Some(Fingerprint::of_text(&text)),
                };
                watched = file.map(watch);
                None
            }
            Ok(Task::List(folder, endings)) => {
                let entries = list(&folder, endings)
                    .map_err(|error| format!("{} cannot be read: {error}", folder.display()));
                Some(FileNews::Listed(folder, entries))
            }
            Ok(Task::Keep(path, text)) => {
                keep(&path, text.as_deref());
                None
            }
            Ok(Task::Recent(list)) => Some(FileNews::Recent(recent(&list))),
            Ok(Task::Remember(list, path)) => {
                remember(&list, &path);
                None
            }
            Ok(Task::Recall(path)) => load(&path).ok().map(|text| FileNews::Recalled(path, text)),
            Err(RecvTimeoutError::Timeout) => {
                watched.as_mut().and_then(|file| file.look(look % THOROUGH == 0))
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if let Some(news) = news {
            tell(customer, news);
        }
    }
}

impl Watched {
    fn look(&mut self, thorough: bool) -> Option<FileNews> {
        match Fingerprint::look(&self.path, &mut self.known, thorough) {
            Ok(text) => text.map(|text| FileNews::Found(self.path.clone(), Some(text))),
            // Editors that write another file and rename it leave a moment without any: told once, and taken back with the
            // next look.
            Err(_) => self.known.take().map(|_| FileNews::Found(self.path.clone(), None)),
        }
    }
}

/// Folders and files with these endings, in this order, by name; what is hidden is left out.
fn list(folder: &Path, endings: &[&str]) -> std::io::Result<Vec<(String, bool)>> {
    let mut entries = Vec::new();
    for entry in folder.read_dir()? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.path().is_dir();
        let ending = Path::new(&name).extension().unwrap_or_default();
        let is_wanted = endings.iter().any(|wanted| ending.eq_ignore_ascii_case(wanted));
        if !name.starts_with('.') && (is_folder || is_wanted) {
            entries.push((name, is_folder));
        }
    }
    entries.sort_by_key(|(name, is_folder)| (!is_folder, name.to_lowercase()));
    Ok(entries)
}

fn keep(path: &Path, text: Option<&str>) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // See the caller: it is an attempt.
    _ = match text {
        Some(text) => {
            let made = folder.map_or(Ok(()), std::fs::create_dir_all);
            made.and_then(|()| save(path, text).map_err(std::io::Error::other))
        }
        None => std::fs::remove_file(path),
    };
}
