//! Checks which crates depend on which.
//!
//! Data flows one way, from the recipe to the products, and a crate depends only on crates earlier in this flow. A dependency
//! that is not in [`RULES`] is refused, so that every new dependency is a deliberate decision. Dev-dependencies are not
//! checked.

use anyhow::{Result, bail};
use clap::Args;

use crate::layers;
use crate::licences;
use crate::metadata::{Kind, Metadata, Package};
use crate::modules;

/// The dependencies that a crate of the workspace may have.
struct Rule {
    package: &'static str,
    /// Crates of the workspace.
    inside: &'static [&'static str],
    /// Other crates. `None` allows all of them.
    outside: Option<&'static [&'static str]>,
}

const RULES: &[Rule] = &[
    Rule { package: "orogen-noise", inside: &[], outside: Some(&["fearless_simd", "libm"]) },
    Rule { package: "orogen-erosion", inside: &["orogen-noise"], outside: Some(&["libm", "rayon"]) },
    Rule { package: "orogen-engine", inside: &["orogen-erosion", "orogen-noise"], outside: None },
    Rule { package: "orogen-files", inside: &["orogen-engine"], outside: None },
    Rule { package: "orogen-wgsl", inside: &["orogen-noise", "orogen-engine"], outside: Some(&[]) },
    Rule { package: "orogen-gpu", inside: &["orogen-noise", "orogen-engine", "orogen-wgsl"], outside: None },
    Rule { package: "orogen-strokes", inside: &["orogen-engine"], outside: None },
    Rule {
        package: "orogen",
        inside: &["orogen-engine", "orogen-files", "orogen-strokes"],
        outside: Some(&[
            "blake3",
            "bytemuck",
            "etcetera",
            "rayon",
            "serde_json",
            "strsim",
            "tempfile",
            "toml_edit",
        ]),
    },
    Rule { package: "orogen-view", inside: &["orogen-noise", "orogen-engine", "orogen-gpu"], outside: None },
    Rule {
        package: "orogen-studio",
        inside: &["orogen-engine", "orogen-gpu", "orogen-strokes", "orogen-view"],
        outside: None,
    },
    Rule { package: "orogen-serve", inside: &["orogen", "orogen-engine", "orogen-files"], outside: None },
    Rule {
        package: "orogen-cli",
        inside: &[
            "orogen",
            "orogen-engine",
            "orogen-erosion",
            "orogen-files",
            "orogen-gpu",
            "orogen-serve",
            "orogen-strokes",
            "orogen-studio",
            "orogen-view",
        ],
        outside: None,
    },
    Rule {
        package: "orogen-python",
        inside: &["orogen", "orogen-cli", "orogen-noise"],
        outside: Some(&["numpy", "pyo3", "pyo3-build-config", "rayon"]),
    },
    Rule {
        package: "orogen-web",
        // The engine is for the hashes of the presets, the files for the colours of ground.
        inside: &["orogen", "orogen-engine", "orogen-files", "orogen-wgsl"],
        outside: Some(&["blake3", "glam", "half", "js-sys", "serde_json", "wasm-bindgen"]),
    },
    // Used in tests only.
    Rule { package: "orogen-passthrough", inside: &[], outside: Some(&["bytemuck", "pollster", "wgpu"]) },
    Rule { package: "xtask", inside: &[], outside: None },
];

#[derive(Args, Default)]
pub(crate) struct Options {
    /// Draw the picture of the modules in ARCHITECTURE.md again
    #[arg(long)]
    draw: bool,
}

/// Checks the dependencies of the workspace, of the modules in each crate, and the licences.
///
/// # Errors
/// Lists every dependency and licence that is refused, with the fix.
pub(crate) fn run(options: &Options) -> Result<()> {
    if options.draw {
        layers::draw()?;
    }
    let metadata = Metadata::of_workspace()?;
    let mut complaints = wrong_arrows(&metadata);
    let cycles = modules::cycles()?;
    // The picture has no place for modules of a cycle.
    if cycles.is_empty() {
        complaints.extend(layers::complaint()?);
    }
    complaints.extend(cycles);
    complaints.extend(licences::refused(&metadata));
    if !complaints.is_empty() {
        bail!("dependencies violate the rules:\n  {}", complaints.join("\n  "));
    }
    let (members, packages) = (metadata.members().count(), metadata.packages.len());
    println!("arrows: {members} crates of the workspace and {packages} packages in all follow the rules");
    Ok(())
}

fn wrong_arrows(metadata: &Metadata) -> Vec<String> {
    metadata.members().flat_map(|package| wrong_arrows_of(package, metadata)).collect()
}

fn wrong_arrows_of(package: &Package, metadata: &Metadata) -> Vec<String> {
    let Some(rule) = RULES.iter().find(|rule| rule.package == package.name) else {
        return vec![format!(
            "{} has no rule: add its allowed dependencies to xtask/src/arrows.rs",
            package.name
        )];
    };
    let needed = package.dependencies.iter().filter(|dependency| dependency.kind != Kind::Dev);
    let inside = |name: &str| metadata.members().any(|member| member.name == name);
    needed
        .filter(|dependency| !rule.permits(&dependency.name, inside(&dependency.name)))
        .map(|dependency| rule.complaint(&dependency.name))
        .collect()
}

impl Rule {
    fn permits(&self, name: &str, inside: bool) -> bool {
        let allowed = if inside { Some(self.inside) } else { self.outside };
        allowed.is_none_or(|allowed| allowed.contains(&name))
    }

    fn complaint(&self, name: &str) -> String {
        let allowed: Vec<_> = self.inside.iter().chain(self.outside.unwrap_or_default()).copied().collect();
        format!("{} must not depend on {name}, only on: {}", self.package, allowed.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// A workspace of two crates, `orogen-noise` and `package`, where `package` has the dependencies given.
    fn workspace(package: &str, dependencies: Value) -> Metadata {
        let described = |name: &str, dependencies: Value| json!({ "id": name, "name": name, "version": "0.1.0", "license": "MIT", "dependencies": dependencies });
        let mut packages = vec![described(package, dependencies)];
        if package != "orogen-noise" {
            packages.push(described("orogen-noise", json!([])));
        }
        let members: Vec<_> = packages.iter().map(|package| package["id"].clone()).collect();
        let metadata =
            json!({ "packages": packages, "workspace_members": members, "resolve": { "nodes": [] } });
        serde_json::from_value(metadata).unwrap()
    }

    fn complaints(package: &str, dependencies: Value) -> Vec<String> {
        wrong_arrows(&workspace(package, dependencies))
    }

    #[test]
    fn a_dependency_in_the_rules_is_allowed() {
        let dependencies =
            json!([{ "name": "orogen-noise", "kind": null }, { "name": "rayon", "kind": null }]);
        assert!(complaints("orogen-engine", dependencies).is_empty());
    }

    #[test]
    fn a_dependency_that_skips_a_layer_is_refused() {
        let found = complaints("orogen-files", json!([{ "name": "orogen-noise", "kind": null }]));
        assert_eq!(found, ["orogen-files must not depend on orogen-noise, only on: orogen-engine"]);
    }

    #[test]
    fn the_noise_crate_has_two_dependencies_and_no_other() {
        let two = json!([{ "name": "fearless_simd", "kind": null }, { "name": "libm", "kind": null }]);
        assert!(complaints("orogen-noise", two).is_empty());
        let found = complaints("orogen-noise", json!([{ "name": "rayon", "kind": null }]));
        assert_eq!(found, ["orogen-noise must not depend on rayon, only on: fearless_simd, libm"]);
    }

    #[test]
    fn build_dependencies_are_checked_and_dev_dependencies_are_not() {
        assert_eq!(complaints("orogen-noise", json!([{ "name": "cc", "kind": "build" }])).len(), 1);
        assert!(complaints("orogen-noise", json!([{ "name": "proptest", "kind": "dev" }])).is_empty());
    }

    #[test]
    fn a_crate_without_a_rule_is_refused() {
        let found = complaints("orogen-moon", json!([]));
        assert!(found.len() == 1 && found[0].starts_with("orogen-moon has no rule"), "{found:?}");
    }

    #[test]
    fn rules_name_only_earlier_rules() {
        for (place, rule) in RULES.iter().enumerate() {
            for name in rule.inside {
                let target = RULES.iter().position(|other| other.package == *name);
                assert!(target.is_some_and(|target| target < place), "{} → {name}", rule.package);
            }
        }
    }
}
