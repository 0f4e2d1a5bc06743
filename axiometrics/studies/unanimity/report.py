"""The report of a comparison: markdown, tables as CSV, plain data, graph texts, pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axiometrics import __version__
from axiometrics.escaping import json_text, markdown
from axiometrics.studies.findings import Table, can_plot, plain, ranges, svg
from axiometrics.studies.unanimity import f_curves, plots
from axiometrics.studies.unanimity.plots import broken_triples, cycles, dot, mermaid
from axiometrics.writing import write_files

if TYPE_CHECKING:
    from axiometrics.studies.unanimity import Pair
    from axiometrics.studies.unanimity.ratio import Unanimity

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
            **_plain(asdict(found.settings)),
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


def _plain(record: dict[str, Any]) -> dict[str, Any]:
    return {name: plain(value) for name, value in record.items()}


def _better(found: Unanimity) -> str:
    errors = [name for name in found.table.metrics if name in found.table.errors]
    return f"higher is better, but for {', '.join(errors)} lower" if errors else "higher is better"


_PAIRS = 40
_EDGES = 60
_DRAWN = 250
_WIDE = 20


def write_report(found: Unanimity, out: str | Path, *, plots: bool | None = None) -> list[Path]:
    """Write the report to a folder and return its files, the text first.

    ``plots`` None draws pictures where matplotlib is installed; True raises PlotExtraError without it.
    """
    tables = [each(found) for each in (system_table, pair_table, matrix_table)]
    texts = {f"{table.key}.csv": table.to_csv() for table in tables}
    texts["uir.json"] = json_text(as_dict(found))
    texts |= {"graph.dot": dot(found.graph), "graph.mmd": mermaid(found.graph)}
    pictures = _pictures(found) if (can_plot() if plots is None else plots) else {}
    drawn = {f"{name}.svg": svg(draw) for name, draw in pictures.items()}
    return write_files(Path(out), {"README.md": report_text(found, tuple(pictures)), **texts, **drawn})


def report_text(found: Unanimity, pictures: tuple[str, ...] = ()) -> str:
    """Return the report's text; ``pictures`` are the names of those that stand beside it."""
    return "\n\n".join(part.rstrip("\n") for part in _parts(found, pictures)) + "\n"


def _parts(found: Unanimity, pictures: tuple[str, ...]) -> Iterator[str]:
    yield "# Unanimous Improvement Ratio"
    yield _summary(found)
    yield "\n".join(f"- {markdown(warning)}" for warning in found.warnings)
    yield "## Systems\n\n" + system_table(found).to_markdown()
    yield "## Pairs\n\n" + pair_table(found).head(_PAIRS).to_markdown()
    if "outcomes" in pictures:
        yield "![Outcomes of the pairs with the largest ratios](outcomes.svg)"
    yield "## Ratios"
    if "matrix" in pictures:
        yield "![Matrix of ratios](matrix.svg)"
    if len(found.table.systems) <= _WIDE:
        yield matrix_table(found).to_markdown()
    if "f-alpha" in pictures:
        yield "## F over alpha\n\n![F over alpha](f-alpha.svg)\n\nDotted: the alphas at which the curves cross."
        yield _jumps(found)
    yield "## Robust improvements"
    yield _graph_words(found)
    if "graph" in pictures:
        yield "![Graph of robust improvements](graph.svg)"
    elif pictures:
        yield f"More than {_DRAWN} edges make no picture; [DOT](graph.dot) has them all."
    if found.graph.number_of_edges() <= _EDGES:
        yield f"```mermaid\n{mermaid(found.graph)}```"
    yield "Files: [systems](systems.csv), [pairs](pairs.csv), [matrix](matrix.csv), [all as JSON](uir.json), " \
        "[DOT](graph.dot), [Mermaid](graph.mmd)."  # fmt: skip


def _summary(found: Unanimity) -> str:
    table, pairs = found.table, found.pairs
    above = [pair for pair in pairs if Fraction(pair.better - pair.worse, len(table.cases)) > found.threshold]
    text = (
        f"{len(table.systems)} systems on {len(table.cases)} cases by {markdown(' and '.join(table.metrics))}. Of "
        f"{len(pairs)} pairs, {len(above)} are robust improvements (ratio above {found.threshold}); "
        f"{sum(pair.holm < 0.05 for pair in pairs)} differ significantly (exact permutation test, Holm, 0.05). "
        f"Comparable are {found.relations.comparable_share:.0%} of all comparisons."
    )
    if found.combined is None:
        return text + " There is no F: errors and negative scores have no harmonic mean."
    against = [pair for pair in above if pair.contradicts]
    text += f" {found.combined.name} contradicts {len(against)} of the robust improvements."
    if found.combined.curves:
        every = sum(pair.every_alpha is True for pair in above)
        text += f" In {every} of them F is higher at every alpha."
    return text


def _jumps(found: Unanimity) -> str:
    """Say why curves of drawn systems jump at their ends, where some do."""
    first, second = found.table.oriented
    one_is_zero = ((first == 0) != (second == 0)).any(axis=1)
    drawn = {name for pair in plots.told_pairs(found) for name in (pair.first, pair.second)}
    names = [
        name for name, jumps in zip(found.table.systems, one_is_zero, strict=True) if jumps and name in drawn
    ]
    if not names or found.settings.pooled:
        return ""
    one, other = found.table.metrics
    return (
        f"The curves of {markdown(', '.join(names))} jump at alpha = 0 or 1. F is {markdown(other)} alone at 0 and "
        f"{markdown(one)} alone at 1; between them a case in which one of the two is 0 has F = 0 for every alpha. So "
        "a pair may have another order at an end than right beside it, and *every alpha* speaks of both ends too."
    )


def _graph_words(found: Unanimity) -> str:
    groups, broken = cycles(found.graph), broken_triples(found.graph)
    text = (
        f"An edge leads from a system to each one that it improves with a ratio above {found.threshold}: "
        f"{found.graph.number_of_edges()} edges. In the picture an edge is pale where a path of others leads the same "
        f"way. The relation is not transitive, and no edge is left out: in "
        f"{len(broken)} triples a improves b and b improves c, but a does not improve c"
    )
    text += f" (such as {markdown(', '.join(broken[0]))})." if broken else "."
    if groups:
        names = "; ".join(", ".join(group) for group in groups)
        return f"{text} **There are cycles**, among: {markdown(names)}."
    return f"{text} There are no cycles."


def _pictures(found: Unanimity) -> dict[str, Callable[[], Any]]:
    first: list[Pair] = list(found.pairs[:20])
    pictures: dict[str, Callable[[], Any]] = {
        "matrix": lambda: plots.heatmap(found),
        "outcomes": lambda: plots.bars(found, first),
    }
    if found.combined is not None and found.combined.curves:
        pictures["f-alpha"] = lambda: f_curves.drawn(found, plots.told_pairs(found))
    if found.graph.number_of_edges() <= _DRAWN:
        pictures["graph"] = lambda: plots.graph(found)
    return pictures
