"""A tile of a terrain as objects: ground, material and water."""

import bpy

from .errors import TerrainError
from .ground import new_ground, set_heights
from .heights import find_heights, read_heights
from .material import dress
from .water import show_water


def show(ground, tile, description, style, water=True):
    """Gives an object the heights, colours and, if wanted, water of a tile."""
    file = find_heights(tile)
    set_heights(ground.data, tile, read_heights(file, tile, description.sixteen_bit))
    dress(ground, tile, description, style)
    show_water(ground, tile if water else None, description.sea_level)


def import_terrain(description, collection, style):
    """New objects for all tiles."""
    grounds = []
    for tile in description.tiles:
        if find_heights(tile):
            ground = new_ground(tile, collection)
            grounds.append(ground)
            show(ground, tile, description, style)
        else:
            grounds += import_mesh(tile, description)
    return grounds


def import_mesh(tile, description):
    """Without heights, Blender's own importer reads the mesh."""
    file = next((file for file in tile.of_kind("mesh") if file.format == "glb"), None)
    if file is None:
        raise TerrainError(
            f"{description.path} lists neither heights in metres nor a .glb. "
            "Generate the terrain with --for blender, or with --format exr."
        )
    before = set(bpy.data.objects)
    bpy.ops.import_scene.gltf(filepath=str(file.path))
    return [object for object in bpy.data.objects if object not in before and object.parent is None]
