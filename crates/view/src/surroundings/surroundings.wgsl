// The ground around a picture's focus as nested rasters, each with twice the spacing of the one before.
struct Surroundings {
    // Metres from the eye to the focus along x and y; spacing of the finest raster; number of rasters.
    focus: vec4<f32>,
    // For each raster: metres from the eye to its first sample along x and y, its spacing, and the reciprocal of the spacing.
    rasters: array<vec4<f32>, 16>,
    // For each raster: column and row of its first sample in the textures, which wrap around at 512, and its slot.
    texels: array<vec4<i32>, 16>,
    // Number of layers of cover, and the index in the cover of the height of rivers and lakes above the ground (0 without
    // rivers and lakes).
    cover: vec4<u32>,
}

@group(2) @binding(0) var<uniform> surroundings: Surroundings;
// Height above zero.
@group(2) @binding(1) var surroundings_heights: texture_2d_array<f32>;
// Curvature in 1/km, then the materials' fields, then the height of rivers and lakes above the ground in metres:
// four numbers per layer, with the layers of a raster in sequence.
@group(2) @binding(2) var surroundings_cover: texture_2d_array<f32>;

const SURROUNDINGS_SIDE: f32 = 512.0;

// The finest raster that contains a point, but no raster finer than `finest`.
fn surroundings_raster(position: vec2<f32>, finest: f32) -> u32 {
    let off = abs(position - surroundings.focus.xy);
    // A raster's centre is within a cell's width of the focus, and lookups read one more sample.
    let reach = max(off.x, off.y) / (surroundings.focus.z * (0.5 * SURROUNDINGS_SIDE - 3.0));
    let wanted = max(log2(max(reach, 1e-6)), finest);
    return u32(clamp(ceil(wanted), 0.0, surroundings.focus.w - 1.0));
}

struct surroundings_Cell {
    // The four samples around a point: texels of the first and last, and the position among them.
    first: vec2<i32>,
    last: vec2<i32>,
    within: vec2<f32>,
}

fn surroundings_cell(position: vec2<f32>, raster: u32) -> surroundings_Cell {
    let origin = surroundings.rasters[raster];
    let at = clamp((position - origin.xy) * origin.w, vec2<f32>(0.0), vec2<f32>(SURROUNDINGS_SIDE - 1.001));
    let first = floor(at);
    let texel = vec2<i32>(first) + surroundings.texels[raster].xy;
    let around = vec2<i32>(i32(SURROUNDINGS_SIDE) - 1);
    return surroundings_Cell(texel & around, (texel + 1) & around, at - first);
}

fn surroundings_mixed(corners: vec4<f32>, within: vec2<f32>) -> f32 {
    let rows = mix(corners.xz, corners.yw, within.x);
    return mix(rows.x, rows.y, within.y);
}

// The ground's height above zero.
fn surroundings_height(position: vec2<f32>, raster: u32) -> f32 {
    let cell = surroundings_cell(position, raster);
    let at = surroundings.texels[raster].z;
    let corners = vec4<f32>(
        textureLoad(surroundings_heights, cell.first, at, 0).x,
        textureLoad(surroundings_heights, vec2<i32>(cell.last.x, cell.first.y), at, 0).x,
        textureLoad(surroundings_heights, vec2<i32>(cell.first.x, cell.last.y), at, 0).x,
        textureLoad(surroundings_heights, cell.last, at, 0).x,
    );
    return surroundings_mixed(corners, cell.within);
}

// One layer of a raster's cover.
fn surroundings_covered(position: vec2<f32>, raster: u32, layer: u32) -> vec4<f32> {
    let layers = surroundings.cover.x;
    let cell = surroundings_cell(position, raster);
    let at = u32(surroundings.texels[raster].z) * layers + layer;
    let above = mix(
        textureLoad(surroundings_cover, cell.first, at, 0),
        textureLoad(surroundings_cover, vec2<i32>(cell.last.x, cell.first.y), at, 0),
        cell.within.x,
    );
    let below = mix(
        textureLoad(surroundings_cover, vec2<i32>(cell.first.x, cell.last.y), at, 0),
        textureLoad(surroundings_cover, cell.last, at, 0),
        cell.within.x,
    );
    return mix(above, below, cell.within.y);
}

// Height of the water above the ground at a point; below 0 on dry ground.
fn surroundings_water(position: vec2<f32>) -> f32 {
    let place = surroundings.cover.y;
    if place == 0u {
        return -1.0;
    }
    return surroundings_covered(position, surroundings_raster(position, 0.0), place / 4u)[place % 4u];
}
