// Visibility of sun and sky from points of the ground, computed with rays through the surroundings. Each frame samples one
// point of the sun's disc and a few directions of the sky; averaged over many frames, shadows and ambient light are soft.

// A random number from 0 to 1 for a pixel and a purpose (M. Jarzynski, M. Olano, "Hash functions for GPU rendering", 2020).
fn light_hash(pixel: vec2<u32>, which: u32) -> f32 {
    var word = pixel.x * 1664525u + pixel.y * 1013904223u + which * 2654435769u;
    word = word * 747796405u + 2891336453u;
    word = ((word >> ((word >> 28u) + 4u)) ^ word) * 277803737u;
    word = (word >> 22u) ^ word;
    return f32(word >> 8u) * 5.9604644775390625e-8;
}

// A random number from 0 to 1 for a pixel and a purpose from 1 to 7, evenly spread over frames: a hash plus irrational steps.
fn light_random(pixel: vec2<u32>, which: u32) -> f32 {
    // Each purpose has its own step, to avoid correlation. The steps are powers of the inverse of the root of x⁸ = x + 1 (M.
    // Roberts, 2018).
    let step = pow(0.9115923534820549, f32(which));
    return fract(light_hash(pixel, which) + frame.sample.z * step);
}

// Two unit vectors perpendicular to a third and to each other.
fn light_basis(axis: vec3<f32>) -> mat2x3<f32> {
    let beside = select(vec3<f32>(1.0, 0.0, 0.0), vec3<f32>(0.0, 1.0, 0.0), abs(axis.x) > 0.7);
    let one = normalize(cross(axis, beside));
    return mat2x3<f32>(one, cross(axis, one));
}

// A random point of the sun's disc.
fn light_towards_sun(pixel: vec2<u32>) -> vec3<f32> {
    let angle = 6.2831853 * light_random(pixel, 1u);
    let radius = frame.sun.w * sqrt(light_random(pixel, 2u));
    let across = light_basis(frame.sun.xyz);
    return normalize(frame.sun.xyz + across * (radius * vec2<f32>(cos(angle), sin(angle))));
}

// Spacing of the surroundings at a point, in metres.
fn light_spacing(position: vec2<f32>) -> f32 {
    return surroundings.rasters[surroundings_raster(position, 0.0)].z;
}

// Height of the ground that casts shadows. Outside of a cutaway there is no such ground, and the walls of a cutaway cast no
// shadows on themselves.
fn light_ground(position: vec2<f32>, raster: u32) -> f32 {
    let slack = vec2<f32>(0.75 * surroundings.rasters[raster].z);
    if any(position < frame.bounds.xy + slack) || any(position > frame.bounds.zw - slack) {
        return frame.heights.w;
    }
    return surroundings_height(position, raster);
}

// Maximum number of steps of a ray.
const LIGHT_MAX_STEPS: u32 = 160u;
// Ratio of the lengths of successive steps.
const LIGHT_GROWTH: f32 = 1.07;
// Rays closer to the ground than this many steps take shorter steps, so that they miss no crest and no edge of a cliff.
const LIGHT_NEAR: f32 = 1.2;
// Maximum number of short steps in a step. The shortest are 0.6 % of the distance; the penumbra of the sun is 0.9 % wide.
const LIGHT_MAX_SHORT: f32 = 12.0;

// Visibility along a part of a ray, with short steps. Their length is at least about the spacing of the finest raster at the ray's
// start, where `spacing` is.
fn light_between(start: vec3<f32>, direction: vec3<f32>, first: f32, last: f32, spacing: f32) -> f32 {
    let count = clamp(floor((last - first) / (0.6 * spacing)), 1.0, LIGHT_MAX_SHORT);
    let step = (last - first) / count;
    var clear = 1.0;
    for (var along = first + step; along < last + 0.5 * step; along += step) {
        let position = start + direction * along;
        let raster = surroundings_raster(position.xy, log2(step / surroundings.focus.z) - 2.0);
        let above = position.z + frame.eye.z - light_ground(position.xy, raster);
        clear = min(clear, 1.0 + above / (0.25 * step));
    }
    return clear;
}

// Visibility of the sky along a ray. The ray begins at a point in metres from the eye. The result is 1 if the ray is free, 0 if
// ground blocks the ray, and between 0 and 1 if the ray just grazes the ground.
fn light_visibility(origin: vec3<f32>, normal: vec3<f32>, direction: vec3<f32>, dither: f32) -> f32 {
    let spacing = light_spacing(origin.xy);
    // Between samples, the surroundings and the drawn ground differ. So the ray begins a little above the ground.
    let start = origin + normal * (0.35 * spacing);
    var step = spacing * (0.6 + 0.4 * dither);
    var before = 0.0;
    var along = step;
    var clear = 1.0;
    for (var k = 0u; k < LIGHT_MAX_STEPS; k++) {
        // Nothing hides the sun from where the last step ended.
        if start.z + direction.z * before + frame.eye.z > frame.top.x || along > 3e5 {
            break;
        }
        let position = start + direction * along;
        // Samples are a quarter of a step apart at most: where they are as far apart as steps, the edge of a cliff seems to lie
        // farther back, and no short steps are taken there.
        let raster = surroundings_raster(position.xy, log2(step / surroundings.focus.z) - 3.0);
        let above = position.z + frame.eye.z - light_ground(position.xy, raster);
        if above < LIGHT_NEAR * step {
            clear = min(clear, light_between(start, direction, before, along, spacing));
            if clear <= 0.0 {
                return 0.0;
            }
        }
        before = along;
        step *= LIGHT_GROWTH;
        along += step;
    }
    return clear;
}

// Visible share of the sun from a point on the ground.
fn light_sun(position: vec3<f32>, normal: vec3<f32>, pixel: vec2<u32>) -> f32 {
    let direction = light_towards_sun(pixel);
    if dot(normal, frame.sun.xyz) <= -frame.sun.w {
        return 0.0;
    }
    return light_visibility(position, normal, direction, light_random(pixel, 3u));
}

// Directions of the sky per frame.
const LIGHT_DIRECTIONS: u32 = 3u;
// Samples along each direction.
const LIGHT_SAMPLES: u32 = 7u;

// Visible share of the sky. In each of a few directions, the horizon is at the steepest rise (L. Bavoil, M. Sainz,
// "Image-space horizon-based ambient occlusion", 2008). If the horizon is at an angle h above the ground's plane, the share
// cos²h of the cosine-weighted light of this direction remains.
fn light_sky(position: vec3<f32>, normal: vec3<f32>, pixel: vec2<u32>) -> f32 {
    let spacing = light_spacing(position.xy);
    let turn = light_random(pixel, 4u);
    let dither = light_random(pixel, 5u);
    var share = 0.0;
    for (var k = 0u; k < LIGHT_DIRECTIONS; k++) {
        let angle = 6.2831853 * (f32(k) + turn) / f32(LIGHT_DIRECTIONS);
        let direction = vec2<f32>(cos(angle), sin(angle));
        // Slopes of the ground's plane and of the horizon.
        let plane = -dot(normal.xy, direction) / max(normal.z, 0.05);
        var horizon = plane;
        var along = spacing * (1.0 + dither);
        for (var s = 0u; s < LIGHT_SAMPLES; s++) {
            let at = position.xy + direction * along;
            let raster = surroundings_raster(at, log2(along / surroundings.focus.z) - 2.0);
            let rise = light_ground(at, raster) - position.z - frame.eye.z - 0.3 * spacing;
            horizon = max(horizon, rise / along);
            along *= 2.2;
        }
        let cosine = (1.0 + horizon * plane) / sqrt((1.0 + horizon * horizon) * (1.0 + plane * plane));
        share += max(cosine, 0.0) * max(cosine, 0.0);
    }
    return share / f32(LIGHT_DIRECTIONS);
}
