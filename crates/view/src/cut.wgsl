// Ground that is cut out like a cake: its walls, and its bottom.

fn cut_is_there() -> bool {
    return frame.bounds.x > -1e29;
}

// The ray that goes through a place, whose depth there is 1.
fn cut_ray(place: vec3<f32>) -> Ray {
    let depth = dot(place, frame.forward.xyz);
    let parallel = frame.forward.w;
    let origin = (place - frame.forward.xyz * depth) * parallel;
    return Ray(origin, mix(place / depth, frame.forward.xyz, parallel));
}

struct cut_Way {
    // Depths at which a ray enters the box of the ground, and leaves it.
    first: f32,
    last: f32,
    // Out of the wall by which it enters.
    normal: vec3<f32>,
}

// A ray's way through the box, by its slabs.
fn cut_way(ray: Ray) -> cut_Way {
    let low = vec3<f32>(frame.bounds.xy, frame.heights.w - frame.eye.z);
    // Above the ground, and above the sea where that is higher.
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
    return cut_Way(first, min(min(far.x, far.y), far.z), normal);
}

// What the ground's picture has where a ray meets a wall: its normal as slopes that are as good as upright.
fn cut_ground(ray: Ray) -> vec4<f32> {
    let way = cut_way(ray);
    let place = ray.origin + ray.direction * way.first;
    return vec4<f32>(max(way.first, 1e-6), -way.normal.xy * 1e4, place.z + frame.eye.z);
}
