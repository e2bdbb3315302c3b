"""Levels of the fake editor: landscapes as *Import from File* makes them, before the plug-in sets them up."""

import numpy
import state
import unreal
from PIL import Image

# What Unreal's dialog has when nothing is typed.
DEFAULT_SCALE = (100.0, 100.0, 100.0)


def clear() -> None:
    state.LEVEL.clear()
    state.MESSAGES.clear()
    for path in [path for path in state.ASSETS if path.startswith("/Game")]:
        del state.ASSETS[path]


def values(file) -> numpy.ndarray:
    """The 16-bit values of a file, read by Pillow and NumPy."""
    if file.suffix == ".png":
        return numpy.asarray(Image.open(file)).astype(int)
    side = int((file.stat().st_size // 2) ** 0.5)
    return numpy.fromfile(file, "<u2").reshape(side, side).astype(int)


def import_landscape(file, label: str, is_partitioned: bool = False):
    """A landscape around the origin, as Unreal places new ones. In a partitioned world it is elsewhere, and four proxies hold its
    components."""
    samples = values(file)
    rows, columns = samples.shape
    corner = unreal.Vector(-(columns - 1) * DEFAULT_SCALE[0] / 2, -(rows - 1) * DEFAULT_SCALE[1] / 2, 100.0)
    if is_partitioned:
        corner = unreal.Vector(5000.0, 7000.0, 100.0)
    landscape = _actor(unreal.Landscape, label, corner, (0, 0) if is_partitioned else (columns, rows))
    landscape._values_of_samples, landscape._owner = samples, None
    if is_partitioned:
        half = (columns - 1) // 2, (rows - 1) // 2
        for right in (0, 1):
            for down in (0, 1):
                place = unreal.Vector(
                    corner.x + right * half[0] * DEFAULT_SCALE[0],
                    corner.y + down * half[1] * DEFAULT_SCALE[1],
                    corner.z,
                )
                held = (columns - half[0] if right else half[0] + 1), (rows - half[1] if down else half[1] + 1)
                proxy = _actor(unreal.LandscapeStreamingProxy, f"proxy {right} {down}", place, held)
                proxy._owner, proxy._first_sample = landscape, (right * half[0], down * half[1])
    return landscape


def _actor(kind, label, location, held):
    actor = kind()
    actor._label, actor._location, actor._scale, actor._held = label, location, unreal.Vector(*DEFAULT_SCALE), held
    state.LEVEL.append(actor)
    return actor


def labelled(label: str):
    return next(actor for actor in state.LEVEL if actor._label == label)


def parts(landscape) -> list:
    """The actors that hold the components of a landscape, with their first samples."""
    proxies = [
        actor
        for actor in state.LEVEL
        if isinstance(actor, unreal.LandscapeStreamingProxy) and actor._owner is landscape
    ]
    return [(proxy, proxy._first_sample) for proxy in proxies] or [(landscape, (0, 0))]


def values_of(landscape) -> numpy.ndarray:
    return landscape._values_of_samples


def world(actor, first: tuple, column, row, value) -> tuple:
    """Centimetres of a sample in the world: Epic's documented formula, 128 steps for a unit of Z."""
    return (
        actor._location.x + (column - first[0]) * actor._scale.x,
        actor._location.y + (row - first[1]) * actor._scale.y,
        actor._location.z + (value - 32768) / 128 * actor._scale.z,
    )


def colour(node, column, row) -> numpy.ndarray:
    """The value of a node of a material at samples of the landscape, as the documented nodes compute it."""
    kind, inputs = type(node).__name__, node._inputs
    if kind == "MaterialExpressionLandscapeLayerCoords":
        return numpy.stack([column, row]) / node.mapping_scale
    if kind == "MaterialExpressionConstant3Vector":
        return numpy.array([[node.constant.r], [node.constant.g], [node.constant.b]])
    if kind == "MaterialExpressionTextureSample":
        return texture(node, colour(next(iter(inputs.values())), column, row))
    first = colour(inputs["A"], column, row)
    second = colour(inputs["B"], column, row) if "B" in inputs else node.const_b
    operation = {
        "MaterialExpressionAdd": numpy.add,
        "MaterialExpressionMultiply": numpy.multiply,
        "MaterialExpressionDivide": numpy.divide,
    }[kind]
    return operation(first, second)


def texture(node, uv: numpy.ndarray) -> numpy.ndarray:
    """Red of the nearest texel, which at a texel's centre is what filtering gives."""
    settings = node.texture
    expected = ("TC_GRAYSCALE", "TMGS_NO_MIPMAPS", "TA_CLAMP", "TA_CLAMP")
    given = tuple(
        getattr(settings, name).name for name in ("compression_settings", "mip_gen_settings", "address_x", "address_y")
    )
    if given != expected or settings.srgb is not False or node.sampler_type.name != "SAMPLERTYPE_LINEAR_GRAYSCALE":
        raise ValueError(f"the texture is filtered or compressed: {given}")
    picture = numpy.asarray(Image.open(settings._file)).astype(float) / 255
    place = uv * numpy.array([[picture.shape[1]], [picture.shape[0]]]) - 0.5
    if numpy.abs(place - numpy.round(place)).max() > 1e-6:
        raise ValueError("samples are not at the centres of texels")
    x, y = numpy.round(place).astype(int)
    return picture[y, x][None, :]
