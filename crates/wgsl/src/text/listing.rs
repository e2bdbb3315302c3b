//! Texts that store which parts of a recipe each line comes from.

use std::ops::Range;

use orogen_engine::owner::Owner;

/// The text of a shader, or a part of such a text. The text contains no names of fields, so renaming a field does not change the
/// shader.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The text so far.
    pub text: String,
    /// Number of lines so far.
    lines: usize,
    /// Lines with owners, in order, counted from 0.
    owned: Vec<(Range<usize>, Vec<Owner>)>,
}

impl Listing {
    /// Adds lines without an owner: lines that are in every shader or in many shaders.
    pub fn push(&mut self, text: &str) {
        self.text += text;
        self.lines += text.matches('\n').count();
    }

    /// Adds lines that come from parts of a recipe.
    pub(crate) fn push_owned(&mut self, text: &str, owners: Vec<Owner>) {
        self.owned.push((self.lines..self.lines + text.lines().count(), owners));
        self.push(text);
    }

    /// Adds another listing.
    pub fn append(&mut self, other: Self) {
        let moved = |lines: Range<usize>| self.lines + lines.start..self.lines + lines.end;
        self.owned.extend(other.owned.into_iter().map(|(lines, owners)| (moved(lines), owners)));
        self.push(&other.text);
    }

    /// The parts of the recipe that a line comes from, in order of computation; lines count from 1. There are several if these
    /// parts share a function, and none if the line has no owner.
    pub fn owners(&self, line: u32) -> &[Owner] {
        let line = (line as usize).wrapping_sub(1);
        let of = self.owned.iter().find(|(lines, _)| lines.contains(&line));
        of.map_or(&[], |(_, owners)| owners)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_owners() {
        let field = |name: &str| Owner::Field { name: name.to_owned(), node: "fbm" };
        let (hills, dales) = (vec![field("hills")], vec![field("hills"), field("dales")]);
        let mut inner = Listing::default();
        inner.push_owned("fn hills() {\n}", hills.clone());
        inner.push("\n\n");
        inner.push_owned("fn both() {\n}\n", dales.clone());
        let mut whole = Listing::default();
        whole.push("// Nobody's.\n\n");
        whole.append(inner);
        whole.push("// Nobody's.\n");
        assert_eq!(whole.text, "// Nobody's.\n\nfn hills() {\n}\n\nfn both() {\n}\n// Nobody's.\n");
        let owners: Vec<_> = (0..=9).map(|line| whole.owners(line)).collect();
        let (hills, dales, none) = (&hills[..], &dales[..], &[][..]);
        assert_eq!(owners, [none, none, none, hills, hills, none, dales, dales, none, none]);
    }
}
