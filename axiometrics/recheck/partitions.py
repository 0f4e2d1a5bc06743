"""Partitions: gaps between sums over cells, clusters, categories and the whole, and the rows of what is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.expressions import Step, at_least, flattened, is_infinite, parsed, require
from axiometrics.recheck.values import PRIME, Number

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part

__all__ = [
    "COUNTED", "PLACES", "Item", "Row", "decision_of", "gap_signs", "items_of", "require_items", "rows_of",
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
