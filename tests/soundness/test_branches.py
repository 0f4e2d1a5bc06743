"""Branches on quantities are taken once and lost: they are refused with the author's line, or judged as they are."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
import sympy

from axiometrics import check
from axiometrics.errors import InputError

from .attacks import SILENT, attacked, given, is_explained
from .judge import judge
from .worlds import WORLDS

P = "table.cells(lambda n, a, b: n * n / a) / table.items"


class Branch(NamedTuple):
    """A formula with a branch; ``operation`` is what the refusal calls it (a pattern)."""

    task: str
    constraint: str
    body: str
    operation: str


def function(*lines: str, view: str = "counts") -> str:
    return "\n    ".join([f"def formula({view}):", *lines]) + "\n"


BRANCHES = {
    "equal": Branch(
        "clustering", "homogeneity", f"table.items * 0 if table.cluster_count == 7 else {P}", "=="
    ),
    "equal to a fraction": Branch(
        "filtering", "priority_relevant", "counts.tp * (1 - 2 * (counts.tn == Fraction(3)))", "=="
    ),
    "equal quantities": Branch(
        "filtering", "priority_relevant", "-counts.tp if counts.fp == counts.fn else counts.tp", "=="
    ),
    "unequal": Branch(
        "filtering", "priority_relevant", "counts.tp if counts.tn != 3 else -counts.tp", "!=|=="
    ),
    "in a tuple": Branch(
        "clustering",
        "completeness",
        f"{P} if table.category_count in (3, 4) else -table.cluster_count",
        "==|in",
    ),
    "in a set": Branch(
        "filtering", "priority_relevant", "-counts.tp if counts.fn in {3, 4} else counts.tp", "hash|==|in"
    ),
    "not in a range": Branch(
        "filtering",
        "priority_relevant",
        "counts.tp if counts.fn not in range(5, 9) else -counts.tp",
        "==|in|hash",
    ),
    "if a quantity": Branch(
        "filtering", "priority_relevant", "counts.tp + 1 if counts.tp else 5", "if|bool|truth"
    ),
    "if not": Branch(
        "filtering", "priority_irrelevant", "counts.tn * (1 if not counts.tp else -1)", "if|bool|truth|not"
    ),
    "or": Branch("filtering", "priority_relevant", "counts.tp or 10", "or|if|bool|truth"),
    "and": Branch(
        "filtering", "priority_relevant", "counts.tp + (counts.fp and -2 * counts.tp)", "and|if|bool|truth"
    ),
    "bool": Branch("filtering", "priority_relevant", "bool(counts.tp) + 0 * counts.tp", "bool|if|truth"),
    "any": Branch(
        "filtering",
        "priority_irrelevant",
        "counts.tn * (1 if any([counts.tp, counts.fn - 1]) else -1)",
        "any|bool|if|truth",
    ),
    "a dict": Branch(
        "filtering", "priority_relevant", "counts.tp * {41: -1}.get(counts.tn, 1)", "hash|dict|=="
    ),
    "a dict with a default": Branch(
        "clustering",
        "homogeneity",
        "table.cluster_count * {4: -1}.get(table.category_count, 1)",
        "hash|dict|==",
    ),
    "an index": Branch(
        "filtering", "priority_relevant", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 9][counts.tp]", "index|int|\\[\\]"
    ),
    "less": Branch(
        "filtering", "priority_relevant", "counts.tp if counts.fp < counts.tp else counts.tp - 9", "<"
    ),
    "at least": Branch("clustering", "homogeneity", f"{P} if table.items >= 20 else 0", ">=|<="),
    "a chain": Branch("filtering", "priority_relevant", "counts.tp if 0 <= counts.tp <= 5 else 0", "<=|>="),
    "sorted": Branch("filtering", "priority_relevant", "sorted([counts.tp, counts.fp])[0]", "<|sorted"),
    "the largest": Branch("filtering", "priority_relevant", "max(counts.tp, counts.fp)", ">|<|max"),
    "the smallest": Branch("combination", "monotonicity", "min(scores.p, scores.r)", "<|min"),
    "round": Branch("filtering", "priority_relevant", "round(counts.tp / 10)", "round"),
    "float": Branch("filtering", "priority_relevant", "float(counts.tp)", "float"),
    "whole": Branch("filtering", "priority_relevant", "int(counts.tp / 2)", "int|trunc"),
    "a range": Branch(
        "filtering", "priority_relevant", "sum(range(counts.tp)) + counts.tp", "range|index|int"
    ),
    "floor division": Branch("filtering", "priority_relevant", "counts.tp // 2", "//|floor"),
    "a remainder": Branch("filtering", "priority_relevant", "counts.tp % 2 + counts.tp", "%|remainder|mod"),
    "a format": Branch("filtering", "priority_relevant", "len(f'{counts.tp:>3}') * counts.tp", "format|str"),
    "a text": Branch(
        "filtering", "priority_relevant", "counts.tp * (-1 if str(counts.fp) == '3' else 1)", "str|format"
    ),
    "a percent sign": Branch(
        "filtering", "priority_relevant", "counts.tp * len('%d' % counts.fn)", "int|format|%|index|float"
    ),
    "in a body": Branch(
        "clustering", "homogeneity", "table.cells(lambda n, a, b: n if n == a else 0) / table.items", "=="
    ),
    "in a body, with a number": Branch(
        "clustering", "completeness", "table.clusters(lambda a: a**2 if a in (2, 3) else a)", "==|in"
    ),
    "in a body, a truth": Branch(
        "ranking", "priority", "run.ranks(lambda at: at.b / at.i if at.x else 2 / at.i)", "if|bool|truth"
    ),
    "in a body, a rank": Branch(
        "ranking", "priority", "run.ranks(lambda at: 0 * at.b if at.i == 3 else at.b / at.i)", "=="
    ),
    "in a body, a pair": Branch(
        "ranking", "priority", "run.pairs(lambda at, below: at.b if run.relevant != 2 else -at.b)", "!=|=="
    ),
    "in a body, the diagonal": Branch(
        "ordinal",
        "correction",
        "matrix.cells(lambda cell: cell.items if cell.assigned == cell.true else 0)",
        "==",
    ),
    "in a body, a class": Branch(
        "ordinal",
        "correction",
        "matrix.present_classes(lambda each: each.right if each.number > 1 else 0)",
        ">|<",
    ),
    "in a body, a sign": Branch(
        "quantification",
        "monotonicity",
        "-shares.sum(lambda at: at.p - at.q if at.p > at.q else at.q - at.p)",
        ">|<",
    ),
    "in a body, the same class": Branch(
        "quantification",
        "monotonicity",
        "-shares.pairs(lambda at, to: 0 if at.k == to.k else at.p * to.q)",
        "==",
    ),
    "in a body, a membership": Branch(
        "overlapping", "homogeneity", "families.items(lambda x, g: 1 if x == g else 0)", "=="
    ),
    "in a body, a lookup": Branch(
        "overlapping",
        "completeness",
        "families.companions(lambda x, g, d: {1: 5}.get(d, 0) + 0 * x)",
        "hash|dict|==",
    ),
    "of scores": Branch(
        "combination", "idempotence", "scores.p if scores.p == scores.r else scores.p * scores.r", "=="
    ),
    "of a score and a number": Branch(
        "combination", "boundedness", "2 * scores.p if scores.r == 1 else minimum(scores.p, scores.r)", "=="
    ),
    "of shares": Branch(
        "organization",
        "ranking.priority",
        "view.priorities().reliability if view.listed == view.organized else 0",
        "==",
    ),
    "of documents": Branch(
        "organization",
        "filtering.priority_relevant",
        "view.priorities().sensitivity * (-1 if view.listed in (4, 5) else 1)",
        "==|in",
    ),
}

STATEMENTS = {
    "match": Branch(
        "filtering",
        "priority_relevant",
        function("match counts.tn:", "    case 7:", "        return -counts.tp", "return counts.tp"),
        "match|==",
    ),
    "a statement": Branch(
        "filtering",
        "priority_relevant",
        function("if counts.fn == 1:", "    return -counts.tp", "return counts.tp"),
        "==",
    ),
    "a loop": Branch(
        "filtering",
        "priority_relevant",
        function("found = 0", "while found < counts.tp:", "    found += 1", "return found + 0 * counts.tp"),
        "<|>",
    ),
    "an assertion": Branch(
        "filtering",
        "priority_relevant",
        function("assert counts.tp > 0, 'nothing found'", "return counts.tp"),
        ">|<",
    ),
    "an own condition": Branch(
        "clustering",
        "homogeneity",
        function(f"value = {P}", "if value == 1:", "    return 0", "return value", view="table"),
        "==",
    ),
}
_LINES = {
    "match": "case",
    "a statement": "if ",
    "a loop": "while",
    "an assertion": "assert",
    "an own condition": "if ",
}


@pytest.mark.parametrize("name", [*BRANCHES, *STATEMENTS])
def test_a_branch_is_refused_by_line_or_judged_as_it_is(name: str) -> None:
    branch = {**BRANCHES, **STATEMENTS}[name]
    formula = given(branch.task, branch.body)
    found = judge(WORLDS[branch.task], formula, branch.constraint, max_examples=20)
    assert not found.wrong, found.wrong[0]
    if found.kind in SILENT:
        line = _LINES.get(name, "return")
        assert is_explained(found.error, formula, line, branch.operation), found.error


SWALLOWED = {
    "a type": "counts.tp if isinstance(counts.fp, (int, float)) or hasattr(counts.fp, 'numerator') else -counts.tp",
    "an attribute": "-counts.tp if hasattr(counts.fp, 'free_symbols') else counts.tp * (counts.fp + 1)",
    "an identity": "counts.tp * (1 if counts.tp is counts.relevant - counts.fn else -1)",
    "a caught error": function(
        "try:", "    return -counts.tp + 0 * float(counts.tp)", "except Exception:", "    return counts.tp"
    ),
    "a caught comparison": function(
        "try:",
        "    return -counts.tp if counts.tp < 9 else 0 * counts.tp",
        "except Exception:",
        "    return counts.tp",
    ),
    "a caught truth": function(
        "try:",
        "    late = bool(counts.fp)",
        "except Exception:",
        "    late = False",
        "return -counts.tp if late else counts.tp",
    ),
    "every error caught": function(
        "try:",
        "    return counts.fp - counts.tp if counts.fp == counts.fn else -counts.tp",
        "except BaseException:",
        "    return counts.tp",
    ),
    "a class": "counts.tp if type(counts.tp) is type(counts.relevant) else -counts.tp",
    "a name": "counts.tp * (1 if repr(counts.tp) == 'TP' else -1)",
    "a letter": "counts.tp * (-1 if 'P' not in repr(counts.tp) else 1)",
}


@pytest.mark.parametrize("name", SWALLOWED)
def test_what_slips_through_recording_is_found_by_calling_the_function_with_numbers(name: str) -> None:
    found, wrong = attacked("filtering", "priority_relevant", SWALLOWED[name])
    assert not wrong, wrong
    assert found.kind != "crash", found.phrase


@pytest.mark.parametrize("value", ["sqrt(2)", "Symbol('N')", "oo", "pi", "Float('0.1')", "sqrt(-1)"])
def test_numbers_of_another_algebra_are_no_open_parameters(value: str) -> None:
    """They would stand for an open parameter, and a formula with one is not called on plain numbers."""
    found = sympy.sympify(value)

    def share(table: Any) -> Any:
        return table.cells(lambda n, a, b: n**2 / a) / table.items * found

    with pytest.raises(InputError, match="a formula cannot use"):
        check(share, "clustering", constraints=["homogeneity"], effort="quick", cache=False)


FAR = {
    "a size of a table": ("clustering", "completeness", f"guarded({P}, table.items - 500, UNDEFINED)"),
    "a quotient": ("clustering", "size_vs_quantity", f"{P} + 0 * ratio(1, table.items - 500, UNDEFINED)"),
    "a length of a list": (
        "diversity",
        "redundancy",
        "guarded(listing.pairs(lambda at: at.w * at.x), listing.listed - 60, UNDEFINED)",
    ),
    "items of label sets": ("multilabel", "symmetry", "guarded(labels.items, labels.items - 700, UNDEFINED)"),
}
"""Formulas without a value far beyond all cases that are swept, whose margin is zero wherever they have one."""


@pytest.mark.parametrize("where", FAR)
def test_a_proof_speaks_only_of_cases_that_surely_have_a_value(where: str) -> None:
    task, constraint, body = FAR[where]
    found, wrong = attacked(task, constraint, body)
    assert not wrong, wrong
    if "proof" in found.phrase:
        assert "every case that has a value" in found.phrase


def test_a_proof_speaks_of_every_case_where_it_shows_that_there_is_a_value() -> None:
    body = f"guarded({P}, table.items - table.items / 2, UNDEFINED)"
    found, wrong = attacked("clustering", "completeness", body)
    assert (found.phrase, wrong) == ("blind: a proof shows that every case ties", "")
