//! The heights of contours.

/// The first digits of intervals.
const DIGITS: [f64; 3] = [1.0, 2.0, 5.0];

/// The heights of contours: whole multiples of 1, 2 or 5 times a power of ten in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ContourInterval {
    /// The first digit, times a power of 5 if the interval was made [wider](Self::wider).
    digit: f64,
    /// The exponent of the power of ten.
    exponent: i32,
    /// The number of the interval's multiples between two index contours.
    index: i64,
}

impl ContourInterval {
    /// The interval for samples at this spacing in metres: the least that is at least twice the spacing. So where the ground
    /// rises at 45°, there are two samples or more from one contour to the next.
    ///
    /// At the equator of the Earth this is 20 m at zoom level 14, and 5 m at level 16, as on maps at 1 : 25 000 and 1 : 10 000.
    pub(super) fn of(spacing: f64) -> Self {
        let ladder = (-6..=22).flat_map(|exponent| DIGITS.map(|digit| Self { digit, exponent, index: 5 }));
        let widest = Self { digit: 5.0, exponent: 22, index: 5 };
        ladder.into_iter().find(|interval| interval.height(1) >= 2.0 * spacing).unwrap_or(widest)
    }

    /// The index contours alone: every fifth. Applied again, every fifth of these.
    pub(super) fn wider(self) -> Self {
        Self { digit: 5.0 * self.digit, exponent: self.exponent, index: 1 }
    }

    /// The height in metres of the contour with this number, which is the nearest to the decimal number.
    pub(super) fn height(self, number: i64) -> f64 {
        let digits = number as f64 * self.digit;
        let power = (0..self.exponent.abs()).fold(1.0, |power, _| power * 10.0);
        if self.exponent < 0 { digits / power } else { digits * power }
    }

    /// Whether a contour is an index contour, which maps draw wider.
    pub(super) fn is_index(self, number: i64) -> bool {
        number % self.index == 0
    }

    /// The number of contours between two heights, to one more or less.
    pub(super) fn count(self, [least, most]: [f64; 2]) -> f64 {
        let below = |height: f64| (height / self.height(1)).floor();
        let count = below(most) - below(least);
        if count.is_finite() { count } else { 0.0 }
    }

    /// The numbers of the contours above `least` and up to `most`. None if a height is not finite.
    pub(super) fn numbers(self, [least, most]: [f64; 2]) -> impl Iterator<Item = i64> {
        let below = |height: f64| (height / self.height(1)).floor() as i64;
        let is_finite = least.is_finite() && most.is_finite();
        // The division may be off by one.
        let numbers = if is_finite { below(least)..below(most).saturating_add(2) } else { 0..0 };
        numbers.filter(move |&number| (least < self.height(number)) && self.height(number) <= most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_topographic_maps() {
        // Metres between 256 samples of a tile at the equator of the Earth.
        let of = |zoom: i32| ContourInterval::of(40_075_016.7 / 256.0 / f64::from(1 << zoom)).height(1);
        assert_eq!(
            [22, 18, 16, 15, 14, 13, 12, 10, 8].map(of),
            [0.1, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 500.0, 2000.0]
        );
        assert_eq!(ContourInterval::of(1e30).height(1), 5e22);
    }

    /// Heights are the nearest numbers to decimals, and no level is lost or counted twice at the ends of a range.
    #[test]
    fn heights_are_decimal() {
        let tenths = ContourInterval::of(0.05);
        assert_eq!([3, -7].map(|number| tenths.height(number)), [0.3, -0.7]);
        assert_eq!(tenths.numbers([0.1, 0.3]).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(tenths.numbers([-0.1, 0.05]).collect::<Vec<_>>(), [0]);
        assert_eq!(tenths.numbers([0.0, f64::INFINITY]).count() + tenths.numbers([f64::NAN; 2]).count(), 0);
    }

    #[test]
    fn wider_intervals_are_index_contours() {
        let metres = ContourInterval::of(0.5);
        let wider = metres.wider().wider();
        assert_eq!(
            (wider.height(1), wider.is_index(1), metres.is_index(10), metres.is_index(-4)),
            (25.0, true, true, false)
        );
    }
}
