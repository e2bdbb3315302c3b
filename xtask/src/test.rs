//! All checks of the project in one command, the fastest first.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Error, Result};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use crate::invocation::{Invocation, ROOT};
use crate::tool::{Tool, in_continuous_integration, target_folder};
use crate::{arrows, files, package, python};

#[derive(Args)]
pub(crate) struct Options {
    /// Run only this step
    #[arg(long, value_name = "NAME")]
    only: Option<Step>,
    /// List the steps without running them
    #[arg(long)]
    list: bool,
    /// Test all cases, use new random cases each time, and measure at full size; takes several times as long as a normal run
    #[arg(long)]
    sweep: bool,
    /// Install missing tools; the default if CI=true
    #[arg(long)]
    install: bool,
}

/// The seed of random tests, so that the same sources give the same result. Each sweep uses a new seed.
const SEED: &str = "2026";

/// The tests that spend most of their time on compiling shaders. The others run them for longer.
const SHADER_TESTS: &str = "package(orogen-gpu) - binary(device) - test(crater)";

/// One check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Format,
    Files,
    Arrows,
    Clippy,
    Features,
    Nextest,
    Python,
    Doctest,
    Docs,
    Package,
    Fuzz,
    Peers,
}

impl Step {
    const ALL: [Self; 12] = [
        Self::Format,
        Self::Files,
        Self::Arrows,
        Self::Clippy,
        Self::Features,
        Self::Nextest,
        Self::Python,
        Self::Doctest,
        Self::Docs,
        Self::Package,
        Self::Fuzz,
        Self::Peers,
    ];

    /// Name and meaning.
    fn description(self) -> (&'static str, &'static str) {
        match self {
            Self::Format => ("format", "the sources are formatted by rustfmt"),
            Self::Files => ("files", "no source file is too long or has unfinished work"),
            Self::Arrows => ("arrows", "dependencies and licences follow the rules"),
            Self::Clippy => ("clippy", "compiler and clippy give no warnings"),
            Self::Features => {
                ("features", "the command, the library and the Python package compile with fewer features")
            }
            Self::Nextest => ("nextest", "the tests pass"),
            Self::Python => ("python", "the tests of the Python package pass"),
            Self::Doctest => ("doctest", "the examples in the documentation run"),
            Self::Docs => ("docs", "the documentation builds without warnings"),
            Self::Package => ("package", "every published package is complete"),
            Self::Fuzz => ("fuzz", "the fuzz targets are formatted and compile"),
            Self::Peers => ("peers", "the bench against other crates is formatted and passes clippy"),
        }
    }

    /// The tools that the step needs in addition to cargo and rustc.
    fn tools(self) -> Vec<Tool> {
        match self {
            Self::Format | Self::Fuzz => vec![Tool::rustfmt()],
            Self::Clippy => vec![Tool::clippy()],
            Self::Peers => vec![Tool::rustfmt(), Tool::clippy()],
            Self::Nextest => vec![
                Tool::nextest(),
                Tool::venv(),
                Tool::readers(),
                Tool::vulkan(),
                Tool::glslang(),
                Tool::spirv(),
                Tool::valgrind(),
                Tool::xvfb(),
                Tool::xdotool(),
            ],
            Self::Python => vec![Tool::venv(), python::environment()],
            Self::Doctest => vec![Tool::vulkan()],
            Self::Files | Self::Arrows | Self::Features | Self::Docs | Self::Package => Vec::new(),
        }
    }

    fn run(self, sweep: bool) -> Result<()> {
        match self {
            Self::Files => files::run(),
            Self::Arrows => arrows::run(&arrows::Options::default()),
            Self::Package => package::run(),
            Self::Python => python::run(sweep),
            _ => self.invocations(sweep).iter().try_for_each(Invocation::run),
        }
    }

    /// The commands of the step, in order.
    fn invocations(self, sweep: bool) -> Vec<Invocation> {
        let (cargo, complete) = (Invocation::cargo, Invocation::complete_cargo);
        match self {
            Self::Format => vec![cargo("fmt --all --check")],
            Self::Files | Self::Arrows | Self::Package | Self::Python => Vec::new(),
            Self::Clippy => {
                vec![complete("clippy --workspace --all-targets").argument("--").argument("-Dwarnings")]
            }
            // Clippy and nextest compile everything else.
            Self::Features => {
                vec![
                    cargo("check --package orogen-cli"),
                    cargo("check --package orogen-python"),
                    cargo("check --package orogen-cli --features gpu"),
                    cargo("check --package orogen-cli --features serve"),
                    cargo("check --package orogen --no-default-features"),
                    cargo("check --package orogen --no-default-features --features pictures"),
                    cargo("check --package orogen --no-default-features --features strokes"),
                    cargo("check --package orogen --no-default-features --features edit,hashes"),
                ]
            }
            Self::Nextest => {
                let tests = |of: &str| complete("nextest run --workspace").argument("-E").argument(of);
                if sweep {
                    vec![tests("all()").variable("OROGEN_SWEEP", "1")]
                } else {
                    let of_shaders = tests(SHADER_TESTS).variable("GALLIVM_PERF", "nopt");
                    let others = tests(&format!("not ({SHADER_TESTS})"));
                    [of_shaders, others]
                        .map(|tests| quick_shaders(tests).variable("PROPTEST_RNG_SEED", SEED))
                        .into()
                }
            }
            Self::Doctest => vec![complete("test --doc --workspace")],
            // Libraries only: the pages of the program `orogen` would overwrite those of the library `orogen`.
            Self::Docs => {
                vec![cargo("doc --workspace --lib --no-deps").variable("RUSTDOCFLAGS", "-D warnings")]
            }
            Self::Fuzz => vec![cargo("fmt --manifest-path fuzz/Cargo.toml --check"), fuzz_check()],
            Self::Peers => {
                vec![cargo("fmt --manifest-path benches/peers/Cargo.toml --check"), peers_check()]
            }
        }
    }
}

/// A run whose shaders compile faster on Mesa's software driver: for vectors of four numbers instead of eight, and kept for all
/// processes and later runs. `GALLIVM_PERF=nopt` leaves out optimisation, which pays where shaders run briefly.
fn quick_shaders(tests: Invocation) -> Invocation {
    // Tests run in the folders of their packages.
    let folder = Path::new(ROOT).join(target_folder()).join("shaders");
    tests
        .variable("LP_NATIVE_VECTOR_WIDTH", "128")
        .variable("MESA_SHADER_CACHE_DIR", &folder.to_string_lossy())
}

/// The stable compiler cannot fuzz, but it can check that the fuzz targets compile. Without the default features,
/// libFuzzer is not built, so that no C++ compiler is needed.
fn fuzz_check() -> Invocation {
    Invocation::cargo("check --manifest-path fuzz/Cargo.toml --no-default-features --target-dir")
        .path(&target_folder().join("fuzz-check"))
}

/// Checks the benchmark `peers` without building it: a full build would take minutes, and only its timings need one.
fn peers_check() -> Invocation {
    let folder = target_folder().join("peers-check");
    Invocation::cargo("clippy --manifest-path benches/peers/Cargo.toml --all-targets --target-dir")
        .path(&folder)
        .argument("--")
        .argument("-Dwarnings")
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.description().0)
    }
}

impl ValueEnum for Step {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, meaning) = self.description();
        Some(PossibleValue::new(name).help(meaning))
    }
}

/// Runs the selected steps and reports on them. The status is 0 if all passed and 1 if one failed.
pub(crate) fn run(options: &Options) -> ExitCode {
    let steps = options.only.as_ref().map_or(&Step::ALL[..], std::slice::from_ref);
    if options.list {
        for (name, meaning) in steps.iter().map(|step| step.description()) {
            println!("{name:8} {meaning}");
        }
        return ExitCode::SUCCESS;
    }
    let may_install = options.install || in_continuous_integration();
    // Find missing tools before minutes of building.
    if let Err((step, error)) = provide_tools(steps, may_install) {
        return Report { tried: vec![(step, Duration::ZERO)], error: Some(error) }.show();
    }
    let report = perform(steps, |step| {
        println!("== {step}: {}", step.description().1);
        step.run(options.sweep)
    });
    report.show()
}

/// Checks or installs the tools of all steps. The error names the step that lacks a tool.
fn provide_tools(steps: &[Step], may_install: bool) -> Result<(), (Step, Error)> {
    for &step in steps {
        let ready = step.tools().iter().try_for_each(|tool| tool.ensure(may_install));
        ready.map_err(|error| (step, error))?;
    }
    Ok(())
}

/// The results of the steps.
#[derive(Default)]
struct Report {
    /// The steps that ran, with their times.
    tried: Vec<(Step, Duration)>,
    /// The error of the last step, if it failed.
    error: Option<Error>,
}

/// Runs the steps in order until one fails.
fn perform(steps: &[Step], mut action: impl FnMut(Step) -> Result<()>) -> Report {
    let mut report = Report::default();
    for &step in steps {
        let start = Instant::now();
        report.error = action(step).err();
        report.tried.push((step, start.elapsed()));
        if report.error.is_some() {
            break;
        }
    }
    report
}

impl Report {
    fn show(&self) -> ExitCode {
        if let (Some(error), Some((step, _))) = (&self.error, self.tried.last()) {
            eprintln!("step {step} failed: {error:#}");
        }
        println!("{}", self.times());
        println!("{}", self.closing_line());
        if self.error.is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }

    fn times(&self) -> String {
        let each = self.tried.iter().map(|(step, time)| format!("{step} {:.1} s, ", time.as_secs_f64()));
        let total: Duration = self.tried.iter().map(|(_, time)| time).sum();
        format!("times: {}total {:.1} s", each.collect::<String>(), total.as_secs_f64())
    }

    fn closing_line(&self) -> String {
        let failed = usize::from(self.error.is_some());
        format!("steps: {} passed, {failed} failed", self.tried.len() - failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::ensure;

    /// The steps that ran, and the report, if the action fails at `bad`.
    fn try_steps(bad: Option<Step>) -> (Vec<Step>, Report) {
        let mut tried = Vec::new();
        let report = perform(&Step::ALL, |step| {
            tried.push(step);
            ensure!(Some(step) != bad, "it does not fit");
            Ok(())
        });
        (tried, report)
    }

    #[test]
    fn all_steps_run_in_order() {
        let (tried, report) = try_steps(None);
        assert_eq!(tried, Step::ALL);
        assert_eq!(report.closing_line(), "steps: 12 passed, 0 failed");
        assert_eq!(report.show(), ExitCode::SUCCESS);
    }

    #[test]
    fn a_failure_ends_the_run() {
        let (tried, report) = try_steps(Some(Step::Arrows));
        assert_eq!(tried, [Step::Format, Step::Files, Step::Arrows]);
        assert_eq!(report.closing_line(), "steps: 2 passed, 1 failed");
        assert_eq!(report.show(), ExitCode::FAILURE);
    }

    #[test]
    fn times_are_printed_per_step_and_in_total() {
        let second = Duration::from_millis(1_000);
        let report =
            Report { tried: vec![(Step::Format, second), (Step::Features, second * 60)], error: None };
        assert_eq!(report.times(), "times: format 1.0 s, features 60.0 s, total 61.0 s");
    }

    #[test]
    fn every_step_has_its_own_name() {
        for step in Step::ALL {
            assert_eq!(Step::from_str(&step.to_string(), false), Ok(step));
        }
        assert!(Step::from_str("moon", false).is_err());
    }

    #[test]
    fn every_step_does_something() {
        for step in Step::ALL {
            let inside = matches!(step, Step::Files | Step::Arrows | Step::Package | Step::Python);
            assert_eq!(step.invocations(false).is_empty(), inside, "{step}");
        }
    }
}
