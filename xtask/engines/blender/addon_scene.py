"""A live terrain in its scene: water, materials, undo, and saved files."""

import shutil

import bpy
import numpy as np

from addon_live import RECIPE, add, wait
from extension import module, preferences
from meshes import world_vertices


def check_scene(report, work):
    check_dress(report, work)
    check_undo(report, work)
    check_saved(report, work)


def check_dress(report, work):
    """Water and materials follow in place; a material of the user's own stays, and its picture follows."""
    recipe = work / "dressed.toml"
    recipe.write_text(module("command").ask(preferences().command, "presets", "alps"))
    object = add(recipe)
    object.orogen.size = 129
    wait(object)
    report.holds("add-on, live: water", [child.get("orogen_water") for child in object.children] == ["water"])
    object.orogen.water = False
    wait(object)
    report.holds("add-on, live: no water", not object.children)

    object.orogen.style = "WEIGHTS"
    wait(object)
    groups = [node for node in object.data.materials[0].node_tree.nodes if node.type == "GROUP"]
    report.holds("add-on, live: a node group for each of five materials", len(groups) == 5, groups=len(groups))

    object.orogen.style = "COLOURS"
    wait(object)
    (picture,) = [image for image in bpy.data.images if image.get("orogen_file") == "colour.png"]
    own = bpy.data.materials.new("own")
    own.use_nodes = True
    node = own.node_tree.nodes.new("ShaderNodeTexImage")
    node.image = picture
    object.data.materials[0] = own
    before = picture.pixels[:]
    recipe.write_text(recipe.read_text().replace('"#384a30"', '"#ff0000"'))
    wait(object)
    kept = object.data.materials[0] == own and node.image.packed_file is not None
    report.holds("add-on, live: the user's material stays, its picture follows", kept and node.image.pixels[:] != before)


def quick_terrain(work):
    recipe = work / "scene.toml"
    shutil.copy(RECIPE, recipe)
    object = add(recipe)
    object.orogen.size = 65
    wait(object)
    return object


def only_terrain():
    """The terrain after undo or loading, which replace all objects."""
    (object,) = [object for object in bpy.data.objects if object.orogen.recipe]
    wait(object)
    return object


def check_undo(report, work):
    """Undo restores a mesh that can be older than its settings: the mesh follows them again."""
    object = quick_terrain(work)
    bpy.ops.ed.undo_push(message="a terrain")
    object["orogen roughness"] = 0.9
    bpy.ops.ed.undo_push(message="a slider, before the new mesh is there")
    wait(object)
    rough = world_vertices(object)
    object.location.x += 5
    bpy.ops.ed.undo_push(message="a move")
    bpy.ops.ed.undo()
    same = np.array_equal(world_vertices(only_terrain()), rough)
    report.holds("add-on, live: undo of a move keeps the mesh of the slider", same)
    bpy.ops.ed.undo()
    object = only_terrain()
    restored = object["orogen roughness"] == 0.5 and not np.array_equal(world_vertices(object), rough)
    report.holds("add-on, live: undo of a slider brings the former mesh", restored)


def check_saved(report, work):
    """A saved file has all it needs, and its terrain is live again."""
    object = quick_terrain(work)
    object["orogen roughness"] = 0.7
    wait(object)
    expected = world_vertices(object)
    path = str(work / "scene.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    bpy.ops.wm.open_mainfile(filepath=path)
    (image,) = [image for image in bpy.data.images if image.get("orogen_file")]
    packed = image.packed_file is not None
    object = only_terrain()
    same = object.orogen.live and object["orogen roughness"] == 0.7 and np.array_equal(world_vertices(object), expected)
    report.holds("add-on, live: a saved file", packed and same)
