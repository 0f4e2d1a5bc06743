"""Labels of items drawn, as text and as SVG: the hierarchy, and for every item its gold and system labels."""

from __future__ import annotations

from collections.abc import Mapping

from axiometrics.errors import InputError
from axiometrics.tasks import drawing
from axiometrics.tasks.multilabel.assignment import Assignment, hierarchy_notation
from axiometrics.tasks.multilabel.hierarchy import bits
from axiometrics.tasks.users_data import letters

MOST_ITEMS, MOST_LABELS = 12, 12
_STEP, _ROW, _HEAD, _SIDE = 26, 26, 24, 44


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named outputs: the hierarchy, and what gold and system give each item; * marks what differs.

    >>> print(outputs_text({"worse": "a > b   gold b   system -", "better": "a > b   gold b   system b"}))
    worse   a > b   gold b   system -*
    better  a > b   gold b   system b*
    """
    made = {name: Assignment.from_notation(written) for name, written in outputs.items()}
    return drawing.named_lines({name: _line(each, _others(made, name)) for name, each in made.items()})


def _others(made: Mapping[str, Assignment], name: str) -> list[Assignment]:
    return [each for other, each in made.items() if other != name]


def _line(output: Assignment, others: list[Assignment]) -> str:
    def side(which: str) -> str:
        own = getattr(output, which)
        parts = []
        for item, labels in enumerate(own):
            beside = [getattr(each, which)[item : item + 1] for each in others]
            star = "*" if any(each != (labels,) for each in beside) else ""
            shown = bits(labels) if isinstance(labels, int) else labels
            parts.append((" ".join(map(letters, shown)) or "-") + star)
        return " | ".join(parts)

    tree = hierarchy_notation(output.hierarchy)
    star = "*" if any(each.hierarchy is not output.hierarchy for each in others) else ""
    return f"{tree}{star}   gold {side('gold')}   system {side('system')}"


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named outputs side by side: a row for each item, a column for each label, deeper ones lower.

    A filled square is a gold label, a ring one of the system's, with its place in the list; labels of which another
    output says something else are outlined. Raises InputError for outputs that are too large.

    >>> outputs_svg({"worse": "a > b   gold b   system a", "better": "a > b   gold b   system b"}).count("<circle")
    2
    """
    made = {name: Assignment.from_notation(written) for name, written in outputs.items()}
    items, labels = (
        max(count) for count in zip(*((m.items, m.hierarchy.labels) for m in made.values()), strict=True)
    )
    if items > MOST_ITEMS or labels > MOST_LABELS:
        raise InputError(
            f"{items} items and {labels} labels are too many to be drawn; {MOST_ITEMS} of both are possible"
        )
    deep = max(max(each.hierarchy.depth) for each in made.values())
    head = _HEAD + deep * _ROW + 8
    width = _SIDE + labels * _STEP
    *lefts, right = drawing.edges([width] * len(made))
    parts = [
        _panel(name, each, _others(made, name), left, head)
        for (name, each), left in zip(made.items(), lefts, strict=True)
    ]
    return drawing.svg_document(right, 2 * drawing.MARGIN + head + items * _ROW, parts, outputs, title)


def _panel(name: str, output: Assignment, others: list[Assignment], left: int, head: int) -> str:
    tree, parts = output.hierarchy, [drawing.heading(left, name)]
    top, first = drawing.MARGIN + _HEAD - _ROW // 2, left + _SIDE + _STEP // 2
    places = [(first + label * _STEP, top + depth * _ROW) for label, depth in enumerate(tree.depth)]
    for label, above in enumerate(tree.parents):
        x, y = places[label]
        parts += [
            drawing.element("line", x1=places[p][0], y1=places[p][1] + 6, x2=x, y2=y - 10, stroke="#888888")
            for p in above
        ]
        parts.append(drawing.text(x, y + 4, letters(label), 12, text_anchor="middle"))
    for item in range(output.items):
        y = drawing.MARGIN + head + item * _ROW + _ROW // 2
        parts.append(drawing.text(left, y + 4, item + 1, 12))
        parts += [_cell(output, others, item, label, x, y) for label, (x, _) in enumerate(places)]
    return "".join(parts)


def _cell(output: Assignment, others: list[Assignment], item: int, label: int, x: int, y: int) -> str:
    def held(each: Assignment) -> tuple[int, int]:
        if item >= each.items:
            return 0, 0
        own = each.system[item]
        return each.gold[item] >> label & 1, own.index(label) + 1 if label in own else 0

    gold, rank = held(output)
    changed = any(held(each) != (gold, rank) for each in others)
    stroke = drawing.CHANGED if changed else {"stroke": "#4a6f9c", "stroke_width": 1}
    fill = "#9cc3ea" if gold else "#ffffff"
    found = drawing.element("rect", x=x - 11, y=y - 11, width=22, height=22, fill=fill, **stroke)
    if rank:
        found += drawing.element("circle", cx=x, cy=y, r=8, fill="none", stroke="#1b1b1b", stroke_width=2)
        found += drawing.text(x, y + 4, rank, 10, text_anchor="middle")
    return found
