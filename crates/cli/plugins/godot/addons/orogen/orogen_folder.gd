## A folder of `orogen generate`, and the scene that shows its terrain: `NAME.tscn` with `NAME.res`.
@tool
extends RefCounted

const DESCRIPTION := "terrain.json"


## The parsed `terrain.json` of [param folder], or an empty dictionary if Orogen wrote none there.
static func description(folder: String) -> Dictionary:
	var path := folder.path_join(DESCRIPTION)
	if not FileAccess.file_exists(path):
		return {}
	var parsed: Variant = JSON.parse_string(FileAccess.get_file_as_string(path))
	if parsed is Dictionary and parsed.get("format") == OrogenData.FORMAT:
		return parsed
	return {}


## Path of the scene and of its resource, without the extension.
static func stem(folder: String, described: Dictionary) -> String:
	return folder.path_join(String(described.recipe).validate_filename().to_snake_case())


## Writes the resource again, and the scene if there is none. Returns an error message, or nothing.
static func import(folder: String, to: String) -> String:
	var data: Variant = OrogenData.from_file(folder.path_join(DESCRIPTION))
	if data is String:
		return data
	var error := _save(data, to + ".res")
	if error == OK and not ResourceLoader.exists(to + ".tscn"):
		error = _save_scene(load(to + ".res"), to + ".tscn")
	return "" if error == OK else "%s cannot be saved: %s" % [to, error_string(error)]


## Scenes that are open show the resource, so it is changed rather than replaced.
static func _save(data: OrogenData, path: String) -> Error:
	if ResourceLoader.exists(path):
		var open: OrogenData = load(path)
		open.copy_from(data)
		data = open
	var error := ResourceSaver.save(data, path, ResourceSaver.FLAG_COMPRESS)
	data.take_over_path(path)
	return error


static func _save_scene(data: OrogenData, path: String) -> Error:
	var terrain := OrogenTerrain.new()
	terrain.name = path.get_file().get_basename().to_pascal_case()
	terrain.data = data
	var scene := PackedScene.new()
	var error := scene.pack(terrain)
	terrain.free()
	return error if error != OK else ResourceSaver.save(scene, path)
