//! Variations of a recipe: seeds, or values of a number.

use orogen_engine::recipe::Recipe;
use orogen_engine::recipe::spec::{ParamKind, Unit};

use crate::document::{Edit, Key, path_of};

/// The number of variations.
pub const COUNT: usize = 9;

/// What varies.
#[derive(Clone, Debug, PartialEq)]
pub struct Varied {
    /// The path of the number in the recipe.
    pub path: Vec<Key>,
    /// The present value.
    pub value: f64,
    /// The unit of the number.
    pub unit: Unit,
    /// The first and the last value.
    pub range: [f64; 2],
    /// The allowed values.
    pub limits: [f64; 2],
    /// Whether all values are whole.
    pub integer: bool,
}

impl Varied {
    /// Seeds, beginning with this one.
    pub fn seeds(first: u64) -> Self {
        let first = first as f64;
        let range = [first, first + (COUNT - 1) as f64];
        let limits = [0.0, 9_007_199_254_740_991.0];
        Self { path: path_of("seed"), value: first, unit: Unit::None, range, limits, integer: true }
    }

    /// A number with this value. The range is half to double the value; around 0, an eighth of the allowed values to both sides, or
    /// 1 if the allowed range is larger than 1000.
    pub fn number(path: Vec<Key>, value: f64, limits: [f64; 2], unit: Unit, integer: bool) -> Self {
        let [min, max] = limits;
        let side = if max - min <= 1000.0 { 0.125 * (max - min) } else { 1.0 };
        let range = if value == 0.0 { [-side, side] } else { [0.5 * value, 2.0 * value] };
        let least = if min == f64::MIN_POSITIVE { 1e-6 } else { min };
        let range = range.map(|value| value.clamp(least, max));
        let range = [range[0].min(range[1]), range[0].max(range[1])];
        Self { path, value, unit, range, limits: [least, max], integer }
    }

    /// Whether the seed varies.
    pub fn is_seed(&self) -> bool {
        self.path == ["seed"]
    }

    /// The values in order, without repetitions. If all have the same sign, their ratios are about equal, else their distances. The
    /// present value is one of them, unless it is outside the range: it replaces the nearest one.
    pub fn values(&self) -> Vec<f64> {
        let [first, last] = self.range;
        let has_ratio = first * last > 0.0 && !self.is_seed();
        let value = |at: usize| {
            let share = at as f64 / (COUNT - 1) as f64;
            let value = if has_ratio {
                first * libm::pow(last / first, share)
            } else {
                first + (last - first) * share
            };
            let rounded = format!("{value:.3e}").parse().unwrap_or(value);
            if self.integer { value.round() } else { rounded }
        };
        let mut values: Vec<f64> = (0..COUNT).map(value).collect();
        let away = |other: &f64| (other - self.value).abs();
        let nearest = values.iter_mut().min_by(|one, other| away(one).total_cmp(&away(other)));
        if let (Some(nearest), true) = (nearest, (first.min(last)..=first.max(last)).contains(&self.value)) {
            *nearest = self.value;
        }
        values.dedup();
        values
    }

    /// The edit that sets a value.
    pub fn edit(&self, value: f64) -> Edit {
        Edit::Number { path: self.path.clone(), value, integer: self.integer }
    }

    /// The seed and all numbers that the fields of a recipe set, except expressions. `is_plain` says whether a path holds a plain
    /// number.
    pub fn all(recipe: &Recipe, is_plain: &dyn Fn(&[Key]) -> bool) -> Vec<Self> {
        let mut all = vec![Self::seeds(recipe.seed)];
        for field in recipe.written_fields() {
            for param in field.spec.params {
                let path = vec!["fields".to_owned(), field.name.clone(), param.name.to_owned()];
                if let (ParamKind::Number { min, max, .. }, true) =
                    (&param.kind, field.args.given(param.name))
                    && let Some(value) = field.args.optional_number(param.name)
                    && is_plain(&path)
                {
                    all.push(Self::number(path, value, [*min, *max], param.unit, false));
                }
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_span_the_range_and_stay_in_the_limits() {
        assert_eq!(Varied::seeds(7).values(), [7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0]);
        let gain = Varied::number(path_of("fields.a.gain"), 0.5, [0.0, 1.0], Unit::None, false);
        let values = gain.values();
        assert_eq!((values[0], values[4], values[8]), (0.25, 0.5, 1.0));
        let wide = Varied::number(
            path_of("fields.a.wavelength"),
            600.0,
            [f64::MIN_POSITIVE, 1e9],
            Unit::Metres,
            false,
        );
        assert_eq!(wide.range, [300.0, 1200.0]);
        let below = Varied::number(path_of("fields.a.offset"), -4.0, [-1e9, 1e9], Unit::None, false);
        assert_eq!((below.range, below.values()[4]), ([-8.0, -2.0], -4.0));
        let near_the_limit = Varied::number(path_of("fields.a.gain"), 0.8, [0.0, 1.0], Unit::None, false);
        assert_eq!(near_the_limit.range, [0.4, 1.0]);
        assert!(near_the_limit.values().contains(&0.8), "{:?}", near_the_limit.values());
        let precise = Varied::number(path_of("fields.a.gain"), 0.123_456, [0.0, 1.0], Unit::None, false);
        assert_eq!(precise.values()[4], 0.123_456);
        let level = Varied::number(path_of("fields.a.angle"), 0.0, [-180.0, 180.0], Unit::Degrees, false);
        assert_eq!((level.range, level.values()[4]), ([-45.0, 45.0], 0.0));
        let few = Varied { range: [1.0, 3.0], integer: true, ..gain };
        assert_eq!(few.values(), [1.0, 2.0, 3.0], "no value occurs twice");
    }
}
