## Loads a .glb as Godot's importer does, with and without compression of meshes, and reads the vertices.
extends Node3D

const Check = preload("check.gd")
## EditorSceneFormatImporter.IMPORT_FORCE_DISABLE_MESH_COMPRESSION, which is defined in the editor only.
const UNCOMPRESSED := 64


func run(job: Dictionary) -> void:
	for flags: int in [0, UNCOMPRESSED]:
		var document := GLTFDocument.new()
		var state := GLTFState.new()
		var error := document.append_from_buffer(FileAccess.get_file_as_bytes(job.file), "", state, flags)
		if error != OK:
			return Check.complain("%s: %s" % [job.file, error_string(error)])
		var scene := document.generate_scene(state)
		add_child(scene)
		_tell(scene, job, "uncompressed" if flags == UNCOMPRESSED else "compressed")
		if flags != UNCOMPRESSED:
			scene.free()
	Check.stage(self, job)


## Prints the heights at the places, and how far vertices are from their samples.
func _tell(scene: Node, job: Dictionary, name: String) -> void:
	var columns := int(job.width)
	var heights := PackedFloat32Array()
	heights.resize(columns * int(job.height))
	heights.fill(NAN)
	var sideways := 0.0
	for instance: MeshInstance3D in scene.find_children("*", "MeshInstance3D", true, false):
		for surface in instance.mesh.get_surface_count():
			for vertex: Vector3 in instance.mesh.surface_get_arrays(surface)[Mesh.ARRAY_VERTEX]:
				var at := instance.global_transform * vertex
				var sample: Vector2 = Vector2(at.x - job.origin[0], at.z - job.origin[1]) / job.spacing
				var nearest: Vector2 = sample.round()
				sideways = maxf(sideways, (sample - nearest).length() * job.spacing)
				heights[int(nearest.y) * columns + int(nearest.x)] = at.y
	var missing := 0
	for height in heights:
		missing += int(is_nan(height))
	var chosen := PackedFloat32Array()
	for place: Array in job.places:
		chosen.append(heights[int(place[1]) * columns + int(place[0])])
	var material: BaseMaterial3D = scene.find_children("*", "MeshInstance3D", true, false)[0].get_active_material(0)
	var textured := material != null and material.albedo_texture != null
	Check.tell(name, chosen, { "sideways": sideways, "missing": missing, "textured": textured })
