//! The file of strokes, on a thread of its own: each stroke is handed to the disk before the next, and disks take their time.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use orogen_strokes::journal::{self, Journal, JournalError};
use orogen_strokes::layer::StrokeLayer;
use orogen_strokes::stroke::{Ground, Stroke};

use super::Waker;
use super::errands::Errands;
use crate::document::replace;

/// What has come of a file of strokes.
#[derive(Debug)]
pub enum Kept {
    /// A new file is open, which holds nothing yet.
    Begun(PathBuf),
    /// A file is open: what it holds, and how many strokes can be laid again.
    Opened(PathBuf, StrokeLayer, usize),
    /// A stroke that was undone is in the file again.
    Redone(Arc<Stroke>),
    /// A copy was made, and is what is open now.
    Moved(PathBuf),
    /// All that was asked for before [`tell`](StrokeKeeper::tell) is on the disk, or was told to have failed.
    Done,
    /// What was asked for could not be done, and why. If a file was open, what it holds follows as [`Opened`](Self::Opened), or
    /// that it is [`Lost`](Self::Lost).
    Failed(String),
    /// A file that was open cannot be read any more.
    Lost(PathBuf),
}

#[derive(Debug)]
enum Task {
    Begin {
        folder: PathBuf,
        of: String,
        ground: Ground,
    },
    Open(PathBuf),
    Push(Stroke),
    Undo,
    Redo,
    /// What was told of the file after a failure is known.
    Heard,
    Tell,
    Move {
        folder: PathBuf,
        of: String,
    },
    Close,
}

/// Keeps strokes in their file.
#[derive(Debug)]
pub struct StrokeKeeper(Errands<Task, Kept>);

impl StrokeKeeper {
    /// Begins.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn new(waker: Waker) -> io::Result<Self> {
        Errands::new("strokes", waker, work).map(Self)
    }

    /// Begins a new file for a recipe, named after it as far as no other file is.
    pub fn begin(&self, folder: &Path, of: &str, ground: Ground) {
        self.0.give(Task::Begin { folder: folder.to_owned(), of: of.to_owned(), ground });
    }

    /// Opens a file.
    pub fn open(&self, path: &Path) {
        self.0.give(Task::Open(path.to_owned()));
    }

    /// Adds a stroke.
    pub fn push(&self, stroke: Stroke) {
        self.0.give(Task::Push(stroke));
    }

    /// Takes the last stroke back.
    pub fn undo(&self) {
        self.0.give(Task::Undo);
    }

    /// Lays the stroke again that was undone last.
    pub fn redo(&self) {
        self.0.give(Task::Redo);
    }

    /// Takes note of what the file holds: what was asked for between a failure and this is not done, as who asked did not know.
    pub fn heard(&self) {
        self.0.give(Task::Heard);
    }

    /// Asks to be told when all that was asked for until now is done.
    pub fn tell(&self) {
        self.0.give(Task::Tell);
    }

    /// Copies the file, with what was undone, into a new one for a recipe, and goes on with the copy.
    pub fn go_on_in(&self, folder: &Path, of: &str) {
        self.0.give(Task::Move { folder: folder.to_owned(), of: of.to_owned() });
    }

    /// Closes the file. What has come of it, if it has not been looked at, is of no interest any more.
    pub fn close(&mut self) {
        self.0.give(Task::Close);
        self.0.leave();
    }

    /// What has come since the last call.
    pub fn kept(&self) -> impl Iterator<Item = Kept> {
        self.0.news()
    }
}

/// A file that is open.
struct Open {
    path: PathBuf,
    journal: Journal,
}

fn work(todo: &Receiver<(u64, Task)>, tell_to: &dyn Fn(u64, Kept)) {
    let mut open: Option<Open> = None;
    // Whether something failed that who asks does not know of yet.
    let mut failed = false;
    for (customer, task) in todo {
        let tell = &|kept| tell_to(customer, kept);
        match &task {
            Task::Heard | Task::Open(_) | Task::Begin { .. } | Task::Close => failed = false,
            Task::Push(_) | Task::Undo | Task::Redo | Task::Move { .. } if failed => continue,
            Task::Push(_) | Task::Undo | Task::Redo | Task::Move { .. } | Task::Tell => {}
        }
        if let Err(error) = done(task, &mut open, tell) {
            tell(Kept::Failed(error.to_string()));
            failed = true;
            // What is shown is to be what is kept again.
            if let Some(Open { path, journal }) = open.take() {
                drop(journal);
                open = opened(&path, tell).ok();
                if open.is_none() {
                    tell(Kept::Lost(path));
                }
            }
        }
    }
}

fn done(task: Task, open: &mut Option<Open>, tell: &dyn Fn(Kept)) -> Result<(), KeepError> {
    if let (Task::Push(_) | Task::Undo | Task::Redo | Task::Move { .. }, Some(open)) = (&task, &mut *open) {
        open.hold()?;
    }
    match (task, open) {
        (Task::Begin { folder, of, ground }, open) => {
            // One file is let go of before another is opened: it may be the same.
            *open = None;
            *open = Some(begun(&folder, &of, ground, tell)?);
        }
        (Task::Open(path), open) => {
            *open = None;
            *open = Some(opened(&path, tell)?);
        }
        (Task::Close, open) => *open = None,
        (Task::Heard, _) => {}
        (Task::Tell, _) => tell(Kept::Done),
        (Task::Push(stroke), Some(Open { journal, .. })) => drop(journal.push(&stroke)?),
        (Task::Undo, Some(Open { journal, .. })) => drop(journal.undo()?),
        (Task::Redo, Some(Open { journal, .. })) => {
            if journal.redo()?.is_some() {
                tell(Kept::Redone(journal.stroke(journal.len() - 1)?));
            }
        }
        (Task::Move { folder, of }, Some(open)) => open.go_on_in(&folder, &of, tell)?,
        // What failed to open, or was lost, has been told of.
        (_, None) => {}
    }
    Ok(())
}

fn begun(folder: &Path, of: &str, ground: Ground, tell: &dyn Fn(Kept)) -> Result<Open, JournalError> {
    let io = |source| JournalError::Io { path: folder.to_owned(), source };
    fs::create_dir_all(folder).map_err(io)?;
    let path = free_name(folder, of).map_err(io)?;
    let journal = Journal::open(&path, of, ground)?;
    tell(Kept::Begun(path.clone()));
    Ok(Open { path, journal })
}

fn opened(path: &Path, tell: &dyn Fn(Kept)) -> Result<Open, JournalError> {
    let journal = reopened(path)?;
    tell(Kept::Opened(path.to_owned(), StrokeLayer::read(path)?, journal.undone()));
    Ok(Open { path: path.to_owned(), journal })
}

/// A file that is there. It says whose it is: the recipe may have another name by now.
fn reopened(path: &Path) -> Result<Journal, JournalError> {
    let recorded = journal::read(path)?;
    Journal::open(path, &recorded.of, recorded.ground)
}

/// Why strokes are not kept.
#[derive(Debug, thiserror::Error)]
enum KeepError {
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(
        "{} was replaced by another program: what it holds now is shown, and what was painted here is in {}",
        path.display(),
        copy.display()
    )]
    Replaced { path: PathBuf, copy: PathBuf },
}

impl Open {
    /// Sees to it that what is open is what others find: a file that was deleted is put there again; what was painted is saved
    /// beside one that took its place.
    fn hold(&mut self) -> Result<(), KeepError> {
        if self.journal.is_in_place() {
            return Ok(());
        }
        let io = |source| JournalError::Io { path: self.path.clone(), source };
        let (folder, stem) = (self.path.parent().unwrap_or(Path::new("")), self.path.file_stem());
        let is_gone =
            fs::symlink_metadata(&self.path).is_err_and(|error| error.kind() == ErrorKind::NotFound);
        if !is_gone {
            let copy = free_name(folder, &stem.unwrap_or_default().to_string_lossy()).map_err(io)?;
            replace(&copy, |new| self.journal.copy_to(new)).map_err(io)?;
            return Err(KeepError::Replaced { path: self.path.clone(), copy });
        }
        fs::create_dir_all(folder)
            .and_then(|()| replace(&self.path, |new| self.journal.copy_to(new)))
            .map_err(io)?;
        self.journal = reopened(&self.path)?;
        Ok(())
    }

    fn go_on_in(&mut self, folder: &Path, of: &str, tell: &dyn Fn(Kept)) -> Result<(), JournalError> {
        let io = |source| JournalError::Io { path: folder.to_owned(), source };
        let path = free_name(folder, of).map_err(io)?;
        replace(&path, |new| self.journal.copy_to(new)).map_err(io)?;
        self.journal = reopened(&path)?;
        self.path.clone_from(&path);
        tell(Kept::Moved(path));
        Ok(())
    }
}

/// A name that no file of the folder has: `alps.strokes`, `alps-2.strokes` …
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
        let points = vec![Point { place: [x, 0.0], pressure: 1.0 }];
        Stroke { brush: Brush::new(Tool::Raise { metres: 1.0 }, 5.0), points }
    }

    fn keeper() -> StrokeKeeper {
        StrokeKeeper::new(Waker::new(|| ())).unwrap()
    }

    fn next(keeper: &StrokeKeeper) -> Kept {
        keeper.0.next().unwrap()
    }

    /// Nothing is told after what was asked for before the close.
    fn finished(keeper: StrokeKeeper) {
        let mut keeper = keeper;
        keeper.0.close();
        let end = keeper.0.next();
        assert!(end.is_none(), "{end:?}");
    }

    #[test]
    fn strokes_are_there_after_a_restart_and_can_be_redone() {
        let folder = tempfile::tempdir().unwrap();
        let first = keeper();
        first.begin(&folder.path().join("new"), "alps", Ground::Plane);
        [1.0, 2.0, 3.0].into_iter().for_each(|x| first.push(stroke(x)));
        first.undo();
        let Kept::Begun(path) = next(&first) else { panic!() };
        finished(first);
        let second = keeper();
        second.open(&path);
        let Kept::Opened(_, layer, undone) = next(&second) else { panic!() };
        assert_eq!((layer.strokes().collect::<Vec<_>>(), undone), (vec![&stroke(1.0), &stroke(2.0)], 1));
        second.redo();
        second.redo();
        let Kept::Redone(again) = next(&second) else { panic!() };
        assert_eq!(*again, stroke(3.0));
        finished(second);
    }

    #[test]
    fn a_copy_has_a_name_of_its_own_and_the_first_stays_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = keeper();
        keeper.begin(folder.path(), "alps", Ground::Plane);
        keeper.push(stroke(1.0));
        keeper.go_on_in(folder.path(), "alps");
        keeper.push(stroke(2.0));
        let (Kept::Begun(old), Kept::Moved(new)) = (next(&keeper), next(&keeper)) else { panic!() };
        finished(keeper);
        assert_eq!(new.file_name().unwrap(), "alps-2.strokes");
        let counts = [old, new].map(|path| journal::read(&path).unwrap().strokes.len());
        assert_eq!(counts, [1, 2]);
    }

    #[test]
    fn a_file_that_is_not_there_is_told_and_not_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gone.strokes");
        let keeper = keeper();
        keeper.open(&path);
        keeper.push(stroke(1.0));
        let Kept::Failed(said) = next(&keeper) else { panic!() };
        assert!(said.contains("gone.strokes"), "{said}");
        finished(keeper);
        assert!(!path.exists());
    }

    #[test]
    fn a_file_that_was_deleted_is_there_again_with_the_next_stroke() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = keeper();
        keeper.begin(folder.path(), "alps", Ground::Plane);
        [1.0, 2.0].into_iter().for_each(|x| keeper.push(stroke(x)));
        keeper.undo();
        keeper.tell();
        let (Kept::Begun(path), Kept::Done) = (next(&keeper), next(&keeper)) else { panic!() };
        fs::remove_file(&path).unwrap();
        keeper.redo();
        keeper.push(stroke(3.0));
        let Kept::Redone(_) = next(&keeper) else { panic!() };
        finished(keeper);
        assert_eq!(journal::read(&path).unwrap().strokes.len(), 3);
    }

    #[test]
    fn what_was_painted_is_saved_beside_a_file_that_took_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let other = folder.path().join("other");
        let mut theirs = Journal::open(&other, "alps", Ground::Plane).unwrap();
        theirs.push(&stroke(9.0)).unwrap();
        drop(theirs);
        let keeper = keeper();
        keeper.begin(folder.path(), "alps", Ground::Plane);
        [1.0, 2.0].into_iter().for_each(|x| keeper.push(stroke(x)));
        keeper.tell();
        let (Kept::Begun(path), Kept::Done) = (next(&keeper), next(&keeper)) else { panic!() };
        fs::rename(&other, &path).unwrap();
        keeper.push(stroke(3.0));
        let (Kept::Failed(said), Kept::Opened(_, layer, _)) = (next(&keeper), next(&keeper)) else {
            panic!()
        };
        finished(keeper);
        assert!(
            said.contains("was replaced by another program") && said.contains("alps-2.strokes"),
            "{said}"
        );
        assert_eq!(layer.strokes().collect::<Vec<_>>(), [&stroke(9.0)]);
        assert_eq!(journal::read(&path).unwrap().strokes.len(), 1);
        assert_eq!(journal::read(&path.with_file_name("alps-2.strokes")).unwrap().strokes.len(), 2);
    }

    #[test]
    fn after_a_stroke_that_cannot_be_kept_the_file_is_told_again() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = keeper();
        keeper.begin(folder.path(), "alps", Ground::Plane);
        keeper.push(stroke(1.0));
        keeper.push(Stroke { points: Vec::new(), ..stroke(0.0) });
        // Who does not know of the failure yet asks for what cannot be meant.
        keeper.push(stroke(2.0));
        keeper.undo();
        let (Kept::Begun(path), Kept::Failed(_)) = (next(&keeper), next(&keeper)) else { panic!() };
        let Kept::Opened(_, layer, _) = next(&keeper) else { panic!() };
        assert_eq!(layer.len(), 1);
        keeper.heard();
        keeper.push(stroke(3.0));
        finished(keeper);
        assert_eq!(journal::read(&path).unwrap().strokes.len(), 2);
    }
}
