// The recipe's materials. Each material covers the ground by its rules and has its own grain.

struct realistic_Material {
    // Albedo; w: contrast of rock beds.
    color: vec4<f32>,
    // Ranges of height in metres, slope in degrees, curvature in 1/km and a field. There is no cover below the first number
    // or above the last, and full cover between the second and the third.
    height: vec4<f32>,
    slope: vec4<f32>,
    curvature: vec4<f32>,
    noise: vec4<f32>,
    // x: index of the field in the cover, or 0 without a field; y: 1 for a forest; z: bits of the amount of loose stones.
    field: vec4<u32>,
    // Fine grain, and patches. Each has: size of the coarsest cells in metres (a power of two), octaves, contrast, and
    // strength of normals (grain) or of warm tints (patches).
    grain: vec4<f32>,
    patches: vec4<f32>,
}

struct realistic_Materials {
    // Number of materials.
    count: vec4<u32>,
    // Albedo of stones.
    stones: vec4<f32>,
    list: array<realistic_Material, 16>,
}

@group(3) @binding(1) var<uniform> realistic_materials: realistic_Materials;

const STYLE_HAS_WATER: bool = true;
const STYLE_HAS_AIR: bool = true;

// Albedo of the beds of rivers and lakes.
const REALISTIC_GRAVEL: vec3<f32> = vec3<f32>(0.24, 0.22, 0.19);

// The surface that light meets.
struct realistic_Surface {
    // Albedo.
    albedo: vec3<f32>,
    // Tilt of the normal, as slopes.
    tilt: vec3<f32>,
    // Amount of loose stones: 1 where the ground is full of them.
    stones: f32,
}

// Cover at a value `x` for a range, with a smoothstep at each end.
fn realistic_share(reach: vec4<f32>, x: f32) -> f32 {
    return smoothstep(reach.x, reach.y, x) * (1.0 - smoothstep(reach.z, reach.w, x));
}

// Cover of a material at a point; `shift` moves its borders.
fn realistic_cover(index: u32, ground: Ground, shift: f32) -> f32 {
    let material = realistic_materials.list[index];
    let degrees = 57.29578 * atan(ground.slope);
    let border = min(abs(material.height.y - material.height.x), abs(material.height.w - material.height.z));
    let height = ground.height + shift * clamp(0.15 * border, 0.0, 40.0);
    var cover = realistic_share(material.height, height) * realistic_share(material.slope, degrees + 3.0 * shift);
    let found = cover_values(index, ground);
    cover *= realistic_share(material.curvature, found.curvature);
    if material.field.x > 0u {
        cover *= realistic_share(material.noise, found.noise + 0.1 * shift);
    }
    return cover;
}

// Greatest slope of grain. Grain casts no shadows: on steeper grain, a low sun would leave black spots without an edge.
const REALISTIC_STEEPEST: f32 = 0.4;

// A tilt of grain with its slope below the greatest. Small slopes hardly change.
fn realistic_limited(tilt: vec3<f32>) -> vec3<f32> {
    return tilt * inverseSqrt(1.0 + dot(tilt, tilt) / (REALISTIC_STEEPEST * REALISTIC_STEEPEST));
}

// A material with its grain.
fn realistic_grained(material: realistic_Material, ground: Ground, crown: canopy_Crown) -> realistic_Surface {
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
        shade *= canopy_shade(crown);
        tilt += crown.shown * crown.tilt;
        warm += crown.shown * 0.22 * (crown.random - 0.5);
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
        var crown = canopy_Crown();
        if material.field.y > 0u && left * cover > 0.004 {
            crown = canopy_crown(ground, cover);
            cover = canopy_cover(crown, cover);
        }
        let weight = left * cover;
        left -= weight;
        if weight > 0.004 {
            let grained = realistic_grained(material, ground, crown);
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

fn style_light(ground: Ground, view: vec3<f32>, pixel: vec2<u32>) -> vec3<f32> {
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
    return shade_lit(here, albedo, grain_normal, stones.open, pixel);
}
