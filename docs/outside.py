"""Write reports/certificates.md: what each checker says of every proof that is published.

``python docs/outside.py [TASK ...] [--coq]``: the proofs are those of reports/TASK/matrix.json; z3, cvc5 and, with
``--coq``, coqc are run where they are installed. It takes long, so nothing runs it by itself.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from published import REPORTS, published

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


def rows(task: str, forms: list[str]) -> Iterator[list[str]]:
    """Yield a row for every proved cell of a task."""
    first = list(certified(published()[task], "smt"))
    other = list(certified(published()[task], "coq")) if "coq" in forms else first
    for cell, theorems in zip(first, other, strict=True):
        row = [f"`{cell.metric}`", f"`{cell.constraint}`", cell.recheck]
        for form in forms:
            files = cell if form == "smt" else theorems
            answers = answered(files, form, 5 if form == "smt" else 120)
            row += [told(answers, program) for program in CHECKERS[form] if installed(program)]
        yield row


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="*")
    parser.add_argument("--coq", action="store_true", help="run coqc, too")
    given = parser.parse_args()
    forms = ["smt", "coq"] if given.coq else ["smt"]
    names = ["metric", "constraint", "stand-alone"]
    names += [program for form in forms for program in CHECKERS[form] if installed(program)]
    parts = [HEAD]
    for task in given.tasks or published():
        found = list(rows(task, forms))
        counts = [Counter(row[place].partition(":")[0] for row in found) for place in range(2, len(names))]
        summary = "; ".join(
            f"{name} {count['confirmed']} of {len(found)}"
            for name, count in zip(names[2:], counts, strict=True)
        )
        lines = [names, ["---"] * len(names), *found]
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        parts.append(f"## {task}\n\nConfirmed: {summary}.\n\n{table}\n")
    write_file(PAGE, "\n".join(parts))


if __name__ == "__main__":
    main()
