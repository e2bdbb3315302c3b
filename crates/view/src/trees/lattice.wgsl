// Where trees may stand: a lattice on the map, with one place for a tree in each cell. A texture holds the trees of the cells
// around the eye: the height above zero of the tree's foot, and the number of the material.

// Width of the lattice's cells in metres, a power of two.
const TREES_CELL: f32 = 8.0;
// How far trees are from the middle of their cells, in cells. Crowns reach less than a cell from there, see TREES_RADIUS: a
// point is only in crowns of the four cells with the nearest middles.
const TREES_MOVED: f32 = 0.38;
// Least and greatest height of trees, and of their crowns' radius, in metres.
const TREES_HEIGHT: vec2<f32> = vec2<f32>(7.0, 12.0);
const TREES_RADIUS: vec2<f32> = vec2<f32>(2.6, 4.4);
// Conifers are this much slimmer.
const TREES_SLIM: f32 = 0.8;
// Heights above zero between which round trees give way to conifers.
const TREES_COLD: vec2<f32> = vec2<f32>(400.0, 1000.0);
// Distances from the eye in metres between which trees grow to their height, so that the eye is in a clearing.
const TREES_CLEARING: vec2<f32> = vec2<f32>(6.0, 16.0);
// Greatest distance from which trees cast shadows, in metres.
const TREES_SHADOW: f32 = 120.0;

// The middle of the texture, in metres from the eye: the eye, or with parallel rays about the middle of the picture.
fn trees_middle() -> vec2<f32> {
    let down = 0.5 * (frame.heights.x + frame.heights.y) - frame.eye.z;
    let middle = frame.forward.xy * (down / min(frame.forward.z, -0.02));
    return select(vec2<f32>(0.0), middle, frame.forward.w > 0.5);
}

// The first cell of the texture.
fn trees_first() -> vec2<i32> {
    return vec2<i32>(floor((trees_middle() + frame.eye.xy) / TREES_CELL)) - TREES_SIDE / 2;
}

// Horizontal distance from the middle of the texture at which trees have shrunk to nothing.
fn trees_far() -> f32 {
    return TREES_CELL * (f32(TREES_SIDE / 2) - 2.0);
}

// Size of trees at a point, 0 to 1: 0 around the eye, where their crowns shrink to pixels, and where the texture ends.
fn trees_shown(position: vec3<f32>) -> f32 {
    let distance = length(position);
    let end = 1.0 - smoothstep(0.4, 1.0, length(position.xy - trees_middle()) / trees_far());
    let large = smoothstep(1.5, 4.0, TREES_CELL / frame_pixel(distance));
    let near = select(smoothstep(TREES_CLEARING.x, TREES_CLEARING.y, distance), 1.0, frame.forward.w > 0.5);
    return end * large * near;
}

// Share of conifers at a height above zero.
fn trees_cold(height: f32) -> f32 {
    return smoothstep(TREES_COLD.x, TREES_COLD.y, height);
}

// A random number of a cell.
fn trees_random(cell: vec2<i32>, which: i32) -> u32 {
    return grain_hash(grain_wrapped(vec3<i32>(cell, which), i32(4096.0 / TREES_CELL)));
}

// Where the tree of a cell stands, in metres from the eye.
fn trees_place(cell: vec2<i32>, word: u32) -> vec2<f32> {
    let moved = vec2<f32>(vec2<u32>(word, word >> 8u) & vec2<u32>(255u)) / 127.5 - 1.0;
    return (vec2<f32>(cell) + 0.5 + TREES_MOVED * moved) * TREES_CELL - frame.eye.xy;
}
