//! The output of `--json`.

use std::io::{self, Write};

use serde_json::Value;

use crate::failure::Failure;

/// Prints the result of a command to stdout, indented.
pub(crate) fn print(result: &Value) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "{result:#}")?;
    Ok(out.flush()?)
}
