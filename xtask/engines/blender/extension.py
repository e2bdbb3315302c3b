"""Builds and installs the add-on as a user does."""

import importlib
import subprocess
import sys
from pathlib import Path

import bpy

SOURCE = Path(__file__).parents[3] / "crates/cli/plugins/blender"
NAME = "bl_ext.user_default.orogen_terrain"


def build(archive):
    """Packs the extension with Blender's own tool, which also checks the manifest."""
    tool = Path(bpy.utils.resource_path("LOCAL"), "scripts", "addons_core", "bl_pkg", "cli", "blender_ext.py")
    for arguments in (("build", "--source-dir", SOURCE, "--output-filepath", archive), ("validate", archive)):
        result = subprocess.run([sys.executable, tool, *arguments], capture_output=True, text=True)
        if result.returncode != 0:
            raise RuntimeError(f"{tool} {arguments[0]} failed:\n{result.stdout}{result.stderr}")


def install(archive):
    """Installs and enables the extension in an empty scene."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.extensions.package_install_files(filepath=str(archive), repo="user_default", enable_on_install=True)


def module(name):
    return importlib.import_module(f"{NAME}.{name}")


def preferences():
    return bpy.context.preferences.addons[NAME].preferences


def clear():
    """Removes all objects and their data; the add-on stays."""
    bpy.data.batch_remove([*bpy.data.objects, *bpy.data.meshes, *bpy.data.materials, *bpy.data.images, *bpy.data.node_groups])
