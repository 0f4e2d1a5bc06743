"""Reductions on runs of symbolic length: for every n from the start on they are what the lists themselves give."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sympy

from axiometrics.axioms import CONSTRAINTS
from axiometrics.errors import NotSymbolicError
from axiometrics.formulas import guarded, inverse_log2, maximum, minimum, power, ratio
from axiometrics.formulas.arithmetics.signs import INDEX, SIZE, Growth
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task
from axiometrics.tasks.asymptotics import AsymptoticCase
from axiometrics.tasks.ranking.asymptotics import asymptotic_case
from axiometrics.tasks.ranking.chooser import Chooser, Template, lists, run
from axiometrics.tasks.ranking.runs import Piece

TASK = get_task("ranking")


def mixed(choose: Chooser) -> Template:
    """Runs of every kind, grades 0 to 2, one run of fixed length, nothing said about the collection."""
    n = choose.size("n", 2)
    return lists(
        worse=[run(2, n), 0, run(1, 3), run(0, 2 * n + 1), run(1, n + 2)],
        better=[run(0, n), run(2, 12), run(1, 2 * n), 2],
    )


@pytest.mark.parametrize("grade", [0, 1, 2])
def test_documents_that_are_passed_count_above_a_part_of_a_run(grade: int) -> None:
    """Ranks 3 to 9 hold documents of one grade below 1 relevant one of grade 2 and 1 other; ranks 6 to 8 are taken."""
    found = Piece(grade, 3, 9, 1, 2, 1).part(6, 8)
    relevant, others = (3, 0) if grade else (0, 3)
    assert (found.first, found.last) == (6, 8)
    assert (found.relevant, found.gain, found.nonrelevant) == (1 + relevant, 2 + 3 * grade, 1 + others)


def evaluated(case: AsymptoticCase, expression: Any, n: int) -> float:
    """The value at one n, with every sum added up term by term."""
    known: dict[Any, Any] = {SIZE: n}
    for symbol, base in case.powers.items():
        known[symbol] = base**n
    for symbol, total in case.totals.items():
        first, last = (int(end.xreplace({SIZE: sympy.Integer(n)})) for end in (total.first, total.last))
        found = 0.0
        for i in range(first, last + 1):
            at = {INDEX: sympy.Integer(i), SIZE: sympy.Integer(n)}
            later = [{**at, sympy.Symbol("j"): sympy.Integer(j)} for j in range(i + 1, last + 1)]
            for place in later if total.opaque else [at]:
                term = total.body.xreplace(place) * total.weight ** (i - first)
                if total.logged is not None:
                    term = term * sympy.log(2) / sympy.log(total.logged.xreplace(place))
                found += float(term)
        known[symbol] = sympy.Float(found)
    return float(sympy.sympify(expression).xreplace(known))


REDUCTIONS: list[Callable[[Any], Any]] = [
    lambda listing: listing.ranks(lambda at: at.b * at.c / at.i),
    lambda listing: listing.ranks(lambda at: at.x * at.g + at.d * at.z + at.i**3),
    lambda listing: listing.ranks(lambda at: at.x / at.i, 7),
    lambda listing: listing.ranks(lambda at: at.b, listing.relevant),
    lambda listing: listing.ranks(lambda at: at.g / (at.i + at.h)),
    lambda listing: listing.ranks(lambda at: at.x * inverse_log2(at.i + 1)),
    lambda listing: listing.ranks(lambda at: at.x * inverse_log2(maximum(at.i, 5))),
    lambda listing: listing.ranks(lambda at: at.x * power(Fraction(2, 3), at.i - 1)),
    lambda listing: listing.ranks(lambda at: at.b * minimum(at.d, 4)),
    lambda listing: listing.ranks(lambda at: at.b * ratio(1, at.c + at.d, 0)),
    lambda listing: listing.ranks(lambda at: at.b * guarded(at.i, at.i + at.d, 7)),
    lambda listing: listing.ideal(lambda at: at.x * inverse_log2(at.i + 1)),
    lambda listing: listing.ideal(lambda at: at.x, 9),
    lambda listing: listing.cascade(lambda at: 1 / at.i, lambda at: at.b),
    lambda listing: listing.cascade(lambda at: 1 / at.i, lambda at: (power(2, at.x) - 1) / 4),
    lambda listing: listing.pairs(lambda at, low: at.b * (1 - low.e) / (at.i * (low.j + 1))),
    lambda listing: listing.pairs(lambda at, low: maximum(-1, minimum(1, at.x - low.y))),
    lambda listing: listing.pairs(lambda at, low: at.b * low.e / (at.i + low.j * at.i)),
    lambda listing: listing.missed(lambda at, low: at.x * low.y + at.z / at.i),
    lambda listing: (
        listing.listed
        + listing.relevant**2
        + listing.nonrelevant / 3
        + listing.top_grade * listing.equal_pairs
    ),
]


def templates() -> dict[str, Any]:
    constraint = CONSTRAINTS.view("ranking")["deepness_threshold"]
    named = {
        f"{relevant} {listed}": constraint.with_parameters(relevant=relevant, list=listed).bound_generator
        for relevant in ("n+1", "n^2")
        for listed in ("padded", "bare")
    }
    return {**named, "mixed": mixed}


@pytest.mark.parametrize("template", templates())
@pytest.mark.parametrize("place", range(len(REDUCTIONS)))
def test_a_reduction_of_symbolic_runs_is_that_of_the_lists(place: int, template: str) -> None:
    generator, formula = templates()[template], build(REDUCTIONS[place], task="ranking").formula
    case = asymptotic_case(generator, formula)
    start = case.growth.start
    assert start <= 14
    values = tuple(range(start, start + 3))
    cases = TASK.series(generator, ("worse", "better"), values)
    for output, known in case.outputs.items():
        for symbol in known:
            if symbol not in formula.normal.atoms and not formula.normal.expression.has(symbol):
                continue
            actual = cases.outputs[output].measured(formula, str(symbol)).value
            found = [evaluated(case, known[symbol], n) for n in values]
            assert found == pytest.approx(list(actual), rel=1e-9, abs=1e-12), (output, symbol)


def test_sums_over_pairs_of_one_run_that_cancel_are_one_symbol() -> None:
    """b f(i) g(j) less b e f(i) g(j): within a run of relevant documents nothing is left."""
    formula = build(
        lambda listing: listing.pairs(lambda at, low: at.b * (1 - low.e) / (at.i * low.j)), task="ranking"
    ).formula
    case = asymptotic_case(templates()["n+1 padded"], formula)
    one, other = (case.outputs["worse"][symbol] for symbol in formula.normal.atoms)
    assert one == other != 0


def two_sizes(choose: Chooser) -> Template:
    return lists(worse=[run(0, choose.size("x"))], better=[run(0, choose.size("y"))])


def a_grade(choose: Chooser) -> Template:
    return lists(worse=[run(choose.grade("x"), choose.size("n"))], better=[1])


def compares_its_size(choose: Chooser) -> Template:
    n = choose.size("n")
    return lists(worse=[run(0, n if n > 3 else 1)], better=[1])


def no_size(choose: Chooser) -> Template:
    return lists(worse=[0, 1], better=[1, 0])


def lists_too_much(choose: Chooser) -> Template:
    n = choose.size("n")
    return lists(worse=[run(1, n)], better=[run(1, n)], relevant=5)


@pytest.mark.parametrize("generator", [two_sizes, a_grade, compares_its_size, no_size, lists_too_much])
def test_what_has_no_one_growing_size_is_refused(generator: Any) -> None:
    formula = build(lambda listing: listing.ranks(lambda at: at.b), task="ranking").formula
    with pytest.raises(NotSymbolicError):
        asymptotic_case(generator, formula)


@pytest.mark.parametrize(
    ("expression", "sign", "start"),
    [
        (SIZE - 7, "positive", 8),
        (7 - SIZE, "negative", 8),
        (SIZE**2 - 10 * SIZE + 9, "positive", 10),  # (n - 1)(n - 9)
        (SIZE - SIZE, "zero", 1),
        (1 / (SIZE - 3), "positive", 4),
    ],
)
def test_the_sign_from_some_n_on_has_the_least_start(expression: Any, sign: str, start: int) -> None:
    growth = Growth(1)
    assert (growth.sign(expression), growth.start) == (sign, start)


def test_a_sign_that_never_settles_is_open() -> None:
    growth = Growth(1)
    assert growth.sign(sympy.Symbol("y") - SIZE) is None
    assert growth.start == 1
