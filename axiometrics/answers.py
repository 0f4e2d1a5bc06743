"""What the commands answer, in Python: scores, choices, repairs, lessons, audits, and what to cite."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from warnings import warn

from axiometrics.checker.api import matrix
from axiometrics.checker.selection import select_constraints, select_metrics, task_of_keys
from axiometrics.claims.auditing import audit as audited
from axiometrics.claims.cells import Store
from axiometrics.claims.finding import Audit
from axiometrics.cli.commands.choose import choices_table
from axiometrics.cli.commands.list import sources_of
from axiometrics.cli.options import Files
from axiometrics.cli.output import Records
from axiometrics.cli.scoring import chosen_metrics, scorer, with_ties
from axiometrics.errors import InputError
from axiometrics.metrics import Metric
from axiometrics.patterns import choose as chosen
from axiometrics.patterns.learning import Lessons, learn
from axiometrics.patterns.repairing import Repair, as_metric
from axiometrics.patterns.repairing import repair as repaired
from axiometrics.reports.bibliography import bibtex

__all__ = ["audit", "choose", "cite", "lessons", "repair", "score"]

Names = str | Sequence[str]
"""One name, or several."""


def score(
    metrics: Names,
    *,
    task: str,
    gold: object,
    system: object = None,
    gold_column: str | None = None,
    system_column: Names | None = None,
    exclude_column: Names | None = None,
    item_column: str | None = None,
    group_column: str | None = None,
    gold_ignore: Names | None = None,
    missing: str = "error",
    classes: str | None = None,
    hierarchy: Path | str | None = None,
    weights: Path | str | None = None,
    undefined: str = "propagate",
    normalise: bool = False,
    delimiter: str = "auto",
    means: bool = False,
    ties: str | None = None,
) -> Records:
    """Return the scores of systems in files or data frames, a row each, and per group where there are groups.

    ``gold`` and ``system`` are paths, lists of paths, or pandas' data frames with the columns that the CSV files would
    have; by default systems are columns of the gold file. The options are those of ``axiometrics score``. The result
    is a table: ``to_dict()`` and ``to_frame()`` have its rows. Warns of each system that is left out since its output
    cannot be read. Raises InputError that names the file and the line, and UnknownKeyError for a column or a metric
    that is not there. Cost O(rows) for each metric.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "labels.csv"
    ...     _ = path.write_text("gold,system\\na,x\\na,x\\nb,y")
    ...     score("purity", task="clustering", gold=path).to_dict()
    [{'system': 'system', 'items': 3, 'purity': 1.0}]
    """
    with _files(gold) as golds, _files(system) as systems:
        files = Files(
            gold=golds,
            system=systems or None,
            gold_column=gold_column,
            system_column=_listed(system_column),
            exclude_column=_listed(exclude_column),
            item_column=item_column,
            group_column=group_column,
            gold_ignore=_listed(gold_ignore),
            missing=missing,
            classes=classes,
            hierarchy=None if hierarchy is None else Path(hierarchy),
            weights=None if weights is None else Path(weights),
            undefined=undefined,
            normalise=normalise,
            delimiter=delimiter,
        )
        judging = with_ties(chosen_metrics(_listed(metrics) or [], task, plugins=True), ties)
        found = scorer(task, labelled=classes is not None)(judging, files, task)
    for text in found.refused:
        warn(f"{text}; this system is left out", stacklevel=2)
    return found.records(means=means, apart=True)


def choose(
    task: str,
    require: Names,
    *,
    metrics: Names | None = None,
    weak: bool = False,
    evidence: str = "search",
    **computing: Any,
) -> Records:
    """Return the metrics of a task that satisfy all required constraints; if none does, those that lack least.

    ``weak`` accepts ties; ``evidence`` is the least that counts: search, sweep, proof; ``computing`` goes to `matrix`.

    >>> found = choose("filtering", ["priority_relevant", "priority_irrelevant"], evidence="proof")
    >>> "utility" in [row["metric"] for row in found.to_dict()]
    True
    """
    found = matrix(task, metrics=_listed(metrics), constraints=_listed(require), **computing)
    return choices_table(found, chosen(found, weak=weak, evidence=evidence), weak)


def repair(
    metric: Metric | Callable[..., Any] | str,
    require: Names,
    *,
    task: str | None = None,
    others: Names | None = None,
    largest: int = 2,
    most: int = 10,
    weak: bool = False,
    **computing: Any,
) -> Repair:
    """Return formulas near a metric that satisfy all required constraints, small ones first, each with its evidence.

    Formulas are the metric with other parameter values, or with 0 or 1 where it is 0/0, and its products, means and
    harmonic means with ``others`` (by default all metrics of the task), of ``largest`` metrics at most. Those that a
    small case goes against are dropped; ``most`` of what is left are checked, and nothing is said of the rest. ``weak``
    accepts ties; ``computing`` goes to `matrix`. Raises InputError for a metric that is no formula.

    >>> wanted = ["priority_relevant", "priority_irrelevant"]
    >>> found = repair("precision", wanted, task="filtering", others="accuracy", most=1)
    >>> found.suiting[0].formula.text
    '(precision + accuracy)/2'
    """
    if isinstance(metric, str):
        listed = _listed(require) or []
        homes = task or task_of_keys(metric, listed) or ""
        metric = select_metrics(homes, [metric])[0]
    home = metric.task if isinstance(metric, Metric) else task
    if home is None:
        raise InputError("which task does the function belong to? give task=...")
    required, partners = select_constraints(home, _listed(require)), select_metrics(home, _listed(others))
    how: dict[str, Any] = {"largest": largest, "most": most, "weak": weak, **computing}
    return repaired(as_metric(metric, home), required, partners, **how)


def lessons(
    task: str,
    *,
    metrics: Names | None = None,
    constraints: Names | None = None,
    variants: bool = False,
    weak: bool = False,
    size: int | None = None,
    **computing: Any,
) -> Lessons:
    """Return what a matrix teaches: families, implications, conflicts, and the cases that tell metrics apart.

    ``size`` bounds these cases, ``variants`` adds the further constraints, and ``computing`` goes to `matrix`.
    """
    rows, columns = _listed(metrics), _listed(constraints)
    found = matrix(task, metrics=rows, constraints=columns, variants=variants, **computing)
    records = select_constraints(task, columns, variants=variants)
    known = computing.get("cache", True) and not computing.get("recompute", False)
    return learn(found, select_metrics(task, rows), records, weak=weak, size=size, published=known)


def audit(*publications: str, claims: Names | None = None, **computing: object) -> Audit:
    """Return the claims of publications, all by default, beside what is found; ``claims`` are keys or globs.

    >>> audit("sakai2021", claims="*section7.recommendations").findings[0].status
    'not checkable'
    """
    return audited(*publications, claims=_listed(claims), store=Store(computing))


def cite(*names: str) -> str:
    """Return the BibTeX entries of references, or of what metrics and constraints cite; by default all.

    Raises UnknownKeyError for a name that is none of these.

    >>> cite("bcubed_f").partition(",")[0]
    '@inproceedings{bagga1998'
    """
    return bibtex(sources_of(names) if names else None)


def _listed(names: Names | None) -> list[str] | None:
    return [names] if isinstance(names, str) else None if names is None else list(names)


@contextmanager
def _files(given: object) -> Iterator[list[Path]]:
    """Give the files that paths name; data frames are written to some, which are gone afterwards."""
    parts = [] if given is None else list(given) if isinstance(given, list | tuple) else [given]
    with TemporaryDirectory() as folder:
        yield [_file(part, Path(folder) / f"frame_{place}.csv") for place, part in enumerate(parts, 1)]


def _file(given: Any, place: Path) -> Path:
    if hasattr(given, "to_csv"):
        given.to_csv(place, index=False)
    return place if hasattr(given, "to_csv") else Path(given)
