"""No wrong certificate is confirmed: neither by the stand-alone checker nor, as files, by every outside one."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from certify.planted import KINDS, SOURCES, Document, planted
from certify.programs import needs
from certify.proved import certificate

from axiometrics.certify.smt import scripts
from axiometrics.certify.writing import run
from axiometrics.recheck import OF_TASKS, NotCoveredError, RefusedError, check
from axiometrics.recheck.expressions import flattened, parsed

LISTS = ("listed_elsewhere", "fewer_aspects", "other_aspects", "other_contexts", "other_tables")
EXTREMES = ("extreme_doubled", "class_left_out")
DIFFERENCES = ("difference_strict", "difference_turned", "difference_larger", "cell_of_another_class")
SAME = ("same_as_another", "difference_left_out", "each_of_another", "some_of_others")
CHANGES = ("each_further_down", "more_in_the_other", "changed_row_of_another", "counts_that_are_made")
NOTHING = ("balanced_accuracy-replication-empty_class_counted",)
READERS = ("err-priority-document_moved", "reciprocal_rank-replacement-document_moved")
WHOLES = ("other_change", "nothing_above", "most_of_less", "other_readers")
CONTENTS = ("other_information", "nothing_informed", "rarer_elsewhere", "other_whole")
LABELINGS = ("nearer_than_two",)
CUTS = ("cut_strictly", "one_less")
READ = ("other_weights",)
TOLD = ("sizes_that_contradict", "without_an_end", "of_another_task")
LISTED = (
    "other_strict_lists",
    "other_ranks",
    "lists_left_out",
    "other_lengths",
    "terms_that_fall",
    "powers_turned",
    "average_overlap-self_is_most_similar-other_agreement",
)
BETWEEN = ("other_cut", "emd-triangle_inequality-other_share")
RULES = (
    "never_zero",
    *SAME,
    *CHANGES,
    *CONTENTS,
    *WHOLES,
    *READERS,
    *NOTHING,
    *LABELINGS,
    *CUTS,
    *READ,
    *LISTED,
    *BETWEEN,
    *TOLD,
    "freed_variable",
    "lemma_reversed",
    "same_distributions",
    "same_that_differ",
    "other_family",
    *LISTS,
    *EXTREMES,
    *DIFFERENCES,
    "decision_turned",
    "next_to_itself",
    "mmae-perfect_output-other_groups",
)
"""Plants in what symbols have their signs by, and in what is never all zero: scripts take that for granted.

For scripts nothing over nothing adds nothing, too.
"""
LARGE = ("quantification", "classification", "ordinal")
"""Tasks whose certificates have many cases: of each kind one is asked about outside."""
EVERY_SOURCE = pytest.mark.parametrize("source", SOURCES, ids="-".join)


@cache
def wrong(source: tuple[str, str, str]) -> dict[str, Document]:
    """The wrong certificates by name, made of a right one where they are first needed."""
    return dict(planted(*source))


def both(source: tuple[str, str, str]) -> list[str]:
    """The wrong ones that are asked about outside too."""
    return [
        name
        for name in wrong(source)
        if not any(rule in name for rule in RULES) and (source[0] not in LARGE or name.endswith("-0"))
    ]


def test_every_kind_is_planted_and_sixty_at_least() -> None:
    names = [name for source in SOURCES for name in wrong(source)]
    assert {name.split("-")[-2] for name in names} == {kind.__name__ for kind in KINDS}
    assert len(set(names)) == len(names) >= 60


@EVERY_SOURCE
def test_the_stand_alone_checker_refuses(source: tuple[str, str, str]) -> None:
    assert wrong(source)
    assert [name for name, document in wrong(source).items() if is_confirmed(document)] == []


def is_confirmed(document: Document) -> bool:
    try:
        check(document)
    except (RefusedError, NotCoveredError):
        return False
    return True


def test_sixty_and_more_are_refused_outside_too() -> None:
    """Beside the stand-alone checker each of these has files that z3 does not confirm, all of them."""
    some = (name for source in SOURCES for name in both(source) if outside(wrong(source)[name]))
    assert len(list(islice(some, 60))) == 60


def outside(document: Document) -> list[tuple[str, str]]:
    try:
        return list(scripts(document))
    except (RefusedError, NotCoveredError, ValueError):
        return []


@needs("z3")
@EVERY_SOURCE
def test_an_outside_checker_does_not_confirm(source: tuple[str, str, str], tmp_path: Path) -> None:
    """What is the same in a wrong certificate and in the right one is asked last: it is confirmed."""
    known = frozenset(text for _, text in outside(certificate(*source)))
    for name in both(source):
        files = sorted(outside(wrong(source)[name]), key=lambda file: file[1] in known)
        asked = (
            unconfirmed(tmp_path / f"{name.replace('/', ' over ')}-{place}.smt2", text)
            for place, (_, text) in enumerate(files)
        )
        assert not files or any(asked), name


def unconfirmed(path: Path, text: str) -> bool:
    path.write_text(text)
    (answer,) = run([path], "smt", seconds=2, programs=["z3"])
    return answer.outcome != "confirmed"


def test_a_strict_sign_for_fewer_outputs_is_told_as_one_for_fewer() -> None:
    """One more relevant document raises precision where others were selected, and may leave it where none was.

    A document that supposes some is right about these outputs, and its answer says which they are.
    """
    document = copy.deepcopy(certificate("filtering", "precision", "priority_relevant"))
    assert check(document).endswith("is nonnegative; for all tp_, fp_ >= 0")
    (part,) = document["parts"]
    for symbol in part["symbols"]:
        symbol["sign"] = "positive"
    (branch,) = (each for each in part["branches"] if not any("zero" in step for step in each["path"]))
    part["branches"], part["sign"], branch["path"] = [branch], "positive", []
    assert check(document).endswith("is positive; for all tp_, fp_ > 0")


@pytest.mark.parametrize("task", [None, "", "filterings", ["filtering"], 7])
def test_rules_of_no_task_are_not_those_of_any(task: object) -> None:
    document = {**certificate("filtering", "precision", "priority_relevant"), "task": task}
    assert not is_confirmed(document)


@pytest.mark.parametrize("task", sorted(OF_TASKS.keys() - {"filtering", "classification"}))
def test_a_formula_is_not_confirmed_as_one_of_another_task(task: str) -> None:
    """Of two classes there is all that filtering has, so that the same is shown of these."""
    right = certificate("filtering", "precision", "priority_relevant")
    with pytest.raises(RefusedError, match=f"FP is no quantity of {task}"):
        check({**right, "task": task})
    assert check({**right, "task": "classification"}) == check(right)


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ([1, 2], "this is no JSON object"),
        (None, "this is no JSON object"),
        ({"parts": None}, "not the form of a certificate: 'parts' is lacking"),
        ({"reasons": None}, "not the form of a certificate: 'reasons' is lacking"),
        ({"parts": [{}]}, "not the form of a certificate: 'form' is not there, or not known"),
        ({"parts": [7]}, "not the form of a certificate: an entry is not what stands in its place"),
        ({"cases": ["1e99999999"]}, "a number that is written with an exponent"),
    ],
)
def test_of_what_is_no_certificate_it_is_told_what_it_lacks(document: Any, told: str) -> None:
    if isinstance(document, dict):
        right = certificate("filtering", "precision", "priority_relevant") | document
        document = {name: entry for name, entry in right.items() if entry is not None}
    with pytest.raises(RefusedError) as caught:
        check(document)
    assert str(caught.value) == told


@pytest.mark.parametrize("text", ["x" * 10**6 + "(", "+".join(["x(1)"] * 10**4)])
def test_of_a_long_text_little_is_told(text: str) -> None:
    document = copy.deepcopy(certificate("filtering", "precision", "priority_relevant"))
    document["parts"][0]["outputs"]["better"]["quantities"]["TP"] = text
    with pytest.raises(RefusedError) as caught:
        check(document)
    assert len(str(caught.value)) < 600


def test_a_formula_of_few_steps_with_a_text_of_any_length_is_refused() -> None:
    document = copy.deepcopy(certificate("filtering", "precision", "priority_relevant"))
    document["formula"] = [{"kind": "quantity", "value": "TP"}]
    document["formula"] += [{"kind": "product", "parts": [place, place]} for place in range(60)]
    with pytest.raises(RefusedError, match="too long to be written"):
        check(document)


@pytest.mark.parametrize("text", ["(a + b + c + d + e)**900", "log(1000000000000000003)"])
def test_what_would_not_end_is_not_covered(text: str) -> None:
    with pytest.raises(NotCoveredError):
        flattened(parsed(text))


def test_what_is_supposed_in_some_cases_alone_is_told_as_that() -> None:
    document = copy.deepcopy(certificate("filtering", "precision", "priority_relevant"))
    symbol = {"sign": "nonnegative", "meaning": ""}
    names = [f"w{place}" for place in range(8)]
    (part,) = document["parts"]
    part["symbols"] += [{"name": name, **symbol} for name in names]
    part["not_all_zero"] = [["tp_", name] for name in names]
    assert check(document).endswith("; not all 0: tp_, w5; 2 more sums that are not all 0")
    document["cases"].append({"classes": 2})
    document["parts"].append(copy.deepcopy(part) | {"where": {"classes": 2}, "not_all_zero": []})
    document["parts"][1]["symbols"].append({"name": "v", **symbol})
    told = check(document)
    assert "(2 cases); for all 10 symbols >= 0; in some cases for all v >= 0; in some cases not all 0" in told
    assert told.endswith("; in some cases 2 more sums that are not all 0")


def test_of_lists_that_are_the_same_it_is_told_that_they_have_no_ties() -> None:
    assert check(certificate("rank_similarity", "rank_tau_ap", "self_similarity")).endswith(
        "; of lists without ties"
    )
    assert "ties" not in check(certificate("rank_similarity", "rbo", "symmetry"))


ODD = (None, 7, -1, 0.5, "", "x", "1 +", "(", [], [[]], {}, {"x": 1}, True)
"""What stands in place of an entry of a certificate."""


@pytest.mark.parametrize(
    "source",
    [
        ("filtering", "precision", "priority_relevant"),
        ("clustering", "purity", "homogeneity"),
        ("combination", "quadratic_mean", "thomsen"),
        ("ranking", "err", "deepness_threshold"),
        ("probabilistic", "log_loss", "propriety"),
        ("rank_similarity", "rank_tau_ap", "self_similarity"),
    ],
    ids="-".join,
)
def test_of_a_malformed_document_nothing_else_than_a_refusal_is_raised(source: tuple[str, str, str]) -> None:
    """A part is missing, or there is something else in its place: eighty times each."""
    draws, right = random.Random(3), certificate(*source)
    for _ in range(80):
        document = copy.deepcopy(right)
        inside, place = draws.choice(list(places(document)))
        inside[place] = copy.deepcopy(draws.choice(ODD))
        is_confirmed(document)
        inside, place = draws.choice(list(places(document)))
        del inside[place]
        is_confirmed(document)


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every entry of a document: what it is in, and under which name or number."""
    for place in data if isinstance(data, dict) else range(len(data)):
        yield data, place
        if isinstance(data[place], dict | list):
            yield from places(data[place])
