// Ray marching through the recipe's own height function: no mesh, no texture.
//
// Clearance is the height of a point of the ray above the ground. The ray hits the ground where clearance is 0. If the ground
// is sampled every σ metres, the heights of two points differ by at most their distance times the steepest slope S(σ). Detail
// finer than σ is at most A(σ) high. So with a clearance c, the ray is free for at least (c − 2·A) / (S·across − climb)
// metres of depth, where the ray covers `across` metres horizontally and `climb` metres vertically per metre of depth. The
// longest of these lengths over a few σ is a step that misses no ground (J. Hart, "Sphere tracing", 1996). Actual steps are
// longer. A step is undone if the bounds from its two ends leave a gap (B. Keinert et al., "Enhanced sphere tracing", 2014).
//
// Each shell, a range of distances from the eye, has its own ground without detail finer than a pixel. The height function is
// called at a single place, because compilers inline it at every call.

struct march_Shell {
    // Distances from the eye at which the shell begins and ends, in metres.
    begin: f32,
    end: f32,
    // Spacing of the shell's detail in metres: the size of a pixel at the shell's near end.
    spacing: f32,
    // Horizontal distance in metres beyond which there is no ground.
    reach: f32,
    // Bounds of the ground: least and greatest x and y, from the eye.
    low: vec2<f32>,
    high: vec2<f32>,
    // A height above all ground, from the eye.
    top: f32,
    // 1 if rays may begin below the ground: in a cutaway, and with parallel rays.
    is_cut: f32,
    // Range in which the shell's ends move from frame to frame, in doublings of the distance.
    shift: f32,
    padding: f32,
    // S and 2·A for a few spacings, in metres.
    bounds: array<vec4<f32>, 8>,
}

@group(3) @binding(1) var<uniform> march_shell: march_Shell;

// Maximum number of points on a ray.
const MARCH_MAX_POINTS: u32 = 1000u;
// Ratio of the length of a step to the distance known to be free.
const MARCH_RELAXATION: f32 = 1.8;
// Shortest step, in pixels.
const MARCH_MIN_STEP: f32 = 0.5;
// Tolerance of a hit, in pixels.
const MARCH_TOLERANCE: f32 = 0.02;
// Maximum number of refinements between two points on different sides of the ground.
const MARCH_MAX_ROUNDS: u32 = 12u;

struct march_Point {
    // Depth along the ray; negative without a point.
    depth: f32,
    // Metres above the ground, and their rate of change along the ray.
    clearance: f32,
    rate: f32,
    // The ground's height above zero, and its slopes.
    height: f32,
    slopes: vec2<f32>,
}

fn march_point(ray: Ray, depth: f32) -> march_Point {
    let at = ray.origin + ray.direction * depth;
    let ground = march_function(at.xy);
    let clearance = at.z + (frame.eye.z - ground.x);
    let rate = ray.direction.z - (ground.y * ray.direction.x + ground.z * ray.direction.y);
    return march_Point(depth, clearance, rate, ground.x, ground.yz);
}

// The range of depths in which a coordinate of a ray is between two bounds.
fn march_between(origin: f32, direction: f32, low: f32, high: f32) -> vec2<f32> {
    if abs(direction) < 1e-12 {
        return vec2<f32>(-1e30, select(-1e30, 1e30, origin > low && origin < high));
    }
    let ends = clamp((vec2<f32>(low, high) - origin) / direction, vec2<f32>(-1e30), vec2<f32>(1e30));
    return vec2<f32>(min(ends.x, ends.y), max(ends.x, ends.y));
}

struct march_Section {
    // Depths between which the ray is searched.
    begin: f32,
    end: f32,
    // Whether the ray may begin below the ground. If it may not and still begins there, the previous shell's ground was a little
    // lower.
    may_be_below: bool,
}

fn march_section(ray: Ray) -> march_Section {
    let stretch = length(ray.direction);
    let shift = exp2(march_shell.shift * (fract(0.5 + 0.61803398875 * frame.sample.z) - 0.5));
    let shell = vec2<f32>(march_shell.begin, march_shell.end) * (shift / stretch);
    let x = march_between(ray.origin.x, ray.direction.x, march_shell.low.x, march_shell.high.x);
    let y = march_between(ray.origin.y, ray.direction.y, march_shell.low.y, march_shell.high.y);
    let z = march_between(ray.origin.z, ray.direction.z, -1e30, march_shell.top);
    let reach = march_shell.reach / max(length(ray.direction.xy), 1e-12);
    let begin = max(max(shell.x, frame.eye.w), max(max(x.x, y.x), z.x));
    let end = min(min(shell.y, reach), min(min(x.y, y.y), z.y));
    return march_Section(begin, end, march_shell.is_cut > 0.0 && begin > shell.x);
}

// Metres of depth for which a ray with this clearance is free. The ray covers the distances `across` horizontally and `climb`
// vertically per metre of depth.
fn march_free_depth(clearance: f32, across: f32, climb: f32) -> f32 {
    var free = 0.0;
    for (var k = 0u; k < 8u; k++) {
        let bound = march_shell.bounds[k];
        free = max(free, (clearance - bound.y) / max(bound.x * across - climb, 1e-20));
    }
    return free;
}

// Depth at which ground between two clear points may have been missed; negative if no ground can have been missed. `free` is
// the free depth after the first point, `back` the free depth before the second.
fn march_missed(one: march_Point, next: march_Point, free: f32, back: f32, min_step: f32) -> f32 {
    let length = next.depth - one.depth;
    if length > 1.01 * min_step && free + back < length {
        return one.depth + max(free, min_step);
    }
    // The clearance falls after the first point and rises towards the second, and the tangents at both points meet below the
    // ground. If the rate changes linearly, clearance is least where the rate is 0.
    if length > 0.1 * min_step && one.rate < 0.0 && next.rate > 0.0 {
        let meet = (one.clearance - next.clearance + next.rate * length) / (next.rate - one.rate);
        if one.clearance + one.rate * meet < 0.0 {
            return one.depth + length * clamp(one.rate / (one.rate - next.rate), 0.1, 0.9);
        }
    }
    return -1.0;
}

// Next depth of the root search between a clear point and a point beyond the ground: a Newton step from the closer point. If
// this step leaves the bracket, and every third time, the midpoint is used.
fn march_root(clear: march_Point, beyond: march_Point, round: u32) -> f32 {
    let middle = 0.5 * (clear.depth + beyond.depth);
    let is_clear = clear.clearance < -beyond.clearance;
    let depth = select(beyond.depth, clear.depth, is_clear);
    let clearance = select(beyond.clearance, clear.clearance, is_clear);
    let rate = select(beyond.rate, clear.rate, is_clear);
    let newton = depth - clearance / select(rate, -1e-20, abs(rate) < 1e-20);
    let is_inside = newton > clear.depth && newton < beyond.depth;
    return select(middle, newton, is_inside && round % 3u != 0u);
}

// The first point of the ground on a section of a ray.
fn march_along(ray: Ray, section: march_Section) -> march_Point {
    let nowhere = march_Point(-1.0, 0.0, 0.0, 0.0, vec2<f32>(0.0));
    let across = length(ray.direction.xy);
    let pixel = march_shell.spacing / length(ray.direction);
    var clear = nowhere;
    var beyond = nowhere;
    var side = 1.0;
    var free = 0.0;
    var round = 0u;
    var steep = march_shell.bounds[0].x;
    var at = section.begin;
    for (var k = 0u; k < MARCH_MAX_POINTS; k++) {
        var here = march_point(ray, at);
        if k == 0u {
            // If the start is deeper than the difference between the grounds of two shells, the ray was already below the ground
            // in the previous shell.
            let hidden = 2.0 * march_shell.spacing * (1.0 + steep);
            let is_hidden = march_shell.is_cut > 0.0 && here.clearance < -hidden;
            if here.clearance < 0.0 && (section.may_be_below || is_hidden) {
                side = -1.0;
            } else if here.clearance <= 0.0 {
                return here;
            }
        }
        here.clearance *= side;
        here.rate *= side;
        if round > 0u || here.clearance <= 0.0 {
            if here.clearance > 0.0 {
                clear = here;
            } else {
                beyond = here;
            }
            round++;
            let near = max(MARCH_TOLERANCE * march_shell.spacing, 4e-7 * abs(here.height));
            let width = max(1e-3 * pixel, 2e-7 * here.depth);
            let is_found = abs(here.clearance) <= near || beyond.depth - clear.depth <= width;
            if is_found || round > MARCH_MAX_ROUNDS {
                return here;
            }
            at = march_root(clear, beyond, round);
            continue;
        }
        // Ground steeper than the known bound raises all bounds.
        steep = max(steep, length(here.slopes));
        let steeper = across * (steep / max(march_shell.bounds[0].x, 1e-20));
        // The shortest step grows slowly with the number of steps.
        let min_step = MARCH_MIN_STEP * pixel * (1.0 + f32(k) * 0.01);
        if k > 0u {
            let back = march_free_depth(here.clearance, steeper, -side * ray.direction.z);
            let passed = march_missed(clear, here, free, back, min_step);
            if passed >= 0.0 {
                at = passed;
                continue;
            }
        }
        clear = here;
        free = march_free_depth(here.clearance, steeper, side * ray.direction.z);
        if max(free, 0.0) + clear.depth >= section.end {
            return nowhere;
        }
        at = min(clear.depth + max(MARCH_RELAXATION * free, min_step), section.end);
    }
    return nowhere;
}

// Covers the whole picture at the near plane, so that farther shells skip pixels that already have ground.
@vertex
fn march_cover(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(vec2<u32>((index << 1u) & 2u, index & 2u));
    return vec4<f32>(2.0 * corner - 1.0, 1.0, 1.0);
}

// Whether a ray comes from below where it meets the ground.
fn march_is_below(found: march_Point, ray: Ray) -> bool {
    return ray.direction.z > dot(found.slopes, ray.direction.xy);
}

// Depth, slopes along x and y, and height.
@fragment
fn march_ground(@builtin(position) fragment: vec4<f32>) -> @location(0) vec4<f32> {
    let ray = frame_ray(frame_point(fragment.xy));
    let section = march_section(ray);
    if section.begin >= section.end {
        discard;
    }
    let found = march_along(ray, section);
    if found.depth < 0.0 {
        discard;
    }
    if march_is_below(found, ray) && cut_is_there() {
        // Seen from below: the ray came through a cutaway's wall.
        return cut_ground(ray);
    }
    return vec4<f32>(found.depth, found.slopes, found.height);
}
