## Loads pictures as HTerrain and Terrain3D do, and prints their size, format, and the range of the sums of their channels and of
## alpha, in steps of 1/255.
extends Node

const Check = preload("check.gd")


func run(job: Dictionary) -> void:
	for file: String in job.files:
		var image := Image.load_from_file("res://" + file)
		if image == null:
			return Check.complain(file + " cannot be read")
		var format := _name(image.get_format())
		# Both plug-ins convert maps to RGBA8.
		image.convert(Image.FORMAT_RGBA8)
		Check.tell(file, [], _ranges(image.get_data()).merged({
			"width": image.get_width(), "height": image.get_height(), "format": format,
		}))


func _name(format: Image.Format) -> String:
	return { Image.FORMAT_RGBA8: "RGBA8", Image.FORMAT_RGB8: "RGB8", Image.FORMAT_L8: "L8" }.get(format, str(format))


func _ranges(bytes: PackedByteArray) -> Dictionary:
	var least := 4 * 255
	var most := 0
	var alpha_least := 255
	var alpha_most := 0
	for at in range(0, bytes.size(), 4):
		var alpha := bytes[at + 3]
		var sum := bytes[at] + bytes[at + 1] + bytes[at + 2] + alpha
		least = mini(least, sum)
		most = maxi(most, sum)
		alpha_least = mini(alpha_least, alpha)
		alpha_most = maxi(alpha_most, alpha)
	return { "least": least, "most": most, "alpha_least": alpha_least, "alpha_most": alpha_most }
