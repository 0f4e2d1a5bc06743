"""Scores of organizations in JSON files or tables, one file a system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axiometrics.cli.guard import say
from axiometrics.cli.scores import Line, Scores, named_files
from axiometrics.cli.scoring import by_system, place_of, require_possible
from axiometrics.errors import InputError
from axiometrics.files.tables import read_organizations
from axiometrics.tasks.organization.reading import read

if TYPE_CHECKING:
    from axiometrics.cli.score_command import Files
    from axiometrics.metrics import Metric

__all__ = ["scored_organizations"]

_FORM = "files of one side each, with the columns document, level and cluster"


def scored_organizations(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Read one gold file and one file for each system, and score every group of the gold."""
    require_possible(files, task, ("item_column", "group_column", "delimiter"), _FORM)
    if len(files.gold) > 1:
        raise InputError("there are several gold files; give one")
    if not files.system:
        raise InputError("there is no system; name its file with --system, once for each system")
    gold = _read(files.gold[0], files)

    def lines(name: str, path: Path) -> Iterator[Line]:
        return _lines(metrics, name, gold, _read(path, files))

    found, refused = by_system(named_files(files.system), lines)
    names = tuple(metric.label for metric in metrics)
    return Scores(names, files.group_column, found, files.undefined, "occurrences", refused)


def _read(path: Path, files: Files) -> dict[str, Any]:
    return read_organizations(
        path,
        document_column=files.item_column,
        group_column=files.group_column,
        delimiter=files.delimiter,
    )


def _lines(
    metrics: Sequence[Metric], name: str, gold: dict[str, Any], system: dict[str, Any]
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
        values = tuple(float("nan") if value is None else value for value in found)
        yield Line(group, name, output.organized, values)
