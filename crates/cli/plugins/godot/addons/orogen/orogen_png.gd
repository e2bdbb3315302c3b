## The samples of a PNG file with 16 bits of grey. Godot's own reader keeps 8 of them.
## Format: W3C, Portable Network Graphics, third edition; filters are in section 9.
@tool
extends RefCounted

const SIGNATURE: PackedByteArray = [137, 80, 78, 71, 13, 10, 26, 10]
const BYTES := 2  # per sample


## The samples, top row first and big-endian as in the file, or nothing if it is not such a picture of [param size].
static func grey_16(file: PackedByteArray, size: Vector2i) -> PackedByteArray:
	if file.slice(0, 8) != SIGNATURE:
		return PackedByteArray()
	var packed := PackedByteArray()
	var at := 8
	while at + 12 <= file.size():
		var length := _u32(file, at)
		var kind := file.slice(at + 4, at + 8).get_string_from_ascii()
		if kind == "IHDR" and not _is_grey_16(file, at + 8, size):
			return PackedByteArray()
		if kind == "IDAT":
			packed.append_array(file.slice(at + 8, at + 8 + length))
		at += length + 12
	var row_bytes := size.x * BYTES
	var rows := packed.decompress((row_bytes + 1) * size.y, FileAccess.COMPRESSION_DEFLATE)
	return _unfiltered(rows, row_bytes, size.y)


static func _u32(bytes: PackedByteArray, at: int) -> int:
	return bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3]


## 16 bits, grey, not interlaced.
static func _is_grey_16(file: PackedByteArray, at: int, size: Vector2i) -> bool:
	var same_size := _u32(file, at) == size.x and _u32(file, at + 4) == size.y
	return same_size and file[at + 8] == 16 and file[at + 9] == 0 and file[at + 12] == 0


static func _unfiltered(rows: PackedByteArray, row_bytes: int, count: int) -> PackedByteArray:
	var result := PackedByteArray()
	result.resize(row_bytes * count)
	if rows.size() != (row_bytes + 1) * count:
		return PackedByteArray()
	for row in count:
		var from := row * (row_bytes + 1)
		var to := row * row_bytes
		var filter := rows[from]
		for column in row_bytes:
			var left := result[to + column - BYTES] if column >= BYTES else 0
			var up := result[to + column - row_bytes] if row > 0 else 0
			var corner := result[to + column - row_bytes - BYTES] if row > 0 and column >= BYTES else 0
			result[to + column] = (rows[from + 1 + column] + _predicted(filter, left, up, corner)) & 255
	return result


static func _predicted(filter: int, left: int, up: int, corner: int) -> int:
	match filter:
		1:
			return left
		2:
			return up
		3:
			return (left + up) >> 1
		4:
			return _paeth(left, up, corner)
	return 0


## The neighbour that is nearest to left + up − corner (section 9.4).
static func _paeth(left: int, up: int, corner: int) -> int:
	var by_left := absi(up - corner)
	var by_up := absi(left - corner)
	var by_corner := absi(left + up - 2 * corner)
	if by_left <= by_up and by_left <= by_corner:
		return left
	return up if by_up <= by_corner else corner
