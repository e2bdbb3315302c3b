// Air and light of planets. Light at each point uses the sun's elevation there. The air is integrated along each ray, because
// the tables of the eye's sky are for a single elevation of the sun.

// Number of steps of a ray through the air.
const GLOBE_STEPS: u32 = 32u;
// Night light, as brightness on screen. With it, the dark side is just visible against the sky.
const GLOBE_NIGHT: vec3<f32> = vec3<f32>(0.006, 0.008, 0.012);

// Cosine of the angle between the sun and up.
fn globe_sun(up: vec3<f32>) -> f32 {
    return clamp(dot(frame.sun.xyz, up), -1.0, 1.0);
}

// Irradiance of the sun at a height, on a surface that faces it.
fn globe_sunlight(height: f32, sun: f32) -> vec3<f32> {
    return scatter_sunlight(clamp(height, 0.0, air.shape.y), sun);
}

fn globe_night() -> vec3<f32> {
    return GLOBE_NIGHT / frame.top.y;
}

// Irradiance of sky and ground on a surface with this normal. Near the eye, the irradiance depends on the direction of the normal
// relative to the sun. Elsewhere, sky and ground are each treated as evenly bright.
fn globe_ambient(position: vec3<f32>, normal: vec3<f32>, up: vec3<f32>) -> vec3<f32> {
    let sun = globe_sun(up);
    let facing = dot(normal, up);
    let sky = scatter_irradiance(sun) * (0.5 + 0.5 * facing);
    let around = AIR_PI * scatter_ground(sun) * (0.5 - 0.5 * facing);
    let far = length(position) / 50000.0;
    return mix(sky + around, sky_ambient(normal), exp(-far * far)) + AIR_PI * globe_night();
}

// The air between the eye and a point at this distance along a direction that the ground does not block. Returns the light
// that the air adds, and its transmittance.
fn globe_air(view: vec3<f32>, distance: f32) -> sky_Aerial {
    var path = air_path(air.sun.w, vec2<f32>(length(view.xy), view.z), false);
    path.length = min(path.length, distance - path.entry);
    if path.length <= 0.0 {
        return sky_Aerial(vec3<f32>(), vec3<f32>(1.0));
    }
    path.lowest = min(path.lowest, path.length);
    let sun = scatter_Sun(air.sun.z, clamp(dot(view, air.sun.xyz), -1.0, 1.0));
    let gathered = scatter_path(air.sun.w, path, sun, GLOBE_STEPS);
    let through = exp(-gathered.depth);
    let light = gathered.light + gathered.mie * air_mie(sun.along);
    return sky_Aerial(light + 0.5 * globe_night() * (1.0 - through), through);
}
