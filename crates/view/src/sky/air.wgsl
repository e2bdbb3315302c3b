// A planet's air: what it holds, and how rays pass through it. Lengths are metres. Places in the air are given by their
// height above the ground's sphere, as a distance from the planet's middle of 6,371 km has steps of half a metre in 32
// bits; differences of squares of radii are written as products of heights.

struct Air {
    // Scattering by molecules at height 0, per metre; w: height in which their density falls to 1/e.
    rayleigh: vec4<f32>,
    // Scattering by haze at height 0, per metre; w: as above.
    mie: vec4<f32>,
    // Scattering and absorption by haze.
    mie_extinction: vec4<f32>,
    // Mean cosine of the angle by which haze turns light; w: how fast its phase function falls, see `air_mie`.
    asymmetry: vec4<f32>,
    // Absorption in the middle of the ozone layer, per metre; w: height of the middle.
    ozone: vec4<f32>,
    // Share of the light that the ground throws back; w: half the thickness of the ozone layer.
    ground: vec4<f32>,
    // Towards the sun from the eye, z is up; w: height of the eye.
    sun: vec4<f32>,
    // Radius of the ground; height of the top of the air; the eye's horizon below level, and the range of angles above
    // the horizon in which air is seen, in radians.
    shape: vec4<f32>,
}

@group(1) @binding(0) var<uniform> air: Air;

const AIR_PI: f32 = 3.14159265;
// Mean radius of the sun seen from the Earth, in radians, and from all planets here, as nobody sees the shadows it blurs.
const AIR_SUN: f32 = 0.00465;
// Light in tables of 16-bit floats is stored this many times as bright: what is as bright as the sun lit paper (1/π) fits,
// and dusk has full precision down to 4e-9.
const AIR_BRIGHT: f32 = 16384.0;

// What a place holds, per metre.
struct air_Matter {
    rayleigh: vec3<f32>,
    mie: vec3<f32>,
    extinction: vec3<f32>,
}

fn air_matter(height: f32) -> air_Matter {
    let rayleigh = air.rayleigh.xyz * exp(-height / air.rayleigh.w);
    let haze = exp(-height / air.mie.w);
    let ozone = air.ozone.xyz * max(1.0 - abs(height - air.ozone.w) / air.ground.w, 0.0);
    return air_Matter(rayleigh, air.mie.xyz * haze, rayleigh + air.mie_extinction.xyz * haze + ozone);
}

// Phase functions: share of the scattered light per steradian, by the cosine of the angle it turns.
fn air_rayleigh(cosine: f32) -> f32 {
    return 3.0 / (16.0 * AIR_PI) * (1.0 + cosine * cosine);
}

// W. Cornette and J. Shanks, Physically reasonable analytic expression for the single-scattering phase function (1992).
fn air_mie(cosine: f32) -> vec3<f32> {
    let g = air.asymmetry.xyz;
    let spread = 1.0 + g * g - 2.0 * g * cosine;
    let scale = 3.0 / (8.0 * AIR_PI) * (1.0 - g * g) / (2.0 + g * g);
    return scale * (1.0 + cosine * cosine) / (spread * sqrt(spread));
}

// (1 − e^−x) / x, which is the mean of e^−t for t from 0 to x; by its series where the difference would have no digits.
fn air_fade(x: vec3<f32>) -> vec3<f32> {
    let series = 1.0 - x * (0.5 - x * (1.0 / 6.0));
    return select((1.0 - exp(-x)) / max(x, vec3<f32>(0.01)), series, x < vec3<f32>(0.03));
}

// r² − R² of a height, r being its distance from the planet's middle, and R the radius of the ground.
fn air_over_ground(height: f32) -> f32 {
    return height * (2.0 * air.shape.x + height);
}

// t² − r², t being the radius of the top of the air.
fn air_under_top(height: f32) -> f32 {
    return (air.shape.y - height) * (2.0 * air.shape.x + air.shape.y + height);
}

// How far below level the horizon is, in radians.
fn air_dip(height: f32) -> f32 {
    return atan2(sqrt(air_over_ground(height)), air.shape.x);
}

// A ray's way through the air.
struct air_Way {
    // From the eye to where it enters; 0 in the air.
    entry: f32,
    // From there to the ground or out of the air; 0 if it misses the air.
    length: f32,
    // From there to where it is lowest.
    lowest: f32,
    // Height where it enters, and cosine of its angle to the vertical there.
    height: f32,
    cosine: f32,
}

// The way of a ray from a height, rising by an angle of this cosine and sine, that meets the ground or does not.
fn air_way(height: f32, rise: vec2<f32>, ground: bool) -> air_Way {
    var way = air_Way(0.0, 0.0, 0.0, height, rise.y);
    let radius = air.shape.x + height;
    if height > air.shape.y {
        // Half the chord of the sphere of the top, squared, from the ray's distance from the middle.
        let nearest = radius * rise.x;
        let top = air.shape.x + air.shape.y;
        let half = sqrt(max((top - nearest) * (top + nearest), 0.0));
        if rise.y >= 0.0 || half == 0.0 {
            return way;
        }
        way.entry = -air_under_top(height) / (half - radius * rise.y);
        way.height = air.shape.y;
        way.cosine = -half / top;
    }
    let along = (air.shape.x + way.height) * way.cosine;
    if ground {
        let over = air_over_ground(way.height);
        way.length = over / max(sqrt(max(along * along - over, 0.0)) - along, 0.001);
    } else {
        way.length = air_to_top(way.height, along);
    }
    way.lowest = clamp(-along, 0.0, way.length);
    return way;
}

// From a height within the air to its top along a ray that misses the ground; `along` is r cos(angle to the vertical).
fn air_to_top(height: f32, along: f32) -> f32 {
    let under = air_under_top(height);
    let root = sqrt(along * along + under);
    return select(root - along, under / max(root + along, 0.001), along > 0.0);
}

// Steps crowd where the air is densest: the distance from the lowest place goes as the square of what is spaced evenly. The
// share of the steps, 0 to 1, to metres from the way's entry.
fn air_place(way: air_Way, share: f32) -> f32 {
    let even = mix(-sqrt(way.lowest), sqrt(way.length - way.lowest), share);
    return clamp(way.lowest + even * abs(even), 0.0, way.length);
}

// Slices of a table crowd at both ends, where things are looked at and where the air is dense. The share of the slices to
// metres from the way's entry, and back.
fn air_slice(way: air_Way, share: f32) -> f32 {
    let root = sin(0.5 * AIR_PI * share);
    return way.length * root * root;
}

fn air_slice_of(way: air_Way, place: f32) -> f32 {
    return asin(sqrt(clamp(place / max(way.length, 0.001), 0.0, 1.0))) / (0.5 * AIR_PI);
}

// The height of a place on the way: r'² − r² = t (t + 2 r cos), and h' = (r'² − R²) / (r' + R).
fn air_height(way: air_Way, place: f32) -> f32 {
    let radius = air.shape.x + way.height;
    let gain = place * (place + 2.0 * radius * way.cosine);
    let over = max(air_over_ground(way.height) + gain, 0.0);
    return clamp(over / (air.shape.x + sqrt(air.shape.x * air.shape.x + over)), 0.0, air.shape.y);
}

// The middle of the first texel and that of the last are the ends of a table's range. 0 to 1 to a coordinate, and a texel
// to 0 to 1.
fn air_texel(share: f32, count: f32) -> f32 {
    return (clamp(share, 0.0, 1.0) * (count - 1.0) + 0.5) / count;
}

fn air_shares(texel: vec2<u32>, count: vec2<u32>) -> vec2<f32> {
    return vec2<f32>(texel) / vec2<f32>(count - 1u);
}
