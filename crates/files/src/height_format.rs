//! How heights become bytes: 16-bit values or 32-bit floats.

use std::ops::Range;

use orogen_engine::raster::Band;

use crate::HeightMapping;
use crate::product::SampleFormat;

/// 16-bit heights by a [`HeightMapping`].
pub(crate) struct Height16<const BIG_ENDIAN: bool>(pub(crate) HeightMapping);

impl<const BIG_ENDIAN: bool> SampleFormat for Height16<BIG_ENDIAN> {
    const BYTES: usize = 2;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        vec![("height", &band.height)]
    }

    #[inline(always)]
    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        let steps_per_metre = self.0.steps_per_metre();
        for (bytes, &metres) in out.as_chunks_mut::<2>().0.iter_mut().zip(&band.height[samples]) {
            let value = self.0.quantize(steps_per_metre, metres);
            *bytes = if BIG_ENDIAN { value.to_be_bytes() } else { value.to_le_bytes() };
        }
    }
}

/// Heights in metres as 32-bit floats.
pub(crate) struct Height32<const BIG_ENDIAN: bool>;

impl<const BIG_ENDIAN: bool> SampleFormat for Height32<BIG_ENDIAN> {
    const BYTES: usize = 4;

    fn planes<'a>(&self, band: &'a Band) -> Vec<(&'static str, &'a [f32])> {
        vec![("height", &band.height)]
    }

    #[inline(always)]
    fn encode(&self, band: &Band, samples: Range<usize>, out: &mut [u8]) {
        for (bytes, metres) in out.as_chunks_mut::<4>().0.iter_mut().zip(&band.height[samples]) {
            *bytes = if BIG_ENDIAN { metres.to_be_bytes() } else { metres.to_le_bytes() };
        }
    }
}
