"""Texts of assessors, the questionnaire of a constraint: cases as pairs of texts in random order."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Literal

from axiometrics.axioms import Constraint
from axiometrics.errors import InputError, nearest
from axiometrics.files import open_table
from axiometrics.parameters import whole
from axiometrics.tasks.clustering.chooser import Context, Template
from axiometrics.tasks.clustering.partitions.chooser import judges_wholes


@dataclass(frozen=True)
class Texts:
    """Different texts by category."""

    by_category: Mapping[str, tuple[str, ...]]

    @property
    def summary(self) -> str:
        """How many there are, in words.

        >>> Texts({"war": ("a", "b"), "sport": ("c",)}).summary
        '3 texts in 2 categories (war: 2, sport: 1)'
        >>> Texts({"war": ("a",)}).summary
        '1 text in 1 category (war: 1)'
        """
        sizes = {name: len(texts) for name, texts in self.by_category.items()}
        shown = ", ".join(f"{name}: {size}" for name, size in list(sizes.items())[:8])
        more = ", ..." if len(sizes) > 8 else ""
        count = sum(sizes.values())
        texts = f"{count} text{'s' * (count != 1)}"
        return f"{texts} in {len(sizes)} categor{'y' if len(sizes) == 1 else 'ies'} ({shown}{more})"


def read_texts(
    path: Path, *, text: str = "text", category: str = "category", delimiter: str = "auto"
) -> Texts:
    """Read a table with a column of texts and one of categories; a text that is repeated counts once.

    Raises InputError for missing columns, empty cells, and a text with two categories.
    """
    found: dict[str, dict[str, int]] = {}
    known: dict[str, tuple[str, int]] = {}
    with open_table(path, delimiter) as table:
        for name in (text, category):
            if name not in table.header:
                raise InputError(f"{path} has no column {name!r}; {nearest(name, table.header)}")
        for line, (shown, label) in table.rows([text, category]):
            words, label = " ".join(shown.split()), label.strip()
            if not words or not label:
                raise InputError(
                    f"{path}, line {line}: an empty {text if not words else category}; fill it in"
                )
            first, place = known.setdefault(words, (label, line))
            if first != label:
                raise InputError(
                    f"{path}, line {line}: the text of line {place} has category {first!r} there and {label!r} here; "
                    "keep one of them"
                )
            found.setdefault(label, {}).setdefault(words, line)
    if not found:
        raise InputError(f"{path} has a header but no texts; give at least one")
    return Texts({label: tuple(texts) for label, texts in found.items()})


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
        template = constraint.bound_generator(_Sizes(draw, _SPREAD if trial < _TRIALS // 2 else trial % 2))
        needed = _needed(template, names[0])
        assigned = _assigned(needed, texts, draw)
        if assigned is not None:
            rest = _rest(template, needed, assigned, texts, draw)
            worse, better = ((*_clusters(template, name, assigned), *rest) for name in names)
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


def _needed(template: Template, output: str) -> dict[Member, int]:
    """Return how many texts each focal category needs."""
    needed: dict[Member, int] = {}
    for _, name, member, count in template.cells(output):
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
    template: Template, output: str, assigned: Mapping[Member, tuple[str, list[str]]]
) -> list[tuple[str, ...]]:
    """Write out the focal clusters of an output; every output uses the same texts, in the same order."""
    used = dict.fromkeys(assigned, 0)
    found: dict[int, list[str]] = {}
    for cluster, name, member, count in template.cells(output):
        start = used[name, member]
        found.setdefault(cluster, []).extend(assigned[name, member][1][start : start + count])
        used[name, member] = start + count
    return [tuple(found[cluster]) for cluster in sorted(found)]


def _rest(
    template: Template,
    needed: Mapping[Member, int],
    assigned: Mapping[Member, tuple[str, list[str]]],
    texts: Texts,
    draw: random.Random,
) -> list[tuple[str, ...]]:
    """Return a larger cluster of a shared category, and one of other categories, as far as there are texts."""
    rest: list[tuple[str, ...]] = []
    shared = [member for member in assigned if member[0] in template.context.shared]
    if not shared:
        return rest
    member = draw.choice(sorted(shared))
    more = assigned[member][1][needed[member] :][: int(template.size) + 1]
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


Option = Literal["A", "B"]


@dataclass(frozen=True)
class Question:
    """Two options, and which of them the constraint calls better."""

    constraint: str
    options: tuple[Clusters, Clusters]
    better: Option


@dataclass(frozen=True)
class Questionnaire:
    """Questions, numbered from 1 in their order."""

    questions: tuple[Question, ...]

    @property
    def mark(self) -> str:
        """Eight letters and digits that differ from one questionnaire to another; they join answers and key."""
        shown = "\n".join(repr(question.options) for question in self.questions)
        return sha256(shown.encode()).hexdigest()[:8]


MOST_INSTANCES = 1000
"""Questions per constraint that may be asked for."""


def questionnaire(
    texts: Texts, constraints: Sequence[Constraint], *, instances: int = 5, seed: int = 0
) -> Questionnaire:
    """Draw instances of every constraint; questions, options, groups and texts are in random order.

    The same arguments give the same questionnaire. Raises InputError when there are too few texts.
    """
    draw = random.Random(seed)
    whole("instances", instances, 1, MOST_INSTANCES)
    drawn = [instance(each, texts, draw) for each in constraints for _ in range(instances)]
    draw.shuffle(drawn)
    return Questionnaire(tuple(_question(found, draw) for found in drawn))


def _question(found: Instance, draw: random.Random) -> Question:
    worse, better = (_shuffled(clusters, draw) for clusters in (found.worse, found.better))
    if draw.random() < 0.5:
        return Question(found.constraint, (better, worse), "A")
    return Question(found.constraint, (worse, better), "B")


def _shuffled(clusters: Clusters, draw: random.Random) -> Clusters:
    mixed = [tuple(draw.sample(cluster, len(cluster))) for cluster in clusters]
    draw.shuffle(mixed)
    return tuple(mixed)
