"""What the stand-alone checker says of sums over aspects holds in random cases, which are added up term by term."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import log2
from typing import Any

import pytest

from axiometrics.recheck import RefusedError
from axiometrics.recheck.aspects import Lists, difference

Document = dict[str, int]
"""Whether a document is relevant to each aspect."""
DISCOUNTS = {
    "1": lambda i: 1.0, "InverseLog(i + 1)": lambda i: 1 / log2(i + 1), "Power(4/5, i - 1)": lambda i: 0.8 ** (i - 1),
    "1/(2*i + 1)": lambda i: 1 / (2 * i + 1), "Larger(0, 1 - i/3)": lambda i: max(0.0, 1 - i / 3),
}  # fmt: skip
COUNTED = {
    "1": lambda c: 1.0, "Power(1/2, Larger(c - 1, 0))": lambda c: 0.5 ** (c - 1), "c": float,
    "Larger(2 - c, 0)": lambda c: max(2.0 - c, 0.0), "c*Power(1/2, c - 1)": lambda c: c * 0.5 ** (c - 1),
}  # fmt: skip
BODIES = [(rank, count, weight, own, limit) for rank in DISCOUNTS for count in COUNTED
          for weight in (0, 1) for own in (0, 1) for limit in (0, 2)]  # fmt: skip
PATTERNS = [
    ["", "a", "c", "ac"],
    ["", "a", "ab", "abc"],
    ["", "ab", "abc", "c"],
    ["", "b"],
    ["b"],
    ["", "ab"],
]


def told(rng: random.Random) -> dict[str, Any]:
    """Two lists that differ in some documents, with contexts of which something may be known."""
    single = rng.random() < 0.7
    kinds = {
        "a": "one" if single else rng.choice(["some", "any"]),
        "b": "one" if single else "any",
        "c": "any",
    }
    aspects: dict[str, Any] = {"kinds": kinds, "contexts": {name: {} for name in ("head", "mid", "tail")}}
    if single:
        aspects |= {rng.choice(["equal", "heavier"]): [rng.choice(["ab", "ba"])]}
        aspects |= {"alike": ["ab"]} if rng.random() < 0.5 else {}
        for held in aspects["contexts"].values():
            held |= {"relevant": rng.choice(PATTERNS)} if rng.random() < 0.8 else {}
            held |= {"more": "ab"} if rng.random() < 0.5 and "a" in str(held.get("relevant", "a")) else {}
    change = rng.choice((moved_up, moved_up_and_down, on_another_aspect))
    worse, better = change(rng)
    for name in list(aspects["contexts"]):
        if not any(part == {"context": name} for part in worse):
            del aspects["contexts"][name]
    if rng.random() < 0.1:
        worse.append({"relevant": ""})
    empty: dict[str, Any] = {"complete": False, "quantities": {}, "rows": {}, "values": {}}
    outputs = {name: {"documents": each, **empty} for name, each in (("worse", worse), ("better", better))}
    return {"aspects": aspects, "outputs": outputs}


Parts = list[dict[str, str]]


def document(rng: random.Random, *kinds: str) -> dict[str, str]:
    """Return a document that is relevant to one of some kinds."""
    return {"relevant": rng.choice(kinds or ("", "a", "b", "ab", "c", "ac", "abc"))}


def some(rng: random.Random, name: str) -> Parts:
    """Return a context, or nothing, and perhaps a document."""
    return [{"context": name}] * (rng.random() < 0.7) + [document(rng)] * (rng.random() < 0.2)


def moved_up(rng: random.Random) -> tuple[Parts, Parts]:
    """A document for another one, or for one that is below it."""
    head, mid, tail = (some(rng, name) for name in ("head", "mid", "tail"))
    low, high, new = (document(rng) for _ in range(3))
    return [*head, low, *mid, high, *tail], [*head, high, *mid, rng.choice((low, new)), *tail]


def moved_up_and_down(rng: random.Random) -> tuple[Parts, Parts]:
    """Two documents change places at an upper rank, and at a lower one the other way round, or there is another."""
    head, mid, tail = (some(rng, name) for name in ("head", "mid", "tail"))
    low, high = document(rng, "", "b"), document(rng, "a", "ab")
    last = low if rng.random() < 0.7 else document(rng)
    worse, better = [*head, low, high, *mid, high, low], [*head, high, low, *mid, low, last]
    better[-1] = high if rng.random() < 0.6 else better[-1]
    if rng.random() < 0.3:
        return worse[:-1], better[:-1]
    return [*worse, *tail], [*better, *tail]


def on_another_aspect(rng: random.Random) -> tuple[Parts, Parts]:
    """A document on one aspect for one on another, at the end or above other documents."""
    head, mid, tail = (some(rng, name) for name in ("head", "mid", "tail"))
    above = [
        *head,
        *[document(rng, "a", "ab", "c")] * rng.randint(0, 1),
        *(mid if rng.random() < 0.4 else ()),
    ]
    below = tail if rng.random() < 0.5 else []
    return [*above, {"relevant": "a"}, *below], [*above, {"relevant": "b"}, *below]


def filled(
    rng: random.Random, data: Mapping[str, Any]
) -> tuple[dict[str, str], dict[str, list[Document]]] | None:
    """Return the kind of each aspect, and the contents of the contexts; None where they are not as they are told."""
    counts = {"one": (1, 1), "some": (1, 2), "any": (0, 2)}
    aspects = {f"{kind}{k}": kind for kind, many in data["aspects"]["kinds"].items()
               for k in range(rng.randint(*counts[many]))}  # fmt: skip
    contents = {}
    for name, held in data["aspects"]["contexts"].items():
        each = [{aspect: rng.randint(0, 1) for aspect in aspects} for _ in range(rng.randint(0, 3))]
        if "relevant" in held and not all(allowed(document, aspects, held["relevant"]) for document in each):
            return None
        if "more" in held and sum(document["a0"] - document["b0"] for document in each) <= 0:
            return None
        contents[name] = each
    return aspects, contents


def allowed(document: Document, aspects: Mapping[str, str], patterns: Sequence[str]) -> bool:
    """Whether a document is relevant, of an aspect of each kind, to what it may be."""
    kinds = sorted(set(aspects.values()))
    picks = product(*([name for name, kind in aspects.items() if kind == own] for own in kinds))
    shown = [{kind for kind, name in zip(kinds, pick, strict=True) if document[name]} for pick in picks]
    return all(any(set(each) & set(kinds) == some for each in patterns) for some in shown)


def listed(
    parts: Sequence[Mapping[str, str]], aspects: Mapping[str, str], contents: Mapping[str, list[Document]]
) -> list[Document]:
    """Return an output's documents."""
    found = []
    for part in parts:
        own = [{name: int(kind in part.get("relevant", "")) for name, kind in aspects.items()}]
        found += contents[part["context"]] if "context" in part else own
    return found


def added_up(
    documents: Sequence[Document],
    body: tuple[str, str, int, int, int],
    weights: Mapping[str, float],
    held: Mapping[str, int],
) -> float:
    """Add the terms of all aspects up."""
    rank, count, weight, own, limit = body
    total = 0.0
    for name in weights:
        seen = 0
        for i, document in enumerate(documents, 1):
            seen += document[name]
            if document[name] and not (limit and i > limit):
                value = DISCOUNTS[rank](i) * COUNTED[count](seen)
                total += value * weights[name] ** weight / held[name] ** own
    return total


def weighed(
    rng: random.Random, aspects: Mapping[str, str], told: Mapping[str, Any]
) -> tuple[dict[str, float], dict[str, int]]:
    """Return weights and numbers of relevant documents as they are told."""
    weights = {name: float(rng.randint(1, 9)) for name in aspects}
    held = {name: rng.randint(1, 5) for name in aspects}
    for one, other in told.get("equal", ()):
        weights[f"{one}0"] = weights[f"{other}0"]
    for one, other in told.get("heavier", ()):
        weights[f"{one}0"] = weights[f"{other}0"] + rng.choice([0.25, 1, 8])
    for one, other in told.get("alike", ()):
        held[f"{one}0"] = held[f"{other}0"]
    return weights, held


SIGNS = {"zero": (0, 0), "positive": (1, 1), "nonnegative": (0, 1)}
"""The least and the greatest sign."""


@pytest.mark.parametrize("seed", range(4))
def test_what_is_said_of_sums_over_aspects_holds_in_random_cases(seed: int) -> None:
    rng, met = random.Random(seed), Counter[str]()
    for _ in range(400):
        data = told(rng)
        lists = Lists(data)
        cases = [case for _ in range(12) if (case := filled(rng, data))]
        for body in rng.sample(BODIES, 12):
            rank, count, weight, own, limit = body
            text = "*".join(["b", f"({rank})", f"({count})", *["w"] * weight, *["1/r"] * own])
            sign = difference(lists, "worse", "better", f"pairs_{limit or 'all'}", text)
            met[sign] += 1
            for aspects, contents in cases if sign and any(aspects for aspects, _ in cases) else ():
                weights, held = weighed(rng, aspects, data["aspects"])
                worse, better = (
                    added_up(
                        listed(data["outputs"][name]["documents"], aspects, contents), body, weights, held
                    )
                    for name in ("worse", "better")
                )
                apart = Fraction(better) - Fraction(worse)
                shown = 0 if abs(apart) < 1e-9 else 1 if apart > 0 else -1
                low, high = SIGNS[sign]
                assert low <= shown <= high, (data, body, sign, aspects, contents, weights, held)
    assert min(met[sign] for sign in ("", *SIGNS)) > 20


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("kinds", {"a": "one", "bc": "any"}),
        ("kinds", {"a": "none"}),
        ("kinds", {}),
        ("equal", ["ac"]),
        ("heavier", ["ab", "ba"]),
        ("contexts", {"head": {"relevant": ["d"]}}),
        ("contexts", {"head": {"relevant": "ab"}}),
        ("contexts", {"head": {"more": "ac"}}),
        ("contexts", {"head": {"some": "a"}}),
        ("contexts", {}),
        ("contexts", {"head": {}, "tail": {}}),
    ],
)
def test_lists_that_are_not_what_they_can_be_are_refused(name: str, wrong: object) -> None:
    aspects: dict[str, Any] = {"kinds": {"a": "one", "b": "one", "c": "any"}, "contexts": {"head": {}}}
    empty: dict[str, Any] = {"complete": False, "quantities": {}, "rows": {}, "values": {}}
    output = {"documents": [{"context": "head"}, {"relevant": "a"}], **empty}
    assert Lists({"aspects": aspects, "outputs": {"worse": output, "better": output}})
    with pytest.raises(RefusedError):
        Lists({"aspects": {**aspects, name: wrong}, "outputs": {"worse": output, "better": output}})


@pytest.mark.parametrize(
    ("below", "sign"), [([], "positive"), (["c"], "positive"), (["b"], ""), (["tail"], "")]
)
def test_documents_below_see_other_counts(below: list[str], sign: str) -> None:
    """One more on b takes from what all others on b add that follow it."""
    aspects: dict[str, Any] = {"kinds": {"a": "one", "b": "one", "c": "any"}, "equal": ["ab"]}
    aspects["contexts"] = {"head": {"more": "ab"}, **({"tail": {}} if "tail" in below else {})}
    empty: dict[str, Any] = {"complete": False, "quantities": {}, "rows": {}, "values": {}}
    rest = [{"context" if each == "tail" else "relevant": each} for each in below]
    outputs = {
        name: {"documents": [{"context": "head"}, {"relevant": own}, *rest], **empty}
        for name, own in (("worse", "a"), ("better", "b"))
    }
    lists = Lists({"aspects": aspects, "outputs": outputs})
    assert difference(lists, "worse", "better", "pairs_all", "b*w*Power(1/2, c - 1)") == sign
