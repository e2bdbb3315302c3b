// Places on a planet, as its eye has them: metres from the eye, along its axes.

struct Globe {
    // The eye's axes as the planet has them, to the east, to the south and up; w: the planet's radius, the eye's height above
    // its sphere, and how far the surroundings reach (0: there are none), in metres.
    east: vec4<f32>,
    south: vec4<f32>,
    up: vec4<f32>,
    // The eye as the planet has it, in metres that begin again after 4096.
    origin: vec4<f32>,
    // The same from the planet's middle.
    place: vec4<f32>,
    // Height of the clouds in metres (0: there are none), what their noise exceeds where they are, and its seeds.
    clouds: vec4<f32>,
}

@group(3) @binding(4) var<uniform> globe: Globe;

// Of the pixel: how much of each material the fields that it names let lie, in bytes.
var<private> globe_shares: vec4<u32>;
// Of the pixel: `globe_mottle`.
var<private> globe_mottled: f32;

// Up, at a place.
fn globe_up(place: vec3<f32>) -> vec3<f32> {
    return normalize(place + vec3<f32>(0.0, 0.0, globe.east.w + globe.south.w));
}

// A vector of the eye's axes along the planet's, and back.
fn globe_on_planet(vector: vec3<f32>) -> vec3<f32> {
    return globe.east.xyz * vector.x + globe.south.xyz * vector.y + globe.up.xyz * vector.z;
}

fn globe_seen(vector: vec3<f32>) -> vec3<f32> {
    return vec3<f32>(dot(vector, globe.east.xyz), dot(vector, globe.south.xyz), dot(vector, globe.up.xyz));
}

// Where a ray from the eye meets a sphere of such a height, in metres: first, and last; negative where it does not.
//
// |p + t v|² = S² with p the eye from the planet's middle: t² + 2 b t + c = 0 for b = p·v and c = |p|² − S², which is a product
// of the eye's height over the sphere. One root is the sum that does not cancel, and the other c over it.
fn globe_meets(view: vec3<f32>, height: f32) -> vec2<f32> {
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

// A normal from two numbers, see `globe_folded`.
fn globe_normal(folded: vec2<f32>) -> vec3<f32> {
    let z = 1.0 - abs(folded.x) - abs(folded.y);
    let back = max(-z, 0.0);
    let flat = folded + select(vec2<f32>(back), vec2<f32>(-back), folded >= vec2<f32>(0.0));
    return normalize(vec3<f32>(flat, z));
}

// A place on the ground for grain: metres that repeat after 4096, along the planet's axes.
fn grain_place(ground: Ground) -> vec3<f32> {
    return globe.origin.xyz + globe_on_planet(ground.place);
}

// Cells repeat, so that the pattern stays as the eye moves on.
fn grain_wrapped(cell: vec3<i32>, around: i32) -> vec3<i32> {
    return cell & vec3<i32>(around - 1);
}

// Slopes of grain along the eye's axes.
fn grain_turned(slopes: vec3<f32>) -> vec3<f32> {
    return globe_seen(slopes);
}

// Noise from cells of 2^19 m down to 2^10 m, and to a pixel, -1 to 1: what grain is too fine for.
fn globe_mottle(ground: Ground) -> f32 {
    let place = globe.place.xyz + globe_on_planet(ground.place);
    var cell = min(524288.0, exp2(floor(log2(globe.east.w) - 3.0)));
    var strength = 1.0;
    var sum = 0.0;
    for (var k = 0u; k < 10u; k++) {
        let shown = smoothstep(1.5, 4.0, cell / ground.pixel);
        if shown <= 0.0 || cell < 512.0 {
            break;
        }
        let at = place / cell;
        let whole = floor(at);
        let fade = smoothstep(vec3<f32>(0.0), vec3<f32>(1.0), at - whole);
        sum += shown * strength * globe_value(vec3<i32>(whole) + 1000 * i32(k), fade);
        strength *= 0.7;
        cell *= 0.5;
    }
    return 0.55 * sum;
}

// A value between those of a cell's corners.
fn globe_value(cell: vec3<i32>, fade: vec3<f32>) -> f32 {
    var sum = 0.0;
    for (var k = 0u; k < 8u; k++) {
        let corner = vec3<i32>(vec3<u32>(k, k >> 1u, k >> 2u) & vec3<u32>(1u));
        let share = mix(1.0 - fade, fade, vec3<f32>(corner));
        let value = f32(grain_hash(cell + corner) >> 8u) * 1.1920928955078125e-7 - 1.0;
        sum += share.x * share.y * share.z * value;
    }
    return sum;
}
