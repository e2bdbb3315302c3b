// One tree: a crown on a trunk. The crown of a conifer is a cone, and that of other trees consists of four balls. Noise moves
// the surface in and out, as boughs do. See `trees.wgsl` for where trees are.

struct tree_Tree {
    // Metres from the eye to the foot.
    foot: vec3<f32>,
    height: f32,
    // Radius of the crown.
    radius: f32,
    is_conifer: bool,
    // A random number of the tree, 0 to 1, for its colour.
    random: f32,
    // Number of the forest's material.
    material: u32,
}

// Share of the height at which crowns of conifers begin.
const TREE_BEGINS: f32 = 0.08;
// Radius of a trunk as a share of the height.
const TREE_TRUNK: f32 = 0.022;
// Number of steps in which a ray crosses a crown, and after that the halvings of the step in which it enters.
const TREE_STEPS: u32 = 8u;
const TREE_HALVINGS: u32 = 4u;
// How far the largest boughs move the surface, in units of depth.
const TREE_BOUGHS: f32 = 0.5;
// Leaves reach out to this depth outside of the smooth crown.
const TREE_OUTSIDE: f32 = 0.5;
// Extinction of sunlight in a crown per metre.
const TREE_EXTINCTION: f32 = 0.5;

// Share of the height at a point of a tree.
fn tree_share(tree: tree_Tree, point: vec3<f32>) -> f32 {
    return (point.z - tree.foot.z) / tree.height;
}

// Ball number `k` of a round crown: its middle, from the foot, and its radius. The last ball is the top.
fn tree_round(tree: tree_Tree, k: i32) -> vec4<f32> {
    if k == 3 {
        return vec4<f32>(0.0, 0.0, tree.height - 0.7 * tree.radius, 0.7 * tree.radius);
    }
    let turn = 6.2831853 * tree.random + 2.1 * f32(k);
    let across = 0.42 * tree.radius * vec2<f32>(cos(turn), sin(turn));
    return vec4<f32>(across, (0.5 + 0.06 * f32(k)) * tree.height, 0.58 * tree.radius);
}

// Radius of the crown of a conifer at a share of the tree's height.
fn tree_cone(tree: tree_Tree, share: f32) -> f32 {
    return tree.radius * pow(clamp((1.0 - share) / (1.0 - TREE_BEGINS), 0.0, 1.0), 0.8);
}

// How deep a point is in the smooth crown: 1 in the middle, 0 at the surface, and below 0 outside. Then minus half
// the gradient of the depth.
fn tree_depth(tree: tree_Tree, point: vec3<f32>) -> vec4<f32> {
    let away = point - tree.foot;
    let share = tree_share(tree, point);
    if tree.is_conifer {
        // Boughs droop in tiers, about one a metre.
        let tiers = 0.75 + 0.25 * fract(tree.random - 0.9 * away.z);
        let radius = max(tiers * tree_cone(tree, share), 0.05);
        let outwards = away.xy / (radius * radius);
        let depth = select(1.0 - dot(away.xy, outwards), -1.0, share >= 1.0 || share <= TREE_BEGINS);
        return vec4<f32>(depth, outwards, 1.2 * length(outwards));
    }
    var deepest = vec4<f32>(-3e38, 0.0, 0.0, 0.0);
    for (var k = 0; k < 4; k++) {
        let ball = tree_round(tree, k);
        let outwards = (away - ball.xyz) / (ball.w * ball.w);
        let depth = 1.0 - dot(away - ball.xyz, outwards);
        deepest = select(deepest, vec4<f32>(depth, outwards), depth > deepest.x);
    }
    return deepest;
}

// How boughs move the surface at a point, then the gradient: a sum of `octaves` from cells of 2 m. Those smaller than a pixel
// are left out.
fn tree_boughs(point: vec3<f32>, octaves: u32, pixel: f32) -> vec4<f32> {
    let at = point + frame.eye.xyz;
    var rate = 0.5;
    var strength = TREE_BOUGHS;
    var sum = vec4<f32>(0.0);
    for (var k = 0u; k < octaves; k++) {
        let shown = smoothstep(0.7, 2.0, 1.0 / (rate * pixel));
        if shown <= 0.0 {
            break;
        }
        sum += shown * strength * grain_noise(at, rate);
        strength *= 0.68;
        rate *= 2.0;
    }
    return sum;
}

// Whether leaves fill a point: above 0 inside. The mean crown is a little smaller than the smooth one.
fn tree_inside(tree: tree_Tree, point: vec3<f32>, pixel: f32) -> f32 {
    let depth = tree_depth(tree, point).x;
    if depth < -TREE_OUTSIDE {
        return depth;
    }
    return depth - 0.15 + tree_boughs(point, 3u, pixel).x;
}

// Distances along a ray between which it is in the upright cylinder around a crown or trunk, from the height `low` above the
// foot to the height `high`. The second is less than the first if the ray misses it.
fn tree_cylinder(tree: tree_Tree, origin: vec3<f32>, direction: vec3<f32>, radius: f32, low: f32, high: f32) -> vec2<f32> {
    let away = origin.xy - tree.foot.xy;
    let flat = dot(direction.xy, direction.xy);
    // The distance from the axis, times the length of the direction on the map. It is exact also where the origin is far away.
    let passes = away.x * direction.y - away.y * direction.x;
    let root = flat * radius * radius - passes * passes;
    let is_upright = flat < 1e-9;
    if select(root <= 0.0, dot(away, away) >= radius * radius, is_upright) {
        return vec2<f32>(3e38, -3e38);
    }
    let across = (vec2<f32>(-dot(away, direction.xy)) + vec2<f32>(-1.0, 1.0) * sqrt(root)) / flat;
    let round = select(across, vec2<f32>(-3e38, 3e38), is_upright);
    let rise = select(direction.z, 1e-9, abs(direction.z) < 1e-9);
    let ends = (tree.foot.z + vec2<f32>(low, high) - origin.z) / rise;
    return vec2<f32>(max(round.x, min(ends.x, ends.y)), min(round.y, max(ends.x, ends.y)));
}

// Distances along a ray between which it is in a ball.
fn tree_ball_span(origin: vec3<f32>, direction: vec3<f32>, radius: f32) -> vec2<f32> {
    // The point of the ray that is nearest to the middle. Its distance is exact also where the origin is far away.
    let along = -dot(origin, direction);
    let nearest = origin + along * direction;
    let root = radius * radius - dot(nearest, nearest);
    if root <= 0.0 {
        return vec2<f32>(3e38, -3e38);
    }
    return along + vec2<f32>(-1.0, 1.0) * sqrt(root);
}

// Distances along a ray between which it may meet the crown. The second is less than the first if the ray misses it.
fn tree_span(tree: tree_Tree, origin: vec3<f32>, direction: vec3<f32>) -> vec2<f32> {
    if tree.is_conifer {
        // Twice, the part of a ray in an upright cylinder gives a smaller cylinder around the cone there.
        let heights = vec2<f32>(TREE_BEGINS, 1.0) * tree.height;
        var wide = tree_cone(tree, TREE_BEGINS);
        var cone = vec2<f32>(0.0);
        for (var k = 0; k < 3; k++) {
            cone = tree_cylinder(tree, origin, direction, wide * sqrt(1.0 + TREE_OUTSIDE), heights.x, heights.y);
            let lowest = min(origin.z + direction.z * cone.x, origin.z + direction.z * cone.y) - tree.foot.z;
            wide = min(wide, tree_cone(tree, lowest / tree.height));
        }
        return cone;
    }
    var span = vec2<f32>(3e38, -3e38);
    for (var k = 0; k < 4; k++) {
        let ball = tree_round(tree, k);
        let found = tree_ball_span(origin - tree.foot - ball.xyz, direction, ball.w * sqrt(1.0 + TREE_OUTSIDE));
        span = vec2<f32>(min(span.x, found.x), max(span.y, found.y));
    }
    return span;
}

// The distance at which a ray first meets leaves between two distances, or the second distance and more if it meets none.
fn tree_crown(tree: tree_Tree, origin: vec3<f32>, direction: vec3<f32>, span: vec2<f32>, pixel: f32, dither: f32) -> f32 {
    let step = (span.y - span.x) / f32(TREE_STEPS);
    var before = span.x;
    for (var k = 0u; k < TREE_STEPS; k++) {
        var along = span.x + (f32(k) + dither) * step;
        if tree_inside(tree, origin + direction * along, pixel) > 0.0 {
            for (var half = 0u; half < TREE_HALVINGS; half++) {
                let middle = 0.5 * (before + along);
                if tree_inside(tree, origin + direction * middle, pixel) > 0.0 {
                    along = middle;
                } else {
                    before = middle;
                }
            }
            return along;
        }
        before = along;
    }
    return 3e38;
}

// Share of light that passes the crown between two distances.
fn tree_passed(tree: tree_Tree, origin: vec3<f32>, direction: vec3<f32>, span: vec2<f32>, dither: f32) -> f32 {
    let step = (span.y - span.x) / 4.0;
    var inside = 0.0;
    for (var k = 0u; k < 4u; k++) {
        inside += step * clamp(2.0 * tree_depth(tree, origin + direction * (span.x + (f32(k) + dither) * step)).x, 0.0, 1.0);
    }
    return exp(-TREE_EXTINCTION * inside);
}

// Normal of the crown at a point of its surface.
fn tree_normal(tree: tree_Tree, point: vec3<f32>, pixel: f32) -> vec3<f32> {
    return normalize(tree_depth(tree, point).yzw - 0.35 * tree_boughs(point, 6u, pixel).yzw);
}
