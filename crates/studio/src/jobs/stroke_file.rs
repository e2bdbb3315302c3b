//! The worker for the stroke file. It writes each stroke to disk before the next, which takes time, so it has its own thread.
//! If a task fails, it reads the file again, so that the window shows the strokes in the file.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use orogen_strokes::journal::{self, Journal, JournalError};
use orogen_strokes::layer::StrokeLayer;
use orogen_strokes::stroke::{Stroke, Surface};

use super::Waker;
use super::task_queue::TaskQueue;
use crate::document::create;

/// An event of the stroke file.
#[derive(Debug)]
pub enum StrokeFileEvent {
    /// A new, empty file is open.
    Created(PathBuf),
    /// A file is open. The event has its strokes, and the number of strokes that can be redone.
    Opened(PathBuf, StrokeLayer, usize),
    /// A stroke was redone.
    Redone(Arc<Stroke>),
    /// A copy was made, and is open now.
    Moved(PathBuf),
    /// Another program replaced the open file. A copy beside it is open now.
    Diverged {
        /// The replaced file.
        from: PathBuf,
        /// The copy.
        to: PathBuf,
    },
    /// All tasks before the [flush](StrokeFileWorker::flush) with this number are on disk.
    Flushed(u64),
    /// A task failed. If a file was open, [`Opened`](Self::Opened) with its contents or [`Lost`](Self::Lost) follows.
    Failed(String),
    /// The open file can no longer be read.
    Lost(PathBuf),
}

#[derive(Debug)]
enum Task {
    Create {
        folder: PathBuf,
        of: String,
        ground: Surface,
    },
    Open(PathBuf),
    Push(Stroke),
    Undo,
    Redo,
    /// The window knows the contents of the file after a failure.
    Acknowledge,
    Flush(u64),
    Move {
        folder: PathBuf,
        of: String,
    },
    Close,
    Discard,
}

/// Saves strokes in their file.
#[derive(Debug)]
pub struct StrokeFileWorker(TaskQueue<Task, StrokeFileEvent>);

impl StrokeFileWorker {
    /// Starts the worker.
    ///
    /// # Errors
    /// No thread could be started.
    pub fn new(waker: Waker) -> io::Result<Self> {
        TaskQueue::new("strokes", waker, work).map(Self)
    }

    /// Creates a file for the recipe `of`. The file is named after the recipe. If this name is taken, a number is appended.
    pub fn create(&self, folder: &Path, of: &str, ground: Surface) {
        self.0.send(Task::Create { folder: folder.to_owned(), of: of.to_owned(), ground });
    }

    /// Opens a file.
    pub fn open(&self, path: &Path) {
        self.0.send(Task::Open(path.to_owned()));
    }

    /// Adds a stroke.
    pub fn push(&self, stroke: Stroke) {
        self.0.send(Task::Push(stroke));
    }

    /// Undoes the last stroke.
    pub fn undo(&self) {
        self.0.send(Task::Undo);
    }

    /// Redoes the stroke that was undone last.
    pub fn redo(&self) {
        self.0.send(Task::Redo);
    }

    /// Confirms that the window knows the contents of the file. After a failure, changes of the file are dropped until this call,
    /// or until another file is opened, because the window sent them without knowing of the failure.
    pub fn acknowledge(&self) {
        self.0.send(Task::Acknowledge);
    }

    /// Requests [`StrokeFileEvent::Flushed`] with this number once all earlier tasks are on disk.
    pub fn flush(&self, number: u64) {
        self.0.send(Task::Flush(number));
    }

    /// Copies the file, with its undone strokes, to a new file for the recipe `of`, and continues in the copy.
    pub fn move_to(&self, folder: &Path, of: &str) {
        self.0.send(Task::Move { folder: folder.to_owned(), of: of.to_owned() });
    }

    /// Closes the file, and discards its pending events.
    pub fn close(&mut self) {
        self.0.send(Task::Close);
        self.0.discard_results();
    }

    /// Closes the file, and deletes it.
    pub fn discard(&mut self) {
        self.0.send(Task::Discard);
        self.0.discard_results();
    }

    /// Events since the last call.
    pub fn events(&self) -> impl Iterator<Item = StrokeFileEvent> {
        self.0.results()
    }
}

/// Why strokes are not saved.
#[derive(Debug, thiserror::Error)]
enum StrokeFileError {
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("cannot copy the strokes to {}: {source}", path.display())]
    Copy { path: PathBuf, source: io::Error },
}

/// The open file.
struct OpenFile {
    path: PathBuf,
    journal: Journal,
}

fn work(todo: &Receiver<(u64, Task)>, send_to: &dyn Fn(u64, StrokeFileEvent)) {
    let mut open: Option<OpenFile> = None;
    // Whether a task failed and the window does not know of it yet.
    let mut failed = false;
    for (session, task) in todo {
        let send = &|event| send_to(session, event);
        match &task {
            Task::Push(_) | Task::Undo | Task::Redo | Task::Move { .. } | Task::Flush(_) if failed => {
                continue;
            }
            Task::Push(_) | Task::Undo | Task::Redo | Task::Move { .. } | Task::Flush(_) => {}
            Task::Acknowledge | Task::Open(_) | Task::Create { .. } | Task::Close | Task::Discard => {
                failed = false;
            }
        }
        if let Err(error) = run_task(task, &mut open, send) {
            send(StrokeFileEvent::Failed(error.to_string()));
            failed = true;
            // Sends the strokes in the file, so that the window shows them.
            if let Some(file) = &mut open {
                match file.read_strokes() {
                    Ok(layer) => {
                        send(StrokeFileEvent::Opened(file.path.clone(), layer, file.journal.undone()));
                    }
                    Err(_) => {
                        send(StrokeFileEvent::Lost(file.path.clone()));
                        open = None;
                    }
                }
            }
        }
    }
    // Nobody is left to receive events.
    _ = open.map(|mut open| open.ensure_in_place(&|_| ()));
}

fn run_task(
    task: Task,
    open: &mut Option<OpenFile>,
    send: &dyn Fn(StrokeFileEvent),
) -> Result<(), StrokeFileError> {
    if let (Some(open), false) = (&mut *open, matches!(task, Task::Acknowledge | Task::Discard)) {
        let in_place = open.ensure_in_place(send);
        // These tasks do not need the open file: they close it, or open another one.
        if !matches!(task, Task::Create { .. } | Task::Open(_) | Task::Close) {
            in_place?;
        }
    }
    match (task, open) {
        (Task::Create { folder, of, ground }, open) => {
            // Closes one file before it opens another: both may be the same.
            *open = None;
            *open = Some(create_file(&folder, &of, ground, send)?);
        }
        (Task::Open(path), open) => {
            *open = None;
            let new = OpenFile { journal: reopen(&path)?, path };
            send(StrokeFileEvent::Opened(
                new.path.clone(),
                StrokeLayer::read(&new.path)?,
                new.journal.undone(),
            ));
            *open = Some(new);
        }
        (Task::Close, open) => *open = None,
        (Task::Discard, open) => {
            if let Some(OpenFile { path, journal }) = open.take() {
                drop(journal);
                // The file was a temporary one: an error does not matter.
                _ = fs::remove_file(path);
            }
        }
        (Task::Acknowledge, _) => {}
        (Task::Flush(number), _) => send(StrokeFileEvent::Flushed(number)),
        (Task::Push(stroke), Some(OpenFile { journal, .. })) => drop(journal.push(&stroke)?),
        (Task::Undo, Some(OpenFile { journal, .. })) => drop(journal.undo()?),
        (Task::Redo, Some(OpenFile { journal, .. })) => {
            if journal.redo()?.is_some() {
                send(StrokeFileEvent::Redone(journal.stroke(journal.len() - 1)?));
            }
        }
        (Task::Move { folder, of }, Some(open)) => {
            let path = free_name(&folder, &of).map_err(|source| io_error(&folder, source))?;
            open.copy_to(&path)?;
            send(StrokeFileEvent::Moved(path));
        }
        // The failure to open the file, or its loss, was reported before.
        (_, None) => {}
    }
    Ok(())
}

fn create_file(
    folder: &Path,
    of: &str,
    ground: Surface,
    send: &dyn Fn(StrokeFileEvent),
) -> Result<OpenFile, JournalError> {
    let io = |source| io_error(folder, source);
    fs::create_dir_all(folder).map_err(io)?;
    let path = free_name(folder, of).map_err(io)?;
    // A partial file, from a full disk for example, would block the next attempt.
    let journal = Journal::open(&path, of, ground).inspect_err(|_| drop(fs::remove_file(&path)))?;
    send(StrokeFileEvent::Created(path.clone()));
    Ok(OpenFile { path, journal })
}

/// Opens an existing file. It keeps the recipe name that it records, although the recipe may have another name by now.
fn reopen(path: &Path) -> Result<Journal, JournalError> {
    let recorded = journal::read(path)?;
    Journal::open(path, &recorded.of, recorded.surface)
}

impl OpenFile {
    /// Ensures that the open file is still at its path. Writes it again if it was deleted; continues in a copy beside it if
    /// another file took its place.
    fn ensure_in_place(&mut self, send: &dyn Fn(StrokeFileEvent)) -> Result<(), StrokeFileError> {
        let io = |source| io_error(&self.path, source);
        if self.journal.is_in_place().map_err(io)? {
            return Ok(());
        }
        let mut ours = Vec::new();
        self.journal.copy_to(&mut ours).map_err(io)?;
        match fs::read(&self.path) {
            // Another program wrote identical contents.
            Ok(theirs) if theirs == ours => self.journal = reopen(&self.path)?,
            Err(error) if error.kind() == ErrorKind::NotFound => self.copy_to(&self.path.clone())?,
            Ok(_) => {
                let (folder, stem) = (self.path.parent().unwrap_or(Path::new("")), self.path.file_stem());
                let to = free_name(folder, &stem.unwrap_or_default().to_string_lossy()).map_err(io)?;
                let from = self.path.clone();
                self.copy_to(&to)?;
                send(StrokeFileEvent::Diverged { from, to });
            }
            Err(error) => return Err(io(error).into()),
        }
        Ok(())
    }

    /// Copies the file to a new path, and continues in the copy. If that fails, the file stays open.
    fn copy_to(&mut self, path: &Path) -> Result<(), StrokeFileError> {
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let copied = folder.and_then(|()| create(path, |new| self.journal.copy_to(new)));
        copied.map_err(|source| StrokeFileError::Copy { path: path.to_owned(), source })?;
        self.journal = reopen(path)?;
        path.clone_into(&mut self.path);
        Ok(())
    }

    /// Reads the strokes through the open file.
    fn read_strokes(&mut self) -> Result<StrokeLayer, JournalError> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let mut layer = StrokeLayer::new(self.journal.surface()).in_folder(folder);
        for index in 0..self.journal.len() {
            layer.push((*self.journal.stroke(index)?).clone())?;
        }
        Ok(layer)
    }
}

fn io_error(path: &Path, source: io::Error) -> JournalError {
    JournalError::Io { path: path.to_owned(), source }
}

/// A name that is free in the folder: `alps.strokes`, `alps-2.strokes`, …
fn free_name(folder: &Path, title: &str) -> io::Result<PathBuf> {
    for number in 1_u32.. {
        let name = if number == 1 { format!("{title}.strokes") } else { format!("{title}-{number}.strokes") };
        let path = folder.join(name);
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(path),
            Err(error) => return Err(error),
            Ok(_) => {}
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use orogen_strokes::brush::{Brush, Tool};
    use orogen_strokes::stroke::Point;

    use super::*;

    fn stroke(x: f64) -> Stroke {
        let points = vec![Point { position: [x, 0.0], pressure: 1.0 }];
        Stroke { brush: Brush::new(Tool::Raise { metres: 1.0 }, 5.0), points }
    }

    fn worker() -> StrokeFileWorker {
        StrokeFileWorker::new(Waker::new(|| ())).unwrap()
    }

    fn next(worker: &StrokeFileWorker) -> StrokeFileEvent {
        worker.0.next().unwrap()
    }

    /// Asserts that no more events come.
    fn finished(worker: StrokeFileWorker) {
        let mut worker = worker;
        worker.0.close();
        let end = worker.0.next();
        assert!(end.is_none(), "{end:?}");
    }

    #[test]
    fn strokes_and_redo_survive_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let first = worker();
        first.create(&folder.path().join("new"), "alps", Surface::Plane);
        [1.0, 2.0, 3.0].into_iter().for_each(|x| first.push(stroke(x)));
        first.undo();
        let StrokeFileEvent::Created(path) = next(&first) else { panic!() };
        finished(first);
        let second = worker();
        second.open(&path);
        let StrokeFileEvent::Opened(_, layer, undone) = next(&second) else { panic!() };
        assert_eq!((layer.strokes().collect::<Vec<_>>(), undone), (vec![&stroke(1.0), &stroke(2.0)], 1));
        second.redo();
        second.redo();
        let StrokeFileEvent::Redone(again) = next(&second) else { panic!() };
        assert_eq!(*again, stroke(3.0));
        finished(second);
    }

    #[test]
    fn a_copy_gets_a_new_name_and_leaves_the_original() {
        let folder = tempfile::tempdir().unwrap();
        let worker = worker();
        worker.create(folder.path(), "alps", Surface::Plane);
        worker.push(stroke(1.0));
        worker.move_to(folder.path(), "alps");
        worker.push(stroke(2.0));
        let (StrokeFileEvent::Created(old), StrokeFileEvent::Moved(new)) = (next(&worker), next(&worker))
        else {
            panic!()
        };
        finished(worker);
        assert_eq!(new.file_name().unwrap(), "alps-2.strokes");
        let counts = [old, new].map(|path| journal::read(&path).unwrap().strokes.len());
        assert_eq!(counts, [1, 2]);
    }

    #[test]
    fn a_missing_file_is_reported_and_not_created() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gone.strokes");
        let worker = worker();
        worker.open(&path);
        worker.push(stroke(1.0));
        let StrokeFileEvent::Failed(message) = next(&worker) else { panic!() };
        assert!(message.contains("gone.strokes"), "{message}");
        finished(worker);
        assert!(!path.exists());
    }

    /// A new file with two strokes on disk.
    fn with_two(folder: &Path) -> (StrokeFileWorker, PathBuf) {
        let worker = worker();
        worker.create(folder, "alps", Surface::Plane);
        [1.0, 2.0].into_iter().for_each(|x| worker.push(stroke(x)));
        worker.flush(1);
        let (StrokeFileEvent::Created(path), StrokeFileEvent::Flushed(1)) = (next(&worker), next(&worker))
        else {
            panic!()
        };
        (worker, path)
    }

    fn count(path: &Path) -> usize {
        journal::read(path).unwrap().strokes.len()
    }

    #[test]
    fn a_deleted_file_is_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let (worker, path) = with_two(folder.path());
        worker.undo();
        // The file is deleted before a task that a flush follows.
        for (count_then, ask) in
            [(2, StrokeFileWorker::redo as fn(&StrokeFileWorker)), (3, |worker: &_| worker.push(stroke(3.0)))]
        {
            worker.flush(2);
            let StrokeFileEvent::Flushed(2) = next(&worker) else { panic!() };
            fs::remove_file(&path).unwrap();
            ask(&worker);
            if count_then == 2 {
                let StrokeFileEvent::Redone(_) = next(&worker) else { panic!() };
            }
            worker.flush(3);
            let StrokeFileEvent::Flushed(3) = next(&worker) else { panic!() };
            assert_eq!(count(&path), count_then);
        }
        fs::remove_file(&path).unwrap();
        worker.flush(4);
        let StrokeFileEvent::Flushed(4) = next(&worker) else { panic!() };
        assert_eq!(count(&path), 3);
        fs::remove_file(&path).unwrap();
        finished(worker);
        assert_eq!(count(&path), 3);
    }

    #[test]
    fn a_replaced_file_continues_in_a_copy() {
        let folder = tempfile::tempdir().unwrap();
        let other = folder.path().join("other");
        let mut theirs = Journal::open(&other, "alps", Surface::Plane).unwrap();
        theirs.push(&stroke(9.0)).unwrap();
        drop(theirs);
        let (worker, path) = with_two(folder.path());
        fs::rename(&other, &path).unwrap();
        worker.push(stroke(3.0));
        let StrokeFileEvent::Diverged { from, to } = next(&worker) else { panic!() };
        finished(worker);
        assert_eq!((&from, to.file_name().unwrap()), (&path, "alps-2.strokes".as_ref()));
        assert_eq!([count(&from), count(&to)], [1, 3]);
    }

    /// Sync programs may write identical contents again.
    #[test]
    fn identical_contents_written_again_stay_open() {
        let folder = tempfile::tempdir().unwrap();
        let (worker, path) = with_two(folder.path());
        fs::copy(&path, folder.path().join("copy")).unwrap();
        fs::rename(folder.path().join("copy"), &path).unwrap();
        worker.push(stroke(3.0));
        finished(worker);
        assert_eq!((count(&path), fs::read_dir(folder.path()).unwrap().count()), (3, 1));
    }

    /// If a folder is not writable, a later attempt still works.
    #[test]
    fn a_file_that_cannot_be_restored_stays_open() {
        let folder = tempfile::tempdir().unwrap();
        let (worker, path) = with_two(&folder.path().join("inner"));
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
        // A file is where the folder was.
        fs::write(path.parent().unwrap(), "").unwrap();
        worker.push(stroke(3.0));
        let (StrokeFileEvent::Failed(_), StrokeFileEvent::Opened(_, layer, 0)) =
            (next(&worker), next(&worker))
        else {
            panic!()
        };
        assert_eq!(layer.len(), 2);
        worker.acknowledge();
        fs::remove_file(path.parent().unwrap()).unwrap();
        worker.push(stroke(3.0));
        finished(worker);
        assert_eq!(count(&path), 3);
    }

    #[test]
    fn discarding_deletes_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let (mut worker, path) = with_two(folder.path());
        worker.push(stroke(3.0));
        worker.discard();
        finished(worker);
        assert!(!path.exists());
    }

    #[test]
    fn a_failure_is_followed_by_the_contents_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let worker = worker();
        worker.create(folder.path(), "alps", Surface::Plane);
        worker.push(stroke(1.0));
        worker.push(Stroke { points: Vec::new(), ..stroke(0.0) });
        // Tasks sent before the failure is known are dropped.
        worker.push(stroke(2.0));
        worker.undo();
        let (StrokeFileEvent::Created(path), StrokeFileEvent::Failed(_)) = (next(&worker), next(&worker))
        else {
            panic!()
        };
        let StrokeFileEvent::Opened(_, layer, _) = next(&worker) else { panic!() };
        assert_eq!(layer.len(), 1);
        worker.acknowledge();
        worker.push(stroke(3.0));
        finished(worker);
        assert_eq!(journal::read(&path).unwrap().strokes.len(), 2);
    }
}
