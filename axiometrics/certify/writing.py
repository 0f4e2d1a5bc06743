"""The files of proved cells: certificates, scripts of SMT-LIB, or Coq theorems, below a folder for each cell."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from axiometrics.axioms import CONSTRAINTS, Constraint
from axiometrics.certify.coq import theorems
from axiometrics.certify.document import standing_alone
from axiometrics.certify.smt import scripts
from axiometrics.checker.api import explain
from axiometrics.checker.selection import task_of_keys
from axiometrics.checker.verdict import Cell, Matrix
from axiometrics.errors import InputError
from axiometrics.metrics import METRICS, Metric
from axiometrics.parameters import split_key
from axiometrics.recheck import NotCoveredError, RefusedError, check
from axiometrics.writing import write_files

__all__ = [
    "Certified",
    "Form",
    "certified",
    "certify",
    "files_of",
    "folder_of",
    "of_cell",
    "write_certificates",
]

Form = Literal["json", "smt", "coq"]


@dataclass(frozen=True)
class Certified:
    """A proved cell with its certificate: what the stand-alone checker says of it, and its files by their names."""

    task: str
    metric: str
    constraint: str
    document: Mapping[str, Any]
    recheck: str
    files: Mapping[str, str]
    missing: str = ""
    """Why there are no files in the form that was asked for."""

    @property
    def folder(self) -> str:
        """Where its files go."""
        return folder_of(self.task, self.metric, self.constraint)

    def to_dict(self) -> dict[str, Any]:
        """Return what the index says of it."""
        return {
            "task": self.task,
            "metric": self.metric,
            "constraint": self.constraint,
            "recheck": self.recheck,
            "facts": facts_of(self.document),
            "assumes": list(self.document["assumes"]),
            "files": [f"{self.folder}/{name}" for name in self.files],
            **({"missing": self.missing} if self.missing else {}),
        }


def folder_of(*names: str) -> str:
    """Return a folder for task, metric and constraint, without characters that file systems refuse.

    >>> folder_of("ranking", "rbp(p=1/2)", "priority")
    'ranking/rbp_p=1_2/priority'
    """
    return "/".join(re.sub(r"[^\w.=,-]+", "_", name).strip("_") for name in names)


def facts_of(document: Mapping[str, Any]) -> list[str]:
    """Return the facts that a certificate rests on: why symbols that are defined have their signs."""
    symbols = [each for part in document["parts"] for each in part["symbols"]]
    return sorted({each["reason"] for each in symbols if "reason" in each})


def certified(matrix: Matrix, form: Form, *, plugins: bool = True) -> Iterator[Certified]:
    """Yield the proved cells of a matrix."""
    for cell in matrix.cells:
        if cell.proof is None:
            continue
        metric, given = split_key(cell.metric)
        constraint, chosen = split_key(cell.constraint)
        judged = METRICS.get(metric, matrix.task, plugins=plugins).with_parameters(**given)
        demanded = CONSTRAINTS.view(matrix.task, plugins=plugins)[constraint].with_parameters(**chosen)
        yield of_cell(judged, demanded, cell, form)


def of_cell(metric: Metric, constraint: Constraint, cell: Cell, form: Form = "json") -> Certified:
    """Return a proved cell with its certificate."""
    chosen = cell.witness.parameters if cell.witness else None
    document = json.loads(json.dumps(standing_alone(metric, constraint, cell.proof or {}, chosen)))
    files, missing = files_of(document, form)
    return Certified(
        metric.task, cell.metric, cell.constraint, document, verdict_of(document), files, missing
    )


def certify(
    metric: Metric | str,
    constraint: Constraint | str,
    task: str | None = None,
    *,
    form: Form = "json",
    **options: Any,
) -> Certified:
    """Return the certificate of a proved cell, which others can check, and what the stand-alone checker says of it.

    ``document`` is the certificate as data, ``files`` holds it as text by its name, with the scripts of SMT-LIB
    (``form="smt"``) or the theorems in Coq (``form="coq"``); Options are those of
    `explain`. Raises InputError where nothing is proved.

    >>> found = certify("precision", "priority_relevant", "filtering")
    >>> found.recheck, found.document["schema"], list(found.files)
    ('confirmed', 'axiometrics.certificate/1', ['certificate.json'])
    """
    cell = explain(metric, constraint, task, **({"regions": False} | options))
    if cell.proof is None:
        raise InputError(
            f"nothing is proved of {cell.metric} and {cell.constraint}, so there is nothing to certify; "
            "`explain` says more"
        )
    plugins = bool(options.get("plugins", True))
    if isinstance(metric, str):
        base, given = split_key(cell.metric)
        common = task or task_of_keys(metric, [constraint], plugins=plugins)
        home = common or METRICS.tasks_of(base, plugins=plugins)[0]
        metric = METRICS.get(base, home, plugins=plugins).with_parameters(**given)
    if isinstance(constraint, str):
        base, given = split_key(cell.constraint)
        constraint = CONSTRAINTS.view(metric.task, plugins=plugins)[base].with_parameters(**given)
    return of_cell(metric, constraint, cell, form)


def verdict_of(document: Mapping[str, Any]) -> str:
    """Return what the stand-alone checker says of a certificate."""
    try:
        check(document)
    except RefusedError as error:
        return f"refused: {error}"
    except NotCoveredError as error:
        return f"not covered: {error}"
    return "confirmed"


def files_of(document: Mapping[str, Any], form: Form) -> tuple[dict[str, str], str]:
    """Return the files of a certificate by their names, itself among them, and why there are no others."""
    whole = {"certificate.json": json.dumps(document, indent=1, sort_keys=True) + "\n"}
    try:
        if form == "smt":
            whole |= {f"{name}.smt2": script for name, script in scripts(document)}
        elif form == "coq":
            whole |= dict(theorems(document))
        elif not document["stands_alone"]:
            raise NotCoveredError("; ".join(document["reasons"]))
    except (NotCoveredError, RefusedError) as error:
        return whole, str(error)
    return whole, ""


def write_certificates(cells: Iterator[Certified], folder: Path) -> list[Certified]:
    """Write the files of cells, each in its folder, and an index of all; return the cells."""
    found = []
    for cell in cells:
        write_files(folder / cell.folder, cell.files)
        found.append(cell)
    index = {"schema": "axiometrics.certificates/1", "cells": [cell.to_dict() for cell in found]}
    write_files(folder, {"index.json": json.dumps(index, indent=1) + "\n"})
    return found
