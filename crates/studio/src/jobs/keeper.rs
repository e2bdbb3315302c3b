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
use crate::document::create;

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
    /// Another program put another file where the open one was: a copy beside it is what is open now.
    Parted {
        /// Where it was.
        from: PathBuf,
        /// The copy.
        to: PathBuf,
    },
    /// All that was asked for before the [flush](StrokeKeeper::flush) of a number is on the disk.
    Flushed(u64),
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
    Flush(u64),
    Move {
        folder: PathBuf,
        of: String,
    },
    Close,
    Discard,
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

    /// Asks to be told when all that was asked for until now is on the disk, by a number.
    pub fn flush(&self, number: u64) {
        self.0.give(Task::Flush(number));
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

    /// Closes the file, and removes it.
    pub fn discard(&mut self) {
        self.0.give(Task::Discard);
        self.0.leave();
    }

    /// What has come since the last call.
    pub fn kept(&self) -> impl Iterator<Item = Kept> {
        self.0.news()
    }
}

/// Why strokes are not kept.
#[derive(Debug, thiserror::Error)]
enum KeepError {
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("the strokes cannot be copied to {}: {source}", path.display())]
    Copy { path: PathBuf, source: io::Error },
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
            Task::Push(_) | Task::Undo | Task::Redo | Task::Move { .. } | Task::Flush(_) if failed => {
                continue;
            }
            Task::Push(_) | Task::Undo | Task::Redo | Task::Move { .. } | Task::Flush(_) => {}
            Task::Heard | Task::Open(_) | Task::Begin { .. } | Task::Close | Task::Discard => failed = false,
        }
        if let Err(error) = done(task, &mut open, tell) {
            tell(Kept::Failed(error.to_string()));
            failed = true;
            // What is shown is to be what is kept again.
            if let Some(file) = &mut open {
                match file.layer() {
                    Ok(layer) => tell(Kept::Opened(file.path.clone(), layer, file.journal.undone())),
                    Err(_) => {
                        tell(Kept::Lost(file.path.clone()));
                        open = None;
                    }
                }
            }
        }
    }
    // There is nobody left to be told.
    _ = open.map(|mut open| open.stay(&|_| ()));
}

fn done(task: Task, open: &mut Option<Open>, tell: &dyn Fn(Kept)) -> Result<(), KeepError> {
    if let (Some(open), false) = (&mut *open, matches!(task, Task::Heard | Task::Discard)) {
        let stays = open.stay(tell);
        // Who closes it, or opens another, has seen the last of it.
        if !matches!(task, Task::Begin { .. } | Task::Open(_) | Task::Close) {
            stays?;
        }
    }
    match (task, open) {
        (Task::Begin { folder, of, ground }, open) => {
            // One file is let go of before another is opened: it may be the same.
            *open = None;
            *open = Some(begun(&folder, &of, ground, tell)?);
        }
        (Task::Open(path), open) => {
            *open = None;
            let new = Open { journal: reopened(&path)?, path };
            tell(Kept::Opened(new.path.clone(), StrokeLayer::read(&new.path)?, new.journal.undone()));
            *open = Some(new);
        }
        (Task::Close, open) => *open = None,
        (Task::Discard, open) => {
            if let Some(Open { path, journal }) = open.take() {
                drop(journal);
                // Nobody wants it.
                _ = fs::remove_file(path);
            }
        }
        (Task::Heard, _) => {}
        (Task::Flush(number), _) => tell(Kept::Flushed(number)),
        (Task::Push(stroke), Some(Open { journal, .. })) => drop(journal.push(&stroke)?),
        (Task::Undo, Some(Open { journal, .. })) => drop(journal.undo()?),
        (Task::Redo, Some(Open { journal, .. })) => {
            if journal.redo()?.is_some() {
                tell(Kept::Redone(journal.stroke(journal.len() - 1)?));
            }
        }
        (Task::Move { folder, of }, Some(open)) => {
            let path = free_name(&folder, &of).map_err(|source| io_error(&folder, source))?;
            open.copy_to(&path)?;
            tell(Kept::Moved(path));
        }
        // What failed to open, or was lost, has been told of.
        (_, None) => {}
    }
    Ok(())
}

fn begun(folder: &Path, of: &str, ground: Ground, tell: &dyn Fn(Kept)) -> Result<Open, JournalError> {
    let io = |source| io_error(folder, source);
    fs::create_dir_all(folder).map_err(io)?;
    let path = free_name(folder, of).map_err(io)?;
    // What is left of a file that could not be begun, on a full disk say, is in the way of the next attempt.
    let journal = Journal::open(&path, of, ground).inspect_err(|_| drop(fs::remove_file(&path)))?;
    tell(Kept::Begun(path.clone()));
    Ok(Open { path, journal })
}

/// A file that is there. It says whose it is: the recipe may have another name by now.
fn reopened(path: &Path) -> Result<Journal, JournalError> {
    let recorded = journal::read(path)?;
    Journal::open(path, &recorded.of, recorded.ground)
}

impl Open {
    /// Sees to it that what is open is what others find. A file that was deleted is put there again; if another took its place,
    /// a copy beside that is gone on with.
    fn stay(&mut self, tell: &dyn Fn(Kept)) -> Result<(), KeepError> {
        let io = |source| io_error(&self.path, source);
        if self.journal.is_in_place().map_err(io)? {
            return Ok(());
        }
        let mut ours = Vec::new();
        self.journal.copy_to(&mut ours).map_err(io)?;
        match fs::read(&self.path) {
            // Somebody has written the very same anew.
            Ok(theirs) if theirs == ours => self.journal = reopened(&self.path)?,
            Err(error) if error.kind() == ErrorKind::NotFound => self.copy_to(&self.path.clone())?,
            Ok(_) => {
                let (folder, stem) = (self.path.parent().unwrap_or(Path::new("")), self.path.file_stem());
                let to = free_name(folder, &stem.unwrap_or_default().to_string_lossy()).map_err(io)?;
                let from = self.path.clone();
                self.copy_to(&to)?;
                tell(Kept::Parted { from, to });
            }
            Err(error) => return Err(io(error).into()),
        }
        Ok(())
    }

    /// Copies the file to where none is, and goes on with the copy. If that fails, what is open stays open.
    fn copy_to(&mut self, path: &Path) -> Result<(), KeepError> {
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let copied = folder.and_then(|()| create(path, |new| self.journal.copy_to(new)));
        copied.map_err(|source| KeepError::Copy { path: path.to_owned(), source })?;
        self.journal = reopened(path)?;
        path.clone_into(&mut self.path);
        Ok(())
    }

    /// What it holds, by the open file.
    fn layer(&mut self) -> Result<StrokeLayer, JournalError> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let mut layer = StrokeLayer::new(self.journal.ground()).in_folder(folder);
        for index in 0..self.journal.len() {
            layer.push((*self.journal.stroke(index)?).clone())?;
        }
        Ok(layer)
    }
}

fn io_error(path: &Path, source: io::Error) -> JournalError {
    JournalError::Io { path: path.to_owned(), source }
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

    /// A new file with two strokes that are on the disk.
    fn with_two(folder: &Path) -> (StrokeKeeper, PathBuf) {
        let keeper = keeper();
        keeper.begin(folder, "alps", Ground::Plane);
        [1.0, 2.0].into_iter().for_each(|x| keeper.push(stroke(x)));
        keeper.flush(1);
        let (Kept::Begun(path), Kept::Flushed(1)) = (next(&keeper), next(&keeper)) else { panic!() };
        (keeper, path)
    }

    fn count(path: &Path) -> usize {
        journal::read(path).unwrap().strokes.len()
    }

    #[test]
    fn a_file_that_was_deleted_is_there_again() {
        let folder = tempfile::tempdir().unwrap();
        let (keeper, path) = with_two(folder.path());
        keeper.undo();
        // What is asked for last, before a flush and before the end.
        for (count_then, ask) in
            [(2, StrokeKeeper::redo as fn(&StrokeKeeper)), (3, |keeper: &_| keeper.push(stroke(3.0)))]
        {
            keeper.flush(2);
            let Kept::Flushed(2) = next(&keeper) else { panic!() };
            fs::remove_file(&path).unwrap();
            ask(&keeper);
            if count_then == 2 {
                let Kept::Redone(_) = next(&keeper) else { panic!() };
            }
            keeper.flush(3);
            let Kept::Flushed(3) = next(&keeper) else { panic!() };
            assert_eq!(count(&path), count_then);
        }
        fs::remove_file(&path).unwrap();
        keeper.flush(4);
        let Kept::Flushed(4) = next(&keeper) else { panic!() };
        assert_eq!(count(&path), 3);
        fs::remove_file(&path).unwrap();
        finished(keeper);
        assert_eq!(count(&path), 3);
    }

    #[test]
    fn what_is_painted_goes_on_beside_a_file_that_took_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let other = folder.path().join("other");
        let mut theirs = Journal::open(&other, "alps", Ground::Plane).unwrap();
        theirs.push(&stroke(9.0)).unwrap();
        drop(theirs);
        let (keeper, path) = with_two(folder.path());
        fs::rename(&other, &path).unwrap();
        keeper.push(stroke(3.0));
        let Kept::Parted { from, to } = next(&keeper) else { panic!() };
        finished(keeper);
        assert_eq!((&from, to.file_name().unwrap()), (&path, "alps-2.strokes".as_ref()));
        assert_eq!([count(&from), count(&to)], [1, 3]);
    }

    /// Programs that keep folders alike write what is there already.
    #[test]
    fn the_same_file_written_anew_is_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let (keeper, path) = with_two(folder.path());
        fs::copy(&path, folder.path().join("copy")).unwrap();
        fs::rename(folder.path().join("copy"), &path).unwrap();
        keeper.push(stroke(3.0));
        finished(keeper);
        assert_eq!((count(&path), fs::read_dir(folder.path()).unwrap().count()), (3, 1));
    }

    /// A folder that takes no file keeps nobody from trying again.
    #[test]
    fn what_cannot_be_put_back_is_not_let_go_of() {
        let folder = tempfile::tempdir().unwrap();
        let (keeper, path) = with_two(&folder.path().join("inner"));
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
        // A file is where the folder was.
        fs::write(path.parent().unwrap(), "").unwrap();
        keeper.push(stroke(3.0));
        let (Kept::Failed(_), Kept::Opened(_, layer, 0)) = (next(&keeper), next(&keeper)) else { panic!() };
        assert_eq!(layer.len(), 2);
        keeper.heard();
        fs::remove_file(path.parent().unwrap()).unwrap();
        keeper.push(stroke(3.0));
        finished(keeper);
        assert_eq!(count(&path), 3);
    }

    #[test]
    fn what_is_discarded_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let (mut keeper, path) = with_two(folder.path());
        keeper.push(stroke(3.0));
        keeper.discard();
        finished(keeper);
        assert!(!path.exists());
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
