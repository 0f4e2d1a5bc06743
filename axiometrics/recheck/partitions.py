"""Partitions: gaps between sums over cells, clusters, categories and the whole; groups of whole tables of forecasts.

A whole table of forecasts holds any items of two classes, at least one. All items with one forecast are a group. Of a
calibrated table each forecast is the share of events in its group, of an uncalibrated one some is not; recalibrated,
its items have the shares of their groups as forecasts. What a group adds to a sum is looked at wherever its forecast is
below the share, above it, or is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.expressions import (
    Flat,
    NotCoveredError,
    RefusedError,
    Step,
    added,
    at_least,
    divisors_of,
    ends,
    flattened,
    number,
    parsed,
    put_in,
    require,
    sign_of,
    total,
    written,
)
from axiometrics.recheck.ranks import names_of
from axiometrics.recheck.values import PRIME, Number, Point

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part
    from axiometrics.recheck.outputs import Output

__all__ = [
    "COUNTED", "PLACES", "Row", "count_signs", "gap_signs", "require_tables", "rows_of", "table_signs", "table_sum",
]  # fmt: skip

Row = Mapping[str, str]
COUNTED = {
    "N": {"domain": "cells", "body": "n"}, "R": {"domain": "clusters", "body": "1"},
    "K": {"domain": "categories", "body": "1"},
}  # fmt: skip

PLACES = {"cells": "n", "clusters": "a", "categories": "b", "whole": "N"}
GAPS = {
    "c": {"cells": 1}, "s": {"clusters": 1, "cells": -1}, "t": {"categories": 1, "cells": -1},
    "m": {"whole": 1, "clusters": -1, "categories": -1, "cells": 1},
}  # fmt: skip
COUNTS_COST = written(flattened(parsed("LogBinomial(a + K - 1, K - 1)")))


def gap_signs(part: Part, name: str) -> Iterator[str]:
    """Clusters and categories are unions of cells, for t log t and t^2; mutual information is not negative."""
    for shape in ("{0}*log({0})", "{0}**2"):
        for output, told in part.data["outputs"].items():
            for gap, weights in GAPS.items():

                def value(
                    outputs: Any, shape: str = shape, weights: Any = weights, output: str = output
                ) -> Number:
                    sums = {d: outputs[output].over(d, shape.format(x)) for d, x in PLACES.items()}
                    start = outputs[output].named("N") if weights == GAPS["c"] and "**" in shape else 0
                    return (sum(times * sums[d] for d, times in weights.items()) - start) % PRIME

                if part.same(name, value):
                    yield "positive" if _evident(part, gap, told) else "nonnegative"


def count_signs(part: Part, name: str) -> Iterator[str]:
    """What a split adds to the cost of counts is not negative, and less than what it takes from a log a."""
    bodies = [each["body"] for each in part.data["reductions"].values()]
    costs = [body for body in bodies if written(flattened(parsed(body))) == COUNTS_COST]
    for cost, joined, parts in product(costs, part.data["outputs"], part.data["outputs"]):
        rows = [rows_of(part.data, part.data["outputs"][output], "clusters") for output in (joined, parts)]
        sizes = split_sizes(*(each or [] for each in rows))
        if not sizes or not all(at_least(size, 1, part.signs) for size in sizes):
            continue

        def change(outputs: Any, body: str, j: str = joined, p: str = parts) -> Number:
            return outputs[p].over("clusters", body) - outputs[j].over("clusters", body)

        if part.same(name, lambda outputs, c=change, g=cost: c(outputs, g) % PRIME):
            yield "nonnegative"
        if part.same(name, lambda outputs, c=change, g=cost: -c(outputs, "a*log(a)") - c(outputs, g)):
            yield "positive"


def _evident(part: Part, gap: str, told: Mapping[str, Any]) -> bool:
    """Whether the focal parts alone show that a gap is not zero."""

    def two(text: str) -> bool:
        return at_least(flattened(parsed(text)), 2, part.signs)

    parts = [(each, cluster) for cluster in told["clusters"] for each in cluster["parts"]]
    if gap == "c":
        return any(two(each["count"]) for each, _ in parts)
    if gap == "s":
        return any(len(cluster["parts"]) > 1 or two(each["members"]) for each, cluster in parts)
    categories = part.data["categories"]
    if gap == "t":
        found = {name: [c["times"] for each, c in parts if each["category"] == name] for name in categories}
        return any(times and two("+".join(f"({each})" for each in times)) for times in found.values())
    pieces: list[set[str]] = []
    for cluster in told["clusters"]:
        names = {"shared" if categories[p["category"]]["shared"] else p["category"] for p in cluster["parts"]}
        pieces = [
            *(each for each in pieces if not each & names),
            names.union(*(e for e in pieces if e & names)),
        ]
    alone = [
        each
        for each in pieces
        if len(each) == 1 and "shared" not in each and two(categories[min(each)]["members"])
    ]
    apart = all(each["members"] in ("1", "1/2") for each, _ in parts if {each["category"]} in alone)
    return len(pieces) >= 2 or bool(alone and apart)


def rows_of(data: Mapping[str, Any], told: Mapping[str, Any], domain: str) -> list[Row] | None:
    """Return the rows that an output tells of a domain; cells and categories are those of its clusters."""
    if "clusters" not in told:
        known: list[Row] | None = told["rows"].get(domain)
        return known
    if domain == "whole":
        return [{}]
    sizes, cells = data["categories"], []
    clusters: list[Row] = []
    for place, cluster in enumerate(told["clusters"]):
        size = " + ".join(f"({part['count']})*({part['members']})" for part in cluster["parts"])
        clusters.append({"a": size, "times": cluster["times"]})
        for part in cluster["parts"]:
            columns = {
                "n": part["count"],
                "a": size,
                "members": part["members"],
                "clusters": cluster["times"],
            }
            own = sizes[part["category"]]["size"]
            cells.append(
                {**columns, "group": f"{place}", "category": part["category"], **({"b": own} if own else {})}
            )
    if domain == "clusters":
        return clusters
    if domain == "categories":
        return [
            {"times": each["members"], **({"b": each["size"]} if each["size"] else {})}
            for each in sizes.values()
        ]
    if domain == "best_in_cluster":
        return [{**cell, "times": cell["clusters"]} for cell in cells]
    if domain == "best_in_category":
        found = [{**c, "group": c["category"], "times": sizes[c["category"]]["members"]} for c in cells]
        shared = [name for name, each in sizes.items() if each["shared"]]
        return found + [{"group": name, "elsewhere": name} for name in shared]
    return [
        {**c, "group": f"{k}", "times": f"({c['members']})*({c['clusters']})"} for k, c in enumerate(cells)
    ]


# --- whole tables of forecasts

SIGNS = {"m": "positive", "g0": "nonnegative", "g1": "positive", "g2": "nonnegative"}
INSIDE = {"m": "positive", "g0": "positive", "g1": "positive"}
LOW, HIGH = "g0/(g0 + g1 + g2)", "(g0 + g1)/(g0 + g1 + g2)"
APART = ((LOW, HIGH), (HIGH, LOW))
SHARES = ("g0/(g0 + g1)", "0", "1")
"""A group's forecast and share of events, which differ; and a share, which is inside, or at an end."""
TABLES = ({"calibrated"}, {"uncalibrated"}, {"uncalibrated", "recalibrated"})
EXTREMES = ("maximum", "minimum")
TOLD = {"table", "complete", "quantities", "rows", "values"}
ANYWHERE = Point()
"""A random place at which what groups add is known again."""
EMPTY_BINS = {"largest": ("c", ""), "width": ("d", "event classes top"), "widest": ("d", "event classes top")}
"""What is 0 in each group or bin of a calibrated table, by domain."""


def require_tables(data: Mapping[str, Any], formula: Step) -> None:
    """Require whole tables that are one, with the same sizes, and a formula whose terms have values."""
    outputs = list(data["outputs"].values())
    require(
        all("table" in told and set(told) <= TOLD for told in outputs), "an output that is more than a table"
    )
    require({told["table"] for told in outputs} in TABLES, "tables of which one is no other's")
    require(not any(told["complete"] or told["rows"] for told in outputs), "rows beside a table")
    sizes = [told["quantities"] for told in outputs]
    require(all(each == sizes[0] for each in sizes), "tables of different sizes")
    require(sizes[0].get("K", "2") == "2", "tables of more than two classes")
    _require_terms(formula, inside=False)


def _require_terms(step: Step, *, inside: bool) -> None:
    """Require that terms have a value in every group or bin: that they divide by sizes alone."""
    inside = inside or step.kind == "reduction"
    if inside and step.kind not in (
        "reduction",
        "number",
        "name",
        "sum",
        "product",
        "quotient",
        "power",
        *EXTREMES,
    ):
        raise NotCoveredError(f"terms with a {step.kind} in whole tables")
    if inside and step.kind == "power":
        power = step.parts[1]
        if power.kind != "number" or power.value < 0 or power.value.denominator > 1:
            raise NotCoveredError("terms with such a power in whole tables")
    if inside and step.kind == "quotient" and not _is_positive(step.parts[1]):
        raise NotCoveredError("terms that may divide by zero")
    for part in step.parts:
        _require_terms(part, inside=inside)


def _is_positive(step: Step) -> bool:
    """Whether something is positive since sizes are."""
    try:
        return sign_of(flattened(step), dict.fromkeys("nrNK", "positive")) == (1, True)
    except RefusedError:
        return False


def _settled(step: Step, signs: Mapping[str, str]) -> Step:
    """Return a step without extremes, by the signs that coefficients show. Raises RefusedError where one is open."""
    parts = tuple(_settled(part, signs) for part in step.parts)
    if step.kind in EXTREMES:
        one, other = parts
        direction = _fraction_sign(total([(Fraction(1), one), (Fraction(-1), other)]), signs)[0]
        return one if (direction >= 0) == (step.kind == "maximum") else other
    if step.kind == "power" and step.parts[1].kind == "number":
        require(
            step.parts[1].value.denominator == 1 and step.parts[1].value >= 0, "a power that is not whole"
        )
        return reduce(
            lambda one, more: Step("product", (one, more)), [parts[0]] * int(step.parts[1].value), number(1)
        )
    return Step(step.kind, parts, step.value)


def _fraction_sign(step: Step, signs: Mapping[str, str]) -> tuple[int, bool]:
    """Return the sign of a fraction; raises RefusedError where coefficients show none."""
    for divisor in divisors_of(step):
        top, bottom = ends(divisor)
        require(
            bool(top) and sign_of(top, signs) == sign_of(bottom, signs) == (1, True), "a division by zero"
        )
    top, bottom = ends(step)
    require(sign_of(bottom, signs) == (1, True), "a denominator without a sign")
    return sign_of(top, signs)


def _group(domain: str, p: str, share: str) -> list[dict[str, str]]:
    """Return the rows of a group of m items; raises NotCoveredError for another domain."""
    other, events, others = f"(1 - {p})", f"m*{share}", f"m*(1 - {share})"
    if domain == "items":
        same = {"p": p, "s": f"{p}**2 + {other}**2"}
        return [{**same, "t": p, "y": "1", "times": events}, {**same, "t": other, "y": "0", "times": others}]
    if domain == "entries":
        first, second = {"q": other, "Q": other}, {"q": p, "Q": "1", "O": "1"}
        rows = [(first, "0", events), (second, "1", events), (first, "1", others), (second, "0", others)]
        return [{"O": o, **row, "o": o, "times": times} for row, o, times in rows]
    if domain in ("groups", "blocks"):
        return [{"n": "m", "e": events} | ({"p": p} if domain == "groups" else {})]
    if domain == "forecast_groups":
        return [{"q": other, "n": "m", "e": others}, {"q": p, "n": "m", "e": events}]
    raise NotCoveredError(f"what {domain} add up to in a whole table")


def _adds(about: tuple[str, str], p: str, share: str) -> Step:
    """Return what a group adds to a sum."""
    domain, body = about
    terms = []
    for row in _group(domain, f"({p})", f"({share})"):
        columns = {name: parsed(text) for name, text in {**row, "K": "2"}.items()}
        if not names_of(parsed(body)) <= set(columns) - {"times"}:
            raise NotCoveredError("terms that look at more than their group")
        terms.append(Step("product", (columns.get("times", number(1)), put_in(parsed(body), columns))))
    return total([(Fraction(1), term) for term in terms])


def _value_of(step: Step, signs: Mapping[str, str]) -> Number:
    """Return what a fraction is at the random place."""
    top, bottom = (_anywhere(flat) for flat in ends(_settled(step, signs)))
    return ANYWHERE.times(top, ANYWHERE.inverse(bottom))


def _anywhere(flat: Flat) -> Number:
    found = ANYWHERE.number(Fraction(0))
    for powers, value in flat.items():
        parts = [ANYWHERE.raised(ANYWHERE.named(name), power) for name, power in powers]
        found = ANYWHERE.plus(found, reduce(ANYWHERE.times, parts, ANYWHERE.number(value)))
    return found


def _of_shares(about: tuple[str, str]) -> tuple[Number, ...]:
    """Return what a group adds whose forecast is its share of events, for shares inside and at the ends."""
    return tuple(_value_of(_adds(about, share, share), INSIDE) for share in SHARES)


def _lost(about: tuple[str, str]) -> list[Step]:
    """Return what a group adds more than with its share as the forecast, where they differ."""
    pairs = [(_adds(about, *each), _adds(about, each[1], each[1])) for each in APART]
    return [total([(Fraction(1), one), (Fraction(-1), other)]) for one, other in pairs]


def _is_nothing(about: tuple[str, str]) -> bool:
    """Whether every value in a calibrated table is 0, since forecasts and events add up to the same there."""
    domain, body = about
    kind, *rest = domain.split("_")
    zero, allowed = EMPTY_BINS.get(kind, ("", ""))
    if (
        not zero
        or bool(rest) != bool(allowed)
        or (rest and (len(rest) != 3 or rest[2] not in allowed.split()))
    ):
        return False
    names = {zero: number(0), "n": parsed("m"), **({"r": parsed("m")} if rest else {})}
    if not names_of(parsed(body)) <= set(names):
        raise NotCoveredError("terms that look at more than their bin")
    return _fraction_sign(_settled(put_in(parsed(body), names), SIGNS), SIGNS) == (0, False)


def table_sum(output: Output, domain: str, body: str) -> Number:
    """Return what a reduction is in a whole table: an unknown number for what groups add, the same for the same."""
    point, about, kind = output.point, (domain, body), output.told["table"]
    if domain == "blocks" and kind != "calibrated":
        raise NotCoveredError("blocks of a table that is not calibrated")
    try:
        if kind == "calibrated" and _is_nothing(about):
            return point.number(Fraction(0))
        shares = _of_shares(about)
        base = point.drawn("over groups", *shares) if any(shares) else point.number(Fraction(0))
        if kind == "recalibrated" and any(shares) and domain not in ("items", "entries"):
            raise NotCoveredError("groups that become one")
        lost = [_value_of(each, SIGNS) for each in _lost(about)] if kind == "uncalibrated" else []
    except RefusedError as error:
        raise NotCoveredError(f"what a group adds: {error}") from error
    return point.plus(base, point.drawn("lost", *lost)) if any(lost) else base


def table_signs(part: Part, name: str) -> Iterator[str]:
    """Yield the signs of a symbol that is a sum over an uncalibrated table, or what recalibration takes from it."""
    kinds = {output: told["table"] for output, told in part.data["outputs"].items()}
    wrong, right = (
        [each for each in kinds if kinds[each] == kind] for kind in ("uncalibrated", "recalibrated")
    )
    for about in ((each["domain"], each["body"]) for each in part.data["reductions"].values()):
        never = all(_least([_adds(about, share, share)], INSIDE) for share in SHARES)
        for output in wrong if never else ():
            if part.same(name, lambda outputs, o=output, a=about: table_sum(outputs[o], *a)):
                yield _least([_adds(about, *each) for each in APART], SIGNS)
        for output, other in product(wrong, right):

            def taken(outputs: Any, o: str = output, r: str = other, a: Any = about) -> Number:
                return table_sum(outputs[o], *a) - table_sum(outputs[r], *a)

            if part.same(name, taken):
                yield _least(_lost(about), SIGNS)


def _least(steps: Sequence[Step], signs: Mapping[str, str]) -> str:
    """Return the sign of a sum over groups of which some add one of these, and no other adds less than 0."""
    try:
        found = [_fraction_sign(_settled(step, signs), signs) for step in steps]
    except RefusedError:
        return ""
    return "positive" if set(found) == {(1, True)} else "nonnegative" if min(found)[0] >= 0 else ""


def split_sizes(joined: Sequence[Mapping[str, str]], parts: Sequence[Mapping[str, str]]) -> list[Flat]:
    """Return the sizes that one of the joined clusters is split into, all others being the same; none for any other.

    Of x + y things of K kinds a multiset is a union of one of x and one of y, in at most binom(x + y, x) ways. So the
    cost of counts g(x) = log binom(x + K - 1, K - 1) does not fall by a split, and rises by no more than log
    binom(x + y, x), which is less than d = (x + y) log (x + y) - x log x - y log y for x, y >= 1, since
    binom(x + y, x) x^x y^y is one of several terms of (x + y)^(x + y).
    """
    change: dict[str, tuple[Flat, Flat]] = {}
    for weight, rows in ((1, parts), (-1, joined)):
        for row in rows:
            size, times = flattened(parsed(row["a"])), flattened(parsed(row["times"]))
            before = change.get(written(size), (size, Flat()))[1]
            change[written(size)] = size, added(before, times, Fraction(weight))
    left = [
        (size, times.get((), Fraction(0)), set(times) <= {()}) for size, times in change.values() if times
    ]
    more = [size for size, times, _ in left for _ in range(max(0, int(times)))]
    less = [size for size, times, _ in left for _ in range(max(0, -int(times)))]
    whole = all(plain and times.denominator == 1 for _, times, plain in left)
    found = whole and len(more) == 2 and len(less) == 1 and added(more[0], more[1]) == less[0]
    return more if found else []
