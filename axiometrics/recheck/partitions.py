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
)
from axiometrics.recheck.facts.slopes import lost_sign
from axiometrics.recheck.ranks import names_of
from axiometrics.recheck.values import PRIME, Number, Point

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part
    from axiometrics.recheck.outputs import Output

__all__ = [
    "COUNTED", "PLACES", "Row", "gap_signs", "nothing_in_bins", "require_tables", "rows_of", "table_signs",
    "table_sum",
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
                    yield "positive" if "clusters" in told and _evident(part, gap, told) else "nonnegative"


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
    if domain == "whole":
        return [{}]
    if "clusters" not in told:
        known: list[Row] | None = told["rows"].get(domain)
        return known
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
TERMS = ("reduction", "number", "name", "sum", "product", "quotient", "power", "root", *EXTREMES)
TOLD = {"table", "complete", "quantities", "rows", "values"}
ANYWHERE = Point()
"""A random place at which what groups add is known again."""
BIN = {"m": "positive", "k": "positive", "x": "nonnegative"}
APART_IN = {
    "largest": ("c", ("",)), "mass": ("d", ("event", "classes")),
    **dict.fromkeys(("width", "widest"), ("d", ("event", "classes", "top"))),
}  # fmt: skip
"""By domain, what tells how far forecasts and events of a group or bin are apart, and what bins may be of."""


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
    if inside and step.kind not in TERMS:
        raise NotCoveredError(f"terms with a {step.kind} in whole tables")
    if inside and step.kind == "power":
        power = step.parts[1]
        if power.kind != "number" or power.value < 0 or power.value.denominator > 1:
            raise NotCoveredError("terms with such a power in whole tables")
    if inside and step.kind in ("quotient", "root") and not _is_positive(step.parts[-1]):
        raise NotCoveredError("terms that may divide by zero")
    for part in step.parts:
        _require_terms(part, inside=inside)


def _is_positive(step: Step) -> bool:
    """Whether something is positive since sizes, and sums of squares of shares, are."""
    if step.kind == "root":
        return _is_positive(step.parts[0])
    try:
        return sign_of(flattened(step), dict.fromkeys("nrNKs", "positive")) == (1, True)
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


def _apart_in(domain: str) -> str:
    """Return the column that tells how far forecasts and events of a group or bin are apart; "" where none does."""
    kind, *rest = domain.split("_")
    column, of = APART_IN.get(kind, ("", ()))
    shaped = len(rest) == (0 if of == ("",) else 3)
    return column if shaped and ("" if not rest else rest[2]) in of else ""


def _in_bin(about: tuple[str, str], apart: str) -> tuple[int, bool]:
    """Return the sign of a term in a group or bin where forecasts and events are so far apart."""
    domain, body = about
    names = {_apart_in(domain): parsed(apart), "n": parsed("m")} | (
        {"r": parsed("k")} if "_" in domain else {}
    )
    if not names_of(parsed(body)) <= set(names):
        raise NotCoveredError("terms that look at more than their bin")
    return _fraction_sign(_settled(put_in(parsed(body), names), BIN), BIN)


def _of_shares(about: tuple[str, str]) -> tuple[Number, ...]:
    """Return what a group adds whose forecast is its share of events, for shares inside and at the ends."""
    return tuple(_value_of(_adds(about, share, share), INSIDE) for share in SHARES)


def _lost(about: tuple[str, str]) -> list[Step]:
    """Return what a group adds more than with its share as the forecast, where they differ."""
    pairs = [(_adds(about, *each), _adds(about, each[1], each[1])) for each in APART]
    return [total([(Fraction(1), one), (Fraction(-1), other)]) for one, other in pairs]


def _is_nothing(about: tuple[str, str]) -> bool:
    """Whether every value in a calibrated table is 0: items with one forecast are in one bin, and add up to 0 there.

    Runs of equally many items part those with one forecast.
    """
    return bool(_apart_in(about[0])) and not about[0].startswith("mass") and _in_bin(about, "0") == (0, False)


def nothing_in_bins(output: Output, domain: str, body: str) -> bool:
    """Whether items that are told by groups, each with its share of events as the forecast, leave nothing in a bin."""
    told = output.told
    groups = told.get("rows", {}).get("groups", ())
    if output.part.task != "probabilistic" or not groups or domain in told["rows"] or "_" not in domain:
        return False
    _require_terms(parsed(body), inside=True)
    whole = told["complete"] and told["quantities"].get("K") == "2"
    whole = whole and all({*row} <= {*"pneABc"} for row in groups)
    alike = [f"({row['n']})*({row['p']}) - ({row['e']})" for row in groups]
    return whole and all(output.text(each) == 0 for each in alike) and _is_nothing((domain, body))


def table_sum(output: Output, domain: str, body: str) -> Number:
    """Return what a reduction is in a whole table: an unknown number for what groups add, the same for the same."""
    point, about, kind = output.point, (domain, body), output.told["table"]
    if domain == "blocks" and kind != "calibrated":
        raise NotCoveredError("blocks of a table that is not calibrated")
    try:
        if kind != "uncalibrated" and _is_nothing(about):
            return point.number(Fraction(0))
        if kind == "uncalibrated" and _apart_in(domain):
            return point.drawn("over bins", domain, body)
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
        if _apart_in(about[0]):
            yield from ("nonnegative" for output in wrong if _never_less(part, name, output, about))
            continue
        never = all(_least([_adds(about, share, share)], INSIDE) for share in SHARES)
        for output in wrong if never else ():
            if part.same(name, lambda outputs, o=output, a=about: table_sum(outputs[o], *a)):
                yield _least([_adds(about, *each) for each in APART], SIGNS)
        for output, other in product(wrong, right):

            def taken(outputs: Any, o: str = output, r: str = other, a: Any = about) -> Number:
                return table_sum(outputs[o], *a) - table_sum(outputs[r], *a)

            if part.same(name, taken):
                yield _least(_lost(about), SIGNS)
            for turn in (1, -1):
                if part.same(name, lambda outputs, t=turn, lost=taken: t * lost(outputs)):
                    yield lost_sign(about, APART, SIGNS, turn)


def _never_less(part: Part, name: str, output: str, about: tuple[str, str]) -> bool:
    """Whether a symbol is what bins of an uncalibrated table add up to, or the largest of them, and none is below 0."""
    if not part.same(name, lambda outputs: table_sum(outputs[output], *about)):
        return False
    try:
        return all(_in_bin(about, apart)[0] >= 0 for apart in ("x", "-x"))
    except RefusedError:
        return False


def _least(steps: Sequence[Step], signs: Mapping[str, str]) -> str:
    """Return the sign of a sum over groups of which some add one of these, and no other adds less than 0."""
    try:
        found = [_fraction_sign(_settled(step, signs), signs) for step in steps]
    except RefusedError:
        return ""
    return "positive" if set(found) == {(1, True)} else "nonnegative" if min(found)[0] >= 0 else ""
