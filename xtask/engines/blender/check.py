#!/usr/bin/env python3
"""Checks Orogen's files and its add-on in Blender: check.py OROGEN WORK_FOLDER PICTURE_FOLDER

requirements.txt lists what to install. Each check is one line of JSON on stdout. The exit status is 1 if one does not hold.
"""

import os
import sys
from pathlib import Path

CASES = (("alps", "513"), ("hills", "700"))


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: check.py OROGEN WORK_FOLDER PICTURE_FOLDER")
    command, work, pictures = (str(Path(argument).resolve()) for argument in sys.argv[1:])
    sys.dont_write_bytecode = True  # a check leaves nothing in the checkout
    # Blender writes to stdout, too. So the checks get their own copy of it, and all else goes to stderr.
    checks = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    # Settings, extensions and kept solutions of the user stay out. Blender reads its variable once, when it starts.
    os.environ["BLENDER_USER_RESOURCES"] = f"{work}/blender"
    os.environ["OROGEN_CACHE"] = f"{work}/cache"
    try:
        import bpy  # noqa: F401
    except ModuleNotFoundError:
        sys.exit(f"there is no module `bpy`: {sys.executable} -m pip install -r {Path(__file__).parent}/requirements.txt")
    sys.exit(run(command, Path(work), Path(pictures), checks))


def run(command, work, pictures, checks):
    # These import bpy.
    import addon_import, addon_live, addon_material, addon_scene, addon_speed, displaced, extension, meshes, picture
    from report import Report
    from terrain import Terrain

    report = Report(checks)
    for recipe, size in CASES:
        blender = Terrain(command, recipe, work / recipe).generate("--for", "blender", "--size", size)
        meshes.check_mesh(report, blender, "glb")
        displaced.check_displaced(report, blender)
        others = Terrain(command, recipe, work / f"{recipe}-meshes").generate("--format", "obj,stl", "--size", size)
        meshes.check_obj(report, others)
        meshes.check_solid(report, others)
        tiles = Terrain(command, recipe, work / f"{recipe}-tiles")
        meshes.check_tiles(report, tiles.generate("--for", "blender", "--size", "1025", "--tiles", "2"), "glb")
    picture.check_picture(report, command, work / "picture", pictures)

    extension.build(work / "orogen_terrain.zip")
    extension.install(work / "orogen_terrain.zip")
    extension.preferences().command = command
    addon_import.check_import(report, command, work / "import")
    addon_material.check_material(report, command, work / "material")
    addon_live.check_live(report, command, work)
    addon_scene.check_scene(report, work)
    addon_speed.check_speed(report, command, work)
    return 1 if report.failed else 0


if __name__ == "__main__":
    main()
