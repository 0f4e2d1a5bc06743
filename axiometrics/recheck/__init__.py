"""Check a certificate from its document alone: ``python -m axiometrics.recheck FILE``, standard library only.

A certificate (``axiometrics.certificate/1``) holds a formula, the outputs that are compared, what its reductions come
to there, and the branches of a proof. Nothing of it is believed but what it says the compared outputs are. That the
values are those of the formula's reductions, that every symbol has its sign, that the branches leave nothing out, and
that the margin has the sign that is claimed, all this is derived again here. Signs are read off coefficients.
Identities are checked at random points modulo a prime of 127 bits, where logarithms and other functions are unknown
functions of their arguments: two different expressions agree there with a probability below 1e-30.

The folder is a program of its own, which imports nothing else: `expressions` and `values` compute, `outputs` are what
is compared, `cases` looks at values and symbols, with `facts`, and `branches` at the proof, with
`presence` where something may be lacking; `families` writes reductions in normal form, and knows with `partitions`,
`ranks` and `aspects` what is special to tasks. `series`, with `terms` and `eventual_signs`, looks at proofs for every n
from some start on, `kinds` at demands under premises and at continuity.

Exit code 0: confirmed, 1: refused, with the step; 2: unreadable, or not covered by what this program knows.
"""

from __future__ import annotations

import gzip
import json
import lzma
import re
import tarfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from tarfile import TarError, TarInfo
from typing import Any

from axiometrics.recheck.branches import part_holds
from axiometrics.recheck.expressions import NotCoveredError, RefusedError, formula_of, require, text_of
from axiometrics.recheck.facts.two_lists import every_pair_of_lists, lists_told
from axiometrics.recheck.kinds import elimination_holds, lines_hold, sum_holds
from axiometrics.recheck.series import series_holds, told_of
from axiometrics.recheck.values import FROM_ONE

__all__ = ["OF_TASKS", "NotCoveredError", "RefusedError", "check", "every_case_has_a_part", "main"]


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
    axiometrics.recheck.expressions.RefusedError: not the form of a certificate: 'stands_alone' is lacking
    """
    try:
        return _checked(document)
    except (RefusedError, NotCoveredError):
        raise
    except MALFORMED as error:
        alone = isinstance(error, KeyError) and len(error.args) == 1
        why = (
            f"{error.args[0]!r} is not there, or not known"
            if alone
            else "an entry is not what stands in its place"
        )
        raise RefusedError(f"not the form of a certificate: {why}") from error


def _checked(document: Mapping[str, Any]) -> str:
    require(isinstance(document, Mapping), "this is no JSON object")
    require(document.get("schema") == "axiometrics.certificate/1", "this is no axiometrics.certificate/1")
    for name in ("task", "metric", "constraint"):
        told = document.get(name)
        require(isinstance(told, str) and bool(told), f"the {name} has no name")
    for name in ("stands_alone", "reasons", "variables", "formula", "written", "parts"):
        require(name in document, f"not the form of a certificate: {name!r} is lacking")
    _require_plain([each for each in document.values() if not isinstance(each, str)])
    if not document["stands_alone"]:
        raise NotCoveredError("; ".join(document["reasons"]))
    if document["task"] not in FROM_ONE:
        raise NotCoveredError(f"{document['task']} is no task that this program knows")
    if document.get("formula"):
        require(document["written"] == text_of(document["formula"]), "what is written is another formula")
        _require_variables(document)
        _require_of_task(document["task"], document["formula"])
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


_CELLS, _PLACES = "N K P U cells all_cells present used smallest ", "abcdeghijlmopqstuvxy"
_BESIDE = "companions gold_companions occurrence_pairs gold_occurrence_pairs "
OF_TASKS: Mapping[str, tuple[str, str]] = {
    "classification": (_CELLS + "D S TP FN FP TN assigned", _PLACES),
    "clustering": ("N R K cells clusters categories best_in_cluster best_in_category expected", "abn"),
    "combination": ("P R S", ""),
    "diversity": ("m n R G V aspects pairs padded ranks paddedranks ideal seen best", "bceghiopqrsuwx"),
    "filtering": ("TP FP FN TN", ""),
    "multilabel": ("N L T F items contents labels steps hits ideal", "abcdefghijkmnopqrstuvw"),
    "ordinal": (_CELLS + "largest", _PLACES),
    "organization": (r"R_{\prec} S_{\prec} R_{\sim} S_{\sim} x g m M", ""),
    "overlapping": (_BESIDE + "N_C N_L O_C O_L items best_in_cluster best_in_category", "abdghnx"),
    "probabilistic": (
        "N K E items entries groups largest forecast_groups blocks width widest mass", "ABOQbcdefhmnopqrsty"
    ),
    "quantification": ("K L classes class_pairs", "PQRSklpqrs"),
    "rank_similarity": ("s l X F q depths end shared beyond pairs items", "cdeghtxyz"),
    "ranking": ("m R N G T pairs missed ranks ideal cascade", "bcdefghijxyz"),
}  # fmt: skip
"""What formulas of tasks read: quantities and domains, before the first _ of those with a limit, and columns."""


def _require_of_task(task: str, formula: Sequence[Mapping[str, Any]]) -> None:
    """Require that a formula reads what outputs of its task have."""
    names, columns = map(set, (OF_TASKS[task][0].split(), OF_TASKS[task][1]))
    for node in formula:
        kind, name = node["kind"], f"{node.get('value')}"
        known = columns if kind == "variable" else names
        if kind in ("quantity", "variable", "reduction"):
            found = name in known or (kind == "reduction" and name.partition("_")[0] in known)
            require(found, f"{name} is no {kind} of {task}")


def _require_plain(told: Iterable[Any]) -> None:
    """Require that no number is written with an exponent, which may be one of any size."""
    for each in told:
        if isinstance(each, (Mapping, list)):
            _require_plain(each.values() if isinstance(each, Mapping) else each)
        elif isinstance(each, str):
            require(
                not re.fullmatch(r"[-+\d._]+[eE][-+]?\d+", each), "a number that is written with an exponent"
            )


MOST_NAMED = 6
"""Symbols that are named together, and sums; of more their number is told."""


def _supposed(parts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what is supposed of symbols that nothing defines: which outputs they stand for is for a reader to judge."""
    free = [
        {(each["sign"], each["name"]): None for each in part["symbols"] if "definition" not in each}
        for part in parts
    ]
    sums = [_sums_of(part, {name for _, name in signs}) for part, signs in zip(parts, free, strict=True)]
    for often in ("", SOME_CASES):
        found = _told_in(free, bool(often))
        for sign, words in (("positive", " > 0"), ("nonnegative", " >= 0"), ("real", "")):
            names = [name for own, name in found if own == sign]
            if names:
                yield f"{often}for all {'' if words else 'real '}{_named(names)}{words}"
    for often in ("", SOME_CASES):
        found = sorted(_told_in(sums, bool(often)))
        yield from (f"{often}not all 0: {_named(each)}" for each in found[:MOST_NAMED])
        if len(found) > MOST_NAMED:
            yield f"{often}{len(found) - MOST_NAMED} more sums that are not all 0"
    yield from lists_told(parts)


SOME_CASES = "in some cases "
"""What is not supposed in every part."""


def _sums_of(part: Mapping[str, Any], free: set[str]) -> dict[tuple[str, ...], None]:
    return {tuple(sorted(each)): None for each in part["not_all_zero"] if free.issuperset(each)}


def _told_in(parts: Sequence[Mapping[Any, None]], some: bool) -> list[Any]:
    """Return what is told in every part, or in some of them alone."""
    every = dict.fromkeys(each for part in parts for each in part)
    return [each for each in every if some != all(each in part for part in parts)]


def _named(names: Sequence[str]) -> str:
    return f"{len(names)} symbols" if len(names) > MOST_NAMED else ", ".join(names)


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
    every_pair_of_lists(document)
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
