// The sky from the eye, see `sky_coords`. It has two layers. The first has light scattered by molecules or more than once,
// and the ground below the horizon. The second has light scattered by haze.
@group(0) @binding(0) var table: texture_storage_2d_array<rgba16float, write>;

const STEPS: u32 = 48;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let size = textureDimensions(table);
    if any(id.xy >= size) {
        return;
    }
    let ray = eye_ray(id.xy, size);
    var gathered = scatter_path(air.sun.w, ray.path, ray.sun, STEPS);
    if ray.ground {
        let there = scatter_sun_at(air.sun.w, ray.path, ray.sun, ray.path.length);
        gathered.light += exp(-gathered.depth) * scatter_ground(there);
    }
    textureStore(table, id.xy, 0, vec4<f32>(AIR_TABLE_SCALE * gathered.light, 1.0));
    textureStore(table, id.xy, 1, vec4<f32>(AIR_TABLE_SCALE * gathered.mie, 1.0));
}
