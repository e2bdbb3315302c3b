"""Reads the EXRs with the reference library and compares channels, samples and attributes."""

import sys
from pathlib import Path

import numpy as np
import OpenEXR

folder = Path(sys.argv[1])
rows, columns = 301, 70
i = np.arange(rows * columns).reshape(rows, columns)
heights = ((i % 70) * 1.25 - (i // 70) * 3.5 + i * i % 97).astype(np.float32)

for name, channels in [("grey.exr", ["Y"]), ("rgb.exr", ["B", "G", "R"])]:
    with OpenEXR.File(str(folder / name), separate_channels=True) as file:
        header = file.header()
        assert header["compression"] == OpenEXR.ZIP_COMPRESSION, header
        assert header["metresPerSample"] == 2.5, header
        assert sorted(file.channels()) == channels, file.channels()
        for channel in file.channels().values():
            assert channel.pixels.dtype == np.float32, channel.pixels.dtype
            assert (channel.pixels == heights).all(), f"{name} differs"
