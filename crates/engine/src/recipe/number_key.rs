//! Keys of tables whose values are the numbers of a plain type.

use super::error::RecipeError;
use super::spec::Unit;
use super::table::Table;
use super::units;

/// A key of a table whose value is one of the numbers in a type `T`: the key's name, its range, and which number of a `T` it
/// sets.
///
/// The parser, the canonical text and editors of numbers use lists of such keys. The default of a key is the number in the
/// default `T`, or in what [`Fog::usual`](super::Fog::usual) and [`Clouds::usual`](super::Clouds::usual) return.
///
/// ```
/// use orogen_engine::recipe::Sand;
///
/// let mut sand = Sand::default();
/// let grain = Sand::NUMBERS.iter().find(|key| key.name == "grain").unwrap();
/// assert_eq!((grain.get(&sand), grain.least, grain.most), (0.6, 0.0, 1.0));
/// grain.set(&mut sand, 0.25);
/// assert_eq!(sand.grain, 0.25);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NumberKey<T> {
    /// The key in the recipe.
    pub name: &'static str,
    /// Least value.
    pub least: f64,
    /// Greatest value.
    pub most: f64,
    /// The unit of the number.
    pub unit: Unit,
    /// Help in one line.
    pub help: &'static str,
    /// Former names of the key, as in [`ParamSpec::former`](super::spec::ParamSpec::former).
    pub former: &'static [&'static str],
    place: fn(&mut T) -> &mut f64,
}

impl<T> NumberKey<T> {
    pub(super) const fn new(
        name: &'static str,
        [least, most]: [f64; 2],
        unit: Unit,
        help: &'static str,
        place: fn(&mut T) -> &mut f64,
    ) -> Self {
        Self { name, least, most, unit, help, former: &[], place }
    }

    /// The same key, which used to have these names.
    pub(super) const fn formerly(mut self, names: &'static [&'static str]) -> Self {
        self.former = names;
        self
    }

    /// Sets the number. The range is not checked.
    pub fn set(&self, of: &mut T, number: f64) {
        *(self.place)(of) = number;
    }

    /// The error if a number is invalid for this key, for example `glitter is -1: it must be from 0 to 100`.
    pub fn fault(&self, number: f64) -> Option<String> {
        let Self { name, least, most, unit, .. } = *self;
        (!(least..=most).contains(&number))
            .then(|| format!("{name} is {number}: it must be {}", units::range(least, most, unit)))
    }

    /// Reads the number from a table. If the table does not have it, `of` keeps its number.
    pub(super) fn read(&self, table: &Table<'_>, of: &mut T) -> Result<(), RecipeError> {
        if let Some(value) = table.get(self.name) {
            self.set(of, value.number(self.least..=self.most, self.unit)?);
        }
        Ok(())
    }
}

impl<T: Copy> NumberKey<T> {
    /// The number.
    pub fn get(&self, of: &T) -> f64 {
        let mut copy = *of;
        *(self.place)(&mut copy)
    }
}
