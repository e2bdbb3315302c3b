//! Fog: the twin of `fog.wgsl`.

use orogen::recipe::Fog;

/// Depth of fog behind which a contrast of 2 % is left, −ln 0.02 (H. Koschmieder, "Theorie der horizontalen Sichtweite",
/// 1924).
const UNSEEN: f64 = 3.912;

/// What shaders get, see `Frame` in frame.wgsl; `share` is the last number there.
pub(crate) fn uniform(fog: Option<Fog>, share: f32) -> [f32; 4] {
    let dense = |fog: Fog| [UNSEEN / fog.visibility, fog.level, fog.falloff].map(|number| number as f32);
    let [extinction, level, falloff] = fog.map_or([0.0, 0.0, 1.0], dense);
    [extinction, level, falloff, share]
}

#[cfg(test)]
mod tests;
