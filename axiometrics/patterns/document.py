"""What a matrix teaches, as the JSON document axiometrics.lessons/1 and told in markdown with figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import indent
from typing import Any

from axiometrics.escaping import code, json_text, markdown, markdown_table
from axiometrics.patterns.implications import LARGEST, Circle, Conflict
from axiometrics.patterns.impossible import Impossibility
from axiometrics.patterns.judgements import UNKNOWN, Separation
from axiometrics.patterns.lattice import hasse_svg
from axiometrics.patterns.learning import Lessons
from axiometrics.patterns.proofs_told import (
    circle_told,
    for_all_json,
    for_all_told,
    proof_json,
    sum_told,
    theorems_told,
)
from axiometrics.reports.figures import figure
from axiometrics.reports.words import PARTIAL, plural, task_name
from axiometrics.tasks import get_task
from axiometrics.writing import write_files

SCHEMA = "axiometrics.lessons/1"


def lessons_json(found: Lessons) -> str:
    """Return the document as text, which ends with a line break."""
    return json_text(document(found))


def document(found: Lessons) -> dict[str, Any]:
    """Return everything that was learnt; metrics and constraints are named by their keys, outputs by their notation."""
    matrix = found.matrix
    return {
        "schema": SCHEMA,
        "version": matrix.version,
        "seed": matrix.seed,
        "effort": matrix.effort,
        "complete": matrix.complete,
        "task": matrix.task,
        "weak": found.weak,
        "metrics": list(found.judgements.metrics),
        "constraints": list(found.judgements.constraints),
        "families": _families(found),
        "implications": _implications(found),
        "conflicts": [
            {
                "constraints": list(each.constraints),
                "impossible": each.proof is not None,
                **proof_json(matrix.task, each.proof),
            }
            for each in found.conflicts
        ],
        "theorems": [
            {
                "says": theorem.says,
                "cites": theorem.cites,
                "constraints": [record.label for record in theorem.records],
                "proof": proof_json(matrix.task, proof)["sum"],
            }
            for theorem, proof in found.theorems
        ],
        "separation": _separation(found),
    }


def _families(found: Lessons) -> dict[str, Any]:
    declared = found.judgements.families
    groups = [
        {
            "metrics": list(group),
            "declared": list(dict.fromkeys(declared.get(metric, "") for metric in group)),
            "constraints": list(profile),
        }
        for group, profile in zip(found.families.groups, found.families.profiles, strict=True)
    ]
    return {"groups": groups, "apart": list(found.families.apart)}


def _implications(found: Lessons) -> dict[str, Any]:
    """Classes are numbered from 0; a pair has the class that implies, or does not, and then the implied one."""
    lattice = found.lattice
    return {
        "classes": [
            {"constraints": list(members), "metrics": list(held)}
            for members, held in zip(lattice.classes, lattice.holding, strict=True)
        ],
        "implied": [list(pair) for pair in sorted(lattice.implied)],
        "covers": [list(pair) for pair in lattice.covers],
        "refuted": [{"pair": list(pair), "metric": shown} for pair, shown in sorted(lattice.refuted.items())],
        "open": [
            {"pair": list(pair), "metrics": list(metrics)}
            for pair, metrics in sorted(lattice.undecided.items())
        ],
        "unsatisfied": list(lattice.unsatisfied),
        "for_every_metric": for_all_json(found.matrix.task, found.for_all),
    }


def _separation(found: Lessons) -> dict[str, Any]:
    separation = found.separation
    return {
        "size": found.orders.size,
        "tried": len(found.orders.places),
        "least": separation.least,
        "is_smallest": separation.is_smallest,
        "cases": [_case(found, place) for place in separation.chosen],
        "together": [[found.orders.metrics[place] for place in group] for group in alike(separation)],
    }


def _case(found: Lessons, place: int) -> dict[str, Any]:
    """Return a case with what the second of its outputs scores beside the first, by metric."""
    gold, texts = case_texts(found, place)
    signs = found.orders.signs[place]
    return {
        "constraint": found.orders.places[place][0].label,
        "gold": gold,
        "outputs": texts,
        "second_scores": {
            metric: SIGNS[int(sign)] for metric, sign in zip(found.orders.metrics, signs, strict=True)
        },
    }


def write_lessons(found: Lessons, out: Path) -> list[Path]:
    """Write ``README.md``, its figures and ``lessons.json`` to a folder, which is made if needed; return the files."""
    text, figures = lessons_page(found)
    return write_files(out, {"README.md": text, **figures, "lessons.json": lessons_json(found)})


def lessons_page(found: Lessons, *, pictures: bool = True) -> tuple[str, dict[str, str]]:
    """Return the page as markdown, and the SVG figures by the file names that it uses; without ``pictures`` none."""
    task = task_name(found.matrix.task)
    figures = {"implications.svg": hasse_svg(found.lattice, f"Implications between constraints of {task}")}
    told, drawn = separation_parts(found)
    theorems, sums = theorems_told(found.matrix.task, found.theorems)
    parts = [
        f"# What the matrix of {task} teaches",
        "" if found.matrix.complete else f"**{PARTIAL}**",
        _introduction(found),
        *_families_told(found),
        *_implications_told(found),
        *for_all_told(found.matrix.task, found.for_all),
        *_conflicts(found),
        *theorems,
        *told,
    ]
    if not pictures:
        return "\n\n".join(part for part in parts if part and not part.startswith("![")) + "\n", {}
    return "\n\n".join(filter(None, parts)) + "\n", figures | sums | drawn


def _introduction(found: Lessons) -> str:
    form = "a tie is enough" if found.weak else "a tie is not enough"
    rows, columns = len(found.judgements.metrics), len(found.judgements.constraints)
    return (
        f"{plural(rows, 'metric')} and {plural(columns, 'constraint')} of {task_name(found.matrix.task)}, at "
        f"{found.matrix.effort} effort; {form} to satisfy a constraint. What is said here is about these metrics "
        "unless a proof is named, and holds as far as the evidence of the matrix does. Cells without a verdict are "
        "evidence for nothing."
    )


def _names(keys: Sequence[str]) -> str:
    return ", ".join(map(code, keys)) or "none"


def _families_told(found: Lessons) -> Iterator[str]:
    yield "## Families"
    several = sum(len(group) > 1 for group in found.families.groups)
    yield (
        f"Metrics that satisfy exactly the same constraints: {plural(len(found.families.groups), 'group')}, "
        f"{several} of them with more than one metric."
    )
    rows = []
    for group, profile in zip(found.families.groups, found.families.profiles, strict=True):
        declared = dict.fromkeys(found.judgements.families.get(metric, "") for metric in group)
        rows.append([_names(group), markdown(", ".join(declared)), _names(profile)])
    yield markdown_table(["metrics", "declared families", "constraints satisfied"], rows)
    split = _split(found)
    if split:
        yield "Declared families whose metrics differ: " + "; ".join(split) + "."
    if found.families.apart:
        yield f"Not grouped, since a cell is undecided: {_names(found.families.apart)}."


def _split(found: Lessons) -> list[str]:
    """Say over how many groups each declared family is spread, where it is more than one."""
    spread: dict[str, set[int]] = {}
    for place, group in enumerate(found.families.groups):
        for metric in group:
            spread.setdefault(found.judgements.families.get(metric, ""), set()).add(place)
    return [
        f"{markdown(family)} (in {len(places)} groups)"
        for family, places in spread.items()
        if len(places) > 1
    ]


def _implications_told(found: Lessons) -> Iterator[str]:
    lattice = found.lattice
    yield "## Implications"
    yield (
        "An arrow leads from a constraint to one that every metric satisfying the first satisfies too; arrows that "
        "follow from others are left out. Constraints in one box are satisfied by the same metrics."
    )
    yield f"![Implications between constraints of {task_name(found.matrix.task)}](implications.svg)"
    if lattice.unsatisfied:
        yield f"No metric satisfies {_names(lattice.unsatisfied)}; they have no place in the order."
    told = "Each row against each column: ⇒ implied, or a metric that satisfies the row and fails the column."
    left = " Open: so many metrics are undecided, so that nothing follows." if lattice.undecided else ""
    yield told + left
    names = ["<br>".join(map(code, members)) for members in lattice.classes]
    rows = [[name, *(_relation(found, i, j) for j in range(len(names)))] for i, name in enumerate(names)]
    yield markdown_table(["", *names], rows)


def _relation(found: Lessons, one: int, other: int) -> str:
    lattice = found.lattice
    if one == other:
        return ""
    if (one, other) in lattice.implied:
        return "⇒"
    shown = lattice.refuted.get((one, other))
    return code(shown) if shown else f"open ({len(lattice.undecided[one, other])})"


def _conflicts(found: Lessons) -> Iterator[str]:
    yield "## Combinations that no metric satisfies"
    if not found.conflicts:
        yield f"Every combination of up to {LARGEST} constraints is satisfied by some metric."
        return
    yield (
        f"The smallest ones, of up to {LARGEST} constraints: every metric is known to fail at least one of them, and "
        "with any one left out some metric is not known to. Where no metric at all could satisfy them, the cases that "
        "show it are given: in a circle, where each must score more than the one before (or the same, where = stands, "
        "or no less, where ≤ stands), or as inequalities that add up to 0 > 0."
    )
    yield "\n".join(f"- {_names(each.constraints)}{_proved(found, each)}" for each in found.conflicts)


def _proved(found: Lessons, conflict: Conflict) -> str:
    task = found.matrix.task
    if isinstance(conflict.proof, Circle):
        equal = {each.key: "=" for each in found.matrix.constraints if each.demand == "zero"}
        return circle_told(task, conflict.proof, equal)
    if isinstance(conflict.proof, Impossibility):
        parts = "\n\n".join(sum_told(task, conflict.proof))
        return ": impossible for any metric that has a value on all these outputs.\n\n" + indent(parts, "  ")
    return ""


SIGNS = {1: "more", 0: "tie", -1: "less", UNKNOWN: "?"}
"""What a metric says of the second output of a case, beside the first."""


def separation_parts(found: Lessons) -> tuple[list[str], dict[str, str]]:
    """Return the paragraphs, and the figure of each chosen case by file name."""
    chosen = found.separation.chosen
    parts = ["## Cases that tell the metrics apart", _claim(found)]
    figures: dict[str, str] = {}
    for number, place in enumerate(chosen, 1):
        constraint, _ = found.orders.places[place]
        _, texts = case_texts(found, place)
        parts.append(f"### Case {number}: `{constraint.label}`")
        svg = figure(found.matrix.task, texts, f"Case {number}")
        if svg:
            figures[f"case-{number}.svg"] = svg
            parts.append(
                f"![{'; '.join(f'{name}: {text}' for name, text in texts.items())}](case-{number}.svg)"
            )
        parts.append("\n".join(["```text", get_task(found.matrix.task).drawing(texts), "```"]))
        parts.append(_count(found, place))
    if chosen:
        parts.append(_table(found))
    return parts, figures


def _claim(found: Lessons) -> str:
    separation, tried = found.separation, len(found.orders.places)
    size = "no fewer would do" if separation.is_smallest else f"at least {separation.least} are needed"
    said = (
        f"Of the {plural(tried, 'case')} of these constraints up to size {found.orders.size}, "
        f"{len(separation.chosen)} are enough: any two metrics that some case tells apart (they differ in whether the "
        f"second output scores more, less or the same) are told apart by one of these; {size} (an integer program)."
    )
    left = ["; ".join(_together(found))] if separation.together else []
    return said + (f" Told apart by no case: {left[0]}." if left else "")


def _together(found: Lessons) -> list[str]:
    """Name the metrics that no case tells apart."""
    return [
        ", ".join(code(found.orders.metrics[place]) for place in group) for group in alike(found.separation)
    ]


def alike(separation: Separation) -> list[list[int]]:
    """Return the metrics that no case tells apart: in groups where that holds of any two of a group, else in pairs.

    >>> alike(Separation((), 0, ((0, 1), (0, 2), (1, 2), (3, 4), (4, 5))))
    [[0, 1, 2], [3, 4], [4, 5]]
    """
    import networkx

    graph = networkx.Graph(separation.together)
    groups = [sorted(group) for group in networkx.connected_components(graph)]
    parts: list[list[int]] = []
    for group in groups:
        complete = graph.subgraph(group).number_of_edges() == len(group) * (len(group) - 1) // 2
        parts += [group] if complete else sorted(map(sorted, graph.subgraph(group).edges))
    return sorted(parts)


def case_texts(found: Lessons, place: int) -> tuple[str, dict[str, str]]:
    """Return the gold of a case, and its outputs by name, in notation."""
    outputs: Any = found.orders.case(place)
    constraint, _ = found.orders.places[place]
    return get_task(found.matrix.task).notation({name: outputs[name] for name in constraint.outputs})


def _count(found: Lessons, place: int) -> str:
    counts = Counter(SIGNS[int(sign)] for sign in found.orders.signs[place])
    constraint, _ = found.orders.places[place]
    worse, better = constraint.outputs
    said = {
        "more": f"{counts['more']} prefer *{better}*",
        "less": f"{counts['less']} prefer *{worse}*",
        "tie": f"{counts['tie']} see no difference",
        "?": f"{counts['?']} have no value",
    }
    return "Of the metrics, " + ", ".join(text for name, text in said.items() if counts[name]) + "."


def _table(found: Lessons) -> str:
    chosen = found.separation.chosen
    rows = [
        [code(metric), *(SIGNS[int(found.orders.signs[case, place])] for case in chosen)]
        for place, metric in enumerate(found.orders.metrics)
    ]
    return markdown_table(["metric", *map(str, range(1, len(chosen) + 1))], rows)
