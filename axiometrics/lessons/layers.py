"""Places for the nodes of an acyclic graph: in layers, with bends where an edge passes other layers."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

__all__ = ["Layout", "layout"]

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
