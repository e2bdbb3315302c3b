"""What the documented methods do with assets and materials."""

from pathlib import Path

import unreal
from state import ASSETS, BEHAVIOUR, VERSION, behaviour


@behaviour("AssetToolsHelpers")
def get_asset_tools():
    return unreal.AssetTools()


@behaviour("AssetTools")
def import_asset_tasks(self, import_tasks):
    for task in import_tasks:
        file = Path(task.get_editor_property("filename"))
        if file.read_bytes()[:4] != b"\x89PNG" or not task.get_editor_property("automated"):
            continue
        path = f"{task.get_editor_property('destination_path')}/{file.stem}"
        if path in ASSETS and not task.get_editor_property("replace_existing"):
            continue
        texture = ASSETS.setdefault(path, unreal.Texture2D())
        texture._file = file
        task._values["imported_object_paths"] = [path]


@behaviour("AssetTools")
def create_asset(self, asset_name, package_path, asset_class, factory):
    path = f"{package_path}/{asset_name}"
    if path in ASSETS or not isinstance(factory, unreal.MaterialFactoryNew):
        raise ValueError(path)
    ASSETS[path] = made = asset_class()
    made._nodes, made._outputs, made._is_compiled = [], {}, False
    return made


@behaviour("EditorAssetSubsystem")
def does_asset_exist(self, asset_path):
    return asset_path in ASSETS


@behaviour("EditorAssetSubsystem")
def load_asset_of_subsystem(self, asset_path):
    return ASSETS.get(asset_path)


BEHAVIOUR["EditorAssetSubsystem", "load_asset"] = load_asset_of_subsystem


@behaviour("EditorAssetSubsystem")
def save_loaded_asset(self, asset_to_save):
    if asset_to_save not in ASSETS.values():
        raise ValueError("not an asset")
    return True


@behaviour("MaterialEditingLibrary")
def delete_all_material_expressions(material):
    material._nodes, material._outputs, material._is_compiled = [], {}, False


@behaviour("MaterialEditingLibrary")
def create_material_expression(material, expression_class, node_pos_x, node_pos_y):
    node = expression_class()
    node._material, node._inputs = material, {}
    material._nodes.append(node)
    return node


@behaviour("MaterialEditingLibrary")
def connect_material_expressions(from_expression, from_output_name, to_expression, to_input_name):
    kind = type(to_expression).__name__
    names = [VERSION["texture_input"]] if kind == "MaterialExpressionTextureSample" else ["A", "B"]
    outputs = ["R"] if type(from_expression).__name__ == "MaterialExpressionTextureSample" else [""]
    if (
        to_input_name not in names
        or from_output_name not in outputs
        or from_expression._material is not to_expression._material
    ):
        return False
    to_expression._inputs[to_input_name] = from_expression
    return True


@behaviour("MaterialEditingLibrary")
def connect_material_property(from_expression, from_output_name, property_):
    from_expression._material._outputs[property_.name] = from_expression
    return True


@behaviour("MaterialEditingLibrary")
def recompile_material(material):
    material._is_compiled = True
