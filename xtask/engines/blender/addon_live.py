"""Live terrains: the mesh follows the recipe, in place, and Blender's window never waits for the command."""

import os
import shutil
import time
from pathlib import Path

import bpy

from extension import clear, module, preferences
from meshes import compare, world_vertices
from panel_reader import panel_texts
from terrain import Terrain

RECIPE = Path(__file__).parent / "parameters.toml"
PATIENCE = 120  # seconds until a check gives up


def check_live(report, command, work):
    recipe = work / "live.toml"
    shutil.copy(RECIPE, recipe)
    object = add(recipe)
    wait(object)
    material = object.data.materials[0]
    object.data.attributes.new("mine", "FLOAT", "POINT")
    follow(report, command, work, object, "a new terrain", recipe)
    object["orogen roughness"] = 0.9
    object["orogen width"] = 1234.5
    follow(report, command, work, object, "two changed parameters", recipe, "roughness=0.9", "width=1234.5")
    report.holds("add-on, live: attributes of the mesh stay", "mine" in object.data.attributes)
    object.orogen.size = 200
    follow(report, command, work, object, "another size", recipe, "roughness=0.9", "width=1234.5")
    object.orogen.own_seed, object.orogen.seed = True, 99
    follow(report, command, work, object, "another seed", recipe, "roughness=0.9", "width=1234.5")
    recipe.write_text(recipe.read_text().replace("octaves = 6", "octaves = 3").replace("height = 500", "height = 300"))
    follow(report, command, work, object, "an edited file", recipe, "roughness=0.9", "width=1234.5")
    kept = object.data.materials[0] == material and len(bpy.data.materials) == 1 and len(bpy.data.images) == 1
    report.holds("add-on, live: same object, material and number of pictures", kept)
    check_newest(report, command, work, object, recipe)
    check_mistakes(report, object, recipe)


def add(recipe):
    clear()
    bpy.ops.orogen.add(recipe=str(recipe))
    return bpy.context.object


def wait(object):
    """Does what Blender's timer does until the terrain is there: returns seconds in all, and the longest look."""
    live = module("live")
    start, longest = time.monotonic(), 0
    while True:
        begin = time.monotonic()
        live.look_at_all()
        longest = max(longest, time.monotonic() - begin)
        job = live.job_of(object)
        if not job.is_busy:
            return time.monotonic() - start, longest
        if begin - start > PATIENCE:
            raise TimeoutError(f"the terrain of {object.orogen.recipe} has not come in {PATIENCE} s")
        time.sleep(0.002)


def follow(report, command, work, object, what, recipe, *values, **more):
    """After a change, the mesh has the heights of the recipe with these values. Returns the longest wait of the window."""
    seconds, longest = wait(object)
    job = module("live").job_of(object)
    if job.failed:
        report.holds(f"add-on, live: {what}", False, message=job.message)
        return longest
    settings = tuple(part for value in values for part in ("--set", value))
    seed = ("--seed", object.orogen.seed) if object.orogen.own_seed else ()
    truth = Terrain(command, str(recipe), work / "truth", settings)
    # Only for terrain.json: the heights come from `orogen sample`.
    truth.generate("--format", "r16", "--size", object.orogen.size, *seed, "--no-normal", "--no-preview", "--force")
    bpy.context.view_layer.update()
    more.update(seconds=round(seconds, 3), longest_wait_of_the_window_s=round(longest, 3))
    compare(report, truth, f"add-on, live: {what}", world_vertices(object), **more)
    return longest


def check_newest(report, command, work, object, recipe):
    """While a slider moves, runs that are overtaken are not started."""
    live, runs = module("live"), []
    original = live.command.Run
    live.command.Run = lambda *arguments: runs.append(arguments) or original(*arguments)
    try:
        for step in range(100):
            object["orogen roughness"] = step / 100
            live.look_at_all()
        follow(report, command, work, object, "the last of 100 changes", recipe, "roughness=0.99", "width=1234.5")
    finally:
        live.command.Run = original
    report.holds("add-on, live: 100 changes at once start few runs", 1 < len(runs) < 20, runs=len(runs))


def check_mistakes(report, object, recipe):
    """Mistakes are shown in the panel with their place and what to do; the last valid terrain stays."""
    text = recipe.read_text()
    wrong = text.replace("octaves", "octave")
    line = 1 + wrong[: wrong.index("octave")].count("\n")
    vertices = len(object.data.vertices)
    recipe.write_text(wrong)
    expect(report, object, "a wrong key", "`fbm` has no key `octave`", f"line {line}, column 1", "did you mean `octaves`?")
    recipe.write_text("[")
    expect(report, object, "no TOML", "line 1, column 2")
    recipe.unlink()
    expect(report, object, "a missing recipe", "there is no file", "give the path of a recipe")
    recipe.write_text(text)
    expect(report, object, "the mistake is corrected", "200 × 200 samples", failed=False)

    chosen = preferences().command
    preferences().command = "/nowhere/orogen"
    expect(report, object, "a wrong path of the command", "/nowhere/orogen is not a program", "preferences")
    preferences().command = ""
    path, home = os.environ.pop("PATH"), os.environ.get("HOME", "")
    os.environ["HOME"] = os.environ["USERPROFILE"] = str(recipe.parent)
    expect(report, object, "no command", "`orogen` is not on PATH", "preferences")
    os.environ["PATH"], os.environ["HOME"] = path, home
    os.environ["USERPROFILE"] = home
    preferences().command = chosen
    expect(report, object, "the command is back", "200 × 200 samples", failed=False)
    live = module("live")
    show = live.show
    live.show = lambda *_: 1 / 0
    object.orogen.seed = 98
    expect(report, object, "a mistake in the add-on", "ZeroDivisionError", "console")
    live.show = show
    object.orogen.seed = 99
    expect(report, object, "after a mistake in the add-on", "200 × 200 samples", failed=False)
    object.orogen.recipe = "terra"
    expect(report, object, "a planet", "terra is a planet", "Choose another recipe")
    report.holds("add-on, live: the last valid terrain stays", len(object.data.vertices) == vertices)


def expect(report, object, what, *texts, failed=True):
    wait(object)
    job = module("live").job_of(object)
    shown = " ".join(panel_texts(object))
    holds = job.failed == failed and all(text in shown for text in texts)
    report.holds(f"add-on, live: {what}", holds, shown=job.message)
