//! What is said of the files, for people and for programs.

use std::io::{self, Write};
use std::time::Duration;

use orogen_files::TerrainInfo;
use orogen_files::verify::{Findings, Unit};
use serde_json::{Value, json};

use super::checked::{Checked, CheckedSeries};
use super::origin;
use crate::failure::Failure;

/// Tells what is wrong on stderr and a table on stdout as the work goes on; facts for programs at the end.
pub(super) struct Report {
    json: bool,
    quiet: bool,
    files: Vec<Value>,
    flaws: Vec<String>,
    unlisted: Vec<String>,
    borders: u64,
    largest: f64,
}

impl Report {
    pub(super) fn new(json: bool, quiet: bool) -> Self {
        Self {
            json,
            quiet,
            files: Vec::new(),
            flaws: Vec::new(),
            unlisted: Vec::new(),
            borders: 0,
            largest: 0.0,
        }
    }

    pub(super) fn begin(&self, info: &TerrainInfo) -> Result<(), Failure> {
        if !origin::same_version(info) && !self.json && !self.quiet {
            eprintln!(
                "orogen {} made this terrain, and this is {}",
                info.orogen_version,
                env!("CARGO_PKG_VERSION")
            );
        }
        self.line("file", "largest error", "allowed", "")
    }

    /// Takes what is wrong with the description.
    pub(super) fn description(&mut self, flaws: Vec<String>) -> Result<(), Failure> {
        self.line("terrain.json", "", "", verdict(flaws.is_empty()))?;
        for flaw in flaws {
            self.tell(format!("terrain.json: {flaw}"));
        }
        Ok(())
    }

    /// Takes names of files that could be taken for the terrain's. They are no fault of it, but should be known of.
    pub(super) fn unlisted(&mut self, names: Vec<String>) {
        if !names.is_empty() && !self.json && !self.quiet {
            eprintln!("not of this terrain, though in its folder: {}", names.join(", "));
        }
        self.unlisted = names;
    }

    pub(super) fn series(&mut self, series: CheckedSeries) -> Result<(), Failure> {
        let sound = series.flaws.is_empty() && series.files.iter().all(|file| file.flaws.is_empty());
        let worst = series.files.iter().filter_map(|file| file.findings.as_ref());
        let worst = worst.max_by(|one, other| one.largest.total_cmp(&other.largest));
        let first = series.files.first().map_or("", |file| &file.file.name);
        let name = match series.files.len() {
            1 => first.to_owned(),
            count => format!("{first} … ({count} tiles)"),
        };
        let (error, allowed) = worst.map_or_else(|| ("not compared".to_owned(), String::new()), in_words);
        self.line(&name, &error, &allowed, verdict(sound))?;
        self.borders += series.borders;
        for checked in series.files {
            self.file(checked);
        }
        series.flaws.into_iter().for_each(|flaw| self.tell(flaw));
        Ok(())
    }

    fn file(&mut self, Checked { file, findings, flaws }: Checked) {
        if let Some(findings) = findings.as_ref().filter(|findings| findings.unit == Unit::Metres) {
            self.largest = self.largest.max(findings.largest);
        }
        self.files.push(json!({
            "name": file.name,
            "kind": file.kind,
            "format": file.format,
            "tile": file.tile,
            "ok": flaws.is_empty(),
            "compared": findings.is_some(),
            "unit": findings.as_ref().map(|findings| match findings.unit {
                Unit::Metres => "metres",
                Unit::Steps => "steps",
                Unit::Length => "length",
            }),
            "largest_error": findings.as_ref().map(|findings| findings.largest),
            "allowed_error": findings.as_ref().map(Findings::bound),
            "samples": findings.as_ref().map(|findings| findings.samples),
            "wrong_samples": findings.as_ref().map(|findings| findings.wrong),
            "wrong_normals": findings.as_ref().and_then(|findings| Some(findings.normals.as_ref()?.wrong)),
            "first_wrong": findings.as_ref().and_then(|findings| findings.first),
            "flaws": flaws,
        }));
        for flaw in flaws {
            self.tell(format!("{}: {flaw}", file.name));
        }
    }

    fn tell(&mut self, flaw: String) {
        if !self.json {
            Failure::of_job(&*flaw, "").tell();
        }
        self.flaws.push(flaw);
    }

    fn line(&self, name: &str, error: &str, allowed: &str, verdict: &str) -> Result<(), Failure> {
        if self.json || self.quiet {
            return Ok(());
        }
        let line = format!("{name:36} {error:>15}  {allowed:12} {verdict}");
        Ok(writeln!(io::stdout().lock(), "{}", line.trim_end())?)
    }

    /// The verdict.
    pub(super) fn end(self, info: &TerrainInfo, time: Duration) -> Result<(), Failure> {
        let sound = self.flaws.is_empty();
        let mut out = io::stdout().lock();
        if self.json {
            let facts = json!({
                "ok": sound,
                "orogen_version": info.orogen_version,
                "seed": info.seed,
                "recipe_hash": info.recipe_hash,
                "files": self.files,
                "borders": self.borders,
                "largest_height_error": self.largest,
                "flaws": self.flaws,
                "unlisted": self.unlisted,
                "seconds": time.as_secs_f64(),
            });
            writeln!(out, "{facts:#}")?;
        } else if !self.quiet {
            let (files, borders, flaws) = (self.files.len(), self.borders, self.flaws.len());
            let compared =
                format!("{borders} shared borders, heights off by {} at most", metres(self.largest));
            match sound {
                true => writeln!(out, "all right: {files} files, {compared}")?,
                false => writeln!(out, "WRONG in {flaws} ways: {files} files, {compared}")?,
            }
        }
        out.flush()?;
        if sound { Ok(()) } else { Err(Failure::Told(1)) }
    }
}

fn verdict(sound: bool) -> &'static str {
    if sound { "OK" } else { "WRONG" }
}

/// The largest error and the allowed one.
fn in_words(findings: &Findings) -> (String, String) {
    let of = |number: f64| match findings.unit {
        Unit::Metres => metres(number),
        Unit::Steps if number == 0.0 => "exact".to_owned(),
        Unit::Steps => format!("{number} steps"),
        Unit::Length => format!("{number:.1e}"),
    };
    (of(findings.largest), of(findings.bound()))
}

fn metres(number: f64) -> String {
    match number {
        0.0 => "0 m".to_owned(),
        small if small < 1e-3 => format!("{small:.2e} m"),
        _ => format!("{number:.4} m"),
    }
}
