"""A landscape material with the colours of the recipe's materials, weighted by their weight maps."""

from __future__ import annotations

from pathlib import Path
from typing import Dict

import unreal
from orogen_terrain import Terrain, TerrainError, Tile

ROUGHNESS = 0.9


def folder(terrain: Terrain) -> str:
    """The folder of the terrain's assets."""
    return f"/Game/Orogen/{terrain.name}"


def build(terrain: Terrain, tile: Tile) -> unreal.Material:
    """Imports the weight maps as textures and builds the material. Assets that exist are updated."""
    textures = _import_weights(terrain, tile)
    material = _material(folder(terrain), f"M_{tile.label}")
    graph = _Graph(material)
    graph.finish(graph.colour(terrain, textures))
    unreal.get_editor_subsystem(unreal.EditorAssetSubsystem).save_loaded_asset(material)
    return material


def _import_weights(terrain: Terrain, tile: Tile) -> Dict[str, unreal.Texture2D]:
    tasks = {name: _task(terrain, file) for name, file in tile.weights.items()}
    unreal.AssetToolsHelpers.get_asset_tools().import_asset_tasks(list(tasks.values()))
    return {name: _texture(task) for name, task in tasks.items()}


def _task(terrain: Terrain, file: Path) -> unreal.AssetImportTask:
    if not file.is_file():
        raise TerrainError(file, "the file is missing", "Keep the files of a terrain in one folder")
    task = unreal.AssetImportTask()
    task.set_editor_property("filename", str(file))
    task.set_editor_property("destination_path", folder(terrain))
    task.set_editor_property("replace_existing", True)
    task.set_editor_property("automated", True)
    task.set_editor_property("save", False)
    return task


def _texture(task: unreal.AssetImportTask) -> unreal.Texture2D:
    """Weights are numbers, not colours; a texel belongs to a sample, so borders are clamped and nothing is compressed."""
    paths = task.get_editor_property("imported_object_paths")
    if not paths:
        raise TerrainError(
            task.get_editor_property("filename"),
            "Unreal did not import this picture",
            "Look in the Output Log for the reason",
        )
    assets = unreal.get_editor_subsystem(unreal.EditorAssetSubsystem)
    texture = assets.load_asset(paths[0])
    texture.set_editor_property("srgb", False)
    texture.set_editor_property("compression_settings", unreal.TextureCompressionSettings.TC_GRAYSCALE)
    texture.set_editor_property("mip_gen_settings", unreal.TextureMipGenSettings.TMGS_NO_MIPMAPS)
    texture.set_editor_property("address_x", unreal.TextureAddress.TA_CLAMP)
    texture.set_editor_property("address_y", unreal.TextureAddress.TA_CLAMP)
    assets.save_loaded_asset(texture)
    return texture


def _material(path: str, name: str) -> unreal.Material:
    assets = unreal.get_editor_subsystem(unreal.EditorAssetSubsystem)
    if assets.does_asset_exist(f"{path}/{name}"):
        material = assets.load_asset(f"{path}/{name}")
        unreal.MaterialEditingLibrary.delete_all_material_expressions(material)
        return material
    return unreal.AssetToolsHelpers.get_asset_tools().create_asset(
        name, path, unreal.Material, unreal.MaterialFactoryNew()
    )


class _Graph:
    """The nodes of a material."""

    def __init__(self, material: unreal.Material) -> None:
        self.material = material
        self.library = unreal.MaterialEditingLibrary

    def colour(self, terrain: Terrain, textures: Dict[str, unreal.Texture2D]) -> unreal.MaterialExpression:
        """The sum of weight times colour."""
        place = self.texel_centre(terrain.tile_size[0])
        total = None
        for row, (name, texture) in enumerate(textures.items()):
            part = self.node(unreal.MaterialExpressionMultiply, -500, 300 * row)
            self.join(self.sample(texture, place, 300 * row), "R", part, "A")
            self.join(self.constant(terrain.colours[name], 300 * row + 200), "", part, "B")
            total = part if total is None else self.sum(total, part, 300 * row)
        return total

    def texel_centre(self, samples: int) -> unreal.MaterialExpression:
        """Landscape coordinates count samples from 0. The centre of texel i of N is at (i + 1/2)/N."""
        coordinates = self.node(unreal.MaterialExpressionLandscapeLayerCoords, -1600, 0)
        coordinates.set_editor_property("mapping_type", unreal.TerrainCoordMappingType.TCMT_XY)
        coordinates.set_editor_property("mapping_scale", 1.0)
        middle = self.node(unreal.MaterialExpressionAdd, -1400, 0)
        middle.set_editor_property("const_b", 0.5)
        self.join(coordinates, "", middle, "A")
        place = self.node(unreal.MaterialExpressionDivide, -1200, 0)
        place.set_editor_property("const_b", float(samples))
        self.join(middle, "", place, "A")
        return place

    def sample(self, texture: unreal.Texture2D, place: unreal.MaterialExpression, y: int) -> unreal.MaterialExpression:
        # A material has 16 samplers of its own. With the shared one, a recipe may have more materials.
        node = self.node(unreal.MaterialExpressionTextureSample, -900, y)
        node.set_editor_property("texture", texture)
        node.set_editor_property("sampler_type", unreal.MaterialSamplerType.SAMPLERTYPE_LINEAR_GRAYSCALE)
        node.set_editor_property("sampler_source", unreal.SamplerSourceMode.SSM_CLAMP_WORLD_GROUP_SETTINGS)
        # The input has either name, by the version of Unreal.
        if not self.library.connect_material_expressions(place, "", node, "UVs"):
            self.join(place, "", node, "Coordinates")
        return node

    def constant(self, colour: tuple, y: int) -> unreal.MaterialExpression:
        node = self.node(unreal.MaterialExpressionConstant3Vector, -900, y)
        node.set_editor_property("constant", unreal.LinearColor(*colour))
        return node

    def sum(
        self, first: unreal.MaterialExpression, second: unreal.MaterialExpression, y: int
    ) -> unreal.MaterialExpression:
        node = self.node(unreal.MaterialExpressionAdd, -250, y)
        self.join(first, "", node, "A")
        self.join(second, "", node, "B")
        return node

    def finish(self, colour: unreal.MaterialExpression) -> None:
        roughness = self.node(unreal.MaterialExpressionConstant, -250, -200)
        roughness.set_editor_property("r", ROUGHNESS)
        for node, use in (
            (colour, unreal.MaterialProperty.MP_BASE_COLOR),
            (roughness, unreal.MaterialProperty.MP_ROUGHNESS),
        ):
            if not self.library.connect_material_property(node, "", use):
                raise RuntimeError(f"Unreal did not connect {use}")
        self.library.recompile_material(self.material)

    def node(self, kind: type, x: int, y: int) -> unreal.MaterialExpression:
        return self.library.create_material_expression(self.material, kind, x, y)

    def join(
        self, source: unreal.MaterialExpression, output: str, target: unreal.MaterialExpression, entry: str
    ) -> None:
        if not self.library.connect_material_expressions(source, output, target, entry):
            raise RuntimeError(f"Unreal did not connect the input {entry}")
