//! Tints of maps by height: one table for shaders and drafts.

use std::fmt::Write as _;
use std::sync::LazyLock;

/// Tints from low to high land, as in school atlases: greens, straw, brown, grey, white. They are square roots of linear light.
const TINTS: [[f32; 3]; 7] = [
    [0.40, 0.51, 0.38],
    [0.58, 0.64, 0.45],
    [0.80, 0.77, 0.58],
    [0.74, 0.61, 0.46],
    [0.56, 0.44, 0.36],
    [0.68, 0.65, 0.63],
    [0.95, 0.95, 0.96],
];

/// Tints of shallow and of deep water, as square roots of linear light.
const WATER_TINTS: [[f32; 3]; 2] = [[0.62, 0.79, 0.86], [0.22, 0.42, 0.60]];

/// The tint of land on a map, as the square root of linear light. `share` is its height: 0 for the lowest land, 1 for the
/// highest.
///
/// ```
/// // Lowland is green and summits are white.
/// let [low, high] = [0.0, 1.0].map(orogen_view::map_tint);
/// assert!(low[1] > low[0] && high.iter().all(|part| *part > 0.9));
/// ```
pub fn map_tint(share: f32) -> [f32; 3] {
    let along = share.clamp(0.0, 1.0) * (TINTS.len() - 1) as f32;
    let at = (along as usize).min(TINTS.len() - 2);
    std::array::from_fn(|k| TINTS[at][k] + (along - at as f32) * (TINTS[at + 1][k] - TINTS[at][k]))
}

/// The tint of water on a map, as the square root of linear light. `share` is its depth: 0 for shallow water, 1 for deep water.
///
/// ```
/// let [shallow, deep] = [0.0, 1.0].map(orogen_view::map_water_tint);
/// assert!(shallow.iter().zip(deep).all(|(shallow, deep)| *shallow > deep));
/// ```
pub fn map_water_tint(share: f32) -> [f32; 3] {
    let [shallow, deep] = WATER_TINTS;
    std::array::from_fn(|k| shallow[k] + share.clamp(0.0, 1.0) * (deep[k] - shallow[k]))
}

/// The WGSL of maps, which begins with the tints.
pub(crate) fn map_source() -> &'static str {
    static SOURCE: LazyLock<String> = LazyLock::new(|| {
        let tables = [table("MAP_TINTS", &TINTS), table("MAP_WATER_TINTS", &WATER_TINTS)];
        tables.concat() + include_str!("style/map.wgsl")
    });
    &SOURCE
}

/// A table of colours in WGSL.
fn table(name: &str, colours: &[[f32; 3]]) -> String {
    let mut source = format!("const {name} = array<vec3<f32>, {}>(", colours.len());
    for [red, green, blue] in colours {
        // Writing to a string cannot fail.
        _ = write!(source, "vec3<f32>({red:?}, {green:?}, {blue:?}), ");
    }
    source + ");\n\n"
}
