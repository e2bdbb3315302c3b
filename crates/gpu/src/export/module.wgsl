// x, y and, in a space, z of each position, in metres from the origin.
@group(0) @binding(0) var<storage, read> orogen_places: array<vec4<f32>>;
// Height and slopes at each position.
@group(0) @binding(1) var<storage, read_write> orogen_results: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= arrayLength(&orogen_places) {
        return;
    }
    let p = orogen_places[id.x];
    orogen_results[id.x] = RESULT;
}
