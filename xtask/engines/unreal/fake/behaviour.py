"""What the documented methods do with actors, dialogs and menus, as far as the plug-in can see it."""

import unreal
from state import CHOICE, LEVEL, MENU, MESSAGES, VERSION, behaviour


@behaviour("EditorActorSubsystem")
def get_all_level_actors(self):
    return list(LEVEL)


@behaviour("EditorActorSubsystem")
def spawn_actor_from_class(self, actor_class, location):
    actor = actor_class()
    actor._location, actor._scale, actor._label = location, unreal.Vector(1.0, 1.0, 1.0), actor_class.__name__
    actor._values["static_mesh_component"] = unreal.StaticMeshComponent()
    LEVEL.append(actor)
    return actor


@behaviour("StaticMeshComponent")
def set_static_mesh(self, new_mesh):
    self._mesh = new_mesh
    return True


@behaviour("UnrealEditorSubsystem")
def get_editor_world(self):
    return "world"


@behaviour("Actor")
def get_actor_label(self):
    return self._label


@behaviour("Actor")
def set_actor_label(self, new_actor_label):
    self._label = new_actor_label


@behaviour("Actor")
def get_actor_location(self):
    return unreal.Vector(self._location.x, self._location.y, self._location.z)


@behaviour("Actor")
def get_actor_scale3d(self):
    return unreal.Vector(self._scale.x, self._scale.y, self._scale.z)


@behaviour("Actor")
def set_actor_scale3d(self, new_scale3d):
    self._scale = new_scale3d


@behaviour("Actor")
def set_actor_location(self, new_location, sweep, teleport):
    if VERSION["moves_proxies"]:
        for proxy in [actor for actor in LEVEL if getattr(actor, "_owner", None) is self]:
            old = proxy._location
            proxy._location = unreal.Vector(
                *(getattr(old, axis) + getattr(new_location, axis) - getattr(self._location, axis) for axis in "xyz")
            )
    self._location = new_location


@behaviour("Actor")
def get_actor_bounds(self, only_colliding_components):
    """Of the components: the samples that this actor holds, in centimetres. Empty at the world's origin if it holds none."""
    width, height = self._held
    if width == 0:
        return unreal.Vector(0.0, 0.0, 0.0), unreal.Vector(0.0, 0.0, 0.0)
    extent = unreal.Vector((width - 1) * self._scale.x / 2, (height - 1) * self._scale.y / 2, 0.0)
    return unreal.Vector(self._location.x + extent.x, self._location.y + extent.y, self._location.z), extent


@behaviour("LandscapeProxy")
def get_landscape_actor(self):
    return self._owner


@behaviour("LandscapeProxy")
def landscape_export_heightmap_to_render_target(
    self, render_target, export_height_into_rg_channel, export_landscape_proxies
):
    fits = (
        render_target._size == (len(self._values_of_samples[0]), len(self._values_of_samples))
        and export_height_into_rg_channel
    )
    render_target._pixels = self._values_of_samples if fits else None
    return fits


@behaviour("RenderingLibrary")
def create_render_target2d(world_context_object, width, height, format, clear_color, auto_generate_mip_maps):
    if format is not unreal.TextureRenderTargetFormat.RTF_RGBA32F:
        raise TypeError("heights need two channels of 8 bits or more")
    target = unreal.Object()
    target._size, target._is_released = (width, height), False
    return target


@behaviour("RenderingLibrary")
def release_render_target2d(texture_render_target):
    texture_render_target._is_released = True


@behaviour("RenderingLibrary")
def read_render_target_raw_pixel(world_context_object, texture_render_target, x, y, normalize):
    if texture_render_target._is_released or normalize:
        raise ValueError("the target is released, or values are normalised")
    value = int(texture_render_target._pixels[y][x])
    return unreal.LinearColor((value >> 8) / 255, (value & 255) / 255, 0.0, 1.0)


@behaviour("EditorDialog")
def show_message(title, message, message_type):
    MESSAGES.append(message)


@behaviour("EditorDialog")
def show_object_details_view(title, out_object, options):
    out_object.set_editor_property("terrain_json", unreal.FilePath(CHOICE["file"]))
    return bool(CHOICE["file"])


@behaviour("ToolMenus")
def get():
    return unreal.ToolMenus()


@behaviour("ToolMenus")
def extend_menu(self, name):
    menu = unreal.ToolMenu()
    menu._name = name
    return menu


@behaviour("ToolMenu")
def add_menu_entry(self, section_name, args):
    MENU.append((self._name, args._label, args._command))


@behaviour("ToolMenuEntry")
def set_label(self, label):
    self._label = label


@behaviour("ToolMenuEntry")
def set_tool_tip(self, tool_tip):
    self._tip = tool_tip


@behaviour("ToolMenuEntry")
def set_string_command(self, type, custom_type, string):
    if type is not unreal.ToolMenuStringCommandType.PYTHON:
        raise TypeError("not Python")
    self._command = string
