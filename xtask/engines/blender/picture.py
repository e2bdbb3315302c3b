"""A picture of the preset `alps`: the .glb files as Blender imports them, rendered with Cycles on the processor."""

import math

import bpy
import mathutils

from meshes import IMPORTERS, empty_scene
from terrain import Terrain

# Above the north of the largest lake, with a view to the highest mountain; metres in Blender's axes.
CAMERA = (8300, -100, 1900)
TARGET = (11500, -5500, 900)
PIXELS = (768, 432)
SAMPLES = 32


def check_picture(report, command, work, pictures):
    empty_scene()
    terrain = Terrain(command, "alps", work).generate("--format", "glb,water-mesh", "--size", "1024")
    for kind in ("mesh", "water"):
        IMPORTERS["glb"](str(terrain.file(kind, "glb")))
    report.holds("terrain.glb: the material has the picture of the colours", has_colours(), recipe="alps")
    add_camera()
    add_sky()
    path = pictures / "blender-alps.png"
    render(path)
    image = bpy.data.images.load(str(path))
    report.holds("terrain.glb: rendered", tuple(image.size) == PIXELS, picture=path.name)


def has_colours():
    """Whether a picture goes into the base colour of the ground."""
    shader = bpy.data.materials["ground"].node_tree.nodes["Principled BSDF"]
    links = shader.inputs["Base Color"].links
    return bool(links) and links[0].from_node.type == "TEX_IMAGE" and links[0].from_node.image.size[0] > 1


def add_camera():
    scene = bpy.context.scene
    scene.camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    scene.collection.objects.link(scene.camera)
    scene.camera.location = CAMERA
    direction = mathutils.Vector(TARGET) - mathutils.Vector(CAMERA)
    scene.camera.rotation_euler = direction.to_track_quat("-Z", "Y").to_euler()
    scene.camera.data.lens = 34
    scene.camera.data.clip_end = 100_000


def add_sky():
    world = bpy.data.worlds.new("Sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    sky = world.node_tree.nodes.new("ShaderNodeTexSky")
    sky.sky_type = "MULTIPLE_SCATTERING"
    sky.sun_elevation, sky.sun_rotation = math.radians(28), math.radians(240)
    sky.altitude = 1500
    background = world.node_tree.nodes["Background"]
    background.inputs["Strength"].default_value = 0.07
    world.node_tree.links.new(sky.outputs["Color"], background.inputs["Color"])


def render(path):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = SAMPLES
    scene.cycles.use_denoising = True
    scene.cycles.max_bounces = 4
    scene.render.dither_intensity = 0  # its noise would double the size of the file
    scene.view_settings.view_transform = "AgX"
    scene.view_settings.look = "AgX - Medium High Contrast"
    scene.render.resolution_x, scene.render.resolution_y = PIXELS
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGB"
    scene.render.image_settings.compression = 100
    scene.render.use_stamp_date = False
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
