## The heights at which OrogenTerrain's shader puts the vertices of the ground, seen from above, with a pixel for each sample.
extends Node3D

## Draws each vertex as a point with three bits of its height, a number of 32 bits. 0 and 1 are the same in all colour spaces.
const FRAGMENT := """
uniform int shift;

void fragment() {
    uint bits = floatBitsToUint(drawn) >> uint(shift);
    ALBEDO = vec3(float(bits & 1u), float(bits >> 1u & 1u), float(bits >> 2u & 1u));
}
"""
const VERTEX_END := "NORMAL = vec3(0.0, 1.0, 0.0);"


## One height for each sample of [param terrain], row by row.
func heights(terrain: OrogenTerrain) -> PackedFloat32Array:
	var pieces := terrain.get_children(true).filter(_is_ground)
	var points := _points(pieces[0].mesh)
	var material := _material(pieces[0].material_override)
	for child in terrain.get_children(true):
		child.visible = _is_ground(child)
	for piece: MeshInstance3D in pieces:
		piece.mesh = points
		piece.material_override = material
	var numbers := PackedInt64Array()
	numbers.resize(terrain.data.heights.get_width() * terrain.data.heights.get_height())
	var viewport := _from_above(terrain)
	for shift in range(0, 32, 3):
		material.set_shader_parameter("shift", shift)
		await RenderingServer.frame_post_draw
		await RenderingServer.frame_post_draw
		var picture := viewport.get_texture().get_image()
		picture.convert(Image.FORMAT_RGB8)
		_add_bits(numbers, picture.get_data(), shift)
	viewport.queue_free()
	terrain.rebuild()
	return PackedInt32Array(Array(numbers)).to_byte_array().to_float32_array()


func _add_bits(numbers: PackedInt64Array, channels: PackedByteArray, shift: int) -> void:
	for at in numbers.size():
		var bits := channels[3 * at] >> 7 | channels[3 * at + 1] >> 7 << 1 | channels[3 * at + 2] >> 7 << 2
		numbers[at] |= bits << shift


func _is_ground(child: Node) -> bool:
	return child is MeshInstance3D and child.material_override.shader == OrogenTerrain.Ground


## The vertices of a mesh as points, without its skirt.
func _points(mesh: Mesh) -> ArrayMesh:
	var arrays := []
	arrays.resize(Mesh.ARRAY_MAX)
	var vertices := PackedVector3Array()
	for vertex: Vector3 in mesh.surface_get_arrays(0)[Mesh.ARRAY_VERTEX]:
		if vertex.y == 0.0:
			vertices.append(vertex)
	arrays[Mesh.ARRAY_VERTEX] = vertices
	var result := ArrayMesh.new()
	result.add_surface_from_arrays(Mesh.PRIMITIVE_POINTS, arrays)
	return result


func _material(ground: ShaderMaterial) -> ShaderMaterial:
	var code := OrogenTerrain.Ground.code.split("void fragment()")[0]
	code = code.replace("shader_type spatial;", "shader_type spatial;\nrender_mode unshaded;\nvarying highp float drawn;")
	code = code.replace(VERTEX_END, VERTEX_END + "\n    drawn = VERTEX.y;\n    POINT_SIZE = 1.0;")
	var material: ShaderMaterial = ground.duplicate()
	material.shader = Shader.new()
	material.shader.code = code + FRAGMENT
	return material


func _from_above(terrain: OrogenTerrain) -> SubViewport:
	var size := terrain.data.heights.get_size()
	var viewport := SubViewport.new()
	viewport.size = size
	viewport.render_target_update_mode = SubViewport.UPDATE_ALWAYS
	var camera := Camera3D.new()
	camera.projection = Camera3D.PROJECTION_ORTHOGONAL
	camera.size = size.y * terrain.data.spacing
	var middle := Vector2(size - Vector2i.ONE) * terrain.data.spacing / 2
	camera.position = terrain.position + Vector3(middle.x, terrain.data.height_range.y + 100, middle.y)
	camera.rotation_degrees.x = -90
	camera.far = 10000
	viewport.add_child(camera)
	add_child(viewport)
	return viewport
