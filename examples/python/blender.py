"""Makes a mesh of a terrain in Blender, checks it, and renders it: python blender.py [PICTURE]

Needs the packages `bpy` (Blender as a module) and `orogen`. In Blender's own text editor, call `add_terrain` only.
"""

import sys

import bpy
import numpy as np
import orogen


def add_terrain(terrain, spacing, region):
    """Adds a terrain with a vertex every `spacing` metres and its exact normals. x is east, y is north and z is up, in metres.

    The corners of the region `(x0, y0, x1, y1)` are multiples of the spacing. The first one is at the origin of the object.
    """
    raster = terrain.raster(spacing=spacing, region=region)
    rows, columns = raster.height.shape
    x, y = np.meshgrid(spacing * np.arange(columns), spacing * np.arange(rows))
    vertices = np.stack([x, -y, raster.height], axis=-1, dtype=np.float32)

    mesh = bpy.data.meshes.new(terrain.name)
    mesh.vertices.add(rows * columns)
    mesh.vertices.foreach_set("co", vertices.ravel())
    add_quads(mesh, rows, columns)
    mesh.shade_smooth()
    # Rows of the terrain go south, so the second axis changes its sign.
    mesh.normals_split_custom_set_from_vertices((raster.normals() * [1, -1, 1]).reshape(-1, 3))

    terrain_object = bpy.data.objects.new(terrain.name, mesh)
    bpy.context.collection.objects.link(terrain_object)
    return terrain_object


def add_quads(mesh, rows, columns):
    """Adds a face between each four neighbours, counter-clockwise seen from above."""
    index = np.arange(rows * columns, dtype=np.int32).reshape(rows, columns)
    corners = np.stack([index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]], axis=-1)
    faces = corners.size // 4
    mesh.loops.add(corners.size)
    mesh.loops.foreach_set("vertex_index", corners.ravel())
    mesh.polygons.add(faces)
    mesh.polygons.foreach_set("loop_start", np.arange(0, corners.size, 4, dtype=np.int32))
    mesh.update(calc_edges=True)
    assert not mesh.validate()


def check(terrain, terrain_object, region):
    """Compares the mesh with the terrain at the places of its vertices, in double precision."""
    mesh = terrain_object.data
    vertices = np.empty((len(mesh.vertices), 3), dtype=np.float32)
    mesh.vertices.foreach_get("co", vertices.ravel())
    normals = np.empty((len(mesh.loops), 3), dtype=np.float32)
    mesh.corner_normals.foreach_get("vector", normals.ravel())
    corners = np.empty(len(mesh.loops), dtype=np.int32)
    mesh.loops.foreach_get("vertex_index", corners)

    points = vertices[:, :2].astype(float) * [1, -1] + region[:2]
    height, gradient = terrain.sample(points)
    exact = np.stack([-gradient[:, 0], gradient[:, 1], np.ones(len(points))], axis=-1)
    exact /= np.linalg.norm(exact, axis=1, keepdims=True)
    cosines = np.clip((normals * exact[corners]).sum(axis=1), -1, 1)

    difference = np.abs(vertices[:, 2] - height).max()
    angle = np.degrees(np.arccos(cosines.min()))
    print(f"{len(vertices)} vertices, {len(mesh.polygons)} faces")
    print(f"largest difference of heights: {difference:.6f} m")
    print(f"largest angle between normals: {angle:.3f} degrees")
    assert difference < 0.001 and angle < 0.3


def render(terrain_object, samples, picture):
    """Renders the terrain from the south with Cycles."""
    scene = bpy.context.scene
    size = max(terrain_object.dimensions[:2])
    middle = np.array(terrain_object.bound_box).mean(axis=0)
    ground = bpy.data.materials.new("ground")
    ground.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (0.3, 0.2, 0.11, 1)
    ground.node_tree.nodes["Principled BSDF"].inputs["Roughness"].default_value = 1
    terrain_object.data.materials.append(ground)

    sun = bpy.data.objects.new("Sun", bpy.data.lights.new("Sun", "SUN"))
    sun.data.energy, sun.rotation_euler = 5, np.radians([50, 0, -125])
    camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    camera.data.clip_end = 10 * size
    camera.location = middle + [0, -1.6 * size, 1.1 * size]
    camera.rotation_euler = np.radians([56, 0, 0])
    for thing in (sun, camera):
        scene.collection.objects.link(thing)
    scene.camera = camera
    scene.world = bpy.data.worlds.new("Sky")
    sky = scene.world.node_tree.nodes["Background"].inputs
    sky["Color"].default_value, sky["Strength"].default_value = (0.35, 0.5, 0.75, 1), 0.4
    scene.render.engine, scene.cycles.samples = "CYCLES", samples
    scene.render.resolution_x, scene.render.resolution_y = 768, 432
    scene.render.filepath = picture
    bpy.ops.render.render(write_still=True)


if __name__ == "__main__":
    bpy.ops.wm.read_factory_settings(use_empty=True)
    alps, region = orogen.open("alps"), (4000, 4000, 10000, 10000)
    ground = add_terrain(alps, 10, region)
    check(alps, ground, region)
    if len(sys.argv) > 1:
        render(ground, 32, sys.argv[1])
