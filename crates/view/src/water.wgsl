// Water: what it mirrors, and what is seen through it.

// What a metre of clear sea water takes away of red, green and blue (R. Pope, E. Fry, 1997, and a little of what drifts
// in it).
const WATER_TAKEN: vec3<f32> = vec3<f32>(0.36, 0.075, 0.045);
// What comes back from its depth: radiance over the irradiance of its surface.
const WATER_DEPTH: vec3<f32> = vec3<f32>(0.006, 0.03, 0.042);
// Of light that falls straight down, the share that water mirrors.
const WATER_MIRRORED: f32 = 0.02;

// What land that is mirrored throws back, on average, as radiance over irradiance.
const WATER_LAND: vec3<f32> = vec3<f32>(0.03, 0.035, 0.03);

// What is seen through so many metres of water: light from below, and what the water itself throws back, `depth`, of the light that
// falls on it, a tenth of which is mirrored away.
fn water_through(level: vec3<f32>, below: vec3<f32>, path: f32, depth: vec3<f32>) -> vec3<f32> {
    let passed = exp(-WATER_TAKEN * path);
    return below * passed + level * depth * (1.0 - passed) * 0.9;
}

// The share of light that is mirrored, by Schlick's law, for the cosine to the surface's normal; waves make the second part
// of it smaller.
fn water_fresnel(cosine: f32, waves: f32) -> f32 {
    return WATER_MIRRORED + (1.0 - WATER_MIRRORED) * pow(1.0 - cosine, 5.0) * waves;
}

struct water_Surface {
    normal: vec3<f32>,
    // Mean square slope of the waves that are too small to be seen.
    hidden: f32,
}

// Octaves of waves, from 32 m down.
const WATER_OCTAVES: u32 = 8u;

// Waves as slopes of noise, down to a pixel: the noise's gradient, and the mean square slope of what cannot be seen of them, which
// blurs what they mirror (E. Bruneton, F. Neyret, N. Holzschuch, "Real-time realistic ocean lighting", 2010). Octave after
// octave is `apart` from the one before, with slopes of `steep` along each axis.
fn water_waves(place: vec3<f32>, apart: vec3<f32>, pixel: f32, depth: f32, steep: f32) -> vec4<f32> {
    var slopes = vec3<f32>(0.0);
    var hidden = 1e-5;
    var rate = 0.03125;
    // Waves are lower where the ground is near.
    let high = steep * (smoothstep(0.0, 6.0, depth) * 0.75 + 0.25);
    for (var k = 0u; k < WATER_OCTAVES; k++) {
        let shown = smoothstep(1.5, 6.0, 1.0 / (rate * pixel));
        if shown > 0.0 {
            slopes += shown * high * grain_noise(place + apart * f32(k), rate).yzw / (rate * 1.9);
        }
        hidden += (1.0 - shown) * high * high;
        rate *= 2.0;
    }
    return vec4<f32>(slopes, hidden);
}

// The sun's light off the hidden waves: a microfacet model with Beckmann's slopes.
fn water_sun(surface: water_Surface, view: vec3<f32>) -> f32 {
    let half = normalize(frame.sun.xyz - view);
    let facing = max(dot(surface.normal, half), 1e-3);
    let spread = 2.0 * surface.hidden + frame.sun.w * frame.sun.w;
    let tangent = (1.0 - facing * facing) / (facing * facing);
    let many = exp(-tangent / spread) / (3.14159265 * spread * facing * facing * facing * facing);
    let from_above = max(dot(surface.normal, -view), 0.05);
    return min(many / (4.0 * from_above), 4000.0);
}
