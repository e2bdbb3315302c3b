// The sea of a planet: a sphere.

// Light that comes back from clear deep water: radiance over irradiance. That of coasts is greener.
const GLOBE_DEEP: vec3<f32> = vec3<f32>(0.0006, 0.0028, 0.0078);

// Where a ray from the eye meets the sphere of the sea, in metres: first, and last; the first is negative if it does not.
//
// |p + t v|² = S² with p the eye from the planet's middle: t² + 2 b t + c = 0 for b = p·v and c = |p|² − S², which is a product
// of the eye's height over the sea. The nearer root is c over the sum that does not cancel.
fn globe_sea(view: vec3<f32>) -> vec2<f32> {
    let over = globe.south.w - frame.heights.z;
    let b = (globe.east.w + globe.south.w) * view.z;
    let c = over * (2.0 * (globe.east.w + frame.heights.z) + over);
    let square = b * b - c;
    if frame.heights.z < -1e30 || b >= 0.0 || square <= 0.0 {
        return vec2<f32>(-1.0);
    }
    let last = sqrt(square) - b;
    return vec2<f32>(c / last, last);
}

// Waves as on flat ground, see `water_surface`, by noise of the planet's places.
fn globe_waves(place: vec3<f32>, up: vec3<f32>, pixel: f32, deep: f32) -> water_Surface {
    var slopes = vec3<f32>(0.0);
    var hidden = 0.0;
    var rate = 0.03125;
    let calm = smoothstep(0.0, 6.0, deep) * 0.75 + 0.25;
    let steep = 0.05 * calm;
    for (var k = 0u; k < 8u; k++) {
        let shown = smoothstep(1.5, 6.0, 1.0 / (rate * pixel));
        if shown > 0.0 {
            let octave = grain_noise(globe.origin.xyz + globe_on_planet(place) + 7.0 * f32(k), rate);
            slopes += shown * steep * octave.yzw / (rate * 1.9);
        }
        hidden += (1.0 - shown) * steep * steep;
        rate *= 2.0;
    }
    let seen = globe_seen(slopes);
    return water_Surface(normalize(up - seen + up * dot(seen, up)), hidden + 1e-5);
}

// Light from the sea where a ray meets it after so many metres; `deep` metres below lies ground of the light `below`.
fn globe_sea_light(view: vec3<f32>, distance: f32, deep: f32, below: vec3<f32>, pixel: vec2<u32>) -> vec3<f32> {
    let place = view * distance;
    let up = globe_up(place);
    let sun = globe_sun(up);
    let covered = 2.0 * frame.up.w * frame.size.w * distance;
    let slanted = covered * inverseSqrt(max(-dot(view, up), 0.02));
    let surface = globe_waves(place, up, slanted, deep);
    let free = globe_free(place, up, pixel);
    let direct = globe_sunlight(0.0, sun) * free;
    let level = direct * max(sun, 0.0) + globe_ambient(place, up, up);
    // Down through the water, bent by it.
    let slant = dot(view, up);
    let path = deep / sqrt(1.0 - (1.0 - slant * slant) / 1.777);
    let passed = exp(-WATER_TAKEN * path);
    let depth = mix(WATER_DEPTH, GLOBE_DEEP, smoothstep(0.0, 1.0, sqrt(deep / 400.0)));
    let through = below * passed + level * depth * (1.0 - passed) * 0.9;
    let facing = max(dot(surface.normal, -view), 0.0);
    let grazing = mix(facing, max(facing, sqrt(surface.hidden)), 0.9);
    let mirrored = water_fresnel(grazing, 1.0 / (1.0 + 12.0 * surface.hidden));
    var away = reflect(view, surface.normal);
    // What would go into the water goes along it.
    away = normalize(away + up * (max(0.02 - dot(away, up), 0.0) + 0.5 * sqrt(surface.hidden)));
    let rise = dot(away, up);
    let along = scatter_Sun(sun, clamp(dot(away, frame.sun.xyz), -1.0, 1.0));
    let sky = scatter_dome(vec2<f32>(sqrt(max(1.0 - rise * rise, 0.0)), rise), along, 8u);
    let half = normalize(frame.sun.xyz - view);
    let glint = water_fresnel(max(dot(half, -view), 0.0), 1.0) * water_sun(surface, view);
    return mix(through, sky + globe_night(), mirrored) + glint * direct * step(0.0, sun);
}
