// How much of the light reaches a place of the ground, by rays through the surroundings. Every frame takes one point of
// the sun's disc and a few directions of the sky; the average of many frames is soft shadow and soft ambient light.

// A number from 0 to 1 for a pixel, another one in every frame, so that they are spread evenly: a hash of the pixel
// (M. Jarzynski, M. Olano, "Hash functions for GPU rendering", 2020) and steps that never come back.
fn light_random(pixel: vec2<u32>, which: u32) -> f32 {
    var word = pixel.x * 1664525u + pixel.y * 1013904223u + which * 2654435769u;
    word = word * 747796405u + 2891336453u;
    word = ((word >> ((word >> 28u) + 4u)) ^ word) * 277803737u;
    word = (word >> 22u) ^ word;
    // Another step for each kind of number, lest they go together: powers of the inverse of the root of x⁸ = x + 1
    // (M. Roberts, 2018).
    let step = pow(0.9115923534820549, f32(which));
    return fract(f32(word >> 8u) * 5.9604644775390625e-8 + frame.sample.z * step);
}

// Two directions square to a third.
fn light_across(axis: vec3<f32>) -> mat2x3<f32> {
    let beside = select(vec3<f32>(1.0, 0.0, 0.0), vec3<f32>(0.0, 1.0, 0.0), abs(axis.x) > 0.7);
    let one = normalize(cross(axis, beside));
    return mat2x3<f32>(one, cross(axis, one));
}

// A point of the sun's disc.
fn light_towards_sun(pixel: vec2<u32>) -> vec3<f32> {
    let angle = 6.2831853 * light_random(pixel, 1u);
    let radius = frame.sun.w * sqrt(light_random(pixel, 2u));
    let across = light_across(frame.sun.xyz);
    return normalize(frame.sun.xyz + across * (radius * vec2<f32>(cos(angle), sin(angle))));
}

// Metres between samples of the surroundings around a place.
fn light_grain(place: vec2<f32>) -> f32 {
    return surroundings.rasters[surroundings_raster(place, 0.0)].z;
}

// The height of the ground that casts shadows. Where it is cut out there is none beside it, and its walls are not their own
// shadow.
fn light_ground(place: vec2<f32>, raster: u32) -> f32 {
    let slack = vec2<f32>(0.75 * surroundings.rasters[raster].z);
    if any(place < frame.bounds.xy + slack) || any(place > frame.bounds.zw - slack) {
        return frame.heights.w;
    }
    return surroundings_height(place, raster);
}

// Steps of a ray at most.
const LIGHT_STEPS: u32 = 160u;
// By how much longer each step of a ray is than the one before.
const LIGHT_GROWTH: f32 = 1.07;

// Whether the ground lets a ray from a place, metres from the eye, out to the sky: 1, or 0, or between where the ray
// grazes it.
fn light_free(origin: vec3<f32>, normal: vec3<f32>, direction: vec3<f32>, dither: f32) -> f32 {
    let grain = light_grain(origin.xy);
    // The surroundings are not the ground that is drawn, but as far from it as their samples may hide.
    let start = origin + normal * (0.35 * grain);
    var step = grain * (0.6 + 0.4 * dither);
    var along = step;
    var clear = 1.0;
    for (var k = 0u; k < LIGHT_STEPS; k++) {
        let place = start + direction * along;
        if place.z + frame.eye.z > frame.top.x || along > 3e5 {
            break;
        }
        // Samples as far apart as the steps.
        let raster = surroundings_raster(place.xy, log2(step / surroundings.focus.z) - 1.0);
        let above = place.z + frame.eye.z - light_ground(place.xy, raster);
        clear = min(clear, 1.0 + above / (0.25 * step));
        if clear <= 0.0 {
            return 0.0;
        }
        step *= LIGHT_GROWTH;
        along += step;
    }
    return clear;
}

// How much of the sun is seen from a place of the ground.
fn light_sun(place: vec3<f32>, normal: vec3<f32>, pixel: vec2<u32>) -> f32 {
    let direction = light_towards_sun(pixel);
    if dot(normal, frame.sun.xyz) <= -frame.sun.w {
        return 0.0;
    }
    return light_free(place, normal, direction, light_random(pixel, 3u));
}

// Directions of the sky in a frame.
const LIGHT_DIRECTIONS: u32 = 3u;
// Samples along each.
const LIGHT_SAMPLES: u32 = 7u;

// How much of the sky over the ground is seen from it: in each of a few directions the horizon is the steepest way up
// (L. Bavoil, M. Sainz, "Image-space horizon-based ambient occlusion", 2008). Weighted by the cosine, of the quarter
// above the ground's plane there is cos²h left above a horizon at an angle of h to it.
fn light_sky(place: vec3<f32>, normal: vec3<f32>, pixel: vec2<u32>) -> f32 {
    let grain = light_grain(place.xy);
    let turn = light_random(pixel, 4u);
    let dither = light_random(pixel, 5u);
    var share = 0.0;
    for (var k = 0u; k < LIGHT_DIRECTIONS; k++) {
        let angle = 6.2831853 * (f32(k) + turn) / f32(LIGHT_DIRECTIONS);
        let way = vec2<f32>(cos(angle), sin(angle));
        // Slopes, of the ground's plane and of the horizon.
        let plane = -dot(normal.xy, way) / max(normal.z, 0.05);
        var horizon = plane;
        var along = grain * (1.0 + dither);
        for (var s = 0u; s < LIGHT_SAMPLES; s++) {
            let at = place.xy + way * along;
            let raster = surroundings_raster(at, log2(along / surroundings.focus.z) - 2.0);
            let rise = light_ground(at, raster) - place.z - frame.eye.z - 0.3 * grain;
            horizon = max(horizon, rise / along);
            along *= 2.2;
        }
        let cosine = (1.0 + horizon * plane) / sqrt((1.0 + horizon * horizon) * (1.0 + plane * plane));
        share += max(cosine, 0.0) * max(cosine, 0.0);
    }
    return share / f32(LIGHT_DIRECTIONS);
}
