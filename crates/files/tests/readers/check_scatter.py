"""Reads scattered points with numpy, json and pygltflib, and compares all formats with the table."""

import csv
import json
import re
import sys
from pathlib import Path

import numpy as np
import pygltflib

folder = Path(sys.argv[1])
CORNER = np.array([100.0, 200.0])
END = np.array([500.0, 500.0])
TILT = {"pine": 0.0, "rock": 1.0}

table = np.genfromtxt(folder / "scatter.csv", delimiter=",", names=True, dtype=None, encoding="utf8")
assert table.dtype.names == ("name", "x", "y", "height", "nx", "ny", "nz", "yaw", "scale")
assert len(table) > 500
names = list(dict.fromkeys(table["name"]))
assert names == ["pine", "rock"]
position = np.stack([table["x"], table["y"]], axis=-1)
normal = np.stack([table["nx"], table["ny"], table["nz"]], axis=-1)
assert ((CORNER <= position) & (position < END)).all()
assert np.abs(np.linalg.norm(normal, axis=-1) - 1).max() < 2e-6
for name, spacing in (("pine", 9.0), ("rock", 20.0)):
    points = position[table["name"] == name]
    distance = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)) + np.eye(len(points)) * 1e9
    assert distance.min() >= spacing - 2e-4, f"{name}: {distance.min()}"


def turned(q, v):
    """A vector turned by quaternions x, y, z, w."""
    axis, w = q[:, :3], q[:, 3:]
    t = 2 * np.cross(axis, v)
    return v + w * t + np.cross(axis, t)


def near(found, expected, tolerance, what):
    error = np.abs(np.asarray(found) - np.asarray(expected)).max()
    assert error <= tolerance, f"{what}: {error}"


tilt = np.array([TILT[name] for name in table["name"]])[:, None]
axis = tilt * normal + (1 - tilt) * [0, 0, 1]
axis /= np.linalg.norm(axis, axis=-1, keepdims=True)
yaw = np.radians(table["yaw"])

# glTF: x east, y up, z south.
gltf = pygltflib.GLTF2().load(str(folder / "scatter.glb"))
assert gltf.extensionsRequired == ["EXT_mesh_gpu_instancing"]
blob = gltf.binary_blob()


def floats(index, width):
    accessor = gltf.accessors[index]
    view = gltf.bufferViews[accessor.bufferView]
    assert accessor.componentType == 5126 and accessor.type == f"VEC{width}" and view.byteOffset % 4 == 0
    assert view.byteLength == 4 * width * accessor.count
    return np.frombuffer(blob, "<f4", accessor.count * width, view.byteOffset).reshape(-1, width)


places, turns, scales, kinds = [], [], [], []
for root in gltf.scenes[0].nodes:
    for child in gltf.nodes[root].children:
        node = gltf.nodes[child]
        attributes = node.extensions["EXT_mesh_gpu_instancing"]["attributes"]
        places.append(floats(attributes["TRANSLATION"], 3).astype(float) + node.translation)
        turns.append(floats(attributes["ROTATION"], 4))
        scales.append(floats(attributes["SCALE"], 3))
        kinds += [gltf.nodes[root].name] * len(places[-1])
        assert gltf.meshes[node.mesh].name == gltf.nodes[root].name
places, turns, scales = (np.concatenate(parts) for parts in (places, turns, scales))
assert kinds == list(table["name"])
near(places[:, [0, 2, 1]], np.column_stack([position, table["height"]]), 1e-4, "translations")
near(scales, np.repeat(table["scale"][:, None], 3, axis=1), 1e-4, "scales")
near(turned(turns, np.array([0.0, 1.0, 0.0])), axis[:, [0, 2, 1]], 2e-6, "the vertical of the instances")
upright = tilt[:, 0] == 0
east = turned(turns, np.array([1.0, 0.0, 0.0]))[upright]
near(east, np.column_stack([np.cos(yaw), 0 * yaw, -np.sin(yaw)])[upright], 2e-6, "the turn of the instances")
for mesh in gltf.meshes:
    [primitive] = mesh.primitives
    corners, normals = (floats(index, 3) for index in (primitive.attributes.POSITION, primitive.attributes.NORMAL))
    a, b, c = corners.reshape(-1, 3, 3).transpose(1, 0, 2)
    faces = np.cross(b - a, c - a)
    assert ((faces / np.linalg.norm(faces, axis=-1, keepdims=True) * normals[::3]).sum(-1) > 0.999).all(), mesh.name
    # The placeholders are around their vertical, so that their faces look away from it, or from their middle.
    middle = (a + b + c) / 3 - corners.mean(0)
    assert ((faces * middle).sum(-1) > 0).all(), f"the faces of {mesh.name} look inwards"

# Unity: 0 to 1, z north.
unity = json.loads((folder / "scatter_unity.json").read_text())
found = np.array([[tree["position"][axis] for axis in "xyz"] for tree in unity["trees"]])
size = np.array([400.0, 200.0, 300.0])
near(unity["size"], size, 1e-9, "size")
expected = np.column_stack([position[:, 0] - 100, table["height"], 500 - position[:, 1]]) / size
near(found, expected, 1e-6, "Unity's positions")
near([-tree["rotation"] for tree in unity["trees"]], yaw, 1e-5, "Unity's rotations")
assert [unity["prototypes"][tree["prototype"]]["name"] for tree in unity["trees"]] == list(table["name"])

# Unreal: centimetres, y south, z up.
number = r"(-?[\d.]+)"
form = re.compile(
    rf"\(Rotation=\(X={number},Y={number},Z={number},W={number}\),"
    rf"Translation=\(X={number},Y={number},Z={number}\),Scale3D=\(X={number},Y={number},Z={number}\)\)"
)
rows = list(csv.DictReader((folder / "scatter_unreal.csv").open()))
assert len({row["Name"] for row in rows}) == len(rows) and [row["Kind"] for row in rows] == list(table["name"])
found = np.array([form.fullmatch(row["Transform"]).groups() for row in rows], float)
near(found[:, 4:7], 100 * np.column_stack([position - CORNER, table["height"]]), 1.1e-2, "Unreal's positions")
near(turned(found[:, :4], np.array([0.0, 0.0, 1.0])), axis, 5e-6, "the vertical in Unreal")
east = turned(found[:, :4], np.array([1.0, 0.0, 0.0]))[upright]
near(east, np.column_stack([np.cos(yaw), -np.sin(yaw), 0 * yaw])[upright], 5e-6, "the turn in Unreal")

# Godot: y up, z south.
godot = json.loads((folder / "scatter_godot.json").read_text())
assert [kind["name"] for kind in godot["kinds"]] == names
found = np.array([transform for kind in godot["kinds"] for transform in kind["transforms"]])
expected = np.column_stack([position[:, 0] - 100, table["height"], position[:, 1] - 200])
near(found[:, 9:], expected, 2e-4, "Godot's origins")
near(found[:, 3:6], axis[:, [0, 2, 1]] * table["scale"][:, None], 2e-4, "Godot's vertical")
