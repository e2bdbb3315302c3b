// Cumulus clouds over a plane, marched through ray by ray (A. Schneider, "The real-time volumetric cloudscapes of Horizon: Zero
// Dawn", 2015).
//
// Noise over the ground decides where clouds are and how high they are, so that no cloud repeats. Detail noise, which repeats,
// moves their surface.

struct cumulus_Layer {
    // The cell of the noise in which the eye is.
    cell: vec2<i32>,
    // Words of the seed.
    seed: vec2<i32>,
    // The eye's place in its cell, 0 to 1.
    eye: vec2<f32>,
    // Width of a cell in metres.
    width: f32,
    // Value that the noise exceeds under clouds, and its standard deviation.
    threshold: f32,
    deviation: f32,
    // Height of the bases in metres, and of the highest tops over the bases.
    base: f32,
    thickness: f32,
    // Share of the ground under clouds.
    cover: f32,
}

// Distance to the nearest feature point, 0 to 1; it repeats after 1.
@group(3) @binding(3) var cumulus_detail: texture_3d<f32>;
@group(3) @binding(4) var cumulus_wrap: sampler;
@group(3) @binding(5) var<uniform> cumulus: cumulus_Layer;

// Optical depth of a cloud from its base to the highest top, if it is dense everywhere.
const CUMULUS_DEPTH: f32 = 40.0;
// Mean cosine of the scattering angle in clouds.
const CUMULUS_ASYMMETRY: f32 = 0.85;
// Irradiance by the sides of clouds that the sun shines on, relative to the sun's. A fit to pictures, see the
// test `skylight_is_that_of_the_sky`.
const CUMULUS_SIDES: f32 = 0.2;
// How far detail moves the surface, in standard deviations.
const CUMULUS_DETAIL: f32 = 0.6;
// Repetitions of the detail per cell: of coarse detail and of fine detail. Whole numbers, so that cells meet.
const CUMULUS_COARSE: f32 = 9.0;
const CUMULUS_FINE: f32 = 47.0;
// Ratio of short steps to long ones.
const CUMULUS_SHORT: f32 = 0.3;
// Distance in metres from the eye at which clouds end, for an eye near them.
const CUMULUS_FAR: f32 = 90e3;
// Smallest share of the light behind clouds that is visible.
const CUMULUS_OPAQUE: f32 = 0.004;
// Ratio of the light that leaves a cloud to the light of the four orders of scattering that are summed. With it, the brightest
// clouds reflect 0.8 of the light; thin clouds are too bright.
const CUMULUS_HIGHER_ORDERS: f32 = 2.2;

// Gradient of the noise at a corner of its lattice.
fn cumulus_corner(corner: vec2<i32>, octave: i32) -> vec2<f32> {
    let word = grain_hash(vec3<i32>(corner + cumulus.seed, octave));
    return vec2<f32>(vec2<u32>(word, word >> 16u) & vec2<u32>(65535u)) / 32767.5 - 1.0;
}

// Gradient noise (K. Perlin, "Improving noise", 2002) at a place in cells from the eye's cell. Octave k has 2ᵏ cells per cell.
fn cumulus_noise(place: vec2<f32>, octave: u32) -> f32 {
    let at = place * f32(1u << octave);
    let whole = floor(at);
    let corner = (cumulus.cell << vec2<u32>(octave)) + vec2<i32>(whole);
    let t = at - whole;
    let fade = t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    var rows: vec2<f32>;
    for (var k = 0; k < 2; k++) {
        let a = dot(cumulus_corner(corner + vec2<i32>(0, k), i32(octave)), t - vec2<f32>(0.0, f32(k)));
        let b = dot(cumulus_corner(corner + vec2<i32>(1, k), i32(octave)), t - vec2<f32>(1.0, f32(k)));
        rows[k] = mix(a, b, fade.x);
    }
    return mix(rows.x, rows.y, fade.y);
}

// How much the noise exceeds the threshold of clouds over a place on the ground, in standard deviations; the result is less
// than 1.9. The octaves are groups of clouds, clouds, and parts of them.
fn cumulus_excess(place: vec2<f32>) -> f32 {
    let sum = 0.5 * cumulus_noise(place, 0u) + cumulus_noise(place, 2u) - cumulus.threshold;
    // The last octave is less than 0.5.
    if (sum + 0.5) / cumulus.deviation < -CUMULUS_DETAIL {
        return -1.0;
    }
    let excess = (sum + 0.5 * cumulus_noise(place, 3u)) / cumulus.deviation;
    let high = max(excess - 1.0, 0.0);
    return min(excess, 1.0) + high / (1.0 + high / 0.9);
}

// How much lower the layer is at a point than at the eye, because it follows the curve of the planet.
fn cumulus_sag(position: vec2<f32>) -> f32 {
    return dot(position, position) / (2.0 * air.shape.x);
}

// Height of a point over the bases, from 0 to 1 at the highest tops.
fn cumulus_height(position: vec3<f32>) -> f32 {
    return (position.z + frame.eye.z + cumulus_sag(position.xy) - cumulus.base) / cumulus.thickness;
}

// How far a point at this height is in a cloud, in standard deviations of the noise: negative outside.
fn cumulus_inside(position: vec3<f32>, height: f32, is_fine: bool) -> f32 {
    if height <= 0.0 || height >= 1.0 {
        return -1.0;
    }
    let place = cumulus.eye + position.xy / cumulus.width;
    // Clouds are higher where the excess is greater, and narrower towards their tops.
    let inside = cumulus_excess(place) - 1.9 * height * sqrt(height);
    if inside < -CUMULUS_DETAIL {
        return inside;
    }
    let point = vec3<f32>(place, height * cumulus.thickness / cumulus.width);
    var detail = 1.0 - 2.0 * textureSampleLevel(cumulus_detail, cumulus_wrap, CUMULUS_COARSE * point, 0.0).x;
    if is_fine {
        detail += 0.35 * (1.0 - 2.0 * textureSampleLevel(cumulus_detail, cumulus_wrap, CUMULUS_FINE * point, 0.0).x);
    }
    // Bases are flat. Detail far from a cloud does not show.
    let strength = mix(0.25, CUMULUS_DETAIL, smoothstep(0.0, 0.3, height)) * smoothstep(-CUMULUS_DETAIL, 0.0, inside);
    return inside + strength * detail;
}

// Density of clouds at a height, 0 to 1, from how far the point is inside. No cloud is cut off at the greatest height.
fn cumulus_density(height: f32, inside: f32) -> f32 {
    return clamp(4.0 * inside, 0.0, 1.0) * smoothstep(0.0, 0.06, height) * (1.0 - smoothstep(0.85, 1.0, height));
}

// Extinction per metre where the density is 1.
fn cumulus_extinction() -> f32 {
    return CUMULUS_DEPTH / cumulus.thickness;
}

// Distance from the eye at which clouds end: farther away for an eye far above or below them.
fn cumulus_far() -> f32 {
    let above = frame.eye.z - cumulus.base - cumulus.thickness;
    let below = cumulus.base - frame.eye.z;
    return CUMULUS_FAR + 4.0 * max(max(above, below), 0.0);
}

// Share of the clouds that is left at a distance from the eye.
fn cumulus_share(distance: f32) -> f32 {
    return 1.0 - smoothstep(0.6, 1.0, distance / cumulus_far());
}

// A number from 0 to 1 that differs from pixel to pixel, and goes from frame to frame with an evenly spread sequence.
fn cumulus_dither(pixel: vec2<u32>, which: u32, sequence: f32) -> f32 {
    return fract(light_hash(pixel, which) + sequence);
}

// Optical depth from a point towards the sun.
fn cumulus_sun_depth(position: vec3<f32>, dither: f32) -> f32 {
    var sum = 0.0;
    var along = 0.0;
    var step = 0.05 * cumulus.thickness;
    for (var k = 0u; k < 5u; k++) {
        let point = position + frame.sun.xyz * (along + step * dither);
        let height = cumulus_height(point);
        sum += step * cumulus_density(height, cumulus_inside(point, height, false));
        along += step;
        step *= 1.9;
    }
    return sum * cumulus_extinction();
}

// Radiance of cloud at a point, for rays with this cosine of the angle to the sun. `sun`, `sky` and `ground` are the irradiances of
// the sun, the sky above and the ground below. Each order of scattering is less directed than the one before, and is dimmed less
// (M. Wrenninge, C. Kulla, V. Lundqvist, "Oz: the great and volumetric", 2013). The phase function has a lobe forwards and one
// backwards.
fn cumulus_radiance(
    position: vec3<f32>,
    height: f32,
    cosine: f32,
    sun: vec3<f32>,
    sky: vec3<f32>,
    ground: vec3<f32>,
    dither: f32,
) -> vec3<f32> {
    var lit = 0.0;
    if any(sun > vec3<f32>(0.0)) {
        let depth = cumulus_sun_depth(position, dither);
        var order = vec3<f32>(1.0);
        for (var k = 0u; k < 4u; k++) {
            let phase = mix(fog_phase(cosine, -0.2 * order.z), fog_phase(cosine, CUMULUS_ASYMMETRY * order.z), 0.65);
            lit += order.x * phase * exp(-order.y * depth);
            order *= vec3<f32>(0.6, 0.3, 0.5);
        }
    }
    // Near the bases, a third of the sky is visible. Clouds reflect less than white ground, since they lose a part of this light.
    let around = mix(ground + 0.35 * sky, sky, height);
    return CUMULUS_HIGHER_ORDERS * lit * sun + 0.31830989 * 0.7 * around;
}

// Distances at which a ray enters the layer and leaves it.
//
// Over the planet's sphere, the height of the point at a distance t is height + rise · t + ¼ curve · t².
fn cumulus_span(origin: vec3<f32>, direction: vec3<f32>) -> vec2<f32> {
    let height = origin.z + frame.eye.z + cumulus_sag(origin.xy);
    let rise = direction.z + dot(origin.xy, direction.xy) / air.shape.x;
    let curve = 2.0 * max(1.0 - direction.z * direction.z, 1e-6) / air.shape.x;
    // Heights over the bases and over the tops, and the distances at which the ray goes up to them, or down to them.
    let over = height - cumulus.base - vec2<f32>(0.0, cumulus.thickness);
    let discriminant = rise * rise - curve * over;
    let root = sqrt(max(discriminant, vec2<f32>(0.0)));
    let up = -2.0 * over / max(root + rise, vec2<f32>(1e-9));
    let meets = (discriminant > vec2<f32>(0.0)) & vec2<bool>(rise < 0.0);
    let down = select(vec2<f32>(1e9), 2.0 * over / max(root - rise, vec2<f32>(1e-9)), meets);
    if over.x < 0.0 {
        return up;
    }
    let is_within = over.y < 0.0;
    return vec2<f32>(select(down.y, 0.0, is_within), min(down.x, select(1e9, up.y, is_within)));
}

// Whether a ray that begins here begins above the bases of clouds.
fn cumulus_is_above(origin: vec3<f32>) -> bool {
    return cumulus_height(origin) > 0.0;
}

// Clouds along a ray, up to a distance. The ray begins at `origin`, in metres from the eye.
fn cumulus_seen(origin: vec3<f32>, view: vec3<f32>, distance: f32, steps: u32, pixel: vec2<u32>) -> cumulus_Seen {
    let span = cumulus_span(origin, view);
    let last = min(min(span.y, distance), cumulus_far());
    if span.x >= last {
        return cumulus_Seen(vec3<f32>(), 1.0);
    }
    let cosine = dot(view, frame.sun.xyz);
    let sun = sky_clear_sunlight(cumulus.base + 0.7 * cumulus.thickness);
    let sky = sky_ambient(vec3<f32>(0.0, 0.0, 1.0));
    let ground = air.ground.xyz * mix(1.0, cumulus_passed(), cumulus.cover) * (sun * max(frame.sun.z, 0.0) + sky);
    let dither = cumulus_dither(pixel, 8u, frame.fog.w);
    let sun_dither = cumulus_dither(pixel, 9u, frame.sample.x);
    // Steps grow with the distance, to at most the thickness or, far away, 3 % of the distance. Near clouds they are short.
    let least = 0.5 * cumulus.thickness;
    let growth = pow((last + least) / (span.x + least), 1.0 / f32(steps)) - 1.0;
    var before = span.x;
    var is_near = false;
    var passed = 1.0;
    var light = vec3<f32>(0.0);
    var far = 0.0;
    for (var k = 0u; k < 12u * steps && before < last && passed > CUMULUS_OPAQUE; k++) {
        let long = min((before + least) * growth, max(cumulus.thickness, 0.03 * before));
        let step = min(long * select(1.0, CUMULUS_SHORT, is_near), last - before);
        let along = before + dither * step;
        let position = origin + view * along;
        let height = cumulus_height(position);
        let inside = cumulus_inside(position, height, true);
        let was_near = is_near;
        is_near = inside > -0.5;
        if is_near && !was_near {
            // The same step again, but short.
            continue;
        }
        before += step;
        let density = cumulus_density(height, inside) * cumulus_share(length(position));
        if density > 0.0 {
            let through = exp(-density * cumulus_extinction() * step);
            let share = passed * (1.0 - through);
            light += share * cumulus_radiance(position, height, cosine, sun, sky, ground, sun_dither);
            far += share * along;
            passed *= through;
        }
    }
    if passed >= 1.0 {
        return cumulus_Seen(vec3<f32>(), 1.0);
    }
    let air = sky_aerial(view, far / (1.0 - passed));
    // Nothing shines through opaque clouds, not even the sun.
    let rest = max(passed - CUMULUS_OPAQUE, 0.0) / (1.0 - CUMULUS_OPAQUE);
    return cumulus_Seen(light * air.transmittance + (1.0 - rest) * air.light, rest);
}

// Share of the sunlight that reaches a point directly.
fn cumulus_sunlight(position: vec3<f32>, pixel: vec2<u32>) -> f32 {
    let span = cumulus_span(position, frame.sun.xyz);
    let share = cumulus_share(length(position));
    if span.x >= span.y || share <= 0.0 || frame.sun.z < -0.05 {
        return 1.0;
    }
    // Steps are shorter than clouds, unless that takes too many.
    let count = clamp(ceil((span.y - span.x) / (0.6 * cumulus.thickness)), 8.0, 24.0);
    let step = (span.y - span.x) / count;
    let dither = cumulus_dither(pixel, 10u, frame.sample.y);
    var sum = 0.0;
    for (var k = 0.0; k < count; k += 1.0) {
        let point = position + frame.sun.xyz * (span.x + step * (k + dither));
        let height = cumulus_height(point);
        sum += cumulus_density(height, cumulus_inside(point, height, false));
    }
    return exp(-sum * share * step * cumulus_extinction());
}

// Share of light that passes clouds, in a two-stream model (C. Bohren, "Multiple scattering of light and some of its observable
// consequences", 1987). Their mean depth is a fit to pictures of the sky, like `CUMULUS_SIDES`.
fn cumulus_passed() -> f32 {
    let depth = CUMULUS_DEPTH * (0.3 + 1.5 * cumulus.cover);
    return 2.0 / (2.0 + (1.0 - CUMULUS_ASYMMETRY) * depth);
}

// Irradiance on a surface without direct sunlight. `sun` is that of the sun on a surface that faces it. Over the tops, the sky is
// clear.
//
// The covered part of the sky has the light that passes the clouds. In gaps between clouds, their sides are in the sun.
fn cumulus_ambient(position: vec3<f32>, height: f32, normal: vec3<f32>, sun: vec3<f32>) -> vec3<f32> {
    let sky = fog_ambient(height, normal);
    let under = cumulus_share(length(position)) * (1.0 - clamp(cumulus_height(position), 0.0, 1.0));
    let cover = under * cumulus.cover;
    let upward = 0.5 + 0.5 * normal.z;
    let below = cumulus_passed() * (upward * max(frame.sun.z, 0.0) * sun + sky);
    let sides = CUMULUS_SIDES * cover * (1.0 - cover) * upward * sun;
    return mix(sky, below, cover) + sides;
}
