// Sand as in the game Journey (J. Edwards, "Sand rendering in Journey", 2012; A. Nogueira, "Desert generation and mapping using
// improved Perlin noise"): diffuse contrast, grain, ocean specular and glitter, and highlights along the ripples. The direction
// of the ripples is computed from the wind and the slope.

struct desert_Sand {
    // Albedo of dark and of bright grains. w of `low`: factor of the normal's vertical component; w of `high`: factor of the
    // diffuse light.
    low: vec4<f32>,
    high: vec4<f32>,
    // Ocean specular: shininess, weight. Glitter: exponent, weight.
    shine: vec4<f32>,
    // Anisotropic highlight: exponent, weight. Ripples: wavelength in metres, ratio of height to wavelength.
    ripple: vec4<f32>,
    // Ripples per metre along x and y, downwind; cells of glitter per metre; strength of the grain.
    wind: vec4<f32>,
}

@group(3) @binding(1) var<uniform> desert_sand: desert_Sand;

const STYLE_HAS_WATER: bool = true;
const STYLE_HAS_AIR: bool = true;

struct desert_Ripples {
    // Slopes along x and y.
    slopes: vec2<f32>,
    // Unit vector along the crests, on the ground.
    crest: vec3<f32>,
}

// Ripples are across the wind, and bend on slopes because blown sand also creeps downhill. Their phase grows along the wind and
// falls with height. So the gradient of the phase is the wind minus a share of the slope. Noise displaces the phase. Crests fork
// where the noise makes the phase fall along the wind.
fn desert_ripples(ground: Ground, view: vec3<f32>) -> desert_Ripples {
    let length = desert_sand.ripple.z;
    let slope = -ground.normal.xy / max(ground.normal.z, 0.1);
    let along = desert_sand.wind.xy * length - 0.6 * slope;
    let wind_direction = along / max(sqrt(dot(along, along)), 1e-3);
    let level = vec3<f32>(-wind_direction.y, wind_direction.x, 0.0);
    let crest = normalize(level - ground.normal * dot(ground.normal, level));
    // Ripples per pixel. The pixel's footprint is longer along the view.
    let away = view.xy / max(sqrt(dot(view.xy, view.xy)), 1e-3);
    let longer = sqrt(ground.facing);
    let ripples = ground.pixel / length * vec2<f32>(dot(along, away) / longer, dot(along, vec2<f32>(-away.y, away.x)) * longer);
    let shown = 1.0 - smoothstep(0.2, 0.8, sqrt(dot(ripples, ripples)));
    if shown <= 0.0 || desert_sand.ripple.w <= 0.0 {
        return desert_Ripples(vec2<f32>(0.0), crest);
    }
    let position = grain_point(ground);
    let bent = grain_noise(position, 0.5).x * 1.3 + grain_noise(position, 2.0).x * 0.35;
    let phase = 6.2831853 * fract(dot(position.xy, desert_sand.wind.xy) - 0.6 * ground.height / length) + 6.0 * bent;
    // The lee side is steeper than the windward side.
    let profile = cos(phase + 0.5 * sin(phase));
    let patchy = 0.35 + 0.65 * smoothstep(-0.6, 0.4, grain_noise(position, 0.125).x);
    // Sand that is too steep for ripples slides.
    let stable = 1.0 - smoothstep(0.5, 0.62, ground.slope);
    return desert_Ripples(wind_direction * (profile * patchy * stable * shown * 3.0 * desert_sand.ripple.w), crest);
}

// Diffuse contrast: Lambert's law with a flattened normal, so that ground that turns away from the sun
// darkens sooner.
fn desert_diffuse(normal: vec3<f32>) -> f32 {
    let flattened = vec3<f32>(normal.xy, normal.z * desert_sand.low.w);
    return max(desert_sand.high.w * dot(flattened, frame.sun.xyz), 0.0);
}

// Specular highlight of the whole dune: a soft streak of light towards a low sun.
fn desert_ocean(normal: vec3<f32>, view: vec3<f32>) -> f32 {
    let mirrored = max(dot(reflect(-frame.sun.xyz, normal), -view), 0.0);
    return pow(mirrored, desert_sand.shine.x);
}

// Grains that happen to face the eye: a pattern in space that moves with the view, times a power of the specular highlight (J.
// Shopf, "Gettin' procedural", 2010). A pixel with many cells shows their mean, so that nothing flickers.
fn desert_glitter(ground: Ground, view: vec3<f32>, specular: f32) -> f32 {
    let position = grain_point(ground);
    let rate = desert_sand.wind.z;
    let moved = rate * position + 3.0 * grain_noise(position, 0.03125).x + 0.1 * view;
    let within = fract(moved);
    let bell = within * (1.0 - within);
    let sharp = 1.0 - (bell.x + bell.y + bell.z);
    // The mean of t(1 − t) is a sixth.
    let seen = smoothstep(0.25, 0.7, rate * ground.pixel);
    let glitter = mix(sharp, 0.5, seen);
    return glitter * pow(specular, desert_sand.shine.z) * desert_sand.shine.w;
}

// Highlight of thin threads. It is brightest where the half vector is perpendicular to the threads (J. Kajiya, T. Kay, "Rendering
// fur with three dimensional textures", 1989). The threads are ripples, including unresolved ones.
fn desert_anisotropic(crest: vec3<f32>, view: vec3<f32>, normal: vec3<f32>) -> f32 {
    let half = normalize(frame.sun.xyz - view);
    let along = dot(crest, half);
    let square = sqrt(max(1.0 - along * along, 0.0));
    let facing = smoothstep(-0.1, 0.4, dot(normal, half));
    return pow(square, desert_sand.ripple.x) * facing * desert_sand.ripple.y;
}

// A number from 0 to 1. It is random for each grain in pixels with few grains, and for each clump of grains in other pixels.
fn desert_grain(ground: Ground) -> f32 {
    let position = grain_point(ground);
    var sum = 0.0;
    var rate = 64.0;
    var strength = 0.5;
    for (var k = 0u; k < 7u; k++) {
        let shown = smoothstep(1.0, 3.0, 1.0 / (rate * ground.pixel));
        sum += shown * strength * grain_noise(position, rate).x;
        rate *= 0.25;
        strength *= 0.75;
    }
    return clamp(0.5 + desert_sand.wind.w * sum, 0.0, 1.0);
}

fn style_light(ground: Ground, view: vec3<f32>, pixel: vec2<u32>) -> vec3<f32> {
    let ripples = desert_ripples(ground, view);
    let normal = normalize(vec3<f32>(ground.normal.xy / ground.normal.z - ripples.slopes, 1.0));
    let color = mix(desert_sand.low.xyz, desert_sand.high.xyz, desert_grain(ground));
    let sun = shade_sun(ground.position, ground.normal, pixel) * smoothstep(-0.05, 0.1, dot(ground.normal, frame.sun.xyz));
    let sky = light_sky(ground.position, ground.normal, pixel);
    let specular = desert_ocean(normal, view);
    let shine = desert_sand.shine.y * specular + desert_glitter(ground, view, specular) + desert_anisotropic(ripples.crest, view, normal);
    // The colour of highlights is between that of the grains and white.
    let direct = color * desert_diffuse(normal) + mix(color, vec3<f32>(1.0), 0.35) * shine;
    let sunlight = sky_sunlight(ground.height);
    let dome = cumulus_ambient(ground.position, ground.height, normal, sunlight);
    let ambient = dome * (sky + (1.0 - sky) * 0.5 * color);
    return (direct * sun * sunlight + color * ambient) * 0.31830989;
}
