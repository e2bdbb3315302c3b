"""The tab `Orogen` in the sidebar of the 3D view."""

import textwrap

import bpy

from .live import JOBS
from .operators import OROGEN_OT_add, OROGEN_OT_choose_recipe, OROGEN_OT_generate
from .settings import PREFIX


class OROGEN_PT_terrain(bpy.types.Panel):
    bl_label = "Terrain"
    bl_category = "Orogen"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"

    def draw(self, context):
        object = context.object
        if object is None or not object.orogen.recipe:
            self.layout.operator(OROGEN_OT_add.bl_idname, text="Add Live Terrain", icon="ADD")
            return
        draw_settings(self.layout, object)
        draw_parameters(self.layout, object)
        draw_state(self.layout, object, context)


def draw_settings(layout, object):
    settings = object.orogen
    layout.use_property_split = True
    layout.use_property_decorate = False
    layout.prop(settings, "live")
    row = layout.row(align=True)
    row.prop(settings, "recipe")
    row.operator(OROGEN_OT_choose_recipe.bl_idname, text="", icon="FILE_FOLDER")
    layout.prop(settings, "size")
    row = layout.row(heading="Seed")
    row.prop(settings, "own_seed", text="")
    seed = row.row()
    seed.active = settings.own_seed
    seed.prop(settings, "seed", text="")
    layout.prop(settings, "style")
    layout.prop(settings, "water")


def draw_parameters(layout, object):
    keys = [key for key in object.keys() if key.startswith(PREFIX)]
    if keys:
        layout.separator()
    for key in keys:
        name = key.removeprefix(PREFIX).replace("_", " ").capitalize()
        layout.prop(object, f'["{key}"]', text=name, slider=True)


def draw_state(layout, object, context):
    job = JOBS.get(object.session_uid)
    if job is None:
        return
    layout.separator()
    row = layout.row()
    row.label(text="Generating…" if job.is_busy else "", icon="SORTTIME" if job.is_busy else "NONE")
    row.operator(OROGEN_OT_generate.bl_idname, text="", icon="FILE_REFRESH")
    column = layout.box().column(align=True)
    column.alert = job.failed
    # A label does not wrap its text. A letter is about 7 pixels wide.
    letters = max(20, int(context.region.width / (7 * context.preferences.system.ui_scale)) - 4)
    for number, line in enumerate(wrapped(job.message, letters)):
        column.label(text=line, icon="ERROR" if job.failed and number == 0 else "NONE")


def wrapped(text, letters):
    return [part for line in text.splitlines() for part in textwrap.wrap(line, letters)]


def register():
    bpy.utils.register_class(OROGEN_PT_terrain)


def unregister():
    bpy.utils.unregister_class(OROGEN_PT_terrain)
