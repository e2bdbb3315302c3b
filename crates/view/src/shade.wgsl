// Shades the ground: light on each point, reflection, and the air in between.

@group(3) @binding(0) var shade_ground: texture_2d<f32>;
// The sum of the previous frames.
@group(3) @binding(2) var shade_before: texture_2d<f32>;

// Visible share of the sun, between ground and clouds.
fn shade_sun(position: vec3<f32>, normal: vec3<f32>, pixel: vec2<u32>) -> f32 {
    let sun = light_sun(position, normal, pixel);
    if sun <= 0.0 {
        return 0.0;
    }
    return sun * cumulus_sunlight(position, pixel);
}

// Lambertian reflection of sun and sky. `open`: the shares of sunlight and skylight that stones let through.
fn shade_lit(ground: Ground, albedo: vec3<f32>, normal: vec3<f32>, open: vec2<f32>, pixel: vec2<u32>) -> vec3<f32> {
    let sun = open.x * shade_sun(ground.position, ground.normal, pixel);
    let sky = light_sky(ground.position, ground.normal, pixel);
    let sunlight = sky_sunlight(ground.height);
    let direct = max(dot(normal, frame.sun.xyz), 0.0) * sun * sunlight;
    let dome = cumulus_ambient(ground.position, ground.height, normal, sunlight);
    // Where ground hides the sky, light comes from that ground instead, which has the same albedo.
    let ambient = open.y * dome * (sky + (1.0 - sky) * 0.3 * albedo);
    return albedo * (direct + ambient) * 0.31830989;
}

// Radiance of water. The ray meets the water's surface, at the height `level`, in front of the ground or where there is no
// ground. `below` is the radiance of the ground.
fn shade_water(
    ray: Ray,
    view: vec3<f32>,
    depth: f32,
    level: f32,
    ground: Ground,
    below: vec3<f32>,
    has_ground: bool,
    pixel: vec2<u32>,
) -> vec3<f32> {
    let position = ray.origin + ray.direction * depth;
    let covered = frame_pixel(depth);
    let path = select(1e4, length(ground.position - position), has_ground);
    let deep = select(100.0, max(level - ground.height, 0.0), has_ground);
    let direct = cumulus_sunlight(position, pixel);
    let light = water_light(position, view, below, path, deep, level, direct, covered, pixel);
    // Waves break on the shores of the sea.
    let foam = select(0.0, water_foam(position, deep, covered), level == frame.heights.z);
    return mix(light, water_level_light(position, level, direct) * 0.22, foam);
}

// Number of points along a ray at which a frame samples the ground's shadow on the fog.
const SHADE_POINTS: u32 = 3u;

// Radiance of a point at this distance and height, seen through the fog. `behind` is its radiance seen through the air alone.
//
// The light of the fog passes only the air in front of the fog's mean depth. For shadows, the ray is sampled at points that each
// represent an equal part of the fog's light. Points change from frame to frame, and a little from pixel to pixel, which blurs
// the shadows' edges.
fn shade_fog(origin: vec3<f32>, view: vec3<f32>, distance: f32, height: f32, behind: vec3<f32>, pixel: vec2<u32>) -> vec3<f32> {
    let path = fog_Path(origin.z + frame.eye.z, height, distance);
    let depth = fog_depth(path);
    // The fog is too thin to be visible. This saves time for the sky above the fog.
    if depth < 1e-4 {
        return behind;
    }
    let through = exp(-depth);
    let up = vec3<f32>(0.0, 0.0, 1.0);
    let aside = 0.125 * (light_random(pixel, 7u) - 0.5);
    var sun = 0.0;
    for (var k = 0u; k < SHADE_POINTS; k++) {
        let share = clamp((f32(k) + frame.fog.w + aside) / f32(SHADE_POINTS), 0.0, 0.999);
        let position = fog_point(path, depth, -log(1.0 - share * (1.0 - through)));
        sun += light_visibility(origin + view * position, up, frame.sun.xyz, frame.fog.w) / f32(SHADE_POINTS);
    }
    let light = fog_light(path, depth, dot(view, frame.sun.xyz), sun);
    let air = sky_aerial(view, fog_point(path, depth, fog_mean(depth)));
    return behind * through + light * air.transmittance + (1.0 - through) * air.light;
}

@fragment
fn shade(@builtin(position) fragment: vec4<f32>) -> @location(0) vec4<f32> {
    let pixel = vec2<u32>(fragment.xy);
    let found = textureLoad(shade_ground, pixel, 0);
    let ray = frame_ray(frame_point(fragment.xy));
    let view = normalize(ray.direction);
    let position = ray.origin + ray.direction * found.x;
    let normal = normalize(vec3<f32>(-found.yz, 1.0));
    let covered = frame_pixel(found.x);
    let facing = max(abs(dot(normal, view)), 0.04);
    var ground = Ground(position, normal, found.w, length(found.yz), covered * inverseSqrt(facing), facing);
    let has_ground = found.x > 0.0;
    var light = vec3<f32>(0.0);
    var depth = found.x;
    var height = found.w;
    // A tree stands in front of the ground or the sky.
    let tree = trees_find(ray, view, select(3e38, found.x * length(ray.direction), has_ground), pixel);
    let has_tree = tree < TREES_NONE;
    if has_tree {
        let position = ray.origin + view * tree;
        height = position.z + frame.eye.z;
        depth = tree / length(ray.direction);
        ground = Ground(position, vec3<f32>(0.0, 0.0, 1.0), height, 0.0, frame_pixel(depth), 1.0);
    }
    if has_ground || has_tree {
        light = style_light(ground, view, pixel);
        depth -= grain_nearer / length(ray.direction);
    } else {
        light = sky_radiance(view) + sky_sun(view);
    }
    if STYLE_HAS_WATER && has_ground && ray.direction.z < 0.0 {
        // Rivers and lakes. Their surface is treated as level along the part of the ray in the water.
        let deep = surroundings_water(position.xy);
        let surface = found.x + deep / ray.direction.z;
        if deep > 0.0 && surface > 0.0 && surface < depth {
            light = shade_water(ray, view, surface, found.w + deep, ground, light, true, pixel);
            depth = surface;
            height = found.w + deep;
        }
    }
    // Depth at which the ray meets the sea level.
    let sea = (frame.heights.z - frame.eye.z - ray.origin.z) / ray.direction.z;
    if STYLE_HAS_WATER {
        let at = ray.origin.xy + ray.direction.xy * sea;
        let is_inside = all(at >= frame.bounds.xy) && all(at <= frame.bounds.zw);
        let is_sea = frame.heights.z > -1e30 && ray.direction.z < 0.0 && sea > 0.0 && is_inside;
        if is_sea && (!(has_ground || has_tree) || sea < depth) {
            light = shade_water(ray, view, sea, frame.heights.z, ground, light, has_ground, pixel);
            depth = sea;
            height = frame.heights.z;
        }
    }
    if STYLE_HAS_WATER && cut_is_there() {
        let span = cut_span(ray);
        let first = ray.origin + ray.direction * span.first;
        let is_wall = span.first > 0.0 && span.first < span.last && span.normal.z == 0.0;
        // The wall is in front of the ground by more than a rounding error.
        let is_open = !has_ground || span.first < found.x * 0.9999;
        if is_wall && is_open && first.z + frame.eye.z < frame.heights.z {
            // The ray goes through the water to the ground, to the far side of the block, or up to the surface.
            let up = select(span.last, sea, ray.direction.z > 0.0);
            let last = min(select(span.last, found.x, has_ground), up);
            light = water_wall(view, span.normal, light, (last - span.first) * length(ray.direction));
            depth = span.first;
            height = first.z + frame.eye.z;
        }
    }
    if STYLE_HAS_AIR {
        var distance = FOG_MAX_DISTANCE;
        if depth > 0.0 {
            distance = depth * length(ray.direction);
            let air = sky_aerial(view, distance);
            light = light * air.transmittance + air.light;
        } else {
            height = ray.origin.z + frame.eye.z + view.z * distance;
        }
        let clouds = cumulus_seen(ray.origin, view, distance, 40u, pixel);
        // Fog is below clouds.
        let is_above = cumulus_is_above(ray.origin);
        if !is_above {
            light = cumulus_over(light, clouds);
        }
        if frame.fog.x > 0.0 {
            light = shade_fog(ray.origin, view, distance, height, light, pixel);
        }
        if is_above {
            light = cumulus_over(light, clouds);
        }
    }
    var before = vec4<f32>(0.0);
    if frame.sample.z > 0.0 {
        before = textureLoad(shade_before, pixel, 0);
    }
    let weight = frame_weight(light);
    return before + vec4<f32>(weight * light, weight);
}
