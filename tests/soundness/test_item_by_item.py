"""Sums over items are compared item by item with the gold's: what is less for some item only is not proved to be less.

The first formulas are proved in this way. Each hostile one is nearly one of them, but has a body that is larger for
some wrong item, or the same for some though that is claimed strictly, or one that reads what items do not have alone.
"""

from __future__ import annotations

import pytest

import axiometrics as ax

from .attacks import SILENT, attacked, given

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
    found, wrong = attacked("multilabel", "perfect_output", body)
    assert not wrong, wrong
    assert found.kind not in SILENT, found.phrase
    asked = {"constraints": ["perfect_output"], "effort": "quick", "cache": False, "jobs": 1}
    (cell,) = ax.check(given("multilabel", body).function, "multilabel", **asked).cells
    assert (cell.weak.outcome, cell.weak.evidence) == ("holds", "proof")


@pytest.mark.parametrize("body", HOSTILE)
def test_what_some_wrong_item_has_more_of_has_no_wrong_proof(body: str) -> None:
    found, wrong = attacked("multilabel", "perfect_output", body)
    assert not wrong, wrong
    assert found.kind not in SILENT, found.phrase
