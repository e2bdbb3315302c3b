//! Compression of tiles. The threads that make tiles compress them, once, and the cache keeps the compressed form.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

/// Bytes in the format gzip.
pub(crate) fn compressed(bytes: &[u8]) -> Vec<u8> {
    // Level 5 takes several times as long as making a model, and saves 5 % of its bytes.
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.unwrap_or_else(|_| unreachable!("memory takes all bytes"))
}

/// The bytes that were [compressed].
pub(crate) fn plain(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    let read = GzDecoder::new(bytes).read_to_end(&mut plain);
    read.unwrap_or_else(|_| unreachable!("the bytes were compressed here"));
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compression_loses_nothing() {
        let bytes: Vec<u8> = (0..90_000_u32).map(|at| (at / 300) as u8).collect();
        let packed = compressed(&bytes);
        assert!(packed.len() < 9000 && plain(&packed) == bytes, "{}", packed.len());
    }
}
