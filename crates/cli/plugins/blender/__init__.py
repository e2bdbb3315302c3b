"""Orogen's add-on for Blender: imports terrains, and shows recipes as you edit them."""

from . import live, operators, panel, preferences, settings

MODULES = (preferences, settings, operators, panel, live)


def register():
    for module in MODULES:
        module.register()


def unregister():
    for module in reversed(MODULES):
        module.unregister()
