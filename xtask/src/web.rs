//! The npm package and the playground: builds them, and checks them in Node and in a browser.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::checks;
use crate::invocation::{Invocation, ROOT};
use crate::metadata::Metadata;
use crate::tool::{Tool, in_continuous_integration, target_folder};

/// The scripts of the checks, and the packages that they need.
const SCRIPTS: &str = "xtask/web";

/// The modules of the package.
const MODULES: &str = "crates/web/npm";

/// The page that shows recipes, and the packages that it is made of.
const PLAYGROUND: &str = "crates/web/playground";

/// Vectors of four lanes, which all browsers have had since 2023.
const SIMD: &str = "-C target-feature=+simd128";

#[derive(Args)]
pub(crate) struct Options {
    /// Build the package in target/web/package and the playground in target/web/playground, and check nothing
    #[arg(long)]
    build: bool,
    /// Install missing tools; the default if CI=true
    #[arg(long)]
    install: bool,
}

/// A build of the program for browsers.
struct Build {
    name: &'static str,
    flags: &'static str,
    /// Cargo's options.
    options: &'static str,
    /// The folder of Cargo's profile.
    profile: &'static str,
}

/// The program that is published.
const PUBLISHED: Build = Build { name: "package", flags: SIMD, options: "--profile web", profile: "web" };

/// The program of the worker with a graphics device.
const WEBGPU: Build =
    Build { name: "gpu", flags: SIMD, options: "--profile web --features webgpu", profile: "web" };

/// The modules beside that program.
const WEBGPU_MODULES: [&str; 4] = ["arguments.js", "device.js", "orogen.js", "worker.js"];

/// Programs that also hash the bits of the presets.
const HASHING: [Build; 2] = [
    Build { name: "simd", flags: SIMD, options: "--profile web --features golden", profile: "web" },
    Build { name: "plain", flags: "", options: "--release --features golden", profile: "release" },
];

/// # Errors
/// A tool is missing, a build fails, or a check does not hold.
pub(crate) fn run(options: &Options) -> Result<()> {
    let version = locked_version("wasm-bindgen")?;
    let tools = [
        Tool::wasm_target(),
        Tool::wasm_bindgen(&version),
        Tool::npm(),
        Tool::chromium(),
        Tool::node_packages("the set of packages of the playground", PLAYGROUND),
        Tool::node_packages("the set of web packages", SCRIPTS),
    ];
    let may_install = options.install || in_continuous_integration();
    tools.iter().try_for_each(|tool| tool.ensure(may_install))?;
    let package = folder(PUBLISHED.name);
    build(&PUBLISHED, &package)?;
    build_webgpu(&package.join(WEBGPU.name))?;
    let playground = folder("playground");
    Invocation::new("node", &format!("{PLAYGROUND}/build.mjs")).path(&package).path(&playground).run()?;
    if options.build {
        println!("the package is in {}, and the playground in {}", package.display(), playground.display());
        return Ok(());
    }
    for hashing in &HASHING {
        build(hashing, &folder(hashing.name))?;
    }
    let script = format!("{SCRIPTS}/check.mjs");
    let [checks, failed] = checks::run(Path::new("node"), &script, &[&folder("")])?;
    println!("{checks} checks, {failed} failed");
    ensure!(failed == 0, "{failed} checks do not hold");
    Ok(())
}

fn folder(name: &str) -> PathBuf {
    target_folder().join("web").join(name)
}

/// Builds a program, and the package around it.
fn build(build: &Build, package: &Path) -> Result<()> {
    let old = Path::new(ROOT).join(package);
    if old.exists() {
        fs::remove_dir_all(&old).with_context(|| format!("cannot remove {}", old.display()))?;
    }
    copy_files(Path::new(MODULES), package, |_| true)?;
    build_program(build, package)
}

/// Builds the program of the worker with a graphics device, with the modules of this worker.
fn build_webgpu(folder: &Path) -> Result<()> {
    copy_files(Path::new(MODULES), folder, |name| WEBGPU_MODULES.iter().any(|module| name == *module))?;
    build_program(&WEBGPU, folder)
}

/// Builds a program in the folder `native` of a package.
fn build_program(build: &Build, package: &Path) -> Result<()> {
    // Builds with other flags replace each other in one folder.
    let target = folder("cargo").join(if build.flags.is_empty() { "plain" } else { "simd" });
    Invocation::cargo("build --package orogen-web --target wasm32-unknown-unknown --target-dir")
        .path(&target)
        .arguments(build.options)
        .variable("RUSTFLAGS", build.flags)
        .run()?;
    let program = target.join("wasm32-unknown-unknown").join(build.profile).join("orogen_web.wasm");
    Invocation::new("wasm-bindgen", "--target web --no-typescript --remove-name-section --out-dir")
        .path(&package.join("native"))
        .path(&program)
        .run()
}

/// Copies the files of a folder whose names are wanted.
fn copy_files(from: &Path, to: &Path, is_wanted: impl Fn(&OsStr) -> bool) -> Result<()> {
    let (from, to) = (Path::new(ROOT).join(from), Path::new(ROOT).join(to));
    fs::create_dir_all(&to)?;
    for file in fs::read_dir(&from).with_context(|| format!("cannot read {}", from.display()))? {
        let name = file?.file_name();
        if is_wanted(&name) {
            fs::copy(from.join(&name), to.join(&name))?;
        }
    }
    Ok(())
}

/// The version of a package that the workspace depends on.
fn locked_version(package: &str) -> Result<String> {
    let metadata = Metadata::of_workspace()?;
    let found = metadata.packages.into_iter().find(|other| other.name == package);
    Ok(found.with_context(|| format!("nothing depends on {package}"))?.version)
}
