//! The encoding of signed numbers that meshes and vector tiles share.

/// Small numbers of both signs as small numbers: 0, −1, 1, −2 and so on as 0, 1, 2, 3.
pub(crate) fn zigzag(number: i32) -> u32 {
    ((number << 1) ^ (number >> 31)) as u32
}
