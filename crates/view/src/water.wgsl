// Water: reflection and absorption.

// Absorption of clear sea water per metre in red, green and blue (R. Pope, E. Fry, 1997, plus a few suspended
// particles).
const WATER_ABSORPTION: vec3<f32> = vec3<f32>(0.36, 0.075, 0.045);
// Upwelling light: ratio of its radiance to the irradiance on the surface.
const WATER_UPWELLING: vec3<f32> = vec3<f32>(0.006, 0.03, 0.042);
// Reflectance at normal incidence.
const WATER_REFLECTANCE: f32 = 0.02;

// Ratio of the mean radiance of reflected land to irradiance.
const WATER_REFLECTED_LAND: vec3<f32> = vec3<f32>(0.03, 0.035, 0.03);

// Light through `path` metres of water: the light from below, plus the `upwelling` light of the water. The surface reflects a
// tenth of the upwelling light back.
fn water_through(level: vec3<f32>, below: vec3<f32>, path: f32, upwelling: vec3<f32>) -> vec3<f32> {
    let passed = exp(-WATER_ABSORPTION * path);
    return below * passed + level * upwelling * (1.0 - passed) * 0.9;
}

// Fresnel reflectance by Schlick's approximation, for the cosine of the angle to the normal. Waves reduce the part that
// depends on the angle.
fn water_fresnel(cosine: f32, waves: f32) -> f32 {
    return WATER_REFLECTANCE + (1.0 - WATER_REFLECTANCE) * pow(1.0 - cosine, 5.0) * waves;
}

struct water_Surface {
    normal: vec3<f32>,
    // Mean square slope of unresolved waves.
    slope_variance: f32,
}

// Octaves of waves, from 32 m down.
const WATER_OCTAVES: u32 = 8u;

// Waves as slopes of noise, down to the size of a pixel. Returns the gradient of the noise, and the mean square slope of
// unresolved waves, which blurs reflections (E. Bruneton, F. Neyret, N. Holzschuch, "Real-time realistic ocean lighting",
// 2010). Successive octaves are shifted by `apart` and have slopes of `steep` along each axis.
fn water_waves(position: vec3<f32>, apart: vec3<f32>, pixel: f32, depth: f32, steep: f32) -> vec4<f32> {
    var slopes = vec3<f32>(0.0);
    var slope_variance = 1e-5;
    var rate = 0.03125;
    // Waves are lower in shallow water.
    let high = steep * (smoothstep(0.0, 6.0, depth) * 0.75 + 0.25);
    for (var k = 0u; k < WATER_OCTAVES; k++) {
        let shown = smoothstep(1.5, 6.0, 1.0 / (rate * pixel));
        if shown > 0.0 {
            slopes += shown * high * grain_noise(position + apart * f32(k), rate).yzw / (rate * 1.9);
        }
        slope_variance += (1.0 - shown) * high * high;
        rate *= 2.0;
    }
    return vec4<f32>(slopes, slope_variance);
}

// Reflection of the sun by unresolved waves: a microfacet model with Beckmann's slopes.
fn water_sun(surface: water_Surface, view: vec3<f32>) -> f32 {
    let half = normalize(frame.sun.xyz - view);
    let facing = max(dot(surface.normal, half), 1e-3);
    let spread = 2.0 * surface.slope_variance + frame.sun.w * frame.sun.w;
    let tangent = (1.0 - facing * facing) / (facing * facing);
    let many = exp(-tangent / spread) / (3.14159265 * spread * facing * facing * facing * facing);
    let from_above = max(dot(surface.normal, -view), 0.05);
    return min(many / (4.0 * from_above), 4000.0);
}
