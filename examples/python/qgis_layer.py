"""Adds a terrain to QGIS as a layer of heights. In QGIS: paste it into the editor of the Python console, and run it.

Without a window it makes a project of its own, checks the layer, and paints it: python3 qgis_layer.py [PICTURE]
"""

import os
import sys
import tempfile

import numpy as np
import orogen
from osgeo import gdal, osr
from qgis.core import QgsPointXY, QgsProject, QgsRasterLayer
from qgis.utils import iface  # None without a window

EAST, NORTH, CRS = 400_000, 5_150_000, 32632  # where x = 0, y = 0 of the terrain is on the map: UTM zone 32 north


def write_geotiff(terrain, spacing, path):
    """Writes the heights of the domain in metres, as 32-bit floats. A pixel is a square around its sample."""
    heights = terrain.heights(spacing=spacing)
    rows, columns = heights.shape
    options = ["TILED=YES", "COMPRESS=DEFLATE", "PREDICTOR=3"]
    file = gdal.GetDriverByName("GTiff").Create(path, columns, rows, 1, gdal.GDT_Float32, options)
    file.SetGeoTransform([EAST - spacing / 2, spacing, 0, NORTH + spacing / 2, 0, -spacing])
    system = osr.SpatialReference()
    system.ImportFromEPSG(CRS)
    file.SetProjection(system.ExportToWkt())
    file.GetRasterBand(1).WriteArray(heights)
    file.FlushCache()


def add_layer(terrain, spacing, folder):
    """Writes a terrain into a folder and adds it to the project."""
    path = os.path.join(folder, f"{terrain.name}.tif")
    write_geotiff(terrain, spacing, path)
    layer = QgsRasterLayer(path, terrain.name)
    if not layer.isValid():
        raise RuntimeError(f"QGIS cannot read {path}: {layer.error().message()}")
    return QgsProject.instance().addMapLayer(layer)


def check(terrain, layer, spacing, count=2000):
    """Compares pixels of the layer with the terrain at the same places, in double precision."""
    places = np.random.default_rng(1).integers(0, int(terrain.size // spacing), (count, 2)) * spacing
    provider = layer.dataProvider()
    read = [provider.sample(QgsPointXY(EAST + x, NORTH - y), 1) for x, y in places.tolist()]
    assert all(known for _, known in read)
    difference = np.abs(np.array([height for height, _ in read]) - terrain.sample(places).height)
    print(f"{layer.width()} x {layer.height()} pixels, {layer.crs().authid()}, {layer.extent().toString(0)}")
    print(f"{count} places, largest difference of heights: {difference.max():.6f} m")
    assert difference.max() < 0.001


def paint(layer, picture):
    """Paints the layer as a hill shade, as QGIS draws it on its canvas."""
    from qgis.core import QgsHillshadeRenderer, QgsMapRendererParallelJob, QgsMapSettings
    from qgis.PyQt.QtCore import QSize

    layer.setRenderer(QgsHillshadeRenderer(layer.dataProvider(), 1, 315, 45))
    settings = QgsMapSettings()
    settings.setLayers([layer])
    settings.setDestinationCrs(layer.crs())
    settings.setExtent(layer.extent())
    settings.setOutputSize(QSize(512, 512))
    job = QgsMapRendererParallelJob(settings)
    job.start()
    job.waitForFinished()
    job.renderedImage().save(picture)


def without_window():
    from qgis.core import QgsApplication

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    program = QgsApplication([], False)
    program.initQgis()
    terrain = orogen.open("alps")
    with tempfile.TemporaryDirectory() as folder:
        layer = add_layer(terrain, 16, folder)
        check(terrain, layer, 16)
        if len(sys.argv) > 1:
            paint(layer, sys.argv[1])
        QgsProject.instance().clear()
    program.exitQgis()


if iface:
    add_layer(orogen.open("alps"), 16, QgsProject.instance().homePath() or tempfile.mkdtemp())
elif __name__ == "__main__":
    without_window()
