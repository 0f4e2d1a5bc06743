"""The directed graph of robust improvements, and the same as DOT and Mermaid text.

Never a transitive reduction: the relation is not transitive, and a reduced picture would claim edges that do not exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axiometrics.escaping import one_line

if TYPE_CHECKING:
    from networkx import DiGraph

    from axiometrics.studies.unanimity.ratio import Unanimity

__all__ = ["broken_triples", "cycles", "dot", "improvement_graph", "mermaid"]


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
