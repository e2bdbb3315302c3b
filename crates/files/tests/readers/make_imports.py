"""Writes height files with other programs' libraries, and imports.json, which describes the contents of each file.

`make_tiff` uses GDAL, and `make_exr` uses the reference library.
"""

import json
import sys
from pathlib import Path

import numpy as np
import OpenEXR
import rasterio
from rasterio.transform import from_origin

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
make_tiff("f64.tif", waves, True, spacing=[25, 25], **utm)
make_tiff("scaled.tif", signed, True, signed * 0.1 - 7.5, scale=(0.1, -7.5))
holes = np.where(i % 10 == 3, -9999, signed).astype(np.int16)
make_tiff("nodata.tif", holes, True, np.where(holes == -9999, 12.5, holes), nodata=-9999, compress="deflate")
make_tiff("nodata-f32.tif", np.where(i % 10 == 3, np.float32(-3.4028234663852886e38), floats), True,
          np.where(i % 10 == 3, 12.5, floats), nodata=-3.4028234663852886e38)
make_tiff("nodata-nan.tif", np.where(i % 10 == 3, np.float32(np.nan), floats), True,
          np.where(i % 10 == 3, 12.5, floats), nodata=float("nan"))
make_tiff("cog.tif", floats, True, driver="COG", compress="deflate", spacing=[25, 25], **utm)

for name in ["NO", "RLE", "ZIPS", "ZIP", "PIZ"]:
    make_exr(f"{name}.exr", {"Y": floats}, floats, getattr(OpenEXR, name + "_COMPRESSION"))
half = floats.astype(np.float16)
make_exr("half.exr", {"R": half, "G": half * 0, "B": half * 0}, half, OpenEXR.ZIP_COMPRESSION)
make_exr("layers.exr", {"Depth.Z": floats, "A": floats * 0, "B": floats * 0}, floats, OpenEXR.PIZ_COMPRESSION)
make_exr("alone.exr", {"terrain": floats}, floats, OpenEXR.ZIP_COMPRESSION)

(folder / "imports.json").write_text(json.dumps(manifest))
