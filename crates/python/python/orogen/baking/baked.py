"""A terrain that is baked, and what can be made from it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .layout import Layout
from .store import Store
from .work import Made

if TYPE_CHECKING:
    import xarray
    from distributed import Client

    from ..terrain import Terrain


@dataclass
class Counts:
    """What a bake did."""

    made: int = 0
    """Chunks that were made."""
    kept: int = 0
    """Chunks that were complete already."""
    evaluating: float = 0.0
    """Processor seconds of the workers for the heights of level 0."""
    writing: float = 0.0
    """Processor seconds of the workers for all else: overviews, compression, files."""
    seconds: float = 0.0
    """Duration of the call."""

    def add(self, made: Made) -> None:
        """Counts the result of a task."""
        self.made += made.is_new
        self.kept += not made.is_new
        self.evaluating += made.evaluating
        self.writing += made.writing


@dataclass(frozen=True, repr=False)
class Baked:
    """A terrain in a Zarr store."""

    terrain: Terrain
    store: Store
    layout: Layout
    counts: Counts = field(default_factory=Counts)

    def __repr__(self) -> str:
        rows, columns = self.layout.shape(0)
        return f"<orogen.baking.Baked {self.url!r}, {rows} x {columns} samples, levels: {self.layout.levels}>"

    @property
    def url(self) -> str:
        """The path or URL of the store."""
        return self.store.url

    def dataset(self, level: int = 0) -> xarray.Dataset:
        """A level as an `xarray.Dataset` with the variable `height`; level 0 is the finest."""
        import xarray

        return xarray.open_dataset(
            self.store.keys(), group=str(level), engine="zarr", chunks={}, zarr_format=3, consolidated=False
        )

    def cog(
        self, path: str | os.PathLike[str], crs: str | None = None, origin: tuple[float, float] | None = None
    ) -> None:
        """Writes a cloud-optimised GeoTIFF with the store's overviews to a local path. Needs the package rasterio.

        Args:
            path: The file.
            crs: The reference system of a plane, projected and in metres, for example "EPSG:32632"; without it, coordinates are
                local metres. Planets have one of their own.
            origin: (east, north) of the point x = 0, y = 0 of a plane in this system; without it, (0, 0). North is -y.

        Raises:
            ValueError: `crs` or `origin` does not fit the terrain.
            FileNotFoundError: The folder does not exist.
        """
        from .cog import write

        write(self, path, crs, origin)

    def tiles(self, folder: str | os.PathLike[str], client: Client | None = None) -> None:
        """Writes Terrarium tiles of a plane for web maps, `folder/{z}/{x}/{y}.png`, and `tiles.json`.

        The origin of the plane is at latitude 0 and longitude 0. The spacing must be that of a zoom level:
        `orogen.baking.spacing_at(zoom)`. With a `client`, its workers write the tiles; without, threads of this process.
        """
        from .tiles import write_folder

        write_folder(self, folder, client)

    def pmtiles(self, path: str | os.PathLike[str], client: Client | None = None) -> None:
        """Writes the tiles of `tiles` as one PMTiles archive to a local path. Needs the package pmtiles."""
        from .tiles import write_archive

        write_archive(self, path, client)
