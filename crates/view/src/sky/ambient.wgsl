// The light of sky and ground at height 0 as spherical harmonics, with the sun towards x: R. Ramamoorthi and
// P. Hanrahan, An Efficient Representation for Irradiance Environment Maps (2001).
@group(0) @binding(0) var<storage, read_write> harmonics: array<vec4<f32>, 9>;

const ELEVATIONS: u32 = 16;
const AZIMUTHS: u32 = 32;
const STEPS: u32 = 24;
const THREADS: u32 = 64;

var<workgroup> sums: array<array<vec3<f32>, 9>, THREADS>;

fn basis(d: vec3<f32>) -> array<f32, 9> {
    return array<f32, 9>(
        0.282095,
        0.488603 * d.y, 0.488603 * d.z, 0.488603 * d.x,
        1.092548 * d.x * d.y, 1.092548 * d.y * d.z, 0.315392 * (3.0 * d.z * d.z - 1.0),
        1.092548 * d.x * d.z, 0.546274 * (d.x * d.x - d.y * d.y),
    );
}

@compute @workgroup_size(THREADS)
fn main(@builtin(local_invocation_index) thread: u32) {
    let level = length(air.sun.xy);
    let ground = scatter_ground(air.sun.z);
    var sum: array<vec3<f32>, 9>;
    for (var index = thread; index < ELEVATIONS * AZIMUTHS; index += THREADS) {
        let sine = (f32(index / AZIMUTHS) + 0.5) / f32(ELEVATIONS);
        let turn = (f32(index % AZIMUTHS) + 0.5) * 2.0 * AIR_PI / f32(AZIMUTHS);
        let rise = vec2<f32>(sqrt(1.0 - sine * sine), sine);
        let direction = vec3<f32>(rise.x * cos(turn), rise.x * sin(turn), rise.y);
        let along = direction.x * level + direction.z * air.sun.z;
        let sky = scatter_sky(rise, scatter_Sun(air.sun.z, along), STEPS);
        // Adds a direction above the horizon, and its mirror image below.
        let above = basis(direction);
        let below = basis(direction * vec3<f32>(1.0, 1.0, -1.0));
        for (var i = 0; i < 9; i++) {
            sum[i] += (sky * above[i] + ground * below[i]) * (2.0 * AIR_PI / f32(ELEVATIONS * AZIMUTHS));
        }
    }
    sums[thread] = sum;
    workgroupBarrier();
    if thread < 9u {
        var total = vec3<f32>();
        for (var i = 0u; i < THREADS; i++) {
            total += sums[i][thread];
        }
        harmonics[thread] = vec4<f32>(total, 0.0);
    }
}
