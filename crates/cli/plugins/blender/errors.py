"""The one error of this add-on: what is wrong, and what to do."""


class TerrainError(Exception):
    """Shown to the user as it is."""
