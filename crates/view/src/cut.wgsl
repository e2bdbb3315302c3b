// Cutaway terrain: the walls and the bottom of the block.

fn cut_is_there() -> bool {
    return frame.bounds.x > -1e29;
}

// The camera's ray through a point; see `Ray`.
fn cut_ray(position: vec3<f32>) -> Ray {
    let depth = dot(position, frame.forward.xyz);
    let parallel = frame.forward.w;
    let origin = (position - frame.forward.xyz * depth) * parallel;
    return Ray(origin, mix(position / depth, frame.forward.xyz, parallel));
}

struct cut_Span {
    // Depths at which a ray enters and leaves the block.
    first: f32,
    last: f32,
    // Outward normal of the wall through which the ray enters.
    normal: vec3<f32>,
}

// The part of a ray inside the block, by the slab method.
fn cut_span(ray: Ray) -> cut_Span {
    let low = vec3<f32>(frame.bounds.xy, frame.heights.w - frame.eye.z);
    // The upper end is above the ground, and above the sea if the sea is higher.
    let high = vec3<f32>(frame.bounds.zw, max(frame.top.x, frame.heights.z) - frame.eye.z + 1.0);
    let direction = select(ray.direction, vec3<f32>(1e-9), abs(ray.direction) < vec3<f32>(1e-9));
    let one = (low - ray.origin) / direction;
    let other = (high - ray.origin) / direction;
    let near = min(one, other);
    let far = max(one, other);
    let first = max(max(near.x, near.y), near.z);
    var normal = vec3<f32>(0.0, 0.0, -sign(direction.z));
    if first == near.x {
        normal = vec3<f32>(-sign(direction.x), 0.0, 0.0);
    } else if first == near.y {
        normal = vec3<f32>(0.0, -sign(direction.y), 0.0);
    }
    return cut_Span(first, min(min(far.x, far.y), far.z), normal);
}

// The ground pixel of a ray that hits a wall. The normal of a vertical wall has no finite slopes, so very steep slopes are
// used.
fn cut_ground(ray: Ray) -> vec4<f32> {
    let span = cut_span(ray);
    let position = ray.origin + ray.direction * span.first;
    return vec4<f32>(max(span.first, 1e-6), -span.normal.xy * 1e4, position.z + frame.eye.z);
}
