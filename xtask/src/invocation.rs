//! Runs of other programs, described as values that can be printed first.

use std::env;
use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// The root of the repository, where every program is run.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// A program with its arguments and environment variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Invocation {
    program: String,
    arguments: Vec<String>,
    variables: Vec<(String, String)>,
}

impl Invocation {
    /// `program` with `arguments`, which are split at white space.
    pub(crate) fn new(program: &str, arguments: &str) -> Self {
        let arguments = arguments.split_whitespace().map(str::to_owned).collect();
        Self { program: program.to_owned(), arguments, variables: Vec::new() }
    }

    /// `cargo` with `arguments`, which are split at white space.
    pub(crate) fn cargo(arguments: &str) -> Self {
        Self::new("cargo", arguments)
    }

    /// `cargo` with `arguments`, which are split at white space, and all features that can be built here. Sound needs ALSA's
    /// headers on Linux.
    pub(crate) fn complete_cargo(arguments: &str) -> Self {
        let headers = Self::new("pkg-config", "--exists alsa");
        let has_sound = !cfg!(target_os = "linux") || headers.succeeds();
        let features = if has_sound { "orogen-cli/sound" } else { "orogen-cli/studio" };
        Self::cargo(arguments).argument("--features").argument(&format!("{features},orogen-cli/serve"))
    }

    /// The same with one more argument, which may contain white space.
    pub(crate) fn argument(mut self, argument: &str) -> Self {
        self.arguments.push(argument.to_owned());
        self
    }

    /// The same with the path of a file or folder.
    pub(crate) fn path(self, path: &Path) -> Self {
        self.argument(&path.to_string_lossy())
    }

    /// The same with more arguments, which are split at white space.
    pub(crate) fn arguments(mut self, arguments: &str) -> Self {
        self.arguments.extend(arguments.split_whitespace().map(str::to_owned));
        self
    }

    /// The same with an environment variable set.
    pub(crate) fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Prints the invocation and runs it. The output of the run goes to the output of this program.
    ///
    /// # Errors
    /// The program cannot be started or ends with a status other than 0.
    pub(crate) fn run(&self) -> Result<()> {
        println!("+ {self}");
        let status = self.command().status().with_context(|| format!("cannot start `{self}`"))?;
        ensure!(status.success(), "`{self}` ended with {status}");
        Ok(())
    }

    /// Runs the invocation and returns its standard output.
    ///
    /// # Errors
    /// The program cannot be started or ends with a status other than 0.
    pub(crate) fn output(&self) -> Result<Vec<u8>> {
        let output = self.command().stderr(Stdio::inherit()).output();
        let output = output.with_context(|| format!("cannot start `{self}`"))?;
        ensure!(output.status.success(), "`{self}` ended with {}", output.status);
        Ok(output.stdout)
    }

    /// Whether the invocation succeeds. Its output is discarded.
    pub(crate) fn succeeds(&self) -> bool {
        let status = self.command().stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.executable());
        command.args(&self.arguments).current_dir(ROOT).stdin(Stdio::null());
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// The program to start. Cargo passes its own path in `CARGO`; this path keeps the toolchain the same.
    fn executable(&self) -> String {
        if self.program == "cargo" {
            env::var("CARGO").unwrap_or_else(|_| self.program.clone())
        } else {
            self.program.clone()
        }
    }
}

/// The line to type in a shell.
impl fmt::Display for Invocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.variables {
            write!(f, "{name}={} ", quoted(value))?;
        }
        write!(f, "{}", self.program)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {}", quoted(argument)))
    }
}

fn quoted(word: &str) -> String {
    let needs_quotes = word.is_empty() || word.contains(char::is_whitespace);
    if needs_quotes { format!("\"{word}\"") } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_printed_as_a_shell_line() {
        let docs = Invocation::cargo("doc  --no-deps").variable("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(docs.to_string(), "RUSTDOCFLAGS=\"-D warnings\" cargo doc --no-deps");
        let list = Invocation::new("ls", "-l").argument("a b").argument("");
        assert_eq!(list.to_string(), "ls -l \"a b\" \"\"");
    }

    #[test]
    fn a_failure_is_an_error_with_the_line() {
        let error = Invocation::cargo("no-such-subcommand").run().unwrap_err().to_string();
        assert!(error.contains("`cargo no-such-subcommand` ended with exit status: 101"), "{error}");
        assert!(!Invocation::cargo("no-such-subcommand").succeeds());
        assert!(Invocation::cargo("no-such-subcommand").output().is_err());
    }

    #[test]
    fn a_missing_program_is_an_error() {
        let error = Invocation::new("no-such-program", "").run().unwrap_err().to_string();
        assert_eq!(error, "cannot start `no-such-program`");
    }

    #[test]
    fn output_is_returned() {
        let version = Invocation::cargo("--version").output().unwrap();
        assert!(version.starts_with(b"cargo "), "{version:?}");
    }

    #[test]
    fn variables_reach_the_program() {
        let home = Invocation::new("env", "").variable("OROGEN_XTASK", "a b").output().unwrap();
        assert!(String::from_utf8(home).unwrap().lines().any(|line| line == "OROGEN_XTASK=a b"));
    }
}
