"""Outside checkers: z3, cvc5 and coqc, where they are installed, on the files of certificates."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

from axiometrics.certify.terms import STANDS_FOR

__all__ = ["CHECKERS", "Answer", "installed", "run", "summary"]

Z3, CVC5, COQC = "z3", "cvc5", "coqc"
CHECKERS: Mapping[str, tuple[str, ...]] = {"smt": (Z3, CVC5), "coq": (COQC,)}
"""The programs that read the files of a form."""
PACKAGE = """
import sys, cvc5
def said(**options):
    solver = cvc5.Solver(cvc5.TermManager())
    for name, value in {"tlimit-per": sys.argv[2], **options}.items():
        solver.setOption(name.replace("_", "-"), value)
    parser = cvc5.InputParser(solver)
    parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.argv[1])
    text = ""
    while not (command := parser.nextCommand()).isNull():
        text += str(command.invoke(solver, parser.getSymbolManager()))
    return text
text = said(nl_ext="none")
print(text if text.startswith(("sat", "unsat")) else said(), end="")
"""
"""What reads a file with the Python package cvc5, which brings no program: by coverings alone, and then by all it has.

Each of the two has half of the time.
"""
LONGER = 5
"""Seconds beyond its limit after which a program that does not keep it is ended."""


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
    """Ask every installed program about every file; with ``programs`` these alone."""
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
    """Return a program's exit code and what it prints of a file; None where it does not end."""
    try:
        done = subprocess.run(
            _command(program, file, seconds), capture_output=True, text=True, timeout=seconds + LONGER,
            cwd=file.parent, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, (done.stdout + done.stderr).strip()


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


def _command(program: str, file: Path, seconds: float) -> Sequence[str]:
    path = str(installed(program))
    if program == Z3:
        return [path, f"-T:{max(1, round(seconds))}", file.name]
    if path == sys.executable:
        return [path, "-c", PACKAGE, file.name, str(round(500 * seconds))]
    if program == CVC5:
        return [path, f"--tlimit={round(1000 * seconds)}", file.name]
    return [path, "-q", "-w", "none", file.name]


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
