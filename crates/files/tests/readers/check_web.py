"""Reads pyramids of tiles with Pillow and the pmtiles package, and compares them with heights and means of its own."""

import json
import math
import sys
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image
from pmtiles.reader import MmapSource, Reader, all_tiles

folder = Path(sys.argv[1])
side, latitude, longitude = 256, 46.9613, 7.64
circumference = 2 * math.pi * 6378137
decode = {
    "terrarium": lambda r, g, b: r * 256 + g + b / 256 - 32768,
    "mapbox": lambda r, g, b: -10000 + (r * 65536 + g * 256 + b) * 0.1,
}
half_a_step = {"terrarium": 0.5 / 256, "mapbox": 0.05}


def metres(picture, encoding):
    image = Image.open(picture)
    assert image.format == "PNG" and image.mode == "RGB", (image.format, image.mode)
    assert "transparency" not in image.info and "gamma" not in image.info, image.info
    assert "icc_profile" not in image.info and "srgb" not in image.info, image.info
    return decode[encoding](*np.moveaxis(np.asarray(image).astype(float), 2, 0))


def corner(x, y, zoom):
    """Longitude and latitude of the north-west corner of a tile."""
    n = 2.0**zoom
    return x / n * 360 - 180, math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * y / n))))


def whole_pyramid(heights, first_tile, zooms, around):
    """A dict from the address of each tile to the means of the metres it covers.

    Pixels that are not completely above samples of the finest level are `around(zoom, columns, rows)`."""
    tiles = {}
    (x, y), level = (n * side for n in first_tile), heights
    for zoom in zooms:
        rows, columns = level.shape
        pad = [(y % side, -(y + rows) % side), (x % side, -(x + columns) % side)]
        padded = np.pad(level, pad, constant_values=np.nan)
        j, i = np.mgrid[0 : padded.shape[0], 0 : padded.shape[1]]
        beyond = around(zoom, i + x // side * side, j + y // side * side)
        filled = np.where(np.isnan(padded), beyond, padded)
        for j in range(padded.shape[0] // side):
            for i in range(padded.shape[1] // side):
                tile = filled[j * side : (j + 1) * side, i * side : (i + 1) * side]
                tiles[zoom, x // side + i, y // side + j] = tile
        even = np.pad(level, [(y % 2, -(y + rows) % 2), (x % 2, -(x + columns) % 2)], constant_values=np.nan)
        level = (even[0::2, 0::2] + even[1::2, 0::2] + even[0::2, 1::2] + even[1::2, 1::2]) / 4
        x, y = x // 2, y // 2
    return tiles


for encoding in ["terrarium", "mapbox"]:
    info = json.loads((folder / encoding / "tiles.json").read_text())
    for key, value in {
        "tilejson": "3.0.0",
        "name": "Test",
        "tiles": ["{z}/{x}/{y}.png"],
        "vector_layers": [],
        "scheme": "xyz",
        "format": "png",
        "minzoom": 0,
        "maxzoom": 14,
        "encoding": encoding,
        "tileSize": side,
    }.items():
        assert info[key] == value, (key, info[key])
    assert "attribution" not in info

    zoom, samples = info["maxzoom"], info["orogen"]
    (x, y), (columns, rows) = samples["first_tile"], samples["tiles"]
    west, north = corner(x, y, zoom)
    east, south = corner(x + columns, y + rows, zoom)
    assert np.allclose(info["bounds"], [west, south, east, north], atol=1e-9), info["bounds"]
    center_lon, center_lat, center_zoom = info["center"]
    assert west < center_lon < east and south < center_lat < north and center_zoom == 12
    spacing = circumference * math.cos(math.radians(latitude)) / side / 2**zoom
    assert math.isclose(samples["metres_per_sample"], spacing, rel_tol=1e-12)
    # The terrain's origin is at the centre of a pixel, at most half a pixel from the requested position.
    column, row = (-n for n in samples["first_sample"])
    lon, lat = corner(x + (column + 0.5) / side, y + (row + 0.5) / side, zoom)
    half_pixel = 180 / side / 2**zoom
    assert abs(lon - longitude) <= half_pixel * 1.001, lon
    assert abs(lat - latitude) <= half_pixel * math.cos(math.radians(latitude)) * 1.001, lat

    j, i = np.mgrid[0 : rows * side, 0 : columns * side]
    heights = i * 1.25 - j * 2.5 + i * j % 97 * 0.75 - 300
    tolerance = half_a_step[encoding] + 1e-9
    assert abs(metres(folder / f"{encoding}.png", encoding) - heights).max() <= tolerance

    def around(level, columns, rows):
        """Heights at the centres of pixels, which have the same share of the world on every level."""
        first, size = samples["first_sample"], 2 ** (zoom - level)
        east, south = (
            ((pixels + 0.5) * size - 0.5 - tile * side + start) * spacing
            for pixels, tile, start in zip((columns, rows), (x, y), first)
        )
        return (east / 8192 - south / 4096 + 10 * (zoom - level)).astype(np.float32)

    expected = whole_pyramid(heights, (x, y), range(14, -1, -1), around)
    files = {tuple(int(part) for part in path.relative_to(folder / encoding).with_suffix("").parts): path
             for path in (folder / encoding).glob("*/*/*.png")}
    assert files.keys() == expected.keys(), (sorted(files), sorted(expected))
    for address, path in files.items():
        found = metres(path, encoding)
        assert found.shape == (side, side), found.shape
        assert abs(found - expected[address]).max() <= tolerance, address

    with open(folder / f"{encoding}.pmtiles", "rb") as archive:
        source = MmapSource(archive)
        reader = Reader(source)
        header = reader.header()
        assert (header["version"], header["tile_type"].name, header["tile_compression"].name) == (3, "PNG", "NONE")
        assert (header["min_zoom"], header["max_zoom"], header["center_zoom"]) == (0, 14, 12)
        edges = [header[f"{edge}_e7"] / 1e7 for edge in ["min_lon", "min_lat", "max_lon", "max_lat"]]
        assert np.allclose(edges, info["bounds"], atol=1e-7), edges
        del info["tiles"]
        assert reader.metadata() == info
        tiles = dict(all_tiles(source))
        assert tiles.keys() == expected.keys() and header["addressed_tiles_count"] == len(expected)
        for address, picture in tiles.items():
            assert picture == files[address].read_bytes(), address
            assert reader.get(*address) == picture
            assert abs(metres(BytesIO(picture), encoding) - expected[address]).max() <= tolerance
