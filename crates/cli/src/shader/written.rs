//! Writes the files of a shader.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use orogen_files::{FileError, PendingOutput, exr, prepare_folder};
use orogen_gpu::export::{Code, Contents, File, Shader, bytes};

use crate::failure::Failure;
use crate::printable;

/// The text that identifies files of this command.
pub(super) const MARK: &str = "written by `orogen shader`,";

/// The suffix of files of numbers.
const NUMBERS: &str = ".numbers.bin";

/// The suffix of files of texels.
const TEXTURE: &str = ".texture.bin";

/// The suffixes of all files without a mark.
const UNMARKED: [&str; 4] = [NUMBERS, TEXTURE, ".texture.bytes", ".texture.exr"];

/// Writes a shader, and its numbers and texture beside it; a folder gets a file called `name`.
pub(super) fn file(path: &Path, name: &str, shader: &Shader, force: bool) -> Result<(), Failure> {
    let is_folder = path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/');
    let path = if is_folder { path.join(name) } else { path.to_owned() };
    let contents = match &shader.code {
        Code::Text(text) => text.clone().into_bytes(),
        Code::Words(words) => bytes(words),
    };
    let beside = |suffix: &str| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        path.with_file_name(format!("{stem}{suffix}"))
    };
    let mut files = vec![(path.clone(), Contents::Bytes(contents))];
    if !shader.numbers.is_empty() {
        files.push((beside(NUMBERS), Contents::Bytes(bytes(&shader.numbers))));
    }
    let Some(texture) = &shader.texture else { return write(&files, force) };
    files.push((beside(TEXTURE), Contents::Bytes(texture.bytes())));
    write(&files, force)?;
    // In SPIR-V, no comment describes the texture.
    eprintln!("the texture has {} × {} texels: 32-bit floats, little-endian", texture.width, texture.height);
    Ok(())
}

/// Writes the files of an engine. Existing examples are kept.
pub(super) fn folder(folder: &Path, files: &[File], force: bool) -> Result<(), Failure> {
    let (kept, written): (Vec<_>, Vec<_>) =
        files.iter().partition(|file| file.is_example && !force && folder.join(&file.path).exists());
    let written: Vec<_> =
        written.iter().map(|file| (folder.join(&file.path), file.contents.clone())).collect();
    write(&written, force)?;
    for file in kept {
        eprintln!("kept the existing {}", printable::path(&folder.join(&file.path)));
    }
    Ok(())
}

/// Writes files so that they appear together, and prints their paths.
fn write(files: &[(PathBuf, Contents)], force: bool) -> Result<(), Failure> {
    files.iter().try_for_each(|(path, _)| refuse_special(path))?;
    // Files of numbers have no mark. They belong to the text beside them.
    let is_foreign = |path: &Path| {
        let name = path.to_string_lossy();
        let is_numbers = UNMARKED.iter().any(|suffix| name.ends_with(suffix));
        let text = files.first().map(|(text, _)| text.as_path()).filter(|_| is_numbers);
        path.exists() && text.map_or_else(|| is_foreign(path), |text| !text.exists() || is_foreign(text))
    };
    if let Some((path, _)) = files.iter().find(|(path, _)| !force && is_foreign(path)) {
        let message = format!("refusing to overwrite {}: not written by orogen", path.display());
        return Err(Failure::job(message, "choose another name, or overwrite with --force"));
    }
    let mut outputs = Vec::new();
    for (path, contents) in files {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            prepare_folder(folder)?;
        }
        outputs.push(pending(path, contents)?);
    }
    let mut out = io::stdout().lock();
    for file in outputs {
        writeln!(out, "{}", file.commit()?.display())?;
    }
    Ok(())
}

/// A file with its contents, still under a temporary name.
fn pending(path: &Path, contents: &Contents) -> Result<PendingOutput, FileError> {
    match contents {
        Contents::Bytes(bytes) => PendingOutput::of_bytes(path, bytes),
        Contents::Exr(texture) => {
            let comment = "numbers for the shader beside this file, which describes them";
            exr::texture(path, texture.width, &texture.texels, comment)
        }
    }
}

/// Whether the file exists and has no sign of this command: text has a mark, SPIR-V names its generator.
fn is_foreign(path: &Path) -> bool {
    let holds = |contents: Vec<u8>| {
        let mark = MARK.trim_end_matches(',').as_bytes();
        is_own_module(&contents)
            || contents.windows(mark.len()).any(|window| window.eq_ignore_ascii_case(mark))
    };
    path.exists() && !fs::read(path).is_ok_and(holds)
}

/// Whether this is a SPIR-V module by naga. The third word is the generator.
fn is_own_module(contents: &[u8]) -> bool {
    const MAGIC: u32 = 0x0723_0203;
    const NAGA: u32 = 28;
    let word = |at: usize| contents.get(4 * at..4 * at + 4).and_then(|word| word.try_into().ok());
    let [magic, _, generator] = [0, 1, 2].map(|at| word(at).map(u32::from_le_bytes));
    magic == Some(MAGIC) && generator == Some(NAGA)
}

/// Refuses devices and pipes, which a file would replace.
fn refuse_special(path: &Path) -> Result<(), Failure> {
    if fs::metadata(path).is_ok_and(|known| !known.is_file()) {
        let message = format!("{} is not a regular file", path.display());
        return Err(Failure::job(message, "choose another name, or leave out -o to print to stdout"));
    }
    Ok(())
}
