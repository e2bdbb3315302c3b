// The sea of a planet: a sphere.

// Upwelling light of clear deep water: ratio of radiance to irradiance. Coastal water is greener.
const GLOBE_UPWELLING: vec3<f32> = vec3<f32>(0.0006, 0.0028, 0.0078);

// Mean square slope of waves in a wind of 6 m/s: 0.003 + 0.00512 for each m/s (C. Cox and W. Munk,
// "Measurement of the roughness of the sea surface from photographs of the sun's glitter", 1954).
const GLOBE_SLOPE_VARIANCE: f32 = 0.0337;

// Distances at which a ray from the eye meets the sea, see `globe_intersect`.
fn globe_sea(view: vec3<f32>) -> vec2<f32> {
    if frame.heights.z < -1e30 {
        return vec2<f32>(-1.0);
    }
    return globe_intersect(view, frame.heights.z);
}

// Waves as on flat ground, see `water_surface`. The noise uses the planet's axes.
fn globe_waves(position: vec3<f32>, up: vec3<f32>, pixel: f32, deep: f32) -> water_Surface {
    // Slope of one octave along each of two axes.
    let steep = sqrt(0.5 * GLOBE_SLOPE_VARIANCE / f32(WATER_OCTAVES));
    let waves = water_waves(globe.origin.xyz + globe_to_planet(position), vec3<f32>(7.0), pixel, deep, steep);
    let seen = globe_to_local(waves.xyz);
    return water_Surface(normalize(up - seen + up * dot(seen, up)), waves.w);
}

// Shadowing and masking of waves along a direction whose elevation has this sine: ratio of the hidden share to the visible
// share (B. Smith, 1967, by the fit of B. Walter and others, "Microfacet models for refraction", 2007).
fn globe_masking(sine: f32, slope_variance: f32) -> f32 {
    let rise = abs(sine) * inverseSqrt(max(1.0 - sine * sine, 1e-6));
    let a = max(rise * inverseSqrt(2.0 * slope_variance), 0.02);
    return max((1.0 - 1.259 * a + 0.396 * a * a) / (3.535 * a + 2.181 * a * a), 0.0) * (1.0 - step(1.6, a));
}

// Radiance of the sea where a ray meets it at this distance. The ground is `deep` metres below, with radiance
// `below`.
fn globe_sea_light(view: vec3<f32>, distance: f32, deep: f32, below: vec3<f32>, pixel: vec2<u32>) -> vec3<f32> {
    let position = view * distance;
    let up = globe_up(position);
    let sun = globe_sun(up);
    let covered = 2.0 * frame.up.w * frame.size.w * distance;
    let slanted = covered * inverseSqrt(max(-dot(view, up), 0.02));
    let surface = globe_waves(position, up, slanted, deep);
    let free = globe_sun_visibility(position, up, pixel) * clouds_transmittance(position, up, frame.heights.z, slanted);
    let direct = globe_sunlight(0.0, sun) * free;
    let level = direct * max(sun, 0.0) + globe_ambient(position, up, up);
    // Length of the refracted ray through the water.
    let slant = dot(view, up);
    let path = deep / sqrt(1.0 - (1.0 - slant * slant) / 1.777);
    let upwelling = mix(WATER_UPWELLING, GLOBE_UPWELLING, smoothstep(0.0, 1.0, sqrt(deep / 400.0)));
    let through = water_through(level, below, path, upwelling);
    let facing = max(dot(surface.normal, -view), 0.0);
    let grazing = mix(facing, max(facing, sqrt(surface.slope_variance)), 0.9);
    let reflectance = water_fresnel(grazing, 1.0 / (1.0 + 12.0 * surface.slope_variance));
    var away = reflect(view, surface.normal);
    // A reflection that points below the surface is turned to point along it.
    away = normalize(away + up * (max(0.02 - dot(away, up), 0.0) + 0.5 * sqrt(surface.slope_variance)));
    let rise = dot(away, up);
    let along = scatter_Sun(sun, clamp(dot(away, frame.sun.xyz), -1.0, 1.0));
    let sky = scatter_sky(vec2<f32>(sqrt(max(1.0 - rise * rise, 0.0)), rise), along, 8u);
    let half = normalize(frame.sun.xyz - view);
    let glint = water_fresnel(max(dot(half, -view), 0.0), 1.0) * water_sun(surface, view);
    let masking = globe_masking(slant, surface.slope_variance) + globe_masking(sun, surface.slope_variance);
    return mix(through, sky + globe_night(), reflectance) + glint / (1.0 + masking) * direct * step(0.0, sun);
}
