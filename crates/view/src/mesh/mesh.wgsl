// Tiles as meshes: from the samples of a tile to the ground of a picture.

struct mesh_Tile {
    // Column and row of its first sample, in its own cells, from where all tiles are counted.
    first: vec2<i32>,
    // Where its samples are.
    slot: u32,
    // Metres between its samples.
    spacing: f32,
    // Distance at which vertices begin to move onto the next level's mesh, and one over how long they take; a second
    // number of 0 keeps them.
    morph: vec2<f32>,
}

@group(3) @binding(0) var<storage, read> mesh_samples: array<f32>;
struct mesh_Origin {
    // Metres from a sample of the finest cells, the nearest to the eye, to where tiles are counted from, along x and y;
    // square of the eye's height above the highest ground.
    far: vec4<f32>,
    // Metres from the eye to that sample.
    near: vec4<f32>,
}

@group(3) @binding(1) var<uniform> mesh_origin: mesh_Origin;

const MESH_SIDE: u32 = 65u;
const MESH_COARSE_SIDE: u32 = 33u;
const MESH_SLOT: u32 = 3u * (MESH_SIDE * MESH_SIDE + MESH_COARSE_SIDE * MESH_COARSE_SIDE);

struct mesh_Vertex {
    @builtin(position) clip: vec4<f32>,
    // Metres from the eye.
    @location(0) place: vec3<f32>,
    @location(1) slopes: vec2<f32>,
}

// Height and slopes of a sample.
fn mesh_sample(at: u32) -> vec3<f32> {
    return vec3<f32>(mesh_samples[at], mesh_samples[at + 1u], mesh_samples[at + 2u]);
}

// Where a sample lies, from the eye. Cells times spacing are exact, so tiles of all levels agree to the bit; near the eye so
// is the first sum, and what is rounded is less than a cell.
fn mesh_place(tile: mesh_Tile, at: vec2<u32>) -> vec2<f32> {
    return vec2<f32>(tile.first + vec2<i32>(at)) * tile.spacing + mesh_origin.far.xy + mesh_origin.near.xy;
}

fn mesh_vertex(tile: mesh_Tile, index: u32) -> mesh_Vertex {
    let at = vec2<u32>(index % MESH_SIDE, index / MESH_SIDE);
    let slot = tile.slot * MESH_SLOT;
    var sample = mesh_sample(slot + 3u * index);
    var place = mesh_place(tile, at);
    let distance = sqrt(place.x * place.x + place.y * place.y + mesh_origin.far.z);
    let moved = clamp((distance - tile.morph.x) * tile.morph.y, 0.0, 1.0);
    if moved > 0.0 {
        // Every odd column and row moves onto the one before it.
        let half = at / 2u;
        let coarse = mesh_sample(slot + 3u * (MESH_SIDE * MESH_SIDE + half.y * MESH_COARSE_SIDE + half.x));
        let goal = mesh_place(tile, 2u * half);
        // What has arrived is there to the bit.
        let arrived = moved >= 1.0;
        sample = select(sample + moved * (coarse - sample), coarse, arrived);
        place = select(place + moved * (goal - place), goal, arrived);
    }
    let from_eye = vec3<f32>(place, sample.x - frame.eye.z);
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
    let place = vertex.place;
    if any(place.xy < frame.bounds.xy) || any(place.xy > frame.bounds.zw) {
        discard;
    }
    if !above && cut_is_there() {
        // Seen from below: through the wall of ground that is cut out.
        return cut_ground(cut_ray(place));
    }
    return vec4<f32>(dot(place, frame.forward.xyz), vertex.slopes, place.z + frame.eye.z);
}
