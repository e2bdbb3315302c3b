## The mesh that all pieces of a terrain share: a flat square of cells with coarser levels of detail and a skirt. The shader moves
## its vertices to the heights.
@tool
extends RefCounted

## Cells along a side. With the skirt, a piece has less than 65,536 vertices.
const CELLS := 128
const _SIDE := CELLS + 1


## A mesh with a level for each of [param errors]: the metres by which the ground is off if only every 2nd, 4th, 8th … sample is
## drawn. Godot draws a level where its error is smaller than a pixel. The y of vertices is 0 on the ground and −1 at the skirt's
## lower edge.
static func mesh(spacing: float, errors: PackedFloat32Array) -> ArrayMesh:
	var vertices := PackedVector3Array()
	for row in _SIDE:
		for column in _SIDE:
			vertices.append(Vector3(column, 0, row) * spacing)
	for at in _border():
		vertices.append(vertices[at] + Vector3.DOWN)
	var arrays := []
	arrays.resize(Mesh.ARRAY_MAX)
	arrays[Mesh.ARRAY_VERTEX] = vertices
	arrays[Mesh.ARRAY_INDEX] = _triangles(1)
	var levels := {}
	for level in errors.size():
		levels[errors[level]] = _triangles(2 << level)
	var result := ArrayMesh.new()
	result.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays, [], levels)
	return result


## Vertices along the border, clockwise seen from above, from the north-west corner.
static func _border() -> PackedInt32Array:
	var result := PackedInt32Array()
	for step in CELLS:
		result.append(step)
	for step in CELLS:
		result.append(step * _SIDE + CELLS)
	for step in CELLS:
		result.append(CELLS * _SIDE + CELLS - step)
	for step in CELLS:
		result.append((CELLS - step) * _SIDE)
	return result


## Triangles between every [param stride]-th vertex. Godot's front faces are clockwise.
static func _triangles(stride: int) -> PackedInt32Array:
	var result := PackedInt32Array()
	for row in range(0, CELLS, stride):
		for column in range(0, CELLS, stride):
			var corner := row * _SIDE + column
			var below := corner + stride * _SIDE
			result.append_array([corner, corner + stride, below, corner + stride, below + stride, below])
	var border := _border()
	for step in range(0, border.size(), stride):
		var next := (step + stride) % border.size()
		var lower := _SIDE * _SIDE + step
		var next_lower := _SIDE * _SIDE + next
		result.append_array([border[next], border[step], lower, border[next], lower, next_lower])
	return result
