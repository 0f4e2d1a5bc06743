"""Which constraints imply which others among the metrics of a matrix, which metrics show where not, and a drawing."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from axiometrics.escaping import html_text
from axiometrics.patterns.judgements import Judgements

Pair = tuple[int, int]

_ORDER = {"fails": 0, "undecided": 1, "holds": 2}


@dataclass(frozen=True)
class Lattice:
    """Classes of constraints that the same metrics satisfy, ordered by implication.

    ``implied`` are all pairs of classes (stronger, weaker), ``covers`` those of the Hasse diagram, its transitive
    reduction. ``refuted`` has a metric that satisfies the first class and fails the second; ``undecided`` the metrics
    that keep a pair open. ``unsatisfied`` are constraints that no metric is known to satisfy: they would imply
    everything, which teaches nothing, so they stand apart.
    """

    classes: tuple[tuple[str, ...], ...]
    holding: tuple[tuple[str, ...], ...]
    implied: frozenset[Pair]
    covers: tuple[Pair, ...]
    refuted: Mapping[Pair, str]
    undecided: Mapping[Pair, tuple[str, ...]]
    unsatisfied: tuple[str, ...]


def lattice(found: Judgements) -> Lattice:
    """Return the order of the constraints by implication over the metrics.

    One constraint implies another when every metric that satisfies it satisfies the other, and no metric for which it
    is undecided fails the other: answers are compared as fails < undecided < holds, so that what is undecided never
    counts as evidence for an implication, and the relation is transitive. Cost O(constraints^2 metrics).
    """
    satisfied = [name for name in found.constraints if found.holding(name)]
    classes = _classes(found, satisfied)
    ranks = [_ranks(found, members[0]) for members in classes]
    pairs = [(i, j) for i in range(len(classes)) for j in range(len(classes)) if i != j]
    implied = frozenset((i, j) for i, j in pairs if all(map(_at_most, ranks[i], ranks[j])))
    refuted = {
        (i, j): shown
        for i, j in pairs
        if (shown := _counterexample(found, classes[i], ranks[i], ranks[j])) is not None
    }
    undecided = {
        pair: _between(found, ranks[pair[0]], ranks[pair[1]])
        for pair in pairs
        if pair not in implied and pair not in refuted
    }
    return Lattice(
        classes=classes,
        holding=tuple(found.holding(members[0]) for members in classes),
        implied=implied,
        covers=_reduced(len(classes), implied),
        refuted=refuted,
        undecided=undecided,
        unsatisfied=tuple(name for name in found.constraints if name not in satisfied),
    )


def _classes(found: Judgements, constraints: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Join the constraints with equal columns."""
    groups: dict[Any, list[str]] = {}
    for name in constraints:
        groups.setdefault(tuple(_ranks(found, name)), []).append(name)
    return tuple(map(tuple, groups.values()))


def _ranks(found: Judgements, constraint: str) -> list[int]:
    return [_ORDER[found.answers[metric, constraint]] for metric in found.metrics]


def _at_most(one: int, other: int) -> bool:
    return one <= other


def _counterexample(
    found: Judgements, members: Sequence[str], premise: Sequence[int], conclusion: Sequence[int]
) -> str | None:
    """Return the metric that satisfies the premise, on the best evidence, and fails the conclusion."""
    shown = [
        metric
        for metric, one, other in zip(found.metrics, premise, conclusion, strict=True)
        if one == _ORDER["holds"] and other == _ORDER["fails"]
    ]
    return max(shown, key=lambda metric: max(found.rank(metric, name) for name in members), default=None)


def _between(found: Judgements, premise: Sequence[int], conclusion: Sequence[int]) -> tuple[str, ...]:
    ranked = zip(found.metrics, premise, conclusion, strict=True)
    return tuple(metric for metric, one, other in ranked if one > other)


def _reduced(classes: int, implied: frozenset[Pair]) -> tuple[Pair, ...]:
    """Return the implications that do not follow from others; those that follow are all among them."""
    between = {
        (one, other) for one, middle in implied for other in range(classes) if (middle, other) in implied
    }
    return tuple(sorted(implied - between))


_LETTER, _LINE, _PAD, _GAP, _BETWEEN, _MARGIN = 7.2, 16, 8, 22, 54, 18
_BEND = 12
_FONT = "ui-monospace, 'SF Mono', Menlo, Consolas, monospace"


@dataclass(frozen=True)
class _Box:
    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...]

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


def hasse_svg(found: Lattice, title: str) -> str:
    """Draw the classes of constraints, each with the number of metrics that satisfy it.

    >>> found = Lattice((("a",), ("b",)), (("m",), ("m", "k")), frozenset({(0, 1)}), ((0, 1),), {}, {}, ())
    >>> hasse_svg(found, "two").count("<polyline")
    1
    """
    texts: dict[Any, tuple[str, ...]] = {
        place: (*members, f"{len(held)} metric{'s' * (len(held) != 1)}")
        for place, (members, held) in enumerate(zip(found.classes, found.holding, strict=True))
    }
    placed = layout(range(len(found.classes)), found.covers)
    boxes, width, height = _boxes(placed.layers, texts)
    lines = [_way([boxes[node] for node in way]) for way in placed.ways.values()]
    drawn = [_drawn(boxes[place]) for place in texts]
    return _card(width, height, [*lines, *drawn], title)


def _boxes(layers: Any, texts: Any) -> tuple[dict[Any, _Box], float, float]:
    """Set every layer in a row, centred."""
    rows = [[_size(texts.get(node)) for node in layer] for layer in layers]
    widths = [sum(width for width, _ in row) + _GAP * (len(row) - 1) for row in rows]
    whole = max(widths, default=0.0)
    boxes: dict[Any, _Box] = {}
    top = float(_MARGIN)
    for layer, row, width in zip(layers, rows, widths, strict=True):
        left, tallest = _MARGIN + (whole - width) / 2, max(height for _, height in row)
        for node, (wide, high) in zip(layer, row, strict=True):
            lines = texts.get(node, ())
            boxes[node] = _Box(
                left, top + (tallest - high) / 2 if lines else top, wide, high if lines else tallest, lines
            )
            left += wide + _GAP
        top += tallest + _BETWEEN
    return boxes, whole + 2 * _MARGIN, top - _BETWEEN + _MARGIN


def _size(lines: tuple[str, ...] | None) -> tuple[float, float]:
    if not lines:
        return _BEND, 0.0
    return max(map(len, lines)) * _LETTER + 2 * _PAD, len(lines) * _LINE + 2 * _PAD


def _way(boxes: list[_Box]) -> str:
    first, *passed, last = boxes
    points = [(first.middle, first.y + first.height)]
    for box in passed:
        points += [(box.middle, box.y), (box.middle, box.y + box.height)]
    points.append((last.middle, last.y - 2))
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return (
        f'<polyline points="{text}" fill="none" stroke="#666666" stroke-width="1.2" marker-end="url(#head)"/>'
    )


def _drawn(box: _Box) -> str:
    frame = (
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="7" '
        'fill="#f3f7fc" stroke="#1f5fa8"/>'
    )
    lines = []
    for number, line in enumerate(box.lines):
        ink = "#666666" if number == len(box.lines) - 1 else "#1b1b1b"
        y = box.y + _PAD + _LINE * (number + 0.75)
        lines.append(
            f'<text x="{box.middle:.1f}" y="{y:.1f}" text-anchor="middle" fill="{ink}">{html_text(line)}</text>'
        )
    return f"<g>{frame}{''.join(lines)}</g>"


def _card(width: float, height: float, parts: list[str], title: str) -> str:
    head = (
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0L8 4L0 8z" fill="#666666"/></marker></defs>'
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="{_FONT}" font-size="12">',
            f"<title>{html_text(title)}</title>",
            head,
            f'<rect x="0.5" y="0.5" width="{width - 1:.0f}" height="{height - 1:.0f}" rx="8" '
            'fill="#ffffff" stroke="#d0d0d0"/>',
            *parts,
            "</svg>\n",
        ]
    )


_SWEEPS = 8

Node = Hashable


@dataclass(frozen=True)
class Layout:
    """``layers`` of nodes, sources first, each from left to right; ``ways`` are the nodes that each edge passes.

    A bend is a node ``(one, other, layer)`` that stands for nothing.
    """

    layers: tuple[tuple[Node, ...], ...]
    ways: Mapping[tuple[Node, Node], tuple[Node, ...]]


def layout(nodes: Sequence[Node], edges: Sequence[tuple[Node, Node]]) -> Layout:
    """Put every node below all that lead to it, and order each layer so that few edges cross.

    >>> layout("abc", [("a", "b"), ("b", "c")]).layers
    (('a',), ('b',), ('c',))
    """
    import networkx

    graph = networkx.DiGraph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    depth: dict[Any, int] = {}
    for node in networkx.lexicographical_topological_sort(graph, key=list(nodes).index):
        depth[node] = 1 + max((depth[before] for before in graph.predecessors(node)), default=-1)
    layers: list[list[Any]] = [[] for _ in range(1 + max(depth.values(), default=-1))]
    for node in nodes:
        layers[depth[node]].append(node)
    ways: dict[tuple[Node, Node], tuple[Node, ...]] = {}
    for one, other in edges:
        bends = [(one, other, level) for level in range(depth[one] + 1, depth[other])]
        for bend in bends:
            layers[bend[2]].append(bend)
        ways[one, other] = (one, *bends, other)
    _untangle(layers, ways)
    return Layout(tuple(map(tuple, layers)), ways)


def _untangle(layers: list[list[Any]], ways: Mapping[Any, Sequence[Any]]) -> None:
    """Sort each layer by the mean place of the neighbours in the one before, then after, several times."""
    links = [pair for way in ways.values() for pair in pairwise(way)]
    before: dict[Any, list[Any]] = {}
    after: dict[Any, list[Any]] = {}
    for one, other in links:
        before.setdefault(other, []).append(one)
        after.setdefault(one, []).append(other)
    for turn in range(_SWEEPS):
        neighbours = after if turn % 2 else before
        for layer in reversed(layers) if turn % 2 else layers:
            shares = {node: (place + 0.5) / len(each) for each in layers for place, node in enumerate(each)}
            means = {node: _mean([shares[other] for other in neighbours.get(node, [node])]) for node in layer}
            layer.sort(key=means.__getitem__)


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 9)
