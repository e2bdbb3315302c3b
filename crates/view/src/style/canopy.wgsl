// A forest on a planet, from above: crowns of trees. Each crown is a slice of a ball, one in each cell of a lattice in space, so
// crowns differ in size. Seen from far away, they merge into the colour of the forest.

struct canopy_Crown {
    // Height in the crown: 1 at the top of the largest crowns, 0 between crowns.
    height: f32,
    // Slope of the crown.
    tilt: vec3<f32>,
    // A random number of the crown, 0 to 1, for its colour.
    random: f32,
    // How distinct crowns are: 0 if they are smaller than a pixel, 0 around an eye that may be below them, and less with fewer
    // trees.
    shown: f32,
}

// Distance between crowns in metres: a power of two.
const CANOPY_CELL: f32 = 8.0;
// Least and greatest radius of the balls, in cells, and how far they are from the middle of their cells. The eight nearest
// cells have all balls that can contain a point: the others are more than 0.62 away.
const CANOPY_RADIUS: vec2<f32> = vec2<f32>(0.42, 0.62);
const CANOPY_MOVED: f32 = 0.38;
// Strength in metres and cells in metres of the noise that bends the lattice, so that no rows are visible.
const CANOPY_BENT: vec2<f32> = vec2<f32>(6.0, 32.0);
// Distances from the eye in metres between which crowns appear. Nearer ones would be flat disks on the ground.
const CANOPY_NEAR: vec2<f32> = vec2<f32>(8.0, 40.0);
// Height of a crown's dome, in radii.
const CANOPY_DOME: f32 = 0.8;

// The highest crown at a point of a forest in which the share `cover` of all trees stands.
fn canopy_crown(ground: Ground, cover: f32) -> canopy_Crown {
    let around = select(smoothstep(CANOPY_NEAR.x, CANOPY_NEAR.y, length(ground.position)), 1.0, frame.forward.w > 0.5);
    let shown = smoothstep(1.5, 4.0, CANOPY_CELL / ground.pixel) * around * realistic_materials.trees.x;
    var crown = canopy_Crown(0.0, vec3<f32>(0.0), 0.5, shown);
    if crown.shown <= 0.0 {
        return crown;
    }
    let point = grain_point(ground);
    let bend = grain_noise(point, 1.0 / CANOPY_BENT.y);
    let at = (point + CANOPY_BENT.x * vec3<f32>(bend.x, bend.yz * CANOPY_BENT.y * 0.4)) / CANOPY_CELL;
    let period = i32(4096.0 / CANOPY_CELL);
    let first = vec3<i32>(floor(at - 0.5));
    var slope = vec3<f32>(0.0);
    for (var k = 0u; k < 8u; k++) {
        let cell = first + grain_offset(k);
        let word = grain_hash(grain_wrapped(cell, period));
        let moved = vec3<f32>(vec3<u32>(word, word >> 8u, word >> 16u) & vec3<u32>(255u)) / 127.5 - 1.0;
        // Whether the tree stands, its size and its colour.
        let random = vec3<f32>(vec3<u32>(word >> 24u, word >> 4u, word >> 12u) & vec3<u32>(255u)) / 255.0;
        let radius = mix(CANOPY_RADIUS.x, CANOPY_RADIUS.y, random.y);
        let away = (at - vec3<f32>(cell) - 0.5 - CANOPY_MOVED * moved) / radius;
        let dome = sqrt(max(1.0 - dot(away, away), 0.0));
        let height = dome * radius / CANOPY_RADIUS.y;
        if random.x < cover && height > crown.height {
            crown.height = height;
            crown.random = random.z;
            slope = away / max(dome, 0.35);
        }
    }
    // This ignores that the lattice is bent.
    crown.tilt = grain_to_local(-CANOPY_DOME * slope);
    return crown;
}

// The look of a forest where its rules give the cover `cover`. In thin forest, the ground between the trees is visible. The
// forest is dark between crowns, and each crown has its own green.
fn forest_look(ground: Ground, cover: f32) -> realistic_Forest {
    let crown = canopy_crown(ground, cover);
    let near = max(smoothstep(0.0, 0.3, crown.height), smoothstep(0.8, 1.0, cover));
    let shade = mix(REALISTIC_FOREST, (0.58 + crown.height) * (0.75 + 0.5 * crown.random), crown.shown);
    let warm = crown.shown * 0.22 * (crown.random - 0.5);
    return realistic_Forest(mix(cover, near, crown.shown), shade, crown.shown * crown.tilt, warm);
}

// Share of sunlight that trees let through to a point.
fn forest_sunlight(position: vec3<f32>, pixel: vec2<u32>) -> f32 {
    return 1.0;
}

fn forest_is_tree() -> bool {
    return false;
}

fn forest_tree(here: Ground) -> realistic_Tree {
    return realistic_Tree();
}
