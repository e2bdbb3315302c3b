// Where grain lies on flat ground: along the recipe's axes, in a pattern that repeats along the ground.

// A place on the ground for grain: metres that repeat after 4096.
fn grain_place(ground: Ground) -> vec3<f32> {
    return ground.place + frame.eye.xyz;
}

// Cells repeat, so that the pattern stays as the eye moves on.
fn grain_wrapped(cell: vec3<i32>, around: i32) -> vec3<i32> {
    return vec3<i32>(cell.xy & vec2<i32>(around - 1), cell.z);
}

// Slopes of grain along the picture's axes.
fn grain_turned(slopes: vec3<f32>) -> vec3<f32> {
    return slopes;
}
