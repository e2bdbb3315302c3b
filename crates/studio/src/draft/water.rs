//! Water in drafts.

use super::air::Light;

/// Constants of `water.wgsl`: absorption per metre, reflectance at normal incidence, and the ratio of upwelling radiance to
/// irradiance, at coasts and over depths of more than `OCEAN_DEPTH` metres.
const ABSORPTION: [f32; 3] = [0.36, 0.075, 0.045];
const REFLECTANCE: f32 = 0.02;
const COAST: [f32; 3] = [0.006, 0.03, 0.042];
const OCEAN: [f32; 3] = [0.0006, 0.0028, 0.0078];
const OCEAN_DEPTH: f32 = 400.0;

/// Radiance of water of this depth in metres over ground of radiance `bottom`. Only an ocean gets darker with its depth. `cosine` is the cosine of the angle between view
/// ray and vertical, and `mirrored` the radiance of the sky that the water reflects.
pub(super) fn water(
    depth: f32,
    is_ocean: bool,
    cosine: f32,
    light: &Light,
    bottom: [f32; 3],
    mirrored: [f32; 3],
) -> [f32; 3] {
    // Schlick's approximation. Waves tilt towards the eye and reflect less at grazing angles.
    let reflectance = REFLECTANCE + 0.6 * (1.0 - REFLECTANCE) * libm::powf(1.0 - cosine.clamp(0.1, 1.0), 5.0);
    let ocean = if is_ocean { (depth / OCEAN_DEPTH).min(1.0).sqrt() } else { 0.0 };
    std::array::from_fn(|k| {
        let passed = libm::expf(-ABSORPTION[k] * depth / cosine.max(0.1));
        let upwelling = 0.9 * light.level[k] * (COAST[k] + ocean * (OCEAN[k] - COAST[k]));
        let through = bottom[k] * passed + upwelling * (1.0 - passed);
        through + reflectance * (mirrored[k] - through)
    })
}
