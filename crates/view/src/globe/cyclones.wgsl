// Cyclones: storms that wind the clouds around them into spirals. They turn against the clock in the north, and with it in the south.

// Number of storms on each half of the planet.
const CYCLONES: i32 = 5;

struct cyclones_Swirl {
    // How storms turn the clouds: an axis, times an angle in radians.
    turn: vec3<f32>,
    // What storms add to the noise of the clouds: bands around them, and an eye in the middle.
    band: f32,
}

// The middle of a storm, in the latitudes of the westerlies. w: its radius in planet radii.
fn cyclones_storm(index: i32, seed: vec2<i32>) -> vec4<f32> {
    let word = grain_hash(vec3<i32>(index + 101, seed));
    let part = vec3<f32>(vec3<u32>(word, word >> 8u, word >> 16u) & vec3<u32>(255u)) / 255.0;
    let side = select(-1.0, 1.0, index % 2 == 0);
    let latitude = side * mix(0.45, 1.0, part.x);
    // Storms of one half follow each other around the planet.
    let longitude = 2.0 * AIR_PI * (f32(index / 2) + 0.7 * part.y) / f32(CYCLONES);
    let level = cos(latitude);
    let radius = mix(0.06, 0.16, part.z * part.z);
    return vec4<f32>(level * cos(longitude), level * sin(longitude), sin(latitude), radius);
}

// A direction, turned by a share of a swirl (O. Rodrigues, 1840).
fn cyclones_turned(up: vec3<f32>, swirl: cyclones_Swirl, share: f32) -> vec3<f32> {
    let angle = length(swirl.turn);
    if angle < 1e-6 {
        return up;
    }
    let axis = swirl.turn / angle;
    let c = cos(share * angle);
    return c * up + sin(share * angle) * cross(axis, up) + (1.0 - c) * dot(axis, up) * axis;
}

// The swirl at a direction.
fn cyclones_swirl(up: vec3<f32>, seed: vec2<i32>) -> cyclones_Swirl {
    var swirl = cyclones_Swirl(vec3<f32>(0.0), 0.0);
    for (var k = 0; k < 2 * CYCLONES; k++) {
        let storm = cyclones_storm(k, seed);
        let away = length(up - storm.xyz) / storm.w;
        if away < 3.0 {
            let side = select(1.0, -1.0, storm.z < 0.0);
            let near = exp(-away * away) - exp(-9.0);
            // The noise is read where the clouds come from, so the angle is negative. In the eye it is 8 radians.
            swirl.turn -= side * 2.4 * near / (0.3 + away * away) * storm.xyz;
            swirl.band += near * 0.55 - 1.4 * exp(-500.0 * away * away);
        }
    }
    return swirl;
}
