"""Whatever a function asks of a quantity is refused at its line, or changes nothing: in every task and every body."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache, partial
from typing import Any

import pytest

from axiometrics.errors import NotSymbolicError
from axiometrics.metrics.registry import build

from .attacks import SILENT, given
from .grammar import Formula
from .judge import judge
from .worlds import WORLDS

PLACES = {
    "of counts": ("filtering", "priority_relevant", "asked(counts.tn, counts.tp)"),
    "of a table": ("clustering", "homogeneity", "asked(table.cluster_count, table.category_count)"),
    "of a cell": ("clustering", "homogeneity", "table.cells(lambda n, a, b: asked(a, n)) / table.items"),
    "of a cluster": ("clustering", "completeness", "table.clusters(lambda a: asked(a, a**2))"),
    "of a list": ("ranking", "priority", "asked(run.listed, run.ranks(lambda at: at.b / at.i))"),
    "of a rank": ("ranking", "priority", "run.ranks(lambda at: asked(at.i, at.b / at.i))"),
    "of a pair of ranks": ("ranking", "priority", "run.pairs(lambda at, below: asked(at.i, at.b))"),
    "of a matrix": ("ordinal", "correction", "asked(matrix.items, matrix.used)"),
    "of a cell of a matrix": (
        "ordinal",
        "correction",
        "-matrix.cells(lambda cell: asked(cell.items, cell.wrong))",
    ),
    "of a number of classes": (
        "quantification",
        "reversal",
        "asked(shares.classes, shares.sum(lambda at: at.p**2))",
    ),
    "of a share": (
        "quantification",
        "monotonicity",
        "-shares.sum(lambda at: asked(at.k, (at.p - at.q) ** 2))",
    ),
    "of a family": (
        "overlapping",
        "homogeneity",
        "asked(families.cluster_occurrences, families.items(lambda x, g: g))",
    ),
    "of an item": ("overlapping", "homogeneity", "families.items(lambda x, g: asked(x, g))"),
    "of an organization": (
        "organization",
        "ranking.priority",
        "asked(view.listed, view.priorities().reliability)",
    ),
    "of two scores": ("combination", "symmetry", "asked(scores.p, scores.p * scores.r)"),
}

QUESTIONS = {
    "isinstance": "return -y if isinstance(x, (int, Fraction)) else y",
    "isinstance, and a size": "return -y if isinstance(x, int) and x == 41 else y",
    "a type's name, and a size": "return y if type(x).__name__ == 'Quantity' or x != 41 else -y",
    "a type, beyond every sample": "return y if type(x).__name__ != 'int' or x < 10**12 else -y",
    "a type in a table": "return {int: -y}.get(type(x), y)",
    "a type by another name": """
        kind = type
        return -y if kind(x) is int and x > 10**12 else y""",
    "a type as a default": """
        def is_whole(value, kind=type):
            return kind(value) is int and value > 10**12

        return -y if is_whole(x) else y""",
    "a type by way of its module": """
        import builtins
        return -y if builtins.type(x) is int and x > 10**12 else y""",
    "a type of a method's": """
        class Looking:
            def __call__(self, value):
                return type(value) is int and value > 10**12

        return -y if Looking()(x) else y""",
    "the stack, beyond every sample": """
        import sys
        return -y if sys._getframe(1).f_code.co_name != 'written_graph' and x > 10**12 else y""",
    "an exact type": "return -y if type(x) is int else y",
    "a match of kinds": """
        match x:
            case int() | float():
                return -y
            case _:
                return y""",
    "a match of a number": """
        match x:
            case 41:
                return -y
        return y""",
    "a match of a sequence": """
        match x:
            case [one, *others]:
                return -y
        return y""",
    "a match of a mapping": """
        match x:
            case {"value": one}:
                return -y
        return y""",
    "a generic function": """
        from functools import singledispatch

        @singledispatch
        def sign(value):
            return 1

        sign.register(int)(lambda value: -1)
        return y * sign(x)""",
    "its text": "return -y if repr(x) == '41' else y",
    "its text in a list": "return -y if '41' in repr([x]) else y",
    "its text in a message": "return -y if '%r' % (x,) == '41' else y",
    "an f-string": "return -y if f'{x!r}' == '41' else y",
    "a private attribute": "return -y if getattr(x, '_numerator', 0) == 41 else y",
    "an inner attribute": "return y if hasattr(x, 'node') or x != 41 else -y",
    "a pickle": """
        import pickle
        return -y if b'41' in pickle.dumps(x) else y""",
    "a copy": """
        import copy
        return y if copy.copy(x) is not x else -y""",
    "a deep copy": """
        import copy
        return -y if copy.deepcopy([x])[0] == 41 else y""",
    "a size in memory": """
        import sys
        return -y if sys.getsizeof(x) > 28 else y""",
    "an identity": "return y if x is not x + 0 else -y",
    "an id": "return y if id(x) == id(x) else -y",
    "the stack": """
        import sys
        frame, names = sys._getframe(), []
        while frame:
            names.append(frame.f_code.co_name)
            frame = frame.f_back
        return y if 'written_graph' in names or x < 41 else -y""",
    "whether numbers are asked for": """
        from axiometrics.formulas import plain
        return -y if plain.asked_for() and x == 41 else y""",
    "a thread": """
        from threading import Thread
        found = [1]

        def look():
            try:
                found[0] = -1 if x == 41 else 1
            except BaseException:
                pass

        thread = Thread(target=look)
        thread.start()
        thread.join()
        return y * found[0]""",
    "a generator": """
        def signs():
            yield -1 if x == 41 else 1

        return y * next(signs())""",
    "a comprehension": "return y * [sign for sign in (1, -1) if x > 41 * sign][0]",
    "a cache": """
        from functools import cache
        return y * cache(lambda value: -1 if value == 41 else 1)(x)""",
    "any and all": "return y if any([x]) and all([x]) else -y",
    "a sort": "return sorted([x, y], key=lambda each: each)[-1]",
    "a count": "return y * (1 - 2 * [41, 42].count(x))",
    "a sum of signs": "return y * (1 - 2 * sum(each == x for each in (41, 42)))",
    "a bisection": """
        from bisect import bisect
        return y * (1 - 2 * bisect([41], x))""",
    "a heap": """
        from heapq import nlargest
        return nlargest(1, [x, y])[0]""",
    "nearness": """
        import math
        return y if math.isclose(x, 41) else -y""",
    "a sum of floats": """
        import math
        return math.fsum([x, y])""",
    "a decimal number": """
        from decimal import Decimal
        return y * int(Decimal(x))""",
    "a fraction": "return y * Fraction(x)",
    "NumPy's where": """
        import numpy as np
        return y * np.where(x == 41, -1, 1)""",
    "NumPy's sign": """
        import numpy as np
        return y * np.sign(x)""",
    "NumPy's largest": """
        import numpy as np
        return [x, y][int(np.argmax(np.array([x, y], dtype=object)))]""",
    "NumPy's numbers": """
        import numpy as np
        return y * (1 - 2 * (np.float64(x) == 41))""",
    "statistics": """
        from statistics import median
        return median([x, y, 3])""",
    "an error swallowed": """
        try:
            return -y if int(x) == 41 else y
        except Exception:
            return y""",
    "an error swallowed on the way out": """
        from contextlib import suppress
        sign = 1
        with suppress(Exception):
            sign = -1 if x == 41 else 1
        return y * sign""",
    "an error taken back": """
        try:
            late = x > 41
        finally:
            return y""",
    "a call counted": """
        asked.calls = getattr(asked, 'calls', 0) + 1
        return y if asked.calls < 500 else -y""",
    "a weak reference": """
        import weakref
        try:
            weakref.ref(x)
        except TypeError:
            return y
        return -y""",
    "an error caught, beyond every sample": """
        try:
            return -y if int.bit_length(x) > 40 else y
        except TypeError:
            return y""",
    "an error on the way out, beyond every sample": """
        big = False
        try:
            big = int.bit_length(x) > 40
        finally:
            return -y if big else y""",
    "an error suppressed, beyond every sample": """
        from contextlib import suppress
        big = False
        with suppress(TypeError):
            big = int.bit_length(x) > 40
        return -y if big else y""",
    "a number's own comparison": "return -y if (10**12).__lt__(x) is True else y",
    "a number's own comparison by its name": "return -y if getattr(10**12, '__lt__')(x) == True else y",
    "a class's own parts": "return y if hasattr(x, '__slots__') or x < 10**12 else -y",
    "where it comes from": "return y if getattr(x, '__module__', '') or x < 10**12 else -y",
    "an identity with a number": """
        small = 41
        return -y if x is small else y""",
    "an identity by a function": """
        from operator import is_
        return -y if is_(x, 41) else y""",
    "its own class": """
        from axiometrics.formulas.graph import Quantity
        return y if isinstance(x, Quantity) or x < 10**12 else -y""",
    "its own class, from far": """
        import axiometrics
        return y if isinstance(x, axiometrics.formulas.graph.Quantity) or x < 10**12 else -y""",
    "a match of its own class": """
        from axiometrics.formulas.graph import Quantity
        match x:
            case Quantity():
                return y
        return -y if x > 10**12 else y""",
    "whether numbers are asked for, beyond every sample": """
        from axiometrics.formulas.plain import asked_for
        return -y if asked_for() and x.real > 10**12 else y""",
    "what it keeps to itself": "return -y if x._text() == '1000000000039' else y",
    "a text by a library": """
        import json
        return -y if json.loads(json.dumps(x, default=lambda value: 0)) > 10**12 else y""",
    "how often it is used": """
        import sys
        return y if sys.getrefcount(x) < 100 or x < 10**12 else -y""",
    "what it has": "return y if 'bit_length' not in dir(x) or x < 10**12 else -y",
    "a type in a list": """
        kinds = [type]
        return y if kinds[0](x).__name__ != 'int' or x < 10**12 else -y""",
    "a type in an expression of text": "return y if eval('type(x) != int') or x < 10**12 else -y",
    "a format of digits": "return y * len(format(x, 'd'))",
    "a power modulo": "return y + pow(x, 2, 7)",
    "a slice": "return y * len([1, 2, 3][:x])",
}


def written(task: str, question: str, whole: str) -> str:
    lines = question.splitlines()
    body = [f"        {lines[0]}"] if len(lines) == 1 else lines[1:]
    return "\n".join(
        [f"def formula({WORLDS[task].view}):", "    def asked(x, y):", *body, "", f"    return {whole}", ""]
    )


CHOSEN = [
    (question, list(PLACES)[(3 * number + step) % len(PLACES)])
    for number, question in enumerate(QUESTIONS)
    for step in (0, 7)
]
"""Every question at two places, and every place with several questions."""


@pytest.mark.parametrize(("question", "place"), CHOSEN)
def test_a_question_is_refused_at_its_line_or_changes_nothing(question: str, place: str) -> None:
    task, constraint, whole = PLACES[place]
    formula = given(task, written(task, QUESTIONS[question], whole))
    found = judge(WORLDS[task], formula, constraint, max_examples=5, size=4)
    assert not found.wrong, found.wrong[0]
    if found.kind in SILENT:
        assert f"{formula.file}:" in found.error or "is a function of its view alone" in found.error
        assert any(word in found.error for word in ("guarded", "maximum", "reads=")), found.error


KEPT = {
    "a default": (
        "def formula(counts, seen=[]):\n    seen.append(1)\n"
        "    return counts.tp * (1 if len(seen) < 500 else -1)\n"
    ),
    "an attribute": (
        "def formula(counts):\n    formula.calls = getattr(formula, 'calls', 0) + 1\n"
        "    return counts.tp if formula.calls < 500 else -counts.tp\n"
    ),
    "a global number": (
        "calls = 0\n\n\ndef formula(counts):\n    global calls\n    calls += 1\n"
        "    return counts.tp if calls < 500 else -counts.tp\n"
    ),
    "a global list": (
        "calls = []\n\n\ndef formula(counts):\n    calls.append(counts.tp)\n"
        "    return counts.tp if len(calls) < 500 else calls[0]\n"
    ),
    "a closure": (
        "def made():\n    calls = 0\n\n    def formula(counts):\n        nonlocal calls\n        calls += 1\n"
        "        return counts.tp if calls < 500 else -counts.tp\n\n    return formula\n\n\nformula = made()\n"
    ),
    "a helper's state": (
        "def sign(seen=[]):\n    seen.append(1)\n    return 1 if len(seen) < 500 else -1\n\n\n"
        "def formula(counts):\n    return counts.tp * sign()\n"
    ),
    "a class": (
        "class State:\n    calls = 0\n\n\ndef formula(counts):\n    State.calls += 1\n"
        "    return counts.tp if State.calls < 500 else -counts.tp\n"
    ),
    "an object": (
        "class State:\n    def __init__(self):\n        self.calls = 0\n\n\nstate = State()\n\n\n"
        "def formula(counts):\n    state.calls += 1\n    return counts.tp if state.calls < 500 else -counts.tp\n"
    ),
    "a counter": (
        "from itertools import count\n\ncalls = count()\n\n\n"
        "def formula(counts):\n    return counts.tp if next(calls) < 500 else -counts.tp\n"
    ),
    "a dictionary": (
        "def formula(counts, seen={}):\n    seen['calls'] = seen.get('calls', 0) + 1\n"
        "    return counts.tp if seen['calls'] < 500 else -counts.tp\n"
    ),
}


@pytest.mark.parametrize("where", KEPT)
def test_a_function_that_keeps_something_between_its_calls_is_no_formula(where: str) -> None:
    found = judge(WORLDS["filtering"], Formula(KEPT[where]), "priority_relevant", max_examples=5)
    assert found.kind == "refused", found.phrase
    assert "keeps something from one call to the next" in found.error


KIND = type
SIGNS = {"kind": [lambda value: -1 if type(value) is int and value > 10**12 else 1]}


def by_another_name(view: Any) -> Any:
    return view.tp if KIND(view.tp).__name__ != "int" or view.tp < 10**12 else -view.tp


def by_a_table(view: Any) -> Any:
    return view.tp * SIGNS["kind"][0](view.tp)


@pytest.mark.parametrize("function", [by_another_name, by_a_table])
def test_a_type_that_the_module_knows_is_refused(function: Any) -> None:
    with pytest.raises(NotSymbolicError, match=r"test_questions.py:\d+: a formula cannot (use|compare)"):
        _ = build(function, task="filtering").formula


def weighed(value: Any, share: Any = None) -> Any:
    return value if share is None else value * share


class Weight:
    """An object of an author's, which is called like a function."""

    def __init__(self, share: Fraction) -> None:
        self._share = share

    def __call__(self, value: Any) -> Any:
        return weighed(value, self._share)


WEIGHTS = {"half": Weight(Fraction(1, 2)), "whole": partial(weighed, share=1)}


@cache
def choices(number: int) -> int:
    return math.comb(number, 2)


def calculates(view: Any, base: int = 5) -> Any:
    import itertools

    pairs = list(itertools.combinations(range(base), 2))
    weights = [weight(view.tp) for weight in WEIGHTS.values()]
    return sum(weights) * len(pairs) / choices(base) if base is not None else view.fp


def test_ordinary_code_is_a_formula_whatever_it_is_made_of() -> None:
    assert str(build(calculates, task="filtering").formula.expression) == "3*TP/2"
