"""Reductions in normal form, and what tasks know of sums over many.

Of sets of labels one row tells what columns of many items, or labels, add up to, or how much information labels bring.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.expressions import (
    TOP,
    Flat,
    NotCoveredError,
    Step,
    added,
    at_least,
    distance_of,
    flattened,
    multiplied,
    parsed,
    require,
    words_of,
    written,
)  # fmt: skip
from axiometrics.recheck.partitions import PLACES
from axiometrics.recheck.ranks import text_sum
from axiometrics.recheck.values import Number

if TYPE_CHECKING:
    from axiometrics.recheck.outputs import Output
    from axiometrics.recheck.partitions import Row


def require_names(data: Mapping[str, Any]) -> None:
    """Require that a name means one thing: of symbols, of what is measured, and of what rows are told for."""
    names = [each["name"] for each in data["symbols"]]
    require(len(set(names)) == len(names), "a symbol is told twice")
    every = [*names, *data["measured"]]
    signs = {each["sign"] for each in data["symbols"]}
    require(signs <= {"positive", "nonnegative", "real"}, "a symbol with a sign that no rule shows")
    require(
        all(map(str.isidentifier, every)) and not {"l", "oo"} & {*every},
        "a symbol whose name means something else",
    )
    require(not {*names} & {*data["measured"]}, "a symbol has the name of what is measured")
    numbered = all(re.fullmatch(r"A\d+", name) for name in data["reductions"])
    require(numbered, "a reduction has a name that a quantity may have")
    for told in data["outputs"].values():
        made = {*data["reductions"]} | ({"N", "R", "K"} if "clusters" in told else set())
        sizes = {*told.get("quantities", {})}
        require(
            not sizes & made and not ("comparison" in told and sizes), "a quantity that rows are told for"
        )
        for domain, rows in told.get("rows", {}).items():
            top = domain.endswith(TOP)
            require(
                all(("either" in row) == top for row in rows), f"rows of {domain} of one class, or of any"
            )


WHOLES = {
    "clustering": {"clusters[1*a^1]": "N", "clusters[1]": "R", "categories[1*b^1]": "N", "categories[1]": "K"},
    "ordinal": {
        "cells[1*c^1]": "N", "all_cells[1*c^1]": "N", "present[1*g^1]": "N", "used[1*g^1]": "N", "used[1*s^1]": "N",
        "present[1]": "P", "used[1]": "U", "all_cells[1]": "K**2", "all_cells[1*g^1*s^1]": "N**2",
    },
    "classification": {
        "cells[1*c^1]": "N", "all_cells[1*c^1]": "N", "present[1*g^1]": "N", "used[1*g^1]": "N", "used[1*s^1]": "N",
        "assigned[1*s^1]": "N", "present[1*c^1]": "D", "assigned[1*c^1]": "D", "used[1*c^1]": "D", "present[1]": "P",
        "assigned[1]": "S", "used[1]": "U", "all_cells[1]": "K**2",
        "all_cells[1*g^1*s^1]": "N**2",
    },
    "ranking": {"ranks[1]": "m", "ideal[1]": "R"},
    "diversity": {"aspects[1]": "m"},
}  # fmt: skip
"""Reductions that are a quantity of every object of a task."""
TOGETHER = {"items": "tgsuvwh", "labels": "tgs"}
"""Columns of which one row can tell the sums over many items, or labels, of sets of labels."""
INFORMED = {"labels": ("jrk", "m"), "steps": ("efd", "T")}
"""Columns of labels that one row tells as sums of j log(m/n), in which every label has m and n of its own; and those of
the recursion, which adds up e log(T/n)."""
CLOSED = {"e": {"r": 1}, "f": {"k": 1}, "d": {"r": 1, "k": 1, "j": -1}}
"""What the recursion adds up to where no label has two parents: of a set it is the sum of log(m/n) over its closure.

By induction: log(T/n) of the first label is the sum along the path above it, on which each m is the n of the label
above, or T; the path has in common with the closure of the other labels what is above the deepest label in both, which
is the closure of the nearest labels above the first and each other one, and that is taken away again.
"""
EACH = ("each", "further")
"""What rows of any one item or label, or right label of a list, say that they are, and of more in one output."""
WHOLE_OF = {"items": "N", "labels": "L"}
RIGHT = {"t": "gs", "u": "vw"}
"""What gold and system have in common, and what each of them has: no less of any item or label."""
EXTREMES = frozenset({"best_in_cluster", "best_in_category", "expected", "largest", "smallest", "cascade"})
LINEAR = ("expected", "cascade")
LARGEST = ("largest", "widest_")
"""Of forecasts: the largest value in a group, or in a bin."""
BEST_LISTS = ("best_exact_", "best_greedy_")
"""Of lists with aspects: what the best list of the collection adds up to, or the greedy one."""


def is_extreme(domain: str) -> bool:
    """Whether a domain has no sum, so that the terms of a body do not stand for themselves."""
    return domain in EXTREMES or domain.startswith((*BEST_LISTS, *LARGEST))


def is_whole(domain: str, body: Flat) -> bool:
    """Whether a body stays as it is: the best of a positive multiple is that of the best, but not of a negative one."""
    turned = domain not in LINEAR and any(value < 0 for value in body.values())
    return is_extreme(domain) and (len(body) > 1 or turned)


def _informed(name: str, part: str) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(((name, 1), (f"log:{part}", 1))))


def _together(domain: str, flat: Flat) -> tuple[dict[str, Fraction], bool]:
    """Return a body by the columns that one row tells of many, and whether they are information; or nothing."""
    names = [powers[0][0] for powers in flat if len(powers) == 1 and powers[0][1] == 1]
    if flat and len(names) == len(flat) and {*names} <= {*TOGETHER.get(domain, "")}:
        return dict(zip(names, flat.values(), strict=True)), False
    columns, above = INFORMED.get(domain, ("", ""))
    found = {name: value for name in columns if (value := flat.get(_informed(name, above)))}
    whole = {_informed(name, above): value for name, value in found.items()}
    whole |= {_informed(name, "n"): -value for name, value in found.items()}
    return (found, True) if flat and whole == flat else ({}, False)


def _informed_sums(
    task: str, variables: frozenset[str], domain: str, bodies: Sequence[Flat]
) -> list[tuple[Flat, Flat]]:
    """Return factors and columns times information, which add up to a body; nothing for any other body."""
    if task != "multilabel" or len(bodies) > 1:
        return []
    groups: dict[Any, Flat] = {}
    above = INFORMED.get(domain, ("", ""))[1]
    for powers, value in bodies[0].items():
        outside = tuple(pair for pair in powers if not {*variables, above} & words_of(pair[0]))
        groups.setdefault(outside, {})[tuple(pair for pair in powers if pair not in outside)] = value
    found = [(outside, *_together(domain, core)) for outside, core in groups.items()]
    if not all(informed for *_, informed in found):
        return []
    one = Fraction(1)
    return [
        ({outside: value}, {_informed(name, above): one, _informed(name, "n"): -one})
        for outside, flat, _ in found
        for name, value in flat.items()
    ]


class NormalForms:
    """The reductions that a document names, by their normal forms."""

    def __init__(
        self, task: str, variables: frozenset[str], reductions: Mapping[str, Mapping[str, str]]
    ) -> None:
        self.task, self.variables = task, variables
        self.names: dict[str, str] = {}
        self.scales: dict[str, Fraction] = {}
        self.together: list[tuple[str, Flat]] = []
        self.whole = False
        for name, about in reductions.items():
            step, domain = parsed(about["body"]), about["domain"]
            bodies = [flattened(each) for each in (step.parts if step.kind == "beside" else (step,))]
            core, times = bodies, Fraction(1)
            extreme = is_extreme(domain)
            if len(bodies) == len(bodies[0]) == 1 and not extreme and domain != "whole":
                ((powers, times),) = bodies[0].items()
                core = [{powers: Fraction(1)}]
            sums = _informed_sums(task, variables, domain, bodies)
            if len(sums) == 1 and {*sums[0][0]} == {()}:
                core, times = [sums[0][1]], sums[0][0][()]
            elif not sums and len(bodies) == 1 < len(bodies[0]) and not extreme:
                self.together.append((domain, bodies[0]))
            self.names[self._key(domain, core)] = name
            self.whole |= domain == "whole"
            self.scales[self._key(domain, core)] = 1 / times

    def _key(self, domain: str, bodies: Sequence[Flat]) -> str:
        return f"{domain}[{', '.join(map(written, bodies))}]"

    def of(self, domain: str, bodies: Sequence[Flat]) -> Iterator[tuple[Flat, str]]:
        """Yield factors and reductions in normal form, which add up to a reduction."""
        if len(bodies) > 1 or is_whole(domain, bodies[0]):
            same = set.intersection(*(set(powers) for body in bodies for powers in body))
            same = same if len(bodies) == 1 else set()
            shared = {pair for pair in same if not self.variables & words_of(pair[0])}
            cores = [
                {tuple(p for p in powers if p not in shared): v for powers, v in body.items()}
                for body in bodies
            ]
            yield {tuple(sorted(shared)): Fraction(1)}, self._key(domain, cores)
            return
        if sums := _informed_sums(self.task, self.variables, domain, bodies):
            yield from ((times, self._key(domain, [flat])) for times, flat in sums)
            return
        body = bodies[0]
        for factor in dict.fromkeys([(), *map(self._outside, body)]):
            for place, terms in self.together:  # reductions of sums are found in larger ones
                whole = multiplied(terms, {factor: Fraction(1)})
                times = {body.get(powers, Fraction(0)) / value for powers, value in whole.items()}
                pivot = self._alone(domain, terms) if 0 not in times and not factor else None
                if pivot is not None:
                    times = {body[pivot] / terms[pivot]}
                if place == domain and len(times) == 1 and (many := times.pop()):
                    yield {factor: many}, self._key(place, [terms])
                    body = added(body, whole, -many)
        for powers, value in body.items():
            outside: Flat = {self._outside(powers): value}
            core = dict(pair for pair in powers if self.variables & words_of(pair[0]))
            place = domain
            if self.task == "clustering" and domain == "cells" and core.get("n") == 1:
                seen = words_of(" ".join(name for name in core if name != "n"))
                if "n" not in seen and not {"a", "b"} <= seen:
                    place = "categories" if "b" in seen else "clusters"
                    own = PLACES[place]
                    core = {**core, own: core.get(own, 0) + 1, "n": 0}
            yield (
                outside,
                self._key(place, [{tuple(sorted(pair for pair in core.items() if pair[1])): Fraction(1)}]),
            )

    def _outside(self, powers: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
        """Return the factors of a term that are the same in every row."""
        return tuple(pair for pair in powers if not self.variables & words_of(pair[0]))

    def _alone(self, domain: str, terms: Flat) -> tuple[tuple[str, int], ...] | None:
        """Return a term of a sum that nothing else over the domain has; None where there is none."""
        others = [each for place, each in self.together if place == domain and each is not terms]
        known = (p for p in terms if self._key(domain, [{p: Fraction(1)}]) not in self.names)
        return next((p for p in known if not any(p in each for each in others)), None)


def of_many(output: Output, domain: str, step: Step, rows: list[Row]) -> tuple[list[Row], Number | None]:
    """Return the single rows, and what those that tell sums over many add up to; None where they do not tell."""
    if domain == "steps" and "labels" in output.told["rows"]:
        return [], _recursion(output, flattened(step))
    single, many = ([row for row in rows if ("many" in row) == side] for side in (False, True))
    if not many or output.part.task != "multilabel":
        require(not many, "a row that tells of many")
        return rows, None
    each, many = ([row for row in many if (row["many"] in EACH) == side] for side in (True, False))
    require(all(row["many"] in ("others", "all") for row in many), "a row of neither all others nor all")
    flat, informed = _together(domain, flattened(step))
    known = next((row for row in many if flat and flat.keys() <= set(row)), None)
    if known is not None:
        require(not informed or not any({*"jrk"} & set(row) for row in single), "information of single rows")
        terms = [
            output.point.times(output.text(known[name]), output.point.number(v)) for name, v in flat.items()
        ]
        return [] if informed else single, reduce(output.point.plus, terms)
    number = _of_right_ones(step, many)
    if number is not None:
        require(not single, "single rows beside all")
        return [], output.point.times(output.named(WHOLE_OF[domain]), output.point.number(number))
    if each:  # in every output another number, of which more is known row by row
        require(not single, "single rows beside each")
        return [], output.point.named(f"{domain}[{written(flattened(step))}] of each in {output.name}")
    told = [each["rows"].get(domain, []) for each in output.part.data["outputs"].values()]
    sums = [[row for row in each if "many" in row] for each in told]
    others = all(row["many"] == "others" for each in sums for row in each)  # the same row by row, not in sum
    require(others and all(each == sums[0] for each in sums), f"sums over {domain} change")
    return single, None


def _recursion(output: Output, flat: Flat) -> Number:
    """Return what the recursion adds up to in a forest, by the one row that tells the information of closures."""
    known, informed = _together("steps", flat)
    rows = output.told["rows"]["labels"]
    require(output.part.task == "multilabel" and informed, "a recursion over something else")
    require(output.told["quantities"].get("F") == "1", "a recursion where a label may have two parents")
    require(len(rows) == 1 and {*rows[0]} >= {*"jrk", "many"}, "information that is not told")
    point = output.point
    terms = [
        point.times(output.text(rows[0][column]), point.number(value * times))
        for name, value in known.items()
        for column, times in CLOSED[name].items()
    ]
    return reduce(point.plus, terms)


def single_of(output: Output, domain: str, step: Step, rows: list[Row]) -> Number | None:
    """Return the value of a body in the one row of forecasts that has it; None of domains whose rows add up.

    It is the largest, where only one is not 0, or that of the class with the largest forecast, where it is the same in
    the bin of every class.
    """
    top = domain.endswith(TOP)
    if not top and (output.part.task != "probabilistic" or not domain.startswith(LARGEST)):
        return None
    require(
        output.told["complete"] and not any("if" in row for row in rows), "a single value beside other rows"
    )
    if top:
        _require_every_class(output, rows)
    values = [output.value(step, row, f"{domain}#{number}") for number, row in enumerate(rows)]
    if distance_of(step) and not top:  # which is never less than 0
        values = [value for value in values if value != 0] or values
    if not values or any(value is None or value != values[0] for value in values):
        raise NotCoveredError(f"which of the values in {domain} counts")
    return values[0]


def _require_every_class(output: Output, rows: list[Row]) -> None:
    """Require rows of the same items in the one bin of each class, whose forecasts and events add up to the same."""
    columns = [{name: output.text(row[name]) for name in "ndr"} for row in rows]
    require(len({row["either"] for row in rows}) == len(rows) > 0, "more than one bin of a class")
    require(all({*row} == {*"ndr", "either"} for row in rows), "a bin that is not always there")
    require(all(each["r"] == 1 and each["n"] == columns[0]["n"] for each in columns), "bins of other items")
    gaps = reduce(output.point.plus, (each["d"] for each in columns))
    require(gaps == 0, "a class is left out that may have the largest forecast")


def _of_right_ones(step: Step, many: list[Row]) -> Fraction | None:
    """Return the number that a body is wherever gold and system are the same; None where they may differ somewhere.

    No item has more in common than gold has, or the system, so equal sums mean equal terms.
    """
    alike = [
        common
        for row in many
        for common, sides in RIGHT.items()
        if {common, *sides} <= set(row) and len({row[name] for name in (common, *sides)}) == 1
    ]
    same: dict[str, Flat] = {
        name: {((common, 1),): Fraction(1)} for common in alike for name in (common, *RIGHT[common])
    }
    while step.kind in ("ratio", "guard") and not flattened(step.parts[1], same):
        step = step.parts[2]
    flat = flattened(step, same)
    return flat.get((), Fraction(0)) if same and set(flat) <= {()} else None


# --- clusterings that are told by all their cells


def with_cells(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a case whose outputs have the quantities and rows of their cells, which are all that there are.

    A cell has a cluster, a category and at least one item. No cell is told twice, and all outputs tell theirs.
    """
    told = {name: each["cells"] for name, each in data["outputs"].items() if "cells" in each}
    if not told:
        return data
    require(len(told) == len(data["outputs"]), "outputs with and without cells")
    signs = {each["name"]: each["sign"] for each in data["symbols"] if "definition" not in each}
    outputs = {}
    for name, cells in told.items():
        known = data["outputs"][name]
        require(known["complete"] and not (known["rows"] or known["quantities"]), "more than cells")
        require(set(known) == {"cells", "complete", "quantities", "rows", "values"}, "more than cells")
        require(all(cell.keys() == {"cluster", "category", "n"} for cell in cells), "a cell that is none")
        require(
            all(at_least(flattened(parsed(cell["n"])), 1, signs) for cell in cells),
            "a cell that may be empty",
        )
        require(
            len({(cell["cluster"], cell["category"]) for cell in cells}) == len(cells), "a cell is told twice"
        )
        outputs[name] = {**known, **_of_cells(cells)}
    return {**data, "outputs": outputs}


def _of_cells(cells: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """Return the quantities of cells, and the rows of every domain."""
    sides = ("cluster", "category")
    sizes: dict[str, dict[str, str]] = {side: {} for side in sides}
    for side in sides:
        for place in {cell[side]: None for cell in cells}:
            sizes[side][place] = text_sum([cell["n"] for cell in cells if cell[side] == place])
    rows = [
        {"n": cell["n"], "a": sizes["cluster"][cell["cluster"]], "b": sizes["category"][cell["category"]]}
        for cell in cells
    ]
    best = {
        f"best_in_{side}": [{**row, "group": cell[side]} for row, cell in zip(rows, cells, strict=True)]
        for side in sides
    }
    clusters, categories = (list(sizes[side].values()) for side in sides)
    return {
        "quantities": {"N": text_sum(clusters), "R": str(len(clusters)), "K": str(len(categories))},
        "rows": {
            "cells": rows,
            "clusters": [{"a": size} for size in clusters],
            "categories": [{"b": size} for size in categories],
            "whole": [{}],
            **best,
        },
    }
