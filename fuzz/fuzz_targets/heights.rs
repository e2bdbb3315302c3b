//! Any bytes at all are either heights or an error, whatever format they claim to be; reading never panics, hangs or
//! takes memory without bound.

#![no_main]

use libfuzzer_sys::fuzz_target;
use orogen_files::raw::RawLayout;
use orogen_files::{RawNumber, RawShape, ReadOptions, read_heights_bytes};

fuzz_target!(|bytes: &[u8]| {
    // Both outcomes are right: most inputs hold no heights.
    let _outcome = read_heights_bytes(bytes, &ReadOptions::default());
    let filled = ReadOptions { fill: Some(0.0), ..ReadOptions::default() };
    let _outcome = read_heights_bytes(bytes, &filled);
    // The same bytes as headerless numbers, of a shape that they give themselves.
    if let [width, height, rest @ ..] = bytes {
        let (width, height) = (usize::from(*width), usize::from(*height));
        let shape = RawShape { width, height, number: RawNumber::I16, layout: RawLayout::default() };
        let _outcome = read_heights_bytes(rest, &ReadOptions { raw: Some(shape), ..filled });
    }
});
