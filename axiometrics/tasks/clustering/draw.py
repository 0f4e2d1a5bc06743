"""Clusterings drawn, as text and as SVG, from the papers' notation ``{a a b}{c}``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from axiometrics.errors import InputError
from axiometrics.tasks.clustering.draw_svg import Panel, panels_svg
from axiometrics.tasks.clustering.notation import parse, write

__all__ = ["clustering_svg", "outputs_svg", "pair_svg", "pair_text"]

MOST_ITEMS = 250
"""Items of a clustering that is drawn."""

Clusters = list[list[str]]


def pair_text(worse: str, better: str) -> str:
    """Draw two clusterings as two lines: clusters that differ first, each marked ``*``, then the common ones.

    >>> print(pair_text("{c}{a a b}", "{a a}{b}{c}"))
    worse   *{a a b}     {c}
    better  *{a a}*{b}   {c}
    """
    first, second = _panels(("worse", worse), ("better", better))
    sides = ["".join("*" + write([cluster]) for cluster in panel.changed) for panel in (first, second)]
    width = max(map(len, sides))
    pairs = zip((first, second), sides, strict=True)
    lines = [f"{panel.label:<8}{side:<{width}}   {write(panel.unchanged)}" for panel, side in pairs]
    return "\n".join(line.rstrip() for line in lines)


def pair_svg(worse: str, better: str, *, title: str = "") -> str:
    """Draw two clusterings side by side; clusters that differ come first and are outlined.

    >>> "<desc>worse: {a b}; better: {a}{b}</desc>" in pair_svg("{a b}", "{a}{b}")
    True
    """
    return outputs_svg({"worse": worse, "better": better}, title=title)


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named clusterings side by side; of exactly two, the clusters that differ are outlined.

    Raises InputError for more items than a reader could count.
    """
    most = max((sum(map(len, parse(text))) for text in outputs.values()), default=0)
    if most > MOST_ITEMS:
        raise InputError(f"a clustering of {most} items is not drawn; at most {MOST_ITEMS} are")
    description = "; ".join(f"{name}: {text}" for name, text in outputs.items())
    if len(outputs) == 2:
        panels = _panels(*list(outputs.items()))
    else:
        panels = [Panel(name, [], parse(text)) for name, text in outputs.items()]
    return panels_svg(panels, title=title or " and ".join(outputs), description=description)


def clustering_svg(text: str, *, title: str = "clustering") -> str:
    """Draw one clustering.

    >>> clustering_svg("{a a b}{c}").count("<circle")
    2
    """
    return panels_svg([Panel(title, [], parse(text))], title=title, description=text)


def _panels(first: tuple[str, str], second: tuple[str, str]) -> list[Panel]:
    """Compare two labelled clusterings."""
    both = {label: parse(text) for label, text in (first, second)}
    counts = [Counter(map(_shape, clusters)) for clusters in both.values()]
    common = counts[0] & counts[1]
    return [Panel(label, *_split(clusters, common)) for label, clusters in both.items()]


def _split(clusters: Clusters, common: Counter[tuple[str, ...]]) -> tuple[Clusters, Clusters]:
    """Split into the clusters that only this side has and the common ones, in one order for both sides."""
    left, changed, unchanged = Counter(common), [], []
    for cluster in clusters:
        if left[_shape(cluster)]:
            left[_shape(cluster)] -= 1
            unchanged.append(cluster)
        else:
            changed.append(cluster)
    return changed, sorted(unchanged, key=lambda cluster: (-len(cluster), _shape(cluster)))


def _shape(cluster: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(cluster))
