// The ground of forests on planes. Where trees stand on it, it is the shaded floor below them. Farther away, it has the colour
// of the forest.

// Brightness of the floor under round trees, and of the floor under conifers, which hide less of it.
const FOREST_FLOOR: vec2<f32> = vec2<f32>(0.55, 0.75);

fn forest_look(ground: Ground, cover: f32) -> realistic_Forest {
    // No trees stand in the sea.
    let dry = smoothstep(0.3, 0.7, ground.height - frame.heights.z);
    let shown = trees_shown(ground.position) * dry * realistic_materials.trees.x;
    // At the border of a forest, trees get fewer, and the floor ends.
    let share = mix(cover, smoothstep(0.4, 0.6, cover), shown);
    let floor = mix(FOREST_FLOOR.x, FOREST_FLOOR.y, trees_cold(ground.height));
    return realistic_Forest(share, mix(REALISTIC_FOREST, floor, shown), vec3<f32>(0.0), 0.0);
}
