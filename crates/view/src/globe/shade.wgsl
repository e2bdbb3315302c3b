// Shades the ground of a planet: light on each point, reflection, and the air in between.

@group(3) @binding(0) var globe_ground: texture_2d<f32>;
// The sum of the previous frames.
@group(3) @binding(2) var globe_before: texture_2d<f32>;
@group(3) @binding(3) var globe_pixel_weights: texture_2d<u32>;

// Strength of shadows at a point: 0 where the surroundings end.
fn globe_shadow_share(position: vec3<f32>) -> f32 {
    let reach = max(globe.up.w, 1.0);
    return select(0.0, 1.0 - smoothstep(0.6, 0.9, length(position.xy) / reach), globe.up.w > 0.0);
}

// Visible share of the sun at a point.
fn globe_sun_visibility(position: vec3<f32>, normal: vec3<f32>, pixel: vec2<u32>) -> f32 {
    let shadowed = globe_shadow_share(position);
    if shadowed <= 0.0 {
        return 1.0;
    }
    return mix(1.0, light_sun(position, normal, pixel), shadowed);
}

// Clouds remove sunlight from the direct light. This share of the removed light reaches the ground as diffuse light. In a
// two-stream model (C. Bohren, "Multiple scattering of light and some of its observable consequences", 1987), the share is 2/(2 +
// (1 − g)·τ), with the asymmetry g = 0.85 and the optical depth τ = 16.
const GLOBE_DIFFUSE_SHARE: f32 = 0.45;

// Reflection of sunlight by ground, relative to white ground that faces the sun. `incident` and `facing` are the cosines of the angles
// of the normal to the sun and to the eye.
//
// Ground under air is Lambertian. Grains of airless ground hide their own shadows from an eye near the sun, so a full moon is as
// bright at its limb as in its middle. Its reflection goes from the law of Lommel and Seeliger to that of Lambert as the phase angle
// grows (A. McEwen, "Photometric functions for photoclinometry and other applications", 1991; coefficients for the Moon).
fn globe_reflection(incident: f32, facing: f32, view: vec3<f32>) -> f32 {
    if air.rayleigh.x + air.mie.x > 0.0 || incident <= 0.0 {
        return incident;
    }
    let phase = min(degrees(acos(clamp(-dot(view, frame.sun.xyz), -1.0, 1.0))), 120.0);
    let lunar = clamp(1.0 + phase * (-0.019 + phase * (2.42e-4 - 1.46e-6 * phase)), 0.0, 1.0);
    return mix(incident, 2.0 * incident / (incident + facing), lunar);
}

// Reflection of the light of sun and sky at the point. `open`: the shares of sunlight and skylight that stones let through.
fn shade_lit(ground: Ground, albedo: vec3<f32>, normal: vec3<f32>, open: vec2<f32>, pixel: vec2<u32>) -> vec3<f32> {
    let up = globe_up(ground.position);
    let cloud_transmittance = clouds_transmittance(ground.position, up, ground.height, ground.pixel);
    let sun = open.x * globe_sun_visibility(ground.position, ground.normal, pixel) * cloud_transmittance;
    let shadowed = globe_shadow_share(ground.position);
    var sky = 1.0;
    if shadowed > 0.0 {
        sky = mix(1.0, light_sky(ground.position, ground.normal, pixel), shadowed);
    }
    let sunlight = globe_sunlight(ground.height, globe_sun(up));
    let view = normalize(ground.position);
    let facing = max(-dot(normal, view), 0.02);
    let direct = globe_reflection(max(dot(normal, frame.sun.xyz), 0.0), facing, view) * sun * sunlight;
    let level = sunlight * max(globe_sun(up), 0.0);
    let overcast = GLOBE_DIFFUSE_SHARE * (1.0 - cloud_transmittance) * level * (0.5 + 0.5 * dot(normal, up));
    let dome = globe_ambient(ground.position, normal, up) + overcast;
    // Where ground hides the sky, light comes from that ground instead. That ground is assumed to have the same albedo and to be
    // half in sunlight.
    let ambient = open.y * mix(albedo * (0.3 * dome + 0.5 * level), dome, sky);
    return albedo * (1.0 + 0.14 * globe_noise) * (direct + ambient) * 0.31830989;
}

@fragment
fn shade(@builtin(position) fragment: vec4<f32>) -> @location(0) vec4<f32> {
    let pixel = vec2<u32>(fragment.xy);
    let found = textureLoad(globe_ground, pixel, 0);
    globe_weights = textureLoad(globe_pixel_weights, pixel, 0);
    let ray = frame_ray(frame_point(fragment.xy));
    let stretch = length(ray.direction);
    let view = ray.direction / stretch;
    let has_ground = found.x > 0.0;
    let position = ray.direction * found.x;
    let normal = globe_decoded_normal(found.yz);
    let up = globe_up(position);
    let upright = clamp(dot(normal, up), 0.001, 1.0);
    let covered = 2.0 * frame.up.w * frame.size.w * found.x;
    let facing = max(abs(dot(normal, view)), 0.04);
    let slope = sqrt(1.0 - upright * upright) / upright;
    let ground = Ground(position, normal, found.w, slope, covered * inverseSqrt(facing), facing);
    // The flat triangles of the ground sag below the sphere. Inside the sphere, the heights of their vertices decide which
    // ground is dry.
    let sea = globe_sea(view);
    let beyond = !has_ground || found.x * stretch > sea.y;
    let is_sea = sea.x > 0.0 && (beyond || found.w < frame.heights.z);
    let deep = select(max(frame.heights.z - found.w, 0.0), 4000.0, beyond);
    var light = vec3<f32>(0.0);
    if has_ground && !(is_sea && deep > 100.0) {
        globe_noise = globe_coarse_noise(ground);
        light = style_light(ground, view, pixel);
    }
    var distance = select(1e30, found.x * stretch - grain_nearer, has_ground);
    let is_above = grain_nearer > 0.0 && distance < sea.x;
    if is_sea && !is_above {
        light = globe_sea_light(view, sea.x, deep, light, pixel);
        distance = sea.x;
    }
    let air = globe_air(view, distance);
    if !has_ground && !is_sea {
        let covered = 2.0 * frame.up.w * frame.size.w;
        light = sky_sun(view) + stars_light(globe_to_planet(view), covered, air.light) * air.transmittance;
    } else {
        light = light * air.transmittance;
    }
    light = clouds_over(light + air.light, view, distance);
    var before = vec4<f32>(0.0);
    if frame.sample.z > 0.0 {
        before = textureLoad(globe_before, pixel, 0);
    }
    let weight = frame_weight(light);
    return before + vec4<f32>(weight * light, weight);
}
