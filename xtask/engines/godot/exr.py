#!/usr/bin/env python3
"""Prints the size of an EXR file and its values (channel R or Y, raw 32 bits, base 64, row by row), read with TinyEXR.

Godot reads EXR files with this library. Its web build cannot: the library starts threads, which that build lacks.
Needs libtinyexr (Debian: libtinyexr1d).
"""

import base64
import ctypes
import ctypes.util
import sys


def main(path):
    name = ctypes.util.find_library("tinyexr") or "libtinyexr.so.1d"
    try:
        library = ctypes.CDLL(name)
    except OSError:
        sys.exit("TinyEXR was not found: install the package libtinyexr1d")
    rgba = ctypes.POINTER(ctypes.c_float)()
    width, height, message = ctypes.c_int(), ctypes.c_int(), ctypes.c_char_p()
    byref = ctypes.byref
    if library.LoadEXR(byref(rgba), byref(width), byref(height), path.encode(), byref(message)) != 0:
        sys.exit(f"{path}: {(message.value or b'it cannot be read').decode()}")
    pixels = memoryview(ctypes.string_at(rgba, 16 * width.value * height.value)).cast("I")
    print(width.value, height.value, base64.b64encode(pixels[::4].tobytes()).decode())


if __name__ == "__main__":
    main(sys.argv[1])
