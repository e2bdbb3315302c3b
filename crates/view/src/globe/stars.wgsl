// Stars: points at fixed places in the sky, for every lens and pixel size. They are visible only where the sky is dark.

// Cells along a side of each face of a cube around the eye, with one star each.
const STARS_CELLS: f32 = 48.0;

// Colour of a star by temperature, from red to blue, at constant brightness (a rough fit to black bodies of 3000 to 20,000
// K).
fn stars_tint(share: f32) -> vec3<f32> {
    let warm = vec3<f32>(1.35, 0.95, 0.62);
    let cold = vec3<f32>(0.82, 0.98, 1.4);
    return mix(warm, cold, share);
}

// Radiance of the stars in a direction of the planet's axes. `pixel` is the size of a pixel in radians, `sky` the radiance of the
// sky. Brightness is relative to the exposure, and stars are not visible in a bright sky.
fn stars_light(direction: vec3<f32>, pixel: f32, sky: vec3<f32>) -> vec3<f32> {
    let shown = frame.top.y * dot(sky, vec3<f32>(0.2126, 0.7152, 0.0722));
    let dark = 1.0 - smoothstep(0.0, 0.03, shown);
    if dark <= 0.0 {
        return vec3<f32>();
    }
    let size = abs(direction);
    let axis = select(select(2u, 1u, size.y > size.z), 0u, size.x > max(size.y, size.z));
    let turned = vec3<f32>(direction[axis], direction[(axis + 1u) % 3u], direction[(axis + 2u) % 3u]);
    let face = i32(2u * axis + select(0u, 1u, turned.x < 0.0));
    // Stars fade where pixels are wider than a third of a degree, because they would look like clouds.
    let whole = min(0.005 / pixel, 1.0) * min(0.005 / pixel, 1.0);
    // Angles from the face's centre lines, so that cells have about the same size.
    let at = STARS_CELLS * (0.5 + atan(turned.yz / turned.x) / (0.5 * AIR_PI));
    var light = vec3<f32>();
    for (var k = 0; k < 9; k++) {
        let cell = vec2<i32>(floor(at)) + vec2<i32>(k % 3 - 1, k / 3 - 1);
        // Skips cells beyond the face's edge.
        if any(cell < vec2<i32>(0)) || any(cell >= vec2<i32>(i32(STARS_CELLS))) {
            continue;
        }
        let word = grain_hash(vec3<i32>(cell, face));
        let again = grain_hash(vec3<i32>(i32(word & 0xffffu), cell));
        // Away from the cell's edges, so that no star is cut at a face's edge.
        let star = vec2<f32>(cell) + 0.1 + 0.8 * vec2<f32>(f32(word & 0xffffu), f32(word >> 16u)) / 65536.0;
        let off = (at - star) * (0.5 * AIR_PI / STARS_CELLS) / (0.55 * pixel);
        // For equal stars spread evenly in space, the number of stars brighter than b is proportional to b^-1.5 (W.
        // Herschel's gauge).
        let bright = 0.012 * pow(max(f32(again & 0xffffu) / 65536.0, 1e-4), -0.6667);
        light += min(bright, 3.0) * exp(-0.5 * dot(off, off)) * stars_tint(f32(again >> 16u) / 65536.0);
    }
    return dark * whole * light / frame.top.y;
}
