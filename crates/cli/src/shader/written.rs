//! The files of a shader.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use orogen_files::{Whole, prepare_folder};
use orogen_gpu::export::{Code, File, Shader, bytes};

use crate::failure::Failure;

/// By what a text is known to have been written here.
pub(super) const MARK: &str = "written by `orogen shader`,";

/// How files of numbers end.
const NUMBERS: &str = ".numbers.bin";

/// Writes a shader, and its numbers beside it; a folder gets a file called `name`.
pub(super) fn file(path: &Path, name: &str, shader: &Shader, force: bool) -> Result<(), Failure> {
    let is_folder = path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/');
    let path = if is_folder { path.join(name) } else { path.to_owned() };
    let contents = match &shader.code {
        Code::Text(text) => text.clone().into_bytes(),
        Code::Words(words) => bytes(words),
    };
    let mut files = vec![(path.clone(), contents)];
    if !shader.numbers.is_empty() {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        files.push((path.with_file_name(format!("{stem}{NUMBERS}")), bytes(&shader.numbers)));
    }
    write(&files, force)
}

/// Writes the files of an engine. Examples that are there stay as they are.
pub(super) fn folder(folder: &Path, files: &[File], force: bool) -> Result<(), Failure> {
    let (kept, written): (Vec<_>, Vec<_>) =
        files.iter().partition(|file| file.is_example && !force && folder.join(&file.path).exists());
    let written: Vec<_> =
        written.iter().map(|file| (folder.join(&file.path), file.contents.clone())).collect();
    write(&written, force)?;
    for file in kept {
        eprintln!("{} is there and was kept", folder.join(&file.path).display());
    }
    Ok(())
}

/// Writes files so that they appear together, and says which on stdout.
fn write(files: &[(PathBuf, Vec<u8>)], force: bool) -> Result<(), Failure> {
    if let Some((path, _)) = files.iter().find(|(path, _)| !force && is_foreign(path)) {
        let message = format!("{} would be replaced, but orogen did not write that", path.display());
        return Err(Failure::of_job(message, "choose another name, or replace it with --force"));
    }
    let mut whole = Vec::new();
    for (path, contents) in files {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            prepare_folder(folder)?;
        }
        whole.push(Whole::of_bytes(path, contents)?);
    }
    let mut out = io::stdout().lock();
    for file in whole {
        writeln!(out, "{}", file.commit()?.display())?;
    }
    Ok(())
}

/// Whether there is a file that was not written here, as far as one can see: text says so, SPIR-V has its own mark, and
/// numbers have a name that nobody else gives.
fn is_foreign(path: &Path) -> bool {
    let named = path.to_string_lossy().ends_with(NUMBERS);
    let holds = |contents: Vec<u8>| {
        let mark = MARK.trim_end_matches(',').as_bytes();
        let is_spirv = contents.starts_with(&0x0723_0203_u32.to_le_bytes());
        is_spirv || contents.windows(mark.len()).any(|window| window.eq_ignore_ascii_case(mark))
    };
    path.is_file() && !named && !fs::read(path).is_ok_and(holds)
}
