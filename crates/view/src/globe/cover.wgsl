// The values that materials read on planets in addition to height and slope. Vertices of the ground contain them.

struct cover_Values {
    // Curvature in 1/km. It is not available on planets.
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

// Planets have no rivers or lakes.
fn cover_water(ground: Ground) -> f32 {
    return -1.0;
}
