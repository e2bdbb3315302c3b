// Plain grey clay, which shows the shape.

const STYLE_HAS_WATER: bool = true;
const STYLE_HAS_AIR: bool = true;

fn style_light(ground: Ground, view: vec3<f32>, pixel: vec2<u32>) -> vec3<f32> {
    return shade_lit(ground, vec3<f32>(0.52, 0.5, 0.47), ground.normal, vec2<f32>(1.0), pixel);
}
