// The air between the eye and a point, see `sky_aerial`. A table of the light itself would be inaccurate near the eye, where
// light rises from 0 within a slice. So the tables contain the mean extinction on the path, σ = depth / distance, and the
// mean source J = light / (1 − e^−depth). Both vary little. In homogeneous air they are constant.
@group(0) @binding(0) var light: texture_storage_3d<rgba16float, write>;
@group(0) @binding(1) var mie: texture_storage_3d<rgba16float, write>;
@group(0) @binding(2) var extinction: texture_storage_2d<rgba16float, write>;

const STEPS: u32 = 3;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let size = textureDimensions(light);
    if any(id.xy >= size.xy) {
        return;
    }
    let ray = eye_ray(id.xy, size.xy);
    var gathered = scatter_Light(vec3<f32>(), vec3<f32>(), vec3<f32>());
    var start = 0.0;
    for (var slice = 0u; slice < size.z; slice++) {
        for (var step = 1u; step <= STEPS; step++) {
            // The first slice is at the eye. It contains the values of a very short path.
            let number = f32((slice - min(slice, 1u)) * STEPS + step);
            let share = number / f32((size.z - 1u) * STEPS);
            let end = select(air_slice(ray.path, share), 0.0001 * ray.path.length * f32(step), slice == 0u);
            gathered = scatter_step(air.sun.w, ray.path, ray.sun, start, max(end, start), gathered);
            start = max(end, start);
        }
        let scale = AIR_TABLE_SCALE / max(gathered.depth * air_fade(gathered.depth), vec3<f32>(1e-20));
        textureStore(light, vec3<u32>(id.xy, slice), vec4<f32>(gathered.light * scale, 1.0));
        textureStore(mie, vec3<u32>(id.xy, slice), vec4<f32>(gathered.mie * scale, 1.0));
        if id.x == 0u {
            let mean = 1000.0 * gathered.depth / max(start, 0.001);
            textureStore(extinction, vec2<u32>(id.y, slice), vec4<f32>(mean, 1.0));
        }
    }
}
