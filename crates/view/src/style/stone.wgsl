// One loose stone: an ellipsoid cut by planes, which stands on a plane. See `stones.wgsl` for where stones are and for the axes of
// vectors.

// Greatest radius of a stone in cells.
const STONES_RADIUS: f32 = 0.42;
// Ratio of a stone's vertical radius to its greatest radius: least and greatest. The middle of the stone is above the ground by a
// share of the vertical radius.
const STONES_FLAT: vec2<f32> = vec2<f32>(0.45, 0.8);
const STONES_RAISED: f32 = 0.3;
// Greatest height of a stone in cells, a little above STONES_RADIUS * STONES_FLAT.y * (1 + STONES_RAISED).
const STONES_HEIGHT: f32 = 0.44;
// How far stones are from the middle of their cells, in cells.
const STONES_MOVED: f32 = 0.28;
// Number of planes that cut a stone's ellipsoid, and their distances from its middle in radii.
const STONES_FACETS: u32 = 9u;
const STONES_CUTS: vec2<f32> = vec2<f32>(0.55, 0.95);

struct stones_Hit {
    // Distance from the ray's origin in metres, below 0 for rays from the eye; STONES_NONE without a stone.
    distance: f32,
    // Outward normal.
    normal: vec3<f32>,
    // A random number of the stone, 0 to 1, for its colour.
    random: f32,
    // Height above the ground, as a share of the stone's height.
    height: f32,
}

const STONES_NONE: f32 = 1e9;

// A stone: an ellipsoid cut by planes.
struct stones_Stone {
    // The middle, and the axes: unit vectors divided by the radii. They convert positions so that the ellipsoid is a unit ball.
    middle: vec3<f32>,
    axes: mat3x3<f32>,
    // Radius along the ground in metres; 0 without a stone.
    radius: f32,
    // Random bits for the facets.
    word: u32,
}

// The next random word (M. O'Neill's permuted congruential generator, 2014, without its permutation).
fn stones_next(word: u32) -> u32 {
    return word * 747796405u + 2891336453u;
}

// Random bytes as numbers from 0 to 1. The low bits of a word are the least random.
fn stones_bytes(word: u32) -> vec4<f32> {
    return vec4<f32>(vec4<u32>(word >> 24u, word >> 16u, word >> 8u, word) & vec4<u32>(255u)) / 255.0;
}

// A random direction, not of unit length. No byte is 0.498, so the direction is not zero.
fn stones_direction(bytes: vec4<f32>) -> vec3<f32> {
    return bytes.xyz - 0.498;
}

// The stone of a cell of a lattice. `share` is the share of cells with a stone; stones that would soon be missing are smaller.
fn stones_stone(ground: stones_Ground, cell: vec3<i32>, width: f32, share: f32) -> stones_Stone {
    let nowhere = stones_Stone(vec3<f32>(0.0), mat3x3<f32>(), 0.0, 0u);
    let middle = (vec3<f32>(cell) + 0.5) * width - ground.point;
    // Each size has its own hashes.
    let word = grain_hash(grain_wrapped(cell, i32(4096.0 / width)) + vec3<i32>(vec3<f32>(31.0 * width)));
    let place = stones_bytes(word).wzyx;
    // The random height makes stones as many on level ground at a border of cells as elsewhere.
    let moved = 2.0 * place.xyz - 1.0;
    let height = abs(dot(middle / width + 0.5 * moved, ground.normal));
    let size = (1.0 - smoothstep(0.32, 0.5, height)) * smoothstep(0.0, 0.2, share - place.w);
    if size < 0.05 {
        return nowhere;
    }
    let at = middle + (STONES_MOVED * width) * moved;
    let second = stones_next(word);
    let shape = stones_bytes(second);
    // Most stones are small.
    let radius = width * STONES_RADIUS * size * mix(0.35, 1.0, shape.x * shape.x);
    let radii = radius * vec3<f32>(1.0, mix(0.6, 0.95, shape.y), mix(STONES_FLAT.x, STONES_FLAT.y, shape.z));
    let third = stones_next(second);
    let along = normalize(cross(ground.normal, stones_direction(stones_bytes(third))));
    let axes = mat3x3<f32>(along / radii.x, cross(ground.normal, along) / radii.y, ground.normal / radii.z);
    let foot = at - ground.normal * dot(at, ground.normal);
    return stones_Stone(foot + ground.normal * (STONES_RAISED * radii.z), axes, radius, third);
}

// The first of two hits: `found`, or the one where a ray enters a stone after the distance `first`.
fn stones_in(stone: stones_Stone, origin: vec3<f32>, direction: vec3<f32>, first: f32, found: stones_Hit) -> stones_Hit {
    let start = (origin - stone.middle) * stone.axes;
    let along = direction * stone.axes;
    // |start + t·along|² = 1. The point nearest to the middle is at t = t₀, and is computed first, because start may be far away.
    let a = dot(along, along);
    let middle = -dot(start, along) / a;
    let nearest = start + middle * along;
    let inside = 1.0 - dot(nearest, nearest);
    if inside <= 0.0 {
        return found;
    }
    let half = sqrt(inside / a);
    var enter = middle - half;
    var leave = middle + half;
    var normal = start + enter * along;
    var word = stone.word;
    for (var k = 0u; k < STONES_FACETS; k++) {
        word = stones_next(word);
        let bytes = stones_bytes(word);
        let facet = normalize(stones_direction(bytes));
        let outside = dot(facet, nearest) - mix(STONES_CUTS.x, STONES_CUTS.y, bytes.w);
        let rate = dot(facet, along);
        let meets = middle - outside / select(rate, 1e-9, abs(rate) < 1e-9);
        if abs(rate) < 1e-9 {
            if outside > 0.0 {
                return found;
            }
        } else if rate < 0.0 {
            if meets > enter {
                enter = meets;
                normal = facet;
            }
        } else {
            leave = min(leave, meets);
        }
    }
    if enter >= leave || enter < first || enter >= found.distance {
        return found;
    }
    let height = (start.z + enter * along.z + STONES_RAISED) / (1.0 + STONES_RAISED);
    return stones_Hit(enter, normalize(stone.axes * normal), stones_bytes(stone.word).w, clamp(height, 0.0, 1.0));
}
