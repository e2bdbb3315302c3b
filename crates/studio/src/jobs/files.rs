//! Reading, writing and watching the recipe's file, on a thread of its own: disks may take seconds.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use super::{Waker, spawn};
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
    /// Somebody has written another text into the watched file; without one, it is gone.
    Found(PathBuf, Option<Arc<str>>),
}

enum Task {
    Open(PathBuf),
    Save(PathBuf, Arc<str>),
    Watch(Option<(PathBuf, Arc<str>)>),
}

/// Reads, writes and watches the recipe's file.
#[derive(Debug)]
pub struct FileWorker {
    tasks: Sender<Task>,
    news: Receiver<FileNews>,
}

impl FileWorker {
    /// Begins.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn new(waker: Waker) -> std::io::Result<Self> {
        let (tasks, todo) = channel();
        let (tell, news) = channel();
        spawn("files", move || work(&todo, &tell, &waker))?;
        Ok(Self { tasks, news })
    }

    /// Reads a file.
    pub fn open(&self, path: &Path) {
        self.give(Task::Open(path.to_owned()));
    }

    /// Writes a file.
    pub fn save(&self, path: &Path, text: Arc<str>) {
        self.give(Task::Save(path.to_owned(), text));
    }

    /// Watches a file that is known to hold a text, and no other.
    pub fn watch(&self, file: Option<(&Path, Arc<str>)>) {
        self.give(Task::Watch(file.map(|(path, text)| (path.to_owned(), text))));
    }

    /// What has happened since the last call.
    pub fn news(&self) -> impl Iterator<Item = FileNews> {
        self.news.try_iter()
    }

    fn give(&self, task: Task) {
        // It ends with its sender, not before.
        _ = self.tasks.send(task);
    }
}

/// A file that is watched.
struct Watched {
    path: PathBuf,
    known: Option<Fingerprint>,
}

fn work(todo: &Receiver<Task>, tell: &Sender<FileNews>, waker: &Waker) {
    let mut watched: Option<Watched> = None;
    for look in 0_u32.. {
        let news = match todo.recv_timeout(PAUSE) {
            Ok(Task::Open(path)) => {
                let text = load(&path).map_err(|error| error.to_string());
                Some(FileNews::Opened(path, text))
            }
            Ok(Task::Save(path, text)) => {
                let done = save(&path, &text).map_err(|error| error.to_string());
                if let (Ok(()), Some(watched)) = (&done, watched.as_mut().filter(|watched| watched.path == path)) {
                    watched.known = Some(Fingerprint::of_text(&text));
                }
                Some(FileNews::Saved(path, text, done))
            }
            Ok(Task::Watch(file)) => {
                let watch = |(path, text): (PathBuf, Arc<str>)| Watched { path, known: Some(Fingerprint::of_text(&text)) };
                watched = file.map(watch);
                None
            }
            Err(RecvTimeoutError::Timeout) => watched.as_mut().and_then(|file| file.look(look % THOROUGH == 0)),
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if let Some(news) = news {
            if tell.send(news).is_err() {
                return;
            }
            waker.wake();
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
