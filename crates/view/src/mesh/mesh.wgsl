// Draws tiles: samples to ground pixels.

struct mesh_Tile {
    // Column and row of the tile's first sample from the tiles' origin, in cells of the tile.
    first: vec2<i32>,
    // Slot of its samples.
    slot: u32,
    // Metres between its samples.
    spacing: f32,
    // Distance at which vertices begin to morph onto the next level's mesh, and the reciprocal of the length of the morph. 0
    // disables the morph.
    morph: vec2<f32>,
}

@group(3) @binding(0) var<storage, read> mesh_samples: array<f32>;
struct mesh_Origin {
    // Metres along x and y from the near sample to the tiles' origin, then the square of the eye's height above the highest
    // ground. The near sample is the finest sample nearest to the eye.
    far: vec4<f32>,
    // Metres from the eye to the near sample.
    near: vec4<f32>,
}

@group(3) @binding(1) var<uniform> mesh_origin: mesh_Origin;

const MESH_SIDE: u32 = 65u;
const MESH_COARSE_SIDE: u32 = 33u;
const MESH_SLOT: u32 = 3u * (MESH_SIDE * MESH_SIDE + MESH_COARSE_SIDE * MESH_COARSE_SIDE);

struct mesh_Vertex {
    @builtin(position) clip: vec4<f32>,
    // Metres from the eye.
    @location(0) position: vec3<f32>,
    @location(1) slopes: vec2<f32>,
}

// Height and slopes of a sample.
fn mesh_sample(at: u32) -> vec3<f32> {
    return vec3<f32>(mesh_samples[at], mesh_samples[at + 1u], mesh_samples[at + 2u]);
}

// Position of a sample from the eye. The product of cells and spacing is exact, so all levels agree to the bit. Near the eye,
// the first sum is exact, too, and only the offset of less than a cell is rounded.
fn mesh_position(tile: mesh_Tile, at: vec2<u32>) -> vec2<f32> {
    return vec2<f32>(tile.first + vec2<i32>(at)) * tile.spacing + mesh_origin.far.xy + mesh_origin.near.xy;
}

fn mesh_vertex(tile: mesh_Tile, index: u32) -> mesh_Vertex {
    let at = vec2<u32>(index % MESH_SIDE, index / MESH_SIDE);
    let slot = tile.slot * MESH_SLOT;
    var sample = mesh_sample(slot + 3u * index);
    var position = mesh_position(tile, at);
    let distance = sqrt(position.x * position.x + position.y * position.y + mesh_origin.far.z);
    let moved = clamp((distance - tile.morph.x) * tile.morph.y, 0.0, 1.0);
    if moved > 0.0 {
        // Every odd column (row) morphs onto the column (row) before it.
        let half = at / 2u;
        let coarse = mesh_sample(slot + 3u * (MESH_SIDE * MESH_SIDE + half.y * MESH_COARSE_SIDE + half.x));
        let goal = mesh_position(tile, 2u * half);
        // A finished morph is exact.
        let arrived = moved >= 1.0;
        sample = select(sample + moved * (coarse - sample), coarse, arrived);
        position = select(position + moved * (goal - position), goal, arrived);
    }
    let from_eye = vec3<f32>(position, sample.x - frame.eye.z);
    return mesh_Vertex(frame_clip(from_eye), from_eye, sample.yz);
}

@vertex
fn mesh_vertices(
    @builtin(vertex_index) index: u32,
    @location(0) first: vec2<i32>,
    @location(1) slot: u32,
    @location(2) numbers: vec3<f32>,
) -> mesh_Vertex {
    return mesh_vertex(mesh_Tile(first, slot, numbers.x, numbers.yz), index);
}

// Depth, slopes along x and y, and height.
@fragment
fn mesh_ground(vertex: mesh_Vertex, @builtin(front_facing) above: bool) -> @location(0) vec4<f32> {
    let position = vertex.position;
    if any(position.xy < frame.bounds.xy) || any(position.xy > frame.bounds.zw) {
        discard;
    }
    if !above && cut_is_there() {
        // Seen from below: the ray came through a cutaway's wall.
        return cut_ground(cut_ray(position));
    }
    return vec4<f32>(dot(position, frame.forward.xyz), vertex.slopes, position.z + frame.eye.z);
}
