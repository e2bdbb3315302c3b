"""The add-on's preferences."""

import bpy
from bpy.props import StringProperty


class OROGEN_preferences(bpy.types.AddonPreferences):
    bl_idname = __package__

    command: StringProperty(
        name="Command", subtype="FILE_PATH", description="The path of the command `orogen`; empty: found on PATH"
    )

    def draw(self, context):
        self.layout.prop(self, "command")


def register():
    bpy.utils.register_class(OROGEN_preferences)


def unregister():
    bpy.utils.unregister_class(OROGEN_preferences)
