## Shows a folder of `orogen generate` with the plug-in, and reads the heights of its ground and of its body.
extends Node3D

const Check = preload("check.gd")
const Drawn = preload("drawn.gd")

## The editor's project, with the terrain in a folder.
const PROJECT := "user://project"
const IMPORTED := "user://project/world"


func run(job: Dictionary) -> void:
	for file: String in job.files:
		var read: Variant = OrogenData.from_file(file)
		if read is String:
			return Check.complain(read)
		Check.tell(file, _at(read.heights, job.places))
		if read.colours != null:
			Check.tell("colours " + file.get_base_dir().get_file(), _at(read.colours, job.places))
	# As in the editor: a folder appears, and changes while its scene is open.
	var files := EditorInterface.get_resource_filesystem()
	files.root = PROJECT
	add_child(load("res://addons/orogen/plugin.gd").new())
	await _place(job.before)
	var terrain: OrogenTerrain = load(IMPORTED.path_join("alps.tscn")).instantiate()
	add_child(terrain)
	await _place(job.files[0])
	files.filesystem_changed.emit()
	Check.tell("imports", [files.scans])
	terrain.position = Vector3(job.moved[0], job.moved[1], job.moved[2])
	await get_tree().physics_frame
	await get_tree().physics_frame
	_tell_body(terrain, job)
	_tell_levels(terrain)
	var drawn := Drawn.new()
	add_child(drawn)
	var heights: PackedFloat32Array = await drawn.heights(terrain)
	var columns := terrain.data.heights.get_width()
	var whole := Image.create_from_data(columns, heights.size() / columns, false, Image.FORMAT_RF, heights.to_byte_array())
	Check.tell("drawn", _at(whole, job.places))
	terrain.position = Vector3.ZERO
	Check.stage(self, job)


## Copies the folder of a description into the editor's project, and waits for the plug-in.
func _place(file: String) -> void:
	DirAccess.make_dir_recursive_absolute(IMPORTED)
	for name in DirAccess.get_files_at(file.get_base_dir()):
		var contents := FileAccess.get_file_as_bytes(file.get_base_dir().path_join(name))
		FileAccess.open(IMPORTED.path_join(name), FileAccess.WRITE).store_buffer(contents)
	EditorInterface.get_resource_filesystem().filesystem_changed.emit()
	await get_tree().process_frame


func _at(heights: Image, places: Array) -> PackedFloat32Array:
	var chosen := PackedFloat32Array()
	for place: Array in places:
		chosen.append(heights.get_pixel(int(place[0]), int(place[1])).r)
	return chosen


## Rays from above, at samples and between them, and the heights that the node tells.
func _tell_body(terrain: OrogenTerrain, job: Dictionary) -> void:
	var space := get_world_3d().direct_space_state
	for name: String in ["places", "between"]:
		var hits := PackedFloat32Array()
		var told := PackedFloat32Array()
		for place: Array in job[name]:
			var local := Vector3(place[0], 0, place[1]) * terrain.data.spacing
			local += Vector3(terrain.data.origin.x, 0, terrain.data.origin.y)
			var at := terrain.position + local
			var top := Vector3(at.x, at.y + terrain.data.height_range.y + 10, at.z)
			var query := PhysicsRayQueryParameters3D.create(top, top + Vector3.DOWN * 10000)
			var hit := space.intersect_ray(query)
			hits.append(hit.position.y - terrain.position.y if hit else NAN)
			told.append(terrain.height_at(local))
		Check.tell("rays " + name, hits)
		Check.tell("told " + name, told)


## Triangles of the pieces' mesh by level of detail, the full one first.
func _tell_levels(terrain: OrogenTerrain) -> void:
	var piece: MeshInstance3D = terrain.get_child(0, true)
	var levels: Array = RenderingServer.mesh_get_surface(piece.mesh.get_rid(), 0).get("lods", [])
	var errors := PackedFloat32Array()
	for level: Dictionary in levels:
		errors.append(level.edge_length)
	Check.tell("levels", errors, { "pieces": terrain.get_child_count(true) })
