//! Parameters of a frame that all passes read: the twin of `frame.wgsl`.
//!
//! Positions on the device are in metres from the eye. Patterns on the ground repeat after [`PERIOD`], a
//! whole number of their cells, so they stay in place as the eye moves.

use bytemuck::{Pod, Zeroable};

use crate::camera::Camera;
use orogen_engine::recipe::Fog;

use crate::fog;

/// The WGSL that every pass begins with.
pub(crate) const FRAME: &str = include_str!("frame.wgsl");

/// Period in metres of the eye's position on the device. All patterns that are computed from the position repeat after this
/// distance.
const PERIOD: f64 = 4096.0;

/// A sea level below all ground: there is no sea.
pub(crate) const NO_SEA: f32 = -3e38;

/// A bound in metres beyond all ground.
const UNBOUNDED: f64 = 1e30;

/// Uniform buffer, see `frame.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Frame {
    right: [f32; 4],
    pub(crate) up: [f32; 4],
    forward: [f32; 4],
    pub(crate) sun: [f32; 4],
    eye: [f32; 4],
    pub(crate) size: [f32; 4],
    sample: [f32; 4],
    pub(crate) heights: [f32; 4],
    region: [f32; 4],
    bounds: [f32; 4],
    pub(crate) top: [f32; 4],
    pub(crate) fog: [f32; 4],
}

/// Parameters that all frames of a picture share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub(crate) camera: Camera,
    /// Direction to the sun.
    pub(crate) sun: [f64; 3],
    /// Angular radius of the sun's disc, in radians.
    pub(crate) sun_radius: f32,
    /// Columns and rows.
    pub(crate) size: [u32; 2],
    /// Depth of the near plane, in metres.
    pub(crate) near: f32,
    /// Depth of the far plane, in metres.
    pub(crate) far: f32,
    /// Height of the highest ground that casts shadows.
    pub(crate) top: f32,
    /// Heights of the lowest and the highest ground of the domain.
    pub(crate) heights: [f32; 2],
    pub(crate) sea: Option<f32>,
    /// Factor from light to brightness on screen.
    pub(crate) exposure: f32,
    /// Bounds of the ground that is drawn, along x and y.
    pub(crate) bounds: [[f64; 2]; 2],
    /// Height of the bottom of cutaway terrain.
    pub(crate) bottom: f32,
    pub(crate) fog: Option<Fog>,
}

/// A rectangle of a picture: its first column and row, its columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) first: [u32; 2],
    pub(crate) size: [u32; 2],
}

impl View {
    /// The uniform of frame number `sample`, for a region of the picture.
    pub(crate) fn frame(&self, sample: u32, region: Region) -> Frame {
        let [columns, rows] = self.size.map(|count| count as f32);
        let half_height = self.camera.half_height();
        let half_width = half_height * f64::from(self.size[0]) / f64::from(self.size[1]);
        let vector = |v: [f64; 3], w: f64| [v[0] as f32, v[1] as f32, v[2] as f32, w as f32];
        let [x, y, height] = self.camera.eye();
        let jitter = jitter(sample);
        Frame {
            right: vector(self.camera.right(), half_width),
            up: vector(self.camera.up(), half_height),
            forward: vector(self.camera.forward(), f64::from(u8::from(self.camera.is_parallel()))),
            sun: vector(self.sun, f64::from(self.sun_radius)),
            eye: vector([x.rem_euclid(PERIOD), y.rem_euclid(PERIOD), height], f64::from(self.near)),
            size: [columns, rows, 1.0 / columns, 1.0 / rows],
            sample: [jitter[0], jitter[1], sample as f32, self.far],
            heights: [self.heights[0], self.heights[1], self.sea.unwrap_or(NO_SEA), self.bottom],
            region: [region.first[0], region.first[1], region.size[0], region.size[1]].map(|n| n as f32),
            bounds: [
                self.bounds[0][0] - x,
                self.bounds[1][0] - y,
                self.bounds[0][1] - x,
                self.bounds[1][1] - y,
            ]
            .map(|edge| edge.clamp(-UNBOUNDED, UNBOUNDED) as f32),
            top: [self.top, self.exposure, 0.0, 0.0],
            fog: fog::uniform(self.fog, golden_sequence(sample)),
        }
    }
}

impl Frame {
    /// Height of the eye, in metres.
    pub(crate) fn eye_height(&self) -> f32 {
        self.eye[2]
    }

    /// Direction to the sun.
    pub(crate) fn sun_direction(&self) -> [f32; 3] {
        [self.sun[0], self.sun[1], self.sun[2]]
    }
}

/// Offset of a frame's samples from the pixels' centres, −½ to ½. In the first frame it is zero. The two-dimensional counterpart
/// of the golden ratio spreads the offsets of the other frames evenly (M. Roberts, "The unreasonable effectiveness of quasirandom
/// sequences", 2018).
fn jitter(sample: u32) -> [f32; 2] {
    const PLASTIC: f64 = 1.324_717_957_244_746;
    let n = f64::from(sample);
    let along = |step: f64| ((0.5 + n * step).fract() - 0.5) as f32;
    [along(1.0 / PLASTIC), along(1.0 / (PLASTIC * PLASTIC))]
}

/// A number from 0 to 1 for each frame. Steps by the golden ratio spread the numbers of the first n frames evenly, for every n.
fn golden_sequence(sample: u32) -> f32 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    (0.5 + f64::from(sample) * GOLDEN).fract() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each quarter of a pixel gets nearly the same number of the first n samples.
    #[test]
    fn samples_are_spread_over_the_pixel() {
        assert_eq!(jitter(0), [0.0, 0.0]);
        for count in [8, 16, 64] {
            let mut quarters = [0; 4];
            for [x, y] in (0..count).map(jitter) {
                assert!(x.abs() <= 0.5 && y.abs() <= 0.5);
                quarters[usize::from(x < 0.0) + 2 * usize::from(y < 0.0)] += 1;
            }
            assert!(
                quarters.iter().all(|&n| (n as f64 - f64::from(count) / 4.0).abs() <= 2.0),
                "{quarters:?}"
            );
        }
    }
}
