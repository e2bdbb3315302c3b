// Irradiance of the sky on level ground at height 0, by the sun's elevation.
@group(0) @binding(0) var table: texture_storage_2d<rgba16float, write>;

const ELEVATIONS: u32 = 16;
const AZIMUTHS: u32 = 8;
const STEPS: u32 = 24;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let count = textureDimensions(table).x;
    if id.x >= count {
        return;
    }
    let up = scatter_sun_cosine(f32(id.x) / f32(count - 1u));
    let level = sqrt(1.0 - up * up);
    var sum = vec3<f32>();
    for (var index = 0u; index < ELEVATIONS * AZIMUTHS; index++) {
        // With even steps in the squared cosine, all samples have an equal share of the irradiance, which is π for a sky of
        // radiance 1. Half a turn suffices by symmetry.
        let sine = sqrt((f32(index / AZIMUTHS) + 0.5) / f32(ELEVATIONS));
        let turn = (f32(index % AZIMUTHS) + 0.5) * AIR_PI / f32(AZIMUTHS);
        let rise = vec2<f32>(sqrt(1.0 - sine * sine), sine);
        sum += scatter_sky(rise, scatter_Sun(up, rise.x * level * cos(turn) + rise.y * up), STEPS);
    }
    textureStore(table, vec2<u32>(id.x, 0u), vec4<f32>(AIR_TABLE_SCALE * AIR_PI * sum / f32(ELEVATIONS * AZIMUTHS), 1.0));
}
