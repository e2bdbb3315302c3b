// The ground of forests whose trees are not drawn: it has the colour of the forest.

fn forest_look(ground: Ground, cover: f32) -> realistic_Forest {
    return realistic_Forest(cover, REALISTIC_FOREST, vec3<f32>(0.0), 0.0);
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
