//! A terrain that is too large for a shader.

use std::fmt::Write;

/// A recipe whose height uses so many fields that its shader exceeds the maximum length.
pub(crate) fn large() -> String {
    const FIELDS: usize = 250;
    let mut text = "orogen = 1\ndomain.size = 8000.0\nheight = { field = 'sum1', scale = 9.0 }\n".to_owned();
    for at in 1..FIELDS {
        let next = if at + 1 == FIELDS { format!("hills{FIELDS}") } else { format!("sum{}", at + 1) };
        writeln!(text, "[fields.sum{at}]\ntype = 'add'\na = 'hills{at}'\nb = '{next}'").unwrap();
    }
    for at in 1..=FIELDS {
        writeln!(text, "[fields.hills{at}]\ntype = 'fbm'\nwavelength = 900.0\noctaves = 16\nseed = {at}")
            .unwrap();
    }
    text
}
