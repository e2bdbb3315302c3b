// A planet's air: composition, and the geometry of rays in it. Lengths are metres. Points in the air are given by their
// height above the planet's sphere, because a distance of 6,371 km from the centre has steps of half a metre in 32 bits.
// Differences of squared radii are written as products of heights.

struct Air {
    // Scattering by molecules at height 0, per metre; w: their scale height.
    rayleigh: vec4<f32>,
    // Scattering by haze at height 0, per metre; w: its scale height.
    mie: vec4<f32>,
    // Extinction by haze.
    mie_extinction: vec4<f32>,
    // Mean cosine of the scattering angle of haze, see `air_mie`.
    asymmetry: vec4<f32>,
    // Absorption in the middle of the ozone layer, per metre; w: height of the middle.
    ozone: vec4<f32>,
    // Albedo of the ground; w: half the thickness of the ozone layer.
    ground: vec4<f32>,
    // Direction to the sun from the eye, z is up; w: height of the eye.
    sun: vec4<f32>,
    // Radius of the planet; height of the top of the air; depression of the eye's horizon in radians; range of angles above
    // this horizon that contain air, in radians.
    shape: vec4<f32>,
}

@group(1) @binding(0) var<uniform> air: Air;

const AIR_PI: f32 = 3.14159265;
// Mean angular radius of the sun as seen from the Earth, in radians. All planets use this value. It blurs shadows so little
// that a difference would be invisible.
const AIR_SUN_RADIUS: f32 = 0.00465;
// Scale of light in tables of 16-bit floats. With it, sunlit paper (1/π) is in range, and dusk has full precision down to
// 4e-9.
const AIR_TABLE_SCALE: f32 = 16384.0;

// Coefficients at a point, per metre.
struct air_Medium {
    rayleigh: vec3<f32>,
    mie: vec3<f32>,
    extinction: vec3<f32>,
}

fn air_medium(height: f32) -> air_Medium {
    let rayleigh = air.rayleigh.xyz * exp(-height / air.rayleigh.w);
    let haze = exp(-height / air.mie.w);
    let ozone = air.ozone.xyz * max(1.0 - abs(height - air.ozone.w) / air.ground.w, 0.0);
    return air_Medium(rayleigh, air.mie.xyz * haze, rayleigh + air.mie_extinction.xyz * haze + ozone);
}

// Phase functions: the share of the scattered light per steradian, for the cosine of the scattering angle.
fn air_rayleigh(cosine: f32) -> f32 {
    return 3.0 / (16.0 * AIR_PI) * (1.0 + cosine * cosine);
}

// W. Cornette and J. Shanks, Physically reasonable analytic expression for the single-scattering phase
// function (1992).
fn air_mie(cosine: f32) -> vec3<f32> {
    let g = air.asymmetry.xyz;
    let spread = 1.0 + g * g - 2.0 * g * cosine;
    let scale = 3.0 / (8.0 * AIR_PI) * (1.0 - g * g) / (2.0 + g * g);
    return scale * (1.0 + cosine * cosine) / (spread * sqrt(spread));
}

// (1 − e^−x) / x: the mean of e^−t for t from 0 to x. For small x, a series is used, because the difference would lose precision.
fn air_fade(x: vec3<f32>) -> vec3<f32> {
    let series = 1.0 - x * (0.5 - x * (1.0 / 6.0));
    return select((1.0 - exp(-x)) / max(x, vec3<f32>(0.01)), series, x < vec3<f32>(0.03));
}

// r² − R² for a height, where r is the distance from the planet's centre and R the planet's radius.
fn air_over_ground(height: f32) -> f32 {
    return height * (2.0 * air.shape.x + height);
}

// t² − r² for a height, where t is the radius of the top of the air.
fn air_under_top(height: f32) -> f32 {
    return (air.shape.y - height) * (2.0 * air.shape.x + air.shape.y + height);
}

// Depression of the horizon, in radians.
fn air_dip(height: f32) -> f32 {
    return atan2(sqrt(air_over_ground(height)), air.shape.x);
}

// The path of a ray through the air.
struct air_Path {
    // Distance from the eye to the path's entry into the air; 0 for an eye in the air.
    entry: f32,
    // Length from the entry to the ground or out of the air; 0 if the ray misses the air.
    length: f32,
    // Distance from the entry to the path's lowest point.
    lowest: f32,
    // Height at the entry, and cosine of the angle to the vertical there.
    height: f32,
    cosine: f32,
}

// The path of a ray from a height. `rise` is the cosine and sine of the ray's elevation. `ground` tells whether the ray hits
// the ground.
fn air_path(height: f32, rise: vec2<f32>, ground: bool) -> air_Path {
    var path = air_Path(0.0, 0.0, 0.0, height, rise.y);
    let radius = air.shape.x + height;
    if height > air.shape.y {
        // Half the chord of the sphere at the top of the air, from the ray's distance to the centre.
        let nearest = radius * rise.x;
        let top = air.shape.x + air.shape.y;
        let half = sqrt(max((top - nearest) * (top + nearest), 0.0));
        if rise.y >= 0.0 || half == 0.0 {
            return path;
        }
        path.entry = -air_under_top(height) / (half - radius * rise.y);
        path.height = air.shape.y;
        path.cosine = -half / top;
    }
    let along = (air.shape.x + path.height) * path.cosine;
    if ground {
        let over = air_over_ground(path.height);
        path.length = over / max(sqrt(max(along * along - over, 0.0)) - along, 0.001);
    } else {
        path.length = air_to_top(path.height, along);
    }
    path.lowest = clamp(-along, 0.0, path.length);
    return path;
}

// Distance from a height within the air to the top of the air, for a ray that misses the ground. `along` is r cos(angle to
// the vertical).
fn air_to_top(height: f32, along: f32) -> f32 {
    let under = air_under_top(height);
    let root = sqrt(along * along + under);
    return select(root - along, under / max(root + along, 0.001), along > 0.0);
}

// Steps are shortest where the air is densest: the distance from the lowest point is quadratic in the step. Maps a share of
// the steps, 0 to 1, to metres from the path's entry.
fn air_point(path: air_Path, share: f32) -> f32 {
    let even = mix(-sqrt(path.lowest), sqrt(path.length - path.lowest), share);
    return clamp(path.lowest + even * abs(even), 0.0, path.length);
}

// Slices of a table are closest together at both ends of the path. These functions map a share of the slices
// to metres from the path's entry, and back.
fn air_slice(path: air_Path, share: f32) -> f32 {
    let root = sin(0.5 * AIR_PI * share);
    return path.length * root * root;
}

fn air_slice_of(path: air_Path, position: f32) -> f32 {
    return asin(sqrt(clamp(position / max(path.length, 0.001), 0.0, 1.0))) / (0.5 * AIR_PI);
}

// The height h' of a point on the path, t metres from the entry: r'² − r² = t (t + 2 r cos), and h' = (r'² − R²) / (r' + R).
fn air_height(path: air_Path, position: f32) -> f32 {
    let radius = air.shape.x + path.height;
    let gain = position * (position + 2.0 * radius * path.cosine);
    let over = max(air_over_ground(path.height) + gain, 0.0);
    return clamp(over / (air.shape.x + sqrt(air.shape.x * air.shape.x + over)), 0.0, air.shape.y);
}

// The range 0 to 1 of a table goes from the centre of its first texel to the centre of its last texel. The first function maps 0
// to 1 to a coordinate; the second maps a texel to 0 to 1.
fn air_texel(share: f32, count: f32) -> f32 {
    return (clamp(share, 0.0, 1.0) * (count - 1.0) + 0.5) / count;
}

fn air_shares(texel: vec2<u32>, count: vec2<u32>) -> vec2<f32> {
    return vec2<f32>(texel) / vec2<f32>(count - 1u);
}
