//! Colours as CSS writes them.

use super::error::RecipeError;
use super::value::Value;

/// Reads sRGB: `#rrggbb`, or `#rgb`, where each digit stands for two equal ones.
pub(super) fn read(value: &Value<'_>) -> Result<[u8; 3], RecipeError> {
    const MEND: &str = "write one or two hexadecimal digits each of red, green and blue: \"#7d7568\"";
    let text = value.text("a colour", MEND)?;
    let digits = text.strip_prefix('#').filter(|digits| {
        [3, 6].contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
    });
    let twice = |digits: &str| digits.chars().flat_map(|digit| [digit; 2]).collect::<String>();
    let digits = digits.map(|digits| if digits.len() == 3 { twice(digits) } else { digits.to_owned() });
    let number = digits.and_then(|digits| u32::from_str_radix(&digits, 16).ok());
    let [_, red, green, blue] =
        number.ok_or_else(|| value.error("this is not a colour").help(MEND))?.to_be_bytes();
    Ok([red, green, blue])
}

/// The colour as a recipe writes it, in quotes.
pub(super) fn written([red, green, blue]: [u8; 3]) -> String {
    format!("\"#{red:02x}{green:02x}{blue:02x}\"")
}
