"""How long a terrain takes to follow a change, and how long Blender's window waits for it."""

import shutil
import subprocess

from addon_live import RECIPE, add, follow, wait

SIZES = (512, 1024)


def check_speed(report, command, work):
    quick, alps = work / "quick.toml", work / "alps.toml"
    shutil.copy(RECIPE, quick)
    text = preset(command, "alps")
    for size in SIZES:
        object = start(quick, size)
        object["orogen roughness"] = 0.25
        follow(report, command, work, object, f"a parameter at {size}²", quick, "roughness=0.25")
        alps.write_text(text)
        object = start(alps, size)
        alps.write_text(changed(text, '"#384a30"', '"#485a40"'))
        follow(report, command, work, object, f"alps with another colour at {size}²", alps)
        # The command keeps solutions of erosion, but none of these ground.
        alps.write_text(changed(text, '"700 m"', f'"{700 + size / 100} m"'))
        longest = follow(report, command, work, object, f"alps with other ranges, which are eroded, at {size}²", alps)
        report.holds(f"add-on, live: the window never waits for the command at {size}²", longest < 1, seconds=longest)


def changed(text, old, new):
    assert old in text, f"the preset has no {old} any more"
    return text.replace(old, new)


def start(recipe, size):
    object = add(recipe)
    object.orogen.size = size
    wait(object)
    return object


def preset(command, name):
    return subprocess.run([command, "presets", name], capture_output=True, text=True, check=True).stdout
