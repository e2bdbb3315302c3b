#!/usr/bin/env python3
"""Compares files with the recipe in GDAL, VTK and trimesh: check.py OROGEN WORK_FOLDER PICTURE_FOLDER"""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import rasterio
import trimesh
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkVersion
from vtkmodules.vtkFiltersGeometry import vtkCompositeDataGeometryFilter
from vtkmodules.vtkIOGeometry import vtkGLTFReader

PLACES, RECIPES, SIZE = 10_000, ("alps", "hills", "dunes"), 513
FLOATS = 0.001

GDAL = f"GDAL {rasterio.__gdal_version__}"
VTK = f"VTK {vtkVersion.GetVTKVersion()}"
TRIMESH = f"trimesh {trimesh.__version__}"


class Terrain:
    """The files of a recipe, and its exact heights."""

    def __init__(self, command, recipe, folder, *options):
        self.command, self.recipe, self.folder = command, recipe, folder
        subprocess.run([command, "generate", recipe, "-o", folder, "--quiet", "--size", str(SIZE), *options], check=True)
        self.about = json.loads((folder / "terrain.json").read_text())
        self.spacing = self.about["metres_per_sample"]
        choice = np.random.default_rng(1).integers(0, SIZE, (PLACES, 2))
        self.columns, self.rows = choice.T
        self.heights = self.exact(self.columns * self.spacing, self.rows * self.spacing)

    def exact(self, x, y):
        """Heights of the recipe in double precision, in metres, with the detail of the files."""
        points = "x,y\n" + "".join(f"{a!r},{b!r}\n" for a, b in zip(x.tolist(), y.tolist()))
        options = ["--points", "-", "--precision", "f64", "--spacing", repr(self.spacing)]
        lines = subprocess.run([self.command, "sample", self.recipe, *options], input=points, text=True, check=True,
                               capture_output=True).stdout.splitlines()
        column = lines[0].split(",").index("height")
        return np.array([float(line.split(",")[column]) for line in lines[1:]])

    def by_sample(self, x, up, z):
        """The heights of a mesh's vertices at the chosen samples. Every vertex must be at a sample."""
        columns, rows = (np.rint(axis / self.spacing).astype(int) for axis in (x, z))
        beside = max(abs(x - columns * self.spacing).max(), abs(z - rows * self.spacing).max())
        assert beside <= self.spacing / 10_000, f"a vertex is {beside} m beside its sample"
        raster = np.full((SIZE, SIZE), np.nan)
        raster[rows, columns] = up
        return raster[self.rows, self.columns]


def report(program, terrain, file, found, limit=FLOATS):
    error = float(np.abs(found - terrain.heights).max())
    holds = bool(error <= limit)
    error = None if np.isnan(error) else error
    print(json.dumps({"program": program, "file": f"{terrain.recipe}: {file}", "places": PLACES, "error_m": error,
                      "limit_m": limit, "holds": holds}), flush=True)
    return holds


def check_raster(terrain, file):
    """A raster as GDAL reads it. 16 bits are mapped as terrain.json says."""
    with rasterio.open(terrain.folder / file) as picture:
        values = picture.read(1)[terrain.rows, terrain.columns].astype(float)
        if picture.dtypes[0] != "uint16":
            return report(GDAL, terrain, file, values)
    map16 = terrain.about["sixteen_bit"]
    metres = map16["min_metres"] + values * map16["metres_per_step"]
    return report(GDAL, terrain, file, metres, 0.5 * map16["metres_per_step"] + FLOATS)


def check_vtk(terrain):
    reader = vtkGLTFReader()
    reader.SetFileName(str(terrain.folder / "terrain.glb"))
    joined = vtkCompositeDataGeometryFilter()
    joined.SetInputConnection(reader.GetOutputPort())
    joined.Update()
    points = joined.GetOutput().GetPoints()
    if points is None:
        print(json.dumps({"program": VTK, "file": "terrain.glb", "reason": "VTK refuses the file", "holds": False}))
        return False
    return report(VTK, terrain, "terrain.glb", terrain.by_sample(*vtk_to_numpy(points.GetData()).astype(float).T))


def check_trimesh(terrain, file):
    mesh = trimesh.load(terrain.folder / file, process=False)
    vertices = mesh.to_geometry().vertices if isinstance(mesh, trimesh.Scene) else mesh.vertices
    return report(TRIMESH, terrain, file, terrain.by_sample(*vertices.T))


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: check.py OROGEN WORK_FOLDER PICTURE_FOLDER")
    command, work = sys.argv[1], Path(sys.argv[2])
    holds = []
    for recipe in RECIPES:
        terrain = Terrain(command, recipe, work / recipe, "--format", "png16,geotiff,glb,obj,exr")
        holds += [check_raster(terrain, "height.png"), check_raster(terrain, "height.tif")]
        holds += [check_vtk(terrain), check_trimesh(terrain, "terrain.glb"), check_trimesh(terrain, "terrain.obj")]
    sys.exit(0 if all(holds) else 1)


if __name__ == "__main__":
    main()
