"""The mesh of a terrain: one vertex per sample.

Blender's x is east and its y is north, so row 0, the northernmost, has the greatest y. Positions in the mesh begin at the
first sample: in 32-bit floats they stay exact wherever the tile lies.
"""

import bpy
import numpy as np


def set_heights(mesh, tile, heights):
    """Gives a mesh the heights of a tile. A mesh of the same grid keeps its faces, selection and attributes."""
    if list(mesh.get("orogen_grid", ())) != [tile.columns, tile.rows]:
        make_grid(mesh, tile.columns, tile.rows)
    positions = np.empty((tile.rows, tile.columns, 3), np.float32)
    positions[..., 0] = np.arange(tile.columns) * tile.spacing
    positions[..., 1] = (np.arange(tile.rows) * -tile.spacing)[:, None]
    positions[..., 2] = heights
    mesh.attributes["position"].data.foreach_set("vector", positions.ravel())
    mesh.update()


def make_grid(mesh, columns, rows):
    """Faces and texture coordinates of a grid, in place of what the mesh had."""
    mesh.clear_geometry()
    vertices = np.arange(columns * rows, dtype=np.int32).reshape(rows, columns)
    # Counter-clockwise as seen from above: north-west, south-west, south-east, north-east.
    corners = np.stack([vertices[:-1, :-1], vertices[1:, :-1], vertices[1:, 1:], vertices[:-1, 1:]], axis=-1)
    faces = (columns - 1) * (rows - 1)
    mesh.vertices.add(columns * rows)
    mesh.loops.add(faces * 4)
    mesh.polygons.add(faces)
    mesh.loops.foreach_set("vertex_index", corners.ravel())
    mesh.polygons.foreach_set("loop_start", np.arange(0, faces * 4, 4, dtype=np.int32))
    mesh.update(calc_edges=True)
    set_texture_coordinates(mesh, corners.ravel(), columns, rows)
    mesh["orogen_grid"] = [columns, rows]


def set_texture_coordinates(mesh, corners, columns, rows):
    """A sample is the centre of its pixel, and v grows to the north."""
    row, column = np.divmod(corners, columns)
    coordinates = np.stack([(column + 0.5) / columns, 1 - (row + 0.5) / rows], axis=-1)
    layer = mesh.uv_layers.get("UVMap") or mesh.uv_layers.new(name="UVMap")
    layer.uv.foreach_set("vector", coordinates.astype(np.float32).ravel())


def new_ground(tile, collection):
    """An object without heights, at its place in the domain."""
    object = bpy.data.objects.new(tile.name, bpy.data.meshes.new(tile.name))
    object.location = (tile.x, -tile.y, 0)
    collection.objects.link(object)
    return object
