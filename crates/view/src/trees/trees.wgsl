// The trees of forests on planes, as solid bodies: rays from the eye and to the sun meet them, so trees hide ground, rise above
// the skyline, and cast shadows. Rays go through the lattice of trees square by square where they are lower than the tops of
// trees, and in longer steps above them.

@group(3) @binding(6) var trees_feet: texture_2d<f32>;
@group(3) @binding(7) var trees_blocks: texture_2d<f32>;

// Maximum number of steps of a ray from the eye, and of a ray to the sun.
const TREES_EYE_STEPS: u32 = 160u;
const TREES_SUN_STEPS: u32 = 20u;
// Metres above the tops of trees in which rays still look for them, since the ground's raster is not exact.
const TREES_SLACK: f32 = 2.0;
// Trees lower than this are left out.
const TREES_LEAST: f32 = 0.5;

struct trees_Ray {
    // Metres from the eye.
    origin: vec3<f32>,
    // A unit vector.
    direction: vec3<f32>,
    is_to_sun: bool,
    // A random number from 0 to 1, which places the steps through crowns.
    dither: f32,
}

struct trees_Seen {
    // Distance in metres to the first tree; TREES_NONE without one.
    distance: f32,
    tree: tree_Tree,
    is_trunk: bool,
    // Share of light that passes all trees. For rays to the sun only.
    passed: f32,
}

const TREES_NONE: f32 = 3e38;

// Albedo of bark.
const TREES_BARK: vec3<f32> = vec3<f32>(0.11, 0.085, 0.065);
// Crowns are this much brighter than a forest as a whole, where they are in each other's shadow.
const TREES_BRIGHT: f32 = 2.0;
// Needles are darker than leaves.
const TREES_NEEDLES: vec3<f32> = vec3<f32>(0.7, 0.82, 0.86);

// The tree of a cell. Without a tree, its height is 0.
fn trees_tree(cell: vec2<i32>) -> tree_Tree {
    let texel = cell - trees_first();
    if any(texel < vec2<i32>(0)) || any(texel >= vec2<i32>(TREES_SIDE)) {
        return tree_Tree();
    }
    let found = textureLoad(trees_feet, texel, 0);
    let foot = found.x;
    if foot <= TREES_NO_FOOT {
        return tree_Tree();
    }
    let word = trees_random(cell, 7);
    let place = vec3<f32>(trees_place(cell, word), foot - frame.eye.z);
    let size = f32((word >> 16u) & 255u) / 255.0;
    let shown = trees_shown(place);
    // Whether it is a conifer, and its colour.
    let random = vec2<f32>(vec2<u32>(word >> 24u, word >> 4u) & vec2<u32>(255u)) / 255.0;
    let is_conifer = random.x < trees_cold(foot);
    let radius = shown * mix(TREES_RADIUS.x, TREES_RADIUS.y, size) * select(1.0, TREES_SLIM, is_conifer);
    let height = shown * mix(TREES_HEIGHT.x, TREES_HEIGHT.y, size);
    return tree_Tree(place, height, radius, is_conifer, random.y, u32(found.y));
}

// Adds a tree to what a ray meets up to the distance `last`.
fn trees_with(tree: tree_Tree, ray: trees_Ray, last: f32, before: trees_Seen) -> trees_Seen {
    var seen = before;
    let crown = tree_span(tree, ray.origin, ray.direction);
    let span = vec2<f32>(max(crown.x, 0.0), min(crown.y, min(last, seen.distance)));
    if ray.is_to_sun {
        if span.x < span.y {
            seen.passed *= tree_passed(tree, ray.origin, ray.direction, span, ray.dither);
        }
        return seen;
    }
    if span.x < span.y {
        let met = tree_crown(tree, ray.origin, ray.direction, span, frame_pixel(span.x), ray.dither);
        if met < seen.distance {
            seen = trees_Seen(met, tree, false, 1.0);
        }
    }
    let trunk = tree_cylinder(tree, ray.origin, ray.direction, TREE_TRUNK * tree.height, 0.0, 0.5 * tree.height);
    if trunk.x < trunk.y && trunk.x > 0.0 && trunk.x < min(last, seen.distance) {
        seen = trees_Seen(trunk.x, tree, true, 1.0);
    }
    return seen;
}

// How far a ray goes until it leaves a square that is `wide` metres wide. `within` is its position in the square, 0 to 1. Along
// an axis that it hardly moves along, it does not leave it.
fn trees_way(within: vec2<f32>, wide: f32, direction: vec2<f32>) -> f32 {
    let ends = wide * (select(vec2<f32>(0.0), vec2<f32>(1.0), direction > vec2<f32>(0.0)) - within);
    let ways = select(vec2<f32>(3e38), ends / direction, abs(direction) > vec2<f32>(0.02));
    // A little more than that, so that rounding does not leave the ray in the square.
    return clamp(min(ways.x, ways.y), 0.0, 1e5) + 0.03;
}

// Whether trees stand in the block of a square. `square` is relative to the first cell of the texture.
fn trees_is_grove(square: vec2<i32>) -> bool {
    let is_inside = all(square >= vec2<i32>(0)) && all(square < vec2<i32>(TREES_SIDE));
    return is_inside && textureLoad(trees_blocks, square / TREES_BLOCK, 0).x > 0.0;
}

// The ground below a point, for the clearance of rays. It is not finer than half a cell.
fn trees_ground(position: vec3<f32>) -> f32 {
    let raster = surroundings_raster(position.xy, log2(0.5 * TREES_CELL / surroundings.focus.z));
    return surroundings_height(position.xy, raster) - frame.eye.z;
}

// What a ray meets up to the distance `last`.
fn trees_along(ray: trees_Ray, last: f32) -> trees_Seen {
    var seen = trees_Seen(TREES_NONE, tree_Tree(), false, 1.0);
    var along = 0.0;
    // No tree is higher than this.
    let highest = frame.top.x + TREES_HEIGHT.y - frame.eye.z;
    if ray.origin.z > highest {
        along = (highest - ray.origin.z) / min(ray.direction.z, -1e-6);
    }
    // Squares have the numbers of the first of the four cells whose middles are their corners, relative to the texture.
    let first = vec2<f32>(trees_first());
    // The square whose trees were tested last.
    var tested = vec2<i32>(-1000000);
    let steps = select(TREES_EYE_STEPS, TREES_SUN_STEPS, ray.is_to_sun);
    for (var k = 0u; k < steps; k++) {
        let position = ray.origin + ray.direction * along;
        if along >= min(last, seen.distance) || (ray.direction.z >= 0.0 && position.z > highest) {
            break;
        }
        let at = (position.xy + frame.eye.xy) / TREES_CELL - 0.5 - first;
        let square = vec2<i32>(floor(at));
        if !trees_is_grove(square) {
            let block = at / f32(TREES_BLOCK);
            along += trees_way(block - floor(block), TREES_CELL * f32(TREES_BLOCK), ray.direction.xy);
            continue;
        }
        let clearance = position.z - trees_ground(position) - TREES_HEIGHT.y;
        if clearance > TREES_SLACK {
            // Ground that rises by 45° does not reach the ray before that, nor does the ray reach level ground.
            let safe = max(clearance / (1.0 + max(-ray.direction.z, 0.0)), 0.5 * TREES_CELL);
            along += min(safe, (clearance + TREES_SLACK) / max(-ray.direction.z, 1e-3));
            continue;
        }
        for (var j = 0u; j < 4u; j++) {
            let cell = square + vec2<i32>(first) + grain_offset(j).xy;
            let beyond = square + grain_offset(j).xy - tested;
            if all(beyond >= vec2<i32>(0)) && all(beyond <= vec2<i32>(1)) {
                continue;
            }
            let tree = trees_tree(cell);
            if tree.height >= TREES_LEAST {
                seen = trees_with(tree, ray, last, seen);
            }
        }
        tested = square;
        along += trees_way(at - floor(at), TREES_CELL, ray.direction.xy);
    }
    return seen;
}

// Share of sunlight that trees let through to a point.
fn forest_sunlight(position: vec3<f32>, pixel: vec2<u32>) -> f32 {
    let ray = trees_Ray(position, light_towards_sun(pixel), true, light_random(pixel, 6u));
    return trees_along(ray, TREES_SHADOW).passed;
}

// What the ray of this pixel meets.
var<private> trees_hit: trees_Seen;

// Finds the first tree along a ray from the eye, up to the distance `last`. Returns its distance, or TREES_NONE.
fn trees_find(ray: Ray, view: vec3<f32>, last: f32, pixel: vec2<u32>) -> f32 {
    let far = select(trees_far() / max(length(view.xy), 1e-3), 3e38, frame.forward.w > 0.5);
    trees_hit = trees_along(trees_Ray(ray.origin, view, false, light_random(pixel, 6u)), min(last, far));
    return trees_hit.distance;
}

fn forest_is_tree() -> bool {
    return trees_hit.distance < TREES_NONE;
}

// The surface of the tree that the ray meets, at the point `here`.
fn forest_tree(here: Ground) -> realistic_Tree {
    let tree = trees_hit.tree;
    let share = clamp(tree_share(tree, here.position), 0.0, 1.0);
    // Crowns hide the sky from each other, and from their own lower parts.
    let open = mix(0.3, 1.0, share * share);
    if trees_hit.is_trunk {
        return realistic_Tree(TREES_BARK, normalize(vec3<f32>(here.position.xy - tree.foot.xy, 0.0)), 0.6 * open);
    }
    let color = realistic_materials.list[tree.material].color.xyz;
    let warm = 0.2 * (tree.random - 0.5);
    let own = TREES_BRIGHT * (0.8 + 0.4 * tree.random) * vec3<f32>(1.0 + warm, 1.0, 1.0 - warm);
    let albedo = color * own * select(vec3<f32>(1.0), TREES_NEEDLES, tree.is_conifer);
    return realistic_Tree(albedo, tree_normal(tree, here.position, here.pixel), open);
}
