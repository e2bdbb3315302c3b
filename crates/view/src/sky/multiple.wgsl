// Multiple scattering after Hillaire. It assumes that light scattered once arrives evenly from all directions. Each further
// scattering then weakens the light by the same factor f, and all orders form a geometric series, 1 / (1 − f).
@group(0) @binding(0) var table: texture_storage_2d<rgba16float, write>;

const ELEVATIONS: u32 = 16;
const AZIMUTHS: u32 = 6;
const STEPS: u32 = 24;

struct Scattered {
    // Light that is scattered once, and light that the ground reflects.
    once: vec3<f32>,
    // The light that would arrive if radiance were 1 everywhere.
    again: vec3<f32>,
}

// Light from one direction.
fn from_direction(height: f32, rise: vec2<f32>, ground: bool, sun: scatter_Sun) -> Scattered {
    let path = air_path(height, rise, ground);
    var sum = Scattered(vec3<f32>(), vec3<f32>());
    var depth = vec3<f32>();
    var start = 0.0;
    for (var step = 1u; step <= STEPS; step++) {
        let end = air_point(path, f32(step) / f32(STEPS));
        let position = 0.5 * (start + end);
        let medium = air_medium(air_height(path, position));
        let more = medium.extinction * (end - start);
        let scattered = (medium.rayleigh + medium.mie) * exp(-depth) * air_fade(more) * (end - start);
        let sunlight = scatter_sunlight(air_height(path, position), scatter_sun_at(height, path, sun, position));
        sum.once += scattered * sunlight / (4.0 * AIR_PI);
        sum.again += scattered;
        depth += more;
        start = end;
    }
    if ground {
        let there = scatter_sun_at(height, path, sun, path.length);
        let back = exp(-depth) * air.ground.xyz;
        sum.once += back * scatter_sunlight(0.0, there) * max(there, 0.0) / AIR_PI;
        sum.again += back;
    }
    return sum;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let size = textureDimensions(table);
    if any(id.xy >= size) {
        return;
    }
    let shares = air_shares(id.xy, size);
    let height = shares.y * shares.y * air.shape.y;
    let up = scatter_sun_cosine(shares.x);
    let level = sqrt(1.0 - up * up);
    let dip = air_dip(height);
    var sum = Scattered(vec3<f32>(), vec3<f32>());
    for (var index = 0u; index < ELEVATIONS * AZIMUTHS; index++) {
        // Directions are evenly spaced in solid angle. Half a turn suffices by symmetry.
        let sine = (f32(index / AZIMUTHS) + 0.5) * 2.0 / f32(ELEVATIONS) - 1.0;
        let turn = (f32(index % AZIMUTHS) + 0.5) * AIR_PI / f32(AZIMUTHS);
        let rise = vec2<f32>(sqrt(1.0 - sine * sine), sine);
        let sun = scatter_Sun(up, rise.x * level * cos(turn) + rise.y * up);
        let gathered = from_direction(height, rise, asin(sine) < -dip, sun);
        sum.once += gathered.once / f32(ELEVATIONS * AZIMUTHS);
        sum.again += gathered.again / f32(ELEVATIONS * AZIMUTHS);
    }
    textureStore(table, id.xy, vec4<f32>(AIR_TABLE_SCALE * sum.once / max(1.0 - sum.again, vec3<f32>(0.001)), 1.0));
}
