// Parameters of a frame that all passes read. Directions are along the recipe's axes: x to the right of the
// map, y down, z up. Positions are metres from the eye.
struct Frame {
    // The camera's right direction; w: half the view's width in metres, at a depth of 1 m or, with parallel rays, at every depth.
    right: vec4<f32>,
    // The camera's up direction; w: half the view's height, measured like the width.
    up: vec4<f32>,
    // The viewing direction; w: 1 with parallel rays, else 0.
    forward: vec4<f32>,
    // Direction to the sun; w: angular radius of its disc in radians.
    sun: vec4<f32>,
    // The eye: x and y modulo 4096 m, height above zero; w: depth of the near plane in metres.
    eye: vec4<f32>,
    // Columns and rows of the picture, and their reciprocals.
    size: vec4<f32>,
    // Jitter from the pixels' centres, in pixels; number of the frame in its picture; depth of the far plane
    // in metres, for parallel rays.
    sample: vec4<f32>,
    // Heights in metres: lowest and highest ground of the domain, sea level (far below all ground without a
    // sea), bottom of cutaway terrain.
    heights: vec4<f32>,
    // The region that is drawn: first column and row, columns and rows.
    region: vec4<f32>,
    // Bounds of the ground that is drawn: least x and y, greatest x and y, in metres from the eye.
    bounds: vec4<f32>,
    // Height of the highest ground that casts shadows; exposure: factor from light to brightness on screen.
    top: vec4<f32>,
    // Fog: extinction per metre up to the fog's level (0 without fog); height of the level; height above the level in which
    // density falls to 1/e; a number from 0 to 1 that places this frame's shadow samples along each ray.
    fog: vec4<f32>,
}

@group(0) @binding(0) var<uniform> frame: Frame;

struct Ray {
    // Metres from the eye.
    origin: vec3<f32>,
    // The way along the ray for one metre of depth. Its length is 1 only in the middle of the picture.
    direction: vec3<f32>,
}

// The ray of a point of the picture. Coordinates go from -1 to 1, to the right and up.
fn frame_ray(position: vec2<f32>) -> Ray {
    let across = frame.right.xyz * (position.x * frame.right.w) + frame.up.xyz * (position.y * frame.up.w);
    let parallel = frame.forward.w;
    return Ray(across * parallel, frame.forward.xyz + across * (1.0 - parallel));
}

// Size of a pixel at a depth, in metres.
fn frame_pixel(depth: f32) -> f32 {
    return 2.0 * frame.up.w * frame.size.w * mix(depth, 1.0, frame.forward.w);
}

// The point of the picture at which a fragment's sample is.
fn frame_point(fragment: vec2<f32>) -> vec2<f32> {
    let at = (fragment + frame.region.xy + frame.sample.xy) * frame.size.zw;
    return vec2<f32>(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y);
}

// Clip position of a point, in metres from the eye, in the region that is drawn and with the frame's jitter.
// Nearer points have a larger z.
fn frame_clip(position: vec3<f32>) -> vec4<f32> {
    let depth = dot(position, frame.forward.xyz);
    let parallel = frame.forward.w > 0.5;
    let w = select(depth, 1.0, parallel);
    let across = vec2<f32>(dot(position, frame.right.xyz) / frame.right.w, dot(position, frame.up.xyz) / frame.up.w);
    let scale = frame.size.xy / frame.region.zw;
    let middle = (2.0 * (frame.region.xy + frame.sample.xy) + frame.region.zw - frame.size.xy) / frame.region.zw;
    let near = select(frame.eye.w, 1.0 - depth / frame.sample.w, parallel);
    return vec4<f32>(across * scale - vec2<f32>(middle.x, -middle.y) * w, near, w);
}

// Weight of a sample. A sample brighter than white counts as much as white. Otherwise a small part of bright sky or a glint
// would dominate its pixel, and edges would alias (B. Karis, "High quality temporal supersampling", 2014). Without samples
// brighter than white, the result is the plain mean.
fn frame_weight(light: vec3<f32>) -> f32 {
    return 1.0 / max(frame.top.y * dot(light, vec3<f32>(0.2126, 0.7152, 0.0722)), 1.0);
}
