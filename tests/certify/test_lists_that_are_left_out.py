"""What a certificate tells of two lists leaves none out, and is the same in every case."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from certify.proved import certificate

from axiometrics.axioms import CONSTRAINTS
from axiometrics.certify.document import standing_alone
from axiometrics.checker.prove import prove
from axiometrics.formulas import power
from axiometrics.metrics.registry import build
from axiometrics.recheck import RefusedError, check
from axiometrics.recheck.expressions import text_of

TASK = "rank_similarity"
OTHER, SWAPS, SELF, LONGER = (
    "self_is_most_similar",
    "top_weightedness_of_swaps",
    "self_similarity",
    "prefix_monotonicity",
)
OVERLAP = "lists.depths(lambda d, x, z, g, h, e: x / d, 'a')"
Document = dict[str, Any]


def proved(body: str, constraint: str) -> Document:
    """The certificate of a formula, which may be changed."""
    made = eval(f"lambda lists: {body}", {"power": power, "Fraction": Fraction})
    metric = build(made, task=TASK, key="made")
    asked = CONSTRAINTS.view(TASK)[constraint]
    proof = prove(metric, asked)
    assert proof is not None
    told = standing_alone(metric, asked, json.loads(json.dumps(proof.to_dict())))
    found: Document = json.loads(json.dumps(told))
    return found


@pytest.mark.parametrize(
    ("body", "constraint"),
    [
        ("lists.longer", LONGER),
        ("lists.same_items", OTHER),
        ("-lists.full", OTHER),
        ("lists.depths(lambda d, x, z, g, h, e: (x + e) / d, 'a')", OTHER),
        ("lists.end(lambda d, x, z, g, h, e: x / d**3, 'a')", SWAPS),
        ("lists.beyond(lambda d, y: y / d) + 1", SELF),
        ("lists.items(lambda c: 1)", SWAPS),
    ],
)
def test_what_is_proved_is_confirmed_whatever_the_formula_reads(body: str, constraint: str) -> None:
    assert "of lists without ties" in check(proved(body, constraint))


def replaced(*texts: str) -> Callable[[Document], Document]:
    """A change of texts, each into the next one, wherever they stand in a certificate."""

    def changed(document: Document) -> Document:
        written = json.dumps(document)
        for old, new in zip(texts[::2], texts[1::2], strict=True):
            assert old in written
            written = written.replace(old, new)
        found: Document = json.loads(written)
        return found

    return changed


def told(**sizes: str | None) -> Callable[[Document], Document]:
    """A change of the sizes of other lists, or of those that go on; without a text one is told no more."""

    def changed(document: Document) -> Document:
        for output in document["parts"][0]["outputs"].values():
            if output["agreement"] in ("other", "begun", "continued"):
                known = output["quantities"] | {
                    n: t and t.format(**output["quantities"]) for n, t in sizes.items()
                }
                output["quantities"] = {name: text for name, text in known.items() if text is not None}
        return document

    return changed


def beside(output: str, **entries: Any) -> Callable[[Document], Document]:
    def changed(document: Document) -> Document:
        (part,) = document["parts"]
        (part["outputs"][output] if output else part).update(entries)
        return document

    return changed


ANY = "a size that is not every number from"


@pytest.mark.parametrize(
    ("body", "constraint", "change", "why"),
    [
        ("lists.common", OTHER, replaced('"nonnegative", "meaning": "l - X', '"positive", "meaning": "l - X'), ANY),
        ("lists.common", OTHER, told(X="{l} - k_worse - 1"), ANY),
        ("lists.common", OTHER, told(X="{l} - 2*k_worse"), ANY),
        ("lists.common", OTHER, told(X="{l} - k_worse**2"), ANY),
        ("lists.common", OTHER, told(X="{l} - some_"), ANY),
        ("lists.common", OTHER, told(X="{l} - l_"), "sizes of lists that hang together"),
        ("lists.common", OTHER, told(q="q_worse + 1"), ANY),
        ("lists.common", OTHER, told(q="k_worse"), "sizes of lists that hang together"),
        ("lists.common", OTHER, told(X="{l}"), "with other sizes"),
        ("lists.common", OTHER, told(F="{l}"), "with other sizes"),
        ("-lists.full", OTHER, told(F="{l}", X=None), "with other sizes"),
        ("lists.common", OTHER, beside("", not_all_zero=[["k_worse", "l_"]]), "more is told of lists: 'k_worse'"),
        ("lists.common", OTHER, beside("worse", times="0", plus="0"), "more is told of lists: 'plus'"),
        ("lists.longer", LONGER, told(X="{l} - k_longer"), "sizes of lists that hang together"),
        ("lists.longer", LONGER, told(q="q_longer"), "sizes of lists that hang together"),
        ("lists.longer", LONGER, told(q="1"), "as if these were all"),
        ("lists.longer", LONGER, replaced("l_ + 2", "l_ + 7", "l_ + 1", "l_ + 6"), ANY),
        ("lists.common", OTHER, replaced("l_ + 1", "l_ + 2"), ANY),
        ("lists.common", OTHER, replaced("l_ + 1", "2*l_ + 1"), ANY),
        ("lists.common", OTHER, replaced("l_ + 1", "l_**2 + 1"), ANY),
        ("lists.common", OTHER, replaced("l_ + 1", "3"), ANY),
        (OVERLAP, SWAPS, replaced('"rank": "high_ + 1"', '"rank": "high_ + 2"'), ANY),
        (OVERLAP, SWAPS, replaced('"rank": "high_ + 1"', '"rank": "1"'), ANY),
        (OVERLAP, SWAPS, replaced('"rank": "high_ + 1"', '"rank": "high_ + high_ + 1"'), ANY),
        (OVERLAP, SWAPS, replaced("high_ + l_ + low_ + 3", "high_ + l_ + low_ + 4"), ANY),
        (OVERLAP, SWAPS, replaced('"rank": "high_ + 1"', '"rank": "high_ + 1 # the last"'), "a rank that is no sum"),
    ],
)  # fmt: skip
def test_lists_of_some_sizes_are_not_all_lists(
    body: str, constraint: str, change: Callable[[Document], Document], why: str
) -> None:
    right = proved(body, constraint)
    assert check(copy.deepcopy(right))
    with pytest.raises(RefusedError) as caught:
        check(change(right))
    assert why in str(caught.value)


def test_what_lists_share_is_the_same_in_every_case() -> None:
    """Those with the same items may be other lists, and those with other items none that share anything."""
    document = certificate(TASK, "rank_tau", OTHER)
    (told,) = (part["outputs"]["worse"] for part in document["parts"] if part["where"] == {"q@worse": 0})
    length = told["quantities"]["l"]
    told["agreement"] = "apart"
    told["quantities"] |= {"s": length, "X": "0", "F": f"2*({length})"}
    with pytest.raises(RefusedError, match="'worse' shares something else in another case"):
        check(document)


def test_what_lists_share_is_told_in_one_line() -> None:
    document = certificate(TASK, "average_overlap", OTHER)
    assert check(document).endswith("; worse: other lists, better: the same; of lists without ties")
    document["parts"][0]["outputs"]["worse"]["agreement"] = "other\nconfirmed"
    with pytest.raises(RefusedError) as caught:
        check(document)
    assert str(caught.value) == r"'other\nconfirmed' is nothing that lists share"


def test_a_root_is_no_whole_power() -> None:
    """Of the power 1/2 the whole part is 0, so that it would be 1 for all lists."""
    document = proved("lists.common", OTHER)
    (part,) = document["parts"]
    document["formula"] += [{"kind": "number", "value": "1/2"}, {"kind": "power", "parts": [0, 1]}]
    document["written"] = text_of(document["formula"])
    (branch,) = part["branches"]
    for told in (part, branch, branch["margin"]):
        told["sign"] = "zero"
    branch["margin"]["numerator"] = [{"terms": [], "times": 1}]
    with pytest.raises(RefusedError, match="the margin is another one"):
        check(document)
    document["formula"][-2]["value"] = "0"
    document["written"] = text_of(document["formula"])
    assert "is zero" in check(document)
