"""One line of JSON per check on stdout."""

import json
import math

import bpy

METRE_LIMIT = 0.001  # the limit for files of 32-bit floats


class Report:
    def __init__(self, stream):
        self.stream = stream
        self.failed = 0

    def heights(self, file, error_m, places, limit_m=METRE_LIMIT, **more):
        """Reports the largest error of `places` heights; null if one of them is missing."""
        error = float(error_m) if math.isfinite(error_m) else None
        entries = {"file": file, "places": int(places), "error_m": error, "limit_m": limit_m, **more}
        self._line(entries, error is not None and error <= limit_m)

    def holds(self, file, holds, **more):
        """Reports a check that has no error in metres."""
        self._line({"file": file, **more}, bool(holds))

    def _line(self, entries, holds):
        self.failed += not holds
        line = {"program": f"Blender {bpy.app.version_string}", **entries, "holds": holds}
        print(json.dumps(line), file=self.stream, flush=True)
