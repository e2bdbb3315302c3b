"""A stand-in for the module `unreal`, strict about the documented API.

`../unreal_api.json` lists the documented classes, methods with their parameters, properties and enum values that the plug-in may
use. Any other name raises AttributeError, any other parameter TypeError. What the methods do is in `behaviour.py` and
`behaviour_of_assets.py`.
"""

import json
from pathlib import Path

from state import ASSETS, BEHAVIOUR, MESSAGES

API = json.loads((Path(__file__).resolve().parent.parent / "unreal_api.json").read_text())


class Object:
    def __init__(self, *values, **named):
        object.__setattr__(self, "_values", {})
        for name, value in [*zip(self._properties(), values), *named.items()]:
            self.set_editor_property(name, value)

    @classmethod
    def _properties(cls):
        found = {}
        for base in reversed(cls.__mro__):
            found.update(API["classes"].get(base.__name__, {}).get("properties", {}))
            found.update(vars(base).get("_declared", {}))
        return found

    def get_editor_property(self, name):
        if name not in self._properties():
            raise AttributeError(f"{type(self).__name__} has no documented property `{name}`")
        return self._values.get(name)

    def set_editor_property(self, name, value):
        kind = self._properties().get(name)
        if kind is None or kind.endswith("read-only"):
            raise AttributeError(f"{type(self).__name__} has no documented property `{name}` that can be set")
        check_type(kind, value)
        self._values[name] = value

    def __getattr__(self, name):
        if name.startswith("_") or name not in self._properties():
            raise AttributeError(f"{type(self).__name__} has no documented attribute `{name}`")
        return self._values.get(name)

    def __setattr__(self, name, value):
        if name.startswith("_"):
            object.__setattr__(self, name, value)
        else:
            self.set_editor_property(name, value)


def check_type(kind, value):
    numbers = {
        "float": (float, int),
        "double": (float, int),
        "int32": (int,),
        "bool": (bool,),
        "str": (str,),
        "Name": (str,),
    }
    if kind in numbers:
        fits = isinstance(value, numbers[kind]) and (kind == "bool" or not isinstance(value, bool))
    elif kind in API["enums"]:
        fits = isinstance(value, Enum) and value.kind == kind
    else:
        fits = kind.startswith("Array[") or isinstance(value, globals().get(kind, Object))
    if not fits:
        raise TypeError(f"{value!r} is not of the type {kind}")


class Enum:
    def __init__(self, kind, name):
        self.kind, self.name = kind, name


def documented_method(owner, name, parameters):
    names = [parameter.rstrip("?") for parameter in parameters]
    required = [parameter for parameter in parameters if not parameter.endswith("?")]

    def call(*arguments, **named):
        first = 1 if arguments and isinstance(arguments[0], (owner, type)) and is_owner(owner, arguments[0]) else 0
        given = dict(zip(names, arguments[first:]))
        if len(arguments) - first > len(names) or set(named) - set(names) or set(given) & set(named):
            raise TypeError(f"{owner.__name__}.{name} takes {names}")
        given.update(named)
        if set(required) - set(given):
            raise TypeError(f"{owner.__name__}.{name} needs {required}")
        if (owner.__name__, name) not in BEHAVIOUR:
            raise NotImplementedError(f"{owner.__name__}.{name}")
        return BEHAVIOUR[owner.__name__, name](*arguments[:first], **given)

    return call


def is_owner(owner, value):
    return isinstance(value, owner) or (isinstance(value, type) and issubclass(value, owner))


class Method:
    """Binds to the object, or to the class for the documented class methods."""

    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner):
        return lambda *arguments, **named: self.function(
            *((instance,) if instance is not None else ()), *arguments, **named
        )


def make(name):
    if name in ("Object", "object"):
        return Object
    if name not in globals():
        described = API["classes"].get(name, {"base": "Object", "methods": {}})
        globals()[name] = made = type(name, (make(described["base"]),), {})
        for method, parameters in described["methods"].items():
            setattr(made, method, Method(documented_method(made, method, parameters)))
    return globals()[name]


for class_name in API["classes"]:
    make(class_name)
# Landscapes are actors: LandscapeProxy, PartitionActor, Actor.
for base_name, above in {"PartitionActor": "Actor", "MaterialInterface": "Object"}.items():
    globals()[base_name].__bases__ = (make(above),)
for enum_name, members in API["enums"].items():
    globals()[enum_name] = type(enum_name, (), {member: Enum(enum_name, member) for member in members})


class ScopedEditorTransaction:
    def __init__(self, desc):
        pass

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        return None


def uproperty(type, meta=None, getter=None, setter=None):
    return ("uproperty", type)


def uclass():
    def declare(made):
        declared = {
            name: value[1].__name__
            for name, value in vars(made).items()
            if isinstance(value, tuple) and value[0] == "uproperty"
        }
        for name in declared:
            delattr(made, name)
        made._declared = declared
        return made

    return declare


def new_object(type, outer=None, name="None", base_type=None):
    return type()


def get_editor_subsystem(subsystem):
    return subsystem()


def load_asset(name):
    return ASSETS[name]


def log(arg):
    MESSAGES.append(arg)


log_error = log

import behaviour  # noqa: E402,F401 (they need the classes)
import behaviour_of_assets  # noqa: E402,F401
