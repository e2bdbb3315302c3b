//! The exposures of the frames of a sequence. If each frame were metered alone, the sequence would flicker. So some frames are metered,
//! and the exposures of the frames between are interpolated. They do not depend on the frame with which a run begins.

use std::collections::BTreeMap;

/// The greatest number of frames from one that is metered to the next, and the least number of such steps in a sequence.
const STEP: usize = 12;
const STEPS: usize = 16;

/// The longer side of a picture for metering, in pixels.
const SIDE: u32 = 160;

/// The exposures of the metered frames, in stops.
#[derive(Debug, Default)]
pub(super) struct Exposures(BTreeMap<usize, f32>);

impl Exposures {
    /// The exposure of a frame. `last` is the number of the last frame of the whole sequence, and `meter` meters a frame.
    pub(super) fn of<E>(
        &mut self,
        frame: usize,
        last: usize,
        meter: &mut dyn FnMut(usize) -> Result<f32, E>,
    ) -> Result<f32, E> {
        let step = (last / STEPS).clamp(1, STEP);
        let before = frame / step * step;
        let after = (before + step).min(last);
        let mut stops = |frame: usize| -> Result<f32, E> {
            if let Some(known) = self.0.get(&frame) {
                return Ok(*known);
            }
            let stops = libm::log2f(meter(frame)?);
            self.0.insert(frame, stops);
            Ok(stops)
        };
        let (one, other) = (stops(before)?, stops(after)?);
        let share = (frame - before) as f32 / (after - before).max(1) as f32;
        Ok(libm::exp2f(one + share * (other - one)))
    }
}

/// The size of a picture for metering, which has about the shape of the picture.
pub(super) fn metering_size([columns, rows]: [u32; 2]) -> [u32; 2] {
    let longer = columns.max(rows).max(SIDE);
    [columns, rows].map(|side| (u64::from(side) * u64::from(SIDE) / u64::from(longer)).max(1) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAST: usize = 16 * STEP + 6;

    /// Doubles from one metered frame to the next. The last step is shorter.
    fn exposure(frame: usize) -> f32 {
        libm::exp2f(frame.div_ceil(STEP) as f32)
    }

    #[test]
    fn frames_between_are_interpolated_in_stops() {
        let mut metered = Vec::new();
        let mut exposures = Exposures::default();
        let mut of = |frame| {
            let meter = &mut |frame: usize| {
                metered.push(frame);
                Ok::<_, ()>(exposure(frame))
            };
            exposures.of(frame, LAST, meter).unwrap()
        };
        let expected = [(0, 0.0), (6, 0.5), (12, 1.0), (21, 1.75), (LAST - 3, 16.5), (LAST, 17.0)];
        for (frame, stops) in expected {
            assert!((libm::log2f(of(frame)) - stops).abs() < 1e-5, "{frame}: {}", of(frame));
        }
        let here = of(21);
        let alone = Exposures::default().of(21, LAST, &mut |frame| Ok::<_, ()>(exposure(frame)));
        assert_eq!(alone, Ok(here), "a run that begins there");
        assert_eq!(metered, [0, 12, 24, 192, LAST], "each once");
    }

    #[test]
    fn short_sequences_are_metered_more_often() {
        let metered = |last: usize| {
            let (mut exposures, mut count) = (Exposures::default(), 0);
            for frame in 0..=last {
                let exposure = exposures.of(frame, last, &mut |_| {
                    count += 1;
                    Ok::<_, ()>(1.0)
                });
                assert_eq!(exposure, Ok(1.0));
            }
            count
        };
        assert_eq!([0, 11, 89, 359].map(metered), [1, 12, 19, 31]);
    }

    #[test]
    fn pictures_for_metering_have_the_shape_of_the_picture() {
        let sizes = [[1920, 1080], [100, 3200], [80, 40]].map(metering_size);
        assert_eq!(sizes, [[160, 90], [5, 160], [80, 40]]);
    }
}
