// Air and light of a planet: at each place by the sun that stands there, and along each ray by sums, not by the eye's tables,
// which hold one sun.

// Steps of a ray through the air.
const GLOBE_STEPS: u32 = 32u;
// Light of the night, by which the dark side is just told from the sky: as it is shown, of white.
const GLOBE_NIGHT: vec3<f32> = vec3<f32>(0.006, 0.008, 0.012);

// The cosine of the sun's angle to what is up.
fn globe_sun(up: vec3<f32>) -> f32 {
    return clamp(dot(frame.sun.xyz, up), -1.0, 1.0);
}

// Irradiance of the sun on what faces it at a height.
fn globe_sunlight(height: f32, sun: f32) -> vec3<f32> {
    return scatter_sunlight(clamp(height, 0.0, air.shape.y), sun);
}

fn globe_night() -> vec3<f32> {
    return GLOBE_NIGHT / frame.top.y;
}

// Irradiance of the sky and the ground around at a place on what faces along a normal. Near the eye it is known by directions;
// elsewhere the sky is as bright all around, as is the ground.
fn globe_ambient(place: vec3<f32>, normal: vec3<f32>, up: vec3<f32>) -> vec3<f32> {
    let sun = globe_sun(up);
    let facing = dot(normal, up);
    let sky = scatter_irradiance(sun) * (0.5 + 0.5 * facing);
    let around = AIR_PI * scatter_ground(sun) * (0.5 - 0.5 * facing);
    let far = length(place) / 50000.0;
    return mix(sky + around, sky_ambient(normal), exp(-far * far)) + AIR_PI * globe_night();
}

// The air between the eye and a place this many metres along a direction that no ground hides: what it adds, and what it lets
// through.
fn globe_air(view: vec3<f32>, distance: f32) -> sky_Aerial {
    var way = air_way(air.sun.w, vec2<f32>(length(view.xy), view.z), false);
    way.length = min(way.length, distance - way.entry);
    if way.length <= 0.0 {
        return sky_Aerial(vec3<f32>(), vec3<f32>(1.0));
    }
    way.lowest = min(way.lowest, way.length);
    let sun = scatter_Sun(air.sun.z, clamp(dot(view, air.sun.xyz), -1.0, 1.0));
    let came = scatter_way(air.sun.w, way, sun, GLOBE_STEPS);
    let through = exp(-came.depth);
    let light = came.light + came.mie * air_mie(sun.along);
    return sky_Aerial(light + 0.5 * globe_night() * (1.0 - through), through);
}
