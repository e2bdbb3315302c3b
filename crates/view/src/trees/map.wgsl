// Writes the texture of `lattice.wgsl`.

// Whether the shadow of a tree at this point may be in the picture.
fn trees_is_near(position: vec3<f32>) -> bool {
    if frame.forward.w > 0.5 {
        return true;
    }
    let across = vec2<f32>(dot(position, frame.right.xyz), dot(position, frame.up.xyz));
    let half = vec2<f32>(frame.right.w, frame.up.w);
    return all(abs(across) - half * dot(position, frame.forward.xyz) < TREES_SHADOW * (1.0 + half));
}

@fragment
fn trees_map(@builtin(position) fragment: vec4<f32>) -> @location(0) vec2<f32> {
    let cell = trees_first() + vec2<i32>(fragment.xy);
    let place = trees_place(cell, trees_random(cell, 7));
    let is_inside = all(place >= frame.bounds.xy) && all(place <= frame.bounds.zw);
    if !is_inside || length(place - trees_middle()) > trees_far() {
        return vec2<f32>(TREES_NO_FOOT, 0.0);
    }
    let raster = surroundings_raster(place, log2(2.0 / surroundings.focus.z));
    let height = surroundings_height(place, raster);
    let position = vec3<f32>(place, height - frame.eye.z);
    let is_dry = height > frame.heights.z + 0.5;
    let is_seen = trees_is_near(position) && trees_shown(position) > 0.0;
    if !is_dry || !is_seen || surroundings_water(place) >= 0.0 {
        return vec2<f32>(TREES_NO_FOOT, 0.0);
    }
    let spacing = max(surroundings.rasters[raster].z, 2.0);
    let east = surroundings_height(place + vec2<f32>(spacing, 0.0), raster);
    let south = surroundings_height(place + vec2<f32>(0.0, spacing), raster);
    let slope = vec2<f32>(east - height, south - height) / spacing;
    let ground = Ground(position, normalize(vec3<f32>(-slope, 1.0)), height, length(slope), TREES_CELL, 1.0);
    let random = f32(trees_random(cell, 8) >> 8u) / 16777216.0;
    let forest = realistic_forest(ground);
    return vec2<f32>(select(TREES_NO_FOOT, height, random < realistic_materials.trees.x * forest.x), forest.y);
}
