//! Makes the tour: screenshots of the studio for its page, without a window system.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::album::save;
use crate::invocation::{Invocation, ROOT};

/// Makes the pictures of `docs/studio.md`.
///
/// # Errors
/// The program cannot be built or fails, or a file cannot be written.
pub(crate) fn run() -> Result<()> {
    let pictures = Path::new(ROOT).join("docs/studio");
    fs::create_dir_all(&pictures)?;
    let work = tempfile::tempdir()?;
    let program = "run --quiet --package orogen-studio --example tour --";
    Invocation::cargo(program).path(work.path()).run()?;
    let mut names: Vec<_> = fs::read_dir(&work)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    names.sort();
    for path in &names {
        let picture = image::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        save(&picture, &pictures.join(format!("{name}.jpg")))?;
    }
    println!("tour: {} pictures in docs/studio", names.len());
    Ok(())
}
