"""Writes height files with other programs' libraries, and imports.json, which describes the contents of each file.

`make_tiff` uses GDAL, and `make_exr` uses the reference library.
"""

import json
import sys
from pathlib import Path

import numpy as np
import OpenEXR
import rasterio
from PIL import Image
from rasterio.transform import from_origin
from rasterio.warp import transform as warp

folder = Path(sys.argv[1])
rows, columns = 75, 130
j, i = np.mgrid[0:rows, 0:columns]
waves = 900 * np.sin(i / 17) * np.cos(j / 11) + i - 2.0 * j
manifest = []


def expect(name, samples, metres, spacing=None):
    (folder / (name + ".expected")).write_bytes(samples.astype("<f4").tobytes())
    manifest.append({"name": name, "width": columns, "height": rows, "metres": metres, "spacing": spacing})


def make_tiff(name, samples, metres, expected=None, spacing=None, scale=None, **options):
    profile = {"driver": "GTiff", "width": columns, "height": rows, "count": 1, "dtype": samples.dtype} | options
    with rasterio.open(folder / name, "w", **profile) as file:
        file.write(samples, 1)
        if scale:
            file.scales, file.offsets = [scale[0]], [scale[1]]
    expect(name, samples if expected is None else expected, metres, spacing)


def make_mercator(name, samples, transform):
    (west, middle), (east, _) = (transform * (at, rows / 2) for at in (0, columns))
    (center, north), (_, south) = (transform * (columns / 2, at) for at in (0, rows))
    x, y = warp("EPSG:3857", "EPSG:32632", [west, east, center, center], [middle, middle, north, south])
    across, down = np.hypot(x[1] - x[0], y[1] - y[0]) / columns, np.hypot(x[3] - x[2], y[3] - y[2]) / rows
    make_tiff(name, samples, True, spacing=[across / 0.9996, down / 0.9996], crs="EPSG:3857", transform=transform)


def make_exr(name, channels, expected, compression):
    header = {"compression": compression, "type": OpenEXR.scanlineimage}
    with OpenEXR.File(header, channels) as file:
        file.write(str(folder / name))
    expect(name, expected, True)


unsigned = (waves * 30 + 32768).astype(np.uint16)
signed = waves.astype(np.int16)
floats = waves.astype(np.float32)
utm = {"crs": "EPSG:32632", "transform": from_origin(400000, 5100000, 25, 25)}

make_tiff("u8.tif", (unsigned >> 8).astype(np.uint8), False, (unsigned >> 8) / 255)
make_tiff("u16.tif", unsigned, False, unsigned / 65535, compress="deflate", predictor=2)
make_tiff("u16-utm.tif", unsigned, True, spacing=[25, 25], **utm)
make_tiff("u32.tif", unsigned.astype(np.uint32) << 16, False, (unsigned.astype(float) * 65536) / (2**32 - 1))
make_tiff("i16.tif", signed, True, compress="lzw", predictor=2, tiled=True, blockxsize=64, blockysize=32)
make_tiff("i16-big-endian.tif", signed, True, compress="packbits", ENDIANNESS="BIG", blockysize=7)
make_tiff("i32.tif", signed.astype(np.int32), True, compress="deflate")
make_tiff("f32.tif", floats, True, tiled=True, blockxsize=32, blockysize=32, compress="deflate", predictor=3)
make_tiff("f32-strips.tif", floats, True, compress="lzw", predictor=3, BIGTIFF="YES")
make_tiff("f32-degrees.tif", floats, True, crs="EPSG:4326", transform=from_origin(7, 46, 1e-3, 1e-3))
# Web Mercator at 46.5° north: the spacing on the ground is measured along the middle row and column by the distances in UTM,
# which are 0.9996 of those on the ground at the meridian of the zone.
make_mercator("mercator.tif", floats, from_origin(1001875 - 65 * 25, 5862500, 25, 25))
make_tiff("f64.tif", waves, True, spacing=[25, 25], **utm)
make_tiff("scaled.tif", signed, True, signed * 0.1 - 7.5, scale=(0.1, -7.5))
holes = np.where(i % 10 == 3, -9999, signed).astype(np.int16)
make_tiff("nodata.tif", holes, True, np.where(holes == -9999, 12.5, holes), nodata=-9999, compress="deflate")
make_tiff("nodata-f32.tif", np.where(i % 10 == 3, np.float32(-3.4028234663852886e38), floats), True,
          np.where(i % 10 == 3, 12.5, floats), nodata=-3.4028234663852886e38)
make_tiff("nodata-nan.tif", np.where(i % 10 == 3, np.float32(np.nan), floats), True,
          np.where(i % 10 == 3, 12.5, floats), nodata=float("nan"))
make_tiff("zstd-u8.tif", (unsigned >> 8).astype(np.uint8), False, (unsigned >> 8) / 255, compress="zstd")
make_tiff("zstd-i16.tif", signed, True, compress="zstd", predictor=2, tiled=True, blockxsize=64, blockysize=32)
make_tiff("zstd-big-endian.tif", signed, True, compress="zstd", predictor=2, ENDIANNESS="BIG", blockysize=7)
make_tiff("zstd-f32.tif", floats, True, compress="zstd", predictor=3, BIGTIFF="YES", tiled=True, blockxsize=64, blockysize=64)
make_tiff("zstd-f64.tif", waves, True, compress="zstd", zstd_level=19, blockysize=9)
make_tiff("zstd-flat.tif", floats * 0 + 7, True, compress="zstd")
# Sparse files leave out blocks that have no data.
island = np.where((i < 64) | (j >= 64), 0, signed).astype(np.int16)
sparse = {"tiled": True, "blockxsize": 64, "blockysize": 32, "SPARSE_OK": "TRUE"}
make_tiff("sparse.tif", island, True, **sparse)
make_tiff("sparse-zstd.tif", island, True, compress="zstd", **sparse)
make_tiff("sparse-nodata.tif", np.where(island == 0, -9999, island).astype(np.int16), True,
          np.where(island == 0, 12.5, island), nodata=-9999, compress="deflate", **sparse)
make_tiff("sparse-strips.tif", np.where(j < 30, 0, signed).astype(np.int16), True, SPARSE_OK="TRUE", blockysize=5)
make_tiff("sparse-cog.tif", np.where(j < 64, 0, floats), True, driver="COG", compress="zstd", blocksize=128, SPARSE_OK="TRUE")
make_tiff("cog.tif", floats, True, driver="COG", compress="deflate", spacing=[25, 25], **utm)

def make_jpeg(name, pixels, **options):
    Image.fromarray(pixels).save(folder / name, quality=95, **options)
    # libjpeg's decoder is the reference. Colours become luma by the weights of Rec. 709.
    decoded = np.asarray(Image.open(folder / name)).astype(float)
    expect(name, (decoded @ [0.2126, 0.7152, 0.0722] if decoded.ndim == 3 else decoded) / 255, False)


grey = (unsigned >> 8).astype(np.uint8)
make_jpeg("grey.jpg", grey)
make_jpeg("progressive.jpg", grey, progressive=True)
make_jpeg("colour.jpeg", np.stack([grey, 255 - grey, grey // 2], axis=2), subsampling=0)
make_jpeg("subsampled.jpg", np.stack([grey] * 3, axis=2), subsampling=2)

for name in ["NO", "RLE", "ZIPS", "ZIP", "PIZ"]:
    make_exr(f"{name}.exr", {"Y": floats}, floats, getattr(OpenEXR, name + "_COMPRESSION"))
half = floats.astype(np.float16)
make_exr("half.exr", {"R": half, "G": half * 0, "B": half * 0}, half, OpenEXR.ZIP_COMPRESSION)
make_exr("layers.exr", {"Depth.Z": floats, "A": floats * 0, "B": floats * 0}, floats, OpenEXR.PIZ_COMPRESSION)
make_exr("alone.exr", {"terrain": floats}, floats, OpenEXR.ZIP_COMPRESSION)

(folder / "imports.json").write_text(json.dumps(manifest))
