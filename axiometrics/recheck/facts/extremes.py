"""Extremes: the larger or smaller of some values, and what the best rows of a reduction add up to.

Which of several is the largest is left open where coefficients do not show it. Extremes are unknown functions of their
parts, whatever the order of these; what a symbol tells of one is its value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.expressions import (
    NotCoveredError,
    RefusedError,
    Step,
    added,
    ends,
    multiplied,
    parsed,
    sign_of,
)
from axiometrics.recheck.partitions import rows_of
from axiometrics.recheck.ranks import names_of
from axiometrics.recheck.values import PRIME, ROOTED, Number, Point, Value, plain

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part
    from axiometrics.recheck.outputs import Output

__all__ = ["best_of", "by_distance", "extreme_of", "gain_signs"]


def extreme_of(output: Output, step: Step, place: str) -> Number:
    """Return an extreme, whose parts are known, and of one of its kind in it, that one's: whichever their order is.

    It is that of numbers, or what a symbol tells of it, or an unknown function of its parts.
    """
    point, parts = output.point, _of_kind(output, step, place, step.kind)
    known = [each for part in parts if (each := point.small(part)) is not None]
    if len(known) == len(parts):
        return parts[known.index(max(known) if step.kind == "maximum" else min(known))]
    for kind, others, value in output.extremes:
        if kind == step.kind and _alike(point, parts, others):
            return value
    single = list({str(part): part for part in parts}.values())
    if len(single) > 1 and "cells" in output.told and all(map(output.part.is_above_zero, step.parts)):
        return _of_shares(output, step.kind, single)
    return single[0] if len(single) == 1 else point.drawn(step.kind, *sorted(single, key=str))


def _of_shares(output: Output, kind: str, values: Sequence[Number]) -> Number:
    """Return an extreme of positive values: their sum times that of their shares, since it grows in proportion."""
    point = output.point
    whole = reduce(point.plus, values)
    shares = (point.times(value, point.inverse(whole)) for value in values)
    return point.times(whole, point.drawn(f"{kind} of shares", *sorted(shares, key=str)))


def by_distance(output: Output, step: Step, parts: list[Value]) -> Value:
    """Return an extreme, or an even power, by a symbol that is the distance |x - y|; None for all others.

    The larger of x and y is (x + y + |x - y|)/2, the smaller (x + y - |x - y|)/2; an even power of a difference is
    that of its distance.
    """
    if not output.part.distances or any(isinstance(part, ROOTED) for part in parts):
        return None
    point, half = output.point, output.point.number(Fraction(1, 2))
    if step.kind == "power" and step.parts[1].kind == "number":
        power = step.parts[1].value
        if power <= 0 or power % 2:
            return None
        square = output.near(output.told_apart[1], parts[0]) if power == 2 else None
        known = output.distance(parts[0]) if square is None else None
        return square if known is None else point.raised(known, int(power))
    if step.kind not in ("maximum", "minimum"):
        return None
    apart = point.plus(parts[0], output.less(parts[1]))
    known, middle = output.distance(apart), point.times(point.plus(*parts), half)
    if known is not None:
        known = point.times(known, half)
    elif (known := output.distance(point.times(apart, half))) is None:
        return None
    return point.plus(middle, known if step.kind == "maximum" else output.less(known))


def _of_kind(output: Output, step: Step, place: str, kind: str) -> list[Number]:
    if step.kind != kind:
        return [plain(output.value(step, None, place))]
    return [found for part in step.parts for found in _of_kind(output, part, place, kind)]


def _alike(point: Point, parts: Sequence[Number], others: Sequence[Number]) -> bool:
    """Whether each of some values is one of others, and the other way round."""
    minus = point.number(Fraction(-1))
    same = [[point.plus(one, point.times(minus, other)) == 0 for other in others] for one in parts]
    return all(map(any, same)) and all(map(any, zip(*same, strict=True)))


# --- best rows


def best_of(output: Output, domain: str, body: str, rest: Number) -> Number:
    """Return what the best rows of all groups add up to, and a rest.

    Where all cells are told, each group has a largest term, which is positive; else the sum is an unknown function of
    what it may be, one for each choice of rows.
    """
    point, part = output.point, output.part
    if "cells" not in output.told:
        found = list(
            {
                str(value): value for value in map(output.text, _picks(part, domain, body, output.name))
            }.values()
        )
        return (
            point.plus(found[0], rest)
            if len(found) == 1
            else point.drawn(domain, body, sorted(found, key=str))
        )
    if not names_of(parsed(body)) <= {"n", "a", "b"}:
        raise NotCoveredError("a best cell by more than its sizes")
    for _, texts in _options(part, domain, body, output.name).values():
        found = list({str(value): value for value in map(output.text, texts)}.values())
        if len(found) > 1 and not all(part.is_above_zero(parsed(text)) for text in texts):
            raise NotCoveredError("a best cell of terms that may be negative")
        rest = point.plus(rest, found[0] if len(found) == 1 else _of_shares(output, "maximum", found))
    return rest


def gain_signs(part: Part, name: str, key: str, atom: Mapping[str, str]) -> Iterator[str]:
    """What one output's best rows add up to, less another's, where each choice there is met by one here."""
    for small, large in product(part.data["outputs"], repeat=2):
        for amount in (0, 1):

            def gain(outputs: Any, s: str = small, b: str = large, a: int = amount) -> Number:
                return (outputs[b].atom(key) - outputs[s].atom(key) - a) % PRIME

            if small != large and part.same(name, gain):
                here, there = (
                    [parsed(text) for text in _picks(part, atom["domain"], atom["body"], output)]
                    for output in (large, small)
                )
                found = [[e for e in (_excess(part, h, t, amount) for h in here) if e] for t in there]
                if all(found):
                    yield "positive" if all("positive" in each for each in found) else "nonnegative"


def _picks(part: Part, domain: str, body: str, output: str) -> list[str]:
    """Return what the best rows may add up to: one for each way to pick a row of every group that may be best."""
    key = f"{domain} {body} {output}"
    if key not in part.options:
        groups = _options(part, domain, body, output).values()
        picked = product(*([f"({times})*({each})" for each in known] for times, known in groups))
        part.options[key] = [" + ".join(pick) for pick in picked]
    return part.options[key]


def _options(part: Part, domain: str, body: str, output: str) -> dict[str, tuple[str, list[str]]]:
    """Return how often each group is there, and its terms that may be the largest ones, as texts in the symbols."""
    groups: dict[str, tuple[str, list[str]]] = {}
    for row in rows_of(part.data, part.data["outputs"][output], domain) or ():
        worth = " ".join(
            f"({row.get(word, word)})" if word in row and len(word) == 1 else word
            for word in re.split(r"\b", body)
        )
        worth = f"elsewhere_{row['elsewhere']}" if "elsewhere" in row else worth
        _, known = groups.setdefault(row["group"], (row.get("times", "1"), []))
        if not any(_excess(part, parsed(other), parsed(worth), 0) for other in known):
            known[:] = [other for other in known if not _excess(part, parsed(worth), parsed(other), 0)]
            known.append(worth)
    return groups


def _excess(part: Part, large: Step, small: Step, amount: int) -> str:
    known = part.signs | {f"elsewhere_{name}": "nonnegative" for name in part.data.get("categories", ())}
    (top, bottom), (less, under) = ends(large), ends(small)
    try:
        difference = added(
            multiplied(top, under),
            multiplied(added(less, under, Fraction(amount)), bottom),
            Fraction(-1),
        )
        if sign_of(multiplied(bottom, under), known) != (1, True):
            return ""
        direction, strict = sign_of(difference, known)
    except RefusedError:
        return ""
    return "" if direction < 0 else "positive" if strict else "nonnegative"
