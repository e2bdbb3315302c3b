"""Opens the GeoTIFFs with rasterio (GDAL) and compares samples, overviews, transforms and reference systems."""

import sys
import warnings
from pathlib import Path

import numpy as np
import rasterio
import rasterio.crs
import rasterio.warp
from rasterio.errors import NotGeoreferencedWarning

folder = Path(sys.argv[1])
rows, columns = 701, 1301
j, i = np.mgrid[0:rows, 0:columns]
heights = (i * 1.25 - j * 3.5 + (7 * i + 13 * j) % 97).astype(np.float32)


def halved(a):
    """Means over 2 × 2; an edge of odd length is doubled."""
    a = np.pad(a.astype(np.float64), [(0, a.shape[0] % 2), (0, a.shape[1] % 2)], mode="edge")
    return (0.25 * (a[::2, ::2] + a[1::2, ::2] + a[::2, 1::2] + a[1::2, 1::2])).astype(np.float32)


def opened(name, registration):
    with rasterio.open(folder / name) as file:
        assert file.dtypes == ("float32",) and file.count == 1 and file.nodata is None, file.profile
        assert file.block_shapes == [(512, 512)], file.block_shapes
        assert file.compression.name == "deflate", file.compression
        assert file.tags(ns="IMAGE_STRUCTURE")["PREDICTOR"] == "3", file.tags(ns="IMAGE_STRUCTURE")
        assert file.overviews(1) == [2, 4], file.overviews(1)
        assert file.units == ("m",), file.units
        assert file.tags().get("AREA_OR_POINT") == registration, file.tags()
        assert (file.read(1) == heights).all(), "samples differ"
        transform, crs = file.transform, file.crs
    expected = heights
    for level in range(2):
        expected = halved(expected)
        with rasterio.open(folder / name, overview_level=level) as file:
            assert file.shape == expected.shape and (file.read(1) == expected).all(), f"overview {level}"
    return transform, crs


def at(transform, spacing, x, y):
    """The middle of GDAL's first pixel is the first sample."""
    expected = rasterio.Affine(spacing, 0, x - spacing / 2, 0, -spacing, y + spacing / 2)
    assert transform.almost_equals(expected, 1e-9), transform


warnings.simplefilter("ignore", NotGeoreferencedWarning)
opened("plain.tif", None)

for name, registration in [("point.tif", "Point"), ("area.tif", "Area")]:
    transform, crs = opened(name, registration)
    at(transform, 10, 2600000, 1200000)
    assert crs.to_epsg() == 2056, crs

transform, crs = opened("local.tif", "Point")
at(transform, 10, 1000, 400)
assert crs.to_wkt().startswith(("LOCAL_CS", "ENGCRS")), crs.to_wkt()
assert "metre" in crs.to_wkt(), crs.to_wkt()

transform, crs = opened("sphere.tif", "Point")
at(transform, 0.015625, -10, 40)
assert crs.is_geographic, crs.to_wkt()
assert (crs.to_dict().get("R"), crs.to_dict().get("proj")) == (3389500, "longlat"), crs.to_dict()

transform, crs = opened("region.tif", "Point")
at(transform, 10, -6500, 3500)
told = crs.to_dict()
assert (told["proj"], told["lat_0"], told["lon_0"], told["R"]) == ("aeqd", -14, 175.5, 3389500), told
# The positions by GDAL equal those of the map that the heights were computed on, also across the date line.
x, y, longitude, latitude = np.loadtxt(folder / "region.csv", delimiter=",").T
degrees = rasterio.crs.CRS.from_dict(proj="longlat", R=3389500)
found = rasterio.warp.transform(crs, degrees, x, y)
assert longitude.min() < -170 and longitude.max() > 170, longitude
assert np.abs((found[0] - longitude + 180) % 360 - 180).max() < 1e-9, found[0] - longitude
assert np.abs(found[1] - latitude).max() < 1e-9, found[1] - latitude

# The layout of a cloud-optimised GeoTIFF: the directories one after another from the start, then the data of the
# smallest overview first, each level's tiles in order.
data = (folder / "point.tif").read_bytes()
number = lambda at, size: int.from_bytes(data[at : at + size], "little")
directories, offset = [], number(4, 4)
while offset:
    entries = {number(e, 2): e for e in range(offset + 2, offset + 2 + 12 * number(offset, 2), 12)}
    assert list(entries) == sorted(entries), "tags are not sorted"
    field = entries[324]
    where = number(field + 8, 4) if number(field + 4, 4) > 1 else field + 8
    directories.append((offset, [number(where + 4 * t, 4) for t in range(number(field + 4, 4))]))
    offset = number(offset + 2 + 12 * len(entries), 4)
assert directories[0][0] == 8 and len(directories) == 3, directories
starts = [start for start, _ in directories] + [t for _, tiles in reversed(directories) for t in tiles]
assert starts == sorted(starts), starts

# A tile of a web map: its corners are those of the tile's longitudes and latitudes.
with rasterio.open(folder / "tile.tif") as file:
    assert file.crs.to_epsg() == 3857 and file.dtypes == ("float32",), file.profile
    assert file.tags().get("AREA_OR_POINT") == "Area", file.tags()
    assert (file.read(1) == heights[:256, :256]).all(), "samples differ"
    bounds = rasterio.warp.transform_bounds("EPSG:3857", "EPSG:4326", *file.bounds)
    north, south = (np.degrees(np.arctan(np.sinh(np.pi * (1 - 2 * y / 2**14)))) for y in (5795, 5796))
    expected = (8556 / 2**14 * 360 - 180, south, 8557 / 2**14 * 360 - 180, north)
    assert np.allclose(bounds, expected, rtol=0, atol=1e-9), (bounds, expected)
