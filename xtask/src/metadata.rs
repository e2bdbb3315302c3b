//! The part of `cargo metadata` that the checks use.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::invocation::Invocation;

/// All packages of the workspace and their dependencies, on every platform and with every feature.
#[derive(Deserialize)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    pub(crate) workspace_members: Vec<String>,
    pub(crate) resolve: Resolve,
}

/// A package as its manifest describes it.
#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    /// The licence as an SPDX expression.
    pub(crate) license: Option<String>,
    pub(crate) dependencies: Vec<Dependency>,
    #[serde(default)]
    manifest_path: PathBuf,
    /// The registries to which the package may be published. Empty for `publish = false`; `None` means any.
    publish: Option<Vec<String>>,
}

/// A dependency as written in a manifest.
#[derive(Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) kind: Kind,
}

/// What a dependency is for. Cargo writes `null` for a normal one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "Option<NamedKind>")]
pub(crate) enum Kind {
    #[default]
    Normal,
    Build,
    Dev,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum NamedKind {
    Build,
    Dev,
}

impl From<Option<NamedKind>> for Kind {
    fn from(kind: Option<NamedKind>) -> Self {
        match kind {
            None => Self::Normal,
            Some(NamedKind::Build) => Self::Build,
            Some(NamedKind::Dev) => Self::Dev,
        }
    }
}

/// The graph of the resolved versions.
#[derive(Deserialize)]
pub(crate) struct Resolve {
    pub(crate) nodes: Vec<Node>,
}

/// The resolved dependencies of a package.
#[derive(Deserialize)]
pub(crate) struct Node {
    pub(crate) id: String,
    pub(crate) deps: Vec<Link>,
}

/// A resolved dependency.
#[derive(Deserialize)]
pub(crate) struct Link {
    pub(crate) pkg: String,
    pub(crate) dep_kinds: Vec<LinkKind>,
}

/// A kind of dependency between two packages.
#[derive(Deserialize)]
pub(crate) struct LinkKind {
    pub(crate) kind: Kind,
}

impl Package {
    /// The folder of the package's manifest.
    pub(crate) fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(&self.manifest_path)
    }

    /// Whether the package may be published.
    pub(crate) fn is_published(&self) -> bool {
        self.publish.as_ref().is_none_or(|registries| !registries.is_empty())
    }
}

impl Metadata {
    /// Runs `cargo metadata` with all features.
    ///
    /// # Errors
    /// The same as those of [`Self::read`].
    pub(crate) fn of_workspace() -> Result<Self> {
        Self::read(&Invocation::cargo("metadata --format-version 1 --all-features"))
    }

    /// Runs `metadata`, a call of `cargo metadata` with format version 1, and parses its output.
    ///
    /// # Errors
    /// Cargo fails, or its output cannot be parsed.
    pub(crate) fn read(metadata: &Invocation) -> Result<Self> {
        let json = metadata.output()?;
        serde_json::from_slice(&json).context("cannot parse the output of `cargo metadata`")
    }

    /// The packages of the workspace itself.
    pub(crate) fn members(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| self.workspace_members.contains(&package.id))
    }
}
