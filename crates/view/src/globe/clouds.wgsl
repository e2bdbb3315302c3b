// Clouds: a thin layer around the planet. Their noise is three-dimensional, so it has neither seams nor
// poles.

// Greatest optical depth of clouds. Forward-scattered light counts as not scattered, so this is a seventh of the full depth.
const CLOUDS_DEPTH: f32 = 2.5;
// Number of cells of the coarsest octave per planet radius.
const CLOUDS_FREQUENCY: f32 = 5.0;
// Gain in smooth layers and in heaps.
const CLOUDS_GAIN: vec2<f32> = vec2<f32>(0.57, 0.68);
const CLOUDS_OCTAVES: u32 = 15u;
// The first octave of towers. The width of its cells is about 1/170 of the radius.
const CLOUDS_TOWERS: u32 = 5u;
// Mean square of an octave of strength 1.
const CLOUDS_VARIANCE: f32 = 0.036;
// Half the width of the transition from clear to cloudy, in units of the noise.
const CLOUDS_EDGE: f32 = 0.4;
// Albedo of opaque clouds.
const CLOUDS_ALBEDO: f32 = 0.82;
// Vertical distance in metres between eye and clouds below which clouds fade out, for an eye that flies through them.
const CLOUDS_FADE: f32 = 800.0;

// The share of the movement of one octave that the next one keeps: by wind, and by storms.
const CLOUDS_CARRIED: f32 = 0.72;
const CLOUDS_TURNED: f32 = 0.82;

// Rotates the positions of one octave to those of the next, and scales them by 2.03.
const CLOUDS_ROTATION: mat3x3<f32> = mat3x3<f32>(
    vec3<f32>(0.0, 1.624, 1.218), vec3<f32>(-1.624, 0.7308, -0.9744), vec3<f32>(-1.218, -0.9744, 1.2992),
);

fn clouds_are_there() -> bool {
    return globe.clouds.x > 0.0;
}

// Three numbers from -1 to 1 for a lattice corner.
fn clouds_corner(cell: vec3<i32>) -> vec3<f32> {
    let word = grain_hash(cell + vec3<i32>(i32(globe.clouds.z), i32(globe.clouds.w), 0));
    return vec3<f32>(vec3<u32>(word, word >> 8u, word >> 16u) & vec3<u32>(255u)) / 127.5 - 1.0;
}

// Value noise with three components.
fn clouds_vector_noise(at: vec3<f32>) -> vec3<f32> {
    let whole = floor(at);
    let fade = smoothstep(vec3<f32>(0.0), vec3<f32>(1.0), at - whole);
    var sum = vec3<f32>();
    for (var k = 0u; k < 8u; k++) {
        let corner = vec3<i32>(vec3<u32>(k, k >> 1u, k >> 2u) & vec3<u32>(1u));
        let share = mix(1.0 - fade, fade, vec3<f32>(corner));
        sum += share.x * share.y * share.z * clouds_corner(vec3<i32>(whole) + corner);
    }
    return sum;
}

// Gradient noise (K. Perlin, "Improving noise", 2002).
fn clouds_noise(at: vec3<f32>) -> f32 {
    let whole = floor(at);
    let t = at - whole;
    let fade = t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    var sum = 0.0;
    for (var k = 0u; k < 8u; k++) {
        let corner = vec3<i32>(vec3<u32>(k, k >> 1u, k >> 2u) & vec3<u32>(1u));
        let share = mix(1.0 - fade, fade, vec3<f32>(corner));
        let rise = dot(clouds_corner(vec3<i32>(whole) + corner), t - vec3<f32>(corner));
        sum += share.x * share.y * share.z * rise;
    }
    return sum;
}

// Cloud density in a direction: 0 to 1, more in towers. `up` is along the planet's axes, `pixel` the size of
// a pixel in planet radii.
//
// Vector noise moves the positions of the noise along the ground, which draws swirls. Wind carries small clouds less far than it
// draws out large systems, because they do not live as long: the share of the movement falls with each octave (K. Perlin and F.
// Neyret, "Flow noise", 2001). The threshold varies with latitude: cloudy at the equator, dry in the horse latitudes, rainy in the
// westerlies. Octaves finer than a pixel are not computed. Instead, the transition from clear to cloudy is wider, according to the
// variance of these octaves.
fn clouds_density(up: vec3<f32>, pixel: f32) -> f32 {
    let swirl = cyclones_swirl(up, vec2<i32>(globe.clouds.zw));
    let broad = clouds_vector_noise(2.3 * up);
    let eddy = clouds_vector_noise(8.0 * up + 3.0 * broad);
    let moved = 0.2 * cross(up, broad) + 0.04 * cross(up, eddy);
    // From directions to the cells of an octave.
    var cells = CLOUDS_FREQUENCY * mat3x3<f32>(vec3<f32>(1.0, 0.0, 0.0), vec3<f32>(0.0, 1.0, 0.0), vec3<f32>(0.0, 0.0, 1.4));
    var turned = 1.0;
    var carried = 1.0;
    // Some regions have smooth layers, others heaps.
    let gain = mix(CLOUDS_GAIN.x, CLOUDS_GAIN.y, smoothstep(-0.5, 0.5, broad.x + 0.5 * eddy.y));
    var cell = 1.0 / CLOUDS_FREQUENCY;
    var strength = 1.0;
    var sum = swirl.band;
    var hidden = 0.0;
    // Towers and holes: octaves of nearly equal strength.
    var towers = 0.0;
    var tower = 1.0;
    for (var k = 0u; k < CLOUDS_OCTAVES; k++) {
        let shown = smoothstep(1.0, 3.0, cell / pixel);
        if shown > 0.0 {
            let at = cells * (cyclones_turned(up, swirl, turned) + carried * moved);
            let octave = shown * clouds_noise(at);
            sum += strength * octave;
            if k >= CLOUDS_TOWERS {
                towers += tower * octave;
                tower *= 0.87;
            }
        }
        hidden += (1.0 - shown) * strength * strength * CLOUDS_VARIANCE;
        cells = CLOUDS_ROTATION * cells;
        turned *= CLOUDS_TURNED;
        carried *= CLOUDS_CARRIED;
        cell /= 2.03;
        strength *= gain;
    }
    let rainy = 0.18 * cos(6.0 * asin(clamp(up.z, -1.0, 1.0)));
    let edge = sqrt(CLOUDS_EDGE * CLOUDS_EDGE + 6.0 * hidden);
    // 0.9 in smooth layers, 1.8 in heaps.
    let contrast = 8.6 * (gain - 0.47);
    return smoothstep(-edge, edge, sum + rainy - globe.clouds.y) * clamp(1.0 + contrast * towers, 0.1, 2.5);
}

// Vertical optical depth of clouds with this density.
fn clouds_depth(density: f32) -> f32 {
    return CLOUDS_DEPTH * density * density;
}

struct clouds_Shaded {
    opacity: f32,
    // Radiance, times opacity.
    light: vec3<f32>,
}

// The clouds where a ray meets them at this distance. Seen from above, clouds reflect light diffusely. Seen from below, they
// transmit the remaining light. Slopes towards the sun are brighter.
fn clouds_shaded(view: vec3<f32>, distance: f32) -> clouds_Shaded {
    let position = view * distance;
    let up = globe_up(position);
    let slant = max(abs(dot(view, up)), 0.05);
    let covered = 2.0 * frame.up.w * frame.size.w * distance;
    let pixel = covered * inverseSqrt(slant) / globe.east.w;
    let there = globe_to_planet(up);
    let density = clouds_density(there, pixel);
    let depth = clouds_depth(density);
    let near = smoothstep(0.0, CLOUDS_FADE, abs(globe.south.w - globe.clouds.x));
    let opacity = near * (1.0 - exp(-depth / max(slant, 0.15)));
    if opacity < 0.002 {
        return clouds_Shaded(0.0, vec3<f32>());
    }
    let sun = globe_sun(up);
    let level = globe_to_planet(frame.sun.xyz - up * dot(up, frame.sun.xyz));
    let step = max(1.5 * pixel, 0.6 * globe.clouds.x / globe.east.w);
    let sunward = clouds_density(normalize(there + level * step), max(pixel, 0.5 * step));
    let relief = clamp(1.0 + 0.8 * (density - sunward), 0.45, 1.35);
    let sunlight = globe_sunlight(globe.clouds.x, sun);
    let direct = sunlight * (max(sun, 0.0) + 0.08 * smoothstep(-0.05, 0.15, sun)) * relief;
    let ambient = globe_ambient(position, up, up);
    let back = (direct + ambient) * CLOUDS_ALBEDO;
    let through = 1.0 / (1.0 + depth);
    let below = (direct + ambient) * (1.0 - CLOUDS_ALBEDO + CLOUDS_ALBEDO * through) + 0.2 * ambient;
    let light = select(below, back, globe.south.w > globe.clouds.x) / AIR_PI;
    return clouds_Shaded(opacity, opacity * light);
}

// The light `behind`, from this distance, seen through the clouds that are nearer on the ray.
fn clouds_over(behind: vec3<f32>, view: vec3<f32>, distance: f32) -> vec3<f32> {
    var light = behind;
    if !clouds_are_there() {
        return light;
    }
    let meets = globe_intersect(view, globe.clouds.x);
    for (var k = 0u; k < 2u; k++) {
        let met = select(meets.x, meets.y, k == 0u);
        if met > 0.0 && met < distance {
            let seen = clouds_shaded(view, met);
            if seen.opacity > 0.0 {
                let air = globe_air(view, met);
                light = mix(light, air.light, seen.opacity) + seen.light * air.transmittance;
            }
        }
    }
    return light;
}

// Share of sunlight that clouds let through to a point at a height; `pixel` is the size of a pixel there, in
// metres.
fn clouds_transmittance(position: vec3<f32>, up: vec3<f32>, height: f32, pixel: f32) -> f32 {
    let over = globe.clouds.x - height;
    let sun = globe_sun(up);
    if !clouds_are_there() || over <= 0.0 || sun < -0.02 {
        return 1.0;
    }
    let along = (globe.east.w + height) * max(sun, 0.0);
    let rise = over * (2.0 * globe.east.w + globe.clouds.x + height);
    let distance = rise / (along + sqrt(along * along + rise));
    let there = globe_to_planet(globe_up(position + frame.sun.xyz * distance));
    // The size of the sun's disc and light around the edges blur the shadow.
    let blur = max(pixel, 0.03 * distance) / globe.east.w;
    return 0.12 + 0.88 * exp(-clouds_depth(clouds_density(there, blur)) / max(sun, 0.25));
}
