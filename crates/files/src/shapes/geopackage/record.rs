//! The columns of a row of SQLite: section 2.1 of the format of its files.

use super::sqlite::{damaged, varint};
use crate::Problem;

/// A row.
pub(super) struct Record<'a> {
    /// The type of each column, one number of variable length after the other.
    types: &'a [u8],
    values: &'a [u8],
}

/// The value of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value<'a> {
    Null,
    Integer(i64),
    Real(f64),
    Text(&'a [u8]),
    Blob(&'a [u8]),
}

impl<'a> Record<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, Problem> {
        let mut rest = bytes;
        let header = varint(&mut rest).and_then(|length| usize::try_from(length).ok());
        let types = header.and_then(|length| length.checked_sub(bytes.len() - rest.len()));
        let parts = types.and_then(|length| rest.split_at_checked(length));
        let (types, values) = parts.ok_or_else(|| damaged("a row has no valid header"))?;
        Ok(Self { types, values })
    }

    /// The value of the column with this index. Rows that are older than a column do not have it.
    pub(super) fn get(&self, column: usize) -> Result<Value<'a>, Problem> {
        let (mut types, mut values) = (self.types, self.values);
        let cut = || damaged("a value of a row is cut off");
        for index in 0..=column {
            if types.is_empty() {
                return Ok(Value::Null);
            }
            let kind = varint(&mut types).ok_or_else(cut)?;
            let (value, rest) = values.split_at_checked(length(kind)).ok_or_else(cut)?;
            if index == column {
                return decoded(kind, value);
            }
            values = rest;
        }
        Ok(Value::Null)
    }
}

/// The bytes of a value of a type.
fn length(kind: u64) -> usize {
    match kind {
        0 | 8..=11 => 0,
        1..=4 => kind as usize,
        5 => 6,
        6 | 7 => 8,
        12.. => usize::try_from((kind - 12) / 2).unwrap_or(usize::MAX),
    }
}

fn decoded(kind: u64, bytes: &[u8]) -> Result<Value<'_>, Problem> {
    Ok(match kind {
        0 => Value::Null,
        1..=6 => Value::Integer(integer(bytes)),
        7 => Value::Real(f64::from_bits(integer(bytes) as u64)),
        8 => Value::Integer(0),
        9 => Value::Integer(1),
        10 | 11 => return Err(damaged("a value has a type that does not exist")),
        _ if kind.is_multiple_of(2) => Value::Blob(bytes),
        _ => Value::Text(bytes),
    })
}

/// A two's complement number, most significant byte first.
fn integer(bytes: &[u8]) -> i64 {
    let sign = bytes.first().map_or(0, |&byte| i64::from(byte as i8) >> 7);
    bytes.iter().fold(sign, |number, &byte| number << 8 | i64::from(byte))
}

impl<'a> Value<'a> {
    /// Text that is UTF-8.
    pub(super) fn text(self) -> Option<&'a str> {
        match self {
            Self::Text(bytes) => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    pub(super) fn integer(self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(number),
            _ => None,
        }
    }

    /// A number, also one that is written as text.
    pub(super) fn number(self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(number as f64),
            Self::Real(number) => Some(number),
            Self::Text(_) => self.text()?.trim().parse().ok(),
            Self::Null | Self::Blob(_) => None,
        }
    }
}
