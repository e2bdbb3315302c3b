## Shows a terrain of `orogen generate`: pieces with levels of detail, colours, water and a body to collide with. The recipe's
## position (x, y) is (x, z) of this node.
@tool
class_name OrogenTerrain
extends Node3D

const Grid = preload("orogen_grid.gd")
const Ground = preload("orogen_terrain.gdshader")
const Water = preload("orogen_water.gdshader")

## Levels of detail below the full one: every 2nd, 4th … 32nd sample.
const LEVELS := 5
## Places at which the errors of levels are measured.
const PROBES := 4096

@export var data: OrogenData:
	set(value):
		if data != null:
			data.changed.disconnect(rebuild)
		data = value
		if data != null:
			data.changed.connect(rebuild)
		if is_node_ready():
			rebuild()
## Whether bodies collide with the ground.
@export var collision := true:
	set(value):
		collision = value
		if is_node_ready():
			rebuild()
## Replaces the plain material of rivers, lakes and the sea.
@export var water_material: Material

var _material: ShaderMaterial
## Metres that skirts hang down to hide gaps between levels.
var _skirt := 0.0


func _ready() -> void:
	set_notify_transform(true)
	rebuild()


func _notification(what: int) -> void:
	if what == NOTIFICATION_TRANSFORM_CHANGED and _material != null:
		_place_shader()


## The height in metres of the ground at a position in this node's space, between samples on the two triangles of a cell as they are
## drawn nearby.
func height_at(at: Vector3) -> float:
	var size := data.heights.get_size()
	var place := (Vector2(at.x, at.z) - data.origin) / data.spacing
	var corner := Vector2i(place.floor()).clamp(Vector2i.ZERO, size - 2 * Vector2i.ONE)
	var share := (place - Vector2(corner)).clamp(Vector2.ZERO, Vector2.ONE)
	var east := _sample(corner + Vector2i(1, 0))
	var south := _sample(corner + Vector2i(0, 1))
	if share.x + share.y <= 1.0:
		var own := _sample(corner)
		return own + (east - own) * share.x + (south - own) * share.y
	var across := _sample(corner + Vector2i.ONE)
	return across + (south - across) * (1.0 - share.x) + (east - across) * (1.0 - share.y)


## Makes all children again from [member data].
func rebuild() -> void:
	for child in get_children(true):
		if child.has_meta("orogen"):
			child.free()
	if data == null or data.heights == null:
		return
	_add_ground()
	_add_water()
	if collision:
		_add_body()


func _sample(at: Vector2i) -> float:
	return data.heights.get_pixelv(at).r


func _add(child: Node) -> void:
	child.set_meta("orogen", true)
	add_child(child, false, INTERNAL_MODE_BACK)


func _add_ground() -> void:
	var errors := _errors()
	_material = ShaderMaterial.new()
	_material.shader = Ground
	_material.set_shader_parameter("heights", ImageTexture.create_from_image(data.heights))
	_material.set_shader_parameter("spacing", data.spacing)
	_material.set_shader_parameter("skirt", _skirt)
	if data.colours != null:
		_material.set_shader_parameter("colours", ImageTexture.create_from_image(data.colours))
		_material.set_shader_parameter("has_colours", true)
	_place_shader()
	var mesh := Grid.mesh(data.spacing, errors)
	var side := Grid.CELLS * data.spacing
	var pieces := Vector2i((Vector2(data.heights.get_size() - Vector2i.ONE) / Grid.CELLS).ceil())
	var lowest := data.height_range.x - _skirt
	for row in pieces.y:
		for column in pieces.x:
			var piece := MeshInstance3D.new()
			piece.mesh = mesh
			piece.material_override = _material
			piece.position = Vector3(data.origin.x + column * side, 0, data.origin.y + row * side)
			piece.custom_aabb = AABB(Vector3(0, lowest, 0), Vector3(side, data.height_range.y - lowest, side))
			_add(piece)


func _place_shader() -> void:
	var here := global_transform if is_inside_tree() else transform
	var first := Transform3D(Basis.IDENTITY, Vector3(data.origin.x, 0, data.origin.y))
	# A Transform3D would also fit, but Godot drops parameters that do not have the type of the uniform.
	_material.set_shader_parameter("to_terrain", Projection((here * first).affine_inverse()))


## For each level, how far the ground is from the level's coarse grid, in metres, at 19 of 20 seeded places. Skirts are as deep as
## the largest distance at the coarsest level.
func _errors() -> PackedFloat32Array:
	var random := RandomNumberGenerator.new()
	random.seed = 1
	var last := data.heights.get_size() - Vector2i.ONE
	var errors := PackedFloat32Array()
	for level in LEVELS:
		var distances := PackedFloat32Array()
		for probe in PROBES:
			var at := Vector2i(random.randi_range(0, last.x), random.randi_range(0, last.y))
			distances.append(absf(_coarse(at, 2 << level) - _sample(at)))
		distances.sort()
		# Levels need errors that increase.
		errors.append(maxf(distances[PROBES * 19 / 20], errors[-1] * 1.01 if level > 0 else 0.001))
		_skirt = distances[-1]
	return errors


## The height at a sample between every [param stride]-th sample, bilinearly.
func _coarse(at: Vector2i, stride: int) -> float:
	var last := data.heights.get_size() - Vector2i.ONE
	var low := at / stride * stride
	var high := (low + Vector2i(stride, stride)).min(last)
	var share := Vector2(at - low) / Vector2((high - low).max(Vector2i.ONE))
	var north := lerpf(_sample(low), _sample(Vector2i(high.x, low.y)), share.x)
	var south := lerpf(_sample(Vector2i(low.x, high.y)), _sample(high), share.x)
	return lerpf(north, south, share.y)


func _add_water() -> void:
	for at in data.water.size():
		var surface := MeshInstance3D.new()
		surface.mesh = data.water[at]
		surface.transform = data.water_places[at]
		surface.material_override = _water_material()
		_add(surface)
	if data.has_sea:
		var extent := Vector2(data.heights.get_size() - Vector2i.ONE) * data.spacing
		var sea := MeshInstance3D.new()
		sea.mesh = PlaneMesh.new()
		sea.mesh.size = extent
		sea.material_override = _water_material()
		sea.position = Vector3(data.origin.x + extent.x / 2, data.sea_level, data.origin.y + extent.y / 2)
		_add(sea)


func _water_material() -> Material:
	if water_material != null:
		return water_material
	var plain := ShaderMaterial.new()
	plain.shader = Water
	return plain


## A height map's samples are 1 apart and centred. Godot and Jolt scale shapes equally along all axes only, so heights are divided by
## the spacing.
func _add_body() -> void:
	var size := data.heights.get_size()
	var scaled := data.heights.get_data().to_float32_array()
	for at in scaled.size():
		scaled[at] /= data.spacing
	var shape := HeightMapShape3D.new()
	shape.map_width = size.x
	shape.map_depth = size.y
	shape.map_data = scaled
	var owner_shape := CollisionShape3D.new()
	owner_shape.shape = shape
	owner_shape.scale = Vector3.ONE * data.spacing
	var middle := Vector2(size - Vector2i.ONE) * data.spacing / 2 + data.origin
	owner_shape.position = Vector3(middle.x, 0, middle.y)
	var body := StaticBody3D.new()
	body.add_child(owner_shape)
	_add(body)
