//! A tile's samples as bytes: floating-point predictor, then DEFLATE.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// Samples along a side of a tile.
pub(super) const SIDE: usize = 512;

/// The compressed tile that begins at `column` of a window. The window has at most [`SIDE`] complete rows of `columns`
/// samples.
///
/// The last column and the last row of the raster repeat beyond its right and bottom edges, which compresses better than
/// any constant.
pub(super) fn encode(window: &[f32], columns: usize, column: usize) -> io::Result<Vec<u8>> {
    let width = SIDE.min(columns - column);
    // Measured on alpine terrain at 8 m per sample, relative to this level: level 2 takes 1.6 times as long for 0.96 of
    // the bytes, the usual level 6 takes 4.4 times as long for 0.93.
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    let mut bytes = [0; 4 * SIDE];
    for row in window.chunks_exact(columns) {
        predict(&row[column..column + width], &mut bytes);
        encoder.write_all(&bytes)?;
    }
    for _ in window.len() / columns..SIDE {
        encoder.write_all(&bytes)?;
    }
    encoder.finish()
}

/// The floating-point predictor (TIFF Technical Note 3, Adobe, 2005): the bytes of a row are sorted by significance, the
/// most significant first, and each is replaced by its difference from the byte before.
///
/// Neighbouring heights have similar exponents and leading digits, so the differences are mostly zero.
fn predict(row: &[f32], bytes: &mut [u8; 4 * SIDE]) {
    let last = row.last().copied().unwrap_or_default();
    for (at, sample) in row.iter().chain(std::iter::repeat(&last)).take(SIDE).enumerate() {
        for (plane, byte) in sample.to_be_bytes().into_iter().enumerate() {
            bytes[plane * SIDE + at] = byte;
        }
    }
    for at in (1..bytes.len()).rev() {
        bytes[at] = bytes[at].wrapping_sub(bytes[at - 1]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_one_value_is_four_bytes_and_zeros() {
        let mut bytes = [9; 4 * SIDE];
        predict(&[1.5; 7], &mut bytes);
        // 1.5 is 3f c0 00 00.
        let expected = |at| match at {
            0 => 0x3f,
            SIDE => 0xc0 - 0x3f,
            1024 => 0_u8.wrapping_sub(0xc0),
            _ => 0,
        };
        assert!(bytes.iter().enumerate().all(|(at, &byte)| byte == expected(at)));
    }
}
