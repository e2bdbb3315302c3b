"""The displaced grid as docs/targets/blender.md describes it, with the numbers that a reader types."""

import bpy
import numpy as np

from meshes import Samples, compare, empty_scene, world_vertices
from report import METRE_LIMIT


def check_displaced(report, terrain):
    for make in (displace_modifier, geometry_nodes):
        empty_scene()
        image = bpy.data.images.load(str(terrain.file("height", "exr32")))
        image.colorspace_settings.name = "Non-Color"
        make(terrain, image, interpolated=False)
        vertices = evaluated_vertices(terrain)
        compare(report, terrain, f"{image.name}, {make.__name__}", vertices, recipe=terrain.recipe)
    check_interpolated(report, terrain)


def grid_size(terrain):
    columns, rows = terrain.samples
    return (columns - 1) * terrain.spacing, (rows - 1) * terrain.spacing


def displace_modifier(terrain, image, interpolated):
    columns, rows = terrain.samples
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=columns - 1, y_subdivisions=rows - 1, size=1)
    object = bpy.context.object
    object.dimensions = (*grid_size(terrain), 0)
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)

    texture = bpy.data.textures.new("heights", "IMAGE")
    texture.image = image
    texture.extension = "EXTEND"
    texture.use_interpolation = interpolated
    modifier = object.modifiers.new("Displace", "DISPLACE")
    modifier.texture = texture
    modifier.texture_coords = "UV"
    modifier.direction = "Z"
    modifier.strength, modifier.mid_level = 1, 0


def geometry_nodes(terrain, image, interpolated):
    bpy.ops.mesh.primitive_plane_add()
    group = bpy.data.node_groups.new("Heights", "GeometryNodeTree")
    group.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    grid = group.nodes.new("GeometryNodeMeshGrid")
    for socket, value in zip(grid.inputs, (*grid_size(terrain), *terrain.samples)):
        socket.default_value = value
    texture = group.nodes.new("GeometryNodeImageTexture")
    texture.inputs["Image"].default_value = image
    texture.interpolation = "Linear" if interpolated else "Closest"
    texture.extension = "EXTEND"
    offset = group.nodes.new("ShaderNodeCombineXYZ")
    position = group.nodes.new("GeometryNodeSetPosition")
    output = group.nodes.new("NodeGroupOutput")
    for source, target in (
        (grid.outputs["UV Map"], texture.inputs["Vector"]),
        (texture.outputs["Color"], offset.inputs["Z"]),
        (grid.outputs["Mesh"], position.inputs["Geometry"]),
        (offset.outputs["Vector"], position.inputs["Offset"]),
        (position.outputs["Geometry"], output.inputs["Geometry"]),
    ):
        group.links.new(source, target)
    bpy.context.object.modifiers.new("Heights", "NODES").node_group = group


def evaluated_vertices(terrain):
    """World positions after the modifiers. Both ways centre the grid on the origin."""
    object = bpy.context.object.evaluated_get(bpy.context.evaluated_depsgraph_get())
    vertices = world_vertices(object, object.to_mesh())
    width, depth = grid_size(terrain)
    x0, y0 = terrain.description["origin"]
    return vertices + (x0 + width / 2, -y0 - depth / 2, 0)


def check_interpolated(report, terrain):
    """With interpolation, this grid's places lie between the picture's pixel centres: says how far heights are off."""
    for make in (displace_modifier, geometry_nodes):
        empty_scene()
        image = bpy.data.images.load(str(terrain.file("height", "exr32")))
        image.colorspace_settings.name = "Non-Color"
        make(terrain, image, interpolated=True)
        samples = Samples(evaluated_vertices(terrain), terrain)
        places = terrain.random_samples()
        error = np.abs(samples.at(*places) - terrain.true_heights(*places)).max()
        report.holds(
            f"{image.name}, {make.__name__}, interpolated: off the samples, as the page warns",
            error > METRE_LIMIT, error_m=error, recipe=terrain.recipe,
        )
