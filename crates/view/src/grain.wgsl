// Points on the ground, and procedural noise finer than any raster.

// A point on the ground.
struct Ground {
    // Metres from the eye.
    position: vec3<f32>,
    // Exact normal.
    normal: vec3<f32>,
    // Metres above zero.
    height: f32,
    // Tangent of the slope angle.
    slope: f32,
    // Size of a pixel on the ground in metres: the geometric mean of its width and its length. The length grows at grazing
    // angles.
    pixel: f32,
    // Ratio of the width of the pixel's footprint to its length.
    facing: f32,
}

// How much nearer to the eye than the ground is what a style has drawn, in metres: the distance from a stone to the ground behind
// it.
var<private> grain_nearer: f32 = 0.0;

fn grain_hash(cell: vec3<i32>) -> u32 {
    var word = u32(cell.x) * 73856093u ^ u32(cell.y) * 19349663u ^ u32(cell.z) * 83492791u;
    word = (word ^ (word >> 15u)) * 2246822519u;
    word = (word ^ (word >> 13u)) * 3266489917u;
    return word ^ (word >> 16u);
}

// The offset of cell number `k`, 0 to 7, of a block of two by two by two cells from the block's first cell.
fn grain_offset(k: u32) -> vec3<i32> {
    return vec3<i32>(vec3<u32>(k, k >> 1u, k >> 2u) & vec3<u32>(1u));
}

fn grain_corner(cell: vec3<i32>, around: i32) -> f32 {
    return f32(grain_hash(grain_wrapped(cell, around)) >> 8u) * 1.1920928955078125e-7 - 1.0;
}

// Value noise from -1 to 1, then its gradient. The width of the cells is 1/rate metres; the rate is a power of two.
fn grain_noise(position: vec3<f32>, rate: f32) -> vec4<f32> {
    let at = position * rate;
    let whole = floor(at);
    let cell = vec3<i32>(whole);
    let around = i32(4096.0 * rate);
    let t = at - whole;
    let fade = t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let rise = 30.0 * t * t * (t * (t - 2.0) + 1.0);
    let a = grain_corner(cell, around);
    let b = grain_corner(cell + vec3<i32>(1, 0, 0), around);
    let c = grain_corner(cell + vec3<i32>(0, 1, 0), around);
    let d = grain_corner(cell + vec3<i32>(1, 1, 0), around);
    let e = grain_corner(cell + vec3<i32>(0, 0, 1), around);
    let f = grain_corner(cell + vec3<i32>(1, 0, 1), around);
    let g = grain_corner(cell + vec3<i32>(0, 1, 1), around);
    let h = grain_corner(cell + vec3<i32>(1, 1, 1), around);
    let low = mix(vec2<f32>(a, c), vec2<f32>(b, d), fade.x);
    let high = mix(vec2<f32>(e, g), vec2<f32>(f, h), fade.x);
    let floor_value = mix(low.x, low.y, fade.y);
    let roof_value = mix(high.x, high.y, fade.y);
    let along_x = mix(mix(b - a, d - c, fade.y), mix(f - e, h - g, fade.y), fade.z);
    let along_y = mix(low.y - low.x, high.y - high.x, fade.z);
    return vec4<f32>(mix(floor_value, roof_value, fade.z), rise * rate * vec3<f32>(along_x, along_y, roof_value - floor_value));
}

// A sum of octaves from cells of `coarsest` metres (a power of two) down to a pixel, with a gain of 0.6. Slopes are those of
// bumps whose height is the octave's noise times the width of the octave's cells.
fn grain_sum(ground: Ground, coarsest: f32, octaves: u32) -> vec4<f32> {
    let position = grain_point(ground);
    var rate = 1.0 / coarsest;
    var strength = 1.0;
    var sum = vec4<f32>(0.0);
    for (var k = 0u; k < octaves; k++) {
        // An octave fades out as its cells shrink to two pixels.
        let shown = smoothstep(1.5, 4.0, 1.0 / (rate * ground.pixel));
        if shown <= 0.0 {
            break;
        }
        let octave = grain_noise(position, rate);
        sum += shown * vec4<f32>(strength * octave.x, octave.yzw / rate);
        strength *= 0.6;
        rate *= 2.0;
    }
    return vec4<f32>(sum.x, grain_to_local(sum.yzw));
}
