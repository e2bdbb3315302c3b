"""Reads the vertices and triangles of a binary glTF file as Orogen writes it: one mesh, without compression."""

import json
import struct

import numpy as np

from .errors import TerrainError

TYPES = {5121: "u1", 5123: "<u2", 5125: "<u4", 5126: "<f4"}


def read_triangles(path):
    """Vertices in Blender's axes and metres (n × 3), and triangles as indices of vertices (m × 3). None without a mesh."""
    data = path.read_bytes()
    if data[:4] != b"glTF":
        raise TerrainError(f"{path} is not a binary glTF file. Generate the terrain again.")
    (length,) = struct.unpack_from("<I", data, 12)
    document = json.loads(data[20 : 20 + length])
    binary = data[20 + length + 8 :]  # after the header of the second chunk

    node = next((node for node in document.get("nodes", []) if "mesh" in node), None)
    if node is None:
        return None
    primitive = document["meshes"][node["mesh"]]["primitives"][0]
    positions = read_accessor(document, binary, primitive["attributes"]["POSITION"], 3).astype(float)
    triangles = read_accessor(document, binary, primitive["indices"], 3)
    x, y, z = (positions * node.get("scale", [1, 1, 1]) + node.get("translation", [0, 0, 0])).T
    return np.stack([x, -z, y], axis=-1), triangles.astype(np.int32)


def read_accessor(document, binary, index, width):
    """The numbers of an accessor in rows of `width`, whether they are interleaved with others or not."""
    accessor = document["accessors"][index]
    view = document["bufferViews"][accessor["bufferView"]]
    dtype = np.dtype(TYPES[accessor["componentType"]])
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    rows = accessor["count"] // (width if accessor["type"] == "SCALAR" else 1)
    return np.ndarray((rows, width), dtype, binary, start, (view.get("byteStride", width * dtype.itemsize), dtype.itemsize))
