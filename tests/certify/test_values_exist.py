"""No certificate is confirmed of a formula that has no value somewhere, without a convention that says so."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sympy
from certify.proved import certificate

import axiometrics.tasks
from axiometrics.formulas.existence import Existence
from axiometrics.recheck import OF_TASKS, NotCoveredError, RefusedError, check
from axiometrics.recheck.expressions import Step, formula_of, parsed, text_of
from axiometrics.recheck.values import ABOVE_ZERO, ANY_SIGN, FROM_ONE, LEAST, Place, require_values
from axiometrics.tasks.classification.view import RULES as CLASSIFICATION
from axiometrics.tasks.clustering.view import RULES as CLUSTERING
from axiometrics.tasks.combination.view import ScoresOfThree
from axiometrics.tasks.diversity.view import RULES as DIVERSITY
from axiometrics.tasks.filtering.view import RULES as FILTERING
from axiometrics.tasks.multilabel.view import RULES as MULTILABEL
from axiometrics.tasks.ordinal.view import RULES as ORDINAL
from axiometrics.tasks.organization.view import RULES as ORGANIZATION
from axiometrics.tasks.overlapping.view import RULES as OVERLAPPING
from axiometrics.tasks.probabilistic.view import RULES as PROBABILISTIC
from axiometrics.tasks.quantification.view import RULES as QUANTIFICATION
from axiometrics.tasks.rank_similarity.view import ListsView
from axiometrics.tasks.ranking.view import RULES as RANKING

RULES = {
    "classification": CLASSIFICATION, "clustering": CLUSTERING, "diversity": DIVERSITY, "multilabel": MULTILABEL,
    "ordinal": ORDINAL, "overlapping": OVERLAPPING, "probabilistic": PROBABILISTIC,
    "quantification": QUANTIFICATION, "ranking": RANKING, "rank_similarity": ListsView.rules,
}  # fmt: skip
CELLS = {
    "filtering": ("filtering", "precision", "priority_relevant"),
    "clustering": ("clustering", "purity", "homogeneity"),
    "ordinal": ("ordinal", "mae_micro", "perfect_output"),
}
NOWHERE = {
    "the logarithm of a number below zero": "log(-1)",
    "the logarithm of zero": "log(0)",
    "a discount at the first rank": "InverseLog(1)",
    "a discount before the first rank": "InverseLog(-3)",
    "the ways to choose less than nothing": "LogBinomial(3, -1)",
    "the ways to choose more than there is": "LogBinomial(3, 4)",
    "the ways to choose half of one": "LogBinomial(3, Ratio(1, 2, 0))",
    "zero below a fraction bar, as a power": "0**(-1)",
    "the logarithm of a difference": "log(TP - FP)",
    "the logarithm of what may be zero": "log(TP)",
    "a power of what may be zero": "TP**(-1)",
    "a product of what may be zero": "log(TP*FP)",
    "a convention that does not help": "log(Guard(FP, TP, 1))",
    "the smaller one": "log(Smaller(TP, 1))",
    "a convention on another side": "Guard(log(FP), TP, 1)",
}


@cache
def document(task: str) -> dict[str, Any]:
    return json.loads(json.dumps(certificate(*CELLS[task])))  # type: ignore[no-any-return]


def with_nothing(document: dict[str, Any], step: Step) -> dict[str, Any]:
    """The certificate of a formula to which a step is added zero times."""
    nodes = list(document["formula"])

    def told(kind: str, *parts: int, **value: str) -> int:
        nodes.append({"kind": kind, **({"parts": list(parts)} if parts else {}), **value})
        return len(nodes) - 1

    def written(step: Step) -> int:
        parts = [written(part) for part in step.parts]
        if step.kind in ("name", "number"):
            return told("quantity" if step.kind == "name" else "number", value=str(step.value))
        return told(step.kind, *parts)

    last = len(nodes) - 1
    told("sum", last, told("product", told("number", value="0"), written(step)))
    return {**document, "formula": nodes, "written": text_of(nodes)}


def test_a_reader_is_shown_the_formula_that_is_checked() -> None:
    right = document("filtering")
    for wrong in ("TP/(TP + FN)", right["written"].replace("FP", "FN"), ""):
        with pytest.raises(RefusedError, match="what is written is another formula"):
            check({**right, "written": wrong})


@pytest.mark.parametrize("sign", ["negative", "nonpositive", "zero", "", "any"])
def test_a_symbol_has_no_sign_that_no_rule_is_about(sign: str) -> None:
    wrong = json.loads(json.dumps(document("clustering")))
    wrong["parts"][0]["symbols"][-1]["sign"] = sign
    with pytest.raises(RefusedError, match="a sign that no rule shows"):
        check(wrong)


def test_a_step_works_on_those_before_it() -> None:
    right = document("filtering")
    for place in (-1, len(right["formula"]) - 1):
        nodes = [*right["formula"][:-1], {**right["formula"][-1], "parts": [2, 3, place]}]
        with pytest.raises(RefusedError, match="works on none before it"):
            formula_of(nodes)


@pytest.mark.parametrize("task", CELLS)
def test_the_right_ones_are_confirmed(task: str) -> None:
    assert check(document(task))
    assert check(with_nothing(document(task), parsed("log(2)")))


@pytest.mark.parametrize("name", NOWHERE)
def test_zero_times_no_value_is_no_value(name: str) -> None:
    step = parsed(NOWHERE[name])
    for task in CELLS if "P" not in NOWHERE[name] else ("filtering",):
        with pytest.raises(NotCoveredError, match="has a value wherever it is asked for"):
            check(with_nothing(document(task), step))


INSIDE: dict[str, tuple[str, str, str]] = {
    "grades that may be zero": ("ranking", "ranks", "x/x"),
    "what is above": ("ranking", "ranks", "b*d/d"),
    "the logarithm of a grade": ("ranking", "ranks", "log(x)"),
    "a discount of the rank": ("ranking", "ranks", "InverseLog(i)"),
    "cells without items": ("ordinal", "all_cells", "c/g"),
    "how near a class is that has no items": ("ordinal", "used", "log(h)"),
    "a class without gold items": ("classification", "used", "c/g"),
    "a class without items of the system": ("classification", "present", "c/s"),
    "any values of classes": ("ordinal", "cells", "log(x)"),
    "a gap between forecasts and events": ("probabilistic", "width_3_right_event", "1/(n + d)"),
    "a forecast that may be zero": ("probabilistic", "items", "log(t)"),
    "a share that may be zero": ("quantification", "classes", "1/q"),
    "an overlap that may be zero": ("rank_similarity", "depths_a", "1/x"),
    "an order that may be the other one": ("rank_similarity", "pairs", "log(2 + t)"),
    "labels that are not there": ("multilabel", "items", "t/g"),
    "clusters without an item": ("overlapping", "items", "g/x"),
    "the root of a difference": ("clustering", "cells", "sqrt(a - n)"),
    "another program's task": ("spans", "cells", "1/a"),
}
EVERYWHERE: dict[str, tuple[str, str, str]] = {
    "ranks": ("ranking", "ranks", "b/(i + h)"),
    "discounts": ("ranking", "ideal_5", "InverseLog(1 + i)"),
    "cut discounts": ("ranking", "ranks", "InverseLog(Larger(i, 2))"),
    "cells": ("clustering", "cells", "n*log(a/n)/log(2)"),
    "ways to choose": ("clustering", "clusters", "LogBinomial(a + K - 1, K - 1)"),
    "used classes": ("classification", "used", "c/(g + s)"),
    "true classes": ("ordinal", "present", "log(N/h)"),
    "a convention": ("probabilistic", "items", "Guard(log(t), t, 0)"),
    "shares with a convention": ("quantification", "classes", "log(Guard(Ratio(p, q, 1), p, 1))"),
    "labels' information": ("multilabel", "labels", "j*log(m/n)"),
    "companions": ("overlapping", "companions", "Smaller(x, g)/(x*d)"),
    "powers of a share": ("diversity", "pairs_all", "w*b*(Power(4/5, i - 1))/r"),
}


def reduction(domain: str, body: str) -> Step:
    return Step("reduction", (parsed(body),), domain)


@pytest.mark.parametrize("name", INSIDE)
def test_a_term_has_a_value_in_every_row(name: str) -> None:
    task, domain, body = INSIDE[name]
    with pytest.raises(NotCoveredError):
        require_values(task, reduction(domain, body))


@pytest.mark.parametrize("name", EVERYWHERE)
def test_what_always_has_a_value_is_taken(name: str) -> None:
    task, domain, body = EVERYWHERE[name]
    require_values(task, reduction(domain, body))


def told(table: dict[str, dict[str, str]]) -> list[tuple[str, str, str]]:
    return [(task, where, name) for task, rows in table.items() for where in rows for name in rows[where]]


@pytest.mark.parametrize("table", [FROM_ONE, ABOVE_ZERO])
def test_what_is_never_zero_is_what_the_task_says(table: Any) -> None:
    for task, where, name in told(table):
        rules = RULES[task]
        known = Existence(rules.signs)
        symbols = [each for each in (*rules.quantities, *rules.variables) if str(each) == name]
        domains = [where] if where else ["", *DOMAINS[task](name)]
        assert symbols
        if symbols[0].is_positive:
            continue
        assert any(known.stand_in(symbols[0], domain).is_positive for domain in domains), (task, where, name)


DOMAINS: dict[str, Callable[[str], tuple[str, ...]]] = {
    "classification": lambda name: (), "clustering": lambda name: (), "diversity": lambda name: ("pairs_all",),
    "multilabel": lambda name: ("items",), "ordinal": lambda name: ("cells",), "probabilistic": lambda name: (),
    "overlapping": lambda name: ("companions", "gold_companions", "occurrence_pairs", "gold_occurrence_pairs",
                                 "best_in_cluster"),
    "quantification": lambda name: ("classes", "class_pairs"), "ranking": lambda name: ("pairs",),
    "rank_similarity": lambda name: ("depths_b",),
}  # fmt: skip
"""Where a name can be read at all, if not anywhere."""


def test_what_quantities_are_at_least_is_what_the_task_says() -> None:
    for task, domains in LEAST.items():
        known = RULES[task].signs.least
        assert {
            domain: {str(name): str(low) for name, low in told.items()} for domain, told in known.items()
        } == domains


OTHERS = {"filtering": FILTERING, "combination": ScoresOfThree.rules, "organization": ORGANIZATION}
BINS = {"width", "widest", "mass"}


def test_what_formulas_of_tasks_read_is_what_their_views_have() -> None:
    assert OF_TASKS.keys() == FROM_ONE.keys() == (RULES | OTHERS).keys()
    for task, (names, columns) in OF_TASKS.items():
        rules, every = (RULES | OTHERS)[task], set(names.split())
        text = (Path(axiometrics.tasks.__file__).parent / task / "view.py").read_text("utf-8")
        made = re.findall(r'(?:ReductionOver|_named|_limited|_reduced)\(\s*f?"(\w+?)_?["{]', text)
        assert every - BINS == {*map(str, rules.quantities), *made}, task
        assert (every >= BINS) == (task == "probabilistic")
        assert set(map(str, rules.variables)) == set(columns), task


SIGNS = {
    "half of a class": ("present", "log(N/h)", 1),
    "a class, so to speak": ("present", "log(N/(2*h))", 0),
    "more than a class": ("present", "log(N/(3*h))", -1),
    "the other way up": ("present", "log(h/N)", -1),
    "all from one class to another": ("cells", "log(N/h)", 0),
    "half of these": ("cells", "log(2*N/h)", 1),
    "what may be nothing": ("used", "log(N/h)", -1),
    "any cell": ("all_cells", "log(N/h)", -1),
}


@pytest.mark.parametrize("name", SIGNS)
def test_a_logarithm_is_positive_where_its_quotient_is_above_one(name: str) -> None:
    domain, text, sign = SIGNS[name]
    assert Place("ordinal", domain).sign(parsed(text)) == sign


def test_names_of_any_sign_are_not_taken_for_others() -> None:
    for task, names in ANY_SIGN.items():
        for name in names:
            with pytest.raises(NotCoveredError):
                require_values(task, reduction("cells", f"log(1 + {name})"))
            assert sympy.Symbol(name) not in RULES[task].signs.nonnegative


EQUAL = {
    "quantification": ("quantification", "nmd", "symmetry"),
    "ordinal": ("ordinal", "f1_macro", "reversal"),
    "clustering": ("clustering", "adjusted_rand", "size_vs_quantity"),
}
"""Proofs that all outputs have the same value: no sign is claimed there."""
BELOW = {
    "a number": "1/(N - 41)",
    "the root of a number below zero": "sqrt(-1)",
    "the root of a difference": "sqrt(N - 41)",
    "what may be zero": "1/(1 - K/2)",
    "inside a function": "tanh(1/(N - 41))",
    "beside a convention": "Guard(1, N, 0)/(N - 41)",
    "in a convention that asks for another thing": "Ratio(1/(N - 41), N, 0)",
    "in the other side of a convention": "Guard(0, N - 41, 1/(N - 41))",
    "the larger of two": "1/Larger(41 - N, 0)",
    "the smaller of two": "1/Smaller(N, N - 41)",
}


@cache
def equal(task: str) -> dict[str, Any]:
    return json.loads(json.dumps(certificate(*EQUAL[task])))  # type: ignore[no-any-return]


@pytest.mark.parametrize("task", EQUAL)
def test_equal_values_are_confirmed(task: str) -> None:
    assert not any(part["branches"] for part in equal(task)["parts"])
    assert check(equal(task))


@pytest.mark.parametrize("name", BELOW)
def test_equal_values_are_there(name: str) -> None:
    for task in ("ordinal", "clustering"):
        with pytest.raises(NotCoveredError, match="has a value where all outputs have the same"):
            check(with_nothing(equal(task), parsed(BELOW[name])))
