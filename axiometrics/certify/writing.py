"""The files of proved cells: certificates, scripts of SMT-LIB, or Coq theorems, below a folder for each cell."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from axiometrics.axioms import CONSTRAINTS
from axiometrics.certify.coq import theorems
from axiometrics.certify.document import standing_alone
from axiometrics.certify.smt import scripts
from axiometrics.checker.verdict import Matrix
from axiometrics.metrics import METRICS
from axiometrics.parameters import split_key
from axiometrics.recheck import NotCoveredError, RefusedError, check
from axiometrics.writing import write_files

__all__ = ["Certified", "Form", "certified", "write_certificates"]

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
        """Where its files go: task, metric and constraint, without characters that file systems refuse."""
        return "/".join(
            re.sub(r"[^\w.=,-]+", "_", name).strip("_") for name in (self.task, self.metric, self.constraint)
        )

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
        document = json.loads(
            json.dumps(
                standing_alone(
                    judged, demanded, cell.proof, cell.witness.parameters if cell.witness else None
                )
            )
        )
        files, missing = _files(document, form)
        yield Certified(
            matrix.task, cell.metric, cell.constraint, document, verdict_of(document), files, missing
        )


def verdict_of(document: Mapping[str, Any]) -> str:
    """Return what the stand-alone checker says of a certificate."""
    try:
        check(document)
    except RefusedError as error:
        return f"refused: {error}"
    except NotCoveredError as error:
        return f"not covered: {error}"
    return "confirmed"


def _files(document: Mapping[str, Any], form: Form) -> tuple[dict[str, str], str]:
    """Return the files, of which the certificate itself is one, and why there are no others."""
    whole = {"certificate.json": json.dumps(document, indent=1, sort_keys=True) + "\n"}
    try:
        if form == "smt":
            whole |= {f"{name}.smt2": script for name, script in scripts(document)}
        elif form == "coq":
            whole |= dict(theorems(document))
        elif not document["stands_alone"]:
            raise NotCoveredError("; ".join(document["reasons"]))
    except NotCoveredError as error:
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
