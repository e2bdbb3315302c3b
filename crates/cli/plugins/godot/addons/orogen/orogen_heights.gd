## Heights in metres from the files of `orogen generate`, as an [Image] with the format RF: row 0 is the north edge.
@tool
extends RefCounted

const Png = preload("orogen_png.gd")

## Formats that `terrain.json` names, the most exact first.
const FORMATS: PackedStringArray = ["exr32", "f32", "r16", "png16"]


## The heights of the terrain that [param description] (a parsed `terrain.json` in [param folder]) describes, or an error message.
static func read(description: Dictionary, folder: String) -> Variant:
	var files: Array = description.files.filter(func(file: Dictionary) -> bool: return file.kind == "height")
	for format: String in FORMATS:
		var chosen := files.filter(func(file: Dictionary) -> bool: return file.format == format)
		if not chosen.is_empty():
			return assembled(description, chosen, Image.FORMAT_RF, _tile.bind(description, folder))
	return "%s has no heights that Godot can read: generate the terrain with --format exr" % folder


## A picture of the whole terrain from [param files], one for each tile. [param read] returns the picture of a file with a size, or an
## error message. Tiles share their border samples, so each begins on the last column and row of the one before.
static func assembled(description: Dictionary, files: Array, format: Image.Format, read: Callable) -> Variant:
	var size := Vector2i(description.width, description.height)
	var tiles := Vector2i(1, 1)
	if description.has("tiles"):
		tiles = Vector2i(description.tiles[0], description.tiles[1])
	var cells := (size - Vector2i.ONE) / tiles
	if files.size() != tiles.x * tiles.y:
		return "terrain.json lists %d files for %d tiles: generate the terrain again" % [files.size(), tiles.x * tiles.y]
	var whole := Image.create_empty(size.x, size.y, false, format)
	for file: Dictionary in files:
		var tile: Variant = read.call(file, cells + Vector2i.ONE)
		if tile is String:
			return tile
		var at := Vector2i(file.tile[0], file.tile[1]) * cells if file.has("tile") else Vector2i.ZERO
		whole.blit_rect(tile, Rect2i(Vector2i.ZERO, tile.get_size()), at)
	return whole


static func _tile(file: Dictionary, size: Vector2i, description: Dictionary, folder: String) -> Variant:
	var path := folder.path_join(file.name)
	if not FileAccess.file_exists(path):
		return "%s is missing: generate the terrain again" % path
	var image: Image
	match file.format:
		"exr32":
			image = picture(path)
			if image != null:
				image.convert(Image.FORMAT_RF)
		"f32":
			image = _from_floats(FileAccess.get_file_as_bytes(path), size, file)
		_:
			image = _from_16_bits(description, path, size, file)
	if image == null or image.get_size() != size:
		return "%s does not have %d × %d samples: generate the terrain again" % [path, size.x, size.y]
	if file.get("row_order", "top-first") == "bottom-first":
		image.flip_y()
	return image


## The picture in a file of the project, read as the file is. The editor warns of paths that exported games lack, but this script
## runs before the export.
static func picture(path: String) -> Image:
	return Image.load_from_file(ProjectSettings.globalize_path(path) if Engine.is_editor_hint() else path)


static func _from_floats(bytes: PackedByteArray, size: Vector2i, file: Dictionary) -> Image:
	if bytes.size() != size.x * size.y * 4:
		return null
	var metres := bytes.to_float32_array()
	if file.byte_order == "big-endian":
		var stream := _big_endian(bytes)
		for at in metres.size():
			metres[at] = stream.get_float()
	return _image(metres, size)


static func _from_16_bits(description: Dictionary, path: String, size: Vector2i, file: Dictionary) -> Image:
	var bytes := FileAccess.get_file_as_bytes(path)
	if file.format == "png16":
		bytes = Png.grey_16(bytes, size)
	if bytes.size() != size.x * size.y * 2:
		return null
	var stream := _big_endian(bytes)
	stream.big_endian = file.byte_order == "big-endian"
	var lowest: float = description.sixteen_bit.min_metres
	var step: float = description.sixteen_bit.metres_per_step
	var metres := PackedFloat32Array()
	metres.resize(size.x * size.y)
	for at in metres.size():
		metres[at] = lowest + stream.get_u16() * step
	return _image(metres, size)


static func _big_endian(bytes: PackedByteArray) -> StreamPeerBuffer:
	var stream := StreamPeerBuffer.new()
	stream.data_array = bytes
	stream.big_endian = true
	return stream


static func _image(metres: PackedFloat32Array, size: Vector2i) -> Image:
	return Image.create_from_data(size.x, size.y, false, Image.FORMAT_RF, metres.to_byte_array())
