// The recipe's materials. Each material covers the ground by its rules.

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
    // x: share of the trees of forests that stand.
    trees: vec4<f32>,
    list: array<realistic_Material, 16>,
}

@group(3) @binding(1) var<uniform> realistic_materials: realistic_Materials;

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

// Share of a point that forests cover, and the index of the forest that covers most of it.
fn realistic_forest(ground: Ground) -> vec2<f32> {
    var left = 1.0;
    var sum = 0.0;
    var most = vec2<f32>(0.0);
    let shift = cover_border_shift(ground);
    for (var k = i32(realistic_materials.count.x) - 1; k >= 0 && left > 0.004; k--) {
        var cover = 1.0;
        if k > 0 {
            cover = realistic_cover(u32(k), ground, shift);
        }
        let weight = left * cover;
        left -= weight;
        if realistic_materials.list[k].field.y > 0u {
            sum += weight;
            most = select(most, vec2<f32>(weight, f32(k)), weight > most.x);
        }
    }
    return vec2<f32>(sum, most.y);
}
