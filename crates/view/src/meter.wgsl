// Irradiance on level ground at the eye's height.

@fragment
fn meter(@builtin(position) fragment: vec4<f32>) -> @location(0) vec4<f32> {
    let up = vec3<f32>(0.0, 0.0, 1.0);
    let direct = sky_sunlight(frame.eye.z) * max(frame.sun.z, 0.0);
    return vec4<f32>(direct + fog_ambient(frame.eye.z, up), 1.0);
}
