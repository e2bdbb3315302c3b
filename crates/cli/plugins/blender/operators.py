"""File > Import, and the operators of the panel."""

from pathlib import Path

import bpy
from bpy.props import EnumProperty, StringProperty
from bpy_extras.io_utils import ImportHelper

from . import live
from .description import Description
from .errors import TerrainError
from .material import STYLES
from .terrain import import_terrain


class OROGEN_OT_import(bpy.types.Operator, ImportHelper):
    """Import a terrain that `orogen generate` has written"""

    bl_idname = "import_scene.orogen"
    bl_label = "Import Orogen Terrain"
    bl_options = {"REGISTER", "UNDO"}

    filename_ext = ".json"
    filter_glob: StringProperty(default="terrain*.json", options={"HIDDEN"})
    filepath: StringProperty(subtype="FILE_PATH", options={"HIDDEN", "SKIP_SAVE"})
    style: EnumProperty(name="Material", items=STYLES)

    def invoke(self, context, event):
        if self.filepath:  # a file was dropped on the view
            return context.window_manager.invoke_props_dialog(self, title=Path(self.filepath).name)
        return super().invoke(context, event)

    def execute(self, context):
        try:
            description = Description(self.filepath)
            grounds = import_terrain(description, context.collection, self.style)
        except TerrainError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        select(context, grounds)
        extend_view(context)
        self.report({"INFO"}, f"{description.name}: {description.data['width']} × {description.data['height']} samples")
        return {"FINISHED"}


class OROGEN_FH_terrain(bpy.types.FileHandler):
    bl_idname = "OROGEN_FH_terrain"
    bl_label = "Orogen Terrain"
    bl_import_operator = "import_scene.orogen"
    bl_file_extensions = ".json"

    @classmethod
    def poll_drop(cls, context):
        return context.area and context.area.type == "VIEW_3D"


class OROGEN_OT_add(bpy.types.Operator):
    """Add a terrain that follows its recipe while you change it"""

    bl_idname = "orogen.add"
    bl_label = "Orogen Terrain"
    bl_options = {"REGISTER", "UNDO"}

    recipe: StringProperty(name="Recipe", description="A preset, or the path of a recipe (.toml)", default="alps")

    def execute(self, context):
        name = Path(self.recipe).stem.capitalize()
        object = bpy.data.objects.new(name, bpy.data.meshes.new(name))
        context.collection.objects.link(object)
        select(context, [object])
        extend_view(context)
        object.orogen.recipe = self.recipe
        object.orogen.live = True
        return {"FINISHED"}


class OROGEN_OT_choose_recipe(bpy.types.Operator, ImportHelper):
    """Choose a recipe's file"""

    bl_idname = "orogen.choose_recipe"
    bl_label = "Choose Recipe"
    bl_options = {"REGISTER", "UNDO"}

    filename_ext = ".toml"
    filter_glob: StringProperty(default="*.toml", options={"HIDDEN"})

    def execute(self, context):
        context.object.orogen.recipe = self.filepath
        return {"FINISHED"}


class OROGEN_OT_generate(bpy.types.Operator):
    """Generate the terrain again, for example because a picture that the recipe reads has changed"""

    bl_idname = "orogen.generate"
    bl_label = "Generate Again"

    def execute(self, context):
        job = live.job_of(context.object)
        job.stop()
        job.started = None
        return {"FINISHED"}


def select(context, objects):
    for object in context.selected_objects:
        object.select_set(False)
    for object in objects:
        object.select_set(True)
    context.view_layer.objects.active = objects[0] if objects else None


def extend_view(context):
    """Lets the views see a terrain of many kilometres: they clip at 1 km by default."""
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                space = area.spaces.active
                space.clip_end = max(space.clip_end, 200_000)


def add_to_import_menu(self, context):
    self.layout.operator(OROGEN_OT_import.bl_idname, text="Orogen terrain (terrain.json)")


def add_to_mesh_menu(self, context):
    self.layout.operator(OROGEN_OT_add.bl_idname, text="Orogen Terrain", icon="RNDCURVE")


CLASSES = (OROGEN_OT_import, OROGEN_FH_terrain, OROGEN_OT_add, OROGEN_OT_choose_recipe, OROGEN_OT_generate)


def register():
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    bpy.types.TOPBAR_MT_file_import.append(add_to_import_menu)
    bpy.types.VIEW3D_MT_mesh_add.append(add_to_mesh_menu)


def unregister():
    bpy.types.VIEW3D_MT_mesh_add.remove(add_to_mesh_menu)
    bpy.types.TOPBAR_MT_file_import.remove(add_to_import_menu)
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
