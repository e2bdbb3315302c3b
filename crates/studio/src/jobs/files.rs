//! Reads, writes and watches the recipe's file on its own thread, because disks can take seconds. It also follows the other files
//! that the recipe reads, and writes recovery files, so unsaved changes survive a crash.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, SystemTime};

use super::Waker;
use super::recent::{forget, recent, remember};
use super::recovered::{self, Recovered, recovered};
use super::task_queue::TaskQueue;
use crate::document::{Fingerprint, SIDE_FILE_SUFFIX, SideFile, load, save};
use crate::layer::{FileStamp, stamp_of};

/// Interval between checks of the watched file.
const INTERVAL: Duration = Duration::from_millis(300);

/// The longest time from reading the files of a recipe to following them.
const MOMENT: Duration = Duration::from_secs(5);

/// Every tenth check reads the file, even if its time and length are unchanged.
const FULL_CHECK: u32 = 10;

/// A result of a request, or a change of a file that the recipe reads.
#[derive(Debug)]
pub enum FileEvent {
    /// The text of a file that was opened, or the error.
    Opened(PathBuf, Result<Arc<str>, String>),
    /// The text was saved to the file, or the error says why not.
    Saved(PathBuf, Arc<str>, Result<(), String>),
    /// The entries of a folder, each with whether it is a folder, or the error.
    Listed(PathBuf, Result<Vec<(String, bool)>, String>),
    /// A recovery file was found.
    Recovered(PathBuf, Arc<str>),
    /// The files that the start page offers.
    StartFiles(StartFiles),
    /// Another program wrote this text to the watched file. `None` if the file was deleted or cannot be read.
    Changed(PathBuf, Option<Arc<str>>),
    /// Another file that the recipe reads was changed.
    OtherChanged,
    /// A side file was read, or the error says why it cannot be used.
    SideFile(PathBuf, Result<SideFile, String>),
    /// A side file could not be saved.
    SideFileFailed(String),
}

/// The files that the start page offers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartFiles {
    /// The recent recipes that still exist, newest first.
    pub recent: Vec<PathBuf>,
    /// The unsaved changes of earlier sessions, newest first.
    pub recovered: Vec<Recovered>,
}

/// Where the program keeps what the start page offers.
#[derive(Clone, Debug)]
pub struct StartFolders {
    /// The list of recent recipes.
    pub recent: PathBuf,
    /// The recovery folder.
    pub recovery: PathBuf,
}

impl StartFolders {
    fn files(&self) -> StartFiles {
        let recent = recent(&self.recent);
        StartFiles { recovered: recovered(&self.recovery, &recent), recent }
    }
}

#[derive(Debug)]
enum Task {
    Open(u64, PathBuf),
    Save(PathBuf, Arc<str>),
    Watch(Option<(PathBuf, Arc<str>)>),
    Follow(Vec<PathBuf>),
    List(PathBuf, &'static [&'static str]),
    WriteRecovery(PathBuf, Option<Arc<str>>),
    ReadRecovery(PathBuf),
    StartFiles(StartFolders),
    Remember(PathBuf, PathBuf),
    Forget(StartFolders, PathBuf),
    RemoveRecovered(StartFolders, PathBuf),
    ReadSideFile(PathBuf),
    SaveSideFile(PathBuf, String),
}

/// Reads, writes and watches the recipe's file.
#[derive(Debug)]
pub struct FileWorker {
    /// Events, those of opened files with the number of the request.
    tasks: TaskQueue<Task, (Option<u64>, FileEvent)>,
    /// The number of the last request to open a file.
    opening: u64,
}

impl FileWorker {
    /// Starts the worker.
    ///
    /// # Errors
    /// No thread could be started.
    pub fn new(waker: Waker) -> std::io::Result<Self> {
        Ok(Self { tasks: TaskQueue::new("files", waker, work)?, opening: 0 })
    }

    /// Reads a file.
    pub fn open(&self, path: &Path) {
        self.tasks.send(Task::Open(self.opening, path.to_owned()));
    }

    /// Discards the file that is being opened.
    pub fn cancel_opening(&mut self) {
        self.opening += 1;
    }

    /// Writes a file.
    pub fn save(&self, path: &Path, text: Arc<str>) {
        self.tasks.send(Task::Save(path.to_owned(), text));
    }

    /// Watches only this file, whose contents are known to be this text. `None` watches no file.
    pub fn watch(&self, file: Option<(&Path, Arc<str>)>) {
        self.tasks.send(Task::Watch(file.map(|(path, text)| (path.to_owned(), text))));
    }

    /// Follows only these files, in addition to the watched file. They are used recipes and pictures.
    pub fn follow(&self, files: Vec<PathBuf>) {
        self.tasks.send(Task::Follow(files));
    }

    /// Lists the folders in a folder, and its files with these extensions.
    pub fn list(&self, folder: &Path, extensions: &'static [&'static str]) {
        self.tasks.send(Task::List(folder.to_owned(), extensions));
    }

    /// Writes a recovery file. If `text` is `None`, deletes the file. Errors are ignored: nobody could act on them.
    pub fn write_recovery(&self, path: &Path, text: Option<Arc<str>>) {
        self.tasks.send(Task::WriteRecovery(path.to_owned(), text));
    }

    /// Reads a recovery file.
    pub fn read_recovery(&self, path: &Path) {
        self.tasks.send(Task::ReadRecovery(path.to_owned()));
    }

    /// Reads a side file.
    pub fn read_side_file(&self, path: &Path) {
        self.tasks.send(Task::ReadSideFile(path.to_owned()));
    }

    /// Writes a side file.
    pub fn save_side_file(&self, path: &Path, text: String) {
        self.tasks.send(Task::SaveSideFile(path.to_owned(), text));
    }

    /// Finds the files that the start page offers.
    pub fn start_files(&self, folders: StartFolders) {
        self.tasks.send(Task::StartFiles(folders));
    }

    /// Removes a recipe from the recent ones, and finds the files that the start page then offers.
    pub fn forget(&self, folders: StartFolders, path: &Path) {
        self.tasks.send(Task::Forget(folders, path.to_owned()));
    }

    /// Removes a recovery file, and finds the files that the start page then offers.
    pub fn remove_recovered(&self, folders: StartFolders, file: &Path) {
        self.tasks.send(Task::RemoveRecovered(folders, file.to_owned()));
    }

    /// Puts a recipe first in a list of recent recipes.
    pub fn remember(&self, list: &Path, path: &Path) {
        self.tasks.send(Task::Remember(list.to_owned(), path.to_owned()));
    }

    /// Creates an empty file that marks something as done. Errors are ignored: nobody could act on them.
    pub fn write_mark(&self, path: &Path) {
        self.write_recovery(path, Some(Arc::from("")));
    }

    /// Discards the events of earlier requests, for example because another recipe was opened.
    pub fn discard_events(&mut self) {
        self.tasks.discard_results();
    }

    /// Events since the last call.
    pub fn events(&self) -> impl Iterator<Item = FileEvent> {
        let results = self.tasks.results();
        results
            .filter(|(opening, _)| opening.is_none_or(|number| number == self.opening))
            .map(|(_, event)| event)
    }
}

/// A file that the recipe reads, with its time of change and its length. A file that cannot be read has none.
type Followed = (PathBuf, FileStamp);

/// The watched file.
struct Watched {
    path: PathBuf,
    known: Option<Fingerprint>,
}

fn work(todo: &Receiver<(u64, Task)>, send: &dyn Fn(u64, (Option<u64>, FileEvent))) {
    let mut watched: Option<Watched> = None;
    let mut followed: Vec<Followed> = Vec::new();
    let mut session = 0;
    for count in 0_u32.. {
        let task = todo.recv_timeout(INTERVAL).map(|(of, task)| {
            session = of;
            task
        });
        let mut opening = None;
        let event = match task {
            Ok(Task::Open(number, path)) => {
                let text = load(&path).map_err(|error| error.to_string());
                opening = Some(number);
                Some(FileEvent::Opened(path, text))
            }
            Ok(Task::Save(path, text)) => {
                let done = save(&path, &text).map_err(|error| error.to_string());
                if let (Ok(()), Some(watched)) =
                    (&done, watched.as_mut().filter(|watched| watched.path == path))
                {
                    watched.known = Some(Fingerprint::of_text(&text));
                }
                Some(FileEvent::Saved(path, text, done))
            }
            Ok(Task::Watch(file)) => {
                let watch = |(path, text): (PathBuf, Arc<str>)| Watched {
                    path,
                    known: Some(Fingerprint::of_text(&text)),
                };
                watched = file.map(watch);
                None
            }
            Ok(Task::Follow(files)) => {
                followed = files.into_iter().map(|path| follow(path, &followed)).collect();
                None
            }
            Ok(Task::List(folder, extensions)) => {
                let entries = list(&folder, extensions)
                    .map_err(|error| format!("{} cannot be read: {error}", folder.display()));
                Some(FileEvent::Listed(folder, entries))
            }
            Ok(Task::WriteRecovery(path, text)) => {
                write_recovery(&path, text.as_deref());
                None
            }
            Ok(Task::StartFiles(folders)) => Some(FileEvent::StartFiles(folders.files())),
            Ok(Task::Forget(folders, path)) => {
                forget(&folders.recent, &path);
                Some(FileEvent::StartFiles(folders.files()))
            }
            Ok(Task::RemoveRecovered(folders, file)) => {
                recovered::remove(&file, &folders.recovery);
                Some(FileEvent::StartFiles(folders.files()))
            }
            Ok(Task::Remember(list, path)) => {
                remember(&list, &path);
                None
            }
            Ok(Task::ReadSideFile(path)) => {
                let read = SideFile::read(&path).map_err(|error| error.to_string());
                Some(FileEvent::SideFile(path, read))
            }
            Ok(Task::SaveSideFile(path, text)) => {
                save(&path, &text).err().map(|error| FileEvent::SideFileFailed(error.to_string()))
            }
            Ok(Task::ReadRecovery(path)) => load(&path).ok().map(|text| FileEvent::Recovered(path, text)),
            Err(RecvTimeoutError::Timeout) => {
                let changed = watched.as_mut().and_then(|file| file.check(count % FULL_CHECK == 0));
                changed.or_else(|| have_changed(&mut followed).then_some(FileEvent::OtherChanged))
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if let Some(event) = event {
            send(session, (opening, event));
        }
    }
}

/// Follows a file. If it was followed before, it keeps its stamp: a change meanwhile is still to be reported. A file that was
/// changed a moment ago may have been read before the change, so it counts as changed.
fn follow(path: PathBuf, before: &[Followed]) -> Followed {
    if let Some(known) = before.iter().find(|(other, _)| *other == path) {
        return known.clone();
    }
    let is_new = |changed: SystemTime| changed.elapsed().is_ok_and(|age| age < MOMENT);
    let stamp = stamp_of(&path).filter(|(changed, _)| !changed.is_some_and(is_new));
    (path, stamp)
}

/// Whether a file has changed since the last call.
fn have_changed(followed: &mut [Followed]) -> bool {
    let mut changed = false;
    for (path, known) in followed {
        let now = stamp_of(path);
        changed |= std::mem::replace(known, now) != now;
    }
    changed
}

impl Watched {
    fn check(&mut self, thorough: bool) -> Option<FileEvent> {
        match Fingerprint::check(&self.path, &mut self.known, thorough) {
            Ok(text) => text.map(|text| FileEvent::Changed(self.path.clone(), Some(text))),
            // Editors that replace a file by renaming leave a moment without one. This is reported once, and the next check
            // corrects it.
            Err(_) => self.known.take().map(|_| FileEvent::Changed(self.path.clone(), None)),
        }
    }
}

/// Folders, then files with these extensions, by name, without hidden ones.
fn list(folder: &Path, extensions: &[&str]) -> std::io::Result<Vec<(String, bool)>> {
    let mut entries = Vec::new();
    for entry in folder.read_dir()? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.path().is_dir();
        let extension = Path::new(&name).extension().unwrap_or_default();
        let is_wanted = extensions.iter().any(|wanted| extension.eq_ignore_ascii_case(wanted))
            && !name.ends_with(SIDE_FILE_SUFFIX);
        if !name.starts_with('.') && (is_folder || is_wanted) {
            entries.push((name, is_folder));
        }
    }
    entries.sort_by_key(|(name, is_folder)| (!is_folder, name.to_lowercase()));
    Ok(entries)
}

fn write_recovery(path: &Path, text: Option<&str>) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Errors are ignored, as the caller says.
    _ = match text {
        Some(text) => {
            let made = folder.map_or(Ok(()), std::fs::create_dir_all);
            made.and_then(|()| save(path, text).map_err(std::io::Error::other))
        }
        None => std::fs::remove_file(path),
    };
}
