// From the ground of a frame to light: what reaches each place, what it throws back, and the air between.

@group(3) @binding(0) var shade_ground: texture_2d<f32>;
// The sum of the frames before this one.
@group(3) @binding(2) var shade_before: texture_2d<f32>;

// Lambert's law, under the sun and the sky.
fn shade_lit(ground: Ground, albedo: vec3<f32>, normal: vec3<f32>, pixel: vec2<u32>) -> vec3<f32> {
    let sun = light_sun(ground.place, ground.normal, pixel);
    let sky = light_sky(ground.place, ground.normal, pixel);
    let direct = max(dot(normal, frame.sun.xyz), 0.0) * sun * sky_sunlight(ground.height);
    // Where the sky is hidden, ground is seen that throws light back: of its own colour.
    let ambient = sky_ambient(normal) * (sky + (1.0 - sky) * 0.3 * albedo);
    return albedo * (direct + ambient) * 0.31830989;
}

// Light of the sea where a ray meets it at a depth, before the ground or where there is none; `below` is the light of the
// ground.
fn shade_sea(ray: Ray, view: vec3<f32>, depth: f32, ground: Ground, below: vec3<f32>, has_ground: bool, pixel: vec2<u32>) -> vec3<f32> {
    let place = ray.origin + ray.direction * depth;
    let covered = 2.0 * frame.up.w * frame.size.w * mix(depth, 1.0, frame.forward.w);
    let path = select(1e4, length(ground.place - place), has_ground);
    let deep = select(100.0, max(frame.heights.z - ground.height, 0.0), has_ground);
    let light = water_light(place, view, below, path, deep, covered, pixel);
    return mix(light, water_level_light() * 0.22, water_foam(place, deep, covered));
}

@fragment
fn shade(@builtin(position) fragment: vec4<f32>) -> @location(0) vec4<f32> {
    let pixel = vec2<u32>(fragment.xy);
    let found = textureLoad(shade_ground, pixel, 0);
    let ray = frame_ray(frame_place(fragment.xy));
    let view = normalize(ray.direction);
    let place = ray.origin + ray.direction * found.x;
    let normal = normalize(vec3<f32>(-found.yz, 1.0));
    let covered = 2.0 * frame.up.w * frame.size.w * mix(found.x, 1.0, frame.forward.w);
    let ground = Ground(place, normal, found.w, length(found.yz), covered);
    let has_ground = found.x > 0.0;
    var light = vec3<f32>(0.0);
    var depth = found.x;
    if has_ground {
        light = style_light(ground, view, pixel);
    } else {
        light = sky_radiance(view) + sky_sun(view);
    }
    if STYLE_HAS_SEA {
        // Depth at which the ray meets the sea.
        let sea = (frame.heights.z - frame.eye.z - ray.origin.z) / ray.direction.z;
        let at = ray.origin.xy + ray.direction.xy * sea;
        let is_inside = all(at >= frame.bounds.xy) && all(at <= frame.bounds.zw);
        let is_sea = frame.heights.z > -1e30 && ray.direction.z < 0.0 && sea > 0.0 && is_inside;
        if is_sea && (!has_ground || sea < found.x) {
            light = shade_sea(ray, view, sea, ground, light, has_ground, pixel);
            depth = sea;
        }
    }
    if STYLE_HAS_AIR && depth > 0.0 {
        let air = sky_aerial(view, depth * length(ray.direction));
        light = light * air.transmittance + air.light;
    }
    var before = vec4<f32>(0.0);
    if frame.sample.z > 0.0 {
        before = textureLoad(shade_before, pixel, 0);
    }
    return before + vec4<f32>(light, 1.0);
}
