// The sky for other passes. Directions are unit vectors along the recipe's axes; light is in units of the
// sun's irradiance outside the air.

// Two layers, see view.wgsl.
@group(1) @binding(5) var sky_view: texture_2d_array<f32>;
// See aerial.wgsl.
@group(1) @binding(6) var sky_aerial_light: texture_3d<f32>;
@group(1) @binding(7) var sky_aerial_mie: texture_3d<f32>;
@group(1) @binding(8) var sky_aerial_extinction: texture_2d<f32>;
// See ambient.wgsl.
@group(1) @binding(9) var<uniform> sky_harmonics: array<vec4<f32>, 9>;

// Coordinates of a direction in the tables, see eye_ray.wgsl.
struct sky_Coords {
    // Cosine and sine of the elevation.
    rise: vec2<f32>,
    // Two coordinates, 0 to 1: the azimuth from the sun; and the way from the horizon (0) to straight down or to the top of
    // the air (1).
    shares: vec2<f32>,
    ground: bool,
}

fn sky_coords(direction: vec3<f32>) -> sky_Coords {
    let across = length(direction.xy);
    let off = atan2(direction.z, across) + air.shape.z;
    let ground = off < 0.0;
    let span = select(air.shape.w, 0.5 * AIR_PI - air.shape.z, ground);
    let toward = dot(direction.xy, air.sun.xy) / max(across * length(air.sun.xy), 1e-9);
    let turn = acos(clamp(toward, -1.0, 1.0)) / AIR_PI;
    return sky_Coords(vec2<f32>(across, direction.z), vec2<f32>(turn, sqrt(abs(off) / span)), ground);
}

// The row in a table. Rows below the horizon must not blend with rows above it.
fn sky_row(position: sky_Coords, count: f32) -> f32 {
    return 0.5 * (air_texel(position.shares.y, 0.5 * count) + select(1.0, 0.0, position.ground));
}

// Radiance of the sky without the sun. Below the horizon, radiance of ground of mean albedo, seen through the air.
fn sky_radiance(direction: vec3<f32>) -> vec3<f32> {
    let position = sky_coords(direction);
    if !position.ground && position.shares.y > 1.0 {
        return vec3<f32>();
    }
    let size = vec2<f32>(textureDimensions(sky_view));
    let at = vec2<f32>(air_texel(position.shares.x, size.x), sky_row(position, size.y));
    let light = textureSampleLevel(sky_view, linear, at, 0, 0.0).xyz;
    let mie = textureSampleLevel(sky_view, linear, at, 1, 0.0).xyz;
    return (light + mie * air_mie(dot(direction, air.sun.xyz))) / AIR_TABLE_SCALE;
}

// Transmittance from outside the air to an eye at a height; the ground is ignored.
fn sky_transmittance(height: f32, rise: vec2<f32>) -> vec3<f32> {
    let path = air_path(height, rise, false);
    return select(vec3<f32>(1.0), scatter_transmittance(path.height, path.cosine), path.length > 0.0);
}

// Radiance of the sun's disc with limb darkening: D. Hestroffer and C. Magnan, Wavelength dependency of the
// Solar limb darkening (1998). Brightness is a power of the cosine of the angle on the sun's surface. The exponent a is
// −0.023 + 0.292 / wavelength in µm. The mean of this power over the disc is 2 / (2 + a).
fn sky_sun(direction: vec3<f32>) -> vec3<f32> {
    let radius = max(frame.sun.w, 1e-4);
    let off = distance(direction, air.sun.xyz) / radius;
    let edge = 1.0 - smoothstep(0.95, 1.05, off);
    let position = sky_coords(direction);
    if edge == 0.0 || position.ground {
        return vec3<f32>();
    }
    let power = vec3<f32>(0.406, 0.508, 0.641);
    let darkening = (0.5 * power + 1.0) * pow(vec3<f32>(sqrt(max(1.0 - off * off, 0.0025))), power);
    return edge * darkening * sky_transmittance(air.sun.w, position.rise) / (AIR_PI * radius * radius);
}

// Irradiance of the sun on a surface that faces it, at a height in metres.
fn sky_sunlight(height: f32) -> vec3<f32> {
    return sky_clear_sunlight(height) * exp(-fog_slant() * fog_above(height));
}

// Irradiance of the sun without fog.
fn sky_clear_sunlight(height: f32) -> vec3<f32> {
    let above = max(height, 0.0);
    let level = length(air.sun.xy);
    let angle = atan2(air.sun.z, level) + air_dip(above);
    return smoothstep(-AIR_SUN_RADIUS, AIR_SUN_RADIUS, angle) * sky_transmittance(above, vec2<f32>(level, air.sun.z));
}

// Irradiance of the sky and of level ground of mean albedo, on a surface with this normal at height 0.
fn sky_ambient(normal: vec3<f32>) -> vec3<f32> {
    let level = length(air.sun.xy);
    let side = select(vec2<f32>(1.0, 0.0), air.sun.xy / max(level, 1e-9), level > 1e-6);
    let n = vec3<f32>(dot(normal.xy, side), side.x * normal.y - side.y * normal.x, normal.z);
    let first = sky_harmonics[1] * n.y + sky_harmonics[2] * n.z + sky_harmonics[3] * n.x;
    let second = 1.092548 * (sky_harmonics[4] * n.x * n.y + sky_harmonics[5] * n.y * n.z + sky_harmonics[7] * n.x * n.z)
        + 0.315392 * sky_harmonics[6] * (3.0 * n.z * n.z - 1.0) + 0.546274 * sky_harmonics[8] * (n.x * n.x - n.y * n.y);
    // Harmonics of a clamped cosine: π, 2π/3, π/4.
    let sum = 0.282095 * sky_harmonics[0] + 2.0 / 3.0 * 0.488603 * first + 0.25 * second;
    return max(AIR_PI * sum.xyz, vec3<f32>());
}

struct sky_Aerial {
    light: vec3<f32>,
    transmittance: vec3<f32>,
}

// The air between the eye and a point at this distance along a direction: the light that the air adds, and its transmittance.
fn sky_aerial(direction: vec3<f32>, distance: f32) -> sky_Aerial {
    let position = sky_coords(direction);
    let path = air_path(air.sun.w, position.rise, position.ground);
    let within = clamp(distance - path.entry, 0.0, path.length);
    if within <= 0.0 || (!position.ground && position.shares.y > 1.0) {
        return sky_Aerial(vec3<f32>(), vec3<f32>(1.0));
    }
    let size = vec3<f32>(textureDimensions(sky_aerial_light));
    let row = sky_row(position, size.y);
    let slice = air_texel(air_slice_of(path, within), size.z);
    let at = vec3<f32>(air_texel(position.shares.x, size.x), row, slice);
    let depth = textureSampleLevel(sky_aerial_extinction, linear, vec2<f32>(row, slice), 0.0).xyz * within / 1000.0;
    let light = textureSampleLevel(sky_aerial_light, linear, at, 0.0).xyz;
    let mie = textureSampleLevel(sky_aerial_mie, linear, at, 0.0).xyz;
    let source = (light + mie * air_mie(dot(direction, air.sun.xyz))) / AIR_TABLE_SCALE;
    return sky_Aerial(source * depth * air_fade(depth), exp(-depth));
}
