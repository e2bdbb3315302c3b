// Grain on flat ground: lattice positions along the recipe's axes, in a pattern that repeats horizontally.

// The lattice position of a point for grain, in metres modulo 4096.
fn grain_point(ground: Ground) -> vec3<f32> {
    return ground.position + frame.eye.xyz;
}

// Cells wrap around, so the pattern stays fixed as the eye moves.
fn grain_wrapped(cell: vec3<i32>, around: i32) -> vec3<i32> {
    return vec3<i32>(cell.xy & vec2<i32>(around - 1), cell.z);
}

// Strength of grain normals.
const GRAIN_STRENGTH: f32 = 1.0;

// The up direction at a point.
fn grain_up(ground: Ground) -> vec3<f32> {
    return vec3<f32>(0.0, 0.0, 1.0);
}

// A direction along the axes of grain.
fn grain_from_local(direction: vec3<f32>) -> vec3<f32> {
    return direction;
}

// A vector along the axes of grain, such as slopes, along the recipe's axes.
fn grain_to_local(vector: vec3<f32>) -> vec3<f32> {
    return vector;
}
