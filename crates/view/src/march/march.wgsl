// The ground by marching along the rays of a picture, through the recipe's own function: no mesh, no texture.
//
// Along a ray the clearance is its height less that of the ground below, and the ray meets the ground where that is 0.
// Between two places of the ground as seen with samples σ metres apart the height changes by no more than its steepest
// slope S(σ) times their distance; what those samples leave out is no higher than A(σ). So a clearance c lasts for
// (c − 2·A) / (S·across − climb) metres of depth at least, where the ray goes `across` metres over the ground and
// `climb` up in each: the longest of that for a few σ is a step that passes nothing (J. Hart, "Sphere tracing", 1996).
// Steps are longer than that, and taken back where what is known of both ends leaves something between them unknown
// (B. Keinert et al., "Enhanced sphere tracing", 2014).
//
// The ground is that of one shell of distances from the eye, without what is finer than a pixel there. The function is
// called at one place of the text only: compilers put all of it wherever it is called.

struct march_Shell {
    // Distances from the eye, in metres, between which it lies.
    begin: f32,
    end: f32,
    // Metres between the samples whose detail it has: a pixel's size where it begins.
    spacing: f32,
    // Metres along the ground to the end of all of it.
    reach: f32,
    // What there is of the ground: least and greatest x and y from the eye.
    least: vec2<f32>,
    greatest: vec2<f32>,
    // Higher than all ground, from the eye.
    top: f32,
    // 1 if rays may begin below the ground: where it is cut out, and where they are parallel.
    is_cut: f32,
    // How much of one shell's step the shells' ends are moved by, from frame to frame.
    shift: f32,
    spare: f32,
    // S and 2·A of a few spacings, in metres.
    bounds: array<vec4<f32>, 8>,
}

@group(3) @binding(1) var<uniform> march_shell: march_Shell;

// Places on a ray at most.
const MARCH_PLACES: u32 = 1000u;
// By how much longer steps are than what is known to be free.
const MARCH_RELAXED: f32 = 1.8;
// Shortest step, in pixels.
const MARCH_LEAST: f32 = 0.5;
// How near to the ground is near enough, in pixels.
const MARCH_NEAR: f32 = 0.02;
// Places between two on different sides of the ground at most.
const MARCH_ROUNDS: u32 = 12u;

struct march_Place {
    // Along the ray; negative: no place.
    depth: f32,
    // Metres above the ground, and how it changes along the ray.
    clearance: f32,
    rate: f32,
    // The ground's height above zero, and its slopes.
    height: f32,
    slopes: vec2<f32>,
}

fn march_place(ray: Ray, depth: f32) -> march_Place {
    let at = ray.origin + ray.direction * depth;
    let ground = march_function(at.xy);
    let clearance = at.z + (frame.eye.z - ground.x);
    let rate = ray.direction.z - (ground.y * ray.direction.x + ground.z * ray.direction.y);
    return march_Place(depth, clearance, rate, ground.x, ground.yz);
}

// Depths between which a coordinate of a ray lies between two numbers.
fn march_between(origin: f32, direction: f32, least: f32, greatest: f32) -> vec2<f32> {
    if abs(direction) < 1e-12 {
        return vec2<f32>(-1e30, select(-1e30, 1e30, origin > least && origin < greatest));
    }
    let ends = clamp((vec2<f32>(least, greatest) - origin) / direction, vec2<f32>(-1e30), vec2<f32>(1e30));
    return vec2<f32>(min(ends.x, ends.y), max(ends.x, ends.y));
}

struct march_Section {
    // Depths between which a ray is to be looked at.
    begin: f32,
    end: f32,
    // Whether it begins below the ground where it is not above: else another shell's ground was a little lower.
    may_be_below: bool,
}

fn march_section(ray: Ray) -> march_Section {
    let stretch = length(ray.direction);
    let shift = exp2(march_shell.shift * (fract(0.5 + 0.61803398875 * frame.sample.z) - 0.5));
    let shell = vec2<f32>(march_shell.begin, march_shell.end) * (shift / stretch);
    let x = march_between(ray.origin.x, ray.direction.x, march_shell.least.x, march_shell.greatest.x);
    let y = march_between(ray.origin.y, ray.direction.y, march_shell.least.y, march_shell.greatest.y);
    let z = march_between(ray.origin.z, ray.direction.z, -1e30, march_shell.top);
    let reach = march_shell.reach / max(length(ray.direction.xy), 1e-12);
    let begin = max(max(shell.x, frame.eye.w), max(max(x.x, y.x), z.x));
    let end = min(min(shell.y, reach), min(min(x.y, y.y), z.y));
    return march_Section(begin, end, march_shell.is_cut > 0.0 && begin > shell.x);
}

// Metres of depth for which a clearance lasts, if the ray goes so far over the ground and so far up in each.
fn march_free(clearance: f32, across: f32, climb: f32) -> f32 {
    var free = 0.0;
    for (var k = 0u; k < 8u; k++) {
        let bound = march_shell.bounds[k];
        free = max(free, (clearance - bound.y) / max(bound.x * across - climb, 1e-20));
    }
    return free;
}

// Where ground may have been passed between two places in the clear; a negative number: nowhere. From the first
// the ray is free for so many metres of depth, from the second for so many back.
fn march_passed(one: march_Place, next: march_Place, free: f32, back: f32, least: f32) -> f32 {
    let length = next.depth - one.depth;
    if length > 1.01 * least && free + back < length {
        return one.depth + max(free, least);
    }
    // It comes down from the first and rises to the second, and the tangents meet beyond the ground: if the rate
    // changes evenly, it is lowest where the rate is 0.
    if length > 0.1 * least && one.rate < 0.0 && next.rate > 0.0 {
        let meet = (one.clearance - next.clearance + next.rate * length) / (next.rate - one.rate);
        if one.clearance + one.rate * meet < 0.0 {
            return one.depth + length * clamp(one.rate / (one.rate - next.rate), 0.1, 0.9);
        }
    }
    return -1.0;
}

// Where the ground is to be looked for between a place in the clear and one beyond it: Newton's step from the one that
// is nearer to it, and their middle where that leads out of them, and every third time.
fn march_root(clear: march_Place, beyond: march_Place, round: u32) -> f32 {
    let middle = 0.5 * (clear.depth + beyond.depth);
    let is_clear = clear.clearance < -beyond.clearance;
    let depth = select(beyond.depth, clear.depth, is_clear);
    let clearance = select(beyond.clearance, clear.clearance, is_clear);
    let rate = select(beyond.rate, clear.rate, is_clear);
    let newton = depth - clearance / select(rate, -1e-20, abs(rate) < 1e-20);
    let is_inside = newton > clear.depth && newton < beyond.depth;
    return select(middle, newton, is_inside && round % 3u != 0u);
}

// The first place of the ground on a section of a ray.
fn march_along(ray: Ray, section: march_Section) -> march_Place {
    let nowhere = march_Place(-1.0, 0.0, 0.0, 0.0, vec2<f32>(0.0));
    let across = length(ray.direction.xy);
    let pixel = march_shell.spacing / length(ray.direction);
    var clear = nowhere;
    var beyond = nowhere;
    var side = 1.0;
    var free = 0.0;
    var round = 0u;
    var steep = march_shell.bounds[0].x;
    var at = section.begin;
    for (var k = 0u; k < MARCH_PLACES; k++) {
        var here = march_place(ray, at);
        if k == 0u {
            // Deeper than another shell's ground would be, the ray was below before.
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
            let near = max(MARCH_NEAR * march_shell.spacing, 4e-7 * abs(here.height));
            let width = max(1e-3 * pixel, 2e-7 * here.depth);
            let is_found = abs(here.clearance) <= near || beyond.depth - clear.depth <= width;
            if is_found || round > MARCH_ROUNDS {
                return here;
            }
            at = march_root(clear, beyond, round);
            continue;
        }
        // Ground that is steeper than what is known of it makes all of it so.
        steep = max(steep, length(here.slopes));
        let steeper = across * (steep / max(march_shell.bounds[0].x, 1e-20));
        // The longer it takes, the less closely it is looked at.
        let least = MARCH_LEAST * pixel * (1.0 + f32(k) * 0.01);
        if k > 0u {
            let back = march_free(here.clearance, steeper, -side * ray.direction.z);
            let passed = march_passed(clear, here, free, back, least);
            if passed >= 0.0 {
                at = passed;
                continue;
            }
        }
        clear = here;
        free = march_free(here.clearance, steeper, side * ray.direction.z);
        if max(free, 0.0) + clear.depth >= section.end {
            return nowhere;
        }
        at = min(clear.depth + max(MARCH_RELAXED * free, least), section.end);
    }
    return nowhere;
}

// All of the picture, nearer than all else: ground that is found is put there, and nothing is looked for behind it.
@vertex
fn march_cover(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(vec2<u32>((index << 1u) & 2u, index & 2u));
    return vec4<f32>(2.0 * corner - 1.0, 1.0, 1.0);
}

// Whether a ray leaves the ground where it meets it.
fn march_is_below(found: march_Place, ray: Ray) -> bool {
    return ray.direction.z > dot(found.slopes, ray.direction.xy);
}

// Depth, slopes along x and y, and height.
@fragment
fn march_ground(@builtin(position) fragment: vec4<f32>) -> @location(0) vec4<f32> {
    let ray = frame_ray(frame_place(fragment.xy));
    let section = march_section(ray);
    if section.begin >= section.end {
        discard;
    }
    let found = march_along(ray, section);
    if found.depth < 0.0 {
        discard;
    }
    if march_is_below(found, ray) && cut_is_there() {
        // Seen from below: through the wall of ground that is cut out.
        return cut_ground(ray);
    }
    return vec4<f32>(found.depth, found.slopes, found.height);
}
