// What materials look at besides heights and slopes, on a planet: the ground's own vertices hold it.

struct cover_Found {
    // In 1/km: of level ground.
    curvature: f32,
    // From none to all.
    noise: f32,
}

fn cover_found(index: u32, ground: Ground) -> cover_Found {
    return cover_Found(0.0, unpack4x8unorm(globe_shares[index / 4u])[index % 4u]);
}

// By how much the borders of materials are moved, -1 to 1.
fn cover_fray(ground: Ground) -> f32 {
    return grain_sum(ground, 64.0, 7u).x + globe_mottled;
}
