"""Proofs on multi-label metrics: certificates stand alone, and what is stated wrongly is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import permutations
from math import prod
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.axioms import constraints
from axiometrics.axioms import multilabel as improvements
from axiometrics.certify.document import standing_alone
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.checker.recheck import CertificateError
from axiometrics.metrics import metrics
from axiometrics.recheck import NotCoveredError, RefusedError, check
from axiometrics.recheck.expressions import text_of
from axiometrics.tasks import get_task
from axiometrics.tasks.multilabel.effects import Effect, states
from axiometrics.tasks.multilabel.hierarchy import bits
from axiometrics.tasks.multilabel.rows import MOST

TASK = get_task("multilabel")
POSITIVE = {
    "correct_addition": [
        "example_f1",
        "micro_f1",
        "macro_f1",
        "weighted_f1",
        "hierarchical_f1",
        "hamming_loss",
    ],
    "wrong_removal": ["hamming_loss", "closure_hamming"],
    "correction": [
        "example_precision",
        "example_jaccard",
        "micro_jaccard",
        "macro_recall",
        "hierarchical_precision",
    ],
    "perfect_output": ["hamming_loss", "closure_hamming", "h_loss"],
    "perfect_output(information=positive)": ["icm", "icm(information=recursive)"],
    "perfect_output(hierarchy=dag,information=positive)": ["icm"],
    "label_set_growth": ["icm", "remaining_uncertainty", "semantic_distance", "hierarchical_recall"],
    "specificity": ["icm", "remaining_uncertainty", "sim_gic"],
    "specificity_of_errors": ["icm", "misinformation"],
    "hierarchical_similarity": ["hierarchical_precision", "hierarchical_f1"],
    "parent_credit": ["hierarchical_f1", "closure_hamming", "lca_recall", "lca_f1"],
    "specialisation": ["hierarchical_recall", "lca_recall", "lca_f1"],
    "overspecialisation": ["example_f1", "macro_f1", "hierarchical_precision"],
    "correct_addition(information=positive)": [
        "icm",
        "remaining_uncertainty",
        "icm(information=recursive)",
        "sim_gic",
    ],
}
ZERO = {
    "constant_maximum": ["subset_accuracy", "hamming_loss", "icm_norm", "misinformation"],
    "redundant_ancestor": ["hierarchical_f1", "icm"],
    "hierarchical_similarity": ["precision_at", "psp_at", "psp_norm_at"],
    "parent_credit": ["precision_at", "psp_at", "psp_norm_at"],
    "specificity": ["precision_at", "lca_f1"],
    "specificity_of_errors": ["precision_at", "lca_precision", "h_loss", "psp_at", "psp_norm_at"],
    "gold_closure": ["hierarchical_precision", "remaining_uncertainty"],
    "symmetry": ["hamming_loss", "micro_f1", "hierarchical_f1"],
    "replication": ["micro_f1", "closure_hamming"],
    "unused_label": ["micro_f1", "example_f1", "icm"],
    "both_empty_item": ["micro_f1", "macro_f1"],
    "label_renaming": ["example_cosine", "lca_f1", "icm", "sim_gic"],
    "item_order": ["example_f1", "h_loss", "precision_at"],
}
CELLS = [
    (metric, constraint, sign)
    for known, sign in ((POSITIVE, "positive"), (ZERO, "zero"))
    for constraint, names in known.items()
    for metric in names
]


def asked(label: str, known: Any = None) -> Any:
    key, _, given = label.rstrip(")").partition("(")
    return (known or constraints("multilabel"))[key].with_parameters(
        **dict(part.split("=") for part in given.split(",") if part)
    )


def metric_of(label: str) -> Any:
    return asked(label, metrics("multilabel"))


@cache
def cases(label: str) -> tuple[Any, Any]:
    """All small cases of a constraint, and larger random ones, as far as certificates are compared with them."""
    known = asked(label)
    drawn = TASK.many(known.bound_generator, known.outputs, 150, 1)
    every = map(drawn.case, range(len(drawn)))
    few = [
        case
        for case in every
        if all(max(each.items, each.hierarchy.labels) <= MOST for each in case.outputs.values())
    ]
    assert few
    return TASK.sweep(known.bound_generator, known.outputs, 4), TASK.batch_of_cases(known.outputs, few)


@pytest.mark.parametrize(("metric", "constraint", "sign"), CELLS)
def test_a_proof_agrees_with_all_cases_and_stands_alone(metric: str, constraint: str, sign: str) -> None:
    judged, demanded = metric_of(metric), asked(constraint)
    proof = prove(judged, demanded)
    assert proof is not None
    assert proof.sign == sign
    assert confirm(proof, judged, demanded, *cases(constraint)) > 0 or not len(cases(constraint)[0])
    document = json.loads(json.dumps(standing_alone(judged, demanded, proof.to_dict())))
    assert document["stands_alone"], document["reasons"]
    assert f"is {sign}" in check(document)


@pytest.mark.parametrize(
    ("metric", "constraint"),
    [
        ("icm", "correct_addition"),
        ("icm", "perfect_output"),
        ("icm(information=recursive)", "perfect_output(order=any)"),
        ("example_f1", "wrong_removal"),
        ("example_f1", "label_set_growth"),
        ("precision_at", "correct_addition"),
        ("precision_at", "perfect_output"),
        ("precision_at", "wrong_removal"),
        ("example_cosine", "wrong_removal"),
        ("lca_precision", "correct_addition"),
        ("lca_f1", "perfect_output"),
        ("h_loss", "label_set_growth"),
        ("h_loss", "wrong_removal"),
        ("precision_at(k=3)", "wrong_removal"),
        ("precision_at(k=10)", "perfect_output"),
        ("psp_norm_at(k=5)", "list_priority"),
        *((f"psp_{name}", key) for name in ("at", "norm_at") for key in (
            "correct_addition", "wrong_removal", "correction", "specialisation", "overspecialisation", "list_priority",
            "wrong_removal(hierarchy=dag)", "correct_addition(information=given)",
        )),
        *(("sim_gic", key) for key in (
            "correct_addition", "correct_addition(hierarchy=dag)", "wrong_removal", "correction", "perfect_output",
            "label_set_growth", "specificity(information=given)", "specificity_of_errors", "parent_credit",
            "specialisation", "overspecialisation",
        )),
    ],
)  # fmt: skip
def test_what_may_tie_is_proved_in_the_weak_form_only(metric: str, constraint: str) -> None:
    proof = prove(metric_of(metric), asked(constraint))
    assert proof is not None
    assert proof.sign == "nonnegative"
    assert (
        confirm(proof, metric_of(metric), asked(constraint), *cases(constraint)) or not cases(constraint)[0]
    )
    document = json.loads(json.dumps(standing_alone(metric_of(metric), asked(constraint), proof.to_dict())))
    assert document["stands_alone"], document["reasons"]
    assert "negative" not in check(document).replace("nonnegative", "")


@pytest.mark.parametrize(
    ("metric", "constraint"),
    [
        ("icm(information=recursive)", "correct_addition(hierarchy=dag,information=positive)"),
        ("icm(information=recursive)", "perfect_output(hierarchy=dag,information=positive)"),
        ("precision_at", "label_set_growth"),
        ("lca_f1", "correct_addition(hierarchy=dag)"),
        ("lca_f1", "perfect_output(hierarchy=dag)"),
    ],
)
def test_what_is_known_of_forests_and_of_lists_is_said_of_nothing_else(metric: str, constraint: str) -> None:
    assert prove(metric_of(metric), asked(constraint)) is None


def stated(effect: Effect, generator: Any) -> Any:
    """The same generator, of which something else is stated."""

    def copied(choose: Any, **given: Any) -> Any:
        return generator(choose, **given)

    return states(effect)(copied)


WRONG = {
    "one common label too many": ("hamming_loss", "correct_addition", Effect(raw=(("c m+1 x", "c+2 m x"),))),
    "something missed": ("example_f1", "wrong_removal", Effect(raw=(("c m+1 x+1", "c m+1 x"),))),
    "closures that do not change": ("hierarchical_f1", "correct_addition", Effect()),
    "labels that do not change": ("macro_f1", "correction", Effect()),
    "information for sure": ("icm", "correct_addition", Effect(information=improvements.INFORMED, sure=True)),
    "all that is missed found": ("micro_f1", "correct_addition", Effect(totals=("c m x", "c+m 0 x"))),
    "an item with labels": ("example_f1", "wrong_removal", Effect(raw=(improvements.REMOVED,), some_gold=True)),
    "the same right labels": ("precision_at", "correct_addition", Effect(hits="i")),
    "right labels of others": ("precision_at", "constant_maximum", Effect(("one", "other"), ahead="in")),
    "nodes that do not change": ("lca_f1", "correct_addition", Effect(paths=())),
    "nodes in every item": ("lca_f1", "correct_addition", Effect(paths=(("c+1 m+k x", "c+1+e m x"),))),
    "one mistake less": ("h_loss", "wrong_removal", Effect(topmost=(("0 m+1 0", "0 m 0"),))),
    "the same best lists": ("psp_norm_at", "constant_maximum", Effect(("one", "other"), hits="in", ideal=True)),
    "right labels as rare": ("psp_at", "constant_maximum", Effect(("one", "other"), ahead="in")),
    "more information in the worse": ("sim_gic", "correct_addition", Effect(contents=(improvements.INFORMED[::-1],))),
    "information for certain": ("sim_gic", "correct_addition", Effect(contents=(improvements.INFORMED,), sure=True)),
    "extra information lost": ("sim_gic", "specificity", Effect(contents=(improvements.CHARGED[::-1],))),
    "always something wrong": ("remaining_uncertainty", "constant_maximum",
                               Effect(("one", "other"), totals=("c m x", "c m x"), wrong=True)),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_statement_is_refused_on_concrete_cases(name: str) -> None:
    metric, constraint, effect = WRONG[name]
    judged, demanded = metrics("multilabel")[metric], asked(constraint)
    planted = replace(demanded, generator=stated(effect, demanded.generator))
    proof = prove(judged, planted)
    assert proof is not None
    with pytest.raises(CertificateError):
        confirm(proof, judged, planted, *cases(constraint))


CONTENTS = [
    label
    for label in (*POSITIVE, "specificity(hierarchy=dag)", "specificity(information=given)", "wrong_removal")
    if any(effect.contents for effect in asked(label).generator.effects)
]


def information(output: Any, item: int) -> tuple[Fraction, ...]:
    """What the labels of an item in common, missed and extra tell: the product of T/n, whose logarithm it is."""
    counts, whole = output.frequencies
    gold, chosen = (output.hierarchy.closure(side[item]) for side in (output.gold, output.chosen))
    return tuple(
        prod((Fraction(whole, max(counts[label], 1)) for label in bits(mask)), start=Fraction(1))
        for mask in (gold & chosen, gold & ~chosen, chosen & ~gold)
    )


def amounts(case: Any, effect: Effect, places: tuple[int, ...]) -> dict[str, Fraction] | None:
    """What each letter of a statement is for some items of a case, in order; None where they do not fit."""
    known: dict[str, Fraction] = {"0": Fraction(1)}
    open_ = [
        (text.split("+"), value)
        for row, item in zip(effect.contents, places, strict=True)
        for texts, output in zip(row, case.outputs.values(), strict=True)
        for text, value in zip(texts.split(), information(output, item), strict=True)
    ]
    for _ in range(len(open_)):
        for letters, value in open_:
            left = [letter for letter in letters if letter not in known]
            if len(left) == 1:
                known[left[0]] = value / prod(known[letter] for letter in letters if letter in known)
    fit = all(prod(known.get(letter, Fraction(0)) for letter in letters) == value for letters, value in open_)
    return known if fit and min(known.values()) >= 1 else None


@pytest.mark.parametrize("label", dict.fromkeys(CONTENTS))
def test_the_information_of_what_changes_is_what_is_stated_of_it(label: str) -> None:
    given = dict(part.split("=") for part in label.partition("(")[2].rstrip(")").split(",") if part)
    sure = given.get("information") == "positive"
    tried = 0
    for batch in cases(label):
        for case in map(batch.case, range(0, len(batch), max(1, len(batch) // 300))):
            effect = asked(label).generator.effects[0]
            first, last = case.outputs.values()
            assert first.frequencies == last.frequencies
            changed = [k for k in range(first.items) if information(first, k) != information(last, k)]
            if effect.each:
                found = [amounts(case, effect, (item,)) for item in range(first.items)]
            else:
                rows = len(effect.contents)
                chosen = (each for each in permutations(range(first.items), rows) if {*changed} <= {*each})
                every = (amounts(case, effect, places) for places in chosen)
                found = [next((each for each in every if each is not None), None)] if changed else []
                certain = sure or (effect.sure and "information" not in given)
                assert changed or not certain
                assert not certain or all(each is None or each["a"] > 1 for each in found)
            assert None not in found, (label, case)
            tried += len(found)
    assert tried or not len(cases(label)[0])


def documents() -> Mapping[str, dict[str, Any]]:
    found = {}
    for metric, constraint in (("micro_f1", "correct_addition"), ("icm", "label_set_growth"),
                               ("subset_accuracy", "constant_maximum"),
                               ("icm(information=recursive)", "correct_addition")):  # fmt: skip
        judged, demanded = metric_of(metric), asked(constraint)
        proof = prove(judged, demanded)
        assert proof is not None
        found[metric] = json.loads(json.dumps(standing_alone(judged, demanded, proof.to_dict())))
    return found


DOCUMENTS = cache(documents)


def altered(metric: str, change: Any) -> dict[str, Any]:
    document = copy.deepcopy(DOCUMENTS()[metric])
    for part in document["parts"]:
        change(part)
    return document


def many_of(part: Mapping[str, Any], domain: str) -> list[dict[str, str]]:
    return [row for told in part["outputs"].values() for row in told["rows"][domain] if "many" in row]


def no_sums(domain: str, part: Any) -> None:
    for told in part["outputs"].values():
        told["rows"][domain] = [row for row in told["rows"][domain] if "many" not in row]


def other_sums(domain: str, column: str, part: Any) -> None:
    for row in many_of(part, domain)[1:]:
        row[column] = f"{row[column]} + 1"


def one_body(part: Any) -> None:
    """Information that every label has alike."""
    for each in part["reductions"].values():
        each["body"] = each["body"].replace("log(m/n)", "log(m)")


def two_parents(part: Any) -> None:
    for told in part["outputs"].values():
        told["quantities"]["F"] = "0"


def other_recursion(part: Any) -> None:
    """A recursion over what labels tell beside those above them."""
    for each in part["reductions"].values():
        each["body"] = each["body"].replace("log(T/n)", "log(N/n)")


def two_at_once(part: Any) -> None:
    name = min(part["reductions"])
    part["reductions"][name]["body"] = "j*log(m/n) + k*log(m/n)"


RECURSIVE = "icm(information=recursive)"
ALTERED = {
    "sums that are not told": ("micro_f1", partial(no_sums, "items")),
    "sums that change": ("micro_f1", partial(other_sums, "items", "t")),
    "information that is not told": ("icm", partial(no_sums, "labels")),
    "information that changes": ("icm", partial(other_sums, "labels", "j")),
    "no information": ("icm", one_body),
    "a recursion where a label has two parents": (RECURSIVE, two_parents),
    "another recursion": (RECURSIVE, other_recursion),
    "a recursion whose closures are not told": (RECURSIVE, partial(no_sums, "labels")),
    "a recursion whose closures change": (RECURSIVE, partial(other_sums, "labels", "j")),
    "two sums in one": ("icm", two_at_once),
    "items that are not right": ("subset_accuracy", partial(other_sums, "items", "g")),
}


@pytest.mark.parametrize("name", ALTERED)
def test_an_altered_certificate_is_refused(name: str) -> None:
    metric, change = ALTERED[name]
    assert check(DOCUMENTS()[metric])
    with pytest.raises((RefusedError, NotCoveredError)):
        check(altered(metric, change))


SUM = [{"kind": "variable", "value": "t"}, {"kind": "reduction", "parts": [0], "value": "items"}]
SIZED = [
    *({"kind": kind, "value": value} for kind, value in (("quantity", "L"), ("variable", "t"), ("number", "0"))),
    {"kind": "sum", "parts": [1, 0]}, {"kind": "ratio", "parts": [1, 3, 2]},
    {"kind": "reduction", "parts": [4], "value": "items"},
]  # fmt: skip
SHARE = [
    *({"kind": kind, "value": value} for kind, value in (("variable", "t"), ("variable", "g"), ("number", "0"))),
    {"kind": "ratio", "parts": [0, 1, 2]}, {"kind": "reduction", "parts": [3], "value": "items"},
]  # fmt: skip


def forged(formula: list[Any], body: str, row: Mapping[str, str] | None, labels: tuple[str, str]) -> Any:
    """A certificate which says that two outputs, with so many labels, tie, since all items have the same sum."""
    document = copy.deepcopy(DOCUMENTS()["icm"])
    part = document["parts"][0]
    rows = {"items": [row] if row else []}
    document |= {"metric": "own", "constraint": "unused_label", "formula": formula, "parts": [part]}
    document["written"] = text_of(formula)
    part |= {
        "sign": "zero", "form": {"worse": -1, "better": 1}, "not_all_zero": [], "branches": [],
        "reductions": {"A0": {"domain": "items", "body": body}}, "measured": {"A0__worse": ["A0", "worse"]},
        "outputs": {
            name: {
                "complete": False, "quantities": {"L": count}, "rows": rows, "values": {"A0": "v", "L": count},
            }
            for name, count in zip(("worse", "better"), labels, strict=True)
        },
        "symbols": [
            {"meaning": "labels", "name": "n", "sign": "positive"},
            {"meaning": "common", "name": "c", "sign": "nonnegative"},
            {"meaning": "rest", "name": "v", "sign": "real", "definition": "A0__worse"},
        ],
    }  # fmt: skip
    return document


def test_what_all_others_have_may_be_the_same_whatever_is_asked_of_them() -> None:
    assert check(forged(SIZED, "Ratio(t, t + L, 0)", None, ("n", "n")))
    assert check(forged(SHARE, "Ratio(t, g, 0)", {"t": "c", "many": "others"}, ("n", "n")))
    assert check(forged(SUM, "t", {"t": "v", "many": "all"}, ("n", "n + 1")))


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ((SIZED, "Ratio(t, t + L, 0)", None, ("n", "n + 1")), "reads what is not the same"),
        ((SHARE, "Ratio(t, g, 0)", {"t": "c", "many": "all"}, ("n", "n")), "sums over items change"),
        ((SHARE, "Ratio(t, g, 0)", {"t": "c", "many": "yes"}, ("n", "n")), "neither all others nor all"),
    ],
)
def test_equal_sums_are_not_equal_terms(document: Any, reason: str) -> None:
    with pytest.raises((RefusedError, NotCoveredError), match=reason):
        check(forged(*document))


def test_cells_of_formulas_that_hold_for_small_cases_are_proved() -> None:
    proved = [(metric, key) for metric, key in HOLDING if prove(metrics("multilabel")[metric], asked(key))]
    assert proved == HOLDING


HOLDING = [
    *((name, "correct_addition") for name in (
        "lca_f1", "lca_recall", "example_cosine", "example_f1", "example_jaccard", "example_recall", "hamming_loss",
        "macro_f1", "macro_recall", "weighted_f1", "closure_hamming", "hierarchical_f1", "hierarchical_recall",
        "micro_f1", "micro_jaccard", "micro_recall",
    )),
    *((name, "overspecialisation") for name in (
        "lca_f1", "lca_precision", "example_cosine", "example_f1", "example_jaccard", "example_precision",
        "example_recall", "hamming_loss", "macro_f1", "macro_recall", "weighted_f1", "closure_hamming", "h_loss",
        "hierarchical_f1", "hierarchical_precision", "micro_f1", "micro_jaccard", "micro_precision", "micro_recall",
    )),
]  # fmt: skip
"""What holds by the brute force of the verdict tests, of two constraints."""


def test_a_proof_about_no_case_at_all_is_no_error() -> None:
    asked_of = {
        "constraints": ["parent_credit(hierarchy=flat)"],
        "effort": "quick",
        "cache": False,
        "jobs": 1,
    }
    (cell,) = ax.check("example_f1", "multilabel", **asked_of).cells
    assert cell.strict.outcome == "not_applicable"
