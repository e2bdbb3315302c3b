"""Scales, places, colours and checks landscapes that were imported from the files of `orogen generate --for unreal`.

*Tools > Execute Python Script*, then choose `terrain.json`. Or in the Output Log: py "PATH/orogen_import.py" "PATH/terrain.json".
With the plug-in, *Tools > Orogen: set up a terrain* does the same.

Unreal's Python can overwrite the heights of a landscape, but it cannot make one. So *Import from File* comes first. It needs no numbers:
this script sets all of them.
"""

from __future__ import annotations

import os
import sys
from typing import List, Optional

import unreal

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import orogen_landscape  # noqa: E402 (the folder is on the path only now)
import orogen_material  # noqa: E402
from orogen_terrain import Terrain, TerrainError, Tile, read  # noqa: E402

TITLE = "Orogen"

# The side of Unreal's basic plane in centimetres.
PLANE = "/Engine/BasicShapes/Plane"
PLANE_SIDE = 100.0


def main(arguments: List[str]) -> bool:
    """Sets up the terrain of `terrain.json`, the only argument. Without one, a dialog asks for it."""
    file = arguments[0] if arguments else ask()
    if not file:
        return False
    try:
        with unreal.ScopedEditorTransaction(TITLE):
            report = set_up(read(file))
    except TerrainError as problem:
        unreal.log_error(str(problem))
        show(str(problem))
        return False
    unreal.log(report)
    show(report)
    return True


def set_up(terrain: Terrain) -> str:
    """Sets up every tile that has a landscape. Returns what was done and what is left to do."""
    found = {tile.label: orogen_landscape.find(terrain, tile) for tile in terrain.tiles}
    missing = [tile for tile in terrain.tiles if found[tile.label] is None]
    if len(missing) == len(terrain.tiles):
        return instructions(terrain, missing)
    differences = sum(
        orogen_landscape.check(terrain, tile, found[tile.label]) for tile in terrain.tiles if tile not in missing
    )
    corner = north_western_corner(terrain, found)
    for tile in terrain.tiles:
        if tile in missing:
            continue
        landscape = found[tile.label]
        orogen_landscape.place(terrain, tile, landscape, corner)
        if tile.weights:
            landscape.set_editor_property("landscape_material", orogen_material.build(terrain, tile))
    if terrain.sea_level is not None:
        place_sea(terrain, corner)
    done = f"{terrain.name}: {len(terrain.tiles) - len(missing)} of {len(terrain.tiles)} landscapes are set up."
    if differences:
        done += f" {differences} of the compared heights differ from the files, as they do after sculpting."
    return done + ("\n" + instructions(terrain, missing) if missing else "")


def instructions(terrain: Terrain, missing: List[Tile]) -> str:
    names = ", ".join(tile.heights.name for tile in missing)
    step = "Landscape mode > Manage > New > Import from File"
    if len(terrain.tiles) == 1:
        return f"{step}: choose {names} in {terrain.file.parent}, keep the resolution, and click Import. Then run this script again: it sets scale, location and material."
    return f"{step}, for each of these files: {names}. Answer No to 'use tiled image', give each landscape the name of its file without the ending, and run this script again."


def north_western_corner(terrain: Terrain, found: dict) -> unreal.Vector:
    """The place of the tile 0, 0: where its landscape is, or X = Y = 0 if it has none yet."""
    landscape = found[terrain.tiles[0].label]
    place = landscape.get_actor_location() if landscape is not None else unreal.Vector(0.0, 0.0, 0.0)
    return unreal.Vector(place.x, place.y, 0.0)


def place_sea(terrain: Terrain, corner: unreal.Vector) -> None:
    """A plane at the sea level over the whole terrain. Unreal's Z is the recipe's height in centimetres."""
    label = f"{terrain.name} sea"
    actors = unreal.get_editor_subsystem(unreal.EditorActorSubsystem)
    side = terrain.tile_side()
    width = side[0] * (1 + max(tile.column for tile in terrain.tiles))
    length = side[1] * (1 + max(tile.row for tile in terrain.tiles))
    middle = unreal.Vector(corner.x + width / 2, corner.y + length / 2, 100.0 * terrain.sea_level)
    sea: Optional[unreal.Actor] = next(
        (actor for actor in actors.get_all_level_actors() if actor.get_actor_label() == label), None
    )
    if sea is None:
        sea = actors.spawn_actor_from_class(unreal.StaticMeshActor, middle)
        sea.set_actor_label(label)
        sea.static_mesh_component.set_static_mesh(unreal.load_asset(PLANE))
    sea.set_actor_location(middle, False, True)
    sea.set_actor_scale3d(unreal.Vector(width / PLANE_SIDE, length / PLANE_SIDE, 1.0))


def ask() -> str:
    """A dialog for the path of `terrain.json`."""
    choice = unreal.new_object(TerrainChoice)
    options = unreal.EditorDialogLibraryObjectDetailsViewOptions(
        show_object_name=False, allow_search=False, min_width=500, min_height=100
    )
    if not unreal.EditorDialog.show_object_details_view(TITLE, choice, options):
        return ""
    return choice.get_editor_property("terrain_json").file_path


def show(text: str) -> None:
    unreal.EditorDialog.show_message(TITLE, text, unreal.AppMsgType.OK)


@unreal.uclass()
class TerrainChoice(unreal.Object):
    """What the dialog asks."""

    terrain_json = unreal.uproperty(unreal.FilePath)


if __name__ == "__main__":
    main(sys.argv[1:])
