//! The lines of a journal.

use std::path::Path;
use std::sync::Arc;

use orogen_engine::planet::Sphere;
use serde::de::Error;
use serde::{Deserialize, Serialize};

use super::JournalError;
use crate::error::StrokeError;
use crate::stroke::{Stroke, Surface};

/// Version of the format.
const VERSION: u32 = 1;

/// Maximum length of the header's `of`, in bytes.
const MAX_OF: usize = 1024;

/// The start of each line. Eight digits and `",` follow. The next constant is the length of all of these.
const BEGIN: &str = "{\"crc\":\"";
const BODY: usize = BEGIN.len() + 10;

/// The content of a line.
#[derive(Clone, Debug)]
pub(super) enum Line {
    Header(Header),
    Stroke(Arc<Stroke>),
    Mark(Mark),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Record<S> {
    Header(Header),
    Stroke(S),
    Mark(Mark),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Mark {
    Undo,
    Redo,
}

/// The header of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    version: u32,
    of: String,
    #[serde(rename = "ground")]
    surface: RecordSurface,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RecordSurface {
    Plane,
    /// Radius in metres.
    Planet(f64),
}

impl Header {
    pub(super) fn new(of: &str, surface: Surface) -> Result<Self, StrokeError> {
        if of.len() > MAX_OF {
            return Err(StrokeError::Text {
                what: "what the journal belongs to",
                bytes: of.len(),
                most: MAX_OF,
            });
        }
        let surface = match surface {
            Surface::Plane => RecordSurface::Plane,
            Surface::Planet(sphere) => RecordSurface::Planet(Sphere::radius(sphere)),
        };
        Ok(Self { version: VERSION, of: of.to_owned(), surface })
    }

    /// The recipe that the journal belongs to, and the surface of its strokes.
    pub(super) fn belongs(self, path: &Path) -> Result<(String, Surface), JournalError> {
        let path = path.to_owned();
        if self.version != VERSION {
            return Err(JournalError::Version { path, version: self.version });
        }
        let surface = match self.surface {
            RecordSurface::Plane => Surface::Plane,
            RecordSurface::Planet(radius) => {
                Surface::Planet(Sphere::new(radius).map_err(|_| JournalError::NoJournal { path })?)
            }
        };
        Ok((self.of, surface))
    }

    /// Checks that this is the expected header.
    pub(super) fn check(&self, expected: &Self, path: &Path) -> Result<(), JournalError> {
        let path = path.to_owned();
        if self.version != expected.version {
            return Err(JournalError::Version { path, version: self.version });
        }
        if self != expected {
            let of = |header: &Self| format!("{:?} on {}", header.of, header.surface.name());
            return Err(JournalError::Other { path, of: of(self), expected: of(expected) });
        }
        Ok(())
    }
}

impl RecordSurface {
    fn name(&self) -> String {
        match self {
            Self::Plane => "a plane".to_owned(),
            Self::Planet(radius) => format!("a planet of {radius} m"),
        }
    }
}

impl Line {
    /// The complete line with its newline, and its checksum. `after` is the checksum of the line before.
    pub(super) fn text(&self, after: u32) -> (String, u32) {
        let text = match self {
            Self::Header(header) => serde_json::to_string(&Record::<&Stroke>::Header(header.clone())),
            Self::Stroke(stroke) => serde_json::to_string(&Record::Stroke(stroke.as_ref())),
            Self::Mark(mark) => serde_json::to_string(&Record::<&Stroke>::Mark(*mark)),
        };
        let text = text.unwrap_or_else(|_| unreachable!("names and numbers always serialize"));
        with_checksum(&text.as_bytes()[1..], after)
    }

    /// Parses a line whose checksum is correct.
    pub(super) fn parse(line: &[u8]) -> Result<Self, serde_json::Error> {
        if line.len() < BODY {
            return Err(serde_json::Error::custom("the line is too short"));
        }
        let text = [b"{", body(line)].concat();
        Ok(match serde_json::from_slice::<Record<Stroke>>(&text)? {
            Record::Header(header) => Self::Header(header),
            Record::Stroke(stroke) => Self::Stroke(Arc::new(stroke)),
            Record::Mark(mark) => Self::Mark(mark),
        })
    }
}

/// The text of a line after its checksum.
pub(super) fn body(line: &[u8]) -> &[u8] {
    &line[BODY..]
}

/// A body with its checksum before it and a newline after it.
pub(super) fn with_checksum(body: &[u8], after: u32) -> (String, u32) {
    let crc = checksum(body, after);
    (format!("{BEGIN}{crc:08x}\",{}\n", String::from_utf8_lossy(body)), crc)
}

/// The checksum of a line, if it is correct.
pub(super) fn crc(line: &[u8], after: u32) -> Option<u32> {
    if line.len() <= BODY {
        return None;
    }
    let crc = checksum(body(line), after);
    line.starts_with(format!("{BEGIN}{crc:08x}\",").as_bytes()).then_some(crc)
}

fn checksum(body: &[u8], after: u32) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(after);
    hasher.update(body);
    hasher.finalize()
}
