//! Stars on the CPU: the twin of `globe/stars.wgsl`.

use std::f32::consts::{FRAC_PI_2, PI};

use super::curves::smoothstep;

/// The same constant as in `stars.wgsl`.
const CELLS: f32 = 48.0;

/// Radiance of the stars on the CPU. The draft has the same stars at the same positions as pictures. The width of a star depends
/// on the size of the draft's pixels. `direction` is along the planet's axes, `pixel` is the size of a pixel in radians, and
/// `sky` is the radiance of the sky in front of the stars. `exposure` converts radiance to brightness on screen.
///
/// ```
/// let light = |sky: f32| orogen_view::draft_stars([0.6, 0.0, 0.8], 0.004, [sky; 3], 2.0);
/// assert!(light(0.0).iter().all(|light| *light > 0.0));
/// assert_eq!(light(0.1), [0.0; 3]);
/// ```
pub fn draft_stars(direction: [f32; 3], pixel: f32, sky: [f32; 3], exposure: f32) -> [f32; 3] {
    let shown = exposure * (0.2126 * sky[0] + 0.7152 * sky[1] + 0.0722 * sky[2]);
    let dark = 1.0 - smoothstep(shown / 0.03);
    if dark <= 0.0 {
        return [0.0; 3];
    }
    let size = direction.map(f32::abs);
    let axis = if size[0] > size[1].max(size[2]) {
        0
    } else if size[1] > size[2] {
        1
    } else {
        2
    };
    let [ahead, one, other] = [0, 1, 2].map(|k| direction[(axis + k) % 3]);
    let face = 2 * axis as i32 + i32::from(ahead < 0.0);
    let at = [one, other].map(|beside| CELLS * (0.5 + libm::atanf(beside / ahead) / FRAC_PI_2));
    let mut light = [0.0; 3];
    for number in 0..9 {
        let cell = [at[0] as i32 + number % 3 - 1, at[1] as i32 + number / 3 - 1];
        if cell.iter().any(|along| !(0..CELLS as i32).contains(along)) {
            continue;
        }
        let word = hash([cell[0], cell[1], face]);
        let again = hash([(word & 0xffff).cast_signed(), cell[0], cell[1]]);
        let star = [word & 0xffff, word >> 16].map(|word| 0.1 + 0.8 * word as f32 / 65_536.0);
        let off: [f32; 2] =
            std::array::from_fn(|k| (at[k] - cell[k] as f32 - star[k]) * (0.5 * PI / CELLS) / (0.55 * pixel));
        let bright = 0.012 * libm::powf(((again & 0xffff) as f32 / 65_536.0).max(1e-4), -0.6667);
        let seen = bright.min(3.0) * libm::expf(-0.5 * (off[0] * off[0] + off[1] * off[1]));
        let tint = (again >> 16) as f32 / 65_536.0;
        let (warm, cold) = ([1.35, 0.95, 0.62], [0.82, 0.98, 1.4]);
        (0..3).for_each(|k| light[k] += seen * (warm[k] + tint * (cold[k] - warm[k])));
    }
    let whole = (0.005 / pixel).min(1.0).powi(2);
    light.map(|light| dark * whole * light / exposure)
}

/// Twin of `grain_hash` in `grain.wgsl`.
pub(super) fn hash(cell: [i32; 3]) -> u32 {
    let [x, y, z] = cell.map(i32::cast_unsigned);
    let mut word = x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663) ^ z.wrapping_mul(83_492_791);
    word = (word ^ (word >> 15)).wrapping_mul(2_246_822_519);
    word = (word ^ (word >> 13)).wrapping_mul(3_266_489_917);
    word ^ (word >> 16)
}
