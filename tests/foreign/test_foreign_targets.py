"""Targets load like ``python file.py`` would, and say in one line what is wrong."""

import math
import sys
from fractions import Fraction

import pytest

from axiometrics.errors import TargetError
from axiometrics.foreign import load


@pytest.fixture(autouse=True)
def _own_path(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_a_module_and_function():
    assert load("math:hypot") is math.hypot


def test_dotted_attributes_are_followed():
    assert load("fractions:Fraction.from_float")(0.5) == 0.5


def test_a_function_that_a_class_merely_holds_is_called_as_it_is(tmp_path):
    (tmp_path / "mine.py").write_text(
        "class Mine:\n    def metric(gold, system):\n        return gold - system\n"
    )
    assert load(f"{tmp_path / 'mine.py'}:Mine.metric")(3, 1) == 2


def test_a_file_imports_its_neighbours_at_once_and_later(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "early_neighbour.py").write_text("one = 1\n")
    (folder / "late_neighbour.py").write_text("two = 2\n")
    later = "def metric():\n    from late_neighbour import two\n    return one + two\n"
    (folder / "mine.py").write_text("from early_neighbour import one\n" + later)
    assert load("folder/mine.py:metric")() == 3


def test_the_folder_of_a_file_shadows_nothing_afterwards(tmp_path):
    (tmp_path / "mine.py").write_text("metric = len\n")
    first = sys.path[0]
    load(f"{tmp_path / 'mine.py'}:metric")
    assert sys.path[0] == first
    assert sys.path.count(str(tmp_path)) == 1


def test_a_file_named_like_a_library_is_that_file(tmp_path):
    (tmp_path / "json.py").write_text("def metric():\n    return 1\n")
    assert load("json.py:metric")() == 1
    assert sys.modules["json"].__name__ == "json"
    assert hasattr(sys.modules["json"], "dumps")


def test_a_changed_file_is_loaded_afresh(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def metric():\n    return 1\n")
    assert load("mine.py:metric")() == 1
    file.write_text("def metric():\n    return 20\n")
    assert load("mine.py:metric")() == 20


def test_a_module_in_the_working_directory(tmp_path):
    (tmp_path / "my_own_metric.py").write_text("def metric():\n    return 1\n")
    assert load("my_own_metric:metric")() == 1


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("metric", "names no function; write package.module:function or path/to/file.py:function"),
        ("math.hypot", "names no function; did you mean 'math:hypot'?"),
        ("mine.py", "names no function; write package.module:function"),
        ("math:", "names no function"),
        (":hypot", "names no function"),
        ("", "names no function"),
        ("mathh:hypot", "there is no module 'mathh'; did you mean"),
        ("no_such_package_at_all.metrics:f", "there is no module 'no_such_package_at_all'; install it"),
        ("json.decoderr:f", "there is no module 'json.decoderr'; did you mean 'decoder'"),
        ("math:hypott", "'math' has no 'hypott'; did you mean 'hypot'?"),
        ("fractions:Fraction.from_flot", "'Fraction' has no 'from_flot'; did you mean 'from_float'"),
        ("math:pi", "is no function but float 3.14"),
        ("fractions:Fraction", "is a class; name a function"),
        (
            "fractions:Fraction.limit_denominator",
            "is a method of the class 'Fraction', which needs an instance",
        ),
        ("mu.py:f", "there is no file mu.py; allowed: present.py"),
        ("presnt.py:f", "there is no file presnt.py; did you mean 'present.py'?"),
        ("no/such/folder/mine.py:f", "there is no file no/such/folder/mine.py; check the path"),
        ("./present:f", "'./present' is not a module name; did you mean './present.py'?"),
        ("my-metrics:f", "'my-metrics' is not a module name; write package.module:function"),
        ("present:f", "its import raised TypeError: no two lines ("),
        ("present.py:f", "its import raised TypeError: no two lines ("),
    ],
)
def test_what_is_wrong_is_said_in_one_line(tmp_path, target, message):
    (tmp_path / "present.py").write_text("one = 1\nraise TypeError('no\\ntwo lines')\n")
    with pytest.raises(TargetError) as caught:
        load(target)
    assert f"target {target!r}" in str(caught.value)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(:\n", "its import raised SyntaxError: invalid syntax (mine.py, line 1)"),
        ("import no_such_package\n", "No module named 'no_such_package' ("),
        ("import sys\nsys.exit(3)\n", "its import raised SystemExit: 3"),
        ("from . import other\n", "ImportError: attempted relative import"),
        ("def __getattr__(name):\n    raise OSError('offline')\n", "'f' raised OSError: offline"),
    ],
)
def test_whatever_an_import_raises_is_a_target_error(tmp_path, text, message):
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(TargetError) as caught:
        load("mine.py:f")
    assert message in str(caught.value)


def test_a_failed_import_names_the_line(tmp_path):
    (tmp_path / "mine.py").write_text("one = 1\n\nraise TypeError\n")
    with pytest.raises(TargetError, match=r"raised TypeError \(.*mine\.py, line 3\)"):
        load("mine.py:f")


def test_a_target_that_is_no_text_is_refused():
    with pytest.raises(TargetError, match="target 3 is no text; write"):
        load(3)


def test_a_class_is_loaded_where_the_caller_says_how_to_call_it():
    assert load("fractions:Fraction", classes=True) is Fraction
    with pytest.raises(TargetError, match="is no function but float"):
        load("math:pi", classes=True)
