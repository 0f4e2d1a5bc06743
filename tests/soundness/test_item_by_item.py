"""Sums over items are compared item by item with the gold's: what is less for some item only is not proved to be less.

The first formulas are proved in this way. Each hostile one is nearly one of them, but has a body that is larger for
some wrong item, or the same for some though that is claimed strictly, or one that reads what items do not have alone.
"""

from __future__ import annotations

import pytest

from .attacks import attacked, settled
from .worlds.multilabel import BOTH, EITHER

F1 = "labels.each_item(lambda item: ratio(2 * item.common, item.gold + item.system, 0))"
EXACT = "labels.each_item(lambda item: ratio(0, item.gold + item.system - 2 * item.common, 1))"
BY_LABEL = "labels.each_label(lambda label: ratio(label.common, label.system, 0))"
PROVED = [
    F1,
    EXACT,
    f"{BY_LABEL} / labels.labels",
    "labels.each_item(lambda item: ratio(item.common, sqrt(item.gold * item.system), 0))",
    "labels.each_item(lambda item: ratio(item.closed_common, item.closed_gold + item.closed_system, 0))",
    "labels.each_label(lambda label: label.gold * ratio(2 * label.common, label.gold + label.system, 0))",
]
HOSTILE = [
    # larger for a wrong item
    "labels.each_item(lambda item: ratio(item.common, item.gold * item.system, 0))",
    "labels.each_item(lambda item: ratio(item.common, item.system, 1))",
    "labels.each_item(lambda item: ratio(item.common + 1, item.gold + item.system - item.common, 0))",
    "labels.each_item(lambda item: item.system / (item.gold + 1))",
    "labels.each_item(lambda item: ratio(item.system, item.gold, 0))",
    "labels.each_item(lambda item: item.common * item.system)",
    "labels.each_item(lambda item: ratio(0, item.system - item.common, 1) * item.system)",
    "labels.each_label(lambda label: ratio(label.common, label.gold * label.gold, 0))",
    "labels.each_label(lambda label: ratio(label.common, maximum(label.gold, label.system) - 1, 1))",
    "labels.each_label(lambda label: guarded(1, label.system, 0))",
    # the same for some wrong item, though a little is said to be enough
    "labels.each_item(lambda item: ratio(item.common, item.gold, 0))",
    "labels.each_item(lambda item: ratio(0, item.gold - item.common, 1))",
    "labels.each_item(lambda item: ratio(0, item.system - item.common, 1))",
    "labels.each_item(lambda item: ratio(0, item.closed_gold + item.closed_system - 2 * item.closed_common, 1))",
    "labels.each_item(lambda item: minimum(item.common, 1))",
    "labels.each_item(lambda item: minimum(item.gold, item.system))",
    # items beside sums, numbers, and closures beside labels
    f"{F1} - {EXACT} / 10**9",
    f"{F1} - labels.each_item(lambda item: item.common) / 10**9",
    f"{EXACT} - labels.each_item(lambda item: item.system) / 10**9",
    f"{F1} / (1 + labels.each_item(lambda item: item.common))",
    f"ratio({F1}, labels.each_item(lambda item: item.system), 0)",
    f"({F1} - labels.items / 2) ** 2",
    "labels.each_item(lambda item: ratio(item.common, item.gold + item.system, 0) * (labels.items - 2))",
    "labels.each_item(lambda item: ratio(item.common, item.closed_gold, 0))",
    "labels.each_item(lambda item: ratio(item.closed_common, item.gold + item.system, 0))",
    "labels.each_item(lambda item: ratio(item.common * item.closed_system, item.system * item.closed_gold, 0))",
    f"{BY_LABEL} / (1 + labels.each_label(lambda label: guarded(1, label.common, 0)))",
    f"-{F1} + {BY_LABEL}",
]


@pytest.mark.parametrize("body", PROVED)
def test_what_no_item_has_more_of_than_the_gold_is_proved(body: str) -> None:
    found = settled("multilabel", "perfect_output", body)
    assert "weak" in found.proved


@pytest.mark.parametrize("body", HOSTILE)
def test_what_some_wrong_item_has_more_of_has_no_wrong_proof(body: str) -> None:
    settled("multilabel", "perfect_output", body)


COSINE = "labels.each_item(lambda item: ratio(item.common, sqrt(item.gold * item.system), 0))"
FIRST = "labels.each_hit(lambda hit: minimum(1, maximum(0, 2 - hit.rank)))"
PATHS = "labels.each_item(lambda item: ratio(item.shared, item.wanted, 0))"
NODES = "labels.each_item(lambda item: ratio(2 * item.shared, item.wanted + item.drawn, 0))"
CHANGED = [
    ("correct_addition", COSINE),
    ("wrong_removal", COSINE),
    ("label_set_growth", COSINE),
    ("correct_addition", "labels.each_item(lambda item: minimum(item.common, 1))"),
    ("correct_addition", FIRST),
    ("wrong_removal", FIRST),
    ("perfect_output", FIRST),
    ("perfect_output", "labels.each_hit(lambda hit: minimum(2, maximum(0, 6 - hit.rank)))"),
    (
        "correct_addition",
        "labels.each_item(lambda item: minimum(item.common, 5) + maximum(item.common - 9, 0))",
    ),
    ("correct_addition", "labels.each_hit(lambda hit: maximum(0, 2 - hit.rank) * hit.frequency)"),
    ("perfect_output", PATHS),
    ("label_set_growth", PATHS),
    ("label_set_growth", "-labels.each_item(lambda item: item.topmost)"),
    ("overspecialisation", "-labels.each_item(lambda item: item.topmost)"),
    ("correct_addition", NODES),
    ("parent_credit", NODES),
    ("specialisation", NODES),
    ("overspecialisation", NODES),
    ("specificity", NODES),
    ("specificity_of_errors", "labels.each_item(lambda item: item.shared * item.drawn)"),
]
"""What is proved by the rows that change, by hits, and by what is known of nodes and of topmost mistakes."""
ALMOST = [
    # rows with roots or extremes: less in a large item, by very little, or by what other items are
    (
        "correct_addition",
        "labels.each_item(lambda item: minimum(item.common, 9) - maximum(item.common - 9, 0) / 10**12)",
    ),
    ("correct_addition", "labels.each_item(lambda item: sqrt(item.common) - maximum(item.common - 3, 0))"),
    (
        "correct_addition",
        "labels.each_item(lambda item: ratio(item.common, item.system * sqrt(item.system), 0))",
    ),
    ("correct_addition", f"{COSINE} - labels.each_item(lambda item: item.common) / 10**12"),
    ("correct_addition", f"{COSINE} * (labels.items - 2)"),
    ("correct_addition", f"{COSINE} / (1 + labels.each_item(lambda item: item.system))"),
    ("correct_addition", "labels.each_item(lambda item: sqrt(item.closed_gold + item.system))"),
    ("wrong_removal", f"{COSINE} + labels.each_item(lambda item: item.system) / 10**12"),
    ("wrong_removal", "labels.each_item(lambda item: sqrt(item.common))"),
    ("wrong_removal", "labels.each_item(lambda item: -sqrt(item.gold + item.system - 2 * item.common))"),
    ("label_set_growth", "labels.each_item(lambda item: sqrt(item.common))"),
    ("label_set_growth", "labels.each_item(lambda item: ratio(sqrt(item.common), item.gold, 0))"),
    ("label_set_growth", "labels.each_item(lambda item: maximum(item.common, 1))"),
    ("correction", "labels.each_item(lambda item: maximum(item.gold - item.system, 0))"),
    ("specialisation", "labels.each_item(lambda item: maximum(item.common, item.closed_common))"),
    # hits that count more further down, or less than nothing, or beside what the lists are otherwise
    ("wrong_removal", "labels.each_hit(lambda hit: hit.rank)"),
    ("wrong_removal", "labels.each_hit(lambda hit: ratio(1, hit.rank - 2, 0))"),
    ("wrong_removal", "labels.each_hit(lambda hit: maximum(0, 2 - hit.rank) + maximum(0, hit.rank - 2))"),
    ("correct_addition", "labels.each_hit(lambda hit: maximum(0, 2 - hit.rank) - Fraction(1, 10**12))"),
    # further down, or beyond some number
    ("wrong_removal", "labels.each_hit(lambda hit: minimum(hit.rank, 4))"),
    ("wrong_removal", "labels.each_hit(lambda hit: maximum(0, 3 - hit.rank) + maximum(0, hit.rank - 4))"),
    ("wrong_removal", "labels.each_hit(lambda hit: maximum(0, 9 - hit.rank) + maximum(0, hit.rank - 15))"),
    ("correct_addition", "labels.each_hit(lambda hit: maximum(0, 4 - hit.rank) - maximum(0, hit.rank - 8))"),
    (
        "correct_addition",
        "labels.each_item(lambda item: minimum(item.common, 4) - maximum(item.common - 7, 0) * 2)",
    ),
    (
        "correct_addition",
        "labels.each_item(lambda item: maximum(item.common - 19, 0) - maximum(item.common - 21, 0) * 2)",
    ),
    (
        "wrong_removal",
        "labels.each_item(lambda item: minimum(item.system, 6) - maximum(item.system - 11, 0))",
    ),
    (
        "perfect_output",
        "labels.each_item(lambda item: minimum(item.common, 4) - maximum(item.gold - 6, 0) * item.common)",
    ),
    ("correct_addition", f"{FIRST} / (1 + labels.each_item(lambda item: item.system))"),
    ("correct_addition", f"{FIRST} - labels.each_hit(lambda hit: 1) / 10**12"),
    ("perfect_output", "labels.each_hit(lambda hit: maximum(0, 2 - hit.rank) * hit.frequency)"),
    ("perfect_output", "labels.each_hit(lambda hit: maximum(0, 2 - hit.rank) * (labels.items - 2))"),
    ("label_set_growth", FIRST),
    ("label_set_growth", "labels.each_hit(lambda hit: 1)"),
    # nodes of which the gold has less, or that an item without gold has, or those of graphs
    ("perfect_output", "labels.each_item(lambda item: item.shared)"),
    ("perfect_output", "-labels.each_item(lambda item: item.drawn)"),
    ("perfect_output", "labels.each_item(lambda item: ratio(item.wanted, item.drawn, 0))"),
    ("perfect_output", "labels.each_item(lambda item: ratio(item.shared * item.shared, item.wanted, 0))"),
    (
        "perfect_output",
        "labels.each_item(lambda item: ratio(0, item.wanted + item.drawn - 2 * item.shared, 1))",
    ),
    ("perfect_output", "labels.each_item(lambda item: ratio(item.shared, item.wanted, 0) * item.gold)"),
    ("perfect_output", f"{PATHS} - {F1}"),
    ("label_set_growth", "labels.each_item(lambda item: item.shared)"),
    ("label_set_growth", "labels.each_item(lambda item: ratio(1, item.wanted, 0))"),
    ("label_set_growth(hierarchy=dag)", PATHS),
    ("perfect_output(hierarchy=dag)", PATHS),
    # nodes that go where a label is added, that none has, or that an item had not at first
    ("correct_addition", "labels.each_item(lambda item: item.shared - item.drawn)"),
    ("correct_addition", "labels.each_item(lambda item: -item.wanted)"),
    ("correct_addition", "labels.each_item(lambda item: ratio(item.shared, item.wanted, 1))"),
    ("correct_addition", "labels.each_item(lambda item: ratio(item.shared, item.drawn, 1))"),
    (
        "correct_addition",
        "labels.each_item(lambda item: ratio(item.shared * item.shared, item.wanted, 0) - item.drawn / 10**12)",
    ),
    ("correct_addition", f"{NODES} - labels.each_item(lambda item: item.drawn) / 10**12"),
    ("correct_addition", f"{NODES} * (labels.items - 2)"),
    ("correct_addition(hierarchy=dag)", NODES),
    ("parent_credit", "labels.each_item(lambda item: ratio(item.wanted, item.shared, 0))"),
    ("parent_credit", "labels.each_item(lambda item: maximum(item.wanted - item.shared, 1))"),
    ("specialisation", "labels.each_item(lambda item: item.shared - maximum(item.shared - 2, 0))"),
    ("specialisation", "labels.each_item(lambda item: -item.wanted)"),
    ("specialisation", "labels.each_item(lambda item: ratio(1, item.wanted - item.shared, 0))"),
    ("overspecialisation", "labels.each_item(lambda item: item.shared)"),
    ("overspecialisation", "labels.each_item(lambda item: ratio(1, item.drawn - item.shared, 0))"),
    ("specificity", f"{NODES} + labels.each_label(lambda label: label.common * label.frequency) / 10**12"),
    # mistakes of which some weigh nothing, or more where there are few
    ("perfect_output", "-labels.each_item(lambda item: maximum(item.topmost - 1, 0))"),
    ("perfect_output", "labels.each_item(lambda item: guarded(1, item.topmost, 0))"),
    ("wrong_removal", "labels.each_item(lambda item: ratio(1, item.topmost, 0))"),
    ("overspecialisation", "-labels.each_item(lambda item: maximum(item.topmost - 1, 0))"),
    ("label_set_growth", "-labels.each_item(lambda item: maximum(item.topmost, 2))"),
    ("label_set_growth", "labels.each_item(lambda item: ratio(1, item.topmost, 0))"),
]


@pytest.mark.parametrize(("constraint", "body"), CHANGED)
def test_what_the_rows_that_change_never_take_away_is_proved(constraint: str, body: str) -> None:
    found, wrong = attacked("multilabel", constraint, body)
    assert not wrong, wrong
    assert "weak" in found.proved


@pytest.mark.parametrize(("constraint", "body"), ALMOST)
def test_what_some_change_takes_away_has_no_wrong_proof(constraint: str, body: str) -> None:
    settled("multilabel", constraint, body)


def of_contents(text: str) -> str:
    """A sum over items of what closures tell, in common (C) and in either (E)."""
    return f"labels.each_content(lambda item: {text})".replace("E", EITHER).replace("C", BOTH)


TOLD = [
    (constraint, of_contents("guarded(C / E, item.telling, 0)"))
    for constraint in (
        "correct_addition", "wrong_removal", "correction", "perfect_output", "label_set_growth", "specificity",
        "specificity_of_errors", "parent_credit", "specialisation", "overspecialisation",
    )
] + [
    ("perfect_output", of_contents("guarded(C / E, item.telling, 1)")),
    ("correct_addition", of_contents("guarded(C / E, item.telling, 1)")),
    ("specificity", of_contents("guarded((C - E) / E, item.telling, 0)")),
]  # fmt: skip
UNTOLD = [
    # where nothing is told, or nothing in common
    ("correct_addition", of_contents("guarded(E / C, item.telling, 0)")),
    ("perfect_output", of_contents("guarded(C / E, item.telling, 2)")),
    ("wrong_removal", of_contents("guarded(1, item.telling, 0)")),
    ("wrong_removal", of_contents("guarded(C / E, item.telling, 1)")),
    ("wrong_removal", of_contents("guarded(C / E, item.telling, Fraction(1, 10**9))")),
    ("correct_addition", of_contents("guarded(C / E, item.telling - 1, 0)")),
    ("correct_addition", of_contents("guarded(C / E, item.system, 0)")),
    ("correct_addition", of_contents("ratio(C, E, 0) * item.telling")),
    # how many labels tell something, and how many there are, are no information
    ("correct_addition", of_contents("item.telling - C / 10**9")),
    ("correct_addition", of_contents("guarded(C / E, item.telling, 0) - item.common / 10**9")),
    ("wrong_removal", of_contents("guarded(C / E, item.telling, 0) + item.system / 10**9")),
    ("wrong_removal", of_contents("log(item.union_product)")),
    ("correct_addition", of_contents("log(item.common_product)")),
    ("correct_addition", of_contents("item.common * log(labels.items) - log(item.common_product)")),
    # less in common, or more of either, by a little
    ("correct_addition", of_contents("guarded(C / E, item.telling, 0) - C / 10**6")),
    ("correction", of_contents("guarded(C / E, item.telling, 0) + E / 10**9")),
    ("correct_addition", of_contents("maximum(C, 1) - C")),
    ("correct_addition", of_contents("C - maximum(C - 1, 0)")),
    ("specificity_of_errors", of_contents("C")),
    ("specificity_of_errors", of_contents("guarded(C / E, item.telling, 0) + E / 10**9")),
    ("label_set_growth", of_contents("guarded((C + 1) / (E + 1), item.telling, 0)")),
    ("label_set_growth", of_contents("guarded(C / E, item.telling, 0) - C / 10**9")),
    ("hierarchical_similarity", of_contents("guarded(C / E, item.telling, 0)")),
    ("constant_maximum", of_contents("guarded(C / E, item.telling, 0)")),
    ("specificity", of_contents("guarded(C / E, item.telling, 0)") + " * (labels.items - 2)"),
    ("specificity", of_contents("guarded(C / E, item.telling, 0) * (labels.information_items - 2)")),
    ("correct_addition", of_contents("C") + " / (1 + " + of_contents("E") + ")"),
]


@pytest.mark.parametrize(("constraint", "body"), TOLD)
def test_what_closures_tell_is_compared_item_by_item(constraint: str, body: str) -> None:
    test_what_the_rows_that_change_never_take_away_is_proved(constraint, body)


@pytest.mark.parametrize(("constraint", "body"), UNTOLD)
def test_what_closures_do_not_tell_has_no_wrong_proof(constraint: str, body: str) -> None:
    settled("multilabel", constraint, body)


CUT = "minimum(1, maximum(0, 2 - hit.rank))"
RARE = "((1 + tanh(log(4 / (hit.frequency + 3)) / 3)) / (1 - tanh(log(4 / (hit.frequency + 3)) / 3)))"
BEYOND = "maximum(log(labels.information_items) - 1, 0)"
WEIGHED = f"labels.each_hit(lambda hit: {CUT} * (1 + {BEYOND} * {RARE}))"
SHARE = f"ratio({WEIGHED}, {WEIGHED.replace('each_hit', 'each_ideal')}, UNDEFINED)"
FROM_THREE = "maximum(labels.information_items - 2, 0)"
WEIGHTS = [
    *((constraint, body) for constraint in ("correct_addition", "wrong_removal", "list_priority") for body in (
        WEIGHED, SHARE, f"guarded({WEIGHED}, {FROM_THREE}, UNDEFINED)", f"guarded({SHARE}, {FROM_THREE}, 0)",
        f"labels.each_hit(lambda hit: {CUT} * {RARE})",
        f"labels.each_hit(lambda hit: {CUT} * {RARE}) * maximum(log(labels.information_items), 0)",
    )),
]  # fmt: skip
HEAVIER = [
    # weights that may be negative, or whose quotients may have no value
    ("wrong_removal", f"labels.each_hit(lambda hit: {CUT} * (1 - 2 * tanh(hit.frequency)))"),
    ("wrong_removal", f"labels.each_hit(lambda hit: {CUT} * tanh(1 - hit.frequency))"),
    ("correct_addition", f"labels.each_hit(lambda hit: {CUT} * (tanh(hit.frequency) - Fraction(999, 1000)))"),
    ("correct_addition", f"labels.each_hit(lambda hit: {CUT} / (1 - 2 * tanh(log(hit.frequency))))"),
    ("correct_addition", f"labels.each_hit(lambda hit: {CUT} / (tanh(hit.frequency) - tanh(2)))"),
    ("wrong_removal", f"labels.each_hit(lambda hit: {CUT} * log(hit.frequency / 2))"),
    ("wrong_removal", f"labels.each_hit(lambda hit: {CUT} * (3 - hit.frequency))"),
    ("wrong_removal", f"labels.each_hit(lambda hit: {CUT} * hit.frequency - hit.rank / 10**9)"),
    ("wrong_removal", "labels.each_hit(lambda hit: tanh(hit.rank) * hit.frequency)"),
    # frequencies of others, and lists of others
    ("specificity", WEIGHED),
    ("perfect_output", WEIGHED),
    ("perfect_output(order=any)", SHARE),
    ("constant_maximum", WEIGHED),
    ("constant_maximum", SHARE),
    ("label_set_growth", SHARE),
    # quantities alone, which may be anything for few items, or are not the same
    ("correct_addition", f"labels.each_hit(lambda hit: {CUT} * (log(labels.information_items) - 1))"),
    ("correct_addition", f"labels.each_hit(lambda hit: {CUT}) * log(labels.information_items / 20)"),
    ("wrong_removal", f"{WEIGHED} * minimum(labels.information_items - 3, 1)"),
    ("wrong_removal", f"{WEIGHED} * (20 - maximum(labels.information_items, 3))"),
    ("wrong_removal", f"{WEIGHED} / log(labels.information_items)"),
    ("correct_addition", f"guarded({WEIGHED}, log(labels.information_items), UNDEFINED)"),
    ("correct_addition", f"guarded({WEIGHED}, maximum(labels.information_items - 30, 0), UNDEFINED)"),
    ("correct_addition", f"ratio({WEIGHED}, maximum(20 - labels.information_items, 0), 0)"),
    ("replication", "log(labels.information_items)"),
    ("replication", "maximum(labels.information_items - 2, 0)"),
    ("replication", "log(labels.information_items) - log(labels.items)"),
    ("both_empty_item", "log(labels.information_items)"),
    ("both_empty_item", "minimum(labels.information_items, 3)"),
    ("item_order", "log(labels.information_items) / maximum(labels.information_items - 1, 0)"),
    ("gold_closure", f"labels.each_ideal(lambda hit: {CUT})"),
    ("symmetry", f"labels.each_ideal(lambda hit: {CUT})"),
    ("unit_interval", f"labels.each_ideal(lambda hit: {CUT}) / labels.items"),
]  # fmt: skip


@pytest.mark.parametrize(("constraint", "body"), WEIGHTS)
def test_right_labels_that_are_rare_weigh_more_further_up(constraint: str, body: str) -> None:
    test_what_the_rows_that_change_never_take_away_is_proved(constraint, body)


@pytest.mark.parametrize(("constraint", "body"), HEAVIER)
def test_weights_that_may_be_anything_have_no_wrong_proof(constraint: str, body: str) -> None:
    settled("multilabel", constraint, body)
