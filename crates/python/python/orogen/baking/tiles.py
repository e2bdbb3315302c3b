"""Terrarium tiles from a store: a folder of PNGs, or one PMTiles archive.

The zoom levels are the levels of the store. Below the coarsest, halving continues down to zoom 0, because MapLibre asks for
these in the distance.
"""

from __future__ import annotations

import itertools
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from .layout import Address
from .store import write_file
from .terrarium import png
from .web import SIDE, Web
from .work import stored

# Tasks that are handed over at a time.
BATCH = 256


def write_folder(baked, folder, client=None):
    """Writes `folder/{z}/{x}/{y}.png` and `tiles.json`. Workers write the tiles, so they must reach the folder."""
    web, folder = Web.of(baked.layout), Path(folder).absolute()
    for _ in _each(_write_block, baked.store, web, client, folder):
        pass
    for zoom, x, y, picture in _coarse(baked, web):
        write_file(folder / f"{zoom}/{x}/{y}.png", picture)
    description = {"tilejson": "3.0.0", "tiles": ["{z}/{x}/{y}.png"], **_description(baked, web)}
    write_file(folder / "tiles.json", json.dumps(description, indent=2).encode())


def write_archive(baked, path, client=None):
    """Writes a PMTiles archive. It gets its name when it is complete."""
    from pmtiles.tile import zxy_to_tileid
    from pmtiles.writer import Writer

    web, path = Web.of(baked.layout), Path(path)
    part = path.with_name(f".orogen-{path.name}.part")
    try:
        with part.open("wb") as file:
            writer = Writer(file)
            blocks = _each(_encode_block, baked.store, web, client)
            for zoom, x, y, picture in itertools.chain(*blocks, _coarse(baked, web)):
                writer.write_tile(zxy_to_tileid(zoom, x, y), picture)
            writer.finalize(_header(web), _description(baked, web))
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _each(work, store, web, client, *more):
    """Runs work on all blocks of tiles: on the cluster, or on threads of this process. Yields results in order."""
    with client.get_executor() if client else ThreadPoolExecutor() as executor:
        blocks = _blocks(web)
        while batch := list(itertools.islice(blocks, BATCH)):
            yield from executor.map(work, *zip(*((store, web, block, *more) for block in batch)))


def _blocks(web):
    """Blocks of about as many tiles as a chunk holds: (level, rows, columns)."""
    side = max(1, web.layout.chunk // SIDE)
    for level in range(web.layout.levels):
        rows, columns = web.tiles(level)
        for row in range(0, len(rows), side):
            for column in range(0, len(columns), side):
                yield level, rows[row : row + side], columns[column : column + side]


def _encode_block(store, web, block):
    """The tiles of a block: a list of (zoom, x, y, PNG)."""
    level, rows, columns = block
    first = web.first(level)
    samples = tuple(
        slice(max(0, tiles.start * SIDE - start), min(tiles.stop * SIDE - start, count))
        for tiles, start, count in zip((rows, columns), first, web.layout.shape(level))
    )
    heights = read(store, web.layout, level, samples)
    first = tuple(start + part.start for start, part in zip(first, samples))
    zoom = web.zoom - level
    return [(zoom, x, y, png(web.cut(heights, first, y, x))) for y in rows for x in columns]


def read(store, layout, level, samples):
    """The heights of some rows and columns of a level."""
    rows, columns = (range(part.start // layout.chunk, -(-part.stop // layout.chunk)) for part in samples)
    chunks = [[stored(store, layout, Address(level, row, column)) for column in columns] for row in rows]
    heights = np.block(chunks)
    top, left = rows.start * layout.chunk, columns.start * layout.chunk
    return heights[samples[0].start - top : samples[0].stop - top, samples[1].start - left : samples[1].stop - left]


def _write_block(store, web, block, folder):
    for zoom, x, y, picture in _encode_block(store, web, block):
        write_file(folder / f"{zoom}/{x}/{y}.png", picture)


def _coarse(baked, web):
    """Tiles of the zoom levels below those of the store."""
    top = web.layout.levels - 1
    everything = tuple(slice(0, side) for side in web.layout.shape(top))
    top = read(baked.store, web.layout, top, everything)
    for zoom, first, heights in web.coarser(top):
        rows, columns = (range(start // SIDE, (start + n - 1) // SIDE + 1) for start, n in zip(first, heights.shape))
        for y in rows:
            for x in columns:
                yield zoom, x, y, png(web.cut(heights, first, y, x))


def _description(baked, web):
    return {
        "name": baked.terrain.name,
        "encoding": "terrarium",
        "tileSize": SIDE,
        "bounds": web.bounds(),
        "minzoom": 0,
        "maxzoom": web.zoom,
    }


def _header(web):
    from pmtiles.tile import Compression, TileType

    west, south, east, north = (round(degrees * 10**7) for degrees in web.bounds())
    return {
        "tile_type": TileType.PNG,
        "tile_compression": Compression.NONE,
        "min_lon_e7": west,
        "min_lat_e7": south,
        "max_lon_e7": east,
        "max_lat_e7": north,
        "center_zoom": 0,
        "center_lon_e7": (west + east) // 2,
        "center_lat_e7": (south + north) // 2,
    }
