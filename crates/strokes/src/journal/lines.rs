//! Reads a journal line by line.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use super::line::{self, Line};
use super::{JournalError, MAX_LINE};

/// Where a sound line ends in the file, and its checksum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ending {
    pub(super) offset: u64,
    pub(super) crc: u32,
}

pub(super) struct Lines<'a> {
    path: &'a Path,
    from: BufReader<&'a File>,
    end: Ending,
    number: usize,
    dropped: Option<usize>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(path: &'a Path, mut file: &'a File) -> Result<Self, JournalError> {
        let start = file.seek(SeekFrom::Start(0));
        start.map_err(|source| JournalError::Io { path: path.to_owned(), source })?;
        Ok(Self { path, from: BufReader::new(file), end: Ending::default(), number: 0, dropped: None })
    }

    /// Where the last sound line ends, and the number of a torn one behind it.
    pub(super) fn end(&self) -> (Ending, Option<usize>) {
        (self.end, self.dropped)
    }

    /// Where the next line begins, how long it is and what it says; nothing at the end, or where the last line is torn.
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
            // What nothing follows was being written when the writer died.
            if self.from.fill_buf().map_err(io)?.is_empty() {
                self.dropped = Some(self.number);
                return Ok(None);
            }
            return Err(self.broken("its checksum is wrong, or a line before it is missing".to_owned()));
        };
        // The checksum is right: if this fails, it was not the disk.
        let line =
            Line::parse(&text).map_err(|error| self.broken(format!("{error}; is it of a newer version?")))?;
        let offset = self.end.offset;
        self.end = Ending { offset: offset + read as u64, crc };
        Ok(Some((offset, text.len(), line)))
    }

    /// What is wrong with the line that was read last.
    pub(super) fn broken(&self, what: String) -> JournalError {
        JournalError::Line { path: self.path.to_owned(), line: self.number, what }
    }
}
