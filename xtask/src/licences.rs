//! Checks the licences of everything that is part of a program of the project.
//!
//! A dependency with only a copyleft licence would also bind users of the project. Build and test tools are not shipped
//! and not checked.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::metadata::{Kind, Metadata, Package};

/// Prefixes of SPDX names that are refused if there is no alternative.
const REFUSED: &[&str] = &["GPL", "LGPL", "AGPL", "MPL", "LicenseRef"];

/// A message for each package with a refused licence that the workspace reaches through normal dependencies.
pub(crate) fn refused(metadata: &Metadata) -> Vec<String> {
    let parents = normal_tree(metadata, metadata.workspace_members.iter().map(String::as_str));
    let packages: BTreeMap<_, _> = metadata.packages.iter().map(|package| (&*package.id, package)).collect();
    let reached = metadata.packages.iter().filter(|package| parents.contains_key(&*package.id));
    reached
        .filter_map(|package| {
            let reason = reason_to_refuse(package.license.as_deref())?;
            let path = path_to(package, &parents, &packages);
            Some(format!("{} {} {reason} (by way of {path})", package.name, package.version))
        })
        .collect()
}

/// Every package reached from `roots` through normal dependencies, with its parent on the shortest path.
pub(crate) fn normal_tree<'a>(
    metadata: &'a Metadata,
    roots: impl IntoIterator<Item = &'a str>,
) -> BTreeMap<&'a str, Option<&'a str>> {
    let nodes: BTreeMap<_, _> = metadata.resolve.nodes.iter().map(|node| (&*node.id, &node.deps)).collect();
    let mut parents: BTreeMap<_, _> = roots.into_iter().map(|id| (id, None)).collect();
    let mut queue: VecDeque<&str> = parents.keys().copied().collect();
    while let Some(id) = queue.pop_front() {
        let links = nodes.get(id).into_iter().copied().flatten();
        for link in links.filter(|link| link.dep_kinds.iter().any(|kind| kind.kind == Kind::Normal)) {
            if !parents.contains_key(&*link.pkg) {
                parents.insert(&link.pkg, Some(id));
                queue.push_back(&link.pkg);
            }
        }
    }
    parents
}

/// The names on the path from the workspace to `package`, joined by arrows.
fn path_to(
    package: &Package,
    parents: &BTreeMap<&str, Option<&str>>,
    packages: &BTreeMap<&str, &Package>,
) -> String {
    let mut names = vec![&*package.name];
    let mut id = &*package.id;
    let mut seen = BTreeSet::from([id]);
    while let Some(Some(parent)) = parents.get(id)
        && seen.insert(parent)
    {
        id = parent;
        names.push(packages.get(id).map_or(id, |package| &package.name));
    }
    names.reverse();
    names.join(" → ")
}

fn reason_to_refuse(licence: Option<&str>) -> Option<String> {
    let Some(expression) = licence else {
        return Some("has no licence".to_owned());
    };
    match is_allowed(expression) {
        Some(true) => None,
        Some(false) => Some(format!("is only available under {expression}")),
        None => Some(format!("has a licence that cannot be parsed: {expression:?}")),
    }
}

/// Whether an SPDX expression allows a choice without any refused licence; `None` if it is malformed.
///
/// `a OR b` is allowed if either is, `a AND b` if both are, and an exception (`WITH`) changes nothing. Old manifests
/// write `a/b` for `a OR b`.
fn is_allowed(expression: &str) -> Option<bool> {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = Words { words: spaced.split_whitespace().collect(), next: 0 };
    let allowed = words.alternatives()?;
    (words.next == words.words.len()).then_some(allowed)
}

/// The words of an expression, read from left to right by recursive descent.
struct Words<'a> {
    words: Vec<&'a str>,
    next: usize,
}

impl<'a> Words<'a> {
    fn alternatives(&mut self) -> Option<bool> {
        let mut allowed = self.conjunction()?;
        while self.take_if("OR") {
            allowed |= self.conjunction()?;
        }
        Some(allowed)
    }

    fn conjunction(&mut self) -> Option<bool> {
        let mut allowed = self.licence()?;
        while self.take_if("AND") {
            allowed &= self.licence()?;
        }
        Some(allowed)
    }

    fn licence(&mut self) -> Option<bool> {
        if self.take_if("(") {
            let allowed = self.alternatives()?;
            return self.take_if(")").then_some(allowed);
        }
        let name = self.name()?;
        if self.take_if("WITH") {
            self.name()?;
        }
        Some(!REFUSED.iter().any(|refused| name.starts_with(refused)))
    }

    fn name(&mut self) -> Option<&'a str> {
        let word = *self.words.get(self.next)?;
        self.next += 1;
        (!["OR", "AND", "WITH", "(", ")"].contains(&word)).then_some(word)
    }

    fn take_if(&mut self, word: &str) -> bool {
        let found = self.words.get(self.next) == Some(&word);
        self.next += usize::from(found);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn expressions_follow_spdx() {
        for allowed in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0/MIT",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
            "MIT OR Apache-2.0 OR LGPL-2.1-or-later",
            "GPL-3.0-only OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "(MPL-2.0 OR MIT) AND (Zlib)",
            "GPL-2.0 AND MIT OR BSD-3-Clause",
        ] {
            assert_eq!(is_allowed(allowed), Some(true), "{allowed}");
        }
        for refused in [
            "GPL-3.0-or-later",
            "LGPL-2.1",
            "AGPL-3.0-only",
            "MPL-2.0",
            "MIT AND MPL-2.0",
            "GPL-2.0 WITH Classpath-exception-2.0",
            "MPL-2.0 OR LGPL-3.0-only",
            "(MIT OR Apache-2.0) AND LGPL-3.0",
            "MIT AND (GPL-3.0-only OR LicenseRef-Paid)",
        ] {
            assert_eq!(is_allowed(refused), Some(false), "{refused}");
        }
        for malformed in ["", "MIT OR", "(MIT", "MIT)", "MIT Apache-2.0", "OR MIT", "MIT WITH", "AND"] {
            assert_eq!(is_allowed(malformed), None, "{malformed}");
        }
    }

    /// `app` depends on `middle` and, in tests, on `tester`; `middle` depends by `kind` on `deep` with the given licence.
    fn chain(kind: &str, licence: Option<&str>) -> Metadata {
        let kind = if kind == "normal" { json!(null) } else { json!(kind) };
        let package = |name: &str, licence: Option<&str>| json!({ "id": name, "name": name, "version": "1.2.3", "license": licence, "dependencies": [] });
        let metadata = json!({
            "packages": [
                package("app", Some("MIT")),
                package("middle", Some("MIT")),
                package("deep", licence),
                package("tester", Some("MPL-2.0")),
            ],
            "workspace_members": ["app"],
            "resolve": { "nodes": [
                { "id": "app", "deps": [
                    { "pkg": "middle", "dep_kinds": [{ "kind": "dev" }, { "kind": null }] },
                    { "pkg": "tester", "dep_kinds": [{ "kind": "dev" }] },
                ] },
                { "id": "middle", "deps": [{ "pkg": "deep", "dep_kinds": [{ "kind": kind }] }] },
                { "id": "deep", "deps": [{ "pkg": "middle", "dep_kinds": [{ "kind": null }] }] },
                { "id": "tester", "deps": [] },
            ] },
        });
        serde_json::from_value(metadata).unwrap()
    }

    #[test]
    fn a_refused_licence_deep_in_the_tree_is_found_with_its_path() {
        let found = refused(&chain("normal", Some("MPL-2.0")));
        assert_eq!(found, ["deep 1.2.3 is only available under MPL-2.0 (by way of app → middle → deep)"]);
    }

    #[test]
    fn a_package_without_a_readable_licence_is_refused() {
        assert!(refused(&chain("normal", None))[0].starts_with("deep 1.2.3 has no licence"));
        assert!(refused(&chain("normal", Some("MIT or so")))[0].contains("cannot be parsed: \"MIT or so\""));
    }

    #[test]
    fn build_and_test_dependencies_are_not_checked() {
        assert!(refused(&chain("build", Some("GPL-3.0-only"))).is_empty());
        assert!(refused(&chain("dev", Some("GPL-3.0-only"))).is_empty());
    }

    #[test]
    fn an_alternative_licence_is_allowed() {
        assert!(refused(&chain("normal", Some("GPL-3.0-only OR MIT"))).is_empty());
    }
}
