"""Reads levels of detail with pygltflib and trimesh, and compares them with the raster they were made from."""

import io
import json
import sys
from pathlib import Path

import numpy as np
import pygltflib
import trimesh
from PIL import Image

folder = Path(sys.argv[1])
COLUMNS, ROWS, SPACING, FIRST_COLUMN, FIRST_ROW = 241, 97, 3.7, -37, 1000
TILE = 121
heights, dx, dy = (np.fromfile(folder / f"{name}.f32", "<f4").reshape(ROWS, COLUMNS) for name in ("height", "dx", "dy"))
normals = np.stack([-dx, np.ones_like(dx), -dy], axis=-1).astype(float)
normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
stated = json.loads((folder / "levels.json").read_text())


def elements(gltf, index):
    """The numbers of an accessor."""
    accessor = gltf.accessors[index]
    view = gltf.bufferViews[accessor.bufferView]
    kind = {5126: "<f4", 5123: "<u2", 5125: "<u4"}[accessor.componentType]
    width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3}[accessor.type]
    size = np.dtype(kind).itemsize
    start = view.byteOffset + (accessor.byteOffset or 0)
    blob = gltf.binary_blob()[start : view.byteOffset + view.byteLength]
    found = np.ndarray((accessor.count, width), kind, blob, strides=(view.byteStride or width * size, size))
    if accessor.min:
        assert (found.min(0) == np.array(accessor.min, "f4")).all() and (found.max(0) == np.array(accessor.max, "f4")).all()
    return found


def levels(path):
    """Positions in single precision, as engines compute them, normals, texture coordinates and triangles of each level."""
    gltf = pygltflib.GLTF2().load(str(path))
    assert not gltf.extensionsRequired
    assert gltf.scenes[gltf.scene].nodes == [0], "programs without MSFT_lod show the finest level"
    first = gltf.nodes[0]
    ids = [0] + ((first.extensions or {}).get("MSFT_lod") or {"ids": []})["ids"]
    assert ids == list(range(len(gltf.nodes)))
    if len(ids) > 1:
        assert gltf.extensionsUsed == ["MSFT_lod"]
        coverage = first.extras["MSFT_screencoverage"]
        assert len(coverage) == len(ids) and sorted(coverage, reverse=True) == coverage and coverage[-1] == 0
    for node in gltf.nodes:
        primitive = gltf.meshes[node.mesh].primitives[0]
        attributes = primitive.attributes
        position = elements(gltf, attributes.POSITION) + np.array(node.translation, "f4")
        triangles = elements(gltf, primitive.indices).reshape(-1, 3).astype(int)
        if attributes.NORMAL is None:
            yield position, None, None, triangles
        else:
            yield position, elements(gltf, attributes.NORMAL), elements(gltf, attributes.TEXCOORD_0), triangles


def colours(path):
    """The picture of colours in a file."""
    gltf = pygltflib.GLTF2().load(str(path))
    texture = gltf.textures[gltf.materials[0].pbrMetallicRoughness.baseColorTexture.index]
    sampler = gltf.samplers[texture.sampler]
    assert (sampler.wrapS, sampler.wrapT, sampler.magFilter, sampler.minFilter) == (33071, 33071, 9729, 9987)
    view = gltf.bufferViews[gltf.images[texture.source].bufferView]
    png = gltf.binary_blob()[view.byteOffset : view.byteOffset + view.byteLength]
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def checked(path, first, with_skirts):
    """Checks each level of a file whose tile begins at a column, and returns the positions of its surfaces."""
    surfaces = []
    for (position, normal, uv, triangles), entry in zip(levels(path), stated[path.name], strict=True):
        assert entry["triangles"] == len(triangles) and entry["vertices"] == len(position)
        column = np.rint(position[:, 0] / SPACING).astype(int) - FIRST_COLUMN
        row = np.rint(position[:, 2] / SPACING).astype(int) - FIRST_ROW
        assert abs(position[:, 0] - (column + FIRST_COLUMN) * SPACING).max() < 1e-3
        assert abs(position[:, 2] - (row + FIRST_ROW) * SPACING).max() < 1e-3
        a, b, c = (position[triangles[:, k]].astype(float) for k in range(3))
        up = np.cross(b - a, c - a)[:, 1]
        surface = triangles[up > 0]
        assert (up >= 0).all() and (up == 0).any() == with_skirts
        used = np.unique(surface)
        assert (position[used, 1] == heights[row[used], column[used]]).all(), "heights are exact"
        walls = np.setdiff1d(np.unique(triangles), used)
        assert (position[walls, 1] < heights[row[walls], column[walls]]).all(), "skirts are below the border"
        if normal is not None:
            assert abs(normal - normals[row, column]).max() < 1e-6
            assert abs(uv - (np.stack([column - first, row], 1) + 0.5) / [TILE, ROWS]).max() < 1e-6
        worst = np.zeros((ROWS, TILE)) - 1
        for triangle in surface:
            x, y, h = column[triangle], row[triangle], heights[row[triangle], column[triangle]].astype(float)
            j, i = np.mgrid[y.min() : y.max() + 1, x.min() : x.max() + 1]
            area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])
            p = ((x[1] - i) * (y[2] - j) - (x[2] - i) * (y[1] - j)) / area
            q = ((x[2] - i) * (y[0] - j) - (x[0] - i) * (y[2] - j)) / area
            inside = (p > -1e-9) & (q > -1e-9) & (p + q < 1 + 1e-9)
            error = abs(p * h[0] + q * h[1] + (1 - p - q) * h[2] - heights[j, i])
            worst[j[inside], i[inside] - first] = np.maximum(worst[j[inside], i[inside] - first], error[inside])
        assert worst.min() >= 0, "the surface covers all samples"
        assert abs(worst.max() - entry["error_m"]) < 1e-6, (worst.max(), entry)
        surfaces.append({bytes(p) for p in position[used]})
    return surfaces


tiles = []
for x in (0, 1):
    chain = checked(folder / f"tile{x}.glb", x * (TILE - 1), True)
    assert len(chain) == 3 and stated[f"tile{x}.glb"][0]["error_m"] < stated[f"tile{x}.glb"][2]["error_m"]
    for k in range(3):
        assert checked(folder / f"tile{x}_lod{k}.glb", x * (TILE - 1), True) == [chain[k]]
    checked(folder / f"tile{x}_collision.glb", x * (TILE - 1), False)
    assert stated[f"tile{x}_collision.glb"][0]["error_m"] <= 1.5
    tiles.append(chain)
    # A program that does not know MSFT_lod shows the finest level only.
    scene = trimesh.load(folder / f"tile{x}.glb")
    assert len(scene.to_geometry().faces) == stated[f"tile{x}.glb"][0]["triangles"]
# The corners of the border are vertices of both tiles in every level, with the same bits.
for one in tiles[0]:
    for other in tiles[1]:
        assert len(one & other) >= 2
for k, budget in enumerate((8_000, 2_000, 500)):
    assert sum(stated[f"tile{x}.glb"][k]["triangles"] for x in (0, 1)) <= budget

# Each tile has its part of the picture of colours.
whole = np.asarray(Image.open(folder / "colour.png").convert("RGB"))
for tile in (0, 1):
    part = whole[:, tile * (TILE - 1) : tile * (TILE - 1) + TILE]
    assert (colours(folder / f"tile{tile}.glb") == part).all() and (colours(folder / f"tile{tile}_lod1.glb") == part).all()
assert len(np.unique(whole.reshape(-1, 3), axis=0)) > 100, "the materials change"
