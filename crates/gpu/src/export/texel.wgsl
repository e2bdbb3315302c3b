// A number of a picture. The picture's first texel is in column `left` and row `top` of the texture.
fn orogen_texel(left: u32, top: u32, column: u32, row: u32) -> f32 {
    return textureLoad(orogen_texture, vec2<u32>(left + column, top + row), 0).x;
}

