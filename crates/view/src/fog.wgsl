// Fog: droplets that scatter light without absorption. Density is constant up to a level and falls
// exponentially above. Depths are optical depths.
//
// Over a height dh, the depth of the fog overhead falls by σ dh. Over a distance dt along a ray, the depth from the start grows
// by σ dt. So along a straight ray, one depth is a linear function of the other for any density σ, and integrals of light over
// depth have closed forms.

// Mean cosine of the scattering angle of droplets (J. Hansen, L. Travis, "Light scattering in planetary
// atmospheres", 1974).
const FOG_ASYMMETRY: f32 = 0.85;
// Metres beyond which fog is not computed.
const FOG_MAX_DISTANCE: f32 = 4e5;

// A straight path: heights of its ends and its length, in metres.
struct fog_Path {
    first: f32,
    last: f32,
    length: f32,
}

// Depth straight up from a height. There is no fog under water.
fn fog_above(height: f32) -> f32 {
    let over = max(height, frame.heights.z) - frame.fog.y;
    return frame.fog.x * (frame.fog.z * exp(-max(over, 0.0) / frame.fog.z) + max(-over, 0.0));
}

// Depth of a path. Below the level, density is constant; above, the mean of the exponential density is used.
fn fog_depth(path: fog_Path) -> f32 {
    let low = min(path.first, path.last) - frame.fog.y;
    let high = max(path.first, path.last) - frame.fog.y;
    let below = clamp(-low / max(high - low, 1e-6), 0.0, 1.0);
    let bottom = max(low, 0.0) / frame.fog.z;
    let rise = max(high, 0.0) / frame.fog.z - bottom;
    return frame.fog.x * path.length * mix(exp(-bottom) * air_fade(vec3<f32>(rise)).x, 1.0, below);
}

// Distance in metres along a path at which the depth from the start is `part`. `whole` is the depth of the whole path. The
// distance is computed from the depth overhead at that point. On level paths and below the level, density is constant.
fn fog_point(path: fog_Path, whole: f32, part: f32) -> f32 {
    let share = part / max(whole, 1e-20);
    let level = frame.fog.x * frame.fog.z;
    let above = max(mix(fog_above(path.first), fog_above(path.last), share), 1e-30);
    let over = select(-frame.fog.z * log(above / level), frame.fog.z - above / frame.fog.x, above > level);
    let rise = path.last - path.first;
    let even = abs(rise) < 0.03 * frame.fog.z || max(path.first, path.last) < frame.fog.y;
    return path.length * clamp(select((over + frame.fog.y - path.first) / select(rise, 1.0, even), share, even), 0.0, 1.0);
}

// Ratio of the length of the sun's path through the fog to that of the vertical path. The curvature of the planet keeps this
// ratio finite (S. Chapman, 1931).
fn fog_slant() -> f32 {
    let sine = max(frame.sun.z, 0.0);
    return inverseSqrt(sine * sine + 2.0 * frame.fog.z / (AIR_PI * air.shape.x));
}

// Two shares that pass fog of this depth, directly or after scattering: the share of sunlight, and the share of the light of an
// even sky. This is Eddington's approximation (E. Shettle, J. Weinman, 1970). The droplets are replaced by fewer droplets that
// scatter isotropically, since light that changes its direction only a little counts as direct.
fn fog_passed(above: f32) -> vec2<f32> {
    let depth = (1.0 - FOG_ASYMMETRY) * above;
    let slant = fog_slant();
    let sine = 1.0 / slant;
    let sun = 2.0 + 3.0 * sine + (2.0 - 3.0 * sine) * exp(-depth * slant);
    return vec2<f32>(sun, 4.0) / (4.0 + 3.0 * depth);
}

// Irradiance of the sky, the ground and the fog on a surface with this normal.
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

// Phase function: the share of the scattered light per steradian. The arguments are the cosine of the scattering angle and
// the mean of this cosine (L. Henyey, J. Greenstein, 1941).
fn fog_phase(cosine: f32, mean: f32) -> f32 {
    let spread = 1.0 + mean * mean - 2.0 * mean * cosine;
    return (1.0 - mean * mean) / (4.0 * AIR_PI * spread * sqrt(spread));
}

// Sunlight that is scattered once on a path and arrives at its start, for a phase function of 1: ∫ e^−(depth from the start +
// depth towards the sun) d depth. The exponent is linear in depth.
fn fog_once(path: fog_Path, depth: f32) -> f32 {
    let begin = fog_slant() * fog_above(path.first);
    let end = depth + fog_slant() * fog_above(path.last);
    return depth * exp(-min(begin, end)) * air_fade(vec3<f32>(abs(end - begin))).x;
}

// Mean depth from which the light of an evenly lit path arrives. For small depths, a series is used, because the difference would
// lose precision.
fn fog_mean(depth: f32) -> f32 {
    let opaque = 1.0 - exp(-depth);
    return select(1.0 - depth * (1.0 / max(opaque, 1e-6) - 1.0), depth * (0.5 - depth / 12.0), depth < 0.1);
}

// Radiance of the fog on a path of this depth. `cosine` is the cosine of the angle to the sun, and `share` is the part of the
// path in sunlight. Multiply scattered light is computed at the mean depth from which light arrives.
fn fog_light(path: fog_Path, depth: f32, cosine: f32, share: f32) -> vec3<f32> {
    let opaque = 1.0 - exp(-depth);
    let above = mix(fog_above(path.first), fog_above(path.last), fog_mean(depth) / max(depth, 1e-20));
    let slant = fog_slant();
    let passed = fog_passed(above);
    // After n scatterings, the mean cosine is gⁿ, where g is `FOG_ASYMMETRY`. The number of scatterings is about the optical
    // depth of the light's path. Light that has lost its direction shows no shadows.
    let turned = pow(FOG_ASYMMETRY, 1.0 + slant * above);
    let straight = sky_clear_sunlight(frame.fog.y);
    let sun = straight * mix(1.0, share, turned);
    let sky = sky_ambient(vec3<f32>(0.0, 0.0, 1.0)) * passed.y;
    let scattered = sun / slant * (passed.x - exp(-slant * above));
    let again = 2.0 * scattered * fog_phase(cosine, turned);
    // Ground and fog below reflect about half of the light. Light from a hemisphere that is spread evenly over all directions has
    // the radiance irradiance / 2π.
    let around = (sky + 0.5 * (sky + sun / slant * passed.x)) / (2.0 * AIR_PI);
    return share * straight * fog_once(path, depth) * fog_phase(cosine, FOG_ASYMMETRY) + opaque * (again + around);
}
