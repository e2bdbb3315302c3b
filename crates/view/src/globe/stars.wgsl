// Stars: points that stay where they are as lenses and pixels change, only where the sky is dark.

// Cells along a side of each face of the cube around the eye; a star each.
const STARS_CELLS: f32 = 48.0;

// The light of a star's temperature, from red to blue, of equal brightness (a rough fit to black bodies of 3000 to 20,000 K).
fn stars_tint(share: f32) -> vec3<f32> {
    let warm = vec3<f32>(1.35, 0.95, 0.62);
    let cold = vec3<f32>(0.82, 0.98, 1.4);
    return mix(warm, cold, share);
}

// Radiance of the stars in a direction of the planet's axes, where a pixel covers so many radians, and the sky's own light is
// `sky`. What they are is as they are shown: under a bright sky none.
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
    // Pixels wider than a third of a degree would make a cloud of them.
    let whole = min(0.005 / pixel, 1.0) * min(0.005 / pixel, 1.0);
    // Angles from the face's middle lines, so that cells are about as large.
    let at = STARS_CELLS * (0.5 + atan(turned.yz / turned.x) / (0.5 * AIR_PI));
    var light = vec3<f32>();
    for (var k = 0; k < 9; k++) {
        let cell = vec2<i32>(floor(at)) + vec2<i32>(k % 3 - 1, k / 3 - 1);
        // The next face has stars of its own.
        if any(cell < vec2<i32>(0)) || any(cell >= vec2<i32>(i32(STARS_CELLS))) {
            continue;
        }
        let word = grain_hash(vec3<i32>(cell, face));
        let again = grain_hash(vec3<i32>(i32(word & 0xffffu), cell));
        // Off the cell's edges, lest one be cut at a face's.
        let star = vec2<f32>(cell) + 0.1 + 0.8 * vec2<f32>(f32(word & 0xffffu), f32(word >> 16u)) / 65536.0;
        let off = (at - star) * (0.5 * AIR_PI / STARS_CELLS) / (0.55 * pixel);
        // Evenly spread in space, of equal stars those brighter than b are b^-1.5 (W. Herschel's gauge).
        let bright = 0.012 * pow(max(f32(again & 0xffffu) / 65536.0, 1e-4), -0.6667);
        light += min(bright, 3.0) * exp(-0.5 * dot(off, off)) * stars_tint(f32(again >> 16u) / 65536.0);
    }
    return dark * whole * light / frame.top.y;
}
