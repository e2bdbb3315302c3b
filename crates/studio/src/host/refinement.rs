//! How pictures are refined.

/// One of the pictures that follow one another while nothing changes, from coarse to fine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refinement {
    /// How many times fewer columns and rows it has than the view.
    pub coarser: u32,
    /// Samples per pixel.
    pub samples: u32,
}

impl Refinement {
    /// On a graphics card, which finishes the first picture within a frame.
    const ON_CARDS: [Self; 3] = [Self::new(1, 1), Self::new(1, 8), Self::new(1, 32)];

    /// On a driver that draws with the processor. The draft stays on screen until the first picture is done. At half resolution a
    /// picture already looks final.
    const ON_PROCESSORS: [Self; 4] = [Self::new(3, 1), Self::new(2, 2), Self::new(1, 2), Self::new(1, 8)];

    /// The pictures on a card or, if the driver draws with the processor, on a processor.
    pub fn usual(is_software: bool) -> &'static [Self] {
        if is_software { &Self::ON_PROCESSORS } else { &Self::ON_CARDS }
    }

    /// A picture with `coarser` times fewer columns and rows than the view.
    pub const fn new(coarser: u32, samples: u32) -> Self {
        Self { coarser, samples }
    }
}
