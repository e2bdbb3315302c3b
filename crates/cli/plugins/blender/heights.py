"""Reads the heights of a tile, exactly as the file has them."""

import bpy
import numpy as np

from .errors import TerrainError

# The first of these that a tile has is read: floats before 16 bits, and quick files before pictures.
FORMATS = ("f32", "exr32", "tiff32", "r16", "png16")


def find_heights(tile):
    """The best file of heights, or None."""
    files = {file.format: file for file in reversed(tile.of_kind("height"))}
    return next((files[format] for format in FORMATS if format in files), None)


def read_heights(file, tile, sixteen_bit):
    """Metres as 32-bit floats, in rows from north to south."""
    if not file.path.is_file():
        raise TerrainError(f"{file.path} does not exist. Generate the terrain again, or copy all its files.")
    read = read_raw if file.format in ("f32", "r16") else read_picture
    values = read(file, tile)
    if file.format in ("f32", "exr32", "tiff32"):
        return values.astype(np.float32)
    steps = values.astype(float) * (65535 if file.format == "png16" else 1)
    return (sixteen_bit["min_metres"] + steps * sixteen_bit["metres_per_step"]).astype(np.float32)


def read_raw(file, tile):
    order = ">" if file.entry["byte_order"] == "big-endian" else "<"
    values = np.fromfile(file.path, np.dtype(order + ("f4" if file.format == "f32" else "u2")))
    if values.size != tile.columns * tile.rows:
        raise TerrainError(
            f"{file.path} has {values.size} samples, but terrain.json says {tile.columns} × {tile.rows}. "
            "Generate the terrain again."
        )
    values = values.reshape(tile.rows, tile.columns)
    return values[::-1] if file.entry.get("row_order") == "bottom-first" else values


def read_picture(file, tile):
    """The first channel of a picture, without a conversion of colours. 16-bit values become value / 65535."""
    image = bpy.data.images.load(str(file.path))
    try:
        image.colorspace_settings.name = "Non-Color"
        if tuple(image.size) != (tile.columns, tile.rows):
            raise TerrainError(
                f"{file.path} has {image.size[0]} × {image.size[1]} pixels, but terrain.json says "
                f"{tile.columns} × {tile.rows}. Generate the terrain again."
            )
        pixels = np.empty(len(image.pixels), np.float32)
        image.pixels.foreach_get(pixels)
        # Blender's first row is the lowest one.
        return pixels.reshape(tile.rows, tile.columns, image.channels)[::-1, :, 0]
    finally:
        bpy.data.images.remove(image)
