// Light in the air: transmittance and scattering, with the tables of S. Hillaire, A Scalable and Production Ready Sky and
// Atmosphere Rendering Technique (2020).

@group(1) @binding(1) var linear: sampler;
// Transmittance from a point to the top of the air. Coordinates: `scatter_transmittance_at`.
@group(1) @binding(2) var transmittance: texture_2d<f32>;
// Mean radiance of light scattered more than once or reflected by the ground, for an irradiance of the sun of 1. Coordinates:
// `scatter_multiple_at`.
@group(1) @binding(3) var multiple: texture_2d<f32>;
// Irradiance of the sky on level ground. Coordinate: `scatter_sun_share`.
@group(1) @binding(4) var irradiance: texture_2d<f32>;

// Coordinates in the table of transmittance, after E. Bruneton, Precomputed Atmospheric Scattering: a New Implementation
// (2017). Columns are by the distance to the top of the air, from the shortest distance to that along the horizon. Rows are
// by the distance to the ground along the horizon. Rows are densest near the ground, columns near the horizon.
fn scatter_transmittance_at(height: f32, cosine: f32) -> vec2<f32> {
    let farthest = sqrt(air_over_ground(air.shape.y));
    let to_horizon = sqrt(air_over_ground(height));
    let distance = air_to_top(height, (air.shape.x + height) * cosine);
    let nearest = air.shape.y - height;
    let span = to_horizon + farthest - nearest;
    return vec2<f32>((distance - nearest) / max(span, 0.001), to_horizon / farthest);
}

// Height and cosine of a position in the table.
fn scatter_transmittance_of(shares: vec2<f32>) -> vec2<f32> {
    let farthest = sqrt(air_over_ground(air.shape.y));
    let over = shares.y * farthest * shares.y * farthest;
    let height = min(over / (air.shape.x + sqrt(air.shape.x * air.shape.x + over)), air.shape.y);
    let nearest = air.shape.y - height;
    let distance = mix(nearest, shares.y * farthest + farthest, shares.x);
    let rise = air_under_top(height) - distance * distance;
    let cosine = rise / max(2.0 * (air.shape.x + height) * distance, 0.001);
    return vec2<f32>(height, clamp(select(cosine, 1.0, distance <= 0.001), -1.0, 1.0));
}

// Columns are densest around sunrise and sunset.
fn scatter_sun_share(cosine: f32) -> f32 {
    return 0.5 + 0.5 * sign(cosine) * sqrt(abs(cosine));
}

fn scatter_sun_cosine(share: f32) -> f32 {
    let even = 2.0 * share - 1.0;
    return even * abs(even);
}

fn scatter_multiple_at(height: f32, sun: f32) -> vec2<f32> {
    return vec2<f32>(scatter_sun_share(sun), sqrt(height / air.shape.y));
}

fn scatter_lookup(table: texture_2d<f32>, shares: vec2<f32>) -> vec3<f32> {
    let size = vec2<f32>(textureDimensions(table));
    let at = vec2<f32>(air_texel(shares.x, size.x), air_texel(shares.y, size.y));
    return textureSampleLevel(table, linear, at, 0.0).xyz;
}

// Transmittance from a height within the air to its top; the ground is ignored.
fn scatter_transmittance(height: f32, cosine: f32) -> vec3<f32> {
    return scatter_lookup(transmittance, scatter_transmittance_at(height, cosine));
}

// Irradiance of the sun on a surface that faces it, for the cosine of the sun's angle to the vertical. It fades as the disc
// sets.
fn scatter_sunlight(height: f32, sun: f32) -> vec3<f32> {
    let above = sun + sqrt(air_over_ground(height)) / (air.shape.x + height);
    return smoothstep(-AIR_SUN_RADIUS, AIR_SUN_RADIUS, above) * scatter_transmittance(height, sun);
}

fn scatter_multiple(height: f32, sun: f32) -> vec3<f32> {
    return scatter_lookup(multiple, scatter_multiple_at(height, sun)) / AIR_TABLE_SCALE;
}

// Irradiance of the sky on level ground at height 0.
fn scatter_irradiance(sun: f32) -> vec3<f32> {
    return scatter_lookup(irradiance, vec2<f32>(scatter_sun_share(sun), 0.0)) / AIR_TABLE_SCALE;
}

// Radiance of level ground.
fn scatter_ground(sun: f32) -> vec3<f32> {
    return air.ground.xyz / AIR_PI * (scatter_sunlight(0.0, sun) * max(sun, 0.0) + scatter_irradiance(sun));
}

// Light gathered along a ray so far.
struct scatter_Light {
    // Light scattered by molecules, or more than once.
    light: vec3<f32>,
    // Light scattered by haze, to be multiplied by the phase function of haze. The peak of this function is too narrow for
    // tables.
    mie: vec3<f32>,
    // Optical depth so far.
    depth: vec3<f32>,
}

// The sun on a path: cosines of its angle to the vertical at the eye, and to the ray.
struct scatter_Sun {
    up: f32,
    along: f32,
}

// Cosine of the sun's angle to the vertical at a position on a path.
fn scatter_sun_at(eye: f32, path: air_Path, sun: scatter_Sun, position: f32) -> f32 {
    let toward = (air.shape.x + eye) * sun.up + (path.entry + position) * sun.along;
    return clamp(toward / (air.shape.x + air_height(path, position)), -1.0, 1.0);
}

// Adds a step, with the density and light of its midpoint.
fn scatter_step(
    eye: f32, path: air_Path, sun: scatter_Sun, start: f32, end: f32, so_far: scatter_Light,
) -> scatter_Light {
    let position = 0.5 * (start + end);
    let height = air_height(path, position);
    let cosine = scatter_sun_at(eye, path, sun, position);
    let medium = air_medium(height);
    let depth = medium.extinction * (end - start);
    let reaching = exp(-so_far.depth) * air_fade(depth) * (end - start);
    let sunlight = scatter_sunlight(height, cosine);
    let again = (medium.rayleigh + medium.mie) * scatter_multiple(height, cosine);
    return scatter_Light(
        so_far.light + reaching * (medium.rayleigh * sunlight * air_rayleigh(sun.along) + again),
        so_far.mie + reaching * medium.mie * sunlight,
        so_far.depth + depth,
    );
}

// All light along a path.
fn scatter_path(eye: f32, path: air_Path, sun: scatter_Sun, steps: u32) -> scatter_Light {
    var light = scatter_Light(vec3<f32>(), vec3<f32>(), vec3<f32>());
    var start = 0.0;
    for (var step = 1u; step <= steps; step++) {
        let end = air_point(path, f32(step) / f32(steps));
        light = scatter_step(eye, path, sun, start, end, light);
        start = end;
    }
    return light;
}

// Light of the sky at height 0 from a direction above the horizon.
fn scatter_sky(rise: vec2<f32>, sun: scatter_Sun, steps: u32) -> vec3<f32> {
    let gathered = scatter_path(0.0, air_path(0.0, rise, false), sun, steps);
    return gathered.light + gathered.mie * air_mie(sun.along);
}
