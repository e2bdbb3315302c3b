"""Paints arrays of a terrain."""

import numpy as np
import orogen
from matplotlib import colormaps
from matplotlib.colors import LinearSegmentedColormap
from PIL import Image

LAND = LinearSegmentedColormap.from_list("land", ["#6d7f56", "#a39a6b", "#a58a6a", "#97897c", "#d8d3ca"])
SEA = LinearSegmentedColormap.from_list("sea", ["#16324f", "#2f6487", "#7fb0bd"])
# Light from the top left, as on maps, 40° above the horizon. Rows grow down.
LIGHT = np.array([-0.54, -0.54, 0.64])
LEVEL_GROUND = LIGHT[2]


def shaded(raster: orogen.Raster, tints: tuple[float, float], sea: float | None = None) -> Image.Image:
    """Ground from above: tints from the lowest to the highest of `tints` in metres, and Lambert's shade from the slopes."""
    height, low, high = raster.height, *tints
    light = np.clip(raster.normals() @ LIGHT, 0, None) / LEVEL_GROUND
    land = LAND(_between(height, low if sea is None else sea, high)) * light[..., None]
    if sea is None:
        return _image(land)
    return _image(np.where((height < sea)[..., None], SEA(_between(height, low, sea)), land))


def values(array: np.ndarray) -> Image.Image:
    """Values from dark to bright."""
    return _image(colormaps["viridis"](_between(array, array.min(), array.max())))


def _between(array: np.ndarray, low: float, high: float) -> np.ndarray:
    """From 0 at `low` to 1 at `high`; 0.5 if they are equal."""
    return np.clip((array - low) / (high - low), 0, 1) if high > low else np.full_like(array, 0.5)


def _image(colour: np.ndarray) -> Image.Image:
    return Image.fromarray((np.clip(colour[..., :3], 0, 1) * 255 + 0.5).astype(np.uint8))
