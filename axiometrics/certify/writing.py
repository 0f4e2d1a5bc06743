"""The files of proved cells, below a folder for each: certificates, SMT-LIB scripts, Coq theorems, and who checks them.

Outside checkers are z3, cvc5 and coqc, where they are installed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from typing import Any, Literal

from axiometrics.axioms import CONSTRAINTS, Constraint
from axiometrics.certify.coq import theorems
from axiometrics.certify.document import standing_alone
from axiometrics.certify.smt import scripts
from axiometrics.certify.terms import STANDS_FOR
from axiometrics.checker.api import explain
from axiometrics.checker.selection import task_of_keys
from axiometrics.checker.verdict import Cell, Matrix
from axiometrics.errors import InputError
from axiometrics.metrics import METRICS, Metric
from axiometrics.parameters import split_key
from axiometrics.recheck import NotCoveredError, RefusedError, check
from axiometrics.writing import write_files

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


Z3, CVC5, COQC = "z3", "cvc5", "coqc"
CHECKERS: Mapping[str, tuple[str, ...]] = {"smt": (Z3, CVC5), "coq": (COQC,)}
"""The programs that read the files of a form."""
PACKAGE = """
import sys, cvc5
solver = cvc5.Solver(cvc5.TermManager())
for option in sys.argv[2:]:
    solver.setOption(*option.split("="))
parser = cvc5.InputParser(solver)
parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.argv[1])
while not (command := parser.nextCommand()).isNull():
    print(end=str(command.invoke(solver, parser.getSymbolManager())))
"""
"""What reads a file with the Python package cvc5, which brings no program."""
CPU_LIMIT = 'ulimit -t "$0"; exec "$@"'
"""What a POSIX shell does to give a program so many seconds of processor time."""
LOADED = 4
"""How many times its processor time a program may take by the clock, where the machine has other work."""


@dataclass(frozen=True)
class Answer:
    """What a program says of a file: confirmed, refuted, open (unknown, or no answer in time) or failed."""

    program: str
    file: Path
    outcome: str
    said: str = ""
    model: str = ""
    """What a program that goes against us says is a case against us."""


def installed(program: str) -> str | None:
    """Return the path of a program: beside this Python, as packages put it there, or on PATH; of cvc5 this Python's."""
    beside = Path(sys.executable).parent / program
    if program == CVC5 and find_spec(CVC5):
        return sys.executable
    return str(beside) if beside.is_file() else shutil.which(program)


def run(
    files: Iterable[Path],
    form: str,
    *,
    seconds: float = 5,
    jobs: int = 1,
    programs: Sequence[str] | None = None,
) -> list[Answer]:
    """Ask every installed program about every file; with ``programs`` these alone.

    ``seconds`` are whole ones of processor time.
    """
    wanted = CHECKERS[form] if programs is None else programs
    pairs = [(program, file) for file in files for program in wanted if installed(program)]
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(lambda pair: asked(pair[0], pair[1], seconds), pairs))


def asked(program: str, file: Path, seconds: float) -> Answer:
    """Ask one program about one file; one that goes against us, for its model."""
    answer = _answer(program, file, seconds)
    if answer.outcome != "refuted":
        return answer
    asking = file.with_name(f"{file.stem}-{program}.smt2")
    asking.write_text(
        f"(set-option :produce-models true)\n{file.read_text('utf-8')}(get-model)\n", encoding="utf-8"
    )
    _, model = _said(program, asking, seconds) or (0, "")
    return replace(answer, model=model)


def _said(program: str, file: Path, seconds: float) -> tuple[int, str] | None:
    """Return a program's exit code and what it prints of a file; None where its time is over.

    cvc5 is asked twice, each time for half of the time, rounded up: by coverings alone, and then by all it has.
    """
    path = str(installed(program))
    if program != CVC5:
        options = ["-q", "-w", "none"] if program == COQC else []
        return _limited([path, *options, file.name], file.parent, seconds)
    own = path == sys.executable
    start = [path, "-c", PACKAGE, file.name] if own else [path, file.name]
    first = _limited([*start, "nl-ext=none" if own else "--nl-ext=none"], file.parent, seconds / 2)
    settled = first is not None and first[1].startswith(("sat", "unsat"))
    return first if settled else _limited(start, file.parent, seconds / 2)


def _limited(command: Sequence[str], folder: Path, seconds: float) -> tuple[int, str] | None:
    """Return a command's exit code and output; None where it needs more processor time, as a POSIX system tells it."""
    limited = ["sh", "-c", CPU_LIMIT, str(ceil(seconds)), *command] if os.name == "posix" else command
    try:
        done = subprocess.run(
            limited, capture_output=True, text=True, timeout=LOADED * ceil(seconds), cwd=folder, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    return None if done.returncode < 0 else (done.returncode, (done.stdout + done.stderr).strip())


def _answer(program: str, file: Path, seconds: float) -> Answer:
    printed = _said(program, file, seconds)
    if printed is None:
        return Answer(program, file, "open", "no answer in time")
    code, said = printed
    if program == COQC:
        return Answer(program, file, "failed" if code else "confirmed", said[:400])
    first = said.splitlines()[0] if said else ""
    if first == "sat" and STANDS_FOR in file.read_text("utf-8"):
        return Answer(program, file, "open", "sat for numbers that need not be values of their functions")
    outcome = {"unsat": "confirmed", "sat": "refuted"}.get(first, "open")
    return Answer(
        program, file, "failed" if "error" in first and "timeout" not in first else outcome, said[:400]
    )


def summary(answers: Sequence[Answer]) -> str:
    """Say what the programs made of the files of one cell.

    >>> summary([Answer("z3", Path("a"), "confirmed"), Answer("cvc5", Path("a"), "open")])
    'confirmed by z3; cvc5: open in 1 of 1'
    """
    told, good = [], []
    for program in dict.fromkeys(answer.program for answer in answers):
        own = [answer.outcome for answer in answers if answer.program == program]
        left = {outcome: own.count(outcome) for outcome in dict.fromkeys(own) if outcome != "confirmed"}
        if not left:
            good.append(program)
        told += [f"{program}: {outcome} in {count} of {len(own)}" for outcome, count in left.items()]
    confirmed = [f"confirmed by {' and '.join(good)}"] if good else []
    return "; ".join(confirmed + told) or "open: no checker is installed"
