"""Opening terrains, what they say about themselves, and their errors."""

import pathlib
import pickle

import numpy as np
import orogen
import pytest
from conftest import HILLS

RECIPE = {
    "orogen": 1,
    "name": 'Hills "of" dicts\n',
    "seed": 2**64 - 1,
    "domain": {"size": "1 km", "samples": 65},
    "height": {"field": "hills", "scale": np.float32(60), "offset": -5},
    "fields": {
        "hills": {"type": "fbm", "wavelength": 200.0, "octaves": np.int64(5), "displace": {"by": "drift", "strength": 30}},
        "drift": {"type": "fbm", "wavelength": "300 m", "basis": {"type": "cellular", "jitter": 0.5}},
        "steps": {"type": "curve", "input": "hills", "points": np.array([[-1.0, -1.0], [1.0, 1.0]])},
    },
}


def test_presets():
    names = orogen.presets()
    assert len(names) >= 28 and names == sorted(names)
    assert {"alps", "luna"} <= set(names)


def test_properties_of_a_plane():
    alps = orogen.open("alps")
    assert (alps.name, alps.size, alps.is_planet, alps.radius) == ("Alps", 16384.0, False, None)
    low, high = alps.interval
    heights = alps.heights(100)
    assert low <= heights.min() < heights.max() <= high
    assert "ranges" in alps.fields
    assert alps.spacing == alps.size / (alps.shape[0] - 1)
    assert orogen.open("isle").sea_level == 0.0 and not alps.repeats
    assert repr(alps) == f"<orogen.Terrain 'Alps', seed {alps.seed}, 16384 m>"


def test_properties_of_a_planet():
    luna = orogen.open("luna")
    assert luna.is_planet and luna.radius == 1_737_400.0
    assert luna.size == pytest.approx(2 * np.pi * luna.radius)
    assert luna.shape[1] == 2 * luna.shape[0]


def test_texts_paths_and_dicts_are_recipes(tmp_path):
    path = tmp_path / "hills.toml"
    path.write_text(HILLS)
    terrains = [orogen.open(source) for source in (HILLS, path, str(path))]
    assert len({terrain.digest for terrain in terrains}) == 1
    assert terrains[0].parameters == {"steep": 30.0}
    recipe = orogen.open(RECIPE)
    assert recipe.name == RECIPE["name"] and recipe.seed == 2**64 - 1
    assert recipe.fields == ["drift", "hills", "steps"]
    assert recipe.heights().shape == (65, 65)
    assert recipe == orogen.open(recipe.text)
    assert recipe.with_(hills_gain=0.4).seed == recipe.seed


def test_recipes_keep_their_folder(tmp_path, monkeypatch):
    (tmp_path / "used.toml").write_text(HILLS)
    (tmp_path / "user.toml").write_text('orogen = 1\ndomain.size = 900\nheight.field = "land"\n[fields.land]\nuse = "used.toml"\n')
    monkeypatch.chdir(tmp_path)
    terrain = orogen.open("user.toml")
    monkeypatch.chdir("/")
    assert terrain.with_(seed=9) != terrain
    assert pickle.loads(pickle.dumps(terrain)) == terrain


def test_presets_come_before_files(tmp_path, monkeypatch):
    (tmp_path / "alps").write_text(HILLS)
    (tmp_path / "mine").write_text(HILLS)
    monkeypatch.chdir(tmp_path)
    assert orogen.open("alps").name == "Alps"
    assert orogen.open("mine").name == "Hills" == orogen.open(pathlib.Path("alps")).name


def test_values_are_changed():
    hills = orogen.open(HILLS)
    changed = hills.with_({"hills.gain": 0.4}, seed=8, steep=12, hills_wavelength=333.3, hills_octaves=3, domain_samples=33)
    assert (changed.seed, changed.parameters, changed.shape) == (8, {"steep": 12.0}, (33, 33))
    for line in ["seed = 8", "value = 12", "octaves = 3", 'wavelength = "333.3 m"   # the size of a hill', "gain = 0.4"]:
        assert line in changed.text, changed.text
    assert changed.with_(seed=5) != hills != changed
    assert hills.with_(steep=30.0, seed=5) == hills == hills.with_()
    basis = hills.with_(hills_basis="cellular").with_({"hills.basis.jitter": 0.5})
    assert 'basis = { type = "cellular", jitter = 0.5 }' in basis.text
    assert orogen.open(HILLS, hills_basis_jitter=0.5, **{"hills.basis": "cellular"}) is not None


def test_longer_names_of_fields_come_first():
    text = HILLS + '[fields.hills_low]\ntype = "fbm"\nwavelength = 50.0\n'
    assert '[fields.hills_low]\ntype = "fbm"\nwavelength = 70' in orogen.open(text).with_(hills_low_wavelength=70.0).text


def test_parameters_come_before_fields():
    text = HILLS.replace("[parameters]", "[parameters]\nhills_size = 200.0").replace('"200 m"', '"hills_size"')
    terrain = orogen.open(text, hills_size=70.0)
    assert terrain.parameters == {"hills_size": 70.0, "steep": 30.0} and "hills_size = 70" in terrain.text


def test_flags_are_set():
    repeating = orogen.open("ridges").with_(domain_tile=True)
    assert "tile = true" in repeating.text and "tile = false" in repeating.with_(domain_tile=False).text


@pytest.mark.parametrize(
    ("values", "kind", "message"),
    [
        ({"steep": 1000}, "recipe", "cannot be set to 1000|must be|range"),
        ({"hills_gain": -1.0}, "recipe", "gain"),
        ({"hills_gain": float("nan")}, "argument", "`hills_gain` cannot be set to NaN"),
        ({"hills_gain": float("inf")}, "argument", "give a finite number"),
        ({"seed": 2**64}, "argument", "cannot be set to 18446744073709551616"),
        ({"seed": -(10**30)}, "argument", "give a whole number from 0 to"),
        ({"hills_octaves": 2.5}, "recipe", "octaves"),
        ({"hills_gian": 0.5}, "recipe", "did you mean `gain`"),
        ({"slope": 3}, "argument", "no parameter or field for `slope`"),
        ({"seed": -3}, "recipe", "seed"),
        ({"hills_basis": True}, "recipe", "basis"),
        ({"hills.displace.by": "ghost", "hills.displace.strength": 4}, "recipe", "ghost"),
        ({"steep": None}, "argument", "value of the type NoneType"),
        ({"steep": [1]}, "argument", "value of the type list"),
    ],
)
def test_wrong_values_are_refused(values, kind, message):
    with pytest.raises(orogen.Error, match=message) as caught:
        orogen.open(HILLS).with_(values)
    assert caught.value.kind == kind


def test_errors_have_line_and_fix():
    with pytest.raises(orogen.RecipeError) as caught:
        orogen.open(HILLS.replace("wavelength", "wavelenth"))
    error = caught.value
    assert (error.kind, error.line, error.column) == ("recipe", 12, 1)
    assert "did you mean `wavelength`?" in error.help and error.help in str(error)
    assert str(error).startswith("recipe:12:1: ") and error.message in str(error)
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is orogen.RecipeError and again.__dict__ == error.__dict__ and str(again) == str(error)


@pytest.mark.parametrize(
    ("source", "kind", "message"),
    [
        ("aplS", "no-such-preset", "did you mean `alps`"),
        ("no/such/recipe.toml", "no-such-file", "there is no file"),
        ("nosuch.toml", "no-such-file", "there is no file"),
        ("/", "file", "is a folder"),
        ({}, "recipe", "."),
        ("\n", "recipe", "."),
        ("orogen = 1\n[fields", "recipe", "."),
    ],
)
def test_wrong_sources_are_refused(source, kind, message):
    with pytest.raises(orogen.Error, match=message) as caught:
        orogen.open(source)
    assert caught.value.kind == kind


@pytest.mark.parametrize("source", [None, 3, b"alps", ["alps"], {"orogen": 1, 3: 4}, {"orogen": object()}])
def test_sources_of_other_types_are_refused(source):
    with pytest.raises(TypeError):
        orogen.open(source)


def test_terrains_do_not_change():
    alps = orogen.open("alps")
    for name in ["seed", "new"]:
        with pytest.raises(AttributeError):
            setattr(alps, name, 3)
    for arguments in [(), ("alps",)]:
        with pytest.raises(TypeError, match="orogen.open"):
            orogen.Terrain(*arguments)
    assert {alps: 1}[orogen.open("alps")] == 1


def test_unknown_fields_are_refused():
    with pytest.raises(orogen.Error, match="has no field `rangs`"):
        orogen.open("alps").field("rangs", 4)


def test_warnings():
    text = HILLS + "[fields.spare]\ntype = 'constant'\n"
    (warning,) = orogen.open(text).warnings
    assert "the field `spare` is not used" in warning
