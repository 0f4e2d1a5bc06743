"""What some rows of a reduction add up to, where none of them is negative."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from axiometrics.recheck.expressions import RefusedError, Step, flattened, parsed
from axiometrics.recheck.outputs import Output
from axiometrics.recheck.partition_gaps import Row
from axiometrics.recheck.ranks import names_of
from axiometrics.recheck.values import Number

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part

__all__ = ["row_sums"]

MOST_ROWS = 6
"""Rows of a reduction up to which every choice of some is looked at."""


def row_sums(part: Part) -> list[Callable[[Mapping[str, Output]], Number]]:
    """Return what rows that are not negative add up to, for every choice of some rows of a reduction."""
    found: list[Callable[[Mapping[str, Output]], Number]] = []
    for name, told in part.data["outputs"].items():
        for about in part.data["reductions"].values() if told.get("complete") else ():
            rows = told["rows"].get(about["domain"], [])
            if {"times", "group"} & {key for row in rows for key in row} or len(rows) > MOST_ROWS:
                continue
            shown = [row for row in rows if _is_nonnegative(part, parsed(about["body"]), row)]
            for count in range(1, len(shown) + 1):
                found += [partial(_over, name, about, some) for some in combinations(shown, count)]
    return found


def _over(
    output: str, about: Mapping[str, str], some: Sequence[Row], outputs: Mapping[str, Output]
) -> Number:
    return outputs[output].over(about["domain"], about["body"], list(some))


def _is_nonnegative(part: Part, step: Step, row: Row) -> bool:
    """Whether the coefficients of a row's columns show that a term, where it has a value, is not negative."""
    if step.kind in ("product", "ratio", "guard"):
        return all(_is_nonnegative(part, each, row) for each in step.parts)
    try:
        if step.kind == "quotient":
            columns = {name: flattened(parsed(row[name])) for name in names_of(step.parts[1])}
            below = part.sign(flattened(step.parts[1], columns), part.signs)
            return below == "positive" and _is_nonnegative(part, step.parts[0], row)
        columns = {name: flattened(parsed(row[name])) for name in names_of(step)}
        return part.sign(flattened(step, columns), part.signs) in ("positive", "nonnegative")
    except (RefusedError, LookupError):
        return False
