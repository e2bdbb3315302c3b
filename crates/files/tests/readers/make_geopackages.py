"""Writes GeoPackages with SQLite, and shapes.json with the coordinates of each feature.

Pages have all sizes; tables have from one page to three levels of them; geometries need no page or a chain of pages of their own.
Rows are removed and columns added, and pages are moved by vacuums.
"""

import json
import random
import sqlite3
import struct
import sys
from pathlib import Path

folder = Path(sys.argv[1])
chance = random.Random(7)
manifest = []


def number(order):
    return lambda *numbers: struct.pack(f"{order}{len(numbers)}d", *numbers)


def geometry(points, order, height, measure, envelope, style):
    """A line: a header of GeoPackage, and well-known binary of ISO or, in style 1, of PostGIS."""
    numbers = number(order)
    size = [0, 4, 6, 6, 8][envelope]
    header = struct.pack(f"{order}2sBBi", b"GP", 0, (order == "<") | envelope << 1, 32632) + numbers(*[5.0] * size)
    kind = 2
    if style == 1:
        kind |= 0x80000000 * height | 0x40000000 * measure | 0x20000000
    else:
        kind += 1000 * height + 2000 * measure
    blob = header + struct.pack(f"{order}BI", order == "<", kind)
    blob += struct.pack(f"{order}i", 32632) if style == 1 else b""
    blob += struct.pack(f"{order}I", len(points))
    for x, y, z in points:
        blob += numbers(x, y, *[z] * height, *[-7.0] * measure)
    return blob


def write(name, page, rows, most, vacuum):
    path = folder / name
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA page_size = {page}")
    db.execute(f"PRAGMA auto_vacuum = {vacuum}")
    db.executescript(
        """
        CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY,
            organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL, definition TEXT, description TEXT);
        CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER,
            z TINYINT, m TINYINT, PRIMARY KEY (table_name, column_name), UNIQUE (table_name));
        INSERT INTO gpkg_spatial_ref_sys VALUES ('zone', 32632, 'EPSG', 32632, '', NULL);
        INSERT INTO gpkg_geometry_columns VALUES ('many "lines', 'Geom', 'LINESTRING', 32632, 2, 2);
        CREATE TABLE "many ""lines" (name TEXT DEFAULT 'a, (b)', fid INTEGER PRIMARY KEY, -- geom
            "geom" LINESTRING, CHECK (name != 'x'));
        """
    )
    insert = 'INSERT INTO "many ""lines" (fid, name, geom) VALUES (?, ?, ?)'
    features = {}
    for _ in range(rows):
        fid = chance.choice([chance.randrange(1 << 8), chance.randrange(1 << 40), -chance.randrange(1 << 60)])
        count = chance.randrange(2, most)
        points = [[chance.uniform(-1e6, 1e6), chance.uniform(-1e6, 1e6), chance.uniform(-1e3, 1e3)] for _ in range(count)]
        height, measure = chance.random() < 0.5, chance.random() < 0.5
        blob = geometry(points, chance.choice("<>"), height, measure, chance.randrange(5), chance.randrange(2))
        if fid not in features:
            db.execute(insert, (fid, "n" * chance.choice([0, 1, 70, 300]), blob))
            features[fid] = [points, height]
    for fid in chance.sample(sorted(features), len(features) // 3):
        db.execute('DELETE FROM "many ""lines" WHERE fid = ?', (fid,))
        del features[fid]
    db.execute('ALTER TABLE "many ""lines" ADD COLUMN height')
    for fid in sorted(features)[::2]:
        height = chance.choice([0, 1, 7, -200, 70000, -1 << 22, 1 << 30, 1 << 46, 12.25, "33.5"])
        height = min(height, 10**9) if isinstance(height, int) else height
        db.execute('UPDATE "many ""lines" SET height = ? WHERE fid = ?', (height, fid))
        features[fid].append(float(height))
    db.execute("INSERT INTO \"many \"\"lines\" (fid) VALUES (?)", (1 << 62,))
    db.commit()
    if chance.random() < 0.5:
        db.execute("VACUUM")
    db.close()
    lines = []
    for fid in sorted(features):
        points, has_heights, *height = features[fid]
        heights = [z for _, _, z in points] if has_heights else height * len(points)
        lines.append({"points": [[x, y] for x, y, _ in points], "heights": heights or None})
    manifest.append({"name": name, "lines": lines})


for page in [512, 1024, 2048, 4096, 16384, 65536]:
    write(f"few-{page}.gpkg", page, 3, 5, 0)
    write(f"many-{page}.gpkg", page, 1500, 12, chance.randrange(3))
    write(f"long-{page}.gpkg", page, 12, 4000, chance.randrange(3))
(folder / "shapes.json").write_text(json.dumps(manifest))
