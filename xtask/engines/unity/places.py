"""Chooses places of a generated terrain, and writes what the built scene must have there.

World positions are metres to the east (X) and north (Z) of the south-western corner. The recipe's x grows to the east and y to the south.
"""

import json
import struct
import tomllib
from pathlib import Path

import numpy
import png_filters
from PIL import Image

from command import CheckError, Orogen

PLACES = 10_000


class Terrain:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.json = json.loads((folder / "terrain.json").read_text())
        self.spacing = self.json["metres_per_sample"]
        self.origin = self.json["origin"]
        self.size = [self.json["width"], self.json["height"]]
        self.tiles = self.json.get("tiles", [1, 1])
        self.length = (self.size[1] - 1) * self.spacing
        self.tile_side = (self.size[0] - 1) // self.tiles[0] + 1

    def world(self, x, y):
        return x - self.origin[0], self.origin[1] + self.length - y


def refilter(folder: Path) -> None:
    """The same splat maps, in PNGs that use all filters."""
    for file in folder.glob("*splat*.png"):
        picture = Image.open(file)
        samples = numpy.asarray(picture).reshape(picture.height, picture.width, -1)
        png_filters.write(file, samples)
        if (numpy.asarray(Image.open(file)).reshape(samples.shape) != samples).any():
            raise CheckError("png_filters.py is wrong")


def write(orogen: Orogen, recipe: str, folder: Path, expected: Path) -> None:
    terrain, choice = Terrain(folder), numpy.random.default_rng(7)
    heights(orogen, recipe, terrain, choice, expected / "heights.csv")
    weights(terrain, choice, expected / "weights.csv")
    colours(terrain, expected / "colours.csv")
    sea(terrain, expected / "sea.csv")
    water(terrain, expected / "water.csv")
    plants(terrain, choice, expected / "plants.csv")


def heights(orogen: Orogen, recipe: str, terrain: Terrain, choice, file: Path) -> None:
    column, row = choice.integers(0, terrain.size[0], PLACES), choice.integers(0, terrain.size[1], PLACES)
    x = terrain.origin[0] + column * terrain.spacing
    y = terrain.origin[1] + row * terrain.spacing
    metres = orogen.heights(recipe, terrain.spacing, x, y)
    rows(file, "x,z,height", zip(*terrain.world(x, y), metres))


def weights(terrain: Terrain, choice, file: Path) -> None:
    """Weights at the centres of texels, interpolated in the pictures (which Pillow reads) and divided by their sum."""
    splats = [entry for entry in terrain.json["files"] if entry["kind"] == "weights"]
    if not splats:
        return
    side, texels = terrain.tile_side, terrain.tile_side - 1
    column, row = choice.integers(0, terrain.tiles[0], PLACES), choice.integers(0, terrain.tiles[1], PLACES)
    i, j = choice.integers(0, texels, PLACES), choice.integers(0, texels, PLACES)
    across, down = i * (side - 1) / (texels - 1), (side - 1) - j * (side - 1) / (texels - 1)
    chosen = []
    for tile in range(terrain.tiles[0] * terrain.tiles[1]):
        here = (row * terrain.tiles[0] + column) == tile
        place = [tile % terrain.tiles[0], tile // terrain.tiles[0]]
        layers = [interpolated(layer, across[here], down[here]) for layer in layers_of(terrain, splats, place)]
        sums = numpy.sum(layers, axis=0)
        # Metres from the tile's western and southern border.
        metres = (side - 1) * terrain.spacing / (texels - 1)
        x = column[here] * (side - 1) * terrain.spacing + i[here] * metres
        z = (terrain.tiles[1] - 1 - row[here]) * (side - 1) * terrain.spacing + j[here] * metres
        chosen += zip(x, z, *(layer / sums for layer in layers))
    rows(
        file,
        "x,z,"
        + ",".join(name for entry in splats if entry.get("tile", [0, 0]) == [0, 0] for name in entry["materials"]),
        chosen,
    )


def layers_of(terrain: Terrain, splats: list[dict], place: list[int]) -> list[numpy.ndarray]:
    layers = []
    for entry in splats:
        if entry.get("tile", [0, 0]) == place:
            picture = numpy.asarray(Image.open(terrain.folder / entry["name"]), dtype=float)
            picture = picture.reshape(*picture.shape[:2], -1)
            layers += [picture[:, :, channel] for channel in range(len(entry["materials"]))]
    return layers


def interpolated(picture: numpy.ndarray, column: numpy.ndarray, row: numpy.ndarray) -> numpy.ndarray:
    left = numpy.minimum(column.astype(int), picture.shape[1] - 2)
    top = numpy.minimum(row.astype(int), picture.shape[0] - 2)
    right, down = column - left, row - top
    upper = picture[top, left] * (1 - right) + picture[top, left + 1] * right
    lower = picture[top + 1, left] * (1 - right) + picture[top + 1, left + 1] * right
    return upper * (1 - down) + lower * down


def colours(terrain: Terrain, file: Path) -> None:
    """The colours of the recipe's materials that have splat maps, read by Python's own TOML reader."""
    materials = {
        material["name"]: material["color"]
        for material in tomllib.loads(terrain.json["recipe_text"]).get("materials", [])
    }
    splats = [
        entry for entry in terrain.json["files"] if entry["kind"] == "weights" and entry.get("tile", [0, 0]) == [0, 0]
    ]
    rows(file, "red,green,blue", (rgb(materials[name][1:]) for entry in splats for name in entry["materials"]))


def rgb(digits: str) -> bytes:
    return bytes.fromhex(digits if len(digits) == 6 else "".join(2 * digit for digit in digits))


def sea(terrain: Terrain, file: Path) -> None:
    if "sea_level" in terrain.json:
        width = (terrain.size[0] - 1) * terrain.spacing
        rows(
            file,
            "x,y,z,width,length",
            [(width / 2, terrain.json["sea_level"], terrain.length / 2, width, terrain.length)],
        )


def water(terrain: Terrain, file: Path) -> None:
    meshes = [terrain.folder / entry["name"] for entry in terrain.json["files"] if entry["kind"] == "water"]
    points = [point for mesh in meshes for point in water_points(mesh)]
    if points:
        x, y, z = numpy.array(points).T
        world_x, world_z = terrain.world(x, z)
        rows(file, "x,height,z", sorted(zip(world_x, y, world_z), key=lambda point: (point[0], point[2])))


def water_points(file: Path) -> numpy.ndarray:
    data = file.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    gltf = json.loads(data[20 : 20 + length])
    if "meshes" not in gltf:
        return numpy.zeros((0, 3))
    count = gltf["accessors"][0]["count"]
    points = numpy.frombuffer(data, "<f4", 3 * count, 28 + length).reshape(-1, 3).astype(float)
    return points + gltf["nodes"][0]["translation"]


def plants(terrain: Terrain, choice, file: Path) -> None:
    """A scatter in the terrain's folder, in the place of the recipe's, and the same plants in the world, from west to east."""
    about = terrain.folder / "terrain.json"
    described = json.loads(about.read_text())
    described["files"] = [entry for entry in described["files"] if entry["kind"] != "scatter"]
    about.write_text(json.dumps(described))
    count, kinds = 1000, ["pine", "larch", "boulder"]
    # Half a metre inside, because a plant on a border belongs to either tile.
    x = choice.uniform(0.5, (terrain.size[0] - 1) * terrain.spacing - 0.5, count) + terrain.origin[0]
    y = choice.uniform(0.5, terrain.length - 0.5, count) + terrain.origin[1]
    yaw, scale = choice.uniform(0, 360, count), choice.uniform(0.5, 2, count)
    kind = numpy.concatenate([[0, 1, 2], choice.integers(0, 3, count - 3)])
    outside = [("pine", terrain.origin[0] - 5, terrain.origin[1] + 5, 0, 0.0, 1.0)]
    listed = zip([kinds[number] for number in kind], x, y, numpy.zeros(count), yaw, scale)
    rows(terrain.folder / "scatter.csv", "name,x,y,height,yaw,scale", [*listed, *outside])
    world = sorted(zip(*terrain.world(x, y), numpy.radians(-yaw), scale, kind))
    rows(file, "x,z,yaw,scale,kind", world)


def rows(file: Path, header: str, table) -> None:
    lines = (",".join(cell if isinstance(cell, str) else repr(float(cell)) for cell in row) for row in table)
    file.write_text(header + "\n" + "".join(line + "\n" for line in lines))
