// Level water of the sea, of lakes and of rivers: waves, reflections, foam. The surface is at the height `level`.

// Waves on flat ground.
fn water_surface(position: vec3<f32>, pixel: f32, depth: f32) -> water_Surface {
    let waves = water_waves(vec3<f32>(position.xy, 0.0), vec3<f32>(7.0, 7.0, 3.0), pixel, depth, 0.05);
    // Crests are across the wind, so slopes along the wind are larger.
    return water_Surface(normalize(vec3<f32>(-waves.x, -0.8 * waves.y, 1.0)), waves.w);
}

// Irradiance on level water. `direct` is the share of the sunlight that reaches it.
fn water_level_light(position: vec3<f32>, level: f32, direct: f32) -> vec3<f32> {
    let sunlight = sky_sunlight(level);
    let sky = cumulus_ambient(position, level, vec3<f32>(0.0, 0.0, 1.0), sunlight);
    return direct * sunlight * max(frame.sun.z, 0.0) + sky;
}

// Radiance of water, `depth` metres deep, at `position` from the eye. `below` is the radiance of the ground under the water,
// `path` the length of the ray through the water in metres.
fn water_light(
    position: vec3<f32>,
    view: vec3<f32>,
    below: vec3<f32>,
    path: f32,
    depth: f32,
    level: f32,
    direct: f32,
    ground_pixel: f32,
    pixel: vec2<u32>,
) -> vec3<f32> {
    let up = vec3<f32>(0.0, 0.0, 1.0);
    let surface = water_surface(position + frame.eye.xyz, ground_pixel, depth);
    let light = water_level_light(position, level, direct);
    let through = water_through(light, below, path, WATER_UPWELLING);
    // At a grazing angle, visible waves tilt towards the eye.
    let facing = max(dot(surface.normal, -view), 0.0);
    let grazing = mix(facing, max(facing, sqrt(surface.slope_variance)), 0.9);
    let reflectance = water_fresnel(grazing, 1.0 / (1.0 + 12.0 * surface.slope_variance));
    var away = reflect(view, surface.normal);
    away.z = max(away.z, 0.02) + 0.5 * sqrt(surface.slope_variance);
    away = normalize(away);
    let free = light_visibility(position, up, away, light_random(pixel, 6u));
    // Waves that are too small to be visible spread the image of clouds. A wave that is tilted by σ turns the image by 2σ up or
    // down, and less to the sides for a flat view. Jitter, which is even from −½ to ½, has a deviation of 1/√12. All pixels of a
    // frame have the same tilt, so the image is blurred and has no noise.
    let tilt = 2.0 * sqrt(12.0 * surface.slope_variance) * frame.sample.xy * vec2<f32>(facing, 1.0);
    let image = normalize(vec3<f32>(away.xy + tilt.x * vec2<f32>(-away.y, away.x), max(away.z + tilt.y, 0.02)));
    var sky = light * WATER_REFLECTED_LAND;
    if free > 0.0 {
        sky = mix(sky, cumulus_over(sky_radiance(away), cumulus_seen(position, image, 1e9, 10u, pixel)), free);
    }
    let sun = direct * step(0.0, frame.sun.z)
        * light_visibility(position, up, light_towards_sun(pixel), light_random(pixel, 3u));
    let facing_sun = max(dot(normalize(frame.sun.xyz - view), -view), 0.0);
    let glint = water_fresnel(facing_sun, 1.0) * water_sun(surface, view);
    return mix(through, sky, reflectance) + glint * sun * sky_sunlight(level);
}

// Radiance of the sea's wall in a cutaway: light through `path` metres of water, and the sky's reflection.
fn water_wall(view: vec3<f32>, normal: vec3<f32>, below: vec3<f32>, path: f32) -> vec3<f32> {
    let light = water_level_light(vec3<f32>(), frame.heights.z, 1.0);
    let away = reflect(view, normal);
    let sky = select(light * WATER_REFLECTED_LAND, sky_radiance(away), away.z > 0.0);
    return mix(water_through(light, below, path, WATER_UPWELLING), sky, water_fresnel(max(dot(normal, -view), 0.0), 1.0));
}

// Foam cover: a frayed line along the shore, and another where waves begin to break.
fn water_foam(position: vec3<f32>, depth: f32, pixel: f32) -> f32 {
    let frayed = grain_sum(Ground(position, vec3<f32>(0.0, 0.0, 1.0), 0.0, 0.0, pixel, 1.0), 16.0, 6u).x;
    let line = 1.0 - smoothstep(0.05, 0.45, depth + 0.3 * frayed);
    let waves = smoothstep(0.82, 1.0, sin(depth * 3.1 + 2.5 * frayed)) * (1.0 - smoothstep(0.8, 2.6, depth));
    return clamp(0.8 * line + 0.5 * waves * smoothstep(0.1, 0.6, frayed), 0.0, 1.0);
}
