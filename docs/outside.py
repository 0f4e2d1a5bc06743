"""Write reports/certificates.md: what each checker says of every proof that is published; the file that ships; and the
certificates, ``reports/certificates/TASK.tar.xz``.

``python docs/outside.py [TASK ...] [--unasked | --open] [--without PROGRAM ...] [--jobs N]``: the proofs are those of
reports/TASK/matrix.json. The stand-alone checker looks at all of them; z3, cvc5 and coqc are asked where they are
installed. What a program said of a certificate is kept for the package (`axiometrics.certify.confirmations`), and is
not asked again of the same certificate: the run may be ended at any time, and goes on from there. ``--page`` writes
the page alone.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import Any

from archives import archived, write_archive
from published import REPORTS, published

from axiometrics import __version__
from axiometrics.certify.confirmations import (
    Confirmation,
    certificate_digest,
    certificate_text,
    confirmations,
    write_confirmations,
)
from axiometrics.certify.smt import counterexample
from axiometrics.certify.writing import (
    CHECKERS,
    Answer,
    Certified,
    certified,
    files_of,
    folder_of,
    installed,
    run,
    verdict_of,
)
from axiometrics.checker.verdict import Matrix
from axiometrics.writing import write_file, write_files

PAGE = REPORTS / "certificates.md"
OWN = "axiometrics.recheck"
SECONDS = {"smt": 5, "coq": 60}
"""How much processor time a program may take for a file."""
OFTEN = 20
"""Seconds after which what was found is kept."""
HEAD = """# Certificates

What each checker says of every proof: the stand-alone checker `axiometrics.recheck` of its document, z3 and cvc5 of the
obligations in SMT-LIB, Coq of the theorems, with a limit on time for each file.
[How](../docs/certificates.md) to check one yourself.

*Not asked* is what it says: the program was not asked about that proof yet. A proof with *37 of 38* has an obligation
that the program left open in that time.
"""


def versions(programs: Iterable[str]) -> dict[str, str]:
    """Return the installed programs, each with its version as it says it."""
    found = {OWN: f"{OWN} {__version__}"}
    for program in programs:
        if path := installed(program):
            if path == sys.executable:
                said = version(program)
            else:
                said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
            number = re.search(r"\d+(\.\d+)+", said)
            found[program] = f"{program} {number[0] if number else ''}".strip()
    return found


def said(answers: list[Answer], missing: str) -> dict[str, str]:
    """Return what each program said of the files of a cell: how many of them it confirmed."""
    found = {}
    for program in dict.fromkeys(answer.program for answer in answers):
        own = [answer for answer in answers if answer.program == program]
        confirmed = sum(answer.outcome == "confirmed" for answer in own)
        against = [answer.file.name for answer in own if answer.outcome == "refuted"]
        told = f"{confirmed} of {len(own)}"
        found[program] = f"{told}, against: {', '.join(against)}" if against else told
    return found if answers else {"": f"no files: {missing}"}


def asked(cell: Certified, form: str, programs: list[str], jobs: int) -> dict[str, str]:
    """Return what some programs say of the files of a cell."""
    files, missing = files_of(cell.document, "smt" if form == "smt" else "coq")
    del files["certificate.json"]
    folder = Path(tempfile.mkdtemp())
    try:
        write_files(folder, files)
        paths = [folder / name for name in files]
        answers = run(paths, form, seconds=SECONDS[form], jobs=jobs, programs=programs)
    finally:
        shutil.rmtree(folder)
    for answer in answers:
        if answer.outcome == "refuted":
            case = counterexample(cell.document, answer.file.name, answer.model)
            print(
                f"{answer.program} refutes {cell.metric} {cell.constraint} {answer.file.name}:",
                *case,
                sep="\n  ",
            )
    found = said(answers, missing)
    return {program: found.get(program, found.get("", "")) for program in programs}


def confirms(told: str) -> bool:
    """Whether a program confirmed all that it was asked about.

    >>> confirms("3 of 3"), confirms("2 of 3"), confirms("confirmed"), confirms("no files: why")
    (True, False, True, False)
    """
    one, _, all_ = told.partition(" of ")
    return told == "confirmed" or (one == all_ and one.isdecimal())


def looked_at(
    cell: Certified, known: Confirmation | None, named: Mapping[str, str], jobs: int
) -> Confirmation:
    """Return what all programs say of a cell; those that spoke of this certificate already are not asked again.

    That is so of one that has another digest of the proof alone, which is in words besides: no file is made of it.
    """
    start, digest = monotonic(), certificate_digest(cell.document)
    same = certificate_digest({**cell.document, "proof": known.proof}) if known else ""
    kept = dict(known.asked) if known and known.certificate == same else {}
    before = known.seconds if kept and known else 0.0
    kept[named[OWN]] = cell.recheck
    for form, programs in CHECKERS.items():
        left = [program for program in programs if program in named and named[program] not in kept]
        if left:
            kept |= {named[program]: told for program, told in asked(cell, form, left, jobs).items()}
    by = tuple(name for name, told in kept.items() if confirms(told))
    spent = round(before + monotonic() - start, 1)
    return Confirmation(by, cell.document["proof"], digest, kept, spent)


def ask(task: str, named: Mapping[str, str], jobs: int, only: str | None) -> bool:
    """Ask about the proofs of a task, and keep what is found; return whether a program goes against a proof.

    ``only`` those that are ``unasked``, or ``open``, of which nothing else is asked again: about the certificates that
    are archived. Otherwise the certificate of every proof is made, and so it is seen which of them have changed.
    """
    matrix = published()[task]
    pairs = dict(proved(task, matrix))
    found = {
        name: each
        for name, each in confirmations().items()
        if name in {named_as(task, pair) for pair in pairs}
    }
    documents = {folder_of(task, *pair): b"" for pair in pairs} | archived(task)
    wanted = {
        pair
        for pair, each in pairs.items()
        if is_wanted(each, named, only) or not is_of(documents[folder_of(task, *pair)], each)
    }
    last = monotonic()
    for cell in asked_about(matrix, wanted, documents, pairs if only else {}):
        name = named_as(task, (cell.metric, cell.constraint))
        documents[cell.folder] = certificate_text(cell.document)
        found[name] = looked_at(cell, without_open(found.get(name), named, only), named, jobs)
        if monotonic() - last > OFTEN:
            write_confirmations(found, [task])
            last = monotonic()
    write_confirmations(found, [task])
    write_archive(task, {place: documents[place] for place in (folder_of(task, *pair) for pair in pairs)})
    print(f"{task}: {summary(list(found.values()))}", flush=True)
    return any("against" in told for each in found.values() for told in each.asked.values())


def asked_about(
    matrix: Matrix,
    wanted: set[tuple[str, str]],
    documents: Mapping[str, bytes],
    known: Mapping[tuple[str, str], Confirmation | None],
) -> Iterator[Certified]:
    """Yield cells with their certificates: archived ones, the shortest first, where these are ``known``, and new."""
    anew, kept = [], []
    for cell in matrix.cells:
        pair = cell.metric, cell.constraint
        text = documents.get(folder_of(matrix.task, *pair), b"")
        if cell.proof and pair in wanted and is_of(text, known.get(pair)):
            kept.append((len(text), pair, text))
        elif cell.proof and pair in wanted:
            anew.append(cell)
    for _, pair, text in sorted(kept):
        document = json.loads(text)
        yield Certified(matrix.task, *pair, document, verdict_of(document), {})
    yield from certified(replace(matrix, cells=tuple(anew)), "json", plugins=False)


def named_as(task: str, pair: tuple[str, str]) -> str:
    """Return the name of a cell among all confirmations."""
    return f"{task}/{pair[0]}/{pair[1]}"


def without_open(
    known: Confirmation | None, named: Mapping[str, str], only: str | None
) -> Confirmation | None:
    """Return what is known, without what programs left open where this is asked again."""
    if known is None or only != "open":
        return known
    again = left_open(known, named)
    return replace(known, asked={name: told for name, told in known.asked.items() if name not in again})


def is_of(text: bytes, known: Confirmation | None) -> bool:
    """Whether an archived certificate is the one that was asked about."""
    return known is not None and sha256(text).hexdigest() == known.certificate


def left_open(known: Confirmation, named: Mapping[str, str]) -> list[str]:
    """Return the programs that did not confirm every file of a proof, or had none."""
    own = ((name, known.asked.get(name, "")) for name in named.values())
    return [name for name, told in own if re.match(r"\d+ of \d+|no files", told) and not confirms(told)]


def is_wanted(known: Confirmation | None, named: Mapping[str, str], only: str | None) -> bool:
    """Whether a proof is one of those that are asked about."""
    if only == "open":
        return known is not None and bool(left_open(known, named))
    return only is None or not all_asked(known, named)


def all_asked(known: Confirmation | None, named: Mapping[str, str]) -> bool:
    """Whether all programs were asked about a proof."""
    return known is not None and set(named.values()) <= set(known.asked)


def summary(found: list[Confirmation]) -> str:
    """Say how many proofs each program confirmed, and of how many files."""
    told = []
    for name in dict.fromkeys(name for each in found for name in each.asked):
        counts = Counter(confirms(each.asked.get(name, "")) for each in found)
        pairs = [re.match(r"(\d+) of (\d+)", each.asked.get(name, "")) for each in found]
        sums = [sum(int(pair[side]) for pair in pairs if pair) for side in (1, 2)]
        files = f" ({sums[0]:,} of {sums[1]:,} files)" if sums[1] else ""
        told.append(f"{name} {counts[True]} of {len(found)}{files}")
    return "; ".join(told)


def page() -> Iterator[str]:
    """Yield the parts of the page: of each task how many proofs are confirmed, a row for each, and what is not."""
    yield HEAD
    yield rational_cells()
    for task, matrix in published().items():
        cells = list(proved(task, matrix))
        found = [known for _, known in cells if known]
        names = list(dict.fromkeys(name for each in found for name in each.asked))
        rows = [["metric", "constraint", *names, "seconds"]]
        rows.append(["---"] * len(rows[0]))
        for pair, known in cells:
            told = [shown(known.asked.get(name, "not asked") if known else "not asked") for name in names]
            rows.append(
                [
                    *(f"`{each}`" for each in pair),
                    *told,
                    f"{known.seconds:g}" if known and known.seconds else "",
                ]
            )
        table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
        without = Counter(
            f"{name.partition(' ')[0]}: {told.removeprefix('no files: ')}"
            for each in found
            for name, told in each.asked.items()
            if told.startswith(("no files", "not covered"))
        )
        reasons = "".join(f"- {reason} ({count})\n" for reason, count in sorted(without.items()))
        reasons = f"\nWhat has no files, or is not covered, and why:\n\n{reasons}" if reasons else ""
        yield f"## {task}\n\nConfirmed: {summary(found) or 'nothing was asked yet'}.\n{reasons}\n{table}\n"


def rational_cells() -> str:
    """Say of how many cells with rational formulas Coq accepted a theorem; of those with proofs for every n apart."""
    counts: Counter[tuple[bool, bool]] = Counter()
    for task, matrix in published().items():
        known = dict(proved(task, matrix))
        for text in archived(task).values():
            document = json.loads(text)
            if not is_rational(document):
                continue
            found = known.get((document["metric"], document["constraint"]))
            told = found.asked if found else {}
            accepted = any(name.startswith("coqc") and confirms(each) for name, each in told.items())
            counts["series" in document, accepted] += 1
    every, alone = (
        (sum(count for (series, yes), count in counts.items() if series in among and yes), among)
        for among in ((True, False), (False,))
    )
    told_of = [
        f"{accepted:,} of {(whole := sum(counts[series, yes] for series in among for yes in (True, False))):,} "
        f"({100 * accepted / max(whole, 1):.1f} %)"
        for accepted, among in (every, alone)
    ]
    return (
        "A *rational cell* is one whose formula has no logarithm, root, or power that is not whole. "
        f"Of these cells Coq accepted a theorem of {told_of[0]}; without proofs for every n, of {told_of[1]}.\n"
    )


RATIONAL = {
    "number", "quantity", "variable", "reduction", "sum", "product", "quotient", "ratio", "guard", "maximum", "minimum",
    "undefined", "infinite", "power",
}  # fmt: skip
"""Steps of rational formulas; a power is one where it is a whole number."""


def is_rational(document: Mapping[str, Any]) -> bool:
    """Whether a formula is made of counts and sums by arithmetic, extremes and conventions alone.

    >>> nodes = [{"kind": "quantity"}, {"kind": "number", "value": "2"}, {"kind": "power", "parts": [0, 1]}]
    >>> is_rational({"formula": nodes}), is_rational({"formula": [*nodes, {"kind": "power", "parts": [1, 0]}]})
    (True, False)
    """
    nodes = document.get("formula") or []
    whole = [nodes[each["parts"][1]].get("value", "") for each in nodes if each["kind"] == "power"]
    return {each["kind"] for each in nodes} <= RATIONAL and all(
        re.fullmatch(r"-?\d+", each) for each in whole
    )


def proved(task: str, matrix: Matrix) -> Iterator[tuple[tuple[str, str], Confirmation | None]]:
    """Yield the proved cells of a matrix, each with what is known of this proof; nothing of one that has changed."""
    for cell in matrix.cells:
        if cell.proof:
            known = confirmations().get(f"{task}/{cell.metric}/{cell.constraint}")
            if known and known.proof != cell.digest:
                known = None
            if known and not known.asked:
                known = replace(known, asked=dict.fromkeys(known.by, "confirmed"))
            yield (cell.metric, cell.constraint), known


def shown(told: str) -> str:
    """Return what a program said as one cell of the table."""
    return "confirmed" if confirms(told) else told.partition(":")[0]


def main() -> None:
    """Ask, write the page, and the file of confirmations that ships; exit code 1 where a program goes against us."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="*")
    parser.add_argument("--without", nargs="*", default=[], metavar="PROGRAM", help="do not ask these")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--unasked", dest="only", action="store_const", const="unasked",
        help="only about proofs that somebody was not asked about",
    )  # fmt: skip
    parser.add_argument(
        "--open", dest="only", action="store_const", const="open",
        help="only about proofs of which somebody left files open, or had none",
    )  # fmt: skip
    parser.add_argument("--page", action="store_true", help="write the page alone")
    given = parser.parse_args()
    every = [program for programs in CHECKERS.values() for program in programs]
    named = versions(program for program in every if program not in given.without)
    tasks = () if given.page else given.tasks or published()
    against = [ask(task, named, given.jobs, given.only) for task in tasks]
    write_file(PAGE, "\n".join(page()))
    sys.exit(any(against))


if __name__ == "__main__":
    main()
