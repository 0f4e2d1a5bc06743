"""Outside checkers: z3, cvc5 and coqc, where they are installed, on the files of certificates.

What one of them says against a proof is shown as a case: the symbols of its model, and the outputs that they make.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from typing import Any

from axiometrics.certify.terms import STANDS_FOR
from axiometrics.recheck.branches import replayed
from axiometrics.recheck.cases import Part
from axiometrics.recheck.expressions import Flat, RefusedError, flattened, formula_of, parsed

__all__ = ["CHECKERS", "Answer", "counterexample", "installed", "run", "summary", "values_of"]

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


# --- what a model says

DEFINED = re.compile(r"\(define-fun\s+(\S+)\s+\(\)\s+Real\s+((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)")


def values_of(model: str) -> dict[str, Fraction]:
    """Return the values that a model gives to symbols; those that are no fractions are left out.

    >>> values_of("((define-fun x () Real 2.0) (define-fun y () Real (- (/ 1.0 2.0))))")
    {'x': Fraction(2, 1), 'y': Fraction(-1, 2)}
    """
    found = {}
    for name, text in DEFINED.findall(model):
        value = _number(text.strip())
        if value is not None:
            found[name] = value
    return found


def _number(text: str) -> Fraction | None:
    if re.fullmatch(r"\d+(\.\d+)?", text):
        return Fraction(text)
    if match := re.fullmatch(r"\(- (.*)\)", text):
        inner = _number(match[1].strip())
        return None if inner is None else -inner
    if match := re.fullmatch(r"\(/ (\S+|\(- \S+\)) (\S+)\)", text):
        top, bottom = _number(match[1]), _number(match[2])
        return top / bottom if top is not None and bottom else None
    return None


def counterexample(document: Mapping[str, Any], file: str, model: str) -> list[str]:
    """Return the case of a model of one of the scripts of a certificate, as lines: its symbols, and every output."""
    named = re.match(r"case(\d+)-(?:branch(\d+))?", file)
    if not named:
        return [f"{name} = {value}" for name, value in values_of(model).items()]
    data = document["parts"][int(named[1])]
    known: dict[str, Flat] = {name: {(): value} if value else {} for name, value in values_of(model).items()}
    if named[2]:
        part = Part(document, data, formula_of(document["formula"]))
        _, gone, _ = replayed(part, data["branches"][int(named[2])]["path"])
        for name, top, bottom in reversed(gone):
            known[name] = flattened(parsed(f"({top})/({bottom})"), known)
    meant = {each["name"]: each["meaning"] for each in data["symbols"]}
    told = [f"{name} = {_told(name, known)} ({meant[name]})" for name in meant if name in known]
    return [*told, *_outputs(data, known)]


def _outputs(data: Mapping[str, Any], known: Mapping[str, Flat]) -> Iterator[str]:
    """Yield what each output is: its focal clusters or list, its quantities, and what is measured there."""
    for output, about in data["outputs"].items():
        parts = [
            f"{name} = {_told(text, known)}"
            for kind in ("quantities", "values")
            for name, text in about[kind].items()
        ]
        for cluster in about.get("clusters", ()):
            counts = ", ".join(
                f"{_told(each['count'], known)} of {each['category']}" for each in cluster["parts"]
            )
            parts.append(f"a cluster with {counts}")
        for row in about.get("list", ()):
            parts.append(" ".join(f"{name} {_told(text, known)}" for name, text in row.items()))
        yield f"{output}: {'; '.join(dict.fromkeys(parts))}"


def _told(text: str, known: Mapping[str, Flat]) -> str:
    """Return the value of a text, or the text where the model does not settle it."""
    try:
        found = flattened(parsed(text), known)
    except (RefusedError, ZeroDivisionError):
        return text
    return str(found.get((), Fraction(0))) if set(found) <= {()} else text
