// What all passes know of a picture. Directions are along the recipe's axes: x to the right of the map, y down, z up;
// places are metres from the eye.
struct Frame {
    // The camera's right; w: half the picture's width at a depth of one metre, or at any if rays are parallel.
    right: vec4<f32>,
    // Its up; w: half the height.
    up: vec4<f32>,
    // Its direction; w: 1 if rays are parallel, else 0.
    forward: vec4<f32>,
    // Towards the sun; w: the radius of its disc, in radians.
    sun: vec4<f32>,
    // The eye: x and y modulo 4096 m, height in metres above zero; w: metres of depth of the nearest thing drawn.
    eye: vec4<f32>,
    // Columns and rows of the picture, and what one is of it.
    size: vec4<f32>,
    // How far samples lie from the middle of a pixel, in pixels; number of the frame in its picture; metres of depth of the
    // furthest thing that is drawn, for parallel rays.
    sample: vec4<f32>,
    // Lowest and highest ground of the domain, the sea's level (far below all ground where there is none), and the bottom of
    // ground that is cut out, all in metres above zero.
    heights: vec4<f32>,
    // The part of the picture that is drawn: its first column and row, columns and rows.
    window: vec4<f32>,
    // What is drawn of the ground: least x and y, greatest x and y, in metres from the eye.
    bounds: vec4<f32>,
    // Height of the highest ground that casts a shadow; the exposure: light times that is shown.
    top: vec4<f32>,
    // Fog: extinction per metre up to its level (0: there is none), that level above zero, metres above it in which it falls
    // to 1/e; of each part of the fog's light along a ray, the share that comes from before the place where this frame looks for
    // shadows.
    fog: vec4<f32>,
}

@group(0) @binding(0) var<uniform> frame: Frame;

struct Ray {
    // Metres from the eye.
    origin: vec3<f32>,
    // One metre of depth; of length 1 in the middle of the picture only.
    direction: vec3<f32>,
}

// The ray of a place in the picture: -1 to 1, to the right and up.
fn frame_ray(place: vec2<f32>) -> Ray {
    let across = frame.right.xyz * (place.x * frame.right.w) + frame.up.xyz * (place.y * frame.up.w);
    let parallel = frame.forward.w;
    return Ray(across * parallel, frame.forward.xyz + across * (1.0 - parallel));
}

// The place of a fragment's sample in the picture.
fn frame_place(fragment: vec2<f32>) -> vec2<f32> {
    let at = (fragment + frame.window.xy + frame.sample.xy) * frame.size.zw;
    return vec2<f32>(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y);
}

// Where a place, metres from the eye, is in the part of the picture that is drawn, such that fragments show their samples;
// the nearer the larger its z.
fn frame_clip(place: vec3<f32>) -> vec4<f32> {
    let depth = dot(place, frame.forward.xyz);
    let parallel = frame.forward.w > 0.5;
    let w = select(depth, 1.0, parallel);
    let across = vec2<f32>(dot(place, frame.right.xyz) / frame.right.w, dot(place, frame.up.xyz) / frame.up.w);
    let scale = frame.size.xy / frame.window.zw;
    let middle = (2.0 * (frame.window.xy + frame.sample.xy) + frame.window.zw - frame.size.xy) / frame.window.zw;
    let near = select(frame.eye.w, 1.0 - depth / frame.sample.w, parallel);
    return vec4<f32>(across * scale - vec2<f32>(middle.x, -middle.y) * w, near, w);
}

// How much a sample counts: what is brighter than white as much as white. Else a corner of the sky by the sun, or a spark,
// outshines all else in its pixel, and edges have steps (B. Karis, "High quality temporal supersampling", 2014). Where
// nothing is brighter than white this is the plain mean.
fn frame_weight(light: vec3<f32>) -> f32 {
    return 1.0 / max(frame.top.y * dot(light, vec3<f32>(0.2126, 0.7152, 0.0722)), 1.0);
}
