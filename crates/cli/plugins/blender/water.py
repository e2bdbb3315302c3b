"""The surface of water: rivers and lakes from their own mesh, and a level sea."""

import bpy
import numpy as np

from .gltf import read_triangles
from .pictures import principled

MATERIAL = "Orogen water"


def show_water(ground, tile, sea_level):
    """Makes, updates or removes the water of a tile, a child of its ground. `tile` is None if no water is wanted."""
    show_surface(ground, "water", inland_water(tile) if tile else None)
    show_surface(ground, "sea", sea(tile, sea_level) if tile else None)


def show_surface(ground, kind, surface):
    child = next((child for child in ground.children if child.get("orogen_water") == kind), None)
    if surface is None:
        if child:
            bpy.data.objects.remove(child)
        return
    fill(child.data if child else new_water(ground, kind).data, *surface)


def inland_water(tile):
    """The surface of rivers and lakes: vertices relative to the tile, and faces; None without them."""
    for file in tile.of_kind("water"):
        if file.format == "glb" and file.path.is_file():
            surface = read_triangles(file.path)
            return surface and (surface[0] - (tile.x, -tile.y, 0), surface[1])
    return None


def sea(tile, sea_level):
    """A level rectangle over the tile; None without a sea."""
    if sea_level is None:
        return None
    east, south = (tile.columns - 1) * tile.spacing, (1 - tile.rows) * tile.spacing
    corners = [(0, 0), (0, south), (east, south), (east, 0)]
    return np.array([(x, y, sea_level) for x, y in corners]), np.array([[0, 1, 2, 3]], np.int32)


def fill(mesh, vertices, faces):
    corners = faces.shape[1]
    mesh.clear_geometry()
    mesh.vertices.add(len(vertices))
    mesh.loops.add(faces.size)
    mesh.polygons.add(len(faces))
    mesh.vertices.foreach_set("co", vertices.astype(np.float32).ravel())
    mesh.loops.foreach_set("vertex_index", faces.ravel())
    mesh.polygons.foreach_set("loop_start", np.arange(0, faces.size, corners, dtype=np.int32))
    mesh.update(calc_edges=True)


def new_water(ground, kind):
    name = f"{ground.name} {kind}"
    water = bpy.data.objects.new(name, bpy.data.meshes.new(name))
    water["orogen_water"] = kind
    water.parent = ground
    water.data.materials.append(bpy.data.materials.get(MATERIAL) or water_material())
    for collection in ground.users_collection:
        collection.objects.link(water)
    return water


def water_material():
    material = bpy.data.materials.new(MATERIAL)
    shader = principled(material)
    shader.inputs["Base Color"].default_value = (0.03, 0.12, 0.16, 1)
    shader.inputs["Roughness"].default_value = 0.08
    shader.inputs["Alpha"].default_value = 0.85
    return material
