// Writes the texture of groves: for each block of TREES_BLOCK by TREES_BLOCK squares between the middles of cells, whether a
// tree stands at a corner of a square.

@group(0) @binding(0) var groves_feet: texture_2d<f32>;

@fragment
fn trees_groves(@builtin(position) fragment: vec4<f32>) -> @location(0) f32 {
    let first = vec2<i32>(fragment.xy) * TREES_BLOCK;
    for (var row = 0; row <= TREES_BLOCK; row++) {
        for (var column = 0; column <= TREES_BLOCK; column++) {
            let texel = min(first + vec2<i32>(column, row), vec2<i32>(TREES_SIDE - 1));
            if textureLoad(groves_feet, texel, 0).x > TREES_NO_FOOT {
                return 1.0;
            }
        }
    }
    return 0.0;
}
