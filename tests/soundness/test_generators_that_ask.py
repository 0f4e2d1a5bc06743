"""What a generator asks of a number is answered once by a symbol: such constraints are swept, not proved."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.axioms import CONSTRAINTS
from axiometrics.checker.prove.engine import prove
from axiometrics.tasks.clustering.chooser import cluster
from axiometrics.tasks.combination.chooser import judged as values
from axiometrics.tasks.combination.chooser import number, scores
from axiometrics.tasks.filtering.chooser import outputs
from axiometrics.tasks.ordinal.chooser import outputs as matrices
from axiometrics.tasks.probabilistic.chooser import group, is_calibrated, shares, tables
from axiometrics.tasks.quantification.chooser import judged as distributions

FAR = 41
"""A number of items beyond every sweep."""
GENERATOR = """
from operator import eq

calls = []


def generator(choose):
    '''Selecting one more relevant item raises the score, but not of {far} missing ones.'''
    tp, fn = choose.size("tp"), choose.size("fn", 1)
    fp, tn = choose.sizes("fp", "tn")
    {steps}
    return outputs(worse=(tp + 1 - up, fp, fn - 1 + up, tn), better=(tp + up, fp, fn - up, tn))
"""
QUESTIONS = {
    "an equality": "up = 0 if fn == 41 else 1",
    "an inequality": "up = 1 if fn != 41 else 0",
    "a membership": "up = 0 if fn in (41, 42) else 1",
    "a key": "up = {41: 0}.get(fn, 1)",
    "a key of its own": "up = {41: 1, fn: 0}[41]",
    "a set": "up = len({41, fn}) - 1",
    "a count": "up = 1 - [41].count(fn)",
    "a place": "up = [41, fn].index(fn)",
    "a truth value": "up = 1 if fn - 41 else 0",
    "a negation": "up = 1 - (not (fn - 41))",
    "a text": "up = 0 if str(fn) == '41' else 1",
    "a kind": "up = 0 if isinstance(fn, int) and fn > 40 else 1",
    "a kind by its name": "up = 0 if type(fn).__name__ == 'int' and fn > 40 else 1",
    "a caught error": "\n".join(
        ["up = 1", "    try:", "        up = 0 if fn > 40 else 1", "    except TypeError:", "        pass"]
    ),
    "an identity": "up = 1 if fn is not 41 else 0",
    "a hash": "up = 1 - (hash(fn) == 41)",
    "an operator's function": "up = 1 - eq(fn, 41)",
    "a match": "\n".join(
        ["match fn:", "        case 41:", "            up = 0", "        case _:", "            up = 1"]
    ),
    "a filter": "up = len([each for each in (1,) if fn != 41])",
    "keys made of pairs": "up = len(dict([(41, 1), (fn, 1)])) - 1",
    "keys side by side": "up = len(dict(zip((41, fn), (1, 1)))) - 1",
    "a key made of a pair": "up = dict([(fn, 1), (41, 0)])[fn]",
    "a key that may be missing": "\n".join(
        [
            "class Known(dict):",
            "        def __missing__(self, key):",
            "            return 1",
            "",
            "    up = Known([(41, 0)])[fn]",
        ]
    ),
    "a text of it": "up = 1 - len(f'{fn}') + len(f'{fn}')",
    "a text of it as a name": "up = (lambda x41=1, **others: x41)(**{f'x{fn}': 0})",
    "a text of it among names": "up = (lambda **given: len(given) - 1)(x41=1, **{f'x{fn!r}': 0})",
    "a call counted": "calls.append(fn)\n    up = 1 if len(calls) < 10**6 else 0",
}


def made(steps: str) -> Any:
    names = {"outputs": outputs, "Fraction": Fraction, "__name__": "somebodys_axioms"}
    exec(compile(GENERATOR.format(far=FAR, steps=steps), "axioms.py", "exec"), names)
    return names["generator"]


def verdict(
    generator: Any, metric: str = "accuracy", task: str = "filtering", like: str = "priority_relevant"
) -> Any:
    record = CONSTRAINTS.get(like, task)
    asked = replace(record, key="somebodys", generator=generator, origin="somebodys_axioms")
    return ax.check(
        metric, task, constraints=[asked], effort="quick", cache=False, plugins=False, jobs=1
    ).cells[0]


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("question", QUESTIONS)
def test_what_a_generator_asks_of_a_number_is_not_proved(question: str) -> None:
    cell = verdict(made(QUESTIONS[question]))
    assert cell.strict.evidence != "proof", cell.strict.phrase
    assert cell.strict.outcome != "error", cell.error


ROUNDED = {
    "a reciprocal": "up = 1 + (1 / fn * fn - 1) * 2**53",  # 49 is the first number n for which n (1/n) is not 1
    "a reciprocal as a power": "up = 1 + (fn**-1 * fn - 1) * 2**53",
    "a quotient": "up = 1 + (fn / 49 * 49 - fn) * 2**52",
    "a quotient in place": "part = fn\n    part /= 49\n    up = 1 + (part * 49 - fn) * 2**52",
    "a quotient in a helper": "up = (lambda n: 1 + (1 / n * n - 1) * 2**53)(fn)",
    "a quotient in a list": "up = sum([1 + (1 / n * n - 1) * 2**53 for n in [fn]])",
    "a number that is rounded": "up = 1 + ((fn + 9007199254740952.0) - 9007199254740952.0 - fn)",
    "such a number by name": "large = 9007199254740952.0\n    up = 1 + (fn + large) - large - fn",
    "such a number of the module": "up = 1 + (fn + LARGE) - LARGE - fn",
    "such a number among others": "up = sum(fn * 0 + each for each in (1, 0.0))",
    "a root": "up = 1 + (fn**2) ** 0.5 - fn",
    "a power that is computed": "one = 1\n    up = 1 + (fn ** (one - 2) * fn - 1) * 2**53",
    "a part of nothing": "up = (fn - 41) / (fn - 41)",
}
"""Numbers that are rounded where symbols are not."""


@pytest.mark.parametrize("name", ROUNDED)
def test_what_a_generator_rounds_is_not_proved(name: str) -> None:
    generator = made(ROUNDED[name])
    generator.__globals__["LARGE"] = 9007199254740952.0
    assert verdict(generator).strict.evidence != "proof"


def test_a_reciprocal_is_none_for_some_number() -> None:
    """So that the constraint made of it is not met there, though it is for every smaller number."""
    assert next(n for n in range(1, 60) if 1 / n * n != 1) == 49


STRAIGHT = {
    "nothing more": "up = 1",
    "arithmetic": "up = (tp + fn) ** 2 - tp**2 - fn * (fn + 2 * tp) + 1",
    "a loop": "up = 1\n    for part in (tp, fn):\n        up += part - part",
    "a helper": "up = sum(one for one in [1])",
}


@pytest.mark.parametrize("steps", STRAIGHT)
def test_a_generator_that_computes_alone_is_proved(steps: str) -> None:
    assert verdict(made(STRAIGHT[steps])).strict.phrase == "holds for every size and context (proof)"


def stranger(choose: Any) -> Any:
    n = choose.size("n", 2)
    rest = choose.context("A")
    return rest.with_clusters(worse=[cluster(A=n, z=1)], better=[cluster(A=n), cluster(z=1)])


def stranger_but_for(choose: Any) -> Any:
    n = choose.size("n", 2)
    rest = choose.context("A")
    apart = [cluster(A=n), cluster(z=1)]
    return rest.with_clusters(worse=apart if n == FAR else [cluster(A=n, z=1)], better=apart)


def test_a_generator_of_clusters_is_proved_unless_it_asks() -> None:
    proved, swept = (
        verdict(each, "bcubed_precision", "clustering", "homogeneity").strict
        for each in (stranger, stranger_but_for)
    )
    assert (proved.evidence, swept.evidence) == ("proof", "sweep")


def by_kind(choose: Any, **_: Any) -> Any:
    choose.classes()
    p, q, r = choose.masses("p"), choose.masses("q"), choose.masses("r")
    return distributions(forward=(p, q), backward=(p if hasattr(p, "letter") else r, q))


def by_number(choose: Any, **_: Any) -> Any:
    classes = choose.classes()
    p, q = choose.masses("p"), choose.masses("q")
    return distributions(forward=(p, q), backward=(choose.masses("r") if isinstance(classes, int) else p, q))


def by_error(choose: Any, **_: Any) -> Any:
    choose.classes()
    p, q, r = choose.masses("p"), choose.masses("q"), choose.masses("r")
    try:
        p.at(1)
    except Exception:
        r = p
    return distributions(forward=(p, q), backward=(r, q))


@pytest.mark.parametrize("wrapped", [False, True])
@pytest.mark.parametrize("generator", [by_kind, by_number, by_error])
def test_a_record_that_was_changed_is_looked_at_as_what_it_is(generator: Any, wrapped: bool) -> None:
    """The rest of the record says that it is a built-in constraint, and so may the generator."""
    base = CONSTRAINTS.get("symmetry", "quantification")
    given = partial(generator) if wrapped else generator
    given.__module__ = base.generator.__module__
    assert prove(ax.metrics("quantification")["nvd"], replace(base, generator=given)) is None
    assert prove(ax.metrics("quantification")["nvd"], base) is not None


def handing_on(first: Any, second: Any, asks: Any) -> Any:
    def generator(choose: Any) -> Any:
        return choose.embedded("clustering", first if asks(choose) else second)

    return generator


calls: list[int] = []
HOMOGENEITY = CONSTRAINTS.get("homogeneity", "clustering").generator


@pytest.mark.parametrize(
    "asks",
    [lambda choose: type(choose).__name__ != "_Drawn", lambda choose: calls.append(1) or len(calls) < 4],
)
def test_a_generator_that_hands_on_one_of_several_is_not_proved(asks: Any) -> None:
    calls.clear()
    cell = verdict(
        handing_on(HOMOGENEITY, stranger_but_for, asks),
        "reliability_clustering",
        "organization",
        "clustering.homogeneity",
    )
    assert cell.strict.evidence != "proof", cell.strict.phrase


def test_a_generator_that_hands_on_another_one_leaves_all_choices_to_it() -> None:
    def generator(choose: Any) -> Any:
        many = choose.size("many", 2)
        return choose.embedded("clustering", lambda inner: HOMOGENEITY(inner) if many else None)

    cell = verdict(generator, "reliability_clustering", "organization", "clustering.homogeneity")
    assert cell.strict.outcome == "error"
    assert "leaves all choices to that one; this one asks for many" in (cell.error or "")


def twice_a_matrix(choose: Any) -> Any:
    classes = choose.classes()
    first, second = choose.matrix(classes, any_of=[(1, 2)]), choose.matrix(classes, any_of=[(1, 2)])
    return matrices(worse=first, better=second.corrected())


def twice_a_size(choose: Any) -> Any:
    first, second = choose.size("a"), choose.size("a", 2)
    matrix = choose.matrix(choose.classes(), least={(1, 2): 3})
    return matrices(worse=matrix, better=matrix.moved(true=2, start=1, to=2, count=second + 0 * first))


def twice_a_distribution(choose: Any) -> Any:
    choose.classes()
    first, second = choose.masses("p"), choose.masses("p")
    choose.differ(first, second)
    return distributions(worse=(first, second), better=(second, second))


def twice_an_amount(choose: Any) -> Any:
    choose.classes()
    gold = choose.masses("q")
    one, other = choose.amount("m", gold.at(1)), choose.amount("m", gold.at(2))
    return distributions(worse=(gold.moved(1, 2, one), gold), better=(gold.moved(2, 1, other), gold))


def twice_a_score(choose: Any) -> Any:
    first, second = choose.level("x", "closed"), choose.level("x", "closed")
    return values(original=number(first), changed=scores(second, second))


@pytest.mark.parametrize(
    ("generator", "metric", "task", "like"),
    [
        (twice_a_matrix, "accuracy", "classification", "correction"),
        (twice_a_matrix, "mae_micro", "ordinal", "correction"),
        (twice_a_size, "accuracy", "ordinal", "correction"),
        (twice_a_distribution, "ae", "quantification", "monotonicity"),
        (twice_an_amount, "ae", "quantification", "impartiality"),
        (twice_a_score, "arithmetic_mean", "combination", "idempotence"),
    ],
)
def test_what_is_asked_for_by_one_name_twice_is_not_taken_for_the_same(
    generator: Any, metric: str, task: str, like: str
) -> None:
    record = replace(
        CONSTRAINTS.get(like, task), key="somebodys", generator=generator, origin="somebodys_axioms"
    )
    asked = replace(record, parameters=(), values={}, variants=(), demand_of=None)
    if like == "impartiality":
        asked = replace(asked, demand=CONSTRAINTS.get("monotonicity", task).demand)
    options: dict[str, Any] = {"effort": "quick", "cache": False, "plugins": False, "jobs": 1}
    strict = ax.check(metric, task, constraints=[asked], **options).cells[0].strict
    assert strict.outcome != "error", strict.phrase
    assert strict.evidence != "proof", strict.phrase


class Odd(partial):  # type: ignore[type-arg]
    """Looks like a function of ours, and calls another one."""

    def __call__(self, choose: Any, **_: Any) -> Any:
        return asking(choose)


class Counted(dict):  # type: ignore[type-arg]
    """Looks like a plain dictionary."""

    def __call__(self, choose: Any, **_: Any) -> Any:
        return asking(choose)


class Numeric:
    """Says that it is one of SymPy's."""

    __module__ = "sympy.core.numbers"

    def __call__(self, choose: Any, **_: Any) -> Any:
        return asking(choose)


def asking(choose: Any) -> Any:
    tp, fn = choose.size("tp"), choose.size("fn", 1)
    worse, better = (tp, 1, fn, 1), (tp + 1, 1, fn - 1, 1)
    return outputs(worse=worse, better=better) if tp != 41 else outputs(worse=better, better=worse)


@pytest.mark.parametrize(
    "generator", [Odd(outputs), Counted(), Numeric()], ids=["partial", "dict", "SymPy's"]
)
def test_what_passes_for_another_kind_of_thing_is_looked_at(generator: Any) -> None:
    record = CONSTRAINTS.get("priority_relevant", "filtering")
    asked = replace(record, key="somebodys", generator=generator, origin="axiometrics.axioms.filtering")
    assert prove(ax.metrics("filtering")["accuracy"], replace(asked, values={}, parameters=())) is None


def test_a_constraint_that_no_case_meets_is_said_to_be_one() -> None:
    def generator(choose: Any) -> Any:
        counts, other = choose.counts(2), choose.forecast(2)
        choose.apart(other, shares(counts))
        choose.require(is_calibrated(group(other, counts)))
        return tables(worse=group(other, counts), better=group(shares(counts), counts))

    record = CONSTRAINTS.get("propriety", "probabilistic")
    asked = replace(record, key="somebodys", generator=generator, origin="somebodys_axioms")
    asked = replace(asked, parameters=(), values={}, variants=())
    cell = ax.check(
        "log_loss", "probabilistic", constraints=[asked], effort="quick", cache=False, jobs=1
    ).cells[0]
    assert cell.strict.outcome == "not_applicable", cell.error


def test_built_in_generators_may_ask_since_their_cases_are_told_apart() -> None:
    record = CONSTRAINTS.get("priority_relevant", "filtering")
    assert record.symbolic_generator.func is record.generator


def test_a_choice_that_no_sweep_goes_through_is_refused_in_words() -> None:
    cell = verdict(made("up = choose.index('up', 0, 1)"))
    assert cell.strict.outcome == "error"
    assert "up is no size: give each of its values a constraint" in (cell.error or "")
