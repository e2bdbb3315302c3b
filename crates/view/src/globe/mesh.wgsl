// Tiles of a planet: from vertices to the ground of a picture.

struct globe_Vertex {
    @builtin(position) clip: vec4<f32>,
    // Metres from the eye; w: metres above height 0.
    @location(0) place: vec4<f32>,
    @location(1) normal: vec3<f32>,
    // How much of each material the fields that it names let lie.
    @location(2) shares_a: vec4<f32>,
    @location(3) shares_b: vec4<f32>,
    @location(4) shares_c: vec4<f32>,
    @location(5) shares_d: vec4<f32>,
}

@vertex
fn globe_vertices(
    @location(0) place: vec4<f32>,
    @location(1) normal: vec4<f32>,
    @location(2) shares_a: vec4<f32>,
    @location(3) shares_b: vec4<f32>,
    @location(4) shares_c: vec4<f32>,
    @location(5) shares_d: vec4<f32>,
) -> globe_Vertex {
    return globe_Vertex(frame_clip(place.xyz), place, normal.xyz, shares_a, shares_b, shares_c, shares_d);
}

struct globe_Found {
    // Depth, normal by its octahedron, height.
    @location(0) ground: vec4<f32>,
    @location(1) shares: vec4<u32>,
}

// A direction as two numbers: where it meets an octahedron, whose lower half is folded out (Z. Cigolle and others, "A survey of
// efficient representations for independent unit vectors", 2014). See `globe_normal`.
fn globe_folded(normal: vec3<f32>) -> vec2<f32> {
    let flat = normal.xy / (abs(normal.x) + abs(normal.y) + abs(normal.z));
    let folded = (1.0 - abs(flat.yx)) * select(vec2<f32>(-1.0), vec2<f32>(1.0), flat >= vec2<f32>(0.0));
    return select(flat, folded, normal.z < 0.0);
}

@fragment
fn globe_ground(vertex: globe_Vertex) -> globe_Found {
    let depth = dot(vertex.place.xyz, frame.forward.xyz);
    let ground = vec4<f32>(depth, globe_folded(vertex.normal), vertex.place.w);
    let shares = vec4<u32>(
        pack4x8unorm(vertex.shares_a),
        pack4x8unorm(vertex.shares_b),
        pack4x8unorm(vertex.shares_c),
        pack4x8unorm(vertex.shares_d),
    );
    return globe_Found(ground, shares);
}
