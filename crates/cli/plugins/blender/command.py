"""The command `orogen`: where it is, quick questions to it, and long runs that do not block Blender's window."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from functools import lru_cache
from pathlib import Path

import bpy

from .errors import TerrainError

# The command's messages quote a line of the recipe as `14 | octave = 6`, and name its place as `--> mine.toml:14:1`.
QUOTE = re.compile(r"(\d+ )?\|")
PLACE = re.compile(r"--> (.*):(\d+):(\d+)")

# Without this, Windows opens a console for each run.
NO_CONSOLE = {"creationflags": subprocess.CREATE_NO_WINDOW} if sys.platform == "win32" else {}


def find_command():
    """The path of the command: from the add-on's preferences, or else from PATH or where `cargo install` puts it.

    A Blender that is started from a desktop often has a PATH without Cargo's folder.
    """
    chosen = bpy.path.abspath(bpy.context.preferences.addons[__package__].preferences.command)
    if chosen:
        found = shutil.which(chosen)
        if not found:
            raise TerrainError(f"{chosen} is not a program. Correct the path of the command in the preferences of this add-on.")
        return found
    found = shutil.which("orogen") or shutil.which("orogen", path=Path.home() / ".cargo" / "bin")
    if not found:
        raise TerrainError(
            "The command `orogen` is not on PATH. Install it, or set its path in the preferences of this add-on."
        )
    return found


def ask(command, *arguments):
    """The output of a quick subcommand."""
    try:
        result = subprocess.run([command, *arguments], capture_output=True, encoding="utf-8", timeout=10, **NO_CONSOLE)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise TerrainError(f"{command} does not run: {error}. Set the path of the command in the preferences.") from error
    if result.returncode != 0:
        raise TerrainError(brief(result.stderr))
    return result.stdout


@lru_cache
def presets(command):
    """Name and description of all presets of flat terrains."""
    listed = json.loads(ask(command, "presets", "--json"))["presets"]
    return [(preset["name"], preset["description"]) for preset in listed if preset["domain"] != "planet"]


def brief(stderr):
    """The command's message without the quoted lines of the recipe: what is wrong, where, and what to do."""
    kept = []
    for line in map(str.strip, stderr.splitlines()):
        if line and not QUOTE.match(line):
            line = line.removeprefix("error: ").removeprefix("= ")
            kept.append(PLACE.sub(r"line \2, column \3 of \1", line))
    return "\n".join(kept)


class Run:
    """One run of `generate` into a folder of its own."""

    def __init__(self, command, arguments):
        self.folder = tempfile.TemporaryDirectory(prefix="orogen-", ignore_cleanup_errors=True)
        self.started = time.monotonic()
        # A file rather than a pipe: a full pipe would stop the command.
        self.messages = tempfile.TemporaryFile()
        output = ("--output", self.folder.name, "--quiet")
        try:
            self.process = subprocess.Popen(
                [command, "generate", *arguments, *output],
                stdout=subprocess.DEVNULL, stderr=self.messages, stdin=subprocess.DEVNULL, **NO_CONSOLE,
            )
        except OSError as error:
            self.close()
            raise TerrainError(f"{command} does not run: {error}. Set the path of the command in the preferences.") from error

    @property
    def seconds(self):
        return time.monotonic() - self.started

    @property
    def is_running(self):
        return self.process.poll() is None

    def description(self):
        """The path of the description of the finished terrain; the command's message as an error if it has failed."""
        if self.process.returncode != 0:
            self.messages.seek(0)
            message = brief(self.messages.read().decode("utf-8", "replace"))
            raise TerrainError(message or f"The command ended with status {self.process.returncode}.")
        return Path(self.folder.name, "terrain.json")

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.close()

    def close(self):
        self.messages.close()
        self.folder.cleanup()
