"""Writes a terrain into a Zarr store with Spark, without Dask: `pip install ./crates/python zarr pyspark`."""

import orogen
import zarr
from pyspark.sql import SparkSession

TARGET, SPACING, SIDE, CHUNK = "/shared/alps.zarr", 4, 4096, 1024


def write(terrain, corners):
    array = zarr.open_array(TARGET, mode="r+")
    for row, column in corners:
        heights = terrain.window(row, column, CHUNK, CHUNK, SPACING, threads=1)
        array[row : row + CHUNK, column : column + CHUNK] = heights


terrain = orogen.open("alps")
zarr.create_array(TARGET, shape=(SIDE, SIDE), chunks=(CHUNK, CHUNK), dtype="float32", overwrite=True)
corners = [(row, column) for row in range(0, SIDE, CHUNK) for column in range(0, SIDE, CHUNK)]
spark = SparkSession.builder.appName("orogen").getOrCreate()
spark.sparkContext.parallelize(corners, len(corners)).foreachPartition(lambda part: write(terrain, part))
