"""Three demands on a measure of how often one system improves another, and the measures that meet them.

Amigo et al. (2011, section 4.2) derive the Unanimous Improvement Ratio from three restrictions on a function rho of
the numbers of cases better, worse, equal and biased. As printed, the first contradicts antisymmetry and the third the
second; read on the size of rho, and as a strict increase, they can be met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from axiometrics.studies.findings import Findings, Table
from axiometrics.studies.reproduction import Comparison


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
