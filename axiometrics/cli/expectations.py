"""Expected outcomes from a file, compared with what a run found."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from axiometrics.axioms import CONSTRAINTS
from axiometrics.checker.verdict import Cell, Declaration, Matrix
from axiometrics.errors import AxiometricsError, InputError, nearest
from axiometrics.escaping import json_text
from axiometrics.metrics import METRICS
from axiometrics.parameters import split_key
from axiometrics.reports.tables import load
from axiometrics.writing import write_file

_SMALL = "write {metric: {constraint: outcome}}"


@dataclass(frozen=True)
class Expectation:
    """What is expected of one cell; ``task`` and ``weak`` are None where the file does not say.

    A metric that is not ``registered`` must be in the run: a function that is checked, not a mistyped key.
    """

    metric: str
    constraint: str
    strict: Declaration
    weak: Declaration | None = None
    task: str | None = None
    registered: bool = True

    def difference(self, cell: Cell) -> str | None:
        """Say how a cell differs, if it does."""
        where = f"{self.metric} {self.constraint}"
        if (found := self.strict.difference(cell.strict)) is not None:
            return f"{where}: {found}" + (f" ({self.strict.reason})" if self.strict.reason else "")
        found = self.weak.difference(cell.weak) if self.weak else None
        return f"{where}, weak form: {found}" if found else None


@dataclass(frozen=True)
class Expectations:
    """All that a file expects."""

    path: Path
    expected: Sequence[Expectation]

    def differences(self, matrices: Iterable[Matrix]) -> list[str]:
        """Return one line per cell that is not as expected.

        Metrics and constraints that the run left out are not compared; a file that expects nothing of
        the run is refused, so that a comparison is never empty.
        """
        matrices = list(matrices)
        self._refuse_unknown({metric.key for matrix in matrices for metric in matrix.metrics})
        pairs = [
            (each, matrix)
            for matrix in matrices
            for each in self.expected
            if each.task in (None, matrix.task) and _has(matrix, each)
        ]
        if not pairs:
            raise InputError(
                f"{self.path} expects nothing of the cells of this run; check its keys and tasks"
            )
        lines = [each.difference(matrix.cell(each.metric, each.constraint)) for each, matrix in pairs]
        return [line for line in lines if line]

    def speaks_of(self, matrix: Matrix, cell: Cell) -> bool:
        """Whether anything is expected of a cell."""
        return any(
            (each.metric, each.constraint) == (cell.metric, cell.constraint)
            for each in self.expected
            if each.task in (None, matrix.task)
        )

    def _refuse_unknown(self, checked: Collection[str]) -> None:
        for each in self.expected:
            if not each.registered and each.metric not in checked:
                hint = nearest(each.metric, checked)
                raise InputError(f"{self.path}: there is no metric {each.metric!r}; {hint}")


def read_expectations(path: Path, *, plugins: bool = True) -> Expectations:
    """Read expected outcomes: a matrix in JSON, or JSON or YAML ``{metric: {constraint: outcome}}``.

    In place of an outcome a list may also have the reason and the least evidence: ``["holds", "", "proof"]``.
    """
    data = _parsed(path)
    if not isinstance(data, Mapping) or not data:
        raise InputError(f"{path} holds no expectations; {_SMALL}, or a matrix written with --format json")
    if "schema" in data:
        return Expectations(path, list(_of_document(data, path)))
    return Expectations(path, list(_of_mapping(data, path, plugins)))


def _parsed(path: Path) -> Any:
    text = path.read_bytes()
    try:
        if path.suffix.lower() not in (".yaml", ".yml"):
            return json.loads(text.decode("utf-8"))
        return _yaml().safe_load(text)
    except AxiometricsError:
        raise
    except Exception as error:  # a YAML error is no ValueError
        reason = " ".join(str(error).split())
        raise InputError(f"{path} cannot be read ({reason}); give JSON, or YAML in a .yaml file") from error


def _yaml() -> Any:
    try:
        return import_module("yaml")
    except ImportError as error:
        raise InputError(
            "reading YAML needs PyYAML; run: pip install 'axiometrics[yaml]', or write JSON"
        ) from error


def _of_document(data: Mapping[str, Any], path: Path) -> Iterator[Expectation]:
    try:
        matrices = load(data)
    except (KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"{path} is no whole matrix ({error!r}); write it again with --format json"
        ) from error
    for matrix in matrices:
        for cell in matrix.cells:
            strict, weak = (Declaration(each.outcome) for each in (cell.strict, cell.weak))
            yield Expectation(cell.metric, cell.constraint, strict, weak, matrix.task)


def _of_mapping(data: Mapping[Any, Any], path: Path, plugins: bool) -> Iterator[Expectation]:
    metrics, constraints = METRICS.view(plugins=plugins), CONSTRAINTS.view(plugins=plugins)
    known = {record.key for record in constraints.values()}
    for metric, row in data.items():
        if not isinstance(row, Mapping):
            raise InputError(f"{path}: {metric!r} has {row!r}; {_SMALL}")
        for constraint, outcome in row.items():
            label = _label(str(constraint), constraints)
            if label is None:
                hint = nearest(str(constraint), known)
                raise InputError(f"{path}: there is no constraint {constraint!r}; {hint}")
            name = _label(str(metric), metrics)
            declared = Declaration.read(outcome, f"{path}: {constraint!r}")
            yield Expectation(name or str(metric), label, declared, registered=bool(name))


def write_expectations(matrices: Iterable[Matrix], path: Path) -> None:
    """Write the outcomes of a run with their evidence, for `read_expectations`; the reasons are left to people."""
    found = {
        cell.metric: {
            other.constraint: [part for part in astuple(Declaration.of(other.strict)) if part is not None]
            for other in matrix.cells
            if other.metric == cell.metric
        }
        for matrix in matrices
        for cell in matrix.cells
    }
    written = path.suffix.lower() in (".yaml", ".yml")
    write_file(path, _yaml().safe_dump(found, sort_keys=False) if written else json_text(found))


def _label(key: str, records: Mapping[str, Any]) -> str | None:
    """Write a key as the matrix does (``rbp(p=0.8)`` as ``rbp``); None when it is not registered.

    Of several tasks that have it, the first one counts in which it takes these parameters.
    """
    base, given = split_key(key)
    homes = [record for record in records.values() if record.key == base]
    fitting = (each for each in homes if given.keys() <= {one.name for one in each.parameters})
    found = next(fitting, homes[0] if homes else None)
    return found.with_parameters(**given).label if found else None


def _has(matrix: Matrix, each: Expectation) -> bool:
    return any((cell.metric, cell.constraint) == (each.metric, each.constraint) for cell in matrix.cells)
