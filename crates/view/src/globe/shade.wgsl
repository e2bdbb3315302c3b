// From the ground of a planet to light: what reaches each place, what it throws back, and the air between.

@group(3) @binding(0) var globe_ground: texture_2d<f32>;
// The sum of the frames before this one.
@group(3) @binding(2) var globe_before: texture_2d<f32>;
@group(3) @binding(3) var globe_found_shares: texture_2d<u32>;

// How much of a place's shadows is cast: none where the surroundings end.
fn globe_cast(place: vec3<f32>) -> f32 {
    let reach = max(globe.up.w, 1.0);
    return select(0.0, 1.0 - smoothstep(0.6, 0.9, length(place.xy) / reach), globe.up.w > 0.0);
}

// How much of the sun is seen from a place.
fn globe_free(place: vec3<f32>, normal: vec3<f32>, pixel: vec2<u32>) -> f32 {
    let shadowed = globe_cast(place);
    if shadowed <= 0.0 {
        return 1.0;
    }
    return mix(1.0, light_sun(place, normal, pixel), shadowed);
}

// How much of grain's lean there is: the ground of planets has hollows and stones of its own down to a few centimetres.
const GLOBE_LEAN: f32 = 0.45;

// Of the sunlight that clouds take, what comes down through them from all of the sky: 2/(2 + (1 − g)·τ) in two streams (C. Bohren,
// "Multiple scattering of light and some of its observable consequences", 1987), g = 0.85 and τ = 16.
const GLOBE_THROUGH: f32 = 0.45;

// Lambert's law, under the sun and the sky of the place.
fn shade_lit(ground: Ground, albedo: vec3<f32>, leaning: vec3<f32>, pixel: vec2<u32>) -> vec3<f32> {
    let normal = normalize(mix(ground.normal, leaning, GLOBE_LEAN));
    let up = globe_up(ground.place);
    let let_through = clouds_let(ground.place, up, ground.height, ground.pixel);
    let sun = globe_free(ground.place, ground.normal, pixel) * let_through;
    let shadowed = globe_cast(ground.place);
    var sky = 1.0;
    if shadowed > 0.0 {
        sky = mix(1.0, light_sky(ground.place, ground.normal, pixel), shadowed);
    }
    let sunlight = globe_sunlight(ground.height, globe_sun(up));
    let direct = max(dot(normal, frame.sun.xyz), 0.0) * sun * sunlight;
    let level = sunlight * max(globe_sun(up), 0.0);
    let overcast = GLOBE_THROUGH * (1.0 - let_through) * level * (0.5 + 0.5 * dot(normal, up));
    let dome = globe_ambient(ground.place, normal, up) + overcast;
    // Where the sky is hidden, ground is seen that throws light back: of its own colour, half of it in the sun.
    let ambient = mix(albedo * (0.3 * dome + 0.5 * level), dome, sky);
    return albedo * (1.0 + 0.14 * globe_mottled) * (direct + ambient) * 0.31830989;
}

@fragment
fn shade(@builtin(position) fragment: vec4<f32>) -> @location(0) vec4<f32> {
    let pixel = vec2<u32>(fragment.xy);
    let found = textureLoad(globe_ground, pixel, 0);
    globe_shares = textureLoad(globe_found_shares, pixel, 0);
    let ray = frame_ray(frame_place(fragment.xy));
    let stretch = length(ray.direction);
    let view = ray.direction / stretch;
    let has_ground = found.x > 0.0;
    let place = ray.direction * found.x;
    let normal = globe_normal(found.yz);
    let up = globe_up(place);
    let upright = clamp(dot(normal, up), 0.001, 1.0);
    let covered = 2.0 * frame.up.w * frame.size.w * found.x;
    let facing = max(abs(dot(normal, view)), 0.04);
    let slope = sqrt(1.0 - upright * upright) / upright;
    let ground = Ground(place, normal, found.w, slope, covered * inverseSqrt(facing), facing);
    // Triangles of the ground sag below the sphere, as they are flat. So within it heights say what is dry.
    let sea = globe_sea(view);
    let beyond = !has_ground || found.x * stretch > sea.y;
    let is_sea = sea.x > 0.0 && (beyond || found.w < frame.heights.z);
    let deep = select(max(frame.heights.z - found.w, 0.0), 4000.0, beyond);
    var light = vec3<f32>(0.0);
    if has_ground && !(is_sea && deep > 100.0) {
        globe_mottled = globe_mottle(ground);
        light = style_light(ground, view, pixel);
    }
    var distance = select(1e30, found.x * stretch, has_ground);
    if is_sea {
        light = globe_sea_light(view, sea.x, deep, light, pixel);
        distance = sea.x;
    }
    let air = globe_air(view, distance);
    if !has_ground && !is_sea {
        let covered = 2.0 * frame.up.w * frame.size.w;
        light = sky_sun(view) + stars_light(globe_on_planet(view), covered, air.light) * air.transmittance;
    } else {
        light = light * air.transmittance;
    }
    light = clouds_before(light + air.light, view, distance);
    var before = vec4<f32>(0.0);
    if frame.sample.z > 0.0 {
        before = textureLoad(globe_before, pixel, 0);
    }
    let weight = frame_weight(light);
    return before + vec4<f32>(weight * light, weight);
}
