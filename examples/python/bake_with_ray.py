"""Writes a terrain into a Zarr store with Ray, without Dask: `pip install ./crates/python zarr ray`."""

import orogen
import ray
import zarr

TARGET, SPACING, SIDE, CHUNK = "/shared/alps.zarr", 4, 4096, 1024


@ray.remote
def write(terrain, row, column):
    heights = terrain.window(row, column, CHUNK, CHUNK, SPACING, threads=1)
    zarr.open_array(TARGET, mode="r+")[row : row + CHUNK, column : column + CHUNK] = heights


terrain = orogen.open("alps")
zarr.create_array(TARGET, shape=(SIDE, SIDE), chunks=(CHUNK, CHUNK), dtype="float32", overwrite=True)
sent = ray.put(terrain)
corners = range(0, SIDE, CHUNK)
ray.get([write.remote(sent, row, column) for row in corners for column in corners])
