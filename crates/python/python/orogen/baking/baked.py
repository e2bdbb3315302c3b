"""A terrain that is baked, and what can be made from it."""

from __future__ import annotations

from dataclasses import dataclass, field

from .layout import Layout
from .store import Store


@dataclass
class Counts:
    """What a bake did.

    made, kept : chunks that were made, and chunks that were whole already.
    evaluating : processor seconds of the workers for the heights of level 0.
    writing : processor seconds of the workers for all else: overviews, compression, files.
    seconds : duration of the call.
    """

    made: int = 0
    kept: int = 0
    evaluating: float = 0.0
    writing: float = 0.0
    seconds: float = 0.0

    def add(self, made):
        """Counts the result of a task."""
        self.made += made.is_new
        self.kept += not made.is_new
        self.evaluating += made.evaluating
        self.writing += made.writing


@dataclass(frozen=True)
class Baked:
    """A terrain in a Zarr store."""

    terrain: object
    store: Store
    layout: Layout
    counts: Counts = field(default_factory=Counts)

    @property
    def url(self):
        """The path or URL of the store."""
        return self.store.url

    def dataset(self, level=0):
        """A level as an `xarray.Dataset` with the variable `height`; level 0 is the finest."""
        import xarray

        return xarray.open_dataset(
            self.store.keys(), group=str(level), engine="zarr", chunks={}, zarr_format=3, consolidated=False
        )

    def cog(self, path, crs=None, origin=(0.0, 0.0)):
        """Writes a cloud-optimised GeoTIFF with the store's overviews to a local path. Needs the package rasterio.

        crs : the reference system of a plane, for example "EPSG:32632"; without it, coordinates are local metres.
        origin : (east, north) of the point x = 0, y = 0 of a plane in this system. North is -y.
        """
        from .cog import write

        write(self, path, crs, origin)

    def tiles(self, folder, client=None):
        """Writes Terrarium tiles of a plane for web maps, `folder/{z}/{x}/{y}.png`, and `tiles.json`.

        The origin of the plane is at latitude 0 and longitude 0. The spacing must be that of a zoom level:
        `orogen.baking.spacing_at(zoom)`. With a `client`, its workers write the tiles; without, threads of this process.
        """
        from .tiles import write_folder

        write_folder(self, folder, client)

    def pmtiles(self, path, client=None):
        """Writes the tiles of `tiles` as one PMTiles archive to a local path. Needs the package pmtiles."""
        from .tiles import write_archive

        write_archive(self, path, client)
