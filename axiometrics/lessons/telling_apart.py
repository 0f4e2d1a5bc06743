"""The cases that tell all metrics of a task apart, told in markdown with figures."""

from __future__ import annotations

from collections import Counter
from typing import Any

from axiometrics.escaping import code
from axiometrics.lessons.learning import Lessons
from axiometrics.lessons.separating import UNKNOWN, Separation
from axiometrics.reports.figures import figure
from axiometrics.reports.markdown import row
from axiometrics.reports.words import plural
from axiometrics.tasks import get_task

__all__ = ["SIGNS", "alike", "case_texts", "separation_parts"]

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
        f"{len(separation.chosen)} are enough: any two metrics that some case tells apart (one says the second output "
        f"scores more, the other says less or the same) are told apart by one of these; {size} (an integer program)."
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
    lines = [row(["metric", *map(str, range(1, len(chosen) + 1))]), row(["---"] * (len(chosen) + 1))]
    for place, metric in enumerate(found.orders.metrics):
        answers = [SIGNS[int(found.orders.signs[case, place])] for case in chosen]
        lines.append(row([code(metric), *answers]))
    return "\n".join(lines)
