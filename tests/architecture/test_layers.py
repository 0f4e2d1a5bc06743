"""Data flows one way: tasks, metrics and axioms, checker, reports; and nothing imports in a circle."""

from __future__ import annotations

import subprocess
import sys
from graphlib import CycleError, TopologicalSorter

import networkx
import pytest
from source_tree import Import, imported_names, imports, inner_imports, modules

FOUNDATION = (
    "axiometrics.errors", "axiometrics.escaping", "axiometrics.numerals", "axiometrics.parameters",
    "axiometrics.registry", "axiometrics.formulas",
)  # fmt: skip

MAY_IMPORT = {
    "axiometrics.errors": (),
    "axiometrics.escaping": (),
    "axiometrics.writing": (),
    "axiometrics.showing": (),
    "axiometrics.numerals": ("axiometrics.errors",),
    "axiometrics.parameters": ("axiometrics.errors", "axiometrics.numerals"),
    "axiometrics.registry": ("axiometrics.errors",),
    "axiometrics.formulas": ("axiometrics.errors",),
    "axiometrics.tasks": FOUNDATION,
    "axiometrics.metrics": (*FOUNDATION, "axiometrics.tasks"),
    "axiometrics.axioms": (*FOUNDATION, "axiometrics.tasks"),
    "axiometrics.foreign": ("axiometrics.errors",),
    "axiometrics.files": ("axiometrics.errors", "axiometrics.numerals"),
    "axiometrics.checker": (
        *FOUNDATION, "axiometrics.tasks", "axiometrics.metrics", "axiometrics.axioms", "axiometrics.foreign",
        "axiometrics.writing", "axiometrics.showing",
    ),
    "axiometrics.libraries": (
        *FOUNDATION, "axiometrics.tasks", "axiometrics.metrics", "axiometrics.axioms", "axiometrics.checker",
        "axiometrics.foreign",
    ),
    "axiometrics.studies": (
        *FOUNDATION, "axiometrics.tasks", "axiometrics.metrics", "axiometrics.files", "axiometrics.writing",
    ),
    "axiometrics.assessors": (
        *FOUNDATION, "axiometrics.tasks", "axiometrics.axioms", "axiometrics.files",
    ),
    "axiometrics.patterns": (
        *FOUNDATION, "axiometrics.tasks", "axiometrics.metrics", "axiometrics.axioms", "axiometrics.checker",
        "axiometrics.reports", "axiometrics.writing",
    ),
    "axiometrics.recheck": (),
    "axiometrics.certify": (
        *FOUNDATION, "axiometrics.tasks", "axiometrics.metrics", "axiometrics.axioms", "axiometrics.checker",
        "axiometrics.recheck", "axiometrics.writing",
    ),
    "axiometrics.reports": (
        "axiometrics.errors", "axiometrics.escaping", "axiometrics.writing", "axiometrics.tasks",
        "axiometrics.parameters", "axiometrics.formulas", "axiometrics.metrics", "axiometrics.axioms",
        "axiometrics.checker.verdict", "axiometrics.checker.verdict", "axiometrics.certify.confirmations",
        "axiometrics.claims.files",
    ),
    "axiometrics.claims": (
        *FOUNDATION, "axiometrics.tasks", "axiometrics.metrics", "axiometrics.axioms", "axiometrics.checker",
        "axiometrics.studies", "axiometrics.reports",
    ),
}  # fmt: skip

EXEMPT = {
    ("axiometrics.checker", "axiometrics"): "the version number, which is written into results",
    ("axiometrics.libraries", "axiometrics"): "the version number, which is written into results",
    ("axiometrics.studies", "axiometrics"): "the version number, which is written into results",
}
"""Imports against the flow that are meant, with the reason."""


def within(module: str, room: str) -> bool:
    return module == room or module.startswith(f"{room}.")


def room_of(module: str) -> str | None:
    return next((room for room in MAY_IMPORT if within(module, room)), None)


def is_exempt(module: str, found: Import) -> bool:
    return any(found.module == target and within(module, source) for source, target in EXEMPT)


@pytest.mark.parametrize("module", [module for module in modules() if room_of(module)])
def test_a_module_imports_only_what_its_room_may(module: str) -> None:
    room = room_of(module)
    assert room is not None
    allowed = (room, *MAY_IMPORT[room])
    against = [
        found.module
        for found in imports(module)
        if not found.typing
        and not any(within(found.module, name) for name in allowed)
        and not is_exempt(module, found)
    ]
    # drawings are data: reports show them, and get them with the results
    against = [name for name in against if not (room == "axiometrics.reports" and ".draw" in name)]
    assert not against, (
        f"{module} is in {room}, which may import {', '.join(allowed)}, but it imports {against}"
    )


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports inside functions count: they are for slow packages, no way round a circle."""
    graph = networkx.DiGraph(
        (module, found.module)
        for module in modules()
        for found in imports(module)
        if not found.typing and found.module != module
    )
    found = [sorted(circle) for circle in networkx.strongly_connected_components(graph) if len(circle) > 1]
    assert not found, f"modules import each other in a circle: {found}"


def test_importing_a_module_first_works_for_every_room() -> None:
    """A package's __init__ runs before its modules: the circle test must hold with the parents included."""
    graph: dict[str, set[str]] = {}
    for module in modules():
        needed = {found.module for found in imports(module) if not (found.lazy or found.typing)}
        parents = {name.rpartition(".")[0] for name in needed} & set(modules())
        own = {module.rpartition(".")[0]} if "." in module else set()
        graph[module] = {name for name in needed | parents | own if not within(module, name)} - {module}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail("packages import each other in a circle: " + " <- ".join(error.args[1]))


SLOW = ("hypothesis", "matplotlib", "networkx", "numpy", "scipy", "sympy")
"""Packages that take a tenth of a second or more to import."""
OPTIONAL = ("z3", "ctypes", "jinja2", "markdown_it", "numba", "pandas", "pytest", "resource", "rich")
"""Packages of extras or of some systems, and those that only what is shown needs."""
LISTED = "from axiometrics.metrics import METRICS; METRICS.view(plugins=False)"
"""What lists and completes names: it loads the tasks' own descriptions, and nothing that computes."""
BY_THEMSELVES = {
    "axiometrics.cli": "so that an interrupt ends also what is still being loaded",
    "axiometrics.pytest_plugin": "which every run of pytest loads",
}
"""Further modules that import ours inside functions, with the reason."""


def loaded_by(code: str) -> set[str]:
    program = f"import sys; {code}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_lists_of_names_load_no_slow_package() -> None:
    assert not set(SLOW) & loaded_by(LISTED)


def test_imports_inside_functions_are_of_slow_or_optional_packages() -> None:
    """Of our own modules only those import others so that are loaded where names are listed."""
    light = loaded_by(LISTED) | set(BY_THEMSELVES)
    against = [
        f"{module}: {name}"
        for module in modules()
        for name in inner_imports(module)
        if name.partition(".")[0] not in (*SLOW, *OPTIONAL)
        and not (module in light and name.startswith("axiometrics."))
    ]
    assert not against


def test_the_rooms_that_exist_are_the_rooms_that_are_described() -> None:
    """A new room must be given a place in the flow above."""
    outer = {"axiometrics", "axiometrics.__main__", "axiometrics.cli", "axiometrics.pytest_plugin"}
    outer |= {"axiometrics.testing", "axiometrics.answers"}
    top = {".".join(module.split(".")[:2]) for module in modules()}
    assert top - outer == set(MAY_IMPORT)


RECHECKS = [
    module
    for module in modules()
    if within(module, "axiometrics.checker.recheck")
    or module in ("axiometrics.checker.series.on_cases", "axiometrics.checker.series.rebound")
    or (within(module, "axiometrics.checker") and module.endswith(".recheck"))
]
PROVERS = ("axiometrics.checker.prove", "axiometrics.checker.series", "axiometrics.checker.conditions")
PROVERS_TOOLS = ("flint", "sympy", *(f"axiometrics.formulas.{name}" for name in (
    "arithmetics.polynomials", "arithmetics.quotients", "arithmetics.roots", "arithmetics.signs", "normal", "nodes",
)))  # fmt: skip


@pytest.mark.parametrize("module", RECHECKS)
def test_a_recheck_shares_nothing_with_the_prover(module: str) -> None:
    """Nor does what it imports of the checker."""
    needed, left = {module}, [module]
    while left:
        own = {found.module for found in imports(left.pop()) if within(found.module, "axiometrics.checker")}
        left += own - needed
        needed |= own
    engines = [
        name for name in needed if any(within(name, room) for room in PROVERS) and name not in RECHECKS
    ]
    assert not engines
    tools = [name for name in imported_names(module) if any(within(name, tool) for tool in PROVERS_TOOLS)]
    assert not tools


def test_the_rechecks_are_found() -> None:
    homes = {module.rpartition(".")[0].rpartition(".")[2] for module in RECHECKS}
    assert homes == {"checker", "recheck", "series", "conditions", "regions"}
