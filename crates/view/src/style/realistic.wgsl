// What the ground is made of: the recipe's materials by their rules, each with its own grain.

struct realistic_Material {
    // Light that it throws back; w: beds of rock, how much darker and brighter.
    color: vec4<f32>,
    // Where it lies, by height in metres, slope in degrees, curvature in 1/km and by a field: none below the first number
    // and above the last, whole between the others.
    height: vec4<f32>,
    slope: vec4<f32>,
    curvature: vec4<f32>,
    noise: vec4<f32>,
    // Number of that field among those of the cover, or 0 for none.
    field: vec4<u32>,
    // Its fine grain, and its patches: metres of the coarsest cells (a power of two), number of octaves, how much darker
    // and brighter they make it, how much they lean its normal (grain) or warm its colour (patches).
    grain: vec4<f32>,
    patches: vec4<f32>,
}

struct realistic_Materials {
    // How many; layers of cover.
    count: vec4<u32>,
    list: array<realistic_Material, 16>,
}

@group(3) @binding(1) var<uniform> realistic_materials: realistic_Materials;

const STYLE_HAS_SEA: bool = true;
const STYLE_HAS_AIR: bool = true;

// What light meets.
struct realistic_Look {
    // The share of each colour that is thrown back.
    albedo: vec3<f32>,
    // How the normal leans, as slopes.
    lean: vec3<f32>,
}

// How much of something lies at `x`, by cubic steps.
fn realistic_share(reach: vec4<f32>, x: f32) -> f32 {
    return smoothstep(reach.x, reach.y, x) * (1.0 - smoothstep(reach.z, reach.w, x));
}

// How much of the ground a material covers where it lies on top; `fray` moves its borders.
fn realistic_cover(index: u32, ground: Ground, fray: f32) -> f32 {
    let material = realistic_materials.list[index];
    let degrees = 57.29578 * atan(ground.slope);
    let border = min(abs(material.height.y - material.height.x), abs(material.height.w - material.height.z));
    let height = ground.height + fray * clamp(0.15 * border, 0.0, 40.0);
    var cover = realistic_share(material.height, height) * realistic_share(material.slope, degrees + 3.0 * fray);
    let found = cover_found(index, ground);
    cover *= realistic_share(material.curvature, found.curvature);
    if material.field.x > 0u {
        cover *= realistic_share(material.noise, found.noise + 0.1 * fray);
    }
    return cover;
}

// A material with its grain.
fn realistic_grained(material: realistic_Material, ground: Ground) -> realistic_Look {
    var shade = 1.0;
    var warm = 0.0;
    var lean = vec3<f32>(0.0);
    var bend = 0.0;
    for (var k = 0u; k < 2u; k++) {
        let fine = k == 1u;
        let kind = select(material.patches, material.grain, fine);
        let grain = grain_sum(ground, kind.x, u32(kind.y));
        shade += kind.z * grain.x;
        if fine {
            lean = kind.w * grain.yzw;
        } else {
            warm = kind.w * grain.x;
            bend = grain.x;
        }
    }
    if material.color.w > 0.0 {
        // Tilted and bent, seen where the ground is steep.
        let place = grain_place(ground);
        // They tilt by whole waves in 4096 m, after which the places begin again.
        let wave = 6.2831853 / 4096.0;
        let coarse = 0.9 * (ground.height + 14.0 * bend) + wave * (70.0 * place.x + 41.0 * place.y);
        let fine = 0.37 * (ground.height + 14.0 * bend) + wave * (29.0 * place.x + 17.0 * place.y);
        let shown = smoothstep(1.5, 6.0, 7.0 / ground.pixel) * smoothstep(0.3, 1.0, ground.slope);
        shade += material.color.w * shown * 0.5 * (sin(coarse) + sin(fine + 1.0));
    }
    let tint = material.color.xyz * vec3<f32>(1.0 + warm, 1.0, 1.0 - warm);
    return realistic_Look(tint * max(shade, 0.15), lean);
}

// The materials of a place, each over those before it.
fn realistic_look(ground: Ground) -> realistic_Look {
    var left = 1.0;
    var look = realistic_Look(vec3<f32>(0.0), vec3<f32>(0.0));
    let fray = cover_fray(ground);
    for (var k = i32(realistic_materials.count.x) - 1; k >= 0; k--) {
        let material = realistic_materials.list[k];
        var cover = 1.0;
        if k > 0 {
            cover = realistic_cover(u32(k), ground, fray);
        }
        let weight = left * cover;
        left -= weight;
        if weight > 0.004 {
            let grained = realistic_grained(material, ground);
            look.albedo += weight * grained.albedo;
            look.lean += weight * grained.lean;
        }
    }
    return look;
}

fn style_light(ground: Ground, view: vec3<f32>, pixel: vec2<u32>) -> vec3<f32> {
    let look = realistic_look(ground);
    let lean = look.lean - ground.normal * dot(look.lean, ground.normal);
    // What the sea wets is darker.
    let wet = 1.0 - smoothstep(0.2, 1.6, ground.height - frame.heights.z);
    let albedo = clamp(look.albedo, vec3<f32>(0.005), vec3<f32>(0.92)) * mix(1.0, 0.55, wet);
    return shade_lit(ground, albedo, normalize(ground.normal - lean), pixel);
}
