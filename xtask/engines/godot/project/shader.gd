## Runs the function of an exported shader at places, and shows the exported scene.
extends Node3D

const Check = preload("check.gd")
## Writes the bits of a height into a pixel, a byte in each channel.
const PROBE := """
uniform highp sampler2D places : filter_nearest, repeat_disable;

void fragment() {
    vec2 p = texelFetch(places, ivec2(UV * vec2(textureSize(places, 0))), 0).xy;
    uint bits = floatBitsToUint(orogen_height(p));
    COLOR = vec4(float(bits & 255u), float(bits >> 8u & 255u), float(bits >> 16u & 255u), float(bits >> 24u)) / 255.0;
}
"""


func run(job: Dictionary) -> void:
	var places := Marshalls.base64_to_raw(job.places)
	var side := int(job.side)
	var material: ShaderMaterial = load("res://orogen.tres").duplicate()
	var library: String = material.shader.code.split("uniform vec3 colour")[0]
	var shader := Shader.new()
	shader.code = library.replace("shader_type spatial;", "shader_type canvas_item;\nrender_mode unshaded, blend_disabled;") + PROBE
	material.shader = shader
	var texels := Image.create_from_data(side, side, false, Image.FORMAT_RGF, places)
	material.set_shader_parameter("places", ImageTexture.create_from_image(texels))
	var picture := await _drawn(material, side)
	Check.tell("heights", picture.get_data().to_float32_array())
	var scene: Node = load("res://ground.tscn").instantiate()
	# A processor stands in for the graphics card here: a sixteenth of the vertices.
	var plane: PlaneMesh = scene.get_node("Ground").mesh
	plane.subdivide_width = plane.subdivide_width / 4
	plane.subdivide_depth = plane.subdivide_depth / 4
	add_child(scene)


func _drawn(material: ShaderMaterial, side: int) -> Image:
	var viewport := SubViewport.new()
	viewport.size = Vector2i(side, side)
	viewport.transparent_bg = true
	viewport.disable_3d = true
	viewport.render_target_update_mode = SubViewport.UPDATE_ALWAYS
	var square := ColorRect.new()
	square.size = viewport.size
	square.material = material
	viewport.add_child(square)
	add_child(viewport)
	await RenderingServer.frame_post_draw
	await RenderingServer.frame_post_draw
	var picture := viewport.get_texture().get_image()
	viewport.queue_free()
	return picture
