"""Cloud-optimised GeoTIFF from a store, with the store's own overviews."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..windows import Window
from ..xarray import Place, place_of, reference_system
from .layout import Address, Layout
from .work import stored

if TYPE_CHECKING:
    from .baked import Baked

BLOCK = 512


def write(baked: Baked, path: str | os.PathLike[str], crs: str | None, origin: tuple[float, float] | None) -> None:
    """Writes a store as a cloud-optimised GeoTIFF. The file gets its name when it is complete.

    First, a plain file takes the samples of all levels, chunk by chunk. Then GDAL orders and compresses it. So memory is
    bounded, and the disk needs room for the plain samples once.
    """
    import rasterio
    import rasterio.shutil

    target = Path(path)
    if not target.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {target.parent}")
    place = place_of(baked.terrain, (0.0, 0.0) if origin is None and crs is not None else origin, crs)
    plain, part = (target.with_name(f".orogen-{target.name}.{end}") for end in ("plain.tif", "part.tif"))
    layout = baked.layout
    rows, columns = layout.shape(0)
    profile = {
        "driver": "GTiff",
        "height": rows,
        "width": columns,
        "count": 1,
        "dtype": "float32",
        "crs": place.system if place else reference_system(baked.terrain),
        "transform": _transform(layout.window, place),
        "tiled": True,
        "blockxsize": BLOCK,
        "blockysize": BLOCK,
        "bigtiff": "yes",
    }
    try:
        with rasterio.open(plain, "w", **profile) as file:
            _fill(baked, file, 0)
        if layout.levels > 1:
            with rasterio.open(plain, "r+") as file:
                file.build_overviews([2**level for level in range(1, layout.levels)])
        for level in range(1, layout.levels):
            with rasterio.open(plain, "r+", overview_level=level - 1) as file:
                _fill(baked, file, level)
        rasterio.shutil.copy(plain, part, driver="COG", **_options(layout))
        os.replace(part, target)
    finally:
        for left in (plain, part):
            with contextlib.suppress(FileNotFoundError):
                left.unlink()


def _options(layout: Layout) -> dict[str, Any]:
    overviews = "force_use_existing" if layout.levels > 1 else "none"
    return {
        "compress": "zstd",
        "predictor": "floating_point",
        "blocksize": BLOCK,
        "overviews": overviews,
        "bigtiff": "if_safer",
        "num_threads": "all_cpus",
    }


def _transform(window: Window, place: Place | None) -> Any:
    """From pixels to coordinates. Pixels are areas around their samples. On planes, north is -y."""
    from affine import Affine

    x, y, step = window.x()[0], window.y()[0], window.spacing
    if window.map_columns is None:
        east, north = (place.east, place.north) if place else (0.0, 0.0)
        x, y = east + x, north - y
    return Affine(step, 0.0, x - step / 2, 0.0, -step, y + step / 2)


def _fill(baked: Baked, file: Any, level: int) -> None:
    from rasterio.windows import Window as Place

    layout = baked.layout
    rows, columns = layout.grid(level)
    for row in range(rows):
        for column in range(columns):
            address = Address(level, row, column)
            place = Place.from_slices(*layout.samples(address))
            file.write(stored(baked.store, layout, address), 1, window=place)
