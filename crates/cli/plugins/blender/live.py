"""Live terrains: on a change, the command runs in the background, and the mesh follows in place.

A timer compares what each live terrain asks for with what was last started. So it does not matter how a setting changes: by
a slider, undo, a driver or a script, or because another program saves the recipe.
"""

import traceback
from dataclasses import dataclass

import bpy

from . import command
from .description import Description
from .errors import TerrainError
from .recipe import read_recipe, source
from .settings import live_objects, match_parameters, property_of
from .terrain import show

INTERVAL = 0.05  # seconds between two looks
# An outdated run of less than this may still finish: so the ground follows a slider that moves all the time.
PATIENCE = 0.5


@dataclass(frozen=True)
class Request:
    """All that decides what a terrain looks like."""

    command: str
    argument: str  # the recipe as the command takes it
    changed: int | None  # when the recipe's file was changed
    options: tuple
    style: str
    water: bool


class Job:
    """The state of one live terrain while Blender runs."""

    def __init__(self):
        self.started = None  # the newest request that was started; None after undo, too
        self.shown = None  # the request of the newest run
        self.recipe = None  # the recipe that the sliders are for
        self.run = None
        self.message = ""
        self.failed = False

    def look(self, object):
        try:
            wanted = self.request(object)
        except TerrainError as error:
            self.stop()
            self.started = None  # so that the terrain is generated once the command is there
            self.fail(str(error))
            return
        except Exception as error:
            self.fail_unexpectedly(error)
            return
        try:
            self.follow(object, wanted)
        except TerrainError as error:
            self.fail(str(error))
        except Exception as error:
            self.fail_unexpectedly(error)

    def fail_unexpectedly(self, error):
        """Without it, Blender would end the timer, and with it all live terrains."""
        traceback.print_exc()
        self.fail(f"The add-on failed: {error!r}. Blender's console has the details.")

    def follow(self, object, wanted):
        if self.run and self.run.is_running:
            if wanted != self.started and self.run.seconds > PATIENCE:
                self.stop()
        elif self.run:
            self.finish(object)
        if self.run is None and wanted != self.started:
            self.started = self.shown = wanted
            self.run = command.Run(wanted.command, wanted.options)

    def fail(self, message):
        self.failed, self.message = True, message

    def request(self, object):
        """What the settings of an object ask for."""
        settings = object.orogen
        program = command.find_command()
        argument, changed = source(settings.recipe)
        recipe = read_recipe(program, argument, changed)
        if recipe and recipe.is_planet:
            raise TerrainError(f"{settings.recipe} is a planet, and live terrains are flat. Choose another recipe.")
        options = [argument, "--size", str(settings.size), "--no-normal", "--no-preview"]
        options += ["--seed", str(settings.seed)] if settings.own_seed else []
        formats = ["f32"]
        if recipe:
            options += self.changed_parameters(object, recipe)
            formats += [{"COLOURS": "colour", "WEIGHTS": "splat"}[settings.style]] * recipe.has_materials
            formats += ["water-mesh"] * (recipe.has_water and settings.water)
        options += ["--format", ",".join(formats)]
        return Request(program, argument, changed, tuple(options), settings.style, settings.water)

    def changed_parameters(self, object, recipe):
        """Options for the parameters that differ from the recipe. First makes the sliders those of the recipe."""
        keys = [property_of(parameter) for parameter in recipe.parameters]
        if recipe is not self.recipe or any(key not in object for key in keys):
            match_parameters(object, recipe.parameters)
            self.recipe = recipe
        for key, parameter in zip(keys, recipe.parameters):
            if object[key] != parameter.value:
                yield from ("--set", f"{parameter.name}={object[key]!r}")

    def finish(self, object):
        run, self.run = self.run, None
        try:
            description = Description(run.description())
            (tile,) = description.tiles
            show(object, tile, description, self.shown.style, self.shown.water)
            self.failed = False
            self.message = f"{tile.columns} × {tile.rows} samples in {run.seconds:.2g} s"
        finally:
            run.close()

    def stop(self):
        if self.run:
            self.run.stop()
            self.run = None

    @property
    def is_busy(self):
        return self.run is not None


JOBS = {}  # by the session's id of the object


def job_of(object):
    return JOBS.setdefault(object.session_uid, Job())


def look_at_all():
    """The timer's function: returns the seconds until the next look."""
    if bpy.app.is_job_running("RENDER"):  # a render reads the mesh
        return INTERVAL
    objects = live_objects(bpy.context.scene)
    present = {object.session_uid for object in objects}
    for uid in [uid for uid in JOBS if uid not in present]:
        JOBS.pop(uid).stop()
    for object in objects:
        if object.mode != "OBJECT":  # a mesh that is edited or sculpted cannot be replaced
            continue
        job = job_of(object)
        before = (job.is_busy, job.message)
        job.look(object)
        if (job.is_busy, job.message) != before:
            redraw()
    return INTERVAL


def redraw():
    """Shows the new state in all sidebars."""
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()


@bpy.app.handlers.persistent
def generate_again(*_):
    """After undo and redo, a mesh can be older than the settings."""
    for job in JOBS.values():
        job.started = None


UNDO = (bpy.app.handlers.undo_post, bpy.app.handlers.redo_post)


def register():
    for handlers in UNDO:
        handlers.append(generate_again)
    bpy.app.timers.register(look_at_all, first_interval=INTERVAL, persistent=True)


def unregister():
    bpy.app.timers.unregister(look_at_all)
    for handlers in UNDO:
        handlers.remove(generate_again)
    for job in JOBS.values():
        job.stop()
    JOBS.clear()
