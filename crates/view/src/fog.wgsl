// Fog: droplets that scatter light and take none, as many everywhere up to a level and ever fewer above it. Depths are
// optical.
//
// Along a way up the depth of the fog overhead falls by σ dh, and along a ray the depth behind one grows by σ dt. So along
// a straight ray one is a linear function of the other whatever σ does, and light summed over depths has closed forms.

// Mean cosine of the angle by which droplets turn light (J. Hansen, L. Travis, "Light scattering in planetary atmospheres",
// 1974).
const FOG_FORWARD: f32 = 0.85;
// Metres beyond which none is seen.
const FOG_FURTHEST: f32 = 4e5;

// A straight way: the heights of its ends, and its length, in metres.
struct fog_Way {
    first: f32,
    last: f32,
    length: f32,
}

// Depth straight up from a height. Under water there is none.
fn fog_above(height: f32) -> f32 {
    let over = max(height, frame.heights.z) - frame.fog.y;
    return frame.fog.x * (frame.fog.z * exp(-max(over, 0.0) / frame.fog.z) + max(-over, 0.0));
}

// Depth of a way: its share below the level, where density is even, and the mean density of the rest, which is exponential.
fn fog_depth(way: fog_Way) -> f32 {
    let low = min(way.first, way.last) - frame.fog.y;
    let high = max(way.first, way.last) - frame.fog.y;
    let below = clamp(-low / max(high - low, 1e-6), 0.0, 1.0);
    let bottom = max(low, 0.0) / frame.fog.z;
    let rise = max(high, 0.0) / frame.fog.z - bottom;
    return frame.fog.x * way.length * mix(exp(-bottom) * air_fade(vec3<f32>(rise)).x, 1.0, below);
}

// How many metres along a way it has gathered a part of its whole depth: where the depth overhead is what is left there; on a
// level way, and below the level, density is even.
fn fog_place(way: fog_Way, whole: f32, part: f32) -> f32 {
    let share = part / max(whole, 1e-20);
    let level = frame.fog.x * frame.fog.z;
    let above = max(mix(fog_above(way.first), fog_above(way.last), share), 1e-30);
    let over = select(-frame.fog.z * log(above / level), frame.fog.z - above / frame.fog.x, above > level);
    let rise = way.last - way.first;
    let even = abs(rise) < 0.03 * frame.fog.z || max(way.first, way.last) < frame.fog.y;
    return way.length * clamp(select((over + frame.fog.y - way.first) / select(rise, 1.0, even), share, even), 0.0, 1.0);
}

// How much longer the sun's way through the fog is than the way straight up, which the roundness of the Earth keeps finite
// (S. Chapman, 1931).
fn fog_slant() -> f32 {
    let sine = max(frame.sun.z, 0.0);
    return inverseSqrt(sine * sine + 2.0 * frame.fog.z / (AIR_PI * air.shape.x));
}

// Shares of the light that fall through fog of a depth, straight or scattered: the sun's, and an even sky's. Eddington's
// approximation (E. Shettle, J. Weinman, 1970), for fewer droplets that scatter evenly: what is turned by little goes on.
fn fog_passed(above: f32) -> vec2<f32> {
    let depth = (1.0 - FOG_FORWARD) * above;
    let slant = fog_slant();
    let sine = 1.0 / slant;
    let sun = 2.0 + 3.0 * sine + (2.0 - 3.0 * sine) * exp(-depth * slant);
    return vec2<f32>(sun, 4.0) / (4.0 + 3.0 * depth);
}

// Irradiance of the sky, the ground and the fog on what faces along a normal.
fn fog_ambient(height: f32, normal: vec3<f32>) -> vec3<f32> {
    let sky = sky_ambient(normal);
    if frame.fog.x == 0.0 {
        return sky;
    }
    let above = fog_above(height);
    let passed = fog_passed(above);
    let scattered = sky_clear_sunlight(height) / fog_slant() * (passed.x - exp(-fog_slant() * above));
    return sky * passed.y + scattered * (0.5 + 0.5 * normal.z);
}

// Share of the light scattered once per steradian, by the cosine of the angle it turns and the mean of that (L. Henyey,
// J. Greenstein, 1941).
fn fog_phase(cosine: f32, mean: f32) -> f32 {
    let spread = 1.0 + mean * mean - 2.0 * mean * cosine;
    return (1.0 - mean * mean) / (4.0 * AIR_PI * spread * sqrt(spread));
}

// The sun's light that is scattered once along a way and comes to its beginning, as a share of what would come from it by
// an even phase function of 1: ∫ e^−(depth from the beginning + depth towards the sun) d depth. The exponent is linear.
fn fog_once(way: fog_Way, depth: f32) -> f32 {
    let begin = fog_slant() * fog_above(way.first);
    let end = depth + fog_slant() * fog_above(way.last);
    return depth * exp(-min(begin, end)) * air_fade(vec3<f32>(abs(end - begin))).x;
}

// Mean of the depths that light of a way comes from, where fog is lit evenly; by its series where the difference would have
// no digits.
fn fog_mean(depth: f32) -> f32 {
    let opaque = 1.0 - exp(-depth);
    return select(1.0 - depth * (1.0 / max(opaque, 1e-6) - 1.0), depth * (0.5 - depth / 12.0), depth < 0.1);
}

// Light of the fog on a way of this depth, to its beginning; `cosine` is that of the angle to the sun, of which a share is
// seen there. What is scattered again is taken as it is at the mean of the depths that light comes from.
fn fog_light(way: fog_Way, depth: f32, cosine: f32, share: f32) -> vec3<f32> {
    let opaque = 1.0 - exp(-depth);
    let above = mix(fog_above(way.first), fog_above(way.last), fog_mean(depth) / max(depth, 1e-20));
    let slant = fog_slant();
    let passed = fog_passed(above);
    // After n times the mean cosine is gⁿ, and light is scattered as many times as its way is deep. What has lost its
    // direction has none of the shadows either.
    let turned = pow(FOG_FORWARD, 1.0 + slant * above);
    let straight = sky_clear_sunlight(frame.fog.y);
    let sun = straight * mix(1.0, share, turned);
    let sky = sky_ambient(vec3<f32>(0.0, 0.0, 1.0)) * passed.y;
    let scattered = sun / slant * (passed.x - exp(-slant * above));
    let again = 2.0 * scattered * fog_phase(cosine, turned);
    // Ground and fog below throw about half of it up again. Spread all around, an even hemisphere's light has the mean
    // irradiance / 2π.
    let around = (sky + 0.5 * (sky + sun / slant * passed.x)) / (2.0 * AIR_PI);
    return share * straight * fog_once(way, depth) * fog_phase(cosine, FOG_FORWARD) + opaque * (again + around);
}
