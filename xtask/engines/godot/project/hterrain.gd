## Imports files with HTerrain's own importer, and shows them with its own node.
extends Node3D

const Check = preload("check.gd")
const BAKER := "res://addons/zylann.hterrain/tools/normalmap_baker.gd"


func run(job: Dictionary) -> void:
	# Scripts of plug-ins are loaded by name, because projects without the plug-in contain this script too.
	var data: Resource = load("res://addons/zylann.hterrain/hterrain_data.gd").new()
	data.resize(int(job.width))
	var height := {
		"path": "res://alps.raw", "min_height": job.low, "max_height": job.high, "big_endian": false, "bit_depth": 16,
	}
	data._edit_import_maps({
		data.CHANNEL_HEIGHT: height,
		data.CHANNEL_SPLAT: { "path": "res://alps_splat.png" },
		data.CHANNEL_COLOR: { "path": "res://alps_colour.png" },
	})
	var heights := PackedFloat32Array()
	for place: Array in job.places:
		heights.append(data.get_height_at(Vector2i(int(place[0]), int(place[1]))))
	Check.tell("heights", heights)
	var terrain: Node3D = load("res://addons/zylann.hterrain/hterrain.gd").new()
	terrain.set_shader_type("Classic4Lite")
	terrain.set_data(data)
	terrain.map_scale = Vector3(job.spacing, 1, job.spacing)
	terrain.set_texture_set(_textures(job.colours))
	# The textures have the materials' colours already.
	terrain.set_shader_param("u_colormap_opacity_per_texture", Vector4.ZERO)
	add_child(terrain)
	await _bake_normals(data)
	Check.stage(self, job)
	# The node draws more detail from frame to frame.
	for frame in 30:
		await get_tree().process_frame


## A plain texture for each channel.
func _textures(colours: Array) -> Resource:
	var textures: Resource = load("res://addons/zylann.hterrain/hterrain_texture_set.gd").new()
	textures.set_mode(textures.MODE_TEXTURES)
	for colour: String in colours:
		var image := Image.create_empty(4, 4, false, Image.FORMAT_RGBA8)
		image.fill(Color(colour))
		var texture := ImageTexture.create_from_image(image)
		textures.set_texture(textures.insert_slot(-1), textures.TYPE_ALBEDO_BUMP, texture)
	return textures


## In the editor, the node does this after an import.
func _bake_normals(data: Resource) -> void:
	var baker: Node = load(BAKER).new()
	add_child(baker)
	baker.set_terrain_data(data)
	var size: int = data.get_resolution()
	baker.request_tiles_in_region(Rect2i(0, 0, size, size))
	while baker.is_processing():
		await get_tree().process_frame
