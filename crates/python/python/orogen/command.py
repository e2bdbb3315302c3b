"""The command `orogen`."""

from __future__ import annotations

import signal
import sys

from . import _native


def main() -> int:
    """Runs the command with the arguments of the program, and returns its exit status."""
    # Python's own handler waits for Python code to run, so the command would not end.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.command(["orogen", *sys.argv[1:]])

