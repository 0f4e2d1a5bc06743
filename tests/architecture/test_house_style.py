"""What STYLE.md promises about the source, as far as it can be counted."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest
from source_tree import HOME, modules, public_definitions, tree

from axiometrics.axioms import CONSTRAINTS
from axiometrics.metrics import METRICS
from axiometrics.reports.bibliography import bibliography
from axiometrics.tasks.abilities import Abilities

METRIC_RECORDS = list(METRICS.view(plugins=False).values())
CONSTRAINT_RECORDS = list(CONSTRAINTS.view(plugins=False).values())


@pytest.mark.parametrize("module", modules())
def test_a_module_has_at_most_400_lines(module: str) -> None:
    lines = modules()[module].read_text("utf-8").count("\n")
    assert lines <= 400, f"{module} has {lines} lines; one concept, one small file"


def test_the_median_module_is_small() -> None:
    assert median(path.read_text("utf-8").count("\n") for path in modules().values()) <= 287


def test_modules_are_few_enough_to_know_them() -> None:
    """A file with one importer and no idea of its own belongs to that importer."""
    assert len(modules()) <= 444


def test_a_function_has_a_short_body() -> None:
    bodies = {
        f"{module}.{node.name}": node.body[bool(ast.get_docstring(node)) :]
        for module in modules()
        for node in ast.walk(tree(module))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    lengths = {name: body[-1].end_lineno - body[0].lineno + 1 for name, body in bodies.items() if body}  # type: ignore[operator]
    long = {name: length for name, length in lengths.items() if length > 42}
    assert not long, f"functions with long bodies: {long}"


def test_no_folder_holds_more_than_a_stranger_looks_through() -> None:
    folders = Counter(path.parent for path in modules().values() if path.name != "__init__.py")
    full = {str(folder.relative_to(HOME)): count for folder, count in folders.items() if count > 17}
    assert not full, f"too many modules in {full}; merge those that belong together"


BY_THEIR_NAMES = (
    "",
    "axioms",
    "certify",
    "cli/commands",
    "metrics",
    "recheck",
    "reports/explorer",
    "tasks/classification",
)
"""Folders whose modules are explained by a rule, or elsewhere."""


@pytest.mark.parametrize(
    "folder", sorted({path.parent for path in modules().values()}), ids=lambda folder: folder.name
)
def test_a_folder_says_what_is_in_which_module(folder: Path) -> None:
    if folder.relative_to(HOME).as_posix().removeprefix(".") in BY_THEIR_NAMES:
        return
    told = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8"))) or ""
    here = {path.stem for path in folder.glob("*.py")} - {"__init__", "__main__", "task"}
    silent = [name for name in sorted(here) if f"`{name}`" not in told]
    assert not silent, f"{folder}/__init__.py does not say what is in {silent}"


def annotations() -> Iterator[ast.expr]:
    """Every annotation of a parameter, a result or a variable in the package."""
    for module in modules():
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.AnnAssign):
                yield node.annotation
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                given = node.args
                every = (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg)
                yield from (each.annotation for each in every if each and each.annotation)
                if node.returns:
                    yield node.returns


def test_few_annotations_say_nothing() -> None:
    every = list(annotations())
    bare = sum(isinstance(each, ast.Name) and each.id == "Any" for each in every)
    assert bare <= 0.075 * len(every), f"{bare} of {len(every)} annotations are Any; name what is meant"


@pytest.mark.parametrize("module", modules())
def test_every_module_and_everything_public_in_it_is_documented(module: str) -> None:
    source = ast.parse(modules()[module].read_text("utf-8"))
    assert ast.get_docstring(source), f"{module} does not say what it is for"
    silent = [name for name, node in public_definitions(module) if not ast.get_docstring(node)]
    assert not silent, f"{module} does not document {silent}"


@pytest.mark.parametrize("record", METRIC_RECORDS + CONSTRAINT_RECORDS, ids=lambda record: record.key)
def test_every_metric_and_constraint_names_its_source(record: object) -> None:
    assert record.cites, f"{record.key} has no cites=..."  # type: ignore[attr-defined]


@pytest.mark.parametrize("record", CONSTRAINT_RECORDS, ids=lambda record: record.key)
def test_every_constraint_names_the_section_and_says_its_statement(record: object) -> None:
    for name in ("section", "latex", "summary"):
        assert getattr(record, name), f"{record.key} has no {name}"  # type: ignore[attr-defined]


def test_every_cited_key_is_in_the_bibliography() -> None:
    cited = {record.cites for record in METRIC_RECORDS + CONSTRAINT_RECORDS}
    assert cited <= set(bibliography()), f"not in references.bib: {sorted(cited - set(bibliography()))}"


@pytest.mark.parametrize("module", modules())
def test_nothing_asks_a_task_whether_it_happens_to_have_something(module: str) -> None:
    """What only some tasks can do is declared in `axiometrics.tasks.abilities`, with a default."""
    abilities = {name for name in vars(Abilities) if not name.startswith("_")}
    asked = [
        ast.unparse(node)
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") in ("getattr", "hasattr")
        and isinstance(node.args[1], ast.Constant)
        and node.args[1].value in abilities
    ]
    assert not asked


def test_no_module_leaves_a_note_to_itself() -> None:
    notes = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    assert not [name for name, path in modules().items() if notes.search(path.read_text("utf-8"))]
