"""Compares `orogen.noise` with other Python packages of noise: fBm of 8 octaves on a grid of 1024 x 1024 samples, one thread.

    pip install noise opensimplex pyfastnoiselite pyfastnoisesimd vnoise perlin-noise
    python benches/noise.py

Prints a table in Markdown. Packages that are not installed are left out. Each time is a median of processor time. A package that
evaluates one point per call runs on fewer samples, because it would take minutes.
"""

import argparse
import importlib.metadata
import pathlib
import statistics
import sys
import time

import numpy as np
from orogen import noise

# This file must not hide the package `noise`.
sys.path = [folder for folder in sys.path if pathlib.Path(folder).resolve() != pathlib.Path(__file__).resolve().parent]

SIDE = 1024
OCTAVES = 8
WAVELENGTH = 64.0


def orogen_noise(basis, **options):
    fbm = noise.Fbm(basis, octaves=OCTAVES, wavelength=WAVELENGTH)
    out = np.empty((3 if options.get("gradient") else 1, SIDE, SIDE), np.float32)
    out = out if options.get("gradient") else out[0]
    return lambda: fbm.grid((SIDE, SIDE), out=out, threads=1, **options), SIDE * SIDE


def pyfastnoiselite(kind):
    import pyfastnoiselite.pyfastnoiselite as fnl

    generator = fnl.FastNoiseLite(0)
    generator.noise_type = getattr(fnl.NoiseType, f"NoiseType_{kind}")
    generator.fractal_type = fnl.FractalType.FractalType_FBm
    generator.fractal_octaves = OCTAVES
    generator.frequency = 1 / WAVELENGTH
    axis = np.arange(SIDE, dtype=np.float32)
    places = np.stack(np.meshgrid(axis, axis)).reshape(2, -1)
    return lambda: generator.gen_from_coords(places), SIDE * SIDE


def pyfastnoisesimd(kind):
    import pyfastnoisesimd as fns

    # Its version 0.4.2 is written for NumPy 1.
    np.product = np.prod
    generator = fns.Noise(seed=0, numWorkers=1)
    generator.noiseType = getattr(fns.NoiseType, kind)
    generator.frequency = 1 / WAVELENGTH
    generator.fractal.octaves = OCTAVES
    return lambda: generator.genAsGrid([1, SIDE, SIDE]), SIDE * SIDE


def caseman(function):
    import noise as package

    call = getattr(package, function)
    side = SIDE // 4
    axis = [step / WAVELENGTH for step in range(side)]
    return lambda: [call(x, y, octaves=OCTAVES) for y in axis for x in axis], side * side


def vnoise():
    import vnoise as package

    generator = package.Noise()
    axis = np.arange(SIDE) / WAVELENGTH
    return lambda: generator.noise2(axis, axis, grid_mode=True, octaves=OCTAVES), SIDE * SIDE


def opensimplex():
    import opensimplex as package

    side = SIDE // 8
    axes = [np.arange(side) * 2.0**octave / WAVELENGTH for octave in range(OCTAVES)]
    return lambda: sum(package.noise2array(axis, axis) * 0.5**octave for octave, axis in enumerate(axes)), side * side


def perlin_noise():
    from perlin_noise import PerlinNoise

    octaves = [PerlinNoise(octaves=2.0**octave, seed=1) for octave in range(OCTAVES)]
    side = 24
    axis = [step / WAVELENGTH for step in range(side)]
    return (
        lambda: [sum(noise([x, y]) * 0.5**k for k, noise in enumerate(octaves)) for y in axis for x in axis],
        side * side,
    )


# Package, noise, and a function that returns the work and its number of samples.
PEERS = [
    ("pyfastnoisesimd", "Perlin", lambda: pyfastnoisesimd("PerlinFractal")),
    ("pyfastnoisesimd", "simplex", lambda: pyfastnoisesimd("SimplexFractal")),
    ("pyfastnoiselite", "Perlin", lambda: pyfastnoiselite("Perlin")),
    ("pyfastnoiselite", "OpenSimplex2", lambda: pyfastnoiselite("OpenSimplex2")),
    ("noise", "Perlin (`pnoise2`)", lambda: caseman("pnoise2")),
    ("noise", "simplex (`snoise2`)", lambda: caseman("snoise2")),
    ("vnoise", "Perlin", vnoise),
    ("opensimplex", "OpenSimplex", opensimplex),
    ("perlin-noise", "Perlin", perlin_noise),
]


def nanoseconds(prepare, seconds):
    """The median time of a sample, of at least five runs."""
    work, samples = prepare()
    work()
    times, start = [], time.perf_counter()
    while len(times) < 5 or time.perf_counter() - start < seconds:
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
        if time.perf_counter() - start > 8 * seconds:
            break
    return statistics.median(times) / samples * 1e9


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="the time for each row")
    seconds = parser.parse_args().seconds
    print("| package | noise | ns per sample | times as long as `orogen.noise` with `perlin` |")
    print("|---|---|---|---|")
    reference = None
    for basis, options in [("perlin", {}), ("hermite", {}), ("simplex", {}), ("perlin", {"gradient": True})]:
        time_of_basis = nanoseconds(lambda b=basis, o=options: orogen_noise(b, **o), seconds)
        reference = reference or time_of_basis
        name = f"`{basis}`" + (" with gradient" if options else "")
        print(f"| `orogen.noise` | {name} | {time_of_basis:.2f} | {time_of_basis / reference:.1f} |")
    for package, name, prepare in PEERS:
        try:
            version = importlib.metadata.version(package)
            of_peer = nanoseconds(prepare, seconds)
        except ImportError:
            continue
        print(f"| `{package}` {version} | {name} | {of_peer:,.1f} | {of_peer / reference:,.0f} |")


if __name__ == "__main__":
    main()
