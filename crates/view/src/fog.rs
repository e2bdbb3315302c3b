//! Fog on the CPU: the twin of `fog.wgsl`.
//!
//! The light of fog along a ray has closed forms. Only shadows in the fog are sampled.

use orogen_engine::recipe::Fog;

/// Optical depth over a distance equal to the visibility, at which 2 % of the contrast is left: −ln 0.02 (H. Koschmieder,
/// "Theorie der horizontalen Sichtweite", 1924).
const DEPTH_AT_VISIBILITY: f64 = 3.912;

/// Extinction per metre.
pub(crate) fn extinction(fog: Fog) -> f32 {
    (DEPTH_AT_VISIBILITY / fog.visibility) as f32
}

/// The member `fog` of `Frame` in `frame.wgsl`. `share` is its last number.
pub(crate) fn uniform(fog: Option<Fog>, share: f32) -> [f32; 4] {
    let dense = |fog: Fog| [extinction(fog), fog.level as f32, fog.falloff as f32];
    let [extinction, level, falloff] = fog.map_or([0.0, 0.0, 1.0], dense);
    [extinction, level, falloff, share]
}
