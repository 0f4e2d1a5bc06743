"""Partitions: gaps between sums over cells, clusters, categories and the whole, and the rows of what is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.expressions import at_least, flattened, parsed
from axiometrics.recheck.values import PRIME, Number

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part

__all__ = ["COUNTED", "PLACES", "Row", "gap_signs", "rows_of"]

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
