// Draws tiles of a planet: vertices to ground pixels.

struct globe_Vertex {
    @builtin(position) clip: vec4<f32>,
    // Position in metres from the eye; w: metres above height 0.
    @location(0) position: vec4<f32>,
    @location(1) normal: vec3<f32>,
    // Weights of the materials' fields.
    @location(2) weights_a: vec4<f32>,
    @location(3) weights_b: vec4<f32>,
    @location(4) weights_c: vec4<f32>,
    @location(5) weights_d: vec4<f32>,
}

@vertex
fn globe_vertices(
    @location(0) position: vec4<f32>,
    @location(1) normal: vec4<f32>,
    @location(2) weights_a: vec4<f32>,
    @location(3) weights_b: vec4<f32>,
    @location(4) weights_c: vec4<f32>,
    @location(5) weights_d: vec4<f32>,
) -> globe_Vertex {
    return globe_Vertex(frame_clip(position.xyz), position, normal.xyz, weights_a, weights_b, weights_c, weights_d);
}

struct globe_Pixel {
    // Depth, octahedral normal, height.
    @location(0) ground: vec4<f32>,
    @location(1) shares: vec4<u32>,
}

// Encodes a direction by its intersection with an octahedron, whose lower half is folded out (Z. Cigolle and
// others, "A survey of efficient representations for independent unit vectors", 2014). See
// `globe_decoded_normal`.
fn globe_encoded_normal(normal: vec3<f32>) -> vec2<f32> {
    let flat = normal.xy / (abs(normal.x) + abs(normal.y) + abs(normal.z));
    let folded = (1.0 - abs(flat.yx)) * select(vec2<f32>(-1.0), vec2<f32>(1.0), flat >= vec2<f32>(0.0));
    return select(flat, folded, normal.z < 0.0);
}

@fragment
fn globe_ground(vertex: globe_Vertex) -> globe_Pixel {
    let depth = dot(vertex.position.xyz, frame.forward.xyz);
    let ground = vec4<f32>(depth, globe_encoded_normal(vertex.normal), vertex.position.w);
    let shares = vec4<u32>(
        pack4x8unorm(vertex.weights_a),
        pack4x8unorm(vertex.weights_b),
        pack4x8unorm(vertex.weights_c),
        pack4x8unorm(vertex.weights_d),
    );
    return globe_Pixel(ground, shares);
}
