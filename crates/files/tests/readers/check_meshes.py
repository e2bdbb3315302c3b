"""Reads the meshes with pygltflib and trimesh, and compares them with the raster they were made from."""

import io
import struct
import sys
from pathlib import Path

import numpy as np
import pygltflib
import trimesh
from PIL import Image

folder = Path(sys.argv[1])
COLUMNS, ROWS, SPACING, FIRST_COLUMN, FIRST_ROW = 300, 150, 3.7, -37, 1000
# The largest error of a position: half a step of single precision near the farthest row, 4.3 km from the origin.
ROUNDING = 2**-12
CELLS = (COLUMNS - 1) * (ROWS - 1)

heights, dx, dy = (
    np.fromfile(folder / f"{name}.f32", "<f4").reshape(ROWS, COLUMNS).astype(float) for name in ("height", "dx", "dy")
)
normals = np.stack([-dx, np.ones_like(dx), -dy], axis=-1)
normals /= np.linalg.norm(normals, axis=-1, keepdims=True)


def degrees(a, b):
    """Angles between vectors, by the arc sine: the arc cosine is not accurate for small angles."""
    a, b = (v / np.linalg.norm(v, axis=-1, keepdims=True) for v in (a, b))
    return np.degrees(np.arcsin(np.clip(np.linalg.norm(np.cross(a, b), axis=-1), 0, 1))) + 90 * ((a * b).sum(-1) < 0)


def elements(gltf, index):
    """The numbers of an accessor. Checks the alignment that glTF requires."""
    accessor = gltf.accessors[index]
    view = gltf.bufferViews[accessor.bufferView]
    kind = np.dtype({5126: "<f4", 5123: "<u2"}[accessor.componentType])
    width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3}[accessor.type]
    start = view.byteOffset + accessor.byteOffset
    stride = view.byteStride or width * kind.itemsize
    assert start % 4 == 0 and (view.byteStride is None or stride % 4 == 0), "alignment"
    assert (view.target == 34963) == (view.byteStride is None), "target"
    blob = gltf.binary_blob()[start : view.byteOffset + view.byteLength]
    found = np.ndarray((accessor.count, width), kind, blob, strides=(stride, kind.itemsize))
    if accessor.min:
        extremes = np.array([accessor.min, accessor.max], "f4")
        assert (found.min(0) == extremes[0]).all() and (found.max(0) == extremes[1]).all(), "min and max"
    return found, accessor


def pieces(path):
    """Vertices, normals, triangles and texture coordinates of each piece; positions in single precision, as engines
    compute them."""
    raw = path.read_bytes()
    magic, version, length, json_length = struct.unpack("<4sIII", raw[:16])
    assert (magic, version, length) == (b"glTF", 2, len(raw)) and json_length % 4 == 0 and length % 4 == 0
    gltf = pygltflib.GLTF2().load(str(path))
    assert not gltf.extensionsRequired and not gltf.extensionsUsed
    assert 0 <= len(gltf.binary_blob()) - gltf.buffers[0].byteLength < 4
    root = gltf.nodes[gltf.scenes[gltf.scene].nodes[0]]
    assert len(root.children) == len(gltf.nodes) - 1
    for child in root.children:
        node = gltf.nodes[child]
        primitive = gltf.meshes[node.mesh].primitives[0]
        assert node.scale is None and node.translation[1] == 0
        position, accessor = elements(gltf, primitive.attributes.POSITION)
        assert accessor.componentType == 5126 and accessor.count < 65536
        assert accessor.min and accessor.max, "positions must have them"
        position = position + np.array(node.translation, "f4")
        assert position.dtype == np.float32
        normal, accessor = elements(gltf, primitive.attributes.NORMAL)
        assert accessor.componentType == 5126
        uv = None
        if primitive.attributes.TEXCOORD_0 is not None:
            uv, accessor = elements(gltf, primitive.attributes.TEXCOORD_0)
            assert accessor.normalized
            uv = uv / 65535
        triangles = elements(gltf, primitive.indices)[0].reshape(-1, 3)
        yield position, normal.astype(float), triangles, uv


def sample_of(position):
    """Row and column of the nearest sample, which must be at the position of the vertex."""
    column, row = (np.rint(position[:, k] / SPACING).astype(int) - first for k, first in ((0, FIRST_COLUMN), (2, FIRST_ROW)))
    assert abs(position[:, 0] - (column + FIRST_COLUMN) * SPACING).max() <= ROUNDING
    assert abs(position[:, 2] - (row + FIRST_ROW) * SPACING).max() <= ROUNDING
    return row, column


def winds_upward(position, triangles, up):
    a, b, c = (position[triangles[:, k]].astype(float) for k in range(3))
    return (np.cross(b - a, c - a)[:, up] > 0).all()


# glTF: the whole terrain.
seen = np.zeros((ROWS, COLUMNS), int)
gltf_triangles = []
worst_angle = 0
for position, normal, triangles, uv in pieces(folder / "terrain.glb"):
    row, column = sample_of(position)
    seen[row, column] += 1
    assert (position[:, 1] == heights[row, column]).all(), "heights"
    assert abs(normal - normals[row, column]).max() <= 2**-25 * 1.0001, "normals"
    worst_angle = max(worst_angle, degrees(normal, normals[row, column]).max())
    middle = (np.stack([column, row], 1) + 0.5) / [COLUMNS, ROWS]
    assert abs(uv - middle).max() <= 1 / 131070 + 1e-9, "texture coordinates"
    assert winds_upward(position, triangles, 1)
    gltf_triangles.append((row * COLUMNS + column)[triangles])
assert worst_angle <= 1e-5, worst_angle
assert seen.min() == 1 and (seen > 1).sum() == 2 * ROWS + COLUMNS - 2, "pieces share a border, and nothing else"
gltf_triangles = np.concatenate(gltf_triangles)
assert len(gltf_triangles) == 2 * CELLS

# The pieces, joined where the bits of their vertices are equal, form a disc whose border is the edge of the grid.
scene = trimesh.load(folder / "terrain.glb")
ground = scene.to_geometry()
assert np.allclose(ground.bounds[:, 1], [heights.min(), heights.max()], atol=1e-5)
joined = [np.concatenate(parts) for parts in zip(*((p, n) for p, n, _, _ in pieces(folder / "terrain.glb")))]
places, number = np.unique(joined[0], axis=0, return_inverse=True)
assert len(places) == COLUMNS * ROWS, "neighbouring pieces have the very same border"
starts = np.cumsum([0] + [len(p) for p, _, _, _ in pieces(folder / "terrain.glb")])
faces = np.concatenate([number[t + s] for s, (_, _, t, _) in zip(starts, pieces(folder / "terrain.glb"))])
disc = trimesh.Trimesh(places, faces, process=False)
assert disc.euler_number == 1 and disc.is_winding_consistent
border = trimesh.grouping.group_rows(disc.edges_sorted, require_count=1)
assert len(border) == 2 * (COLUMNS - 1) + 2 * (ROWS - 1)

# The picture of colours is that of colour.png, smooth, and not repeated at its edges.
gltf = pygltflib.GLTF2().load(str(folder / "terrain.glb"))
texture = gltf.textures[gltf.materials[0].pbrMetallicRoughness.baseColorTexture.index]
image, sampler = gltf.images[texture.source], gltf.samplers[texture.sampler]
assert (sampler.wrapS, sampler.wrapT, sampler.magFilter, sampler.minFilter) == (33071, 33071, 9729, 9987)
view = gltf.bufferViews[image.bufferView]
assert image.mimeType == "image/png" and view.byteStride is None and view.target is None
png = gltf.binary_blob()[view.byteOffset : view.byteOffset + view.byteLength]
inside, beside = (np.asarray(Image.open(file).convert("RGB")) for file in (io.BytesIO(png), folder / "colour.png"))
assert inside.shape == (ROWS, COLUMNS, 3) and (inside == beside).all()
assert len(np.unique(inside.reshape(-1, 3), axis=0)) > 100, "the materials change"
plain = pygltflib.GLTF2().load(str(folder / "tile_0_0.glb"))
assert not plain.images and plain.materials[0].pbrMetallicRoughness.baseColorTexture is None

# glTF: tiles have the same bits as the complete mesh, so they agree with their neighbours.
whole = {bytes(p) + bytes(n) for p, n in zip(*joined)}
tiles = {
    (x, y): {bytes(p) + bytes(n) for part in pieces(folder / f"tile_{x}_{y}.glb") for p, n in zip(*part[:2])}
    for x in (0, 1)
    for y in (0, 1)
}
assert set.union(*tiles.values()) == whole, "tiles differ from the whole"
assert len(tiles[0, 0] & tiles[1, 0]) == 71 and len(tiles[0, 1] & tiles[1, 1]) == 80
assert len(tiles[0, 0] & tiles[0, 1]) == 171 and len(tiles[1, 0] & tiles[1, 1]) == 130

# OBJ: exact, and cut like the glTF.
obj = trimesh.load(folder / "terrain.obj", process=False, maintain_order=True)
assert obj.vertices.shape == (COLUMNS * ROWS, 3)
assert (obj.vertices[:, 1].astype("f4") == heights.astype("f4").ravel()).all(), "heights of the OBJ"
j, i = np.indices((ROWS, COLUMNS))
for axis, index in ((0, i + FIRST_COLUMN), (2, j + FIRST_ROW)):
    assert (obj.vertices[:, axis].astype("f4") == (index * SPACING).astype("f4").ravel()).all(), "places of the OBJ"
assert degrees(obj.vertex_normals, normals.reshape(-1, 3)).max() <= 0.006
assert winds_upward(obj.vertices, obj.faces, 1)
order = lambda triangles: sorted(map(tuple, np.sort(triangles, axis=1)))
assert order(obj.faces) == order(gltf_triangles)

# The diagonals follow the documented rule.
nw, ne, sw, se = heights[:-1, :-1], heights[:-1, 1:], heights[1:, :-1], heights[1:, 1:]
f4 = np.float32
fall, rise = abs(f4(nw) - f4(se)), abs(f4(ne) - f4(sw))
falling = (fall < rise) | ((fall == rise) & (f4(nw) + f4(se) >= f4(ne) + f4(sw)))
corner = (j * COLUMNS + i)[:-1, :-1]
diagonal = np.where(falling, corner * 2**32 + corner + COLUMNS + 1, (corner + 1) * 2**32 + corner + COLUMNS)
edges = np.sort(obj.edges, axis=1)
assert np.isin(diagonal, edges[:, 0] * 2**32 + edges[:, 1]).all(), "diagonals"
assert 0.2 < falling.mean() < 0.8

# STL: the solid is closed, its triangles face outwards, and its volume is right.
solid = trimesh.load(folder / "terrain.stl")
scale = 120 / ((COLUMNS - 1) * SPACING)
upward = 1.5 * scale
assert solid.is_watertight and solid.is_winding_consistent and solid.is_volume
assert len(solid.faces) == 2 * CELLS + 6 * (COLUMNS + ROWS - 2)
lowest = heights.min()
expected = [[0, 0, upward * lowest - 2], [120, scale * SPACING * (ROWS - 1), upward * heights.max()]]
assert np.allclose(solid.bounds, expected, atol=1e-4), solid.bounds
above_base = upward * (heights - lowest) + 2
mean = lambda *corners: sum(above_base[rows, columns] for rows, columns in corners) / 3
cut = (slice(None, -1), slice(1, None))
NW, NE, SW, SE = ((cut[y], cut[x]) for y in (0, 1) for x in (0, 1))
prisms = np.where(falling, mean(NW, SW, SE) + mean(NW, SE, NE), mean(NW, SW, NE) + mean(NE, SW, SE))
volume = prisms.sum() / 2 * (scale * SPACING) ** 2
assert abs(solid.volume / volume - 1) < 1e-5, (solid.volume, volume)
stored = np.fromfile(folder / "terrain.stl", np.dtype([("n", "<f4", 3), ("v", "<f4", (3, 3)), ("a", "<u2")]), offset=84)
crossed = np.cross(stored["v"][:, 1].astype(float) - stored["v"][:, 0], stored["v"][:, 2].astype(float) - stored["v"][:, 0])
assert degrees(crossed, stored["n"].astype(float)).max() < 1e-4, "normals of the STL"
# Row 0 is in the north, where y is largest. The height of a corner is that of the sample.
top = solid.vertices[solid.vertices[:, 1] == solid.bounds[1, 1]]
north = np.array([top[np.isclose(top[:, 0], k * SPACING * scale, atol=1e-3)][:, 2].max() for k in range(COLUMNS)])
assert np.allclose(north, upward * heights[0], atol=1e-4)

datum = trimesh.load(folder / "datum.stl")
assert datum.is_volume and np.isclose(datum.bounds[0, 2], -500 * upward - 2, atol=1e-4)
