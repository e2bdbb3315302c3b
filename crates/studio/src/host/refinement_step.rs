//! How pictures are refined.

/// A refinement step: the size and the samples of one picture. While nothing changes, the steps run from coarse to fine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefinementStep {
    /// How many times fewer columns and rows than the view the picture has.
    pub downscale: u32,
    /// Samples per pixel.
    pub samples: u32,
}

/// The steps on a graphics card, which finishes the first picture within a frame.
const GPU_STEPS: [RefinementStep; 3] = [step(1, 1), step(1, 8), step(1, 32)];

/// The steps on a CPU driver. The draft stays on screen until the first one is done. At half resolution a picture already looks
/// final.
const CPU_STEPS: [RefinementStep; 4] = [step(3, 1), step(2, 2), step(1, 2), step(1, 8)];

const fn step(downscale: u32, samples: u32) -> RefinementStep {
    RefinementStep { downscale, samples }
}

impl RefinementStep {
    /// The usual steps on a CPU driver or on a graphics card.
    pub fn usual(is_software: bool) -> &'static [Self] {
        if is_software { &CPU_STEPS } else { &GPU_STEPS }
    }
}
