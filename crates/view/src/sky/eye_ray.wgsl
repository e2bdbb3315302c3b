// Rays of the tables for the eye. Columns are azimuths from the sun, over half a turn. The lower half of the rows goes from the
// horizon down, the upper half from the horizon up. In both halves, rows are densest at the horizon.
struct eye_Ray {
    path: air_Path,
    sun: scatter_Sun,
    ground: bool,
}

fn eye_ray(texel: vec2<u32>, size: vec2<u32>) -> eye_Ray {
    let half = size.y / 2u;
    let ground = texel.y < half;
    let share = f32(texel.y % half) / f32(half - 1u);
    let below = 0.5 * AIR_PI - air.shape.z;
    let off = share * share * select(air.shape.w, -below, ground);
    let angle = off - air.shape.z;
    let rise = vec2<f32>(cos(angle), sin(angle));
    let turn = AIR_PI * f32(texel.x) / f32(size.x - 1u);
    let level = length(air.sun.xy);
    let along = rise.x * level * cos(turn) + rise.y * air.sun.z;
    return eye_Ray(air_path(air.sun.w, rise, ground), scatter_Sun(air.sun.z, clamp(along, -1.0, 1.0)), ground);
}
