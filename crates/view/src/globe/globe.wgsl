// Points on a planet in the eye's local axes, in metres from the eye.

struct Globe {
    // The eye's east, south and up directions along the planet's axes. Their w in metres: radius of the planet, height of the
    // eye above its sphere, and reach of the surroundings (0 without surroundings).
    east: vec4<f32>,
    south: vec4<f32>,
    up: vec4<f32>,
    // The eye along the planet's axes, in metres modulo 4096.
    origin: vec4<f32>,
    // Position of the eye from the planet's centre, in metres.
    position: vec4<f32>,
    // Height of the clouds in metres (0 without clouds), threshold of their noise, and two seeds of the noise.
    clouds: vec4<f32>,
}

@group(3) @binding(4) var<uniform> globe: Globe;

// Weights of the materials' fields in this pixel, one byte each.
var<private> globe_weights: vec4<u32>;
// `globe_coarse_noise` of this pixel.
var<private> globe_noise: f32;

// The up direction at a point.
fn globe_up(position: vec3<f32>) -> vec3<f32> {
    return normalize(position + vec3<f32>(0.0, 0.0, globe.east.w + globe.south.w));
}

// Converts a vector from the eye's axes to the planet's axes. The next function converts back.
fn globe_to_planet(vector: vec3<f32>) -> vec3<f32> {
    return globe.east.xyz * vector.x + globe.south.xyz * vector.y + globe.up.xyz * vector.z;
}

fn globe_to_local(vector: vec3<f32>) -> vec3<f32> {
    return vec3<f32>(dot(vector, globe.east.xyz), dot(vector, globe.south.xyz), dot(vector, globe.up.xyz));
}

// Distances in metres at which a ray from the eye enters and leaves the sphere at this height. They are negative if there is
// no such intersection in front of the eye.
//
// Let p be the eye's position from the planet's centre, v the view direction and S the sphere's radius. |p + t v|² = S² gives
// t² + 2 b t + c = 0, where b = p·v and c = |p|² − S². c is computed as a product with the eye's height over the sphere. One
// root is computed as a sum without cancellation; the other is c divided by that root.
fn globe_intersect(view: vec3<f32>, height: f32) -> vec2<f32> {
    let over = globe.south.w - height;
    let b = (globe.east.w + globe.south.w) * view.z;
    let c = over * (2.0 * (globe.east.w + height) + over);
    let square = b * b - c;
    if square <= 0.0 || (c > 0.0 && b >= 0.0) {
        return vec2<f32>(-1.0);
    }
    let root = sqrt(square);
    if c > 0.0 {
        return vec2<f32>(c / (root - b), root - b);
    }
    return vec2<f32>(-1.0, select(root - b, -c / (root + b), b > 0.0));
}

// Decodes an octahedral normal, see `globe_encoded_normal`.
fn globe_decoded_normal(folded: vec2<f32>) -> vec3<f32> {
    let z = 1.0 - abs(folded.x) - abs(folded.y);
    let back = max(-z, 0.0);
    let flat = folded + select(vec2<f32>(back), vec2<f32>(-back), folded >= vec2<f32>(0.0));
    return normalize(vec3<f32>(flat, z));
}

// The lattice position of a point for grain: along the planet's axes, in metres modulo 4096.
fn grain_point(ground: Ground) -> vec3<f32> {
    return globe.origin.xyz + globe_to_planet(ground.position);
}

// Cells wrap around, so the pattern stays fixed as the eye moves.
fn grain_wrapped(cell: vec3<i32>, around: i32) -> vec3<i32> {
    return cell & vec3<i32>(around - 1);
}

// Strength of grain normals. It is below 1, since the ground of planets has its own relief down to a few centimetres.
const GRAIN_STRENGTH: f32 = 0.45;

// The up direction at a point.
fn grain_up(ground: Ground) -> vec3<f32> {
    return globe_up(ground.position);
}

// A direction along the axes of grain.
fn grain_from_local(direction: vec3<f32>) -> vec3<f32> {
    return globe_to_planet(direction);
}

// A vector along the axes of grain, such as slopes, along the eye's axes.
fn grain_to_local(vector: vec3<f32>) -> vec3<f32> {
    return globe_to_local(vector);
}

// Noise from -1 to 1, with cells from 2^19 m down to 2^10 m or a pixel. It adds variation that is too coarse for grain.
fn globe_coarse_noise(ground: Ground) -> f32 {
    let position = globe.position.xyz + globe_to_planet(ground.position);
    var cell = min(524288.0, exp2(floor(log2(globe.east.w) - 3.0)));
    var strength = 1.0;
    var sum = 0.0;
    for (var k = 0u; k < 10u; k++) {
        let shown = smoothstep(1.5, 4.0, cell / ground.pixel);
        if shown <= 0.0 || cell < 512.0 {
            break;
        }
        let at = position / cell;
        let whole = floor(at);
        let fade = smoothstep(vec3<f32>(0.0), vec3<f32>(1.0), at - whole);
        sum += shown * strength * globe_value(vec3<i32>(whole) + 1000 * i32(k), fade);
        strength *= 0.7;
        cell *= 0.5;
    }
    return 0.55 * sum;
}

// Value noise in one cell.
fn globe_value(cell: vec3<i32>, fade: vec3<f32>) -> f32 {
    var sum = 0.0;
    for (var k = 0u; k < 8u; k++) {
        let corner = grain_offset(k);
        let share = mix(1.0 - fade, fade, vec3<f32>(corner));
        let value = f32(grain_hash(cell + corner) >> 8u) * 1.1920928955078125e-7 - 1.0;
        sum += share.x * share.y * share.z * value;
    }
    return sum;
}
