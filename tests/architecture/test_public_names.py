"""The API is `axiometrics.__all__`: sorted, complete, light to import."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys

import pytest
from source_tree import imports, modules, tree

import axiometrics
from axiometrics.tasks.registry import TASKS


def test_the_public_names_are_sorted_and_without_doubles() -> None:
    assert axiometrics.__all__ == sorted(set(axiometrics.__all__))


@pytest.mark.parametrize("name", axiometrics.__all__)
def test_every_public_name_resolves_and_is_documented(name: str) -> None:
    found = getattr(axiometrics, name)
    assert found.__doc__, f"axiometrics.{name} has no docstring"


def test_what_dir_shows_is_what_is_public() -> None:
    assert dir(axiometrics) == sorted([*axiometrics.__all__, "__version__"])


def test_every_public_name_has_one_home_which_lists_it_too() -> None:
    assert set(axiometrics._HOMES) == set(axiometrics.__all__)
    for name, home in axiometrics._HOMES.items():
        assert name in importlib.import_module(home).__all__, f"{home}.__all__ lacks {name}"


def test_type_checkers_see_the_same_names() -> None:
    declared = {
        alias.asname or alias.name
        for node in tree("axiometrics").body
        if type(node).__name__ == "If"
        for inner in node.body
        for alias in inner.names
        if inner.module != "typing"
    }
    assert declared == set(axiometrics.__all__)


@pytest.mark.parametrize("module", [name for name in modules() if not name.endswith("__main__")])
def test_every_name_that_a_module_lists_exists(module: str) -> None:
    found = importlib.import_module(module)
    missing = [name for name in getattr(found, "__all__", ()) if not hasattr(found, name)]
    assert not missing, f"{module}.__all__ names {missing}, which it does not have"


def test_an_unknown_name_is_refused_with_the_public_ones() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'metrix'; public names are .*metrics"):
        axiometrics.metrix  # noqa: B018


def test_importing_axiometrics_loads_none_of_the_heavy_libraries() -> None:
    code = "import sys, axiometrics; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    heavy = {"numpy", "sympy", "scipy", "networkx", "hypothesis", "pandas", "matplotlib", "sklearn", "typer"}
    assert not heavy & set(done.stdout.split())


def test_importing_axiometrics_loads_none_of_its_own_rooms() -> None:
    """Only of `showing`, which imports nothing, does it need to be sure at once."""
    found = [found.module for found in imports("axiometrics") if not (found.lazy or found.typing)]
    assert found == ["axiometrics.showing"]
    assert not [found for found in imports("axiometrics.showing") if not found.typing]


def test_a_public_name_stays_what_it_is_when_its_room_is_imported() -> None:
    """Rooms and functions share names (metrics, tasks): importing the room must not hide the function."""
    code = (
        "import axiometrics as ax\n"
        "import axiometrics.metrics.clustering.bcubed, axiometrics.tasks.clustering, axiometrics.reports\n"
        "for _ in range(2):\n"
        "    assert len(ax.metrics('clustering')) >= 36 and 'clustering' in ax.tasks(plugins=False)\n"
        "print(*(name for name in ax.__all__ if not callable(getattr(ax, name))))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""


ASKED = {
    (module.rpartition(".")[0], call.args[0].value, node.attr)
    for module in modules()
    if module.startswith("axiometrics.tasks.") and module.count(".") > 2
    for node in ast.walk(tree(module))
    if isinstance(node, ast.Attribute) and isinstance(call := node.value, ast.Call)
    if isinstance(call.func, ast.Attribute) and call.func.attr == "part"
    if isinstance(call.args[0], ast.Constant)
} | {
    (type(task).__module__.rpartition(".")[0], *place.split(":"))
    for task in TASKS.view().values()
    for place in task.elsewhere.values()
}
"""What tasks ask of the modules of their packages: the package, the module, and a name in it."""


@pytest.mark.parametrize(("package", "module", "name"), sorted(ASKED))
def test_what_a_task_asks_of_a_module_is_there(package: str, module: str, name: str) -> None:
    """A name that is not there might show itself only as one proof less: a search for a proof may give up."""
    assert hasattr(importlib.import_module(f"{package}.{module}"), name)
