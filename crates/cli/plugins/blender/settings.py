"""What a live terrain is made from, kept on its object in the .blend file."""

import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, IntProperty, PointerProperty, StringProperty

from . import command
from .errors import TerrainError
from .material import STYLES

# A parameter of the recipe is a custom property of the object: it has the recipe's range, and can be keyed and driven.
PREFIX = "orogen "


def suggest_presets(self, context, typed):
    try:
        presets = command.presets(command.find_command())
    except TerrainError:
        return []
    return [name for name, _ in presets if typed.lower() in name]


def is_live(self):
    return any(entry.object == self.id_data for entry in bpy.context.scene.orogen_terrains)


def set_live(self, live):
    terrains = bpy.context.scene.orogen_terrains
    if live and not is_live(self):
        terrains.add().object = self.id_data
    elif not live:
        remove_entries(terrains, lambda object: object == self.id_data)


class TerrainSettings(bpy.types.PropertyGroup):
    live: BoolProperty(
        name="Live", description="Generate the terrain again whenever something here, or the recipe's file, changes",
        get=is_live, set=set_live,
    )
    recipe: StringProperty(
        name="Recipe", description="A preset, or the path of a recipe (.toml)", search=suggest_presets,
        search_options={"SUGGESTION"},
    )
    size: IntProperty(name="Samples", description="Samples along a side", default=512, min=2, max=16384, soft_max=2048)
    own_seed: BoolProperty(name="Own Seed", description="Use this seed instead of the recipe's")
    seed: IntProperty(name="Seed", min=0, default=1)
    style: EnumProperty(name="Material", items=STYLES)
    water: BoolProperty(name="Water", description="Show the recipe's rivers, lakes and sea", default=True)


class LiveTerrain(bpy.types.PropertyGroup):
    """An entry of the scene's list of live terrains: found without a search through all objects, and copies are not live."""

    object: PointerProperty(type=bpy.types.Object)


def live_objects(scene):
    """The live terrains of a scene, without those that the user has deleted."""
    remove_entries(scene.orogen_terrains, lambda object: object is None or not object.users_scene)
    return [entry.object for entry in scene.orogen_terrains]


def remove_entries(terrains, is_unwanted):
    for index in reversed(range(len(terrains))):
        if is_unwanted(terrains[index].object):
            terrains.remove(index)


def property_of(parameter):
    return PREFIX + parameter.name


def match_parameters(object, parameters):
    """Makes the object's custom properties those of the recipe. Values that the user has changed stay, within the range."""
    wanted = {property_of(parameter) for parameter in parameters}
    for key in [key for key in object.keys() if key.startswith(PREFIX) and key not in wanted]:
        del object[key]
    for parameter in parameters:
        key = property_of(parameter)
        present = object.get(key)
        default = object.id_properties_ui(key).as_dict().get("default") if present is not None else None
        value = parameter.value if present is None or present == default else present
        object[key] = float(min(max(value, parameter.low), parameter.high) if parameter.is_bounded else value)
        describe(object.id_properties_ui(key), parameter)


def describe(ui, parameter):
    """Range, unit and help of the slider."""
    reach = {"soft_min": parameter.low, "soft_max": parameter.high}
    if parameter.is_bounded:
        reach.update(min=parameter.low, max=parameter.high)
    ui.update(
        default=parameter.value,
        description=parameter.help,
        subtype="DISTANCE" if parameter.is_length else "NONE",
        step=(parameter.high - parameter.low) / 100,
        precision=3,
        **reach,
    )


CLASSES = (TerrainSettings, LiveTerrain)


def register():
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    bpy.types.Object.orogen = PointerProperty(type=TerrainSettings)
    bpy.types.Scene.orogen_terrains = CollectionProperty(type=LiveTerrain)


def unregister():
    del bpy.types.Scene.orogen_terrains
    del bpy.types.Object.orogen
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
