"""Outputs that are multiples of one another, and families that overlap, whose sums are shares of totals.

Where every output has the same rows, with counts that are so many times as large, each step of a formula grows by some
power of that number, or has none: a formula whose score grows by the power 0 is the same in all outputs.

In every overlapping family the sum over the d companions of an item of 1/d is 1, so that the sum over all pairs of
companions is the number of items; likewise for the pairs in a cluster and the number of occurrences. A sum of shares
min(x, g)/x, or min(x, g)/g, over such pairs is that total where all shares are 1, and else a part of it, above 0; so
is a sum of best cells, which is all occurrences where every set is part of one on the other side. `_gain` is what is
known of two families.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.expressions import (
    Flat,
    NotCoveredError,
    Step,
    flattened,
    number,
    parsed,
    put_in,
    require,
)
from axiometrics.recheck.values import PRIME, Number, Point

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part
    from axiometrics.recheck.outputs import Output


def with_numbers(formula: Step, data: Mapping[str, Any], variables: Collection[str]) -> Step:
    """Return a formula with what is one whole number in every output, such as that of the classes."""
    first, *others = (told.get("quantities", {}) for told in data["outputs"].values())
    known = {
        name: number(int(text))
        for name, text in first.items()
        if text.isdecimal() and name not in variables and all(told.get(name) == text for told in others)
    }
    return put_in(formula, known)


POWERS = (0, 1)
"""How a count, or what is none, grows where all counts do."""
FIXED = frozenset({"log", "tanh", "log_binomial", "inverse_log2"})
"""Functions of what must not grow at all."""


def proportions_hold(part: Part, scales: Mapping[str, str]) -> None:
    """Require that the outputs are multiples of one another, and that the formula is the same of all multiples."""
    require(part.task in ("classification", "ordinal"), "multiples of what are no matrices")
    require(scales.keys() == part.data["outputs"].keys(), "an output that is no multiple")
    require(all(map(part.is_positive, scales.values())), "a multiple that may not be positive")
    require(
        _Growth(part, scales).of(part.formula) in (None, 0), "the formula is not the same of all multiples"
    )


class _Growth:
    """By which power of the multiple steps grow; None for zero, what is infinite, and what has no value."""

    def __init__(self, part: Part, scales: Mapping[str, str]) -> None:
        self.part, self.scales = part, scales
        self.outputs = part.data["outputs"]
        self.known: dict[tuple[str, str], Fraction | None] = {}

    def of(self, step: Step, domain: str = "") -> Fraction | None:
        """Return the power. Raises RefusedError where there is none, NotCoveredError where it is not known."""
        if step.kind in ("undefined", "infinite") or (step.kind == "number" and not step.value):
            return None
        if step.kind == "name":
            return self._name(step.value, domain)
        if step.kind == "reduction":
            require(len(step.parts) == 1 and not domain, "a reduction of several bodies, or in another one")
            return self.of(step.parts[0], step.value)
        parts = [self.of(part, domain) for part in step.parts]
        match step.kind:
            case "number":
                return Fraction(0)
            case "sum" | "maximum" | "minimum":
                return _one(parts)
            case "product":
                return None if None in parts else sum(filter(None, parts), Fraction(0))
            case "quotient":
                return _less(*parts)
            case "power" if step.parts[1].kind == "number":
                power = step.parts[1].value
                return Fraction(0) if not power else None if parts[0] is None else parts[0] * power
            case "root":
                return None if parts[0] is None else parts[0] / 2
            case "ratio":
                return _one([_less(*parts[:2]), parts[2]])
            case "guard":
                return _one([parts[0], parts[2]])
            case kind if kind in FIXED:
                require(all(each == 0 for each in parts), f"a {kind} of what grows")
                return Fraction(0)
        raise NotCoveredError(f"how a {step.kind} grows")

    def _name(self, name: str, domain: str) -> Fraction | None:
        if (name, domain) not in self.known:
            rows = self._rows(domain) if domain else []
            inside = bool(rows) and all(name in row for each in rows for row in each)
            require(
                inside or not any(name in row for each in rows for row in each), f"{name} is in some rows"
            )
            texts = rows if inside else [[each.get("quantities", {})] for each in self.outputs.values()]
            require(all(name in row for each in texts for row in each), f"{name} is not told")
            every = [[row[name] for row in each] for each in texts]
            self.known[name, domain] = _power(
                [self._grown(line, name if not inside else "") for line in zip(*every, strict=True)], name
            )
        return self.known[name, domain]

    def _rows(self, domain: str) -> list[list[Mapping[str, str]]]:
        """Return the rows of every output; they must be there in the same cases, and nothing else may be."""
        every = []
        for told in self.outputs.values():
            if not told["complete"] or domain not in told["rows"]:
                raise NotCoveredError(f"the rows of {domain} are not told")
            every.append(told["rows"][domain])
        require(len({len(rows) for rows in every}) == 1, f"other rows of {domain}")
        for line in zip(*every, strict=True):
            require(len({frozenset(row) for row in line}) == 1, f"rows of {domain} that tell other things")
            words = {name for name in line[0] if len(name) > 1} - {"if", "group", "each"}
            require(
                not words and len({(row.get("group"), row.get("each")) for row in line}) == 1,
                f"rows of {domain} of other groups",
            )
            if "if" in line[0]:
                require(self._grown([row["if"] for row in line], ""), f"rows of {domain} that are not there")
        return every

    def _grown(self, texts: Sequence[str], quantity: str) -> set[int]:
        """Return by which powers something may grow from output to output."""
        found = {*POWERS}
        for _, outputs in self.part.points:
            each = [(outputs[n], scale) for n, scale in self.scales.items()]
            values = [
                o.named(quantity) if quantity else o.text(t) for (o, _), t in zip(each, texts, strict=True)
            ]
            times = [output.text(scale) for output, scale in each]
            first, once = values[0], times[0]
            found &= {
                power
                for power in POWERS
                if all(
                    (v * once**power - first * t**power) % PRIME == 0
                    for v, t in zip(values, times, strict=True)
                )
            }
        return found


def _power(lines: Sequence[set[int]], name: str) -> Fraction | None:
    """Return the power by which all of some things grow; None where they are all zero, or nothing grows."""
    found = {*POWERS}.intersection(*lines)
    require(found, f"{name} does not grow in proportion")
    return Fraction(found.pop()) if len(found) == 1 else None


def _one(powers: Sequence[Fraction | None]) -> Fraction | None:
    """Return the power by which all parts grow that have any."""
    known = {power for power in powers if power is not None}
    require(len(known) < 2, "parts that grow by other powers")
    return known.pop() if known else None


def _less(top: Fraction | None, bottom: Fraction | None) -> Fraction | None:
    return None if top is None or bottom is None else top - bottom


COMMON = ("minimum(1*g^1, 1*x^1)", 1)
SHARES = {
    "companions": ("d", "x", "N_C"), "gold_companions": ("h", "g", "N_L"),
    "occurrence_pairs": ("a", "x", "O_C"), "gold_occurrence_pairs": ("b", "g", "O_L"),
}  # fmt: skip
"""By domain: what terms are divided by, what the common sets are a share of, and the total if all shares are 1."""
BEST = {"best_in_cluster": ("O_C", "contained"), "best_in_category": ("O_L", "containing")}
FURTHER = {"w": ("any", "fewer"), "u": ("any", "more"), "v": ("any", "fewer")}
"""Items in no cluster, and further occurrences in clusters and in categories: with which orders there are some."""


def _symbols(name: str, known: Mapping[str, Any], point: Point) -> dict[str, Number]:
    zero = point.number(Fraction(0))
    found = {each: point.named(f"{each} of {name}") for each in "qm"}
    return found | {
        each: point.named(f"{each} of {name}") if known["items"] in orders else zero
        for each, orders in FURTHER.items()
    }


FULL = ("same", "more")
"""Orders in which every item is in as many clusters as categories, or in more."""


def _base(told: Mapping[str, Any], name: str) -> tuple[str, Mapping[str, Any]]:
    """Return the other output that one is compared with, and how; nothing where it is compared with gold alone."""
    beside = told[name]["comparison"].get("beside")
    if beside is None:
        return "", {}
    other = beside["output"]
    require("beside" not in told[other]["comparison"], "a family that is compared with more than one other")
    full = all(told[each]["comparison"]["items"] in FULL for each in (name, other))
    require(beside["items"] == "same" or full, "items of which it is not known which are in clusters")
    require(beside["items"] in FULL and beside["pairs"] in ("any", "needed", "wrong"), "no such comparison")
    return other, beside


def _totals(told: Mapping[str, Any], name: str, point: Point) -> dict[str, Number]:
    """Return items and occurrences on both sides, and the common occurrences.

    Where two families have all items of gold as often as it has, or more often, one with more has more in clusters.
    """
    other, beside = _base(told, name)
    if other:
        found = _totals(told, other, point)
        more = (
            {}
            if beside["items"] == "same"
            else {"O_C": point.plus(found["O_C"], point.named(f"more of {name}"))}
        )
        return {**found, **more}
    of = _symbols(name, told[name]["comparison"], point)
    return {
        "N_C": of["q"], "N_L": point.plus(of["q"], of["w"]), "O_C": point.plus(of["m"], of["u"]),
        "O_L": point.plus(of["m"], of["v"]), "common": of["m"],
    }  # fmt: skip


def _gain(domain: str, beside: Mapping[str, Any]) -> tuple[int, bool] | None:
    """Return the direction in which a sum of shares, or of best cells, differs from the other family's, and if it must.

    What is together more often as needed adds to what gold has; a mean share in clusters does not fall by shares of 1,
    nor does one of two clusters that are one. What is together wrongly adds nothing there; in clusters, shares of what
    gold has together fall, and those of other items are 0. Two sets as one have the items of both in every category,
    and no more of one category than the most in either; nor fewer where they are parts of it.
    """
    if domain == "best_in_cluster":
        return (0, True) if beside["pure"] else (-1, False) if beside["joined"] else None
    if domain == "best_in_category":
        return (1, False) if beside["joined"] else None
    if beside["pairs"] == "any":
        return None
    needed = beside["pairs"] == "needed"
    if domain.startswith("gold_"):
        return (1, True) if needed else (0, True)
    if domain == "companions":
        return (1, False) if needed else (-1, bool(beside["sure"]))
    return (1, False) if needed and beside["joined"] else None


def _share(domain: str, body: str, known: Mapping[str, Any]) -> tuple[Fraction, str, bool]:
    """Return what a reduction is a multiple of, the total, and whether it is all of it."""
    flat = flattened(parsed(body))
    if domain in SHARES:
        size, own, total = SHARES[domain]
        complete = known["pairs"] in ("same", "fewer" if own == "x" else "more")
        return _factor(flat, COMMON, (size, -1), (own, -1)), total, complete
    if domain in BEST:
        return _factor(flat, ("n", 1)), BEST[domain][0], known[BEST[domain][1]]
    if domain == "items":
        return _factor(flat, COMMON), "common", True
    raise NotCoveredError(f"a sum over {domain}")


def _factor(flat: Flat, *powers: tuple[str, int]) -> Fraction:
    found = flat.get(tuple(sorted(powers)), Fraction(0))
    if len(flat) != 1 or found <= 0:
        raise NotCoveredError("a reduction that is no sum of shares")
    return found


def _part(told: Mapping[str, Any], name: str, about: Mapping[str, str], point: Point) -> Number:
    """Return the part of a total that shares come to; that of the other output, and what differs, where it is known."""
    own = point.named(f"share of {about['domain']} of {name}")
    other, beside = _base(told, name)
    known = _gain(about["domain"], beside) if other else None
    if known is None or _share(about["domain"], about["body"], told[other]["comparison"])[2]:
        return own
    gained = point.times(
        point.number(Fraction(known[0])), point.named(f"gain of {about['domain']} of {name}")
    )
    return point.plus(_part(told, other, about, point), gained)


def measured_of(output: Output, about: Mapping[str, str] | str) -> Number:
    """Return a total of an output, or a reduction over its families."""
    told, name, point = output.part.data["outputs"], output.name, output.point
    totals = _totals(told, name, point)
    if isinstance(about, str):
        return totals[about]
    factor, total, complete = _share(about["domain"], about["body"], told[name]["comparison"])
    part = totals[total] if complete else _part(told, name, about, point)
    return point.times(point.number(factor), part)


def signs_of(
    told: Mapping[str, Any], name: str, reductions: Mapping[str, Mapping[str, str]], point: Point
) -> Iterator[tuple[Number, str]]:
    """Yield what has a sign in an output, with that sign."""
    totals, known = _totals(told, name, point), told[name]["comparison"]
    yield from ((total, "positive") for total in totals.values())
    other, beside = _base(told, name)
    if other:
        yield point.named(f"more of {name}"), "positive"
    for each, value in _symbols(name, known, point).items() if not other else ():
        sure = each in "qm" or (
            each in "uv" and "items" in known["differs"] and known["items"] in FURTHER[each]
        )
        yield value, "positive" if sure else "nonnegative"
    for about in reductions.values():
        domain = about["domain"]
        if _share(domain, about["body"], known)[2]:
            continue
        yield _part(told, name, about, point), "positive"
        short = domain in SHARES and "pairs" in known["differs"] and known["pairs"] != "any"
        yield _missing(told, name, about, point), "positive" if short else "nonnegative"
        gained = _gain(domain, beside) if other else None
        if gained is not None:
            yield point.named(f"gain of {domain} of {name}"), "positive" if gained[1] else "nonnegative"


def _missing(told: Mapping[str, Any], name: str, about: Mapping[str, str], point: Point) -> Number:
    """Return what shares come to less than their total."""
    _, total, _ = _share(about["domain"], about["body"], told[name]["comparison"])
    minus = point.times(point.number(Fraction(-1)), _part(told, name, about, point))
    return point.plus(_totals(told, name, point)[total], minus)


def some_missing(part: Part, members: Sequence[str]) -> bool:
    """Whether symbols are what shares come to less than their totals on both sides, where some pair differs.

    Two items that are together more often than in gold have a share below 1 in clusters, and those that are together
    less often have one in categories.
    """
    told = part.data["outputs"]
    for name, output in told.items():
        known = output.get("comparison", {})
        if "pairs" not in known.get("differs", ()):
            continue
        sides: dict[str, bool] = {}
        for about in part.data["reductions"].values():
            domain = about["domain"]
            if domain in SHARES and not _share(domain, about["body"], known)[2]:
                sides[SHARES[domain][1]] = sides.get(SHARES[domain][1], False) or any(
                    all(point.values[each] == _missing(told, name, about, point) for point, _ in part.points)
                    for each in members
                )
        if sides.get("x") and sides.get("g"):
            return True
    return False
