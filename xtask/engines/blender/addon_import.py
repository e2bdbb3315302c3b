"""File > Import > Orogen terrain, against the recipe."""

import bpy
import numpy as np

from extension import clear
from meshes import check_texture_coordinates, compare, imported_vertices, world_vertices
from report import METRE_LIMIT
from terrain import Terrain

FLOATS = ("f32", "exr", "tiff", "exr-rgb")
SIXTEEN_BITS = ("r16", "png16")


def check_import(report, command, work):
    for format in FLOATS + SIXTEEN_BITS:
        terrain = Terrain(command, "alps", work / format).generate("--format", format, "--size", "257")
        check_heights(report, terrain, f"add-on, import of {format}", limit(terrain, format))
    raw = ("--format", "f32", "--byte-order", "big", "--row-order", "bottom-first", "--size", "257")
    check_heights(report, Terrain(command, "alps", work / "turned").generate(*raw), "add-on, big-endian from the south")
    tiles = Terrain(command, "alps", work / "tiles").generate("--for", "blender", "--size", "257", "--tiles", "4x2")
    check_heights(report, tiles, "add-on, import of 4 × 2 tiles")
    region = ("--format", "exr", "--size", "1025", "--region", "1000,2000,5000,8000")
    check_heights(report, Terrain(command, "alps", work / "region").generate(*region), "add-on, import of a region")
    check_mesh_only(report, command, work)
    check_water(report, command, work)
    check_mistakes(report, command, work)


def limit(terrain, format):
    """Half a step of 16 bits, and what a 32-bit float may add."""
    if format in FLOATS:
        return METRE_LIMIT
    return terrain.description["sixteen_bit"]["metres_per_step"] / 2 + METRE_LIMIT


def import_terrain(terrain, **options):
    clear()
    bpy.ops.import_scene.orogen(filepath=str(terrain.folder / "terrain.json"), **options)
    bpy.context.view_layer.update()
    return [object for object in bpy.data.objects if object.type == "MESH" and "orogen_grid" in object.data]


def check_heights(report, terrain, name, limit_m=METRE_LIMIT):
    grounds = import_terrain(terrain)
    vertices = np.concatenate([world_vertices(ground) for ground in grounds])
    compare(report, terrain, name, vertices, limit_m, recipe=terrain.recipe)
    if "tiles" not in terrain.description:
        check_texture_coordinates(report, terrain, name, grounds)


def check_mesh_only(report, command, work):
    """Without heights, the add-on imports the .glb."""
    terrain = Terrain(command, "alps", work / "glb").generate("--format", "glb", "--size", "257")
    import_terrain(terrain)
    vertices = np.concatenate([world_vertices(object) for object in bpy.data.objects if object.type == "MESH"])
    compare(report, terrain, "add-on, import of a .glb without heights", vertices, recipe=terrain.recipe)


def check_water(report, command, work):
    """The add-on's water has the vertices that Blender's own importer reads."""
    terrain = Terrain(command, "alps", work / "water").generate("--format", "f32,water-mesh", "--size", "257")
    import_terrain(terrain)
    (water,) = [object for object in bpy.data.objects if object.get("orogen_water")]
    ours = world_vertices(water)
    clear()
    theirs = imported_vertices(terrain.file("water", "glb"), "glb")
    same = ours.shape == theirs.shape and np.abs(np.sort(ours, axis=0) - np.sort(theirs, axis=0)).max()
    report.holds("add-on, water.glb: as Blender's importer reads it", same <= METRE_LIMIT, error_m=float(same))


def check_mistakes(report, command, work):
    """Wrong files give an error that says what to do, and import nothing."""
    terrain = Terrain(command, "alps", work / "mistakes").generate("--format", "f32", "--size", "65")
    path = terrain.folder / "terrain.json"
    for what, spoil, expected in (
        ("a missing file", lambda: (terrain.folder / "height.f32").unlink(), "does not exist. Generate the terrain again"),
        ("another format", lambda: path.write_text('{"format": "other"}'), "is not a description of a terrain"),
        ("no JSON", lambda: path.write_text("{"), "is not JSON"),
    ):
        spoil()
        message = ""
        try:
            import_terrain(terrain)
        except RuntimeError as error:
            message = str(error)
        report.holds(f"add-on, import of {what}: a clear error", expected in message, message=message.strip())
