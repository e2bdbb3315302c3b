// Transmittance from a point to the top of the air.
@group(0) @binding(0) var table: texture_storage_2d<rgba16float, write>;

const STEPS: u32 = 80;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let size = textureDimensions(table);
    if any(id.xy >= size) {
        return;
    }
    let at = scatter_transmittance_of(air_shares(id.xy, size));
    let path = air_path(at.x, vec2<f32>(sqrt(max(1.0 - at.y * at.y, 0.0)), at.y), false);
    var depth = vec3<f32>();
    var start = 0.0;
    for (var step = 1u; step <= STEPS; step++) {
        let end = air_point(path, f32(step) / f32(STEPS));
        depth += air_medium(air_height(path, 0.5 * (start + end))).extinction * (end - start);
        start = end;
    }
    textureStore(table, id.xy, vec4<f32>(exp(-depth), 1.0));
}
