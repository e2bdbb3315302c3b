"""Draws the add-on's panel without a window, and reads what it shows."""

from types import SimpleNamespace

import bpy


class Layout:
    """Stands in for bpy.types.UILayout: resolves properties and operators as it does, and keeps all labels."""

    def __init__(self, texts):
        self.texts = texts

    def part(self, **_):
        return Layout(self.texts)

    row = column = box = part

    def separator(self):
        pass

    def label(self, text="", icon="NONE"):
        self.texts.append(text)

    def operator(self, name, text="", icon="NONE"):
        group, operator = name.split(".")
        getattr(getattr(bpy.ops, group), operator).get_rna_type()  # KeyError if there is no such operator
        self.texts.append(text)

    def prop(self, data, name, text=None, slider=False):
        value = data.path_resolve(name)  # ValueError if there is no such property
        self.texts.append(f"{name if text is None else text}: {value}")


def panel_texts(object):
    """All texts of the panel, with long lines that the panel wraps."""
    texts = []
    preferences = SimpleNamespace(system=SimpleNamespace(ui_scale=1))  # without a window, Blender's own is 0
    context = SimpleNamespace(object=object, region=SimpleNamespace(width=4000), preferences=preferences)
    bpy.types.OROGEN_PT_terrain.draw(SimpleNamespace(layout=Layout(texts)), context)
    return texts
