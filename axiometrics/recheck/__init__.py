"""Check a certificate from its document alone: ``python -m axiometrics.recheck FILE``, standard library only.

A certificate (``axiometrics.certificate/1``) holds a formula, the outputs that are compared, what its reductions come
to there, and the branches of a proof. Nothing of it is believed but what it says the compared outputs are. That the
values are those of the formula's reductions, that every symbol has its sign, that the branches leave nothing out, and
that the margin has the sign that is claimed, all this is derived again here. Signs are read off coefficients.
Identities are checked at random points modulo a prime of 127 bits, where logarithms and other functions are unknown
functions of their arguments: two different expressions agree there with a probability below 1e-30.

The folder is a program of its own, which imports nothing else: `expressions` and `values` compute, `outputs` are what
is compared, `cases` looks at values and symbols, with `facts`, and `branches` at the proof, with
`presence` where something may be lacking; `families` writes reductions in normal form, and knows with `partitions`
and `ranks` what is special to tasks. `series`, with `terms` and `eventual_signs`, looks at proofs for every n from some
start on, `kinds` at demands under premises and at continuity.

Exit code 0: confirmed, 1: refused, with the step; 2: unreadable, or not covered by what this program knows.
"""

from __future__ import annotations

import gzip
import json
import lzma
import tarfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from tarfile import TarError, TarInfo
from typing import Any

from axiometrics.recheck.branches import part_holds
from axiometrics.recheck.expressions import NotCoveredError, RefusedError, formula_of, require, text_of
from axiometrics.recheck.kinds import elimination_holds, lines_hold, sum_holds
from axiometrics.recheck.series import series_holds, told_of
from axiometrics.recheck.values import FROM_ONE

__all__ = ["NotCoveredError", "RefusedError", "check", "every_case_has_a_part", "main"]


MALFORMED = (
    ValueError,
    ArithmeticError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
    RuntimeError,
    StopIteration,
    SyntaxError,
    MemoryError,
)
"""What a document may raise that has not the parts of a certificate, or other ones in their place."""
UNREADABLE = (OSError, EOFError, TarError, lzma.LZMAError, *MALFORMED)
"""What a file that is no certificate may raise."""


def check(document: Mapping[str, Any]) -> str:
    """Check a certificate; return what is confirmed. Raises RefusedError and NotCoveredError, and nothing else.

    >>> check({"schema": "axiometrics.certificate/1", "task": "filtering", "metric": "mine", "constraint": "other"})
    Traceback (most recent call last):
        ...
    axiometrics.recheck.expressions.RefusedError: not the form of a certificate: KeyError: 'stands_alone'
    """
    try:
        return _checked(document)
    except (RefusedError, NotCoveredError):
        raise
    except MALFORMED as error:
        raise RefusedError(f"not the form of a certificate: {type(error).__name__}: {error}") from error


def _checked(document: Mapping[str, Any]) -> str:
    require(document.get("schema") == "axiometrics.certificate/1", "this is no axiometrics.certificate/1")
    for name in ("task", "metric", "constraint"):
        told = document.get(name)
        require(isinstance(told, str) and bool(told), f"the {name} has no name")
    if not document["stands_alone"]:
        raise NotCoveredError("; ".join(document["reasons"]))
    if document["task"] not in FROM_ONE:
        raise NotCoveredError(f"{document['task']} is no task that this program knows")
    if document.get("formula"):
        require(document["written"] == text_of(document["formula"]), "what is written is another formula")
        _require_variables(document)
    told = "; ".join([*_confirmed(document), *_supposed(document["parts"])])
    return f"{document['metric']} and {document['constraint']}: {told}"


def _require_variables(document: Mapping[str, Any]) -> None:
    """Require that what rows have is told apart from quantities: a variable taken for one would leave its sum."""
    named: dict[str, set[str]] = {"variable": set(), "quantity": set()}
    for node in document["formula"]:
        named.get(node["kind"], set()).add(node.get("value"))
    told = {*document["variables"]}
    require(
        named["variable"] <= told and not named["quantity"] & told, "variables that are not the formula's"
    )


MOST_NAMED = 6
"""Symbols that are named together; of more their number is told."""


def _supposed(parts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what is supposed of symbols that nothing defines: which outputs they stand for is for a reader to judge."""
    free = dict.fromkeys(
        (each["sign"], each["name"]) for part in parts for each in part["symbols"] if "definition" not in each
    )
    for sign, words in (("positive", "above 0"), ("nonnegative", "from 0 on"), ("real", "of any sign")):
        names = [name for own, name in free if own == sign]
        if names:
            many = len(names) > MOST_NAMED
            yield f"for {f'{len(names)} symbols' if many else ', '.join(names)} {words}"
    every = {name for _, name in free}
    sums = {tuple(sorted(each)) for part in parts for each in part["not_all_zero"] if every.issuperset(each)}
    yield from (f"not all 0: {', '.join(each)}" for each in sorted(sums)[:MOST_NAMED])


def _confirmed(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is confirmed."""
    if "sum" in document:
        yield sum_holds(document["sum"])
    elif "series" in document:
        yield series_holds(document)
    elif "elimination" in document:
        yield elimination_holds(document)
    else:
        if document["parts"] or "lines" not in document:
            yield _parts_hold(document)
        if "same" in document:
            yield _same(document)
        if "lines" in document:
            yield lines_hold(document)


def _parts_hold(document: Mapping[str, Any]) -> str:
    """Require that every parametric case holds; return what is confirmed."""
    formula = formula_of(document["formula"])
    claims: Counter[str] = Counter()
    every_case_has_a_part(document)
    for data in document["parts"]:
        for form in data["form"].items():
            require(form[0] in data["outputs"] or not form[0], f"{form[0]} is no output")
        require(any(data["form"]), "a form without an output")
        part_holds(document, data, formula)
        claims[_claim(data)] += 1
    return "; ".join(f"{text} ({times} cases)" if times > 1 else text for text, times in claims.items())


def _claim(data: Mapping[str, Any]) -> str:
    if "terms" in data and len(data["terms"]["forms"]) > 1:
        one, other = map(told_of, data["terms"]["forms"])
        return f"{one} has {'the sign of' if data['sign'] == 'positive' else 'no other sign than'} {other}"
    return f"{told_of(data['form'])} is {data['sign']}"


def _same(document: Mapping[str, Any]) -> str:
    """Require that two linear forms are the same number: that what is zero adds up to their difference."""
    one, other = document["same"]
    require(all(part["sign"] == "zero" for part in document["parts"]), "a form that is not zero")
    require(any(one) and any(other), "a form without an output")
    total: Counter[str] = Counter()
    for form, times in [*((form, -1) for form in _forms_of(document)), (one, 1), (other, -1)]:
        for name, weight in form.items():
            total[name] += times * int(weight)
    require(not any(total.values()), "what is zero does not add up to the difference of the two forms")
    return f"{told_of(one)} is the same as {told_of(other)}"


def _forms_of(document: Mapping[str, Any]) -> list[Mapping[str, int]]:
    return list({_written(part["form"]): part["form"] for part in document["parts"]}.values())


def every_case_has_a_part(document: Mapping[str, Any]) -> None:
    """Require that each linear form is shown in every case that there is, once: see what ``cases`` are about."""
    if "cases" not in document:
        raise NotCoveredError("it does not say which cases there are; write it anew with axiometrics certify")
    cases = Counter(map(_written, document["cases"]))
    places: dict[str, Counter[str]] = {}
    for part in document["parts"]:
        places.setdefault(_written(part["form"]), Counter())[_written(part["where"])] += 1
    require(places and cases, "no case")
    for found in places.values():
        require(found == cases, "a case without a part, or parts that are about the same")


def _written(told: Mapping[str, Any]) -> str:
    return json.dumps(told, sort_keys=True)


def main(arguments: Sequence[str]) -> int:
    """Check the files that are named; tell what was found, and return the exit code."""
    parser = ArgumentParser(
        "python -m axiometrics.recheck",
        description="Check certificates of proofs from their documents alone.",
        epilog="Exit code 0: all are confirmed, 1: one is refused, 2: one is unreadable or not covered.",
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a certificate as JSON, also one that ends in .gz; or many: a folder, or an archive that ends in .tar.xz",
    )
    worst = 0
    for name in parser.parse_args(arguments).files:
        for shown, raw in _documents(name):
            text, code = _told(raw)
            print(f"{shown}: {text}")
            worst = code if code == 1 or worst == 0 else worst
    return worst


def _documents(name: str) -> Iterator[tuple[str, bytes | Exception]]:
    """Yield the documents of a file or folder, each with the name to show; in place of one that is unreadable, why."""
    try:
        if Path(name).is_dir():
            found = sorted(Path(name).rglob("certificate.json*"))
            if not found:
                yield name, ValueError("no certificate is in it")
            for path in found:
                yield from _documents(str(path))
            return
        raw = Path(name).read_bytes()
        if not name.endswith(".tar.xz"):
            yield name, gzip.decompress(raw) if name.endswith(".gz") else raw
            return
        with tarfile.open(fileobj=BytesIO(lzma.decompress(raw))) as archive:
            empty = True
            for member in filter(TarInfo.isfile, archive):
                content, empty = archive.extractfile(member), False
                yield member.name, content.read() if content else b""
        if empty:
            yield name, ValueError("no certificate is in it")
    except UNREADABLE as error:
        yield name, error


def _told(document: bytes | Exception) -> tuple[str, int]:
    """Return what is found of a document, and the exit code."""
    try:
        if isinstance(document, Exception):
            raise document
        return f"confirmed: {check(json.loads(document))}", 0
    except RefusedError as error:
        return f"refused: {error}", 1
    except NotCoveredError as error:
        return f"not covered: {error}", 2
    except UNREADABLE as error:
        return f"unreadable: {type(error).__name__}: {error}", 2
