"""Bakes terrains of any size into Zarr stores, on a machine or on a cluster, with Dask.

>>> import orogen
>>> baked = orogen.bake(orogen.open("alps"), "alps.zarr", spacing=4)
>>> baked.cog("alps.tif")
"""

from .bake import bake
from .baked import Baked
from .schedule import BakeError
from .web import spacing_at

__all__ = ["BakeError", "Baked", "bake", "spacing_at"]
