//! Builds the archive of a release: the command with completions, manual pages, documents and licences.
//!
//! Each archive is built on the platform that it is for, because the command itself writes its completions and manual pages. A
//! release needs no hosted service: any machine of the platform with a Rust toolchain and `tar` can build the archive.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use sha2::{Digest, Sha256};

use crate::invocation::{Invocation, ROOT};
use crate::notices;
use crate::tool::target_folder;

#[derive(Args)]
pub(crate) struct Options {
    /// Features of the command, separated by commas; with any, the archive for Linux is not static
    #[arg(long, value_name = "FEATURES", default_value = "")]
    features: String,
}

/// Files of the repository that go into every archive.
const DOCUMENTS: &[&str] = &["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// The shells with completions, each with the name that the shell expects for the file.
const COMPLETIONS: &[(&str, &str)] = &[
    ("bash", "orogen.bash"),
    ("elvish", "orogen.elv"),
    ("fish", "orogen.fish"),
    ("powershell", "_orogen.ps1"),
    ("zsh", "_orogen"),
];

/// Builds the archive for this platform, and updates the file of checksums in the same folder.
///
/// # Errors
/// The build fails, `tar` is missing, or a file cannot be written.
pub(crate) fn run(options: &Options) -> Result<()> {
    let target = target(&options.features)?;
    let builds = Path::new(ROOT).join(target_folder());
    Invocation::cargo("build --locked --profile dist --package orogen-cli --target")
        .argument(&target)
        .argument("--features")
        .argument(&options.features)
        .argument("--target-dir")
        .path(&builds)
        .variable("RUSTFLAGS", "-C strip=symbols")
        .run()?;

    let name = name(&target, &options.features);
    let releases = builds.join("releases");
    let folder = releases.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    let program = builds.join(&target).join("dist").join(format!("orogen{EXE_SUFFIX}"));
    fill(&folder, &program)?;
    write(&folder.join("THIRD-PARTY.md"), &notices::of_command(&target, &options.features)?)?;
    let archive = pack(&releases, &name)?;
    write(&releases.join("SHA256SUMS"), &checksums(&releases)?)?;
    println!("release: {} and SHA256SUMS beside it", archive.display());
    Ok(())
}

/// The target to build for: this machine's target or, on Linux, a static target if it is installed and no features are
/// selected (they may need shared libraries).
fn target(features: &str) -> Result<String> {
    let version = String::from_utf8(Invocation::new("rustc", "-vV").output()?)?;
    let host = host(&version)?.to_owned();
    let Some(portable) = portable(&host).filter(|_| features.is_empty()) else {
        return Ok(host);
    };
    // An error means that the compiler does not know the target.
    let folder = Invocation::new("rustc", "--print target-libdir --target").argument(&portable).output();
    if folder.is_ok_and(|folder| Path::new(String::from_utf8_lossy(&folder).trim()).exists()) {
        return Ok(portable);
    }
    println!(
        "The target {portable} is not installed, so the command needs the C library of this machine or a newer one."
    );
    println!("For a static command, run `rustup target add {portable}` first.");
    Ok(host)
}

/// The name of an archive and of the folder in it.
fn name(target: &str, features: &str) -> String {
    let with =
        if features.is_empty() { String::new() } else { format!("-{}", features.replace([',', ' '], "-")) };
    format!("orogen-{}-{target}{with}", env!("CARGO_PKG_VERSION"))
}

/// The target for static commands on a host with GNU's C library.
fn portable(host: &str) -> Option<String> {
    host.strip_suffix("-gnu").filter(|host| host.ends_with("linux")).map(|host| format!("{host}-musl"))
}

/// The host in the output of `rustc -vV`.
fn host(version: &str) -> Result<&str> {
    version.lines().find_map(|line| line.strip_prefix("host: ")).context("`rustc -vV` names no host")
}

/// Writes the files of an archive, except for the licences of other packages.
fn fill(folder: &Path, program: &Path) -> Result<()> {
    let completions = folder.join("completions");
    fs::create_dir_all(&completions).with_context(|| format!("cannot create {}", folder.display()))?;
    for document in DOCUMENTS {
        copy(&Path::new(ROOT).join(document), &folder.join(document))?;
    }
    copy(program, &folder.join(format!("orogen{EXE_SUFFIX}")))?;
    let program = program.to_string_lossy();
    for (shell, file) in COMPLETIONS {
        write(&completions.join(file), &Invocation::new(&program, "completions").argument(shell).output()?)?;
    }
    Invocation::new(&program, "man").path(&folder.join("man")).run()
}

/// Packs the folder of this name: as `.zip` on Windows, where `tar` writes both, and as `.tar.gz` elsewhere.
fn pack(releases: &Path, name: &str) -> Result<PathBuf> {
    let (options, ending) = if cfg!(windows) { ("-a -cf", "zip") } else { ("-czf", "tar.gz") };
    let archive = releases.join(format!("{name}.{ending}"));
    Invocation::new("tar", options).path(&archive).argument("-C").path(releases).argument(name).run()?;
    Ok(archive)
}

/// A line for each archive in a folder, as `sha256sum --check` reads it.
fn checksums(releases: &Path) -> Result<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(releases).with_context(|| format!("cannot list {}", releases.display()))? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.retain(|name| name.ends_with(".tar.gz") || name.ends_with(".zip"));
    names.sort();
    names.into_iter().map(|name| Ok(format!("{}  {name}\n", sha256(&releases.join(&name))?))).collect()
}

fn sha256(path: &Path) -> Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    fs::write(path, contents).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_is_read_from_rustc() {
        assert_eq!(host("rustc 1.95.0\nhost: a-b-c\nrelease: 1.95.0").unwrap(), "a-b-c");
        assert!(host("rustc 1.95.0").is_err());
    }

    #[test]
    fn archives_with_features_have_their_own_names() {
        assert!(name("a-b", "").ends_with("-a-b"));
        assert!(name("a-b", "studio,sound").ends_with("-a-b-studio-sound"));
    }

    #[test]
    fn only_linux_with_gnus_library_has_a_static_target() {
        assert_eq!(portable("i686-unknown-linux-gnu").unwrap(), "i686-unknown-linux-musl");
        assert!(
            ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"]
                .into_iter()
                .all(|host| portable(host).is_none())
        );
    }

    #[test]
    fn every_archive_has_a_checksum() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.tar.gz", "a.zip", "SHA256SUMS"] {
            fs::write(folder.path().join(name), "abc").unwrap();
        }
        // The example of FIPS 180-4.
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(checksums(folder.path()).unwrap(), format!("{sum}  a.zip\n{sum}  b.tar.gz\n"));
    }
}
