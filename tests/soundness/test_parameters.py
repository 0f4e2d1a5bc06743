"""Odd settings of parameters, near the edges, tiny, huge: the verdicts are those of plain arithmetic there."""

from __future__ import annotations

from dataclasses import replace
from time import process_time
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.checker.run import _cell
from axiometrics.checker.selection import Options
from axiometrics.checker.sources.trusted import TrustedSource

from .grammar import Formula
from .judge import judge
from .worlds import WORLDS

TINY, ALMOST, HUGE = "1/1000000000000", "999999999999/1000000000000", "1000000000000"
MILLIONTH, BARELY = "1/1000000", "999999/1000000"

_GOLD = "table.categories(lambda b: b * log2(table.items / b))"
_SYSTEM = "table.clusters(lambda a: a * log2(table.items / a))"
_SHARED = "table.cells(lambda n, a, b: n * log2(n * table.items / (a * b)))"
_P = "(table.cells(lambda n, a, b: n**2 / a) / table.items)"
_R = "(table.cells(lambda n, a, b: n**2 / b) / table.items)"
_BELOW = "c / (c + run.listed)"
_WEIGHT = "c / ((c + {0} - 1) * (c + {0}))"
_ODDS = "c / ((c + {0} - 1) * (c + {0}) - c)"
_RUN_P = (
    f"run.pairs(lambda at, low: at.b * (1 - low.e) * ({_ODDS.format('at.i')} * {_WEIGHT.format('low.j')}"
    f" + {_ODDS.format('low.j')} * {_WEIGHT.format('at.i')}))"
    f" + {_BELOW} * run.ranks(lambda at: at.b * {_ODDS.format('at.i')})"
    f" + run.ranks(lambda at: at.b * {_WEIGHT.format('at.i')}) * ratio(c, run.listed, 0)"
)
_FAMILY_P = "(families.companions(lambda x, g, d: minimum(x, g) / x / d) / families.clustered)"
_FAMILY_R = "(families.gold_companions(lambda x, g, h: minimum(x, g) / g / h) / families.categorised)"
_WEIGHED = "view.priorities(n={n}, w={w}).reliability"

MEANINGS = {
    ("clustering", "v_measure"): f"ratio((1 + {{beta}}) * {_SHARED}, {{beta}} * {_SYSTEM} + {_GOLD}, 1)",
    ("clustering", "bcubed_f"): f"1 / ({{alpha}} / {_P} + (1 - {{alpha}}) / {_R})",
    ("filtering", "f"): "ratio(counts.tp, counts.tp + {alpha} * counts.fp + (1 - {alpha}) * counts.fn, 0)",
    ("filtering", "utility"): "{a} * counts.tp + {b} * counts.fp + {c} * counts.fn + {d} * counts.tn",
    ("filtering", "lam"): (
        "sqrt((counts.fp + {smoothing}) * (counts.fn + {smoothing})"
        " / ((counts.tn + {smoothing}) * (counts.tp + {smoothing})))"
    ),
    ("ranking", "rbp"): "(1 - {p}) * run.ranks(lambda at: at.x * power({p}, at.i - 1))",
    ("ranking", "time_biased_gain"): "run.ranks(lambda at: at.x * power({q}, at.i - 1))",
    ("ranking", "q_measure"): (
        "ratio(run.ranks(lambda at: at.b * (at.c + {beta} * at.g) / (at.i + {beta} * at.h)), run.relevant, UNDEFINED)"
    ),
    ("ranking", "precision_at"): "run.ranks(lambda at: at.b, {k}) / {k}",
    ("ranking", "recall_at"): "ratio(run.ranks(lambda at: at.b, {k}), run.relevant, UNDEFINED)",
    ("ranking", "ndcg_at"): (
        "ratio(run.ranks(lambda at: at.x * inverse_log2(at.i + 1), {k}),"
        " run.ideal(lambda at: at.x * inverse_log2(at.i + 1), {k}), UNDEFINED)"
    ),
    ("ranking", "dcg_jk"): "log2({b}) * run.ranks(lambda at: at.x * inverse_log2(maximum(at.i, {b})))",
    (
        "ranking",
        "reliability",
    ): f"(lambda c: guarded({_RUN_P}, run.listed, UNDEFINED))({{n}} * (1 - {{w}}) / {{w}})",
    ("overlapping", "bcubed_extended_f"): f"1 / ({{alpha}} / {_FAMILY_P} + (1 - {{alpha}}) / {_FAMILY_R})",
    ("organization", "reliability_priority"): f"guarded({_WEIGHED}, view.priorities().stated, UNDEFINED)",
    ("combination", "f"): "ratio(scores.p * scores.r, {alpha} * scores.r + (1 - {alpha}) * scores.p, 0)",
    ("combination", "arithmetic_mean"): "{alpha} * scores.p + (1 - {alpha}) * scores.r",
    ("combination", "power_mean"): "ratio(2 * scores.p * scores.r, scores.p + scores.r, 0)",
    ("quantification", "kld_gold"): (
        "shares.sum(lambda at: (at.q + {eps}) * log2((at.q + {eps}) / (at.p + {eps}))) / (1 + shares.classes * {eps})"
    ),
    ("quantification", "rae"): (
        "shares.sum(lambda at: maximum(at.p - at.q, at.q - at.p) / (at.q + {eps})) / shares.classes"
    ),
    ("classification", "f"): (
        "ratio((1 + {beta}**2) * matrix.tp,"
        " (1 + {beta}**2) * matrix.tp + {beta}**2 * matrix.fn + matrix.fp, 0)"
    ),
    ("multilabel", "icm"): (
        "labels.each_label(lambda label: ({beta} * label.closed_common + ({alpha2} - {beta}) * label.closed_gold"
        " + ({alpha1} - {beta}) * label.closed_system) * log2(label.above / label.frequency)) / labels.items"
    ),
    ("diversity", "alpha_dcg"): (
        "listing.pairs(lambda at: at.b * power(1 - {alpha}, maximum(at.c - 1, 0)) * inverse_log2(at.i + 1))"
    ),
    ("diversity", "alpha_dcg_at"): (
        "ratio(listing.pairs(lambda at: at.b * power(1 - {alpha}, maximum(at.c - 1, 0)) * inverse_log2(at.i + 1), {k}),"
        " listing.padded(lambda at: power(1 - {alpha}, at.i - 1) * inverse_log2(at.i + 1), {k}), UNDEFINED)"
    ),
    ("diversity", "nrbp"): (
        "(1 - (1 - {alpha}) * {beta}) * ratio(listing.pairs("
        "lambda at: at.b * power(1 - {alpha}, maximum(at.c - 1, 0)) * power({beta}, at.i - 1)),"
        " listing.aspects_number, UNDEFINED)"
    ),
    ("diversity", "rbp_ia"): (
        "(1 - {p}) / {gmax} * listing.pairs(lambda at: at.w * at.x * power({p}, at.i - 1))"
    ),
    ("probabilistic", "log_loss"): (
        "-table.items(lambda t, s, m, h, f, p, y: log(maximum(minimum(t, 1 - {clip}), {clip}))) / table.count"
    ),
}
"""What the metrics mean, up to a change of scale that keeps every sign."""
ERRORS = {"lam", "kld_gold", "rae", "log_loss"}
SCALED = {"lam", "kld_gold"}
"""Written on another scale: their scores are not compared."""

SETTINGS = [
    ("clustering", "v_measure", {"beta": MILLIONTH}, "homogeneity"),
    ("clustering", "v_measure", {"beta": MILLIONTH}, "completeness"),
    ("clustering", "v_measure", {"beta": "1000001/1000000"}, "rag_bag"),
    ("clustering", "v_measure", {"beta": TINY}, "size_vs_quantity"),
    ("clustering", "v_measure", {"beta": TINY}, "completeness"),
    ("clustering", "v_measure", {"beta": HUGE}, "homogeneity"),
    ("clustering", "bcubed_f", {"alpha": TINY}, "homogeneity"),
    ("clustering", "bcubed_f", {"alpha": TINY}, "rag_bag"),
    ("clustering", "bcubed_f", {"alpha": ALMOST}, "completeness"),
    ("clustering", "bcubed_f", {"alpha": ALMOST}, "size_vs_quantity"),
    ("clustering", "bcubed_f", {"alpha": BARELY}, "symmetry"),
    ("clustering", "bcubed_f", {"alpha": "500000000001/1000000000000"}, "symmetry"),
    ("filtering", "f", {"alpha": ALMOST}, "priority_relevant"),
    ("filtering", "f", {"alpha": ALMOST}, "priority_irrelevant"),
    ("filtering", "f", {"alpha": ALMOST}, "non_informative_growing"),
    ("filtering", "f", {"alpha": TINY}, "priority_relevant"),
    ("filtering", "f", {"alpha": TINY}, "priority_irrelevant"),
    ("filtering", "f", {"alpha": TINY}, "non_informative_constant"),
    ("filtering", "utility", {"a": "1", "b": "0", "c": "1", "d": TINY}, "priority_relevant"),
    ("filtering", "utility", {"a": "1", "b": "0", "c": "1", "d": TINY}, "priority_irrelevant"),
    ("filtering", "utility", {"a": "1", "b": "0", "c": "1", "d": TINY}, "non_informative_growing"),
    ("filtering", "utility", {"a": HUGE, "b": "-1", "c": HUGE, "d": "0"}, "priority_relevant"),
    ("filtering", "utility", {"a": HUGE, "b": TINY, "c": "0", "d": f"-{TINY}"}, "priority_irrelevant"),
    ("filtering", "utility", {"a": TINY, "b": f"-{TINY}", "c": "0", "d": "0"}, "non_informative_constant"),
    ("filtering", "lam", {"smoothing": TINY}, "priority_relevant"),
    ("filtering", "lam", {"smoothing": HUGE}, "priority_irrelevant"),
    ("filtering", "lam", {"smoothing": MILLIONTH}, "non_informative_constant"),
    ("ranking", "rbp", {"p": "1/2"}, "document_order_invariance"),
    ("ranking", "rbp", {"p": "1/3"}, "document_order_invariance"),
    ("ranking", "rbp", {"p": "2/5"}, "document_order_invariance"),
    ("ranking", "rbp", {"p": "1/50"}, "document_order_invariance"),
    ("ranking", "rbp", {"p": TINY}, "priority"),
    ("ranking", "rbp", {"p": TINY}, "deepness"),
    ("ranking", "rbp", {"p": ALMOST}, "priority"),
    ("ranking", "rbp", {"p": ALMOST}, "append_monotonicity"),
    ("ranking", "rbp", {"p": "1/2"}, "convergence"),
    ("ranking", "time_biased_gain", {"q": "1/2"}, "document_order_invariance"),
    ("ranking", "time_biased_gain", {"q": "1/2"}, "deepness"),
    ("ranking", "time_biased_gain", {"q": BARELY}, "document_order_invariance"),
    ("ranking", "time_biased_gain", {"q": MILLIONTH}, "replacement"),
    ("ranking", "q_measure", {"beta": TINY}, "priority"),
    ("ranking", "q_measure", {"beta": HUGE}, "append_monotonicity"),
    ("ranking", "precision_at", {"k": HUGE}, "priority"),
    ("ranking", "recall_at", {"k": "1"}, "priority"),
    ("ranking", "ndcg_at", {"k": "1000000"}, "priority"),
    ("ranking", "dcg_jk", {"b": "1000000"}, "priority"),
    ("ranking", "reliability", {"n": HUGE, "w": "4/5"}, "priority"),
    ("ranking", "reliability", {"n": "10", "w": ALMOST}, "priority"),
    ("ranking", "reliability", {"n": "1/1000000", "w": "1/2"}, "confidence"),
    ("overlapping", "bcubed_extended_f", {"alpha": TINY}, "homogeneity"),
    ("overlapping", "bcubed_extended_f", {"alpha": ALMOST}, "completeness"),
    ("overlapping", "bcubed_extended_f", {"alpha": ALMOST}, "maximal_agreement"),
    ("organization", "reliability_priority", {"n": HUGE, "w": "4/5"}, "ranking.priority"),
    ("organization", "reliability_priority", {"n": "10", "w": BARELY}, "filtering.priority_relevant"),
    ("organization", "reliability_priority", {"n": "1", "w": TINY}, "ranking.priority"),
    ("combination", "f", {"alpha": ALMOST}, "symmetry"),
    ("combination", "f", {"alpha": TINY}, "idempotence"),
    ("combination", "f", {"alpha": TINY}, "monotonicity"),
    ("combination", "f", {"alpha": ALMOST}, "never_contradicts_unanimity"),
    ("combination", "arithmetic_mean", {"alpha": TINY}, "monotonicity"),
    ("combination", "arithmetic_mean", {"alpha": ALMOST}, "independence"),
    ("combination", "arithmetic_mean", {"alpha": "500000000001/1000000000000"}, "symmetry"),
    ("combination", "power_mean", {"r": "-1"}, "thomsen"),
    ("quantification", "kld_gold", {"eps": TINY}, "identity"),
    ("quantification", "kld_gold", {"eps": HUGE}, "monotonicity"),
    ("quantification", "rae", {"eps": TINY}, "symmetry"),
    ("quantification", "rae", {"eps": HUGE}, "identity"),
    ("classification", "f", {"beta": TINY}, "correction"),
    ("classification", "f", {"beta": HUGE}, "exchange_correction"),
    ("multilabel", "icm", {"alpha1": TINY, "alpha2": "2", "beta": "2"}, "correct_addition"),
    (
        "multilabel",
        "icm",
        {"alpha1": "2", "alpha2": "2", "beta": "2000000000001/1000000000000"},
        "wrong_removal",
    ),
    ("multilabel", "icm", {"alpha1": "2", "alpha2": HUGE, "beta": "3"}, "symmetry"),
    ("diversity", "alpha_dcg", {"alpha": TINY}, "priority"),
    ("diversity", "alpha_dcg", {"alpha": ALMOST}, "redundancy"),
    ("diversity", "alpha_dcg_at", {"k": "50", "alpha": TINY}, "priority"),
    ("diversity", "alpha_dcg_at", {"k": "1", "alpha": ALMOST}, "redundancy"),
    ("diversity", "nrbp", {"alpha": TINY, "beta": BARELY}, "deepness"),
    ("diversity", "nrbp", {"alpha": "0", "beta": BARELY}, "redundancy"),
    ("diversity", "rbp_ia", {"p": ALMOST, "gmax": "100"}, "priority"),
    ("diversity", "rbp_ia", {"p": TINY, "gmax": "1"}, "append_monotonicity"),
    ("probabilistic", "log_loss", {"clip": TINY}, "propriety"),
    ("probabilistic", "log_loss", {"clip": "499999999999/1000000000000"}, "raising_truth"),
]


def _name(setting: tuple[str, str, dict[str, str], str]) -> str:
    task, key, given, constraint = setting
    values = ",".join(f"{name}={value}" for name, value in given.items())
    return f"{task}-{key}({values})-{constraint}"


@pytest.mark.parametrize(("task", "key", "given", "constraint"), SETTINGS, ids=map(_name, SETTINGS))
def test_an_odd_setting_gets_the_verdict_of_plain_arithmetic(
    task: str, key: str, given: dict[str, str], constraint: str
) -> None:
    meaning = MEANINGS[task, key].format_map({name: f"Fraction('{value}')" for name, value in given.items()})
    world = WORLDS[task]
    formula = Formula(Formula.of(world.view, meaning).source, error=key in ERRORS)
    target = ax.metrics(task)[key].with_parameters(**given)
    found = judge(world, formula, constraint, target=target, max_examples=20)
    wrong = [str(each) for each in found.wrong if not (key in SCALED and "is written" in each.reason)]
    assert not wrong, "\n".join(wrong)
    assert found.kind not in ("refused", "error cell", "crash"), found.error


@pytest.mark.parametrize("a", ["1000001/1000000", "1000", HUGE])
def test_powers_of_forecasts_are_not_lost(a: str) -> None:
    """Of the largest power that floats have, the sum of all is nothing, by which nothing can be divided."""
    metric = ax.metrics("probabilistic")["pseudo_spherical"].with_parameters(a=a)
    likely, unlikely = (metric(gold=[1], system=[share]) for share in (0.6, 0.4))
    assert 0 <= unlikely < likely <= 1
    options = {"effort": "quick", "cache": False, "plugins": False, "jobs": 1}
    cell = ax.check(metric, "probabilistic", constraints=["raising_truth"], **options).cells[0]
    assert cell.strict.outcome not in ("error", "contradicted"), cell.error


@pytest.mark.parametrize("constraint", ["raising_truth", "averaging"])
def test_a_huge_power_of_forecasts_takes_no_minute(constraint: str) -> None:
    asked: dict[str, Any] = {"effort": "quick", "cache": False, "plugins": False, "jobs": 1}
    before = process_time()
    (cell,) = ax.matrix(
        "probabilistic", metrics=["pseudo_spherical(a=1000000)"], constraints=[constraint], **asked
    ).cells
    assert process_time() - before < 60
    assert cell.strict.outcome != "error", cell.error


def test_a_cut_off_far_beyond_all_lists_takes_no_minute() -> None:
    """The ideal goes on to the cut-off, and its discounts are as many numbers."""
    metric = ax.metrics("diversity")["alpha_dcg_at"].with_parameters(k="100", alpha=TINY)
    before = process_time()
    (cell,) = ax.check(
        metric, "diversity", constraints=["priority"], effort="quick", cache=False, plugins=False, jobs=1
    ).cells
    assert process_time() - before < 20
    assert cell.strict.outcome == "blind", cell.error  # what is exchanged below the cut-off


def test_an_error_of_arithmetic_in_a_metric_of_ours_is_the_content_of_its_cell() -> None:
    def divides(*_: Any, **given: Any) -> float:
        return 1 / (len(given) - 1)

    metric = replace(ax.metrics("probabilistic")["pseudo_spherical"], function=divides, exact=None)
    constraint = ax.constraints("probabilistic")["raising_truth"]
    cell = _cell(metric, constraint, TrustedSource(metric), Options(effort="quick"))
    assert cell.strict.outcome == "error"
    assert "ZeroDivisionError" in (cell.error or "")
