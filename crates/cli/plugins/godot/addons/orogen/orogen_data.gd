## A terrain of `orogen generate`: what [OrogenTerrain] shows. The plug-in writes it as a resource next to `terrain.json`, because
## exported games contain resources, but not the files of a folder.
@tool
class_name OrogenData
extends Resource

const Heights = preload("orogen_heights.gd")

## `format` of the descriptions that this plug-in reads.
const FORMAT := "orogen-terrain 1"

## Heights in metres, format RF. Row 0 is the north edge.
@export var heights: Image
## Colours of the ground, sRGB, as many samples as [member heights]; may be missing.
@export var colours: Image
## Metres between neighbouring samples.
@export var spacing := 1.0
## Position of the first sample in metres: the recipe's x and y are Godot's x and z.
@export var origin := Vector2.ZERO
## Lowest and highest height in metres.
@export var height_range := Vector2.ZERO
@export var has_sea := false
## Metres; only if [member has_sea].
@export var sea_level := 0.0
## Surfaces of rivers and lakes from `water.glb`, in metres.
@export var water: Array[Mesh]
@export var water_places: Array[Transform3D]
## `checksum` of the `terrain.json` that this was read from.
@export var checksum := ""


## The terrain that the file [param path] (a `terrain.json`) describes, or an error message.
static func from_file(path: String) -> Variant:
	var description: Variant = JSON.parse_string(FileAccess.get_file_as_string(path))
	if not description is Dictionary or description.get("format") != FORMAT:
		return "%s is not a description that `orogen generate` wrote (\"format\": \"%s\")" % [path, FORMAT]
	# A region of a planet is a plane, too.
	if description.domain == "planet" and description.get("planet", {}).get("projection") != "region":
		return "%s is a map of a whole planet. Cut a part: orogen generate RECIPE --region LAT,LON,SIZE" % path
	var folder := path.get_base_dir()
	var read: Variant = Heights.read(description, folder)
	if read is String:
		return read
	var data := OrogenData.new()
	data.heights = read
	data.spacing = description.metres_per_sample
	data.origin = Vector2(description.origin[0], description.origin[1])
	data.height_range = Vector2(description.min_height, description.max_height)
	data.has_sea = description.has("sea_level")
	data.sea_level = description.get("sea_level", 0.0)
	data.checksum = description.checksum
	var error: String = data._read_looks(description, folder)
	return data if error.is_empty() else error


## Becomes equal to [param other], and tells the terrains that show it.
func copy_from(other: OrogenData) -> void:
	for property in get_property_list():
		if property.usage & PROPERTY_USAGE_SCRIPT_VARIABLE:
			set(property.name, other.get(property.name))
	emit_changed()


func _read_looks(description: Dictionary, folder: String) -> String:
	var pictures: Array = description.files.filter(func(file: Dictionary) -> bool: return file.kind == "colour")
	if not pictures.is_empty():
		var read: Variant = Heights.assembled(description, pictures, Image.FORMAT_RGB8, _colour_tile.bind(folder))
		if read is String:
			return read
		colours = read
		colours.generate_mipmaps()
	for file: Dictionary in description.files:
		if file.kind == "water" and file.format == "glb":
			var error := _read_water(folder.path_join(file.name))
			if not error.is_empty():
				return error
	return ""


func _colour_tile(file: Dictionary, size: Vector2i, folder: String) -> Variant:
	var tile := Heights.picture(folder.path_join(file.name))
	if tile == null or tile.get_size() != size:
		return "%s does not have %d × %d samples: generate the terrain again" % [file.name, size.x, size.y]
	# Colours for Terrain3D have a roughness in alpha.
	tile.convert(Image.FORMAT_RGB8)
	return tile


func _read_water(path: String) -> String:
	var document := GLTFDocument.new()
	var state := GLTFState.new()
	# 64 is EditorSceneFormatImporter.IMPORT_FORCE_DISABLE_MESH_COMPRESSION, which games do not have. Compressed meshes round
	# heights to 16 bits.
	if document.append_from_file(path, state, 64) != OK:
		return "%s cannot be read: generate the terrain again" % path
	var scene := document.generate_scene(state)
	for instance: MeshInstance3D in scene.find_children("*", "MeshInstance3D", true, false):
		water.append(instance.mesh)
		water_places.append(_within(instance, scene))
	scene.free()
	return ""


## The transform from [param node] to its ancestor [param root], in or out of a tree.
static func _within(node: Node3D, root: Node) -> Transform3D:
	var whole := Transform3D.IDENTITY
	var at: Node = node
	while at is Node3D:
		whole = at.transform * whole
		if at == root:
			break
		at = at.get_parent()
	return whole
