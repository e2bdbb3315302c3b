"""Terrarium tiles from a store: a folder of PNGs, or one PMTiles archive.

The zoom levels are the levels of the store. Below the coarsest, halving continues down to zoom 0, because MapLibre asks for
these in the distance.
"""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .layout import Address, Layout
from .store import Store, write_file
from .terrarium import png
from .web import SIDE, Web, covered
from .work import stored

if TYPE_CHECKING:
    from distributed import Client

    from .baked import Baked

# A level, and ranges of rows and columns of tiles.
Block = tuple[int, range, range]
# Zoom, x, y and PNG.
Tile = tuple[int, int, int, bytes]

# Tasks that are handed over at a time.
BATCH = 256


def write_folder(baked: Baked, folder: str | os.PathLike[str], client: Client | None) -> None:
    """Writes `folder/{z}/{x}/{y}.png` and `tiles.json`. Workers write the tiles, so they must reach the folder."""
    web, target = Web.of(baked.layout), Path(folder).absolute()
    for _ in _each(_write_block, baked.store, web, client, target):
        pass
    for zoom, x, y, picture in _coarse(baked, web):
        write_file(target / f"{zoom}/{x}/{y}.png", picture)
    description = {"tilejson": "3.0.0", "tiles": ["{z}/{x}/{y}.png"], **_description(baked, web)}
    write_file(target / "tiles.json", json.dumps(description, indent=2).encode())


def write_archive(baked: Baked, path: str | os.PathLike[str], client: Client | None) -> None:
    """Writes a PMTiles archive. It gets its name when it is complete."""
    from pmtiles.tile import zxy_to_tileid
    from pmtiles.writer import Writer

    web, target = Web.of(baked.layout), Path(path)
    part = target.with_name(f".orogen-{target.name}.part")
    try:
        with part.open("wb") as file:
            writer = Writer(file)
            blocks = _each(_encode_block, baked.store, web, client)
            for zoom, x, y, picture in itertools.chain(*blocks, _coarse(baked, web)):
                writer.write_tile(zxy_to_tileid(zoom, x, y), picture)
            writer.finalize(_header(web), _description(baked, web))
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def _each(work: Callable[..., Any], store: Store, web: Web, client: Client | None, *more: Any) -> Iterator[Any]:
    """Runs work on all blocks of tiles: on the cluster, or on threads of this process. Yields results in order."""
    with client.get_executor() if client else ThreadPoolExecutor() as executor:
        blocks = _blocks(web)
        while batch := list(itertools.islice(blocks, BATCH)):
            yield from executor.map(work, *zip(*((store, web, block, *more) for block in batch)))


def _blocks(web: Web) -> Iterator[Block]:
    """Blocks of about as many tiles as a chunk holds: (level, rows, columns)."""
    side = max(1, web.layout.chunk // SIDE)
    for level in range(web.layout.levels):
        rows, columns = web.tiles(level)
        for row in range(0, len(rows), side):
            for column in range(0, len(columns), side):
                yield level, rows[row : row + side], columns[column : column + side]


def _encode_block(store: Store, web: Web, block: Block) -> list[Tile]:
    """The tiles of a block."""
    level, rows, columns = block
    first = web.first(level)
    shape = web.layout.shape(level)
    samples = _inside(rows, first[0], shape[0]), _inside(columns, first[1], shape[1])
    heights = read(store, web.layout, level, samples)
    first = first[0] + samples[0].start, first[1] + samples[1].start
    zoom = web.zoom - level
    return [(zoom, x, y, png(web.cut(heights, first, y, x))) for y in rows for x in columns]


def _inside(tiles: range, first: int, count: int) -> slice:
    """The samples of a level that tiles cover."""
    return slice(max(0, tiles.start * SIDE - first), min(tiles.stop * SIDE - first, count))


def read(store: Store, layout: Layout, level: int, samples: tuple[slice, slice]) -> np.ndarray:
    """The heights of some rows and columns of a level."""
    rows, columns = (range(part.start // layout.chunk, -(-part.stop // layout.chunk)) for part in samples)
    chunks = [[stored(store, layout, Address(level, row, column)) for column in columns] for row in rows]
    heights: np.ndarray = np.block(chunks)
    top, left = rows.start * layout.chunk, columns.start * layout.chunk
    return heights[samples[0].start - top : samples[0].stop - top, samples[1].start - left : samples[1].stop - left]


def _write_block(store: Store, web: Web, block: Block, folder: Path) -> None:
    for zoom, x, y, picture in _encode_block(store, web, block):
        write_file(folder / f"{zoom}/{x}/{y}.png", picture)


def _coarse(baked: Baked, web: Web) -> Iterator[Tile]:
    """Tiles of the zoom levels below those of the store."""
    top = web.layout.levels - 1
    everything = slice(0, web.layout.shape(top)[0]), slice(0, web.layout.shape(top)[1])
    for zoom, first, heights in web.coarser(read(baked.store, web.layout, top, everything)):
        rows, columns = covered(first, heights.shape)
        for y in rows:
            for x in columns:
                yield zoom, x, y, png(web.cut(heights, first, y, x))


def _description(baked: Baked, web: Web) -> dict[str, Any]:
    return {
        "name": baked.terrain.name,
        "encoding": "terrarium",
        "tileSize": SIDE,
        "bounds": web.bounds(),
        "minzoom": 0,
        "maxzoom": web.zoom,
    }


def _header(web: Web) -> dict[str, Any]:
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
