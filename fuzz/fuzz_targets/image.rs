//! Any bytes at all are either an image or an error; decoding never panics, hangs or takes memory without bound.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // Both outcomes are right: most inputs are no image.
    let _outcome = orogen_files::read_png_bytes(bytes);
});
