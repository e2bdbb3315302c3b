"""The materials of the add-on: Cycles bakes them, and the result is compared with the picture of the colours."""

import bpy
import numpy as np

from addon_import import import_terrain
from terrain import Terrain

SIZE = 65


def check_material(report, command, work):
    files = ("--format", "f32,colour,splat", "--size", str(SIZE))
    terrain = Terrain(command, "alps", work / "material").generate(*files)
    picture = pixels(bpy.data.images.load(str(terrain.file("colour", "png8"))))
    baked = {style: baked_colours(*import_terrain(terrain, style=style)) for style in ("COLOURS", "WEIGHTS")}
    # The bake looks at one place anywhere in a pixel, so only most of its pixels are close to the picture.
    middle = float(np.median(np.abs(baked["COLOURS"] - picture)))
    report.holds("add-on, material from the colours: baked", middle < 2 / 255, median_error=middle, limit=2 / 255)
    # Both bakes look at the same places. Weights and colours have 8 bits.
    mixed = float(np.quantile(np.abs(baked["WEIGHTS"] - baked["COLOURS"]), 0.99))
    report.holds("add-on, material from weights: baked as the colours", mixed < 3 / 255, error=mixed, limit=3 / 255)


def baked_colours(ground):
    """The material's colours at the picture's pixels, from below to above, in sRGB."""
    target = bpy.data.images.new("baked", SIZE, SIZE)
    tree = ground.data.materials[0].node_tree
    node = tree.nodes.new("ShaderNodeTexImage")
    node.image = target
    tree.nodes.active = node
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 16
    bpy.ops.object.bake(type="DIFFUSE", pass_filter={"COLOR"}, margin=2)
    return pixels(target)


def pixels(image):
    values = np.empty(len(image.pixels), np.float32)
    image.pixels.foreach_get(values)
    return values.reshape(image.size[1], image.size[0], 4)[:, :, :3].copy()
