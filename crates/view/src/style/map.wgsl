// A map: tints by height, hill shading from the upper left, contour lines, and water by depth.

const STYLE_HAS_WATER: bool = false;
const STYLE_HAS_AIR: bool = false;

// The tint of land. `map_tints.rs` has all tints.
fn map_tint(share: f32) -> vec3<f32> {
    let at = 6.0 * share;
    var tint = MAP_TINTS[0];
    tint = mix(tint, MAP_TINTS[1], clamp(at, 0.0, 1.0));
    tint = mix(tint, MAP_TINTS[2], clamp(at - 1.0, 0.0, 1.0));
    tint = mix(tint, MAP_TINTS[3], clamp(at - 2.0, 0.0, 1.0));
    tint = mix(tint, MAP_TINTS[4], clamp(at - 3.0, 0.0, 1.0));
    tint = mix(tint, MAP_TINTS[5], clamp(at - 4.0, 0.0, 1.0));
    return mix(tint, MAP_TINTS[6], clamp(at - 5.0, 0.0, 1.0));
}

// Cover of a pixel by contour lines that are `width` pixels wide.
fn map_line(height: f32, interval: f32, slope: f32, pixel: f32, width: f32) -> f32 {
    let nearest = abs(height - round(height / interval) * interval);
    let rise = max(slope * pixel, 1e-6);
    // No lines are drawn where they would touch.
    let room = smoothstep(4.0, 9.0, interval / rise);
    return clamp(0.5 * width + 0.5 - nearest / rise, 0.0, 1.0) * room;
}

// Contour interval in metres: 1, 2 or 5 times a power of ten. The range of heights has 8 to 20 intervals.
fn map_interval(relief: f32) -> f32 {
    let raw = max(relief / 20.0, 1e-4);
    let power = pow(10.0, floor(log2(raw) * 0.30103));
    let lead = raw / power;
    return power * select(select(select(10.0, 5.0, lead < 5.0), 2.0, lead < 2.0), 1.0, lead < 1.0);
}

fn map_land(ground: Ground) -> vec3<f32> {
    let low = max(frame.heights.x, frame.heights.z);
    let relief = max(frame.heights.y - low, 1e-3);
    // The main light is from the upper left at medium elevation. A second light shows ridges that run towards the main light.
    let steep = vec3<f32>(ground.normal.xy * 1.3, ground.normal.z);
    let normal = normalize(steep);
    let main = dot(normal, normalize(vec3<f32>(-1.0, -1.0, 1.4)));
    let side = dot(normal, normalize(vec3<f32>(-1.0, 1.0, 2.2)));
    let shaded = clamp(0.32 + 0.62 * max(main, 0.0) + 0.26 * max(side, 0.0), 0.0, 1.25);
    let interval = map_interval(relief);
    let thin = 0.35 * map_line(ground.height, interval, ground.slope, ground.pixel, 1.0);
    let thick = 0.6 * map_line(ground.height, 5.0 * interval, ground.slope, ground.pixel, 1.6);
    let ink = vec3<f32>(0.2, 0.12, 0.08);
    return mix(map_tint((ground.height - low) / relief) * shaded, ink, max(thin, thick));
}

// The colour of water with this depth in metres.
fn map_water(ground: Ground, depth: f32) -> vec3<f32> {
    let interval = map_interval(max(frame.heights.y - frame.heights.x, 1e-3));
    let share = clamp(log2(1.0 + depth / interval) / 4.0, 0.0, 1.0);
    let tint = mix(MAP_WATER_TINTS[0], MAP_WATER_TINTS[1], share);
    let line = 0.3 * map_line(depth, interval, ground.slope, ground.pixel, 1.0);
    // The shore.
    let edge = clamp(1.2 - depth / max(ground.slope * ground.pixel, 1e-6), 0.0, 1.0);
    return mix(tint, vec3<f32>(0.1, 0.25, 0.4), max(line, 0.8 * edge));
}

// Radiance that displays the intended colours for every sun.
fn style_light(ground: Ground, view: vec3<f32>, pixel: vec2<u32>) -> vec3<f32> {
    let up = vec3<f32>(0.0, 0.0, 1.0);
    let level = sky_sunlight(max(frame.eye.z, 0.0)) * max(frame.sun.z, 0.0) + sky_ambient(up);
    let seen = max(dot(level, vec3<f32>(0.2126, 0.7152, 0.0722)), 0.002) * 0.31830989;
    var color = vec3<f32>(0.0);
    let depth = max(frame.heights.z - ground.height, surroundings_water(ground.position.xy));
    if depth > 0.0 {
        color = map_water(ground, depth);
    } else {
        color = map_land(ground);
    }
    return color * color * seen * 1.05;
}
