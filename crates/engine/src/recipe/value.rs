//! Reads TOML values as the type of a key. Errors say what was found instead.

use std::ops::RangeInclusive;
use std::sync::Arc;

use toml::de::{DeInteger, DeValue};

use super::error::RecipeError;
use super::expression::Names;
use super::source::{Source, Span};
use super::spec::Unit;
use super::units;

/// A name or text of the user in backticks: shortened, and without control characters.
pub(super) fn quote(text: &str) -> String {
    format!("`{}`", shorten(text))
}

/// At most 60 characters of a text, without control characters.
pub(super) fn shorten(text: &str) -> String {
    let mut short = String::new();
    for character in text.chars().take(60) {
        if character.is_control() {
            short.extend(character.escape_default());
        } else {
            short.push(character);
        }
    }
    if text.chars().nth(60).is_some() {
        short.push('…');
    }
    short
}

/// A value of a recipe, or of another text of TOML, with the key it belongs to.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    pub(super) source: &'a Arc<Source>,
    pub(super) names: &'a Names<'a>,
    pub(super) key: &'a str,
    pub(super) key_span: Span,
    pub(super) span: Span,
    pub(super) value: &'a DeValue<'a>,
}

impl<'a> Value<'a> {
    /// An error at this value.
    pub fn error(&self, message: impl Into<String>) -> RecipeError {
        RecipeError::new(self.source, self.span, message)
    }

    /// Refuses a key that is not a valid name: a letter, then letters, digits, `-` and `_`.
    pub(super) fn refuse_odd_name(&self, of: &str) -> Result<(), RecipeError> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        if self.key.starts_with(|first: char| first.is_ascii_alphabetic()) && self.key.bytes().all(plain) {
            return Ok(());
        }
        let message = format!("{} is not a valid name of {of}", quote(self.key));
        let help = "a name is a letter, then letters, digits, `-` and `_`";
        Err(RecipeError::new(self.source, self.key_span, message).help(help))
    }

    /// The error of a value of the wrong kind.
    pub(super) fn wants(&self, wanted: &str) -> RecipeError {
        let message = format!("{} wants {wanted}, found {}", quote(self.key), self.found());
        self.error(message).label(format!("wants {wanted}"))
    }

    /// The text, if the value is a string.
    pub(super) fn as_text(&self) -> Option<&'a str> {
        self.value.as_str()
    }

    /// Whether the value is a number.
    pub(super) fn is_number(&self) -> bool {
        self.value.is_integer() || self.value.is_float()
    }

    /// A string.
    ///
    /// # Errors
    /// The value is of another kind; `wanted` and `help` say what it should be.
    pub fn text(&self, wanted: &str, help: &str) -> Result<&'a str, RecipeError> {
        self.as_text().ok_or_else(|| self.wants(wanted).help(help))
    }

    /// `true` or `false`.
    pub(super) fn flag(&self) -> Result<bool, RecipeError> {
        self.value.as_bool().ok_or_else(|| {
            let quoted = matches!(self.as_text(), Some("true" | "false"));
            self.wants("true or false").help(if quoted {
                "write it without quotes"
            } else {
                "write true or false"
            })
        })
    }

    /// The elements of an array.
    ///
    /// # Errors
    /// The value is of another kind; `wanted` and `help` say what it should be.
    pub fn array(&self, wanted: &str, help: &str) -> Result<Vec<Value<'a>>, RecipeError> {
        let array = self.value.as_array().ok_or_else(|| self.wants(wanted).help(help))?;
        let element = |v: &'a toml::Spanned<DeValue<'a>>| Value {
            span: self.source.fit(v.span()),
            value: v.get_ref(),
            ..*self
        };
        Ok(array.iter().map(element).collect())
    }

    /// A finite number in a range. A string may have an expression of numbers and parameters or, if `unit` is metres, a length
    /// with a unit. Negative zero becomes zero, because both mean the same in a recipe.
    ///
    /// # Errors
    /// The value is of another kind, not finite or out of the range.
    pub fn number(&self, range: RangeInclusive<f64>, unit: Unit) -> Result<f64, RecipeError> {
        let choose = || format!("choose a number {}", units::range(*range.start(), *range.end(), unit));
        let number = match self.value {
            DeValue::Integer(integer) => Some(integer_as_number(integer)),
            DeValue::Float(float) => Some(float.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::String(text) => match units::length(text) {
                Some(metres) => (unit == Unit::Metres).then_some(metres),
                None => self.computed(text)?,
            },
            _ => None,
        };
        let number = number.ok_or_else(|| self.no_number(unit, choose()))?;
        if !number.is_finite() {
            let found = quote(self.source.slice(self.span));
            let message = format!("{} wants a finite number, found {found}", quote(self.key));
            return Err(self.error(message).help(choose()));
        }
        self.within(number, [*range.start(), *range.end()], unit)
    }

    /// Checks that a number that was read or computed is in a range, and returns it. Negative zero becomes zero.
    pub(super) fn within(
        &self,
        number: f64,
        [least, most]: [f64; 2],
        unit: Unit,
    ) -> Result<f64, RecipeError> {
        if (least..=most).contains(&number) {
            return Ok(number + 0.0);
        }
        let choose = format!("choose a number {}", units::range(least, most, unit));
        Err(self.out_of_range(&units::plain(number), choose))
    }

    /// A whole number in a range, which may have an alternative: `, or "auto"`.
    pub(super) fn integer(
        &self,
        range: RangeInclusive<i64>,
        wanted: &str,
        or: &str,
    ) -> Result<i64, RecipeError> {
        let choose = format!("choose a whole number from {} to {}{or}", range.start(), range.end());
        let integer = match self.value {
            DeValue::Integer(integer) => integer,
            DeValue::String(text) => match self.computed(text)? {
                Some(number) if number.fract() == 0.0 && range.contains(&(number as i64)) => {
                    return Ok(number as i64);
                }
                Some(number) => return Err(self.out_of_range(&units::plain(number), choose)),
                None => return Err(self.wants(&format!("{wanted}{or}")).help(choose)),
            },
            _ => return Err(self.wants(&format!("{wanted}{or}")).help(choose)),
        };
        match i64::from_str_radix(integer.as_str(), integer.radix()) {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(self.out_of_range(&shorten(self.source.slice(self.span)), choose)),
        }
    }

    /// A seed: a whole number from 0 to 2⁶⁴ − 1, also as a string, decimal or `0x…`.
    pub(super) fn seed(&self) -> Result<u64, RecipeError> {
        let seed = match self.value {
            DeValue::Integer(integer) => u64::from_str_radix(integer.as_str(), integer.radix()).ok(),
            DeValue::String(text) => seed_of_text(text),
            _ => return Err(self.wants("a whole number").help(SEED_HELP)),
        };
        seed.ok_or_else(|| self.out_of_range(&shorten(self.source.slice(self.span)), SEED_HELP.to_owned()))
    }

    fn out_of_range(&self, found: &str, choose: String) -> RecipeError {
        self.error(format!("{} is out of range: {found}", quote(self.key))).label("out of range").help(choose)
    }

    fn no_number(&self, unit: Unit, choose: String) -> RecipeError {
        let metres = unit == Unit::Metres;
        let wanted = if metres { "a length in metres" } else { "a number" };
        self.wants(wanted).help(match self.as_text() {
            Some(text) if units::bare_number(text).is_some() => "write it without quotes".to_owned(),
            Some(_) if metres => {
                "write a number of metres, or a string with km, m, cm or mm: \"6 km\"".to_owned()
            }
            _ => choose,
        })
    }

    /// The value in a few words.
    fn found(&self) -> String {
        match self.value {
            DeValue::String(text) => format!("the string \"{}\"", shorten(text)),
            DeValue::Integer(_) | DeValue::Float(_) => {
                format!("the number {}", shorten(self.source.slice(self.span)))
            }
            DeValue::Boolean(flag) => flag.to_string(),
            DeValue::Datetime(_) => "a date".to_owned(),
            DeValue::Array(array) => format!("an array of {}", array.len()),
            DeValue::Table(_) => "a table".to_owned(),
        }
    }
}

const SEED_HELP: &str =
    "a seed is a whole number from 0 to 18446744073709551615, or a string such as \"0x9e37\"";

/// The seed that a text means, in a recipe or elsewhere: a whole number from 0 to 2⁶⁴ − 1, decimal or `0x…`, with
/// optional `_` between digits.
///
/// ```
/// use orogen_engine::recipe::seed_of_text;
///
/// assert_eq!(seed_of_text("0x9e37"), Some(40_503));
/// assert_eq!(seed_of_text("-1"), None);
/// ```
pub fn seed_of_text(text: &str) -> Option<u64> {
    let digits = |text: &str, radix| {
        // `from_str_radix` takes a leading `+`; a seed does not.
        let plain = text.bytes().all(|byte| byte.is_ascii_hexdigit());
        u64::from_str_radix(text, radix).ok().filter(|_| plain)
    };
    let text = text.trim().replace('_', "");
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hexadecimal) => digits(hexadecimal, 16),
        None => digits(&text, 10),
    }
}

/// The seed of a field without one: the 64-bit hash FNV-1a (Fowler, Noll and Vo, 1991) of its name.
pub(crate) fn seed_of_name(name: &str) -> u64 {
    name.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// The number nearest to an integer of any size; too large ones are infinite.
fn integer_as_number(integer: &DeInteger<'_>) -> f64 {
    let text = integer.as_str();
    match i128::from_str_radix(text, integer.radix()) {
        Ok(number) => number as f64,
        Err(_) if integer.radix() == 10 => text.parse().unwrap_or(f64::INFINITY),
        Err(_) => f64::INFINITY,
    }
}
