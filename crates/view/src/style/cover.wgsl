// What materials look at besides heights and slopes, on flat ground: the surroundings hold it.

struct cover_Found {
    // In 1/km.
    curvature: f32,
    // Of the field that the material names.
    noise: f32,
}

fn cover_found(index: u32, ground: Ground) -> cover_Found {
    let field = realistic_materials.list[index].field.x;
    let raster = surroundings_raster(ground.place.xy, 0.0);
    let layers = realistic_materials.count.y;
    let values = surroundings_covered(ground.place.xy, raster, field / 4u, layers);
    var curvature = values.x;
    if field >= 4u {
        curvature = surroundings_covered(ground.place.xy, raster, 0u, layers).x;
    }
    return cover_Found(curvature, values[field % 4u]);
}

// By how much the borders of materials are moved, -1 to 1.
fn cover_fray(ground: Ground) -> f32 {
    return grain_sum(ground, 64.0, 7u).x;
}
