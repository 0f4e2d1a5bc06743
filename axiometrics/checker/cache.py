"""Finished cells: on disk one small file each, written whole, so that parallel runs cannot harm each other.

The key holds everything a cell depends on: the sources of axiometrics, what the functions of the metric and of the
constraint can reach, traced formulas, parameters, options, and the versions of Python and of the libraries. What
cannot be pinned down is not stored. Every cell has a checksum: a file that was edited counts as nothing stored.

Below the user's folder are the *published* cells, which come with the package. They are used where the installed
sources are those that they were computed with, whatever the versions of Python and of the libraries;
``AXIOMETRICS_PUBLISHED=0`` leaves them alone.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, get_args

from platformdirs import user_cache_dir

from axiometrics.axioms import Constraint
from axiometrics.checker.isolation import Timed
from axiometrics.checker.scores import other_scorers
from axiometrics.checker.selection import Options
from axiometrics.checker.source_digest import TELLING, distribution_text, function_digest
from axiometrics.checker.verdict import Cell, Evidence, Outcome
from axiometrics.formulas.authored import UnpinnedError
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.writing import write_file

LIBRARIES = ("hypothesis", "mpmath", "networkx", "numpy", "python-flint", "scipy", "sympy")
"""Distributions that verdicts are computed with."""
_UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""What reading an edited file may raise."""
Pair = tuple[Metric, Constraint]
"""What a cell is about."""
PUBLISHED = Path(__file__).parents[1] / "published"
"""The folder of the published cells, a file for each task."""


@dataclass(frozen=True)
class CellKey:
    """What tells a cell from all others: ``asked`` are the labels of metric and constraint.

    ``question`` is a digest of what is asked of which definitions, without the sources and versions that answer it.
    """

    task: str
    asked: tuple[str, str]
    question: str

    @property
    def digest(self) -> str:
        """What tells the answer apart: also the sources, and the versions of Python and of the libraries."""
        return _digest([computing_digest(), self.question])

    @property
    def file(self) -> Path:
        """Where the cell is stored."""
        return folder() / f"{self.digest}.json"


def folder() -> Path:
    """Return the cache folder: ``AXIOMETRICS_CACHE``, or the user's cache directory."""
    return Path(os.environ.get("AXIOMETRICS_CACHE") or user_cache_dir("axiometrics", appauthor=False))


def cell_keys(
    judged: Sequence[Metric], constraints: Sequence[Constraint], options: Options
) -> dict[Pair, CellKey]:
    """Return the keys of all cells but those whose code cannot be pinned down (files, compiled code, objects)."""
    asked = json.dumps(options.to_dict(), sort_keys=True)
    demands = {constraint: _text(_demands(constraint)) for constraint in constraints}
    found = {}
    for metric in judged:
        definition = _text(_definition(metric))
        for constraint, demand in demands.items():
            others = _text(_definitions(metric, constraint))
            if definition is not None and demand is not None and others is not None:
                question = _digest([definition, demand, others, asked])
                found[metric, constraint] = CellKey(metric.task, (metric.label, constraint.label), question)
    return found


def constraints_question(asked: str, constraints: Iterable[Constraint]) -> str | None:
    """Return a digest of what is asked of constraints alone; None where one of them cannot be pinned down."""
    demands = [_text(_demands(constraint)) for constraint in constraints]
    known = [demand for demand in demands if demand is not None]
    return _digest([asked, *known]) if len(known) == len(demands) else None


def _text(parts: Iterable[str]) -> str | None:
    try:
        return "\0".join(parts)
    except Exception:  # objects of users may raise anything where they are looked at
        return None


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def computing_digest() -> str:
    """Return what tells the sources of axiometrics and the versions apart that verdicts are computed with here."""
    return "\0".join((own_sources(), _versions()))


def load_cell(key: CellKey | None) -> Cell | None:
    """Return the stored cell, or the published one; a missing, damaged or edited file counts as nothing stored."""
    if key is None:
        return None
    with suppress(OSError, *_UNREADABLE):
        return _read(json.loads(key.file.read_text("utf-8")), key, key.digest)
    with suppress(*_UNREADABLE):
        found = _read(_published(key.task, PUBLISHED)["cells"][key.question], key, own_sources())
        USED.add(key)
        return found
    return None


@dataclass(frozen=True)
class Stored:
    """The cells that are stored as they are wanted, and those that lack regions alone, with the keys of all cells.

    There are no keys where nothing is to be stored.
    """

    keys: Mapping[Pair, CellKey] | None = None
    known: Mapping[Pair, Cell] = field(default_factory=dict)
    begun: Mapping[Pair, Cell] = field(default_factory=dict)


def stored_cells(
    metrics: Sequence[Metric],
    constraints: Sequence[Constraint],
    options: Options,
    *,
    recompute: bool = False,
    published_suffices: bool = False,
) -> Stored:
    """Return what is stored of some metrics and constraints, and under which keys what is not will be.

    A cell with regions is one without, too. Where what is published suffices, it may lack regions. Of what is to be
    computed again there are the keys alone.
    """
    keys = cell_keys(metrics, constraints, options)
    if recompute:
        return Stored(keys)
    loaded = {pair: load_cell(key) for pair, key in keys.items()}
    known = {pair: cell for pair, cell in loaded.items() if cell is not None}
    begun: dict[Pair, Cell] = {}
    if len(known) < len(keys):
        others = cell_keys(metrics, constraints, replace(options, regions=not options.regions))
        for pair in keys.keys() - known.keys():
            other = others.get(pair)
            cell = load_cell(other)
            if cell is not None and cell.strict.outcome != "error":
                suffices = published_suffices and other in USED
                found = begun if options.regions and pair[0].trusted and not suffices else known
                found[pair] = replace(cell, region=None, regions=())
    return Stored(keys, known, begun)


def save_cell(key: CellKey | None, cell: Cell) -> None:
    """Store a cell; a folder that cannot be written is no reason to fail."""
    if key is None:
        return
    try:
        write_file(key.file, json.dumps(_written(cell, key, key.digest)), synced=False)
    except (OSError, ValueError, TypeError):
        return


USED: set[CellKey] = set()
"""The published cells that this process has used."""


def published_text(task: str, question: str) -> str | None:
    """Return what is published in answer to a question that is no cell; None where nothing is."""
    with suppress(*_UNREADABLE):
        text, checksum = _published(task, PUBLISHED)["texts"][question]
        return str(text) if checksum == _digest([question, own_sources(), text]) else None
    return None


def publish(
    task: str, cells: Mapping[CellKey, Cell], texts: Mapping[str, str], folder: Path = PUBLISHED
) -> None:
    """Write the cells of a task that come with the package, and the answers to other questions."""
    sources = own_sources()
    stored = {key.question: _written(cell, key, sources) for key, cell in cells.items()}
    others = {question: [text, _digest([question, sources, text])] for question, text in texts.items()}
    text = json.dumps({"sources": sources, "cells": stored, "texts": others}, sort_keys=True)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{task}.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


@lru_cache(maxsize=32)
def _published(task: str, folder: Path) -> Mapping[str, Any]:
    """What is published of a task, by question; nothing where the sources are not those that it was computed with."""
    if os.environ.get("AXIOMETRICS_PUBLISHED") == "0":
        return {}
    try:
        found = json.loads(gzip.decompress((folder / f"{task}.json.gz").read_bytes()))
    except (OSError, ValueError, EOFError, zlib.error):
        return {}
    stored: Mapping[str, Any] = found
    return stored if found["sources"] == own_sources() else {}


def _written(cell: Cell, key: CellKey, digest: str) -> dict[str, Any]:
    plain = cell.to_dict() | {"regions": list(cell.regions)}
    return plain | {"checksum": _checksum(plain, key, digest)}


def _checksum(plain: Mapping[str, Any], key: CellKey, digest: str) -> str:
    """Return what a cell must have beside it."""
    return _digest([key.question, digest, json.dumps(plain, sort_keys=True)])


def _read(stored: Mapping[str, Any], key: CellKey, digest: str) -> Cell:
    """Read a cell; raises ValueError for one that was not written so, or says what no cell says."""
    plain = {name: value for name, value in stored.items() if name != "checksum"}
    if stored["checksum"] != _checksum(plain, key, digest):
        raise ValueError("the cell has been edited")
    cell = Cell.from_dict(plain)
    if (cell.metric, cell.constraint) != key.asked:
        raise ValueError(f"the cell is {cell.metric} x {cell.constraint}")
    for verdict in (cell.strict, cell.weak):
        if verdict.outcome not in get_args(Outcome) or verdict.evidence not in (*get_args(Evidence), None):
            raise ValueError(f"{verdict!r} is no verdict")
    return cell


def _demands(constraint: Constraint) -> Iterator[str]:
    """Yield what a constraint demands, and how it makes cases."""
    if not type(get_task(constraint.task)).__module__.startswith("axiometrics."):
        raise UnpinnedError(f"the task {constraint.task} is somebody's code")
    own = constraint.generator
    yield from (_demand(constraint), function_digest(own.function if isinstance(own, Timed) else own))
    asked = (constraint.demand_of_metric, constraint.scored_by)
    yield from (function_digest(function) for function in asked if function is not None)


def _definition(metric: Metric) -> Iterator[str]:
    """Yield what a metric computes: its function, a user's traced formula, or its second, exact definition."""
    yield from (metric.task, metric.label, metric.orientation, metric.origin)
    yield repr((metric.reads, metric.undefined_somewhere, metric.trusted, metric.parameters))
    yield repr(sorted(metric.values.items()))
    combined = metric.combined.of if metric.combined else None
    functions = (metric.function, metric.exact, combined)
    yield from (function_digest(function) for function in functions if function is not None)
    if not metric.built_in and metric.formula is not None:
        from sympy import srepr  # which takes long to import: ours are in the sources

        yield from (repr(metric.formula.expression), srepr(metric.formula.expression))


_PINNED = ("generator", "parameters", "demand_of", "demand_of_metric", "scored_by", "source_of")
"""Fields that are functions, whose results or sources are in the key; what is cited decides no verdict."""


def _demand(constraint: Constraint) -> str:
    """What a constraint demands of the cases that its generator makes, and how it is described."""
    shown = {
        item.name: getattr(constraint, item.name) for item in fields(constraint) if item.name not in _PINNED
    }
    return repr((constraint.label, constraint.forms, shown))


def _definitions(metric: Metric, constraint: Constraint) -> Iterator[str]:
    """Yield what the metrics compute that score outputs in place of the judged one."""
    for output, scorer in sorted(other_scorers(metric, constraint).items()):
        yield from (output, *_definition(scorer))


@lru_cache(maxsize=2)
def own_sources(*rooms: str) -> str:
    """Return a digest of all sources that a verdict can depend on, and of those of further rooms."""
    digest = hashlib.sha256()
    home = Path(__file__).parent.parent
    for path in chain.from_iterable(sorted(home.rglob(kind)) for kind in ("*.py", "*.json", "*.toml")):
        if path.relative_to(home).parts[0] in TELLING - {*rooms}:
            continue
        digest.update(str(path.relative_to(home)).encode() + path.read_bytes())
    return digest.hexdigest()


@lru_cache(maxsize=1)
def _versions() -> str:
    return "\0".join((sys.version, *map(distribution_text, LIBRARIES)))
