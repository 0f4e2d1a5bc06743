"""Families of metrics found in the matrix: those that answer every constraint alike, beside the declared families."""

from __future__ import annotations

from dataclasses import dataclass

from axiometrics.lessons.judgements import Judgements

__all__ = ["Families", "families"]


@dataclass(frozen=True)
class Families:
    """``groups`` of metrics with equal rows, large ones first; ``apart`` are metrics with an undecided cell.

    ``profiles`` has the constraints that each group satisfies.
    """

    groups: tuple[tuple[str, ...], ...]
    profiles: tuple[tuple[str, ...], ...]
    apart: tuple[str, ...]


def families(found: Judgements) -> Families:
    """Group the metrics by the constraints that they satisfy.

    >>> answers = {("m", "c"): "holds", ("k", "c"): "fails", ("o", "c"): "holds"}
    >>> families(Judgements("toy", ("m", "k", "o"), ("c",), answers)).groups
    (('m', 'o'), ('k',))
    """
    groups: dict[tuple[str, ...], list[str]] = {}
    apart = tuple(metric for metric in found.metrics if found.undecided(metric))
    for metric in found.metrics:
        if metric not in apart:
            profile = tuple(name for name in found.constraints if found.answers[metric, name] == "holds")
            groups.setdefault(profile, []).append(metric)
    ordered = sorted(groups.items(), key=lambda item: -len(item[1]))
    return Families(
        tuple(tuple(members) for _, members in ordered), tuple(profile for profile, _ in ordered), apart
    )
