"""Finds the landscapes of a terrain, compares them with the files, and gives them their scale and place."""

from __future__ import annotations

from typing import List, Optional, Tuple

import unreal
from orogen_terrain import Terrain, TerrainError, Tile, rows

# Rows from the north that are compared, and the columns in each.
COMPARED_ROWS, COMPARED_COLUMNS = 32, 8


def _actors() -> List[unreal.Actor]:
    return list(unreal.get_editor_subsystem(unreal.EditorActorSubsystem).get_all_level_actors())


def find(terrain: Terrain, tile: Tile) -> Optional[unreal.Landscape]:
    """The landscape with the tile's name, or the only landscape of the level if the terrain has one tile."""
    landscapes = [actor for actor in _actors() if isinstance(actor, unreal.Landscape)]
    named = [actor for actor in landscapes if actor.get_actor_label() == tile.label]
    if named:
        return named[0]
    return landscapes[0] if len(landscapes) == 1 and len(terrain.tiles) == 1 else None


def parts(landscape: unreal.Landscape) -> List[unreal.Actor]:
    """The streaming proxies that World Partition makes from a landscape."""
    proxies = [actor for actor in _actors() if isinstance(actor, unreal.LandscapeStreamingProxy)]
    return [proxy for proxy in proxies if proxy.get_landscape_actor() == landscape]


def size(landscape: unreal.Landscape) -> Tuple[int, int]:
    """Samples along X and Y."""
    ends = []
    for actor in [landscape, *parts(landscape)]:
        origin, extent = actor.get_actor_bounds(False)
        # The landscape itself is empty if its components are in proxies.
        if extent.x > 0:
            ends.append((origin.x - extent.x, origin.x + extent.x, origin.y - extent.y, origin.y + extent.y))
    if not ends:
        return 0, 0
    scale = landscape.get_actor_scale3d()
    along_x = max(end[1] for end in ends) - min(end[0] for end in ends)
    along_y = max(end[3] for end in ends) - min(end[2] for end in ends)
    return round(along_x / scale.x) + 1, round(along_y / scale.y) + 1


def check(terrain: Terrain, tile: Tile, landscape: unreal.Landscape) -> int:
    """Compares values of the landscape with those of the file, and returns how many differ. A landscape may have been sculpted, but if most
    values differ, it was made from another file: a `TerrainError`."""
    again = f"Import {tile.heights.name} into a new landscape, delete this one, and run this script again"
    found = size(landscape)
    if found != terrain.tile_size:
        raise TerrainError(
            tile.heights,
            f"the landscape `{landscape.get_actor_label()}` has {found[0]} x {found[1]} samples instead of {terrain.tile_size[0]} x {terrain.tile_size[1]}",
            again + ", with the resolution of the file. In a partitioned world, load all of its regions first",
        )
    world = unreal.get_editor_subsystem(unreal.UnrealEditorSubsystem).get_editor_world()
    clear = unreal.LinearColor(0.0, 0.0, 0.0, 0.0)
    target = unreal.RenderingLibrary.create_render_target2d(
        world, found[0], found[1], unreal.TextureRenderTargetFormat.RTF_RGBA32F, clear, False
    )
    try:
        if not landscape.landscape_export_heightmap_to_render_target(target, True, True):
            raise TerrainError(tile.heights, "Unreal does not export the heights of the landscape", again)
        return _compare(terrain, tile, world, target, again)
    finally:
        unreal.RenderingLibrary.release_render_target2d(target)


def _compare(
    terrain: Terrain, tile: Tile, world: unreal.World, target: unreal.TextureRenderTarget2D, again: str
) -> int:
    columns = [(terrain.tile_size[0] - 1) * number // (COMPARED_COLUMNS - 1) for number in range(COMPARED_COLUMNS)]
    differences = []
    for y, values in zip(range(COMPARED_ROWS), rows(terrain, tile)):
        for x in columns:
            colour = unreal.RenderingLibrary.read_render_target_raw_pixel(world, target, x, y, False)
            # The high byte is in red, the low byte in green.
            value = 256 * round(255 * colour.r) + round(255 * colour.g)
            if value != values[x]:
                differences.append(f"sample {x}, {y} is {values[x]} in the file, but {value} in the landscape")
    if len(differences) > COMPARED_ROWS * COMPARED_COLUMNS // 2:
        raise TerrainError(tile.heights, f"the landscape `{tile.label}` has other heights: {differences[0]}", again)
    return len(differences)


def place(terrain: Terrain, tile: Tile, landscape: unreal.Landscape, corner: unreal.Vector) -> None:
    """Gives the landscape its scale, its Z, and its place beside the tile at `corner`. Heights are then those of the recipe."""
    side = terrain.tile_side()
    location = unreal.Vector(corner.x + tile.column * side[0], corner.y + tile.row * side[1], terrain.location_z)
    scale = unreal.Vector(terrain.xy_scale, terrain.xy_scale, terrain.z_scale)
    old_location, old_scale = landscape.get_actor_location(), landscape.get_actor_scale3d()
    # Proxies move with the landscape in some versions and not in others, so their places are set, too.
    moves = [(landscape, location)]
    for proxy in parts(landscape):
        old = proxy.get_actor_location()
        moves.append(
            (
                proxy,
                unreal.Vector(
                    location.x + (old.x - old_location.x) / old_scale.x * scale.x,
                    location.y + (old.y - old_location.y) / old_scale.y * scale.y,
                    location.z + (old.z - old_location.z) / old_scale.z * scale.z,
                ),
            )
        )
    for actor, target in moves:
        actor.set_actor_scale3d(scale)
        actor.set_actor_location(target, False, True)
    landscape.set_actor_label(tile.label)
