//! Tools that a Rust toolchain may lack, and how to install them.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};

use crate::invocation::Invocation;

/// A program that the checks need.
pub(crate) struct Tool {
    name: &'static str,
    probe: Invocation,
    /// The commands that install the program, in order.
    install: Vec<Invocation>,
}

impl Tool {
    pub(crate) fn rustfmt() -> Self {
        Self::component("rustfmt", "fmt --version")
    }

    pub(crate) fn clippy() -> Self {
        Self::component("clippy", "clippy --version")
    }

    pub(crate) fn nextest() -> Self {
        // It only starts tests, so it is built without optimisation, debug information and the part that updates it, which takes
        // a fraction of the time.
        let build =
            "install cargo-nextest --locked --debug --no-default-features --features default-no-update";
        let install = Invocation::cargo(build).variable("CARGO_PROFILE_DEV_DEBUG", "false");
        Self { name: "cargo-nextest", probe: Invocation::cargo("nextest --version"), install: vec![install] }
    }

    /// Python's module for virtual environments. Debian has it in a separate package.
    pub(crate) fn venv() -> Self {
        let probe = Invocation::new("python3", "-c").argument("import ensurepip, venv");
        Self::of_debian("Python's module venv", probe, "python3-venv")
    }

    /// Third-party readers of the file formats, as Python packages in a virtual environment.
    pub(crate) fn readers() -> Self {
        let folder = target_folder().join("readers");
        Self::environment("the set of Python readers", &folder, "crates/files/tests/readers/requirements.txt")
    }

    /// A virtual environment of Python with the packages of a list.
    pub(crate) fn environment(name: &'static str, folder: &Path, packages: &str) -> Self {
        let folder = folder.to_string_lossy();
        // The environment keeps a copy of the list that was installed. The probe fails when the list has changed.
        let python = format!("{folder}/bin/python");
        let installed = format!("{folder}/requirements.txt");
        Self {
            name,
            probe: Invocation::new("cmp", packages).argument(&installed),
            install: vec![
                Invocation::new("python3", "-m venv --clear").argument(&folder),
                Invocation::new(&python, "-m pip install --quiet --disable-pip-version-check -r")
                    .argument(packages),
                Invocation::new("cp", packages).argument(&installed),
            ],
        }
    }

    /// The packages of a `package.json`, in the folder `node_modules` beside it. Their scripts do not run: that of Godot's build
    /// would copy the build beside the sources.
    pub(crate) fn node_packages(name: &'static str, folder: &str) -> Self {
        let (list, installed) =
            (format!("{folder}/package.json"), format!("{folder}/node_modules/package.json"));
        Self {
            name,
            probe: Invocation::new("cmp", &list).argument(&installed),
            install: vec![
                Invocation::new("npm", "install --silent --no-package-lock --ignore-scripts --prefix")
                    .argument(folder),
                Invocation::new("cp", &list).argument(&installed),
            ],
        }
    }

    /// Node.js and its package manager.
    pub(crate) fn npm() -> Self {
        Self::of_debian("npm", Invocation::new("npm", "--version"), "npm")
    }

    /// A browser without a window.
    pub(crate) fn chromium() -> Self {
        Self::of_debian("Chromium", Invocation::new("chromium", "--version"), "chromium")
    }

    /// The library with which Godot reads EXR files.
    pub(crate) fn tinyexr() -> Self {
        let probe = Invocation::new("sh", "-c").argument("ldconfig -p | grep -q libtinyexr");
        Self::of_debian("TinyEXR", probe, "libtinyexr1d")
    }

    /// A compiler of C#.
    pub(crate) fn mono_compiler() -> Self {
        Self::of_debian("Mono's C# compiler", Invocation::new("mcs", "--version"), "mono-mcs")
    }

    /// A runtime for C#.
    pub(crate) fn mono() -> Self {
        Self::of_debian("Mono", Invocation::new("mono", "--version"), "mono-runtime")
    }

    /// The standard library for browsers. Another toolchain may build it from source with the rest.
    pub(crate) fn wasm_target() -> Self {
        let builds_std = env::var_os("CARGO_UNSTABLE_BUILD_STD").is_some();
        let probe = if builds_std {
            "true"
        } else {
            "test -d \"$(rustc --print target-libdir --target wasm32-unknown-unknown)\""
        };
        Self {
            name: "the standard library for wasm32-unknown-unknown",
            probe: Invocation::new("sh", "-c").argument(probe),
            install: vec![Invocation::new("rustup", "target add wasm32-unknown-unknown")],
        }
    }

    /// The program that writes the modules of JavaScript around a WebAssembly program. Its version must be that of the crate
    /// `wasm-bindgen`.
    pub(crate) fn wasm_bindgen(version: &str) -> Self {
        let probe = format!("wasm-bindgen --version | grep -qF \"wasm-bindgen {version}\"");
        Self {
            name: "wasm-bindgen",
            probe: Invocation::new("sh", "-c").argument(&probe),
            install: vec![Invocation::cargo("install wasm-bindgen-cli --version").argument(version)],
        }
    }

    /// A Vulkan driver that computes on the processor, for machines without a graphics card.
    pub(crate) fn vulkan() -> Self {
        let probe = Invocation::new("sh", "-c")
            .argument("ls /usr/share/vulkan/icd.d/*.json /etc/vulkan/icd.d/*.json 2>/dev/null | grep -q .");
        Self::of_debian("a Vulkan driver", probe, "mesa-vulkan-drivers")
    }

    /// A compiler of GLSL and HLSL.
    pub(crate) fn glslang() -> Self {
        Self::of_debian("glslangValidator", Invocation::new("glslangValidator", "--version"), "glslang-tools")
    }

    /// A validator of SPIR-V.
    pub(crate) fn spirv() -> Self {
        Self::of_debian("spirv-val", Invocation::new("spirv-val", "--version"), "spirv-tools")
    }

    /// A program that counts the instructions of kernels.
    pub(crate) fn valgrind() -> Self {
        Self::of_debian("valgrind", Invocation::new("valgrind", "--version"), "valgrind")
    }

    /// A display without a screen, for tests of the studio.
    pub(crate) fn xvfb() -> Self {
        Self::of_debian("Xvfb", Invocation::new("sh", "-c").argument("command -v Xvfb"), "xvfb")
    }

    /// A virtual mouse and keyboard, for tests of the studio.
    pub(crate) fn xdotool() -> Self {
        Self::of_debian("xdotool", Invocation::new("xdotool", "--version"), "xdotool")
    }

    fn of_debian(name: &'static str, probe: Invocation, package: &str) -> Self {
        let install = vec![
            Invocation::new("apt-get", "update --quiet"),
            Invocation::new("apt-get", "install --yes --quiet --no-install-recommends").argument(package),
        ];
        Self { name, probe, install }
    }

    fn component(name: &'static str, probe: &str) -> Self {
        let install = Invocation::new("rustup", "component add").argument(name);
        Self { name, probe: Invocation::cargo(probe), install: vec![install] }
    }

    /// Checks that the tool is installed, and installs it if `may_install`.
    ///
    /// # Errors
    /// The tool is missing. The message gives the command that installs it.
    pub(crate) fn ensure(&self, may_install: bool) -> Result<()> {
        if self.probe.succeeds() {
            return Ok(());
        }
        if !may_install {
            bail!("{} is missing; run `{}` or `cargo xtask test --install`", self.name, self.lines());
        }
        println!("installing {}", self.name);
        self.install.iter().try_for_each(Invocation::run)?;
        ensure!(self.probe.succeeds(), "{} is still missing after `{}`", self.name, self.lines());
        Ok(())
    }

    /// The shell line that installs the tool.
    fn lines(&self) -> String {
        self.install.iter().map(Invocation::to_string).collect::<Vec<_>>().join(" && ")
    }
}

/// Cargo's target folder.
pub(crate) fn target_folder() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from)
}

/// Whether this program runs in continuous integration, where missing tools are installed by default.
pub(crate) fn in_continuous_integration() -> bool {
    env::var("CI").is_ok_and(|value| value == "true" || value == "1")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(install: Invocation) -> Tool {
        Tool {
            name: "spirit-level",
            probe: Invocation::cargo("spirit-level --version"),
            install: vec![install],
        }
    }

    #[test]
    fn a_missing_tool_is_reported_with_its_install_command() {
        let error = missing(Invocation::cargo("install spirit-level")).ensure(false).unwrap_err().to_string();
        assert!(error.starts_with("spirit-level is missing; run `cargo install spirit-level`"), "{error}");
    }

    #[test]
    fn an_installation_without_effect_is_an_error() {
        let error = missing(Invocation::cargo("--version")).ensure(true).unwrap_err().to_string();
        assert_eq!(error, "spirit-level is still missing after `cargo --version`");
    }

    #[test]
    fn a_failed_installation_is_an_error() {
        let error = missing(Invocation::cargo("no-such-subcommand")).ensure(true).unwrap_err().to_string();
        assert!(error.contains("`cargo no-such-subcommand` ended with"), "{error}");
    }

    #[test]
    fn an_installed_tool_is_not_installed_again() {
        let present = Tool {
            name: "cargo",
            probe: Invocation::cargo("--version"),
            install: vec![Invocation::cargo("no-such-subcommand")],
        };
        present.ensure(true).unwrap();
    }
}
