// Sand as in Journey (J. Edwards, "Sand rendering in Journey", 2012; A. Nogueira, "Desert generation and mapping using
// improved Perlin noise"): diffuse contrast, grain, ocean specular, glitter; and highlights along the ripples, whose
// direction is computed where those authors painted it.

struct desert_Sand {
    // Light that dark and bright grains throw back; w of the first: by how much the normal's height is scaled; of the
    // second: by how much the outcome is multiplied.
    low: vec4<f32>,
    high: vec4<f32>,
    // Ocean specular: shininess, weight. Glitter: exponent, weight.
    shine: vec4<f32>,
    // Anisotropic highlight: exponent, weight. Ripples: metres from crest to crest, height over length.
    ripple: vec4<f32>,
    // Ripples a metre along x and y, where the wind blows to; cells of glitter a metre; strength of the grain.
    wind: vec4<f32>,
}

@group(3) @binding(1) var<uniform> desert_sand: desert_Sand;

const STYLE_HAS_SEA: bool = true;
const STYLE_HAS_AIR: bool = true;

struct desert_Ripples {
    // Their slopes along x and y.
    slopes: vec2<f32>,
    // Along their crests, on the ground; of length 1.
    crest: vec3<f32>,
}

// Ripples lie across the wind, and bend where the ground leans across it, as sand that is blown along a slope also creeps
// down it: their phase grows along the wind and falls with the height, so its gradient is the wind less a share of the
// slope. Crests end in forks, where the noise that moves them turns over.
fn desert_ripples(ground: Ground, view: vec3<f32>) -> desert_Ripples {
    let length = desert_sand.ripple.z;
    let slope = -ground.normal.xy / max(ground.normal.z, 0.1);
    let along = desert_sand.wind.xy * length - 0.6 * slope;
    let way = along / max(sqrt(dot(along, along)), 1e-3);
    let level = vec3<f32>(-way.y, way.x, 0.0);
    let crest = normalize(level - ground.normal * dot(ground.normal, level));
    // Ripples in a pixel: along the view its ground is longer than across it.
    let away = view.xy / max(sqrt(dot(view.xy, view.xy)), 1e-3);
    let longer = sqrt(ground.facing);
    let ripples = ground.pixel / length * vec2<f32>(dot(along, away) / longer, dot(along, vec2<f32>(-away.y, away.x)) * longer);
    let shown = 1.0 - smoothstep(0.2, 0.8, sqrt(dot(ripples, ripples)));
    if shown <= 0.0 || desert_sand.ripple.w <= 0.0 {
        return desert_Ripples(vec2<f32>(0.0), crest);
    }
    let place = grain_place(ground);
    let bent = grain_noise(place, 0.5).x * 1.3 + grain_noise(place, 2.0).x * 0.35;
    let phase = 6.2831853 * fract(dot(place.xy, desert_sand.wind.xy) - 0.6 * ground.height / length) + 6.0 * bent;
    // Steeper in the lee than in the wind.
    let profile = cos(phase + 0.5 * sin(phase));
    let patchy = 0.35 + 0.65 * smoothstep(-0.6, 0.4, grain_noise(place, 0.125).x);
    // Sand too steep for ripples slides.
    let lies = 1.0 - smoothstep(0.5, 0.62, ground.slope);
    return desert_Ripples(way * (profile * patchy * lies * shown * 3.0 * desert_sand.ripple.w), crest);
}

// The sun's light thrown back by diffuse contrast: Lambert's law with a normal that is pressed flat, so that what turns
// away from the sun darkens sooner.
fn desert_diffuse(normal: vec3<f32>) -> f32 {
    let pressed = vec3<f32>(normal.xy, normal.z * desert_sand.low.w);
    return max(desert_sand.high.w * dot(pressed, frame.sun.xyz), 0.0);
}

// A mirror of the whole dune: a soft road of light towards a low sun.
fn desert_ocean(normal: vec3<f32>, view: vec3<f32>) -> f32 {
    let mirrored = max(dot(reflect(-frame.sun.xyz, normal), -view), 0.0);
    return pow(mirrored, desert_sand.shine.x);
}

// Single grains that happen to face right: a pattern in space that moves with the view, to a high power (J. Shopf,
// "Gettin' procedural", 2010). Where a pixel holds many cells of the pattern it is their mean, so that nothing flickers.
fn desert_glitter(ground: Ground, view: vec3<f32>, specular: f32) -> f32 {
    let place = grain_place(ground);
    let rate = desert_sand.wind.z;
    let moved = rate * place + 3.0 * grain_noise(place, 0.03125).x + 0.1 * view;
    let within = fract(moved);
    let bell = within * (1.0 - within);
    let sharp = 1.0 - (bell.x + bell.y + bell.z);
    // The mean of t(1 − t) is a sixth.
    let seen = smoothstep(0.25, 0.7, rate * ground.pixel);
    let glitter = mix(sharp, 0.5, seen);
    return glitter * pow(specular, desert_sand.shine.z) * desert_sand.shine.w;
}

// Light along threads: brightest square to them (J. Kajiya, T. Kay, "Rendering fur with three dimensional textures",
// 1989). Ripples are the threads, also those that are too small to be seen.
fn desert_along(crest: vec3<f32>, view: vec3<f32>, normal: vec3<f32>) -> f32 {
    let half = normalize(frame.sun.xyz - view);
    let along = dot(crest, half);
    let square = sqrt(max(1.0 - along * along, 0.0));
    let facing = smoothstep(-0.1, 0.4, dot(normal, half));
    return pow(square, desert_sand.ripple.x) * facing * desert_sand.ripple.y;
}

// A number of each grain of sand, for pixels that hold few, and of clumps of them for others.
fn desert_grain(ground: Ground) -> f32 {
    let place = grain_place(ground);
    var sum = 0.0;
    var rate = 64.0;
    var strength = 0.5;
    for (var k = 0u; k < 7u; k++) {
        let shown = smoothstep(1.0, 3.0, 1.0 / (rate * ground.pixel));
        sum += shown * strength * grain_noise(place, rate).x;
        rate *= 0.25;
        strength *= 0.75;
    }
    return clamp(0.5 + desert_sand.wind.w * sum, 0.0, 1.0);
}

fn style_light(ground: Ground, view: vec3<f32>, pixel: vec2<u32>) -> vec3<f32> {
    let ripples = desert_ripples(ground, view);
    let normal = normalize(vec3<f32>(ground.normal.xy / ground.normal.z - ripples.slopes, 1.0));
    let color = mix(desert_sand.low.xyz, desert_sand.high.xyz, desert_grain(ground));
    let sun = light_sun(ground.place, ground.normal, pixel) * smoothstep(-0.05, 0.1, dot(ground.normal, frame.sun.xyz));
    let sky = light_sky(ground.place, ground.normal, pixel);
    let specular = desert_ocean(normal, view);
    let shine = desert_sand.shine.y * specular + desert_glitter(ground, view, specular) + desert_along(ripples.crest, view, normal);
    // What shines is the colour of the grains halfway to white.
    let direct = color * desert_diffuse(normal) + mix(color, vec3<f32>(1.0), 0.35) * shine;
    let ambient = fog_ambient(ground.height, normal) * (sky + (1.0 - sky) * 0.5 * color);
    return (direct * sun * sky_sunlight(ground.height) + color * ambient) * 0.31830989;
}
