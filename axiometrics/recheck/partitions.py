"""Partitions: gaps between sums over cells, clusters, categories and the whole, and the rows of what is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.expressions import (
    Flat,
    RefusedError,
    Step,
    added,
    at_least,
    ends,
    flattened,
    is_infinite,
    multiplied,
    parsed,
    put_in,
    require,
    sign_of,
    total,
    words_of,
    written,
)
from axiometrics.recheck.values import PRIME, Number, Place

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part
    from axiometrics.recheck.outputs import Output

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


# --- items that are told


Item = tuple[str, str, str]
"""An item: its forecast of the event, whether that happened, and how often there is one like it."""


def items_of(part: Part, name: str) -> Sequence[Item]:
    """Return the items of an output, each with columns that are those of its forecast. Raises NotCoveredError."""
    rows = part.data["outputs"][name]["rows"].get("items", ())
    for _, outputs in part.points:
        output = outputs[name]
        require(
            output.text(output.told["quantities"].get("K", "0")) == 2, "forecasts of more than two classes"
        )
        for row in rows:
            p, t, y = (row.get(column, "0") for column in "pty")
            require({*row} - {*"mhf"} == {*"ptsy", "times"}, "an item of which other things are told")
            require(output.text(t) == output.text(p if y == "1" else f"1 - ({p})"), "a wrong forecast")
            require(output.text(row["s"]) == output.text(f"({p})**2 + (1 - ({p}))**2"), "wrong squares")
    return [(row["p"], row["y"], row["times"]) for row in rows]


def require_items(part: Part) -> None:
    """Require of items that are told which class has the larger forecast that it is so.

    Where sums may be infinite, those cases are left out in which they are so in every output: no two scores differ.
    """
    left_out = any("misses" in told and "table" not in told for told in part.data["outputs"].values())
    require(not left_out or _carries(part.formula), "a score that may be finite though a sum is not")
    for name, told in part.data["outputs"].items():
        rows = told["rows"].get("items", ())
        decided = any({*"mhf"} & {*row} for row in rows)
        if decided or any(is_infinite(parsed(about["body"])) for about in part.data["reductions"].values()):
            items_of(part, name)
        for row in rows if decided else ():
            apart = [parsed(text) for text in (f"1/2 - ({row['p']})", f"({row['p']}) - 1/2")]
            sides = [part.is_above_zero(each) for each in apart]
            output = part.points[0][1][name]
            require(any(sides) or output.text(f"({row['p']}) - 1/2") == 0, "which forecast is larger is open")
            known = decision_of(sides[1] - sides[0], row["y"])
            require(all(row.get(column) == value for column, value in known.items()), "a wrong decision")


def _carries(step: Step) -> bool:
    """Whether a formula is infinite wherever a sum is: it is a multiple of it by sizes, and something finite."""
    if not is_infinite(step) or step.kind == "reduction":
        return True
    inside = [part for part in step.parts if is_infinite(part)]
    others = [part for part in step.parts if not is_infinite(part)]
    sizes = all((part.kind == "number" and part.value) or part.value in ("N", "K") for part in others)
    if len(inside) > 1 or not _carries(inside[0]) or (step.kind != "sum" and not sizes):
        return False
    return step.kind in ("sum", "product") or (step.kind == "quotient" and inside[0] is step.parts[0])


def decision_of(side: int, happened: str) -> dict[str, str]:
    """Return how many classes share the larger forecast, whether what happened is one, and whether it is the first."""
    first = (happened == "1") == (side > 0)
    return {"m": "2" if side == 0 else "1", "h": str(int(first or side == 0)), "f": str(int(first))}


# --- outputs that are made of one clustering


def are_partitions(task: str, data: Mapping[str, Any]) -> bool:
    """Whether all outputs are made of one clustering, and some is the clustering itself."""
    told = [each["partition"] for each in data["outputs"].values() if "partition" in each]
    require({*data.get("above", ())} <= {*"ab"} and bool(told) >= ("above" in data), "sizes above others")
    if told:
        alone = all(
            {*each} <= {"partition", "rows", "complete", "quantities", "values", "times", "plus"}
            and not each["complete"] and not each.get("rows") and not each.get("quantities")
            for each in data["outputs"].values()
        )  # fmt: skip
        require(
            task == "clustering" and len(told) == len(data["outputs"]) and alone, "partitions beside others"
        )
        require({name for each in told for name in each} <= {*CHANGES}, "a change that is not known")
    return bool(told)


Made = Mapping[str, str]
"""What the sums of a changed clustering run over in the original one, and what its sizes are there."""
ITSELF: Made = {
    name: name for name in ("cells", "clusters", "categories", "best_in_cluster", "best_in_category", *"nab")
}
CHANGES: Mapping[str, Made] = {
    "exchanged": {
        "clusters": "categories", "categories": "clusters", "best_in_cluster": "best_in_category",
        "best_in_category": "best_in_cluster", "a": "b", "b": "a",
    },
    "refined": {"clusters": "cells", "best_in_cluster": "cells", "a": "n"},
    "perfect": {
        "cells": "categories", "clusters": "categories", "best_in_cluster": "categories",
        "best_in_category": "categories", "n": "b", "a": "b",
    },
}  # fmt: skip
"""What is done to a clustering: clusters and categories change places, cells, or else categories, become clusters."""


def _made(told: Mapping[str, Any]) -> Made:
    made = dict(ITSELF)
    for change in told["partition"]:
        made = {name: made[CHANGES[change].get(name, name)] for name in made}
    return made


def _in_table(told: Mapping[str, Any], domain: str, step: Step) -> tuple[str, Step]:
    """Return a sum as one over cells, or best cells, of the original clustering: parts are told by their cells."""
    made = _made(told)
    require(domain in made and len(domain) > 1, "a sum that is none of a clustering")
    place = made[domain]
    sizes = {name: Step("name", value=made[name]) for name in "nab"}
    found = put_in(step, sizes)
    if place in ("clusters", "categories"):
        found = Step("quotient", (Step("product", (found, parsed("n"))), parsed(PLACES[place])))
        place = "cells"
    return place, found


def table_sum_of(output: Output, domain: str, step: Step) -> Number:
    """Return what a sum over the cells of one clustering is: unknown sums of products of sizes, or best cells."""
    place, inside = _in_table(output.told, domain, step)
    flat, point = flattened(inside), output.point
    names = {word for powers in flat for name, _ in powers for word in words_of(name.removeprefix("log:"))}
    require(names - {"inverse"} <= {*"nab"}, "a sum over what is not the same in every cell")
    if place != "cells":
        return point.named(f"{place}[{written(flat)}] of the clustering")
    terms = [
        point.times(
            point.number(value), point.named(f"cells[{written({powers: Fraction(1)})}] of the clustering")
        )
        for powers, value in flat.items()
    ]
    return reduce(point.plus, terms, point.number(Fraction(0)))


def cell_signs(part: Part, each: Mapping[str, Any]) -> Iterator[str]:
    """Yield the signs of a symbol: of gaps, and of sums of terms that are not negative in any cell."""
    yield from gap_signs(part, each["name"])
    if (found := _cell_by_cell(part, each["definition"])) is not None:
        yield "positive" if found[1] else "nonnegative"


def some_above(part: Part, members: Sequence[str]) -> bool:
    """Whether symbols, none of them negative, add up to what is positive in some cell."""
    made = {each["name"]: each.get("definition") for each in part.data["symbols"]}
    texts = [made.get(name) for name in members]
    found = None if None in texts else _cell_by_cell(part, " + ".join(f"({text})" for text in texts))
    return found is not None and found[1]


def _cell_by_cell(part: Part, definition: str) -> tuple[bool, bool] | None:
    """Return that something is not negative, and whether it is positive; None where cells do not show that.

    It is a sum over cells or, where best cells are taken away from sizes of all their parts, over these. Then where
    each part is its best cell alone these are all cells, so that some cell is above only if a best cell is.
    """
    best: list[tuple[Fraction, str, Step]] = []
    terms: list[tuple[Fraction, str, Step]] = []
    for powers, value in flattened(parsed(definition)).items():
        if len(powers) != 1 or powers[0][1] != 1 or powers[0][0] not in part.data["measured"]:
            return None
        what, output = part.data["measured"][powers[0][0]]
        about = COUNTED.get(what) or part.data["reductions"].get(what)
        if about is None or about["domain"] not in ITSELF:
            return None
        place, step = _in_table(part.data["outputs"][output], about["domain"], parsed(about["body"]))
        (terms if place == "cells" else best).append((value, place, step))
    own = ""
    if best:
        (value, place, _), *others = best
        own = {"best_in_cluster": "a", "best_in_category": "b"}[place]
        parts = flattened(total([(times, step) for times, _, step in terms]))
        if others or (terms and value > 0) or any(_shared(powers, own) for powers in parts):
            return None
        whole = Step("product", (parsed(f"{own}/n"), total([(times, step) for times, _, step in terms])))
        terms = [(Fraction(1), place, whole), best[0]]
    return _in_a_cell(total([(times, step) for times, _, step in terms]), {*part.data.get("above", ())}, own)


def _shared(powers: Sequence[tuple[str, int]], own: str) -> bool:
    """Whether a term over cells is none of a part that is shared out: n, times powers of the part's size."""
    found = dict(powers)
    return found.pop("n", 0) != 1 or bool({*found} - {own})


def _in_a_cell(step: Step, above: set[str], own: str) -> tuple[bool, bool] | None:
    """Return the sign that coefficients show of a term in any cell, with what exceeds 1 of n, and n of other sizes."""
    sizes = {"n": parsed("1 + z"), "a": parsed("1 + z + x"), "b": parsed("1 + z + y")}
    logs = {"n": parsed("u"), "a": parsed("u + p"), "b": parsed("u + q")}
    try:
        top, bottom = ends(put_in(_with_logs(step, logs), sizes))
        known = dict.fromkeys("zxyupq", "nonnegative")
        if sign_of(bottom, known) != (1, True) or sign_of(top, known)[0] < 0:
            return None
    except RefusedError:
        return None
    used = [{name for name, _ in powers} for powers in top]
    strict = {size for size, more in (("a", {*"xp"}), ("b", {*"yq"})) if any(each <= more for each in used)}
    sure = any(not each for each in used) or bool(above and above | {*own} <= strict)
    return True, sure


def _with_logs(step: Step, logs: Mapping[str, Step]) -> Step:
    """Put what logarithms of sizes are in their place. Raises RefusedError for other logarithms."""
    if step.kind == "log":
        require(step.parts[0].value in logs, "a logarithm of what is no size")
        return logs[step.parts[0].value]
    return (
        Step(step.kind, tuple(_with_logs(part, logs) for part in step.parts), step.value)
        if step.parts
        else step
    )


def of_further(part: Part, known: dict[str, str], step: Step, row: Row, domain: str = "") -> Flat:
    """Return what any number of further classes add up to: multiples of what they have in all, and one symbol.

    The symbol, of what is not negative in any of them, is the same number wherever the same is added up.
    """
    terms = flattened(step, {name: flattened(parsed(text)) for name, text in row.items() if len(name) == 1})
    alone = row["each"] == "one" and "if" not in row  # else some classes are not among those that count
    totals = {told["one"]: told["all"] for told in part.data["each"] if alone and told.get("one")}
    whole, left = Flat(), Flat()
    for powers, often in terms.items():
        own = [(name, power) for name, power in powers if name in totals]
        if len(own) == 1 and own[0][1] == 1 and totals[own[0][0]]:
            others = {tuple(pair for pair in powers if pair != own[0]): often}
            whole = added(whole, multiplied(others, flattened(parsed(totals[own[0][0]]))))
        else:
            left[powers] = often
    above = not whole and Place(part.task, domain).sign(step) >= 0  # as the terms of all rows there
    above = above or sign_of(left, part.signs)[0] >= 0
    require("times" not in row and above, "classes that may have less than nothing")
    known[name := f"{written(left)} of each {row['each']} where {row.get('if')}"] = "nonnegative"
    return added(whole, {((name, 1),): Fraction(1)}) if left else whole
