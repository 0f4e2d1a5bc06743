"""Pictures of a comparison: the matrix as a heat map, outcome bars, and the graph of improvements.

The graph is also given as DOT and Mermaid text. It is never a transitive reduction: the relation is not transitive, and
a reduced picture would claim edges that do not exist.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from axiometrics.escaping import one_line
from axiometrics.studies.findings import BLUE, GREY, RED, new_figure

if TYPE_CHECKING:
    from networkx import DiGraph

    from axiometrics.studies.unanimity import Pair
    from axiometrics.studies.unanimity.ratio import Unanimity

_LABELLED = 14


def heatmap(found: Unanimity) -> Any:
    """Draw the ratios, row over column, on a scale fixed to [-1, 1]; systems from the highest combined score."""
    order = [system.name for system in found.systems]
    places = [found.table.systems.index(name) for name in order]
    values = found.matrix[np.ix_(places, places)]
    side = 2.5 + 0.22 * len(order)
    figure, axes = new_figure(side + 0.8, side)
    image = axes.imshow(values, cmap="RdBu", vmin=-1, vmax=1)
    axes.set_xticks(range(len(order)), order, rotation=90, fontsize=7)
    axes.set_yticks(range(len(order)), order, fontsize=7)
    if len(order) <= _LABELLED:
        for row, column in np.ndindex(values.shape):
            ink = "white" if abs(values[row, column]) > 0.6 else "black"
            axes.text(
                column, row, f"{values[row, column]:.2f}", ha="center", va="center", fontsize=6, color=ink
            )
    figure.colorbar(image, ax=axes, shrink=0.7, label="ratio of row over column")
    return figure


def told_pairs(found: Unanimity) -> list[Pair]:
    """Return up to six pairs to draw: the most robust, those against F, and large F differences that weights decide."""
    against = [pair for pair in found.pairs if pair.contradicts]
    weighted = sorted(
        (pair for pair in found.pairs if pair.crossings), key=lambda pair: -abs(pair.difference or 0)
    )
    chosen = [*found.pairs[:2], *against[:2], *weighted]
    return list(dict.fromkeys(chosen))[:6]


def bars(found: Unanimity, pairs: Sequence[Pair]) -> Any:
    """Draw each pair's cases as one bar in three parts: better or equal, biased, worse."""
    figure, axes = new_figure(6.5, 0.7 + 0.26 * len(pairs))
    names = [f"{pair.first} / {pair.second}" for pair in pairs]
    left = np.zeros(len(pairs))
    parts = (("better", BLUE), ("equal", "#9db8d6"), ("biased", "#dddddd"), ("worse", RED))
    for part, colour in parts:
        shares = np.array([getattr(pair, part) for pair in pairs]) / found.relations.cases
        axes.barh(names, shares, left=left, color=colour, label=part)
        left += shares
    axes.invert_yaxis()
    axes.tick_params(axis="y", labelsize=7)
    axes.set_xlabel("share of cases")
    axes.legend(fontsize=7, ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)
    return figure


def graph(found: Unanimity) -> Any:
    """Draw the robust improvements in layers: every edge leads down, but for those in cycles; red ones go against F.

    An edge beside a path of others is pale. Systems are numbered as in the table of systems, and named beside it.
    """
    places = _layers(found.graph)
    numbers = {system.name: number for number, system in enumerate(found.systems, 1)}
    longest = max(Counter(height for _, height in places.values()).values())
    figure, axes = new_figure(
        5 + 0.3 * longest, max(3.5, 0.9 * len({height for _, height in places.values()}))
    )
    direct = _direct(found.graph)
    for one, other, data in found.graph.edges(data=True):
        colour = RED if data["contradicts"] else BLUE
        arrow = _arrow(colour, abs(data["ratio"]), 0.9 if data["contradicts"] else 0.25)
        if not direct.has_edge(one, other) and not data["contradicts"]:
            arrow |= {"arrowstyle": "-", "color": GREY, "alpha": 0.18, "linewidth": 0.4}
        axes.annotate("", xy=places[other], xytext=places[one], arrowprops=arrow)
        if found.graph.number_of_edges() <= _LABELLED:
            middle = [(a + b) / 2 for a, b in zip(places[one], places[other], strict=True)]
            axes.text(*middle, f"{data['ratio']:.2f}", fontsize=6, color=colour, ha="center")
    axes.scatter(*zip(*places.values(), strict=True), s=190, facecolor="white", edgecolor=GREY, zorder=3)
    for name, place in places.items():
        axes.text(*place, str(numbers[name]), fontsize=7, ha="center", va="center", zorder=4)
    axes.margins(0.08)
    axes.set_axis_off()
    named = [f"{numbers[name]}  {name}" for name in sorted(places, key=numbers.__getitem__)]
    columns = -(-len(named) // _NAMED)
    for column in range(columns):
        lines = "\n".join(named[column * _NAMED : (column + 1) * _NAMED])
        axes.annotate(
            lines,
            (1.02 + 0.35 * column, 1),
            xycoords="axes fraction",
            fontsize=7,
            va="top",
            annotation_clip=False,
        )
    return figure


def _direct(graph: DiGraph) -> DiGraph:
    """Return the edges that no path of other edges stands for; all edges, where there are cycles."""
    import networkx

    return networkx.transitive_reduction(graph) if networkx.is_directed_acyclic_graph(graph) else graph


_NAMED = 30
"""Names in a column beside the graph."""


def _layers(graph: DiGraph) -> dict[str, tuple[float, float]]:
    """Return places: a system is below all that improve it; those that improve each other in a circle share a layer."""
    import networkx

    joined = networkx.condensation(graph)
    layers: dict[int, list[str]] = {}
    for layer, groups in enumerate(networkx.topological_generations(joined)):
        members = [name for group in groups for name in joined.nodes[group]["members"]]
        layers[-layer] = sorted(members, key=lambda name: (-graph.out_degree(name), name))
    found = networkx.multipartite_layout(graph, subset_key=layers, align="horizontal")
    return {name: (float(across), float(down)) for name, (across, down) in found.items()}


def _arrow(colour: str, ratio: float, least: float) -> dict[str, object]:
    return {
        "arrowstyle": "-|>",
        "color": colour,
        "alpha": min(1.0, least + 0.5 * ratio),
        "shrinkA": 9,
        "shrinkB": 9,
        "linewidth": 0.5 + ratio,
        "connectionstyle": "arc3,rad=0.08",
    }


def improvement_graph(found: Unanimity) -> DiGraph:
    """Return a networkx graph with an edge from a to b where the ratio of a over b is above the threshold.

    Nodes carry ``score``, edges ``ratio`` and ``contradicts`` (the combined score favours b).
    """
    import networkx

    graph = networkx.DiGraph()
    for system in found.systems:
        graph.add_node(system.name, score=system.score)
    places = {name: place for place, name in enumerate(found.table.systems)}
    gaps = found.combined.differences() if found.combined else found.matrix
    for system in found.systems:
        for other in system.improves:
            pair = places[system.name], places[other]
            graph.add_edge(
                system.name, other, ratio=float(found.matrix[pair]), contradicts=bool(gaps[pair] < 0)
            )
    return graph


def cycles(graph: DiGraph) -> tuple[tuple[str, ...], ...]:
    """Return the groups of systems that improve each other in a circle: strongly connected components."""
    import networkx

    groups = (group for group in networkx.strongly_connected_components(graph) if len(group) > 1)
    return tuple(sorted(tuple(sorted(group)) for group in groups))


def broken_triples(graph: DiGraph) -> tuple[tuple[str, str, str], ...]:
    """Return the triples in which a improves b and b improves c, but a does not improve c."""
    return tuple(
        (one, other, third)
        for one in graph
        for other in graph.successors(one)
        for third in graph.successors(other)
        if third != one and not graph.has_edge(one, third)
    )


def dot(graph: DiGraph) -> str:
    """Return the graph in Graphviz's language, contradicting edges red.

    >>> import networkx
    >>> print(dot(networkx.DiGraph()).splitlines()[0])
    digraph robust_improvements {
    """
    lines = ["digraph robust_improvements {", "  rankdir=TB;", "  node [shape=box];"]
    lines += [
        f'  "{_escaped(name)}" [label="{_label(_escaped(name), data)}"];'
        for name, data in graph.nodes(data=True)
    ]
    for one, other, data in graph.edges(data=True):
        colour = ", color=red" if data["contradicts"] else ""
        ends = f'"{_escaped(one)}" -> "{_escaped(other)}"'
        lines.append(f'  {ends} [label="{data["ratio"]:.2f}"{colour}];')
    return "\n".join([*lines, "}", ""])


def mermaid(graph: DiGraph) -> str:
    """Return the graph in Mermaid's language, contradicting edges red."""
    numbers = {name: f"n{number}" for number, name in enumerate(graph)}
    lines = ["graph TD"]
    lines += [
        f'  {numbers[name]}["{_label(_plain(name), data, "<br/>")}"]' for name, data in graph.nodes(data=True)
    ]
    red = []
    for number, (one, other, data) in enumerate(graph.edges(data=True)):
        lines.append(f"  {numbers[one]} -->|{data['ratio']:.2f}| {numbers[other]}")
        if data["contradicts"]:
            red.append(str(number))
    if red:
        lines.append(f"  linkStyle {','.join(red)} stroke:red")
    return "\n".join([*lines, ""])


def _label(name: str, data: dict[str, Any], between: str = "\\n") -> str:
    return name if data["score"] is None else f"{name}{between}{data['score']:.3f}"


def _escaped(text: str) -> str:
    return one_line(text).replace("\\", "\\\\").replace('"', '\\"')


def _plain(text: str) -> str:
    return (
        one_line(text).replace("#", "#35;").replace('"', "#quot;").replace("<", "#lt;").replace(">", "#gt;")
    )
