//! Fog: the twin of `fog.wgsl`.

use orogen::recipe::Fog;

/// Depth of fog behind which a contrast of 2 % is left, −ln 0.02 (H. Koschmieder, "Theorie der horizontalen Sichtweite",
/// 1924).
const UNSEEN: f64 = 3.912;

/// Mean cosine of the angle by which droplets turn light, see fog.wgsl.
pub(crate) const FORWARD: f32 = 0.85;

/// How much light a metre of fog takes.
pub(crate) fn extinction(fog: Fog) -> f32 {
    (UNSEEN / fog.visibility) as f32
}

/// What shaders get, see `Frame` in frame.wgsl; `share` is the last number there.
pub(crate) fn uniform(fog: Option<Fog>, share: f32) -> [f32; 4] {
    let dense = |fog: Fog| [extinction(fog), fog.level as f32, fog.falloff as f32];
    let [extinction, level, falloff] = fog.map_or([0.0, 0.0, 1.0], dense);
    [extinction, level, falloff, share]
}
