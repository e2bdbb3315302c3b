"""The mesh formats: what Blender's own importers make of them, against the recipe."""

import bpy
import numpy as np

from report import METRE_LIMIT

IMPORTERS = {
    "glb": lambda path: bpy.ops.import_scene.gltf(filepath=path),
    "obj": lambda path: bpy.ops.wm.obj_import(filepath=path),
    "stl": lambda path: bpy.ops.wm.stl_import(filepath=path),
}


def empty_scene():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def imported_vertices(path, format):
    """World positions of all vertices that the importer makes from a file."""
    before = set(bpy.data.objects)
    IMPORTERS[format](str(path))
    bpy.context.view_layer.update()
    objects = [o for o in bpy.data.objects if o not in before and o.type == "MESH"]
    return np.concatenate([world_vertices(o) for o in objects])


def world_vertices(object, mesh=None, turn=np.asarray):
    """World positions in double precision, so that the comparison adds no rounding. `turn` may change the rotation."""
    mesh = mesh or object.data
    local = np.empty(len(mesh.vertices) * 3, np.float32)
    mesh.vertices.foreach_get("co", local)
    matrix = np.array(object.matrix_world, float)
    return local.reshape(-1, 3).astype(float) @ turn(matrix[:3, :3]).T + matrix[:3, 3]


class Samples:
    """Vertices by the sample that they belong to: x grows east with the columns, y shrinks south with the rows."""

    def __init__(self, vertices, terrain):
        """`vertices` in metres of the domain."""
        x0, y0 = terrain.description["origin"]
        width, height = terrain.samples
        place = np.stack([vertices[:, 0] - x0, -vertices[:, 1] - y0], axis=-1) / terrain.spacing
        # Wrong positions are reported, rather than ending the checks.
        near = (place > -0.5) & (place < (width - 0.5, height - 0.5))
        inside = np.isfinite(vertices).all(axis=1) & near.all(axis=1)
        self.outside = int((~inside).sum())
        vertices, place = vertices[inside], place[inside]
        self.columns, self.rows = np.rint(place).astype(int).T
        self.aside = terrain.spacing * np.abs(place - np.rint(place)).max(initial=0)
        self.heights = vertices[:, 2]
        self.index = np.full((height, width), -1)
        self.index[self.rows, self.columns] = np.arange(len(vertices))
        # Where tiles meet, samples have several vertices: the largest distance between them.
        self.crack = np.abs(vertices - vertices[self.index[self.rows, self.columns]]).max(initial=0)

    def missing(self):
        """Samples without a vertex."""
        return int((self.index < 0).sum())

    def at(self, columns, rows):
        """Heights of samples; not a number without a vertex."""
        index = self.index[rows, columns]
        return np.where(index < 0, np.nan, self.heights[index]) if len(self.heights) else np.full(len(index), np.nan)


def compare(report, terrain, file, vertices, limit_m=METRE_LIMIT, **more):
    """Reports the heights of vertices, and whether each sample has one at its place."""
    samples = Samples(vertices, terrain)
    columns, rows = terrain.random_samples()
    error = np.abs(samples.at(columns, rows) - terrain.true_heights(columns, rows)).max()
    report.heights(file, error, len(columns), limit_m, **more)
    # Positions are 32-bit floats, too: half a step is 0.5 mm from 8192 m on.
    report.holds(
        f"{file}: each sample at its place, without cracks",
        samples.missing() + samples.outside == 0 and samples.aside <= METRE_LIMIT and samples.crack == 0,
        missing=samples.missing(), outside=samples.outside, crack_m=float(samples.crack),
        aside_m=samples.aside, limit_m=METRE_LIMIT,
    )
    return samples


def check_mesh(report, terrain, format):
    empty_scene()
    path = terrain.file("mesh", format)
    compare(report, terrain, path.name, imported_vertices(path, format), recipe=terrain.recipe)
    if any(entry["kind"] == "colour" for entry in terrain.description["files"]):
        check_texture_coordinates(report, terrain, path.name, [o for o in bpy.data.objects if o.type == "MESH"])


def check_texture_coordinates(report, terrain, file, objects):
    """A sample is the centre of its pixel in the pictures."""
    columns, rows = terrain.samples
    x0, y0 = terrain.description["origin"]
    error = 0
    for object in objects:
        mesh = object.data
        corners = np.empty(len(mesh.loops), np.int32)
        mesh.loops.foreach_get("vertex_index", corners)
        coordinates = np.empty(len(corners) * 2, np.float32)
        mesh.uv_layers[0].uv.foreach_get("vector", coordinates)
        places = world_vertices(object)[corners, :2] - (x0, -y0)
        expected = places / terrain.spacing * (1, -1) + 0.5  # pixels from the picture's north-western corner
        pixels = (coordinates.reshape(-1, 2) * (1, -1) + (0, 1)) * (columns, rows)
        error = max(error, np.abs(pixels - expected).max())
    report.holds(f"{file}: texture coordinates", error < 0.05, error_pixels=float(error), limit_pixels=0.05)


def check_obj(report, terrain):
    """The OBJ has y up, and Blender turns it.

    Blender's matrix for the quarter turn has errors of up to 7.5e-8: it tilts a terrain of 16 km by 1.2 mm. So the limit of
    1 mm is for the vertices as they are read, and turned exactly.
    """
    empty_scene()
    path = terrain.file("mesh", "obj")
    turned = imported_vertices(path, "obj")
    exact = world_vertices(bpy.context.object, turn=np.rint)
    compare(report, terrain, path.name, exact, recipe=terrain.recipe)
    tilt = np.abs(turned - exact).max()
    limit = 1e-7 * np.ptp(exact[:, :2])
    report.holds(f"{path.name}: Blender's turn of the axes", tilt <= limit, error_m=float(tilt), limit_m=float(limit))


def check_solid(report, terrain):
    """The STL: a closed solid in millimetres, of which the top is the terrain."""
    empty_scene()
    path = terrain.file("mesh", "stl")
    entry = next(e for e in terrain.description["files"] if e["name"] == path.name)
    millimetres = imported_vertices(path, "stl")
    size = np.ptp(millimetres, axis=0)
    report.holds(f"{path.name}: width in millimetres", abs(size[0] - entry["print"]["width_mm"]) < 1e-3, mm=size[0])
    report.holds(f"{path.name}: closed", open_edges(bpy.context.object.data) == 0)

    columns, _ = terrain.samples
    metres = millimetres * ((columns - 1) * terrain.spacing / entry["print"]["width_mm"])
    top = metres[metres[:, 2] > metres[:, 2].min()]  # without the base, which is level
    top[:, 1] -= top[:, 1].max()  # the solid's northern edge is at the top of Blender's y axis
    samples = Samples(top, terrain)
    places = terrain.random_samples()
    truth = terrain.true_heights(*places)
    # A 32-bit float of millimetres at 1:109,000 has steps of 0.2 mm on the ground.
    report.heights(path.name, np.abs(samples.at(*places) - truth).max(), len(truth), recipe=terrain.recipe)


def open_edges(mesh):
    """Edges that do not join exactly two faces."""
    edges = np.empty(len(mesh.loops), np.int32)
    mesh.loops.foreach_get("edge_index", edges)
    return int((np.bincount(edges, minlength=len(mesh.edges)) != 2).sum())


def check_tiles(report, terrain, format):
    """Neighbouring tiles have the same border, bit for bit, so that there are no cracks."""
    empty_scene()
    across, down = terrain.description["tiles"]
    tiles, everything = {}, []
    for column in range(across):
        for row in range(down):
            vertices = imported_vertices(terrain.file("mesh", format, [column, row]), format)
            tiles[column, row] = {tuple(v) for v in vertices.tolist()}
            everything.append(vertices)
    for (column, row), vertices in tiles.items():
        for neighbour, samples in (((column + 1, row), terrain.samples[1]), ((column, row + 1), terrain.samples[0])):
            if neighbour in tiles:
                shared = len(vertices & tiles[neighbour])
                expected = (samples - 1) // (down if neighbour[0] > column else across) + 1
                report.holds(
                    f"tiles {column},{row} and {neighbour[0]},{neighbour[1]} as {format}: same border",
                    shared == expected, shared=shared, expected=expected,
                )
    compare(report, terrain, f"tiles as {format}", np.concatenate(everything), recipe=terrain.recipe)
