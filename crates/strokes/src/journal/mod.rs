//! The file that stores strokes: an append-only journal.
//!
//! # Format
//! The file is text with one JSON object per line: a header, then strokes and the marks `undo` and `redo` in the order in
//! which they happened.
//!
//! ```text
//! {"crc":"…","header":{"version":1,"of":"alps.toml","ground":"plane"}}
//! {"crc":"…","stroke":{"brush":{…},"points":[[x,y,pressure],…]}}
//! {"crc":"…","mark":"undo"}
//! ```
//!
//! The checksum (CRC-32) of a line covers the text after the checksum, and continues from the checksum of the line before.
//! So missing and moved lines are detected like changed ones. [`Journal::push`] flushes a stroke to disk before it returns.
//! If the program or the machine fails during the write, the last line is incomplete. Opening the journal drops this line,
//! and [`Journal::dropped`] reports it. Any other damage is an error with its line number. The file is left unchanged, and
//! [`salvage`] saves the lines before the damage.
//!
//! Memory holds only the bounds of strokes and their offsets in the file, and recently used strokes.

mod error;
mod line;
mod line_reader;
mod read;
mod recent_strokes;
mod replay;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use same_file::Handle;

pub use error::JournalError;
use line::{Header, Line, Mark};
use line_reader::{LineEnd, LineReader};
pub use read::{JournalContents, read};
use recent_strokes::RecentStrokes;
use replay::{replay, sides};

use crate::bounds::Bounds;
use crate::dab;
use crate::error::StrokeError;
use crate::smoothing;
use crate::stroke::{Stroke, Surface};

/// Maximum length of a line in bytes.
pub const MAX_LINE: usize = 1 << 25;

/// The strokes of a terrain in a file, with unlimited undo and redo, even after a restart. In memory are only the strokes'
/// bounds and file offsets, and recently used strokes. Only one program at a time can have the file open.
///
/// # Example
/// ```
/// use orogen_strokes::brush::{Brush, Tool};
/// use orogen_strokes::journal::Journal;
/// use orogen_strokes::stroke::{Point, Stroke, Surface};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("alps.strokes");
/// let mut journal = Journal::open(&path, "alps.toml", Surface::Plane)?;
/// let brush = Brush::new(Tool::Raise { metres: 20.0 }, 300.0);
/// journal.push(&Stroke { brush, points: vec![Point { position: [100.0, 200.0], pressure: 1.0 }] })?;
/// journal.undo()?;
/// drop(journal);
///
/// let mut journal = Journal::open(&path, "alps.toml", Surface::Plane)?;
/// assert_eq!((journal.len(), journal.undone()), (0, 1));
/// journal.redo()?;
/// assert_eq!(journal.stroke(0)?.points[0].position, [100.0, 200.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    header: Header,
    surface: Surface,
    active: Vec<Entry>,
    /// Undone strokes. The stroke undone last is at the end.
    undone: Vec<Entry>,
    /// The end of the last valid line, and its checksum.
    end: LineEnd,
    /// Whether the file has more bytes after the last valid line.
    is_torn: bool,
    dropped: Option<usize>,
    recent: RecentStrokes,
}

/// A stroke in the file.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Offset of the stroke's line.
    offset: u64,
    /// Length of the line in bytes, without the newline.
    length: usize,
    bounds: Bounds,
    /// How far beyond the stroke's bounds its tool reads the ground, in metres.
    reach: f64,
}

impl Journal {
    /// Opens the journal at a path, or creates it. `of` names what the journal belongs to, for example by the name or hash of
    /// a recipe. This name has at most 1024 bytes.
    ///
    /// # Errors
    /// Fails if another program has the file open, the file belongs to something else, a line is damaged, the name is too long,
    /// or the operating system reports an error. Strokes in the file are then unchanged.
    pub fn open(path: impl Into<PathBuf>, of: &str, surface: Surface) -> Result<Self, JournalError> {
        let path = path.into();
        let header = Header::new(of, surface)?;
        let io = |source| JournalError::Io { path: path.clone(), source };
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(io)?;
        lock(&file, &path)?;
        let begins = Line::Header(header.clone()).text(LineEnd::default().crc);
        if is_unfinished(&file, begins.0.as_bytes()).map_err(io)? {
            // The file is new, or its first line was never completed.
            let mut journal = Self::new(path, file, header, surface, LineEnd::default());
            journal.is_torn = true;
            journal.append(&begins.0, begins.1)?;
            sync_folder(&journal.path);
            return Ok(journal);
        }
        Self::read(path, file, header, surface)
    }

    fn new(path: PathBuf, file: File, header: Header, surface: Surface, end: LineEnd) -> Self {
        let (active, undone, recent) = (Vec::new(), Vec::new(), RecentStrokes::default());
        Self { path, file, header, surface, active, undone, end, is_torn: false, dropped: None, recent }
    }

    fn read(path: PathBuf, file: File, header: Header, surface: Surface) -> Result<Self, JournalError> {
        let mut lines = LineReader::new(&path, &file)?;
        match lines.next()? {
            Some((_, _, Line::Header(found))) => found.check(&header, &path)?,
            _ => return Err(JournalError::NoJournal { path }),
        }
        let keep = |stroke: Arc<Stroke>, offset, length| Entry::new(&stroke, surface, offset, length);
        let [active, undone] = replay(&mut lines, keep)?;
        let (end, dropped) = lines.end();
        drop(lines);
        let journal = Self::new(path, file, header, surface, end);
        Ok(Self { active, undone, is_torn: dropped.is_some(), dropped, ..journal })
    }

    /// The number of the incomplete last line that was dropped on opening, counted from 1; `None` if there was none.
    pub fn dropped(&self) -> Option<usize> {
        self.dropped
    }

    /// The surface that the strokes are on.
    pub fn surface(&self) -> Surface {
        self.surface
    }

    /// Number of strokes, without those that were undone.
    pub fn len(&self) -> usize {
        self.active.len()
    }

    /// Whether there are no strokes.
    pub fn is_empty(&self) -> bool {
        self.active.is_empty()
    }

    /// Number of strokes that can be redone.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// Adds a stroke. Undone strokes can no longer be redone. Returns the bounds of the ground that the stroke may change.
    ///
    /// # Errors
    /// Fails if the stroke is invalid or the file cannot be written. The journal then has the same strokes as before.
    pub fn push(&mut self, stroke: &Stroke) -> Result<Bounds, JournalError> {
        stroke.check(self.surface)?;
        let stroke = Arc::new(stroke.clone());
        let (text, crc) = Line::Stroke(Arc::clone(&stroke)).text(self.end.crc);
        let entry = Entry::new(&stroke, self.surface, self.end.offset, text.len() - 1)?;
        self.append(&text, crc)?;
        self.recent.keep(entry.offset, stroke);
        self.active.push(entry);
        self.undone.clear();
        Ok(entry.bounds)
    }

    /// Undoes the last stroke. Returns the bounds of the ground that it had changed, or `None` if there is no stroke.
    ///
    /// # Errors
    /// Fails if the file cannot be written. The journal then has the same strokes as before.
    pub fn undo(&mut self) -> Result<Option<Bounds>, JournalError> {
        self.mark(Mark::Undo)
    }

    /// Redoes the stroke that was undone last. Returns the bounds of the ground that it changes, or `None` if there is no
    /// such stroke.
    ///
    /// # Errors
    /// The errors of [`undo`](Self::undo).
    pub fn redo(&mut self) -> Result<Option<Bounds>, JournalError> {
        self.mark(Mark::Redo)
    }

    /// Writes a mark, and undoes or redoes a stroke. `None` if there is no such stroke.
    fn mark(&mut self, mark: Mark) -> Result<Option<Bounds>, JournalError> {
        let [from, _] = sides(mark, &mut self.active, &mut self.undone);
        let Some(&entry) = from.last() else { return Ok(None) };
        let (text, crc) = Line::Mark(mark).text(self.end.crc);
        self.append(&text, crc)?;
        let [from, to] = sides(mark, &mut self.active, &mut self.undone);
        to.extend(from.pop());
        Ok(Some(entry.bounds))
    }

    /// A stroke by its index, counted from 0.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    ///
    /// # Panics
    /// If the index is [`len`](Self::len) or more.
    pub fn stroke(&mut self, index: usize) -> Result<Arc<Stroke>, JournalError> {
        let entry = self.active[index];
        if let Some(stroke) = self.recent.get(entry.offset) {
            return Ok(stroke);
        }
        let line = self.line(&entry)?;
        let Ok(Line::Stroke(stroke)) = Line::parse(&line) else {
            return Err(JournalError::Changed { path: self.path.clone() });
        };
        self.recent.keep(entry.offset, Arc::clone(&stroke));
        Ok(stroke)
    }

    /// The indices of the strokes that the ground in a box depends on, in order. These are strokes that overlap the box, and
    /// strokes that overlap the ground that a blur among them reads.
    pub fn near(&self, bounds: &Bounds) -> Vec<usize> {
        let mut needed = *bounds;
        let mut found = Vec::new();
        for (index, entry) in self.active.iter().enumerate().rev() {
            if entry.bounds.meets(&needed) {
                found.push(index);
                if entry.reach > 0.0 {
                    needed = needed.hull(&entry.bounds.common(&needed).widened(entry.reach));
                }
            }
        }
        found.reverse();
        found
    }

    /// Rewrites the journal without strokes that can no longer be redone. The new file replaces the old one when it is
    /// complete and flushed to disk.
    ///
    /// # Errors
    /// Fails if the operating system reports an error, or if the path no longer leads to the open file. The file and the journal
    /// are then unchanged.
    pub fn compact(&mut self) -> Result<(), JournalError> {
        self.check_place()?;
        let mut part = self.path.clone().into_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        let outcome = self.rewritten(&part);
        if outcome.is_err() {
            // The incomplete file is useless, so it is removed. The first error is reported.
            let _ = fs::remove_file(&part);
        }
        outcome
    }

    fn rewritten(&mut self, part: &Path) -> Result<(), JournalError> {
        let io = |source| JournalError::Io { path: part.to_owned(), source };
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(part);
        let file = options.map_err(io)?;
        lock(&file, part)?;
        let mut new = Self::new(part.to_owned(), file, self.header.clone(), self.surface, LineEnd::default());
        let mut out = io::BufWriter::new(new.file.try_clone().map_err(io)?);
        let mut put = |new: &mut Self, (text, crc): (String, u32)| {
            new.end = LineEnd { offset: new.end.offset + text.len() as u64, crc };
            out.write_all(text.as_bytes()).map_err(io)
        };
        put(&mut new, Line::Header(self.header.clone()).text(0))?;
        let entries: Vec<_> = self.active.iter().chain(self.undone.iter().rev()).copied().collect();
        for entry in &entries {
            let (text, crc) = line::with_checksum(line::body(&self.line(entry)?), new.end.crc);
            new.active.push(Entry { offset: new.end.offset, length: text.len() - 1, ..*entry });
            put(&mut new, (text, crc))?;
        }
        for _ in 0..self.undone.len() {
            let mark = Line::Mark(Mark::Undo).text(new.end.crc);
            put(&mut new, mark)?;
            new.undone.extend(new.active.pop());
        }
        out.flush().map_err(io)?;
        drop(out);
        new.file.sync_all().map_err(io)?;
        fs::rename(part, &self.path).map_err(io)?;
        sync_folder(&self.path);
        new.path.clone_from(&self.path);
        *self = new;
        Ok(())
    }

    /// Whether the path still leads to the open file. If it does not, the journal writes nothing more.
    ///
    /// # Errors
    /// The operating system's error.
    pub fn is_in_place(&self) -> io::Result<bool> {
        let open = Handle::from_file(self.file.try_clone()?)?;
        match Handle::from_path(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            found => Ok(found? == open),
        }
    }

    fn check_place(&self) -> Result<(), JournalError> {
        let path = || self.path.clone();
        match self.is_in_place().map_err(|source| JournalError::Io { path: path(), source })? {
            true => Ok(()),
            false => Err(JournalError::Replaced { path: path() }),
        }
    }

    /// Writes a copy of the open file, including strokes that can be redone. This works even if the path no longer leads to this
    /// file.
    ///
    /// # Errors
    /// The operating system's error.
    pub fn copy_to(&self, out: &mut impl Write) -> io::Result<()> {
        let mut from = &self.file;
        from.seek(SeekFrom::Start(0))?;
        io::copy(&mut from.take(self.end.offset), out).map(drop)
    }

    /// A stroke's line in the file.
    fn line(&self, entry: &Entry) -> Result<Vec<u8>, JournalError> {
        let read = || {
            let mut line = vec![0; entry.length];
            (&self.file).seek(SeekFrom::Start(entry.offset))?;
            (&self.file).read_exact(&mut line)?;
            Ok(line)
        };
        read().map_err(|source| JournalError::Io { path: self.path.clone(), source })
    }

    /// Appends a line after the last valid line and flushes it to disk. If that fails, the written bytes are removed,
    /// immediately or before the next line is written.
    fn append(&mut self, text: &str, crc: u32) -> Result<(), JournalError> {
        self.check_place()?;
        let written = self.written(text);
        if written.is_err() {
            self.is_torn = self.file.set_len(self.end.offset).is_err();
        }
        written.map_err(|source| JournalError::Io { path: self.path.clone(), source })?;
        self.end = LineEnd { offset: self.end.offset + text.len() as u64, crc };
        Ok(())
    }

    fn written(&mut self, text: &str) -> io::Result<()> {
        if self.is_torn {
            self.file.set_len(self.end.offset)?;
            self.is_torn = false;
        }
        self.file.seek(SeekFrom::Start(self.end.offset))?;
        self.file.write_all(text.as_bytes())?;
        self.file.sync_data()
    }
}

impl Entry {
    fn new(stroke: &Stroke, surface: Surface, offset: u64, length: usize) -> Result<Self, StrokeError> {
        let (_, bounds) = dab::placed(stroke, surface)?;
        let reach = stroke.brush.blur().map_or(0.0, |radius| smoothing::reach(radius, surface));
        Ok(Self { offset, length, bounds, reach })
    }
}

/// Saves the lines before the first damaged one as a new journal. Returns the number of strokes and marks saved. The
/// damaged journal is unchanged.
///
/// # Errors
/// Fails if there is a file at `to`, the header is damaged, or the system reports an error.
pub fn salvage(broken: &Path, to: &Path) -> Result<usize, JournalError> {
    let io = |path: &Path| {
        let path = path.to_owned();
        move |source| JournalError::Io { path, source }
    };
    let file = File::open(broken).map_err(io(broken))?;
    let mut lines = LineReader::new(broken, &file)?;
    let mut count = 0;
    match lines.next() {
        Ok(Some((_, _, Line::Header(_)))) => {}
        _ => return Err(JournalError::NoJournal { path: broken.to_owned() }),
    }
    while let Ok(Some(_)) = lines.next() {
        count += 1;
    }
    let (end, _) = lines.end();
    drop(lines);
    let mut out = OpenOptions::new().write(true).create_new(true).open(to).map_err(io(to))?;
    (&file).seek(SeekFrom::Start(0)).map_err(io(broken))?;
    let copied = io::copy(&mut (&file).take(end.offset), &mut out).and_then(|_| out.sync_all());
    copied.map_err(io(to))?;
    Ok(count)
}

fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => JournalError::InUse { path: path.to_owned() },
        TryLockError::Error(source) => JournalError::Io { path: path.to_owned(), source },
    })
}

/// Whether a file contains only the beginning of its first line.
fn is_unfinished(file: &File, first: &[u8]) -> io::Result<bool> {
    if file.metadata()?.len() >= first.len() as u64 {
        return Ok(false);
    }
    let mut found = Vec::new();
    let mut from = file;
    from.seek(SeekFrom::Start(0))?;
    from.read_to_end(&mut found)?;
    Ok(first.starts_with(&found))
}

/// Makes a new file name durable. Some systems do not support this; they make the name durable later.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}
