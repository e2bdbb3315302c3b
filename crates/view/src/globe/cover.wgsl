// What materials read on planets besides height and slope: vertices of the ground carry it.

struct cover_Values {
    // In 1/km; planets have none.
    curvature: f32,
    // Weight of the material's field, 0 to 1.
    noise: f32,
}

fn cover_values(index: u32, ground: Ground) -> cover_Values {
    return cover_Values(0.0, unpack4x8unorm(globe_weights[index / 4u])[index % 4u]);
}

// Displacement of the materials' borders, -1 to 1.
fn cover_border_shift(ground: Ground) -> f32 {
    return grain_sum(ground, 64.0, 7u).x + globe_noise;
}

// Planets have no rivers and lakes.
fn cover_water(ground: Ground) -> f32 {
    return -1.0;
}
