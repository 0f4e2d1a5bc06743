"""From the tables of a claim file to single claims: every row, every member of a family, every printed value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from importlib import import_module
from typing import Any

from axiometrics.claims.claim import (
    About,
    Cells,
    Claim,
    Compared,
    Expects,
    Family,
    Printed,
    Reading,
    Unchecked,
)
from axiometrics.claims.files import ClaimFile, read
from axiometrics.errors import DuplicateKeyError, InputError, nearest

__all__ = ["claims_of", "expanded"]

_EXPECTED: tuple[Expects, ...] = ("holds", "fails", "ties")
_FAMILY: Mapping[str, Expects] = {"some": "holds", "none": "fails"}
_NEGATED = "-"
"""Before a metric's label: the value is printed with the other sign."""


def claims_of(publication: str) -> tuple[Claim, ...]:
    """Return every claim of a publication in the order of its file.

    >>> claims_of("sakai2021")[0].key
    'sakai2021.table4.ordinal-classes.kappa'
    """
    return expanded(read(publication))


def expanded(file: ClaimFile, kind: str = "") -> tuple[Claim, ...]:
    """Return the claims of a file, all or those of one kind; raises DuplicateKeyError where two have one key."""
    found: dict[str, tuple[Claim, str]] = {}
    for table, place in zip(file.tables, file.places, strict=True):
        if kind and kind not in table:
            continue
        for subject, about in _members(file, table, place):
            claim = Claim(file.publication, table["key"], subject, table["place"], table["says"], about)
            if claim.key in found:
                raise DuplicateKeyError(
                    f"{place}: claim {claim.key!r} is already at {found[claim.key][1]}; rename one"
                )
            found[claim.key] = claim, place
    return tuple(claim for claim, _ in found.values())


def _members(file: ClaimFile, table: Mapping[str, Any], place: str) -> Iterator[tuple[str, About]]:
    if "unchecked" in table:
        yield "", Unchecked(table["unchecked"])
    elif "arithmetic" in table:
        yield from ((name, calculated(*pair)) for name, pair in table["arithmetic"].items())
    elif "compare" in table:
        yield from _compared(table["compare"], table.get("unclaimed", ()), place)
    elif "output" in table:
        yield from _printed(file, table, place)
    else:
        yield from _cells(file, table, place)


def _cells(file: ClaimFile, table: Mapping[str, Any], place: str) -> Iterator[tuple[str, About]]:
    constraints = _texts(table["constraint"])
    for expects in _EXPECTED:
        for name in _each(file, table.get(expects, ())):
            readings = _readings(table["task"], _metrics(file, name, place), constraints)
            yield name, Cells(expects, readings, for_n=table.get("for_n"))
    for name in _each(file, table.get("lack", ())):
        metrics = _metrics(file, name, place)
        cells = [Cells("fails", _readings(table["task"], metrics, [each])) for each in constraints]
        yield name, Family(tuple(cells), some=True)
    for way, expects in _FAMILY.items():
        for family in table.get(way, ()):
            named = [_metrics(file, name, place) for name in _each(file, [family])]
            members = [Cells(expects, _readings(table["task"], metrics, constraints)) for metrics in named]
            yield family, Family(tuple(members), some=way == "some")


def _readings(task: str, metrics: Iterable[str], constraints: Iterable[str]) -> tuple[Reading, ...]:
    listed = list(constraints)
    return tuple(
        Reading(task, metric.removeprefix(_NEGATED), constraint)
        for metric in metrics
        for constraint in listed
    )


def _printed(file: ClaimFile, table: Mapping[str, Any], place: str) -> Iterator[tuple[str, About]]:
    for name, printed in table["values"].items():
        metrics = _metrics(file, name, place)
        plain = tuple(metric.removeprefix(_NEGATED) for metric in metrics)
        negated = metrics[0].startswith(_NEGATED)
        digits = table.get("digits", len(printed.partition(".")[2]))
        given = table.get("given", "")
        yield name, Printed(table["task"], plain, table["output"], printed, digits, negated, given)


def _compared(target: str, unclaimed: Iterable[str], place: str) -> Iterator[tuple[str, About]]:
    """Yield what a computation compared; statements about which the publication is silent are no claims."""
    module, _, name = target.partition(":")
    found = list(getattr(import_module(module), name)())
    left_out = set(unclaimed)
    if unknown := left_out - {each.what for each in found}:
        raise InputError(
            f"{place}: unclaimed names {min(unknown)!r}, which {target} does not yield; correct it"
        )
    for each in found:
        if each.printed != "not stated" and each.what not in left_out:
            subject = f"table {each.table}: {each.what}"
            yield subject, Compared(each.printed, each.computed, each.agrees, each.explanation)


def _each(file: ClaimFile, names: Iterable[str]) -> Iterator[str]:
    """Yield names, families as their members."""
    for name in names:
        yield from file.families.get(name, (name,))


def _metrics(file: ClaimFile, name: str, place: str) -> tuple[str, ...]:
    if name not in file.names:
        raise InputError(f"{place}: [names] has no {name!r}; {nearest(name, file.names)}")
    return file.names[name]


def _texts(found: str | list[str]) -> list[str]:
    return [found] if isinstance(found, str) else found


def calculated(printed: str, expression: str) -> Compared:
    """Compare a printed number, or ``true``, with an expression in printed numbers, to the printed digits.

    >>> calculated("3.40", "(0.962 - 0.806)/sqrt(0.00211)").agrees, calculated("true", "1/3 < 0.3").agrees
    (True, False)
    """
    from sympy import Abs, Rational, nsimplify, sympify

    found = sympify(expression, rational=True)
    if found.is_Boolean:
        told = str(bool(found)).lower()
        return Compared(printed, f"{told}: {expression}", told == printed)
    digits = len(printed.partition(".")[2])
    unit = Rational(1, 10**digits) if digits else Rational(0)
    agrees = bool(Abs(found - nsimplify(Fraction(printed))) <= unit / 2)
    value = str(found) if found.is_Integer else f"{float(found):.{digits + 2}f}"
    return Compared(printed, expression if _is_number(expression) else f"{value} = {expression}", agrees)


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit()
