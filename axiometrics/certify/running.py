"""Outside checkers: z3, cvc5 and coqc, where they are installed, on the files of certificates."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from importlib.util import find_spec
from math import ceil
from pathlib import Path

from axiometrics.certify.terms import STANDS_FOR

__all__ = ["CHECKERS", "Answer", "installed", "run", "summary"]

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
