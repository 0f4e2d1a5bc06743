from __future__ import annotations

from dataclasses import replace

import pytest

import axiometrics.checker
from axiometrics.axioms import CONSTRAINTS, constraints
from axiometrics.axioms.demands import Zero
from axiometrics.checker.verdict import Cell, ConstraintInfo, MetricInfo, Row, Verdict, Witness
from axiometrics.errors import InputError, UnknownKeyError
from axiometrics.testing import CellCheck, parametrize_with_constraints

HOLDS = Verdict("holds", "sweep", cases=150, applicable=120, size=9)
TIE = Verdict("blind", "witness", cases=150, applicable=120, size=9)
WITNESS = Witness(
    "{a}", {}, {}, {"worse": "3/4", "better": "3/4"}, "0", 4, True, "the drawing", "print('it')"
)


def checks(**arguments) -> list[CellCheck]:
    mark = parametrize_with_constraints("purity", **({"task": "clustering"} | arguments)).mark
    assert mark.args[0] == "cell"
    return [case.values[0] for case in mark.args[1]]


@pytest.fixture
def calls(monkeypatch):
    """A checker that finds purity blind to rag_bag and counts its calls."""
    calls = []

    def check(target, task, *, constraints, **options):
        calls.append((target, task, constraints, options))
        info = MetricInfo("purity", "purity", "set matching", {}, "score", "formula", None, None)
        keys = [each.label for each in constraints]
        columns = tuple(ConstraintInfo(key, key, None, "every", "positive") for key in keys)
        blind = {"rag_bag": (TIE, HOLDS, WITNESS)}
        cells = tuple(Cell("purity", key, *blind.get(key, (HOLDS, HOLDS))) for key in keys)
        return Row(task, (info,), columns, cells)

    monkeypatch.setattr(axiometrics.checker, "check", check, raising=False)
    return calls


def test_nothing_is_computed_before_a_cell_is_verified(calls):
    checks()
    assert calls == []


def test_the_row_is_computed_once(calls):
    for check in checks():
        assert check.cell
    assert len(calls) == 1


def test_a_declared_outcome_that_is_found_is_an_expected_failure(calls):
    check = checks(constraints=["rag_bag"], expected={"rag_bag": ("blind", "set matching")})[0]
    with pytest.raises(pytest.xfail.Exception, match="blind: set matching"):
        check.verify()


def test_evidence_weaker_than_declared_fails(calls):
    weak, strong = (
        checks(constraints=["homogeneity"], expected={"homogeneity": ("holds", "", least)})[0]
        for least in ("search", "proof")
    )
    weak.verify()
    with pytest.raises(AssertionError, match="expected holds by proof, found holds in every case"):
        strong.verify()


def test_effort_is_quick_unless_told(calls):
    checks()[0].verify()
    assert calls[0][3]["effort"] == "quick"


def test_the_primary_constraints_are_checked_by_default():
    added = set(CONSTRAINTS.view("clustering")) - set(CONSTRAINTS.view("clustering", plugins=False))
    assert [check.constraint for check in checks() if check.constraint not in added] == [
        "homogeneity",
        "completeness",
        "rag_bag",
        "size_vs_quantity",
    ]


def test_globs_and_parameters_choose_constraints():
    chosen = checks(constraints=["*_bag", "rag_bag(size=n-1)", "rag_bag"])
    assert [check.constraint for check in chosen] == ["rag_bag", "rag_bag(size=n-1)"]


def test_an_outcome_that_is_not_expected_fails_with_the_counterexample(calls):
    with pytest.raises(AssertionError) as failure:
        checks(constraints=["rag_bag"])[0].verify()
    text = str(failure.value)
    assert text.startswith("purity, rag_bag: expected holds, found blind")
    assert "the drawing" in text
    assert "margin = 0" in text
    assert "print('it')" in text
    assert 'declare it: expected={"rag_bag": ("blind", "why")}' in text


def test_an_outcome_better_than_declared_fails(calls):
    check = checks(constraints=["homogeneity"], expected={"homogeneity": ("blind", "of old")})[0]
    with pytest.raises(
        AssertionError, match=r"expected blind \(of old\) but it holds: remove the declaration"
    ):
        check.verify()


def test_an_outcome_other_than_declared_fails(calls):
    check = checks(constraints=["rag_bag"], expected={"rag_bag": "contradicted"})[0]
    with pytest.raises(AssertionError, match="expected contradicted, found blind"):
        check.verify()


def test_an_error_of_the_checker_is_raised_by_every_cell_and_computed_once(monkeypatch):
    calls = []

    def check(*_, **__):
        calls.append(1)
        raise InputError("no")

    monkeypatch.setattr(axiometrics.checker, "check", check, raising=False)
    for each in checks():
        with pytest.raises(InputError):
            each.verify()
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"expected": {"ragbag": "blind"}}, UnknownKeyError, "did you mean 'rag_bag'"),
        ({"expected": {"rag_bag": "blnd"}}, InputError, "did you mean 'blind'"),
        ({"expected": {"rag_bag": ("blind", "", "prof")}}, InputError, "did you mean 'proof'"),
        ({"expected": {"rag_bag": ("blind", "a", "proof", "b")}}, InputError, "give an outcome, or a list"),
        ({"constraints": ["ragbag"]}, UnknownKeyError, "did you mean 'rag_bag'"),
        ({"constraints": "ragbag"}, UnknownKeyError, "did you mean 'rag_bag'"),
        ({"constraints": [3]}, InputError, "give a constraint of clustering or its key"),
        ({"task": "clusterin"}, UnknownKeyError, "did you mean 'clustering'"),
    ],
)
def test_what_is_not_registered_is_refused_at_once(arguments, error, message):
    with pytest.raises(error, match=message):
        checks(**arguments)


def test_an_unknown_metric_is_refused_with_the_nearest():
    with pytest.raises(UnknownKeyError, match="did you mean 'purity'"):
        parametrize_with_constraints("purty")


def test_a_plain_function_needs_task_and_reads():
    with pytest.raises(InputError, match="give task=, and reads= as it takes its inputs: labels, table"):
        parametrize_with_constraints(lambda gold, system: 1.0, "clustering")


def test_a_plain_function_is_handed_on_with_its_form(calls):
    def function(gold, system):
        return 1.0

    mark = parametrize_with_constraints(function, "clustering", reads="labels", error=True).mark
    mark.args[1][0].values[0].verify()
    target, task, _, options = calls[0]
    assert (target, task, options["reads"], options["error"]) == (function, "clustering", "labels", True)


def test_constraints_can_be_given_themselves_or_one_alone():
    given = constraints("clustering")["rag_bag"]
    assert [case.constraint for case in checks(constraints=[given])] == ["rag_bag"]
    assert [case.constraint for case in checks(constraints="rag_bag")] == ["rag_bag"]


def test_a_record_that_is_changed_under_its_key_is_judged_as_it_is():
    given = constraints("clustering")["homogeneity"]
    tied = replace(given, demand=Zero({"worse": 1, "better": -1}))
    check = checks(constraints=[tied], expected={"homogeneity": "contradicted"}, cache=False)[0]
    with pytest.raises(pytest.xfail.Exception):
        check.verify()
    assert check.cell.strict.outcome == "contradicted"
