//! Checks that a picture fits into memory before it is rendered.

use crate::failure::Failure;
use crate::memory::available;
use crate::numbers;

/// Bytes per pixel: light, encoded bytes, and the compressed file. An EXR may not compress at all.
const PIXEL: u64 = 12 + 12 + 4;

/// Other memory of the renderer: tiles, the ground around the camera, and targets on the device.
const RENDERER: u64 = 1 << 30;

/// Bytes per pixel of a planet's tiles and their vertices. This number grows with the visible ground; the constant is its
/// value at 120 km above an Earth, looking to the horizon.
pub(super) const TILES: u64 = 100;

/// Refuses a picture that needs more than the free memory, if the system reports it. `ground` is the memory of the ground
/// in bytes per pixel.
pub(super) fn refuse_too_large(size: [u32; 2], ground: u64) -> Result<(), Failure> {
    match available() {
        Some(free) if needed(size, ground) > free => Err(too_large(size, needed(size, ground), free)),
        _ => Ok(()),
    }
}

fn needed([columns, rows]: [u32; 2], ground: u64) -> u64 {
    RENDERER + (PIXEL + ground) * u64::from(columns) * u64::from(rows)
}

fn too_large(size: [u32; 2], needed: u64, free: u64) -> Failure {
    let (needed, free) = (numbers::size(needed), numbers::size(free));
    let message = format!(
        "a picture of {} × {} pixels needs {needed} of memory, but only {free} are free",
        size[0], size[1]
    );
    Failure::job(message, "choose a smaller --size, or close other programs")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_grows_with_the_picture() {
        assert!(needed([960, 540], TILES) < 1_200_000_000);
        assert!(needed([7680, 4320], TILES) > 4_000_000_000);
        let needed = needed([32_768; 2], 0);
        assert!((28_000_000_000..34_000_000_000).contains(&needed), "{needed}");
        let Failure::Job(problem) = too_large([32_768; 2], needed, 2_000_000_000) else {
            panic!("not a failed job")
        };
        assert_eq!(
            problem.message,
            "a picture of 32768 × 32768 pixels needs 31.1 GB of memory, but only 2.0 GB are free"
        );
    }
}
