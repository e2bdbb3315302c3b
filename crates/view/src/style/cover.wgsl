// The values that materials read on flat ground in addition to height and slope. The surroundings contain them.

struct cover_Values {
    // Curvature in 1/km.
    curvature: f32,
    // Value of the material's field.
    noise: f32,
}

fn cover_values(index: u32, ground: Ground) -> cover_Values {
    let field = realistic_materials.list[index].field.x;
    let raster = surroundings_raster(ground.position.xy, 0.0);
    let values = surroundings_covered(ground.position.xy, raster, field / 4u);
    var curvature = values.x;
    if field >= 4u {
        curvature = surroundings_covered(ground.position.xy, raster, 0u).x;
    }
    return cover_Values(curvature, values[field % 4u]);
}

// Displacement of the materials' borders, -1 to 1.
fn cover_border_shift(ground: Ground) -> f32 {
    return grain_sum(ground, 64.0, 7u).x;
}

// Height of the water of rivers and lakes above the ground; below 0 on dry ground.
fn cover_water(ground: Ground) -> f32 {
    return surroundings_water(ground.position.xy);
}
