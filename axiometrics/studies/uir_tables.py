"""The tables of a comparison by Unanimous Improvement Ratio, and the same as plain data."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from axiometrics.studies.graph import broken_triples, cycles
from axiometrics.studies.tables import Table, plain, ranges

if TYPE_CHECKING:
    from axiometrics.studies.unanimity import Unanimity

__all__ = ["as_dict", "matrix_table", "pair_table", "system_table"]

SCHEMA = "axiometrics.uir/1"
_TRIPLES = 100


def system_table(found: Unanimity) -> Table:
    """Return one row per system: means, combined score, whom it improves, and its references."""
    score = found.combined.name if found.combined else "combined"
    columns = ("#", "system", *found.table.metrics, score, "improves", "references", "largest ratio over it")
    numbers = {system.name: number for number, system in enumerate(found.systems, 1)}
    rows = tuple(
        (
            number,
            system.name,
            *system.means,
            system.score,
            ranges(numbers[name] for name in system.improves),
            ranges(numbers[name] for name in system.references),
            system.reference_ratio,
        )
        for number, system in enumerate(found.systems, 1)
    )
    notes = (
        f"Means over {len(found.table.cases)} cases; {_better(found)}. *Improves*: the systems (by their number) over "
        f"which the ratio is above {found.threshold}. *References*: the systems with the largest ratio over this one, "
        "all that tie, where that is above the threshold.",
    )
    return Table("systems", "Systems", columns, rows, notes)


def pair_table(found: Unanimity) -> Table:
    """Return one row per pair, the largest ratio first."""
    columns = (
        "first", "second", "better", "worse", "equal", "biased", "ratio", "low", "high", "p", "p (Holm)",
        "parametric", "F difference", "every alpha", "crossing alpha", "Wilcoxon", "towards", "contradicts F",
    )  # fmt: skip
    names = (
        "first", "second", "better", "worse", "equal", "biased", "ratio", "low", "high", "p_value", "holm",
        "parametric", "difference", "every_alpha", "crossings", "wilcoxon", "towards", "contradicts",
    )  # fmt: skip
    rows = tuple(tuple(getattr(pair, name) for name in names) for pair in found.pairs)
    share = f"{found.settings.confidence:.0%}"
    notes = (
        "Cases in which the first system is unanimously better, worse, equal, or the metrics disagree; the ratio "
        f"(better - worse) / cases with its {share} bootstrap interval ({found.settings.resamples} resamples; [1, 1] "
        "says only that no case differs); p of the exact permutation test, which the biased cases do not enter.",
    )
    return Table("pairs", "Pairs", columns, rows, notes)


def matrix_table(found: Unanimity) -> Table:
    """Return the ratios of all systems over all systems, in the order of the system table."""
    order = [system.name for system in found.systems]
    places = [found.table.systems.index(name) for name in order]
    rows = tuple(
        (name, *map(float, found.matrix[place, places])) for name, place in zip(order, places, strict=True)
    )
    return Table("matrix", "Ratios, row over column", ("system", *order), rows)


def as_dict(found: Unanimity) -> dict[str, Any]:
    """Return everything as plain data."""
    from axiometrics import __version__

    broken = broken_triples(found.graph)
    return {
        "schema": SCHEMA,
        "version": __version__,
        "settings": {
            "threshold": str(found.threshold),
            "alpha": str(found.alpha),
            "alpha_weights": found.table.metrics[0],
            "combined": found.combined.name if found.combined else None,
            "ties": "exact equality",
            **plain_settings(found),
        },
        "metrics": [
            {"key": name, "orientation": "error" if name in found.table.errors else "score"}
            for name in found.table.metrics
        ],
        "cases": list(found.table.cases),
        "comparable_share": found.relations.comparable_share,
        "warnings": list(found.warnings),
        "systems": [_plain(asdict(system)) for system in found.systems],
        "pairs": [_plain(asdict(pair)) for pair in found.pairs],
        "cycles": [list(group) for group in cycles(found.graph)],
        "broken_triples": {"count": len(broken), "first": [list(triple) for triple in broken[:_TRIPLES]]},
    }


def plain_settings(found: Unanimity) -> dict[str, Any]:
    """Return the settings of intervals and classes."""
    return _plain(asdict(found.settings))


def _plain(record: dict[str, Any]) -> dict[str, Any]:
    return {name: plain(value) for name, value in record.items()}


def _better(found: Unanimity) -> str:
    errors = [name for name in found.table.metrics if name in found.table.errors]
    return f"higher is better, but for {', '.join(errors)} lower" if errors else "higher is better"
