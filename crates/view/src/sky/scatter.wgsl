// Light in the air: what comes through, and what is scattered, by the tables of S. Hillaire, A Scalable and Production
// Ready Sky and Atmosphere Rendering Technique (2020).

@group(1) @binding(1) var linear: sampler;
// By `scatter_transmittance_at`: share of light that gets from a place to the top of the air.
@group(1) @binding(2) var transmittance: texture_2d<f32>;
// By `scatter_multiple_at`: light scattered more than once, or thrown back by the ground, that comes to a place from a
// direction, on average, where the sun's irradiance is 1.
@group(1) @binding(3) var multiple: texture_2d<f32>;
// By `scatter_sun_share`: the sky's irradiance on level ground.
@group(1) @binding(4) var irradiance: texture_2d<f32>;

// E. Bruneton, Precomputed Atmospheric Scattering: a New Implementation (2017): by the distance to the top between the
// shortest there is and that along the horizon, and by that along the horizon to the ground. Rows crowd near the ground,
// columns near the horizon.
fn scatter_transmittance_at(height: f32, cosine: f32) -> vec2<f32> {
    let farthest = sqrt(air_over_ground(air.shape.y));
    let to_horizon = sqrt(air_over_ground(height));
    let distance = air_to_top(height, (air.shape.x + height) * cosine);
    let nearest = air.shape.y - height;
    let span = to_horizon + farthest - nearest;
    return vec2<f32>((distance - nearest) / max(span, 0.001), to_horizon / farthest);
}

// Height and cosine of a place in the table.
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

// Columns crowd where the sun rises and sets.
fn scatter_sun_share(cosine: f32) -> f32 {
    return 0.5 + 0.5 * sign(cosine) * sqrt(abs(cosine));
}

fn scatter_sun_of(share: f32) -> f32 {
    let even = 2.0 * share - 1.0;
    return even * abs(even);
}

fn scatter_multiple_at(height: f32, sun: f32) -> vec2<f32> {
    return vec2<f32>(scatter_sun_share(sun), sqrt(height / air.shape.y));
}

fn scatter_look(table: texture_2d<f32>, shares: vec2<f32>) -> vec3<f32> {
    let size = vec2<f32>(textureDimensions(table));
    let at = vec2<f32>(air_texel(shares.x, size.x), air_texel(shares.y, size.y));
    return textureSampleLevel(table, linear, at, 0.0).xyz;
}

// Share of light that gets from a height within the air to its top, where the ground is not in the way.
fn scatter_transmittance(height: f32, cosine: f32) -> vec3<f32> {
    return scatter_look(transmittance, scatter_transmittance_at(height, cosine));
}

// The sun's irradiance on what faces it, by the cosine of its angle to the vertical there. The ground hides it bit by bit.
fn scatter_sunlight(height: f32, sun: f32) -> vec3<f32> {
    let above = sun + sqrt(air_over_ground(height)) / (air.shape.x + height);
    return smoothstep(-AIR_SUN, AIR_SUN, above) * scatter_transmittance(height, sun);
}

fn scatter_multiple(height: f32, sun: f32) -> vec3<f32> {
    return scatter_look(multiple, scatter_multiple_at(height, sun)) / AIR_BRIGHT;
}

// The sky's irradiance on level ground at height 0.
fn scatter_irradiance(sun: f32) -> vec3<f32> {
    return scatter_look(irradiance, vec2<f32>(scatter_sun_share(sun), 0.0)) / AIR_BRIGHT;
}

// Light that level ground throws up.
fn scatter_ground(sun: f32) -> vec3<f32> {
    return air.ground.xyz / AIR_PI * (scatter_sunlight(0.0, sun) * max(sun, 0.0) + scatter_irradiance(sun));
}

// What has come so far along a ray.
struct scatter_Light {
    // Scattered by molecules, or more than once.
    light: vec3<f32>,
    // Scattered by haze, to be multiplied by its phase function: its peak is too narrow for tables.
    mie: vec3<f32>,
    // Optical depth of the air between.
    depth: vec3<f32>,
}

// What the sun's rays meet along a way: the cosine of the sun's angle to the vertical at the eye, and to the ray.
struct scatter_Sun {
    up: f32,
    along: f32,
}

// The cosine of the sun's angle to the vertical at a place on the way from an eye at a height.
fn scatter_sun_there(eye: f32, way: air_Way, sun: scatter_Sun, place: f32) -> f32 {
    let toward = (air.shape.x + eye) * sun.up + (way.entry + place) * sun.along;
    return clamp(toward / (air.shape.x + air_height(way, place)), -1.0, 1.0);
}

// Adds a step, over which density and light are taken as those in its middle.
fn scatter_step(
    eye: f32, way: air_Way, sun: scatter_Sun, start: f32, end: f32, so_far: scatter_Light,
) -> scatter_Light {
    let place = 0.5 * (start + end);
    let height = air_height(way, place);
    let cosine = scatter_sun_there(eye, way, sun, place);
    let matter = air_matter(height);
    let depth = matter.extinction * (end - start);
    let reaching = exp(-so_far.depth) * air_fade(depth) * (end - start);
    let sunlight = scatter_sunlight(height, cosine);
    let again = (matter.rayleigh + matter.mie) * scatter_multiple(height, cosine);
    return scatter_Light(
        so_far.light + reaching * (matter.rayleigh * sunlight * air_rayleigh(sun.along) + again),
        so_far.mie + reaching * matter.mie * sunlight,
        so_far.depth + depth,
    );
}

// All that comes along a way.
fn scatter_way(eye: f32, way: air_Way, sun: scatter_Sun, steps: u32) -> scatter_Light {
    var light = scatter_Light(vec3<f32>(), vec3<f32>(), vec3<f32>());
    var start = 0.0;
    for (var step = 1u; step <= steps; step++) {
        let end = air_place(way, f32(step) / f32(steps));
        light = scatter_step(eye, way, sun, start, end, light);
        start = end;
    }
    return light;
}

// The sky of a place at height 0: from above, whole.
fn scatter_dome(rise: vec2<f32>, sun: scatter_Sun, steps: u32) -> vec3<f32> {
    let came = scatter_way(0.0, air_way(0.0, rise, false), sun, steps);
    return came.light + came.mie * air_mie(sun.along);
}
