## Runs the step that `job.json` names, and prints its results as lines of JSON.
extends Node3D


func _ready() -> void:
	var job: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://job.json"))
	print("ENGINE ", Engine.get_version_info().string)
	var step: Node = load(job.step).new()
	add_child(step)
	await step.run(job)
	if job.picture:
		# The first frame may be drawn before shaders and textures are ready.
		await RenderingServer.frame_post_draw
		await RenderingServer.frame_post_draw
		print("PICTURE ", Marshalls.raw_to_base64(get_viewport().get_texture().get_image().save_png_to_buffer()))
	print("DONE")
	get_tree().quit()


## Prints numbers with a name. Floats travel as bytes, so that no digit is lost.
static func tell(name: String, floats: PackedFloat32Array, facts := {}) -> void:
	facts.name = name
	facts.floats = Marshalls.raw_to_base64(floats.to_byte_array())
	print("RESULT ", JSON.stringify(facts))


static func complain(message: String) -> void:
	print("FAILED ", message)


## Sun, sky and a camera for a terrain that begins at the origin.
static func stage(parent: Node3D, job: Dictionary) -> void:
	var haze := Color(0.62, 0.7, 0.78)
	var sky := ProceduralSkyMaterial.new()
	sky.sky_top_color = Color(0.22, 0.42, 0.72)
	sky.sky_horizon_color = haze
	sky.ground_horizon_color = haze
	sky.ground_bottom_color = haze
	var environment := Environment.new()
	environment.background_mode = Environment.BG_SKY
	environment.sky = Sky.new()
	environment.sky.sky_material = sky
	environment.tonemap_mode = Environment.TONE_MAPPER_LINEAR
	environment.ambient_light_source = Environment.AMBIENT_SOURCE_COLOR
	environment.ambient_light_color = Color(0.72, 0.8, 0.92)
	environment.ambient_light_energy = 0.3
	environment.fog_enabled = true
	environment.fog_light_color = haze
	environment.fog_density = 0.04 / float(job.far)
	environment.fog_sky_affect = 0.0
	var world := WorldEnvironment.new()
	world.environment = environment
	parent.add_child(world)
	var sun := DirectionalLight3D.new()
	sun.rotation_degrees = Vector3(-35, 125, 0)
	sun.light_color = Color(1.0, 0.95, 0.87)
	sun.light_energy = 1.25
	sun.shadow_enabled = true
	sun.directional_shadow_max_distance = 1.5 * job.far
	parent.add_child(sun)
	var camera := Camera3D.new()
	camera.near = 5.0
	camera.far = 4.0 * job.far
	camera.fov = 50.0
	parent.add_child(camera)
	camera.look_at_from_position(_point(job.eye), _point(job.target))
	camera.make_current()


static func _point(numbers: Array) -> Vector3:
	return Vector3(numbers[0], numbers[1], numbers[2])
