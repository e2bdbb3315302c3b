//! Measures a batch of terrains against single ones, and kills batches at scattered moments.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::invocation::{Invocation, ROOT};
use crate::tool::target_folder;

#[derive(Args)]
pub(crate) struct Options {
    /// The command to measure [default: a release build]
    #[arg(long, value_name = "FILE")]
    command: Option<PathBuf>,
    /// A preset or the file of a recipe
    #[arg(long, default_value = "alps")]
    recipe: String,
    /// Terrains of the batch that is timed
    #[arg(long, default_value_t = 64)]
    seeds: u32,
    /// Samples along a side
    #[arg(long, default_value_t = 1024)]
    size: u32,
    /// How often a batch of 16 terrains is killed
    #[arg(long, default_value_t = 10)]
    kills: u32,
}

/// Terrains of the batch that is killed, and the samples along their sides.
const KILLED: (u32, u32) = (16, 512);

/// The file that a terrain gets last.
const DESCRIPTION: &str = "terrain.json";

/// Times a batch and a single terrain, then kills batches. Solutions of erosion are kept in new folders, so nothing is read from
/// earlier runs.
///
/// # Errors
/// The command fails; or a batch that is continued makes a complete terrain again, or leaves an incomplete one.
pub(crate) fn run(options: &Options) -> Result<()> {
    let command = match &options.command {
        Some(command) => command.clone(),
        None => {
            Invocation::cargo("build --release --package orogen-cli").run()?;
            Path::new(ROOT).join(target_folder()).join("release/orogen")
        }
    };
    let jobs = Jobs { command, recipe: &options.recipe };
    jobs.time(options.seeds, options.size)?;
    if options.kills > 0 {
        jobs.kill(options.kills)?;
    }
    Ok(())
}

struct Jobs<'a> {
    command: PathBuf,
    recipe: &'a str,
}

impl Jobs<'_> {
    /// A batch with the seeds from 1 on, in a folder that also has the solutions that it keeps.
    fn batch(&self, folder: &Path, seeds: u32, size: u32) -> Command {
        let mut command = Command::new(&self.command);
        command.args(["generate", self.recipe, "--quiet", "--output"]).arg(folder.join("out"));
        command.args(["--seeds", &format!("1..{seeds}"), "--size", &size.to_string()]);
        command.env("OROGEN_CACHE", folder.join("cache")).stdin(Stdio::null());
        command
    }

    fn seconds(&self, seeds: u32, size: u32, options: &[&str]) -> Result<f64> {
        let folder = tempfile::tempdir()?;
        let start = Instant::now();
        succeed(self.batch(folder.path(), seeds, size).args(options))?;
        Ok(start.elapsed().as_secs_f64())
    }

    /// The median time of three single terrains.
    fn single(&self, size: u32, options: &[&str]) -> Result<f64> {
        let times = [(); 3].map(|()| self.seconds(1, size, options));
        let mut times = times.into_iter().collect::<Result<Vec<_>>>()?;
        times.sort_by(f64::total_cmp);
        Ok(times[1])
    }

    fn time(&self, seeds: u32, size: u32) -> Result<()> {
        let (all, one) = (self.single(size, &[])?, self.single(size, &["--threads", "1"])?);
        let batch = self.seconds(seeds, size, &[])?;
        println!("{} at {size}²: one terrain {all:.2} s, and {one:.2} s with one thread", self.recipe);
        let [of_all, of_one] = [all, one].map(|single| batch / f64::from(seeds) / single);
        println!(
            "{seeds} terrains {batch:.2} s: {of_all:.2} of a single one each, and {of_one:.2} of one with one thread"
        );
        Ok(())
    }

    /// Kills a batch again and again, and lets the last run finish.
    fn kill(&self, kills: u32) -> Result<()> {
        let (seeds, size) = KILLED;
        // The runs that are killed take about three quarters of the time of a batch together.
        let most = 1.5 * self.seconds(seeds, size, &[])? / f64::from(kills);
        let folder = tempfile::tempdir()?;
        let out = folder.path().join("out");
        let (mut finished, mut leftovers) = (BTreeMap::new(), 0);
        for kill in 1..=kills {
            let mut child =
                self.batch(folder.path(), seeds, size).spawn().context("cannot start the command")?;
            // Multiples of the golden ratio are spread evenly.
            let share = (f64::from(kill) * 0.618_033_988_749_895).fract();
            thread::sleep(Duration::from_secs_f64(0.02 + most * share));
            child.kill()?;
            child.wait()?;
            leftovers += pending(&out)?;
            finished.extend(complete(&out)?);
        }
        let before = finished.len();
        ensure!(before > 0, "no terrain was complete before the last run: allow fewer kills");
        succeed(&mut self.batch(folder.path(), seeds, size))?;
        let after = complete(&out)?;
        for (path, time) in &finished {
            ensure!(after.get(path) == Some(time), "{} was made twice", path.display());
        }
        ensure!(pending(&out)? == 0, "temporary files are left in {}", out.display());
        let terrains = (1..=seeds).map(|seed| out.join(format!("seed-{seed}")));
        for terrain in terrains {
            ensure!(terrain.join(DESCRIPTION).is_file(), "{} is missing", terrain.display());
            let mut verify = Command::new(&self.command);
            verify.arg("verify").arg(&terrain).arg("--quiet");
            succeed(verify.env("OROGEN_CACHE", folder.path().join("verified")))?;
        }
        println!(
            "{seeds} terrains at {size}², killed {kills} times: {before} files were complete before the last run and stayed, \
             {leftovers} temporary files were removed, all terrains are as their recipes say"
        );
        Ok(())
    }
}

fn succeed(command: &mut Command) -> Result<()> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// The files of complete terrains, with the times at which they were written.
fn complete(out: &Path) -> Result<BTreeMap<PathBuf, SystemTime>> {
    let mut files = BTreeMap::new();
    for terrain in entries(out)?.into_iter().filter(|path| path.join(DESCRIPTION).is_file()) {
        for file in entries(&terrain)? {
            files.insert(file.clone(), fs::metadata(&file)?.modified()?);
        }
    }
    Ok(files)
}

/// The number of temporary files.
fn pending(out: &Path) -> Result<usize> {
    let is_pending = |path: &PathBuf| path.to_string_lossy().ends_with(".part");
    let folders = entries(out)?.into_iter().filter(|path| path.is_dir());
    folders.map(|folder| Ok(entries(&folder)?.iter().filter(|path| is_pending(path)).count())).sum()
}

/// The paths in a folder; none if it is missing.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect(),
        Err(_) => Ok(Vec::new()),
    }
}
