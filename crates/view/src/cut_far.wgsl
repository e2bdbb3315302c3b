// The far walls and the bottom. A ray that reaches them below the ground has entered through a near wall.

struct cut_Vertex {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
}

@vertex
fn cut_vertices(@builtin(vertex_index) index: u32) -> cut_Vertex {
    // Six faces of two triangles.
    let face = index / 6u;
    let within = index % 6u;
    let corner = select(within, 6u - within, within > 2u);
    let u = f32(corner & 1u);
    let v = f32((corner >> 1u) & 1u);
    let side = f32(face & 1u);
    let axis = face >> 1u;
    var unit = vec3<f32>(side, u, v);
    if axis == 1u {
        unit = vec3<f32>(u, side, v);
    } else if axis == 2u {
        unit = vec3<f32>(u, v, side);
    }
    let low = vec3<f32>(frame.bounds.xy, frame.heights.w - frame.eye.z);
    let high = vec3<f32>(frame.bounds.zw, frame.top.x - frame.eye.z + 1.0);
    let position = mix(low, high, unit);
    return cut_Vertex(frame_clip(position), position);
}

@fragment
fn cut(vertex: cut_Vertex) -> @location(0) vec4<f32> {
    let ray = cut_ray(vertex.position);
    let span = cut_span(ray);
    let first = ray.origin + ray.direction * span.first;
    let last = ray.origin + ray.direction * span.last;
    // Skip near walls.
    let depth = dot(vertex.position, frame.forward.xyz);
    let is_near = span.last - depth > depth - span.first;
    let raster = surroundings_raster(first.xy, 0.0);
    // The rasters and the mesh differ a little, so the comparison has some slack. A ray that just misses the edge of the mesh
    // and leaves below the ground has entered through the wall.
    let slack = 2.0 * surroundings.rasters[raster].z;
    let entered = first.z + frame.eye.z - surroundings_height(first.xy, raster) - slack;
    let left = last.z + frame.eye.z - surroundings_height(last.xy, surroundings_raster(last.xy, 0.0));
    if is_near || span.first < 0.0 || entered > 0.0 || left > 0.0 {
        discard;
    }
    return cut_ground(ray);
}
