"""Scores of estimated distributions on topics, and their means over topics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from axiometrics.cli.scores import Line, Scores, named_files
from axiometrics.cli.scoring import by_system, require_possible, values_of
from axiometrics.errors import InputError
from axiometrics.files.tables import read_shares
from axiometrics.numerals import is_counting, read_real

if TYPE_CHECKING:
    from axiometrics.cli.score_command import Files
    from axiometrics.metrics import Metric

__all__ = ["scored_shares"]

Table = tuple[tuple[str, ...], dict[str, list[str]]]


def scored_shares(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Read one gold file and one file for each system, and score every topic of the gold."""
    require_possible(
        files, task, ("item_column", "normalise", "delimiter"), "tables with a row for every topic"
    )
    if len(files.gold) > 1:
        raise InputError("there are several gold files; give one, with a row for every topic")
    if not files.system:
        raise InputError("there is no system; name its file with --system")
    gold = _read(files.gold[0], files)

    def lines(label: str, path: Path) -> Iterator[Line]:
        return _lines(metrics, label, gold, _read(path, files), files)

    found, refused = by_system(named_files(files.system), lines)
    names = tuple(metric.label for metric in metrics)
    return Scores(names, "topic", found, files.undefined, "classes", refused)


def _read(path: Path, files: Files) -> Table:
    return read_shares(path, topic_column=files.item_column, delimiter=files.delimiter)


def _lines(metrics: Sequence[Metric], label: str, gold: Table, system: Table, files: Files) -> Iterator[Line]:
    (classes, topics), (others, found) = gold, system
    if classes != others:
        raise InputError(
            f"system {label!r} has the classes {', '.join(others)}, but gold has {', '.join(classes)}; "
            "give the same columns in the same order"
        )
    odd = next((topic for topic in (*topics, *found) if (topic in topics) != (topic in found)), None)
    if odd is not None:
        where = "gold" if odd in found else f"system {label!r}"
        raise InputError(f"{where} has no row for topic {odd!r}; give every topic in both files")
    for topic, shares in topics.items():
        where = f"system {label!r}, topic {topic!r}"
        sides = _shares(shares), _shares(found[topic])
        yield Line(topic, label, len(classes), values_of(metrics, *sides, where, normalise=files.normalise))


def _shares(texts: list[str]) -> list[str | float]:
    """Return fractions and whole numbers as they are, decimals as floats, which may be rounded."""
    return [_share(text) for text in texts]


def _share(text: str) -> str | float:
    try:
        return text if is_counting(text.strip()) else read_real(text)
    except ValueError:
        return text
