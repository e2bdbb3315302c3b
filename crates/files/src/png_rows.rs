//! Rows of a PNG: assembled from the samples that arrive, and filtered.

use crate::simd::vectorized;

/// The current row and the one above it.
pub(crate) struct Rows {
    /// Bytes of a pixel.
    pixel: usize,
    above: Vec<u8>,
    row: Vec<u8>,
    /// The number of the filter, then the filtered row.
    filtered: Vec<u8>,
}

impl Rows {
    /// Rows of this many columns, before the first row arrives. The row above the first is all zeros.
    pub(crate) fn new(columns: usize, pixel: usize) -> Self {
        const PAETH: u8 = 4;
        let bytes = columns * pixel;
        Self {
            pixel,
            above: vec![0; bytes],
            row: Vec::with_capacity(bytes),
            filtered: vec![PAETH; 1 + bytes],
        }
    }

    /// Fills the row from `samples`, and returns the rest.
    pub(crate) fn take<'a>(&mut self, samples: &'a [u8]) -> &'a [u8] {
        let (taken, rest) = samples.split_at(samples.len().min(self.above.len() - self.row.len()));
        self.row.extend_from_slice(taken);
        rest
    }

    /// The filtered row, if the current row is complete. A new row then begins.
    ///
    /// Of the PNG filters, Paeth compresses best. Bytes per sample on ridged terrain at 4 m per sample: 16-bit grey takes 1.47
    /// with Paeth, 1.52 with Up, and 1.47 with the best filter for each row, which takes more time. Normals take 2.19 with
    /// Paeth and 2.21 with the best filter for each row.
    pub(crate) fn filtered(&mut self) -> Option<&[u8]> {
        let Self { pixel, above, row, filtered } = self;
        if row.len() < above.len() {
            return None;
        }
        vectorized(
            #[inline(always)]
            || paeth(&mut filtered[1..], above, row, *pixel),
        );
        std::mem::swap(above, row);
        row.clear();
        Some(filtered)
    }
}

/// The Paeth filter, PNG's filter 4: the difference from a prediction by the pixels to the left (a), above (b) and above
/// left (c).
///
/// The estimate a + b − c differs from a, b and c by b − c, a − c and their sum. If both differences have the same sign,
/// their sum is not the smallest of the three in magnitude, and its size does not matter. So all three fit into bytes, and
/// a SIMD vector computes one sample per byte.
#[inline(always)]
fn paeth(filtered: &mut [u8], above: &[u8], row: &[u8], pixel: usize) {
    for ((filtered, &value), &above) in filtered.iter_mut().zip(&row[..pixel]).zip(above) {
        *filtered = value.wrapping_sub(above);
    }
    let count = row.len() - pixel;
    let (filtered, values, lefts) = (&mut filtered[pixel..], &row[pixel..], &row[..count]);
    let (aboves, corners) = (&above[pixel..], &above[..count]);
    let neighbours = lefts.iter().zip(aboves).zip(corners);
    for ((filtered, &value), ((&a, &b), &c)) in filtered.iter_mut().zip(values).zip(neighbours) {
        let (to_a, to_b) = (b.abs_diff(c), a.abs_diff(c));
        let to_c = if (b < c) == (a < c) { u8::MAX } else { to_a.abs_diff(to_b) };
        let b_or_c = if to_b <= to_c { b } else { c };
        let predicted = if to_a <= to_b && to_a <= to_c { a } else { b_or_c };
        *filtered = value.wrapping_sub(predicted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filter_is_that_of_the_specification() {
        let levels = [0, 1, 2, 3, 60, 61, 127, 128, 129, 200, 254, 255];
        for (a, b, c) in levels
            .iter()
            .flat_map(|a| levels.iter().map(move |b| (a, b)))
            .flat_map(|(&a, &b)| levels.map(|c| (a, b, c)))
        {
            let [wide_a, wide_b, wide_c] = [a, b, c].map(i32::from);
            let estimate = wide_a + wide_b - wide_c;
            let nearest = [a, b, c].into_iter().min_by_key(|&of| (estimate - i32::from(of)).abs()).unwrap();
            let mut filtered = [0; 2];
            paeth(&mut filtered, &[c, b], &[a, 17], 1);
            assert_eq!(filtered, [a.wrapping_sub(c), 17_u8.wrapping_sub(nearest)], "{a} {b} {c}");
        }
    }
}
