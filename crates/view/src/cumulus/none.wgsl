// A sky without clouds, see cumulus.wgsl.

fn cumulus_is_above(origin: vec3<f32>) -> bool {
    return false;
}

fn cumulus_seen(origin: vec3<f32>, view: vec3<f32>, distance: f32, steps: u32, pixel: vec2<u32>) -> cumulus_Seen {
    return cumulus_Seen(vec3<f32>(), 1.0);
}

fn cumulus_sunlight(position: vec3<f32>, pixel: vec2<u32>) -> f32 {
    return 1.0;
}

fn cumulus_ambient(position: vec3<f32>, height: f32, normal: vec3<f32>, sun: vec3<f32>) -> vec3<f32> {
    return fog_ambient(height, normal);
}
