// Loose stones: faceted blocks of four sizes, too small for the recipe's heights. Rays from the eye and to the sun meet them as
// solid bodies, so stones have outlines, hide ground and cast shadows.
//
// Near the point where the eye's ray meets the ground, the ground is its tangent plane there, and has as many stones as the point.
// A lattice in space has one place for a stone in each cell. The stones whose places are near the plane stand on it; they shrink to
// nothing as the place leaves the plane. Only rays that meet the ground meet stones, so none rises above the skyline. All vectors
// have the axes of grain, see `grain_point`, and begin at the point of the ground.

struct stones_Ground {
    // The point of the ground, in metres modulo 4096.
    point: vec3<f32>,
    normal: vec3<f32>,
    // Share of cells with a stone, for each size.
    density: vec4<f32>,
}

// Widths of the lattices' cells in metres, powers of two.
const STONES_CELLS: vec4<f32> = vec4<f32>(0.0625, 0.25, 1.0, 4.0);
// Share of cells with a stone where ground is full of stones: large stones are rare.
const STONES_SHARES: vec4<f32> = vec4<f32>(1.0, 0.9, 0.6, 0.07);
// Shares below this are left out.
const STONES_LEAST: f32 = 0.02;
// Maximum number of points along a ray around which stones are looked for. The points are half a cell apart.
const STONES_POINTS: f32 = 16.0;

// Where stones lie around a point, for the amount of stones that the materials there have.
fn stones_ground(ground: Ground, amount: f32) -> stones_Ground {
    var stones = stones_Ground(grain_point(ground), grain_from_local(ground.normal), vec4<f32>(0.0));
    // Loose stones roll down steep ground.
    let resting = amount * (1.0 - smoothstep(0.75, 1.3, ground.slope));
    // Stones of a size vanish as they shrink to a pixel.
    let shown = smoothstep(vec4<f32>(1.5), vec4<f32>(5.0), 0.5 * STONES_CELLS / ground.pixel);
    if resting <= 0.0 || shown.w <= 0.0 {
        return stones;
    }
    let groups = 1.0 + 0.8 * (grain_noise(stones.point, 0.03125).x + grain_noise(stones.point, 0.25).x);
    let density = min(STONES_SHARES * resting * max(groups, 0.0), vec4<f32>(1.0)) * shown;
    stones.density = select(vec4<f32>(0.0), density, density > vec4<f32>(STONES_LEAST));
    return stones;
}

// The first of two hits: `before`, or that of stones of one size which a ray meets after the distance `begin`.
fn stones_of_size(
    ground: stones_Ground,
    origin: vec3<f32>,
    direction: vec3<f32>,
    begin: f32,
    size: u32,
    before: stones_Hit,
) -> stones_Hit {
    let width = STONES_CELLS[size];
    let rise = dot(direction, ground.normal);
    let across = sqrt(max(1.0 - rise * rise, 0.0));
    // All stones are lower than this.
    let top = STONES_HEIGHT * width;
    let high = dot(origin, ground.normal);
    var first = begin;
    var last = before.distance;
    if rise < 0.0 {
        first = max(first, (top - high) / rise);
    } else {
        last = min(last, (top - high) / max(rise, 1e-6));
    }
    let count = clamp(ceil(across * (last - first) / (0.5 * width)), 1.0, STONES_POINTS);
    let step = min(last - first, count * 0.5 * width / max(across, 1e-3)) / count;
    if step <= 0.0 {
        return before;
    }
    // If there are more points than that, the ones nearest to the ground count: the last ones of a ray from the eye.
    let start = select(first, last - step * count, before.distance <= 0.0);
    var found = before;
    for (var k = 0.5; k < count; k += 1.0) {
        let point = origin + direction * (start + k * step);
        let at = (ground.point + point - ground.normal * dot(point, ground.normal)) / width;
        let corner = vec3<i32>(floor(at - 0.5));
        for (var j = 0u; j < 8u; j++) {
            let stone = stones_stone(ground, corner + grain_offset(j), width, ground.density[size]);
            if stone.radius > 0.0 {
                found = stones_in(stone, origin, direction, first, found);
            }
        }
        // Stones around later points are farther along the ray.
        if found.distance < start + (k - 1.0) * step {
            break;
        }
    }
    return found;
}

// The first stone that a ray meets between two distances from its origin, which are below 0 for rays from the eye.
fn stones_first(ground: stones_Ground, origin: vec3<f32>, direction: vec3<f32>, between: vec2<f32>) -> stones_Hit {
    var found = stones_Hit(between.y, vec3<f32>(0.0), 0.0, 0.0);
    for (var k = 0u; k < 4u; k++) {
        if ground.density[k] > 0.0 {
            found = stones_of_size(ground, origin, direction, between.x, k, found);
        }
    }
    if found.distance >= between.y {
        found.distance = STONES_NONE;
    }
    return found;
}

// Share of the sky that stones leave to a point of the ground. A stone hides about half of it at its foot, and less with the
// square of the distance.
fn stones_open(ground: stones_Ground) -> f32 {
    var open = 1.0;
    for (var k = 0u; k < 4u; k++) {
        if ground.density[k] > 0.0 {
            let width = STONES_CELLS[k];
            let corner = vec3<i32>(floor(ground.point / width - 0.5));
            for (var j = 0u; j < 8u; j++) {
                let cell = corner + grain_offset(j);
                let stone = stones_stone(ground, cell, width, ground.density[k]);
                if stone.radius > 0.0 {
                    let distance = max(length(stone.middle), stone.radius);
                    open *= 1.0 - 0.5 * (stone.radius * stone.radius) / (distance * distance);
                }
            }
        }
    }
    return open;
}

// What a ray from the eye meets.
struct stones_View {
    hit: stones_Hit,
    // Whether there is a stone in front of the ground.
    is_stone: bool,
    // Shares of sunlight and of skylight that stones let through to the point.
    open: vec2<f32>,
}

fn stones_view(ground: Ground, amount: f32, view: vec3<f32>, pixel: vec2<u32>) -> stones_View {
    var seen = stones_View(stones_Hit(STONES_NONE, vec3<f32>(0.0), 0.0, 0.0), false, vec2<f32>(1.0));
    let stones = stones_ground(ground, amount);
    if all(stones.density <= vec4<f32>(0.0)) {
        return seen;
    }
    let direction = grain_from_local(view);
    // With perspective, rays begin at the eye.
    let nearest = select(-0.98 * length(ground.position), -64.0, frame.forward.w > 0.5);
    seen.hit = stones_first(stones, vec3<f32>(0.0), direction, vec2<f32>(nearest, 0.0));
    seen.is_stone = seen.hit.distance < STONES_NONE;
    var point = vec3<f32>(0.0);
    var normal = stones.normal;
    if seen.is_stone {
        normal = seen.hit.normal;
        point = direction * seen.hit.distance + 1e-3 * normal;
        seen.open.y = mix(0.5, 1.0, smoothstep(0.0, 0.8, seen.hit.height));
    } else {
        seen.open.y = stones_open(stones);
    }
    let sun = grain_from_local(light_towards_sun(pixel));
    if dot(sun, normal) > 0.0 && dot(sun, stones.normal) > 0.0 {
        let shadow = stones_first(stones, point, sun, vec2<f32>(1e-3, 16.0));
        seen.open.x = select(1.0, 0.0, shadow.distance < STONES_NONE);
    }
    return seen;
}
