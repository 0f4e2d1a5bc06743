"""The forms of users' files: columns of labels group by group, runs on topics, and files of one side each."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import eq
from pathlib import Path
from typing import Any

from axiometrics.cli.app import say
from axiometrics.cli.options import Files
from axiometrics.cli.scoring.scores import (
    COLUMNS,
    Line,
    Scores,
    by_system,
    missing_options,
    named_files,
    place_of,
    read_tables,
    refuse_twice,
    require_possible,
    tell_absent,
    values_of,
)
from axiometrics.errors import InputError
from axiometrics.files import (
    Asked,
    Judged,
    Qrels,
    Run,
    counted,
    graded,
    judged,
    read_memberships,
    read_qrels,
    read_run,
    scored,
)
from axiometrics.files.delimited import read_organizations, read_shares
from axiometrics.metrics import Metric
from axiometrics.numerals import MOST_DIGITS, is_counting, read_real
from axiometrics.tasks import get_task
from axiometrics.tasks.organization.reading import read


def scored_labels(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Read the files and score every system; what is not available is told on stderr."""
    home = get_task(task)
    shares = home.files == "shares"
    require_possible(files, task, [*COLUMNS, "gold_ignore", "classes"], "files of labels")
    if files.classes is not None and not (shares or home.named_labels):
        raise InputError(f"--classes is not possible in {task}, whose labels are only names; leave it out")
    of_words = _of_two_words if files.classes and not home.declared_classes else None
    of_labels = of_words or partial(_values, named=home.named_labels)
    value = partial(_of_shares if shares else of_labels, metrics, files)
    lines: list[Line] = []
    absent: dict[str, list[str]] = {}
    refused: dict[str, str] = {}
    for pair in _judged(files, home.missing):
        if not pair.gold:
            say(f"note: there are no gold labels in group {pair.group!r}; left out")
        elif pair.name in refused:
            continue
        elif pair.problem:
            refused[pair.name] = pair.problem
        elif pair.system is None:
            absent.setdefault(pair.name, []).append(pair.group)
            if pair.group:
                lines.append(Line(pair.group, pair.name, len(pair.gold), (math.nan,) * len(metrics)))
        else:
            try:
                lines.append(Line(pair.group, pair.name, len(pair.gold), value(pair)))
            except InputError as error:
                refused[pair.name] = str(error)
    for name, groups in absent.items():
        tell_absent(name, groups)
    kept = [line for line in lines if line.system not in refused]
    if all(line.group in absent.get(line.system, ()) for line in kept):
        kept = []
    names = tuple(metric.label for metric in metrics)
    return Scores(names, files.group_column, kept, files.undefined, refused=list(refused.values()))


def _judged(files: Files, ways: Sequence[str]) -> Iterator[Judged]:
    gold, system = read_tables(files)
    return judged(gold, system, ignored=files.gold_ignore or (), missing=files.missing, ways=ways)


def _values(metrics: Sequence[Metric], files: Files, pair: Judged, *, named: bool) -> tuple[float, ...]:
    where = place_of(pair.name, pair.group)
    vectors = None if named else pair.vectors
    if vectors is not None:
        return values_of(metrics, *vectors, where)
    options = missing_options(files)
    if files.classes is not None:
        options["classes"] = _classes(files.classes)
    return values_of(metrics, pair.gold, pair.system, where, **options)


def _of_two_words(metrics: Sequence[Metric], files: Files, pair: Judged) -> tuple[float, ...]:
    """Score labels that are two words, of which ``--classes`` names first the one that means 1."""
    where, names = place_of(pair.name, pair.group), _classes(files.classes or "")
    if isinstance(names, int) or len(set(names)) != 2 or len(names) != 2:
        raise InputError(
            f"--classes {files.classes}: name the label that is read as 1, then the other, as in spam,ham"
        )
    meant = dict(zip(names, "10", strict=True))
    sides = pair.gold, pair.system or {}
    if odd := {label for side in sides for label in side.values()} - meant.keys():
        raise InputError(
            f"{where}: the label {min(odd)!r} is none of --classes {files.classes}; name the two labels"
        )
    gold, system = ({item: meant[label] for item, label in side.items()} for side in sides)
    return values_of(metrics, gold, system, where, **missing_options(files))


def _of_shares(metrics: Sequence[Metric], files: Files, pair: Judged) -> tuple[float, ...]:
    """Score how often each class occurs in a group, whichever items have it."""
    classes = _classes(files.classes or "")
    where = place_of(pair.name, pair.group)
    try:
        gold = counted(pair.gold.values(), classes, "gold")
        system = counted((pair.system or {}).values(), classes, "system")
    except InputError as error:
        raise InputError(f"{where}: {error}") from error
    return values_of(metrics, gold, system, where, normalise=True)


def _classes(given: str) -> int | list[str]:
    """Return how many classes there are, or their names."""
    if not is_counting(given.strip()):
        return [name.strip() for name in given.split(",")]
    return int(given.strip()[:MOST_DIGITS])


Given = tuple[Qrels, list[tuple[str, Run]], str | None]
"""The grades, the runs by the name that is shown, and the name of the column of topics."""


def scored_runs(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Read TREC files or tables, and score every run on every topic of the gold."""
    tables = _names_columns(files)
    require_possible(files, task, COLUMNS if tables else (), "tables of scores" if tables else "TREC's files")
    gold, runs, topics = _from_tables(files) if tables else _from_trec(files)
    tell_grades(metrics, gold)

    def of_run(label: str, run: Run) -> Iterator[Line]:
        return _lines(metrics, label, run, gold, files)

    lines, refused = by_system(runs, of_run)
    return Scores(tuple(metric.label for metric in metrics), topics, lines, files.undefined, refused=refused)


def tell_grades(metrics: Sequence[Metric], gold: Qrels) -> None:
    """Say of which metrics the parameter for the highest grade is below that of the gold."""
    top = max((max(grades.values(), default=0) for grades in gold.values()), default=0)
    for metric in metrics:
        highest = metric.values.get("gmax", top)
        if isinstance(highest, str) or highest >= top:
            continue
        fit = metric.with_parameters(gmax=top).label
        say(
            f"warning: gold has grades up to {top}, above gmax={highest} of {metric.label}, whose values "
            f"are not in its range or undefined; {fit!r} is meant for such grades"
        )


def _names_columns(files: Files) -> bool:
    """Whether the files are tables: TREC's have no columns with names."""
    return any(getattr(files, name) is not None for name in COLUMNS if name != "delimiter")


def _from_trec(files: Files) -> Given:
    gold = read_qrels(files.gold)
    if not files.system:
        raise InputError(
            "there is no run; name one with --system, or the columns of a table with --gold-column"
        )
    refuse_twice(files.system)
    runs = [read_run(path) for path in files.system]
    names = [run.name for run in runs]
    labels = [
        run.name if names.count(run.name) == 1 else str(path)
        for run, path in zip(runs, files.system, strict=True)
    ]
    return gold, list(zip(labels, runs, strict=True)), "topic"


def _from_tables(files: Files) -> Given:
    gold, system = read_tables(files)
    return graded(gold), [(run.name, run) for run in scored(system)], files.group_column


def _lines(metrics: Sequence[Metric], label: str, run: Run, gold: Qrels, files: Files) -> Iterator[Line]:
    _tell(label, run, gold)
    _tell_ties(metrics, label, run, gold)
    absent = [topic for topic in gold if topic not in run.scores]
    if absent and files.missing == "error":
        raise InputError(
            f"system {label!r} has no documents for {_some(absent)}; give a run, or --missing empty for lists of none"
        )
    there = {topic: run.scores.get(topic, {}) for topic in gold}
    home: Any = get_task(metrics[0].task)
    values = home.by_topic(metrics, gold, there)
    for topic, found in zip(gold, values, strict=True):
        values = tuple(math.nan if value is None else value for value in found)
        yield Line(topic, label, len(there[topic]), values)


def _tell(label: str, run: Run, gold: Qrels) -> None:
    extra = [topic for topic in run.scores if topic not in gold]
    if extra:
        say(f"note: gold has no grades for {_some(extra)} of system {label!r}; left out")
    if run.unsorted:
        say(
            f"note: the ranks of system {label!r} contradict its scores in {_some(run.unsorted)}; the scores count"
        )


def _tell_ties(metrics: Sequence[Metric], label: str, run: Run, gold: Qrels) -> None:
    """Say on how many topics documents of different grades have equal scores, and by which rule they are read."""
    seen = [topic for topic, grades in gold.items() if _is_tied(run.scores.get(topic, {}), grades)]
    if seen:
        rules = dict.fromkeys(str(metric.values.get("ties", "names")) for metric in metrics)
        say(
            f"note: system {label!r} has tied documents of different grades in {_some(seen)} of {len(gold)}, read by "
            f"--ties {' and '.join(rules)}"
        )


def _is_tied(scores: Mapping[str, float], grades: Mapping[str, int]) -> bool:
    """Whether documents with equal scores have different grades."""
    known: dict[float, int | None] = {}
    ordered = sorted(scores.values())
    if not any(map(eq, ordered, ordered[1:])):
        return False
    return any(
        known.setdefault(score, grades.get(document)) != grades.get(document)
        for document, score in scores.items()
    )


def _some(topics: Sequence[str]) -> str:
    shown = ", ".join(topics[:3]) + (", ..." if len(topics) > 3 else "")
    return f"topic {shown}" if len(topics) == 1 else f"{len(topics)} topics ({shown})"


Memberships = dict[str, dict[str, set[str]]]
Shares = tuple[tuple[str, ...], dict[str, list[str]]]
Organizations = dict[str, Any]


def _scored(
    metrics: Sequence[Metric],
    files: Files,
    lines: Callable[[str, Path], Iterable[Line]],
    *,
    groups: str | None,
    counted: str = "items",
) -> Scores:
    """Score every system by its file."""
    if not files.system:
        raise InputError("there is no system; name its file with --system, once for each system")
    found, refused = by_system(named_files(files.system), lines)
    names = tuple(metric.label for metric in metrics)
    return Scores(names, groups, found, files.undefined, counted, refused)


def _only_gold(files: Files) -> Path:
    if len(files.gold) > 1:
        raise InputError("there are several gold files; give one")
    return files.gold[0]


def scored_memberships(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Score every group of overlapping clusterings; a file has one row for each item and label."""
    used = ("gold_column", "system_column", "item_column", "group_column", "delimiter")
    require_possible(files, task, used, "files with one row per item and label")
    asked = Asked(
        gold=files.gold_column,
        system=files.system_column or (),
        item=files.item_column,
        group=files.group_column,
    )
    gold = read_memberships(files.gold, asked, delimiter=files.delimiter, gold=True)

    def lines(name: str, path: Path) -> list[Line]:
        system = read_memberships([path], asked, delimiter=files.delimiter)
        return list(_of_memberships(metrics, name, gold, system, files))

    return _scored(metrics, files, lines, groups=files.group_column)


def _of_memberships(
    metrics: Sequence[Metric], name: str, gold: Memberships, system: Memberships, files: Files
) -> Iterator[Line]:
    """Score every group of the gold; one that the system lacks has no value, or all its items are missing."""
    extra = [group for group in system if group not in gold]
    if extra:
        raise InputError(f"system {name!r} has a group {extra[0]!r} that gold has not; leave it out there")
    absent = [group for group in gold if group not in system]
    if absent and files.missing == "error":
        tell_absent(name, absent)
    for group, labels in gold.items():
        if group in absent and files.missing == "error":
            values = (math.nan,) * len(metrics)
        else:
            own = system.get(group, {})
            values = values_of(metrics, labels, own, place_of(name, group), **missing_options(files))
        yield Line(group, name, len(labels), values)


def scored_shares(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Score the distribution of every topic; a file has one row for each topic, one column for each class."""
    used = ("item_column", "normalise", "delimiter")
    require_possible(files, task, used, "tables with a row for every topic")

    def read_file(path: Path) -> Shares:
        return read_shares(path, topic_column=files.item_column, delimiter=files.delimiter)

    gold = read_file(_only_gold(files))

    def lines(name: str, path: Path) -> Iterator[Line]:
        return _of_distributions(metrics, name, gold, read_file(path), files)

    return _scored(metrics, files, lines, groups="topic", counted="classes")


def _of_distributions(
    metrics: Sequence[Metric], name: str, gold: Shares, system: Shares, files: Files
) -> Iterator[Line]:
    (classes, topics), (others, found) = gold, system
    if classes != others:
        raise InputError(
            f"system {name!r} has the classes {', '.join(others)}, but gold has {', '.join(classes)}; "
            "give the same columns in the same order"
        )
    odd = next((topic for topic in (*topics, *found) if (topic in topics) != (topic in found)), None)
    if odd is not None:
        where = "gold" if odd in found else f"system {name!r}"
        raise InputError(f"{where} has no row for topic {odd!r}; give every topic in both files")
    for topic, shares in topics.items():
        where = f"system {name!r}, topic {topic!r}"
        sides = [_share(text) for text in shares], [_share(text) for text in found[topic]]
        yield Line(topic, name, len(classes), values_of(metrics, *sides, where, normalise=files.normalise))


def _share(text: str) -> str | float:
    """Return fractions and whole numbers as they are, decimals as floats, which may be rounded."""
    try:
        return text if is_counting(text.strip()) else read_real(text)
    except ValueError:
        return text


def scored_organizations(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Score every group of organizations; a file is JSON, or has one row for each occurrence of a document."""
    used = ("item_column", "group_column", "delimiter")
    form = "files of one side each, with the columns document, level and cluster"
    require_possible(files, task, used, form)

    def read_file(path: Path) -> Organizations:
        return read_organizations(
            path,
            document_column=files.item_column,
            group_column=files.group_column,
            delimiter=files.delimiter,
        )

    gold = read_file(_only_gold(files))

    def lines(name: str, path: Path) -> Iterator[Line]:
        return _of_organizations(metrics, name, gold, read_file(path))

    return _scored(metrics, files, lines, groups=files.group_column, counted="occurrences")


def _of_organizations(
    metrics: Sequence[Metric], name: str, gold: Organizations, system: Organizations
) -> Iterator[Line]:
    """Score every group of the gold; one that the system does not have organizes nothing there."""
    extra = [group for group in system if group not in gold]
    if extra:
        say(f"note: gold has no group {', '.join(map(repr, extra[:3]))} of system {name!r}; left out")
    for group, wanted in gold.items():
        where = place_of(name, group)
        try:
            output = read(wanted, system.get(group, []))
        except InputError as error:
            raise InputError(f"{where}: {error}") from error
        found = (metric(output) for metric in metrics)
        values = tuple(math.nan if value is None else value for value in found)
        yield Line(group, name, output.organized, values)
