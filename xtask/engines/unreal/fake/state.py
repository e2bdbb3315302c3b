"""The state of the fake editor: what the methods did, and what the checks read."""

import types

# Functions for documented methods, by class and method.
BEHAVIOUR = {}

# Actors; assets by their paths; what the plug-in showed or logged; entries of menus.
LEVEL, MESSAGES, MENU = [], [], []
ASSETS = {"/Engine/BasicShapes/Plane": types.SimpleNamespace()}

# The file that the user chooses in the dialog; and how versions of Unreal differ.
CHOICE = {"file": ""}
VERSION = {"texture_input": "Coordinates", "moves_proxies": False}


def behaviour(owner):
    """Registers what the method with the function's name does."""

    def register(function):
        BEHAVIOUR[owner, function.__name__] = function
        return function

    return register
