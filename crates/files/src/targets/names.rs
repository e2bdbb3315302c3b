//! File names that every system and every importer accepts.

use crate::Problem;

/// Names of other files of a terrain, and device names of Windows, which are reserved with any extension.
const TAKEN: [&str; 24] = [
    "preview", "terrain", "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7",
    "com8", "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// Maximum number of letters of a name, without the parts and tile numbers that follow it.
const LONGEST: usize = 64;

/// Turns text into a base name for files: ASCII letters, digits, `-` and `_`. It is never the name of another file of a
/// terrain or of a device.
///
/// ```
/// use orogen_files::targets::file_name;
///
/// assert_eq!(file_name("My hills (2)"), "My_hills_2");
/// assert_eq!(file_name("Höhen"), "H_hen");
/// assert_eq!(file_name("terrain"), "terrain_height");
/// assert_eq!(file_name("Con"), "Con_height");
/// assert_eq!(file_name("山"), "height");
/// ```
pub fn file_name(text: &str) -> String {
    let kept = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let words = text.split(|letter: char| !kept(letter)).filter(|word| !word.is_empty());
    let mut name = words.collect::<Vec<_>>().join("_");
    name.truncate(LONGEST);
    if name.is_empty() {
        name += "height";
    }
    if TAKEN.iter().any(|taken| name.eq_ignore_ascii_case(taken)) {
        name += "_height";
    }
    name
}

/// The names of materials as parts of file names, all different even if case is ignored.
pub(super) fn of_materials<'a>(materials: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for (number, material) in materials.into_iter().enumerate() {
        let mut part = file_name(material);
        while parts.iter().any(|other| other.eq_ignore_ascii_case(&part)) {
            part += &format!("_{number}");
        }
        parts.push(part);
    }
    parts
}

/// Returns an error if Unreal would read the name as a tile position: a letter u, v, x or y before a whole number, which may be
/// negative.
pub(super) fn check_tile_name(name: &str) -> Result<(), Problem> {
    let is_position = |at: usize| {
        let number = &name[at + 1..];
        number.strip_prefix('-').unwrap_or(number).starts_with(|letter: char| letter.is_ascii_digit())
    };
    let letters = name.match_indices(|letter: char| "uvxyUVXY".contains(letter));
    let Some((_, letter)) = letters.into_iter().find(|&(at, _)| is_position(at)) else { return Ok(()) };
    let message =
        format!("Unreal reads `{name}` as the position of a tile because of the number after `{letter}`");
    Err(Problem::new(message, "give the recipe file, or the material, another name"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn materials_with_similar_names_have_different_files() {
        assert_eq!(
            of_materials(["Rock", "rock", "wet rock", "wet-rock"]),
            ["Rock", "rock_1", "wet_rock", "wet-rock"]
        );
    }

    #[test]
    fn tile_positions_are_recognised() {
        for name in ["map2x3", "4X4", "alps_x0_y1", "x2", "alps_v2", "u-1", "max3"] {
            assert!(check_tile_name(name).is_err(), "{name}");
        }
        for name in ["alps", "2x", "box_4", "map2", "y-axis", "x"] {
            assert!(check_tile_name(name).is_ok(), "{name}");
        }
    }
}
