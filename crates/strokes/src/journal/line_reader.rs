//! Reads a journal line by line.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use super::line::{self, Line};
use super::{JournalError, MAX_LINE};

/// The end of a valid line in the file, and its checksum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineEnd {
    pub(super) offset: u64,
    pub(super) crc: u32,
}

pub(super) struct LineReader<'a> {
    path: &'a Path,
    from: BufReader<&'a File>,
    end: LineEnd,
    number: usize,
    dropped: Option<usize>,
}

impl<'a> LineReader<'a> {
    pub(super) fn new(path: &'a Path, mut file: &'a File) -> Result<Self, JournalError> {
        let start = file.seek(SeekFrom::Start(0));
        start.map_err(|source| JournalError::Io { path: path.to_owned(), source })?;
        Ok(Self { path, from: BufReader::new(file), end: LineEnd::default(), number: 0, dropped: None })
    }

    /// The end of the last valid line, and the number of an incomplete line after it.
    pub(super) fn end(&self) -> (LineEnd, Option<usize>) {
        (self.end, self.dropped)
    }

    /// Offset, length and content of the next line; `None` at the end, or if the last line is incomplete.
    pub(super) fn next(&mut self) -> Result<Option<(u64, usize, Line)>, JournalError> {
        let mut text = Vec::new();
        let io = |source| JournalError::Io { path: self.path.to_owned(), source };
        let read = (&mut self.from).take(MAX_LINE as u64 + 1).read_until(b'\n', &mut text).map_err(io)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        let whole = text.pop_if(|last| *last == b'\n').is_some();
        let Some(crc) = line::crc(&text, self.end.crc).filter(|_| whole) else {
            // The last line is incomplete: the program stopped while writing it.
            if self.from.fill_buf().map_err(io)?.is_empty() {
                self.dropped = Some(self.number);
                return Ok(None);
            }
            return Err(self.broken("its checksum is wrong, or a line before it is missing".to_owned()));
        };
        // The checksum is correct, so the disk is not the cause.
        let line = Line::parse(&text)
            .map_err(|error| self.broken(format!("{error}; a newer version may have written it")))?;
        let offset = self.end.offset;
        self.end = LineEnd { offset: offset + read as u64, crc };
        Ok(Some((offset, text.len(), line)))
    }

    /// An error in the line that was read last.
    pub(super) fn broken(&self, what: String) -> JournalError {
        JournalError::Line { path: self.path.to_owned(), line: self.number, what }
    }
}
