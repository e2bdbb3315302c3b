// Light of the ground with its materials, their grain, stones and forests.

const STYLE_HAS_WATER: bool = true;
const STYLE_HAS_AIR: bool = true;

// Albedo of the beds of rivers and lakes.
const REALISTIC_GRAVEL: vec3<f32> = vec3<f32>(0.24, 0.22, 0.19);

// What a forest adds to the ground at a point.
struct realistic_Forest {
    // Share of the ground that the forest hides.
    share: f32,
    // Brightness.
    shade: f32,
    // Tilt of the normal, as slopes.
    tilt: vec3<f32>,
    // How much warmer the colour is.
    warm: f32,
}

// The surface of a tree.
struct realistic_Tree {
    albedo: vec3<f32>,
    normal: vec3<f32>,
    // Share of skylight that reaches it.
    open: f32,
}

// Mean brightness of a forest, which is darker than its crowns.
const REALISTIC_FOREST: f32 = 0.82;

// The surface that light meets.
struct realistic_Surface {
    // Albedo.
    albedo: vec3<f32>,
    // Tilt of the normal, as slopes.
    tilt: vec3<f32>,
    // Amount of loose stones: 1 where the ground is full of them.
    stones: f32,
}

// Greatest slope of grain. Grain casts no shadows: on steeper grain, a low sun would leave black spots without an edge.
const REALISTIC_STEEPEST: f32 = 0.4;

// A tilt of grain with its slope below the greatest. Small slopes hardly change.
fn realistic_limited(tilt: vec3<f32>) -> vec3<f32> {
    return tilt * inverseSqrt(1.0 + dot(tilt, tilt) / (REALISTIC_STEEPEST * REALISTIC_STEEPEST));
}

// A material with its grain.
fn realistic_grained(material: realistic_Material, ground: Ground, forest: realistic_Forest) -> realistic_Surface {
    var shade = 1.0;
    var warm = 0.0;
    var tilt = vec3<f32>(0.0);
    var bend = 0.0;
    for (var k = 0u; k < 2u; k++) {
        let fine = k == 1u;
        let kind = select(material.patches, material.grain, fine);
        let grain = grain_sum(ground, kind.x, u32(kind.y));
        shade += kind.z * grain.x;
        if fine {
            tilt = realistic_limited(kind.w * grain.yzw);
        } else {
            warm = kind.w * grain.x;
            bend = grain.x;
        }
    }
    if material.color.w > 0.0 {
        // Rock beds are tilted and bent, and visible on steep ground.
        let position = grain_point(ground);
        // Beds tilt by a whole number of waves in 4096 m, the period of positions.
        let wave = 6.2831853 / 4096.0;
        let coarse = 0.9 * (ground.height + 14.0 * bend) + wave * (70.0 * position.x + 41.0 * position.y);
        let fine = 0.37 * (ground.height + 14.0 * bend) + wave * (29.0 * position.x + 17.0 * position.y);
        let shown = smoothstep(1.5, 6.0, 7.0 / ground.pixel) * smoothstep(0.3, 1.0, ground.slope);
        shade += material.color.w * shown * 0.5 * (sin(coarse) + sin(fine + 1.0));
    }
    if material.field.y > 0u {
        shade *= forest.shade;
        tilt += forest.tilt;
        warm += forest.warm;
    }
    let tint = material.color.xyz * vec3<f32>(1.0 + warm, 1.0, 1.0 - warm);
    return realistic_Surface(tint * max(shade, 0.15), tilt, bitcast<f32>(material.field.z));
}

// The materials at a point. Each material covers those before it.
fn realistic_surface(ground: Ground) -> realistic_Surface {
    var left = 1.0;
    var look = realistic_Surface(vec3<f32>(0.0), vec3<f32>(0.0), 0.0);
    let shift = cover_border_shift(ground);
    for (var k = i32(realistic_materials.count.x) - 1; k >= 0; k--) {
        let material = realistic_materials.list[k];
        var cover = 1.0;
        if k > 0 {
            cover = realistic_cover(u32(k), ground, shift);
        }
        var forest = realistic_Forest();
        if material.field.y > 0u && left * cover > 0.004 {
            forest = forest_look(ground, cover);
            cover = forest.share;
        }
        let weight = left * cover;
        left -= weight;
        if weight > 0.004 {
            let grained = realistic_grained(material, ground, forest);
            look.albedo += weight * grained.albedo;
            look.tilt += weight * grained.tilt;
            look.stones += weight * grained.stones;
        }
    }
    return look;
}

// The surface of a stone on ground of the given look. Dust of the ground tints it.
fn realistic_stone(ground: Ground, look: realistic_Surface, hit: stones_Hit) -> realistic_Surface {
    let grain = grain_sum(ground, 0.5, 6u);
    let albedo = mix(realistic_materials.stones.xyz, look.albedo, 0.3) * (0.75 + 0.5 * hit.random) * (1.0 + 0.3 * grain.x);
    return realistic_Surface(albedo, 0.25 * grain.yzw, 0.0);
}

// What light meets.
struct realistic_Lit {
    here: Ground,
    albedo: vec3<f32>,
    normal: vec3<f32>,
    // Shares of sunlight and skylight that reach it past stones and trees.
    open: vec2<f32>,
}

// The ground, or a stone on it.
fn realistic_ground(ground: Ground, view: vec3<f32>, pixel: vec2<u32>) -> realistic_Lit {
    var look = realistic_surface(ground);
    // The point that is drawn, its normal, and its height above the ground.
    var here = ground;
    var normal = ground.normal;
    var raised = 0.0;
    let stones = stones_view(ground, look.stones, view, pixel);
    if stones.is_stone {
        here.position += view * stones.hit.distance;
        raised = dot(view, grain_up(ground)) * stones.hit.distance;
        here.height += raised;
        look = realistic_stone(here, look, stones.hit);
        normal = grain_to_local(stones.hit.normal);
        grain_nearer = -stones.hit.distance;
    }
    // The beds of rivers and lakes are gravel. A strip of gravel is also visible beside the water, unless it is narrower than
    // a pixel.
    let above = raised - cover_water(ground);
    let bed = (1.0 - smoothstep(0.0, 0.4, above)) * (1.0 - smoothstep(3.0, 12.0, ground.pixel));
    // Ground wet by water is darker.
    let wet = 1.0 - smoothstep(0.2, 1.6, min(here.height - frame.heights.z, 6.0 * above + 1.0));
    let albedo = clamp(mix(look.albedo, REALISTIC_GRAVEL, 0.85 * bed), vec3<f32>(0.005), vec3<f32>(0.92)) * mix(1.0, 0.55, wet);
    let tilt = look.tilt - normal * dot(look.tilt, normal);
    let grain_normal = normalize(mix(normal, normalize(normal - tilt), GRAIN_STRENGTH));
    return realistic_Lit(here, albedo, grain_normal, stones.open);
}

fn style_light(ground: Ground, view: vec3<f32>, pixel: vec2<u32>) -> vec3<f32> {
    var lit: realistic_Lit;
    if forest_is_tree() {
        let tree = forest_tree(ground);
        lit = realistic_Lit(ground, tree.albedo, tree.normal, vec2<f32>(1.0, tree.open));
    } else {
        lit = realistic_ground(ground, view, pixel);
    }
    if lit.open.x > 0.0 && dot(lit.normal, frame.sun.xyz) > 0.0 {
        lit.open.x *= forest_sunlight(lit.here.position + 0.05 * lit.normal, pixel);
    }
    return shade_lit(lit.here, lit.albedo, lit.normal, lit.open, pixel);
}
