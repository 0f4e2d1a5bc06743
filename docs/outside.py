"""Write reports/certificates.md: what each checker says of every proof that is published; and the file that ships.

``python docs/outside.py [TASK ...] [--coq] [--alone]``: the proofs are those of reports/TASK/matrix.json; z3, cvc5 and,
with ``--coq``, coqc are run where they are installed, and who confirmed what is kept for the package
(`axiometrics.certify.confirmations`). It takes long, so nothing runs it by itself. ``--alone`` is the stand-alone
checker without the others: some minutes.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path

from published import REPORTS, published

from axiometrics import __version__
from axiometrics.certify.confirmations import Confirmation, certificate_digest, write_confirmations
from axiometrics.certify.running import CHECKERS, Answer, installed, run
from axiometrics.certify.writing import Certified, certified, write_certificates
from axiometrics.writing import write_file

PAGE = REPORTS / "certificates.md"
HEAD = """# Certificates

What each checker says of every proof: the stand-alone checker `axiometrics.recheck` of its document, z3 and cvc5 of the
obligations in SMT-LIB (5 seconds each), Coq of the theorems. [How](../docs/certificates.md) to check one yourself.
"""


def answered(cell: Certified, form: str, seconds: float) -> list[Answer]:
    """Return what the installed programs say of the files of a cell."""
    folder = Path(tempfile.mkdtemp())
    try:
        write_certificates(iter([cell]), folder)
        names = [name for name in cell.files if not name.endswith(".json")]
        return run([folder / cell.folder / name for name in names], form, seconds=seconds, jobs=2)
    finally:
        shutil.rmtree(folder)


def told(answers: list[Answer], program: str) -> str:
    """Return one cell of the table: all confirmed, or of how many files."""
    own = [answer.outcome for answer in answers if answer.program == program]
    if not own:
        return "no files"
    return "confirmed" if set(own) == {"confirmed"} else f"{own.count('confirmed')} of {len(own)}"


def versions(programs: Iterable[str]) -> dict[str, str]:
    """Return the installed programs, each with its version as it says it."""
    found = {"axiometrics.recheck": f"axiometrics.recheck {__version__}"}
    for program in programs:
        if path := installed(program):
            if path == sys.executable:
                said = version(program)
            else:
                said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
            number = re.search(r"\d+(\.\d+)+", said)
            found[program] = f"{program} {number[0] if number else ''}".strip()
    return found


def rows(task: str, forms: list[str], named: Mapping[str, str]) -> Iterator[tuple[list[str], Confirmation]]:
    """Yield a row for every proved cell of a task, and who confirmed it."""
    first = list(certified(published()[task], "smt"))
    other = list(certified(published()[task], "coq")) if "coq" in forms else first
    for cell, theorems in zip(first, other, strict=True):
        shown = {"axiometrics.recheck": cell.recheck}
        for form in forms:
            files = cell if form == "smt" else theorems
            answers = answered(files, form, 5 if form == "smt" else 120)
            shown |= {program: told(answers, program) for program in CHECKERS[form] if program in named}
        by = tuple(named[program] for program, outcome in shown.items() if outcome == "confirmed")
        row = [f"`{cell.metric}`", f"`{cell.constraint}`", *shown.values()]
        yield row, Confirmation(by, cell.document["proof"], certificate_digest(cell.document))


def main() -> None:
    """Write the page, and the file of confirmations that ships."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="*")
    parser.add_argument("--coq", action="store_true", help="run coqc, too")
    parser.add_argument("--alone", action="store_true", help="run the stand-alone checker only")
    given = parser.parse_args()
    forms = [] if given.alone else ["smt", "coq"] if given.coq else ["smt"]
    named = versions(program for form in forms for program in CHECKERS[form])
    names = ["metric", "constraint", *named.values()]
    parts = [HEAD]
    for task in given.tasks or published():
        found = list(rows(task, forms, named))
        confirmed = {f"{task}/{row[0].strip('`')}/{row[1].strip('`')}": each for row, each in found}
        write_confirmations(confirmed, [task])
        counts = [Counter(row[place].partition(":")[0] for row, _ in found) for place in range(2, len(names))]
        summary = "; ".join(
            f"{name} {count['confirmed']} of {len(found)}"
            for name, count in zip(names[2:], counts, strict=True)
        )
        print(f"{task}: {summary}", flush=True)
        lines = [names, ["---"] * len(names), *(row for row, _ in found)]
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        parts.append(f"## {task}\n\nConfirmed: {summary}.\n\n{table}\n")
    write_file(PAGE, "\n".join(parts))


if __name__ == "__main__":
    main()
