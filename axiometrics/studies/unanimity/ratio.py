"""The Unanimous Improvement Ratio of all pairs of systems, with everything that a reader of it should know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.escaping import Told
from axiometrics.studies.findings import Findings, Table
from axiometrics.studies.reproduction import Comparison
from axiometrics.studies.score_files import score_table
from axiometrics.studies.scores import Missing, ScoreTable
from axiometrics.studies.unanimity import (
    Combined,
    Pair,
    Relations,
    Settings,
    Weight,
    all_pairs,
    combined,
    fraction_in,
    relations,
)
from axiometrics.studies.unanimity.plots import improvement_graph
from axiometrics.studies.unanimity.report import as_dict, report_text, write_report

if TYPE_CHECKING:
    from pathlib import Path

    from networkx import DiGraph


@dataclass(frozen=True, eq=False, repr=False)
class Unanimity(Told):
    """The ratios of all pairs of a score table, by the settings they were computed with."""

    table: ScoreTable
    relations: Relations
    threshold: Fraction
    alpha: Fraction
    settings: Settings
    combined: Combined | None

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The ratios, rows over columns, in the table's order of systems."""
        return self.relations.ratio

    @cached_property
    def systems(self) -> tuple[System, ...]:
        """Every system with the systems it robustly improves, the highest combined score first."""
        return all_systems(self.table, self.relations, self.combined, self.threshold)

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Every pair once, the largest ratio first."""
        return all_pairs(self.table, self.relations, self.combined, self.settings)

    @cached_property
    def graph(self) -> DiGraph:
        """The directed graph of robust improvements, of networkx."""
        return improvement_graph(self)

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """What limits the reading of these ratios, in words."""
        return warnings_of(self)

    def of(self, one: str, other: str) -> float:
        """Return the ratio of one system over another; raises UnknownKeyError with the nearest names."""
        for name in (one, other):
            if name not in self.table.systems:
                raise UnknownKeyError(f"there is no system {name!r}; {nearest(name, self.table.systems)}")
        return float(self.matrix[self.table.systems.index(one), self.table.systems.index(other)])

    def at(self, threshold: Weight) -> Unanimity:
        """Return the same ratios with another threshold."""
        return replace(self, threshold=fraction_in("threshold", threshold, -1))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data (``axiometrics.uir/1``)."""
        return as_dict(self)

    def to_markdown(self) -> str:
        """Return the report's text, without pictures."""
        return report_text(self)

    def write(self, out: str | Path, *, plots: bool | None = None) -> list[Path]:
        """Write the report to a folder and return its files; see ``report.write_report``."""
        return write_report(self, out, plots=plots)


def uir(
    scores: object,
    *,
    metrics: Sequence[str] | None = None,
    errors: Sequence[str] = (),
    threshold: Weight = Fraction(1, 4),
    alpha: Weight = Fraction(1, 2),
    pooled: bool = False,
    decimals: int | None = None,
    missing: Missing | str = Missing.error,
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
) -> Unanimity:
    """Compare all pairs of systems by their Unanimous Improvement Ratio.

    The ratio of a over b is the share of cases in which a is at least as good as b on every metric, minus the share
    in which b is at least as good as a: range [-1, 1], 0 where neither improves the other more often. It does not
    depend on how metrics are weighted. An improvement is *robust* when the ratio is above the threshold.
    ``scores`` is anything that ``axiometrics.studies.score_table`` takes. ``alpha`` weights the first metric in F;
    ``pooled`` takes F of the mean scores instead of the mean over cases. Raises InputError for scores that cannot be
    compared and settings out of range, UnknownKeyError for metrics that the scores do not have.

    >>> found = uir({"p": [[0.5, 0.4], [0.9, 0.2], [0.3, 0.3]], "r": [[0.5, 0.4], [0.1, 0.8], [0.4, 0.3]]})
    >>> found.of("s1", "s2"), found.systems[0].improves
    (0.6666666666666666, ('s2',))
    """
    table = score_table(scores, metrics=metrics, errors=errors, decimals=decimals, missing=missing)
    if len(table.systems) < 2:
        raise InputError(f"there is only one system ({table.systems[0]}); give at least two to compare")
    weight = fraction_in("alpha", alpha, 0)
    settings = Settings(resamples=resamples, confidence=confidence, seed=seed, pooled=pooled)
    score = combined(table, weight, pooled=pooled)
    limit = fraction_in("threshold", threshold, -1)
    return Unanimity(table, relations(table.oriented), limit, weight, settings, score)


@dataclass(frozen=True)
class System:
    """One system. ``references`` are all systems with the largest ratio over it, if that is above the threshold.

    ``reference_ratio`` is that largest ratio in any case, None where there is no other system.
    """

    name: str
    means: tuple[float, ...]
    score: float | None
    improves: tuple[str, ...]
    references: tuple[str, ...]
    reference_ratio: float | None


def robust(counted: Relations, threshold: Fraction) -> NDArray[np.bool_]:
    """Return which ratios are above the threshold, compared in whole numbers; no system improves itself."""
    above = counted.net > threshold.numerator * counted.cases // threshold.denominator
    np.fill_diagonal(above, val=False)
    return np.asarray(above)


def all_systems(
    table: ScoreTable, counted: Relations, score: Combined | None, threshold: Fraction
) -> tuple[System, ...]:
    """Return every system, the highest combined score first (else the table's order)."""
    above = robust(counted, threshold)
    means = table.means()
    found = [
        System(
            name,
            tuple(map(float, means[:, place])),
            None if score is None else float(score.values[place]),
            _names(table, above[place]),
            *_references(table, counted, above, place),
        )
        for place, name in enumerate(table.systems)
    ]
    return tuple(sorted(found, key=lambda system: -(system.score or 0)))


def _names(table: ScoreTable, chosen: NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple(name for name, is_in in zip(table.systems, chosen, strict=True) if is_in)


def _references(
    table: ScoreTable, counted: Relations, above: NDArray[np.bool_], place: int
) -> tuple[tuple[str, ...], float | None]:
    others = np.arange(len(table.systems)) != place
    if not others.any():
        return (), None
    column = counted.net[:, place]
    best = column[others].max()
    return _names(table, others & (column == best) & above[:, place]), float(best / counted.cases)


_FEW_CASES = 10
_LITTLE = 0.25


def warnings_of(found: Unanimity) -> tuple[str, ...]:
    """Return the warnings in words, the most serious first."""
    return tuple(_warnings(found))


def _warnings(found: Unanimity) -> Iterator[str]:
    table, share = found.table, found.relations.comparable_share
    if len(table.cases) < _FEW_CASES:
        few = "is only 1 case" if len(table.cases) == 1 else f"are only {len(table.cases)} cases"
        yield f"There {few}: a ratio can hardly be told from 0."
    for name, values in zip(table.metrics, table.values, strict=True):
        if np.ptp(values) == 0:
            yield f"{name} has the same value everywhere: the ratios are those of the other metrics."
        elif (np.ptp(values, axis=0) == 0).all():
            yield f"{name} never tells two systems apart: the ratios are those of the other metrics."
    if len(table.metrics) == 1:
        yield "With one metric the ratio is the share of wins minus the share of losses; nothing is combined."
    if share < _LITTLE:
        yield f"Only {share:.0%} of the comparisons are unanimous or equal: most differences depend on the weights."
    if len(table.metrics) > 2:
        yield (
            f"With {len(table.metrics)} metrics unanimity is rarer (comparable here: {share:.0%}); a threshold "
            "that was chosen for two metrics does not carry over."
        )
    yield (
        f"The threshold {found.threshold} is no significance level"
        + (
            "; 1/4 is a rule of thumb from a clustering task with two metrics."
            if found.threshold * 4 == 1
            else "."
        )
    )


@dataclass(frozen=True)
class Outcome:
    """The cases of a pair of systems by their relation."""

    better: int
    worse: int
    equal: int
    biased: int

    @property
    def cases(self) -> int:
        """How many cases there are."""
        return self.better + self.worse + self.equal + self.biased

    def __str__(self) -> str:
        return f"({self.better}, {self.worse}, {self.equal}, {self.biased})"


Measure = Callable[[Outcome], Fraction]


def _share(part: int, whole: int) -> Fraction:
    return Fraction(part, whole) if whole else Fraction(0)


MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        "(better - worse) / cases: the ratio": lambda o: _share(o.better - o.worse, o.cases),
        "its third power": lambda o: _share(o.better - o.worse, o.cases) ** 3,
        "(better - worse) / (cases - equal)": lambda o: _share(o.better - o.worse, o.cases - o.equal),
        "(better - worse) / (better + worse)": lambda o: _share(o.better - o.worse, o.better + o.worse),
        "better - worse": lambda o: Fraction(o.better - o.worse),
        "the sign of better - worse": lambda o: Fraction((o.better > o.worse) - (o.better < o.worse)),
        "better / cases": lambda o: _share(o.better, o.cases),
    }
)


def restrictions(cases: int = 8) -> Findings:
    """Check every measure on every outcome of up to so many cases; show the smallest breach of each restriction.

    >>> [row[0] for row in restrictions(4).table("restrictions").rows if row[1:] == ("holds", "holds", "holds")]
    ['(better - worse) / cases: the ratio', 'its third power', '(better - worse) / (cases - equal)']
    """
    rows = tuple(
        (name, *(_told(breach(rule, measure, cases)) for rule in _RULES.values()))
        for name, measure in MEASURES.items()
    )
    note = (
        "*Biased*: a further biased case brings the measure strictly nearer 0, and 0 stays 0; with biased cases only "
        "it is 0. *Balance*: as many better as worse give 0. *Exchange*: turning a worse case into a better one "
        "raises it. A breach is shown as (better, worse, equal, biased)."
    )
    return Findings(
        "restrictions",
        "Restrictions on a measure of unanimous improvement",
        (f"Every outcome of up to {cases} cases.",),
        (Table("restrictions", "Restrictions", ("measure", *_RULES), rows, (note,)),),
        {"cases": cases},
    )


def breach(rule: Callable[[Measure, Outcome], bool], measure: Measure, cases: int) -> Outcome | None:
    """Return the smallest outcome at which a measure breaks a rule, None where there is none up to so many cases."""
    return next((outcome for outcome in _outcomes(cases) if not rule(measure, outcome)), None)


def _outcomes(cases: int) -> Iterator[Outcome]:
    for total in range(1, cases + 1):
        for better in range(total + 1):
            for worse in range(total - better + 1):
                for equal in range(total - better - worse + 1):
                    yield Outcome(better, worse, equal, total - better - worse - equal)


def _biased(measure: Measure, o: Outcome) -> bool:
    before, after = measure(o), measure(Outcome(o.better, o.worse, o.equal, o.biased + 1))
    if o.biased == o.cases and before != 0:
        return False
    return abs(after) < abs(before) if before else after == 0


def _balance(measure: Measure, o: Outcome) -> bool:
    return o.better != o.worse or measure(o) == 0


def _exchange(measure: Measure, o: Outcome) -> bool:
    return o.worse == 0 or measure(Outcome(o.better + 1, o.worse - 1, o.equal, o.biased)) > measure(o)


_RULES = {"biased": _biased, "balance": _balance, "exchange": _exchange}


def _told(found: Outcome | None) -> str:
    return "holds" if found is None else f"breaks at {found}"


_CASES = 6


def comparisons() -> Iterator[Comparison]:
    """Yield, for each restriction, whether the ratio meets it on every outcome of up to 6 cases.

    >>> [each.agrees for each in comparisons()]
    [True, True, True]
    """
    table = restrictions(_CASES).table("restrictions")
    measure, *told = table.rows[0]
    for number, (name, found) in enumerate(zip(table.columns[1:], told, strict=True), start=1):
        what = f"{name}, for {measure.partition(':')[0]}"
        computed = f"{found} in every outcome of up to {_CASES} cases" if found == "holds" else str(found)
        yield Comparison(f"restriction {number}", what, "holds", computed, found == "holds")
