"""Instances of a clustering constraint made of texts: the constraint's own generator, asked for sizes that fit."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from axiometrics.assessors.texts import Texts
from axiometrics.axioms import Constraint
from axiometrics.errors import InputError
from axiometrics.tasks.clustering.scene import Context, Scene
from axiometrics.tasks.clustering.wholes import judges_wholes

__all__ = ["Instance", "instance"]

_TRIALS = 300
_SPREAD = 3
_STRAYS = 2

Clusters = tuple[tuple[str, ...], ...]
Member = tuple[str, int]


@dataclass(frozen=True)
class Instance:
    """Two clusterings of the same texts; the constraint says which is better."""

    constraint: str
    worse: Clusters
    better: Clusters


@dataclass
class _Sizes:
    """Answers with random sizes near the least ones."""

    draw: random.Random
    spread: int
    made: dict[str, int] = field(default_factory=dict)

    def size(self, name: str, low: int = 1) -> int:
        self.made[name] = low + self.draw.randint(0, self.spread)
        return self.made[name]

    def structure(self, name: str, low: int = 1) -> int:
        return low + self.draw.randint(0, 1)

    def context(self, *shared: str) -> Context:
        return Context(shared)


def instance(constraint: Constraint, texts: Texts, draw: random.Random) -> Instance:
    """Draw one instance: sizes, the categories that play the constraint's parts, and their texts.

    Where the constraint allows more of a focal category in the rest of the clustering, the rest is one larger cluster
    of such a category and one cluster of other categories, most of it of one. Raises InputError when no sizes are found
    for which there are enough texts.
    """
    names = constraint.compared
    if names is None or constraint.task != "clustering" or judges_wholes(constraint.bound_generator):
        raise InputError(
            f"constraint {constraint.label!r} does not compare two clusterings that differ in a few clusters; "
            "give one that does, such as homogeneity"
        )
    for trial in range(_TRIALS):
        scene = constraint.bound_generator(_Sizes(draw, _SPREAD if trial < _TRIALS // 2 else trial % 2))
        needed = _needed(scene, names[0])
        assigned = _assigned(needed, texts, draw)
        if assigned is not None:
            rest = _rest(scene, needed, assigned, texts, draw)
            worse, better = ((*_clusters(scene, name, assigned), *rest) for name in names)
            return Instance(constraint.label, worse, better)
    smallest = _needed(constraint.bound_generator(_Sizes(random.Random(0), 0)), names[0])
    raise InputError(
        f"there are too few texts for {constraint.label}: it needs {_summary(smallest)} or more, "
        f"and there are {texts.summary}; give more texts"
    )


def _summary(needed: Mapping[Member, int]) -> str:
    """Say how many texts are needed at least, in the words of `Texts.summary`."""
    return Texts(
        {f"category {place}": ("",) * count for place, count in enumerate(needed.values(), 1)}
    ).summary


def _needed(scene: Scene, output: str) -> dict[Member, int]:
    """Return how many texts each focal category needs."""
    needed: dict[Member, int] = {}
    for _, name, member, count in scene.cells(output):
        needed[name, member] = needed.get((name, member), 0) + count
    return needed


def _assigned(
    needed: Mapping[Member, int], texts: Texts, draw: random.Random
) -> dict[Member, tuple[str, list[str]]] | None:
    """Give each focal category a category of the texts and that category's texts in random order."""
    left = sorted(texts.by_category)
    assigned: dict[Member, tuple[str, list[str]]] = {}
    for member, count in sorted(needed.items(), key=lambda item: (-item[1], item[0])):
        fitting = [label for label in left if len(texts.by_category[label]) >= count]
        if not fitting:
            return None
        label = draw.choice(fitting)
        left.remove(label)
        own = texts.by_category[label]
        assigned[member] = label, draw.sample(own, len(own))
    return assigned


def _clusters(
    scene: Scene, output: str, assigned: Mapping[Member, tuple[str, list[str]]]
) -> list[tuple[str, ...]]:
    """Write out the focal clusters of an output; every output uses the same texts, in the same order."""
    used = dict.fromkeys(assigned, 0)
    found: dict[int, list[str]] = {}
    for cluster, name, member, count in scene.cells(output):
        start = used[name, member]
        found.setdefault(cluster, []).extend(assigned[name, member][1][start : start + count])
        used[name, member] = start + count
    return [tuple(found[cluster]) for cluster in sorted(found)]


def _rest(
    scene: Scene,
    needed: Mapping[Member, int],
    assigned: Mapping[Member, tuple[str, list[str]]],
    texts: Texts,
    draw: random.Random,
) -> list[tuple[str, ...]]:
    """Return a larger cluster of a shared category, and one of other categories, as far as there are texts."""
    rest: list[tuple[str, ...]] = []
    shared = [member for member in assigned if member[0] in scene.context.shared]
    if not shared:
        return rest
    member = draw.choice(sorted(shared))
    more = assigned[member][1][needed[member] :][: int(scene.size) + 1]
    rest.append(tuple(more))
    taken = {label for label, _ in assigned.values()}
    rest.append(_mixed({label: own for label, own in texts.by_category.items() if label not in taken}, draw))
    return [cluster for cluster in rest if cluster]


def _mixed(others: Mapping[str, Sequence[str]], draw: random.Random) -> tuple[str, ...]:
    """Return a few texts of one category with fewer strays of others."""
    large = sorted(label for label, own in others.items() if len(own) > _STRAYS)
    if not large:
        return ()
    main = draw.choice(large)
    strays = draw.sample(sorted(set(others) - {main}), min(_STRAYS, len(others) - 1))
    own = draw.sample(list(others[main]), min(len(others[main]), 2 * _STRAYS))
    return (*own, *(draw.choice(list(others[label])) for label in strays))
