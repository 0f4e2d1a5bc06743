"""What code finds out by names that it makes, by frames, by methods of Python's types, and by state nobody shows."""

from __future__ import annotations

import pytest

from .grammar import Formula
from .judge import judge
from .worlds import WORLDS

BODY = """
def formula(counts):
    x, y = counts.tn, counts.tp
    {}
    return -y if {} and x > 10**12 else y
"""
FAR = {
    "a name put together": ("u = '_'", "getattr(x, u + u + 'doc' + u + u)[:3] == 'int'"),
    "a name out of a tuple": ("names = ['__doc__', 'tp']", "getattr(x, names[0])[:3] == 'int'"),
    "a name turned round": ("name = ''.join(reversed(['_', 'scod', '_']))", "hasattr(x, name)"),
    "a name of an argument": (
        "names = list(dict(__doc__=1))",
        "[getattr(x, name) for name in names][0][:3] == 'int'",
    ),
    "a function kept aside": (
        "found = []; (found := [getattr])[0](x, 'tp', 0)",
        "found[0](x, '_' + '_doc_' + '_')[:3] == 'int'",
    ),
    "a text of an attribute": ("", "'{0.__doc__}'.format(x)[:3] == 'int'"),
    "a text that is put together": (
        "u = '_'",
        "('{0.' + u + u + 'doc' + u + u + '}').format(x)[:3] == 'int'",
    ),
    "a mapping of texts": ("", "'{x.__doc__}'.format_map({'x': x})[:3] == 'int'"),
    "a comparison by its name": ("u = '_'", "getattr(10**12, u + u + 'lt' + u + u)(x) == True"),
    "a method caller": (
        "import operator; u = '_'",
        "operator.methodcaller(u + u + 'lt' + u + u, x)(10**12) == True",
    ),
    "a fraction's own comparison": ("import operator", "Fraction(10**12)._richcmp(x, operator.lt) == True"),
    "a wrapper": ("import functools; f = functools.wraps(x)(lambda: 0)", "'int' in str(f)"),
    "a module's module": ("import dataclasses", "len(getattr(dataclasses, 'sys').modules)"),
    "shifted bits": ("", "(x >> 40) == 1"),
    "bits of a number": ("", "(x & 1) == 1"),
    "a hash of a text": ("", "hash('text') % 2"),
    "a clock of NumPy's": ("import numpy as np", "str(np.datetime64('now')) > '2020'"),
    "a kind of NumPy's": ("import numpy as np", "np.result_type(x) == int"),
}
"""Conditions that hold of plain numbers only, with what stands before them."""


@pytest.mark.parametrize("name", FAR)
def test_what_a_made_name_tells_is_refused(name: str) -> None:
    _is_refused(BODY.format(*(part or "pass" for part in FAR[name])))


USED = "\n\ndef formula(counts):\n    x, y = counts.tn, counts.tp\n    return {}\n"
STATE = "\n\ndef formula(counts):\n    {}\n    return counts.tp if {} < 500 else -counts.tp\n"
MODULES = {
    "a method of a number": "less = (10**12).__lt__" + USED.format("-y if less(x) == True else y"),
    "a method of numbers": "less = int.__lt__" + USED.format("-y if less(10**12, x) == True else y"),
    "a method of a fraction": "less = Fraction(10**12).__lt__" + USED.format("-y if less(x) == True else y"),
    "a size in memory": "size = object.__sizeof__" + USED.format("-y if size(x) == 32 else y"),
    "a text of an object": "told = object.__repr__" + USED.format("-y if told(x)[:4] == '<int' else y"),
    "another name": "found = getattr" + USED.format("-y if found(x, '_' + 'value', 0) else y"),
    "a call of a class": "class Kind:\n    __call__ = type\n" + USED.format("-y if Kind()(x) == int else y"),
    "an extended number": "class Far(int):\n    less = int.__lt__\n"
    + USED.format("-y if Far(10**12).less(x) == True else y"),
    "a parent's method": "class Far(int):\n    def less(self, x):\n        return super().__lt__(x)\n"
    + USED.format("-y if Far(10**12).less(x) == True else y"),
    "another module's name": "def kind(x):\n    return type(x)\n\n\nkind.__module__ = 'fractions'"
    + USED.format("-y if kind(x) == int else y"),
    "a class of another module's name": "class Kind:\n    __module__ = 'fractions'\n\n    def __call__(self, x):\n"
    "        return type(x)\n" + USED.format("-y if Kind()(x) == int else y"),
    "an attribute of a function": "def kind(x):\n    return kind.of(x)\n\n\nkind.of = type"
    + USED.format("-y if kind(x) == int else y"),
    "what sets a property": "class Kind:\n    @property\n    def of(self):\n        return 0\n\n    @of.setter\n"
    "    def of(self, x):\n        self.found = type(x)\n\n\ndef formula(counts):\n    kind = Kind()\n"
    "    kind.of = counts.tn\n    return -counts.tp if kind.found == int else counts.tp\n",
    "a class of classes": "class Kind(type):\n    def __call__(cls, x):\n        return type(x)\n\n\n"
    "class Of(metaclass=Kind):\n    pass\n" + USED.format("-y if Of(x) == int else y"),
    "a namespace": "from types import SimpleNamespace\n\nkinds = SimpleNamespace(of=type)"
    + USED.format("-y if kinds.of(x) == int else y"),
    "a mapping": "from types import MappingProxyType\n\nkinds = MappingProxyType({'of': type})"
    + USED.format("-y if kinds['of'](x) == int else y"),
    "a module handed on": "import types\n\nhome = types.ModuleType('home')\nhome.kind = type\n\n\n"
    "def kind(module, x):\n    return module.kind(x)\n" + USED.format("-y if kind(home, x) == int else y"),
    "a frame": "def names(found):\n    frame = found[0].gi_frame\n    while frame != None:\n"
    "        yield frame.f_code.co_name\n        frame = frame.f_back\n\n\ndef formula(counts):\n    found = []\n"
    "    found.append(names(found))\n    return counts.tp * (1 if 'written_graph' in list(found[0]) else -1)\n",
    "an error that nobody sees": "class Far:\n    def __init__(self, x):\n        self.x, self.is_far = x, False\n\n"
    "    def __iter__(self):\n        return iter(())\n\n    def __length_hint__(self):\n"
    "        self.is_far = pow(2, self.x, 2**40) == 0\n        return 0\n\n\ndef formula(counts):\n"
    "    far = Far(counts.tn)\n    list(far)\n    return -counts.tp if far.is_far else counts.tp\n",
    "a last word": "class Far:\n    def __init__(self, x, out):\n        self.x, self.out = x, out\n\n"
    "    def __del__(self):\n        self.out.append(pow(2, self.x, 2**40))\n\n\ndef formula(counts):\n    out = []\n"
    "    Far(counts.tn, out)\n    return -counts.tp if out == [0] else counts.tp\n",
    "the state of a namespace": "from types import SimpleNamespace\n\nseen = SimpleNamespace(calls=0)"
    + STATE.format("seen.calls += 1", "seen.calls"),
    "the state in a slot": "class Seen:\n    __slots__ = ('calls',)\n\n\nseen = Seen()\nseen.calls = 0"
    + STATE.format("seen.calls += 1", "seen.calls"),
    "the state of bytes": "seen = bytearray(2)"
    + STATE.format("seen[seen[0] == 250] += seen[1] < 250", "2 * sum(seen)"),
    "the state of a range": "seen = iter(range(10**9))" + STATE.format("pass", "next(seen)"),
    "the state of a generator": "seen = (number for number in range(10**9))"
    + STATE.format("pass", "next(seen)"),
    "the state of a cycle": "from itertools import cycle\n\nseen = cycle([1] * 500 + [500])"
    + STATE.format("pass", "next(seen)"),
    "the state of a cache": "from functools import cache\n\n\n@cache\ndef one(number):\n    return 1\n"
    + STATE.format("one(1)", "one.cache_info().hits"),
    "the state of a partial function": "from functools import partial\n\nseen = partial(max)\nseen.calls = 0"
    + STATE.format("seen.calls += 1", "seen.calls"),
    "the state of a user's dictionary": "from collections import UserDict\n\nseen = UserDict(calls=0)"
    + STATE.format("seen['calls'] += 1", "seen['calls']"),
    "the state deep inside": "seen = [0]\nfor _ in range(200):\n    seen = [seen]\n"
    + STATE.format(
        "last = seen\n    while last[0].__class__ == list: last = last[0]\n    last[0] += 1", "last[0]"
    ),
}
"""Modules of an author's, with what their formula reads of them."""


@pytest.mark.parametrize("name", MODULES)
def test_what_a_module_lends_a_formula_is_looked_into(name: str) -> None:
    _is_refused(MODULES[name])


def _is_refused(source: str) -> None:
    found = judge(WORLDS["filtering"], Formula(source), "priority_relevant", max_examples=5, size=4)
    assert found.kind == "refused", found.phrase
    assert not found.wrong, found.wrong[0]
    assert "formula_" in found.error or "keeps something from one call to the next" in found.error


HONEST = {
    "a name that is written": USED.format("getattr(counts, 'tp') + getattr(counts, 'fp', 0)"),
    "an enumeration": "from enum import Enum, IntEnum\n\n\nclass Weight(Enum):\n    HALF = Fraction(1, 2)\n\n\n"
    "class Rank(IntEnum):\n    FIRST = 1\n" + USED.format("y * Weight.HALF.value * int(Rank.FIRST)"),
    "a named tuple": "from typing import NamedTuple\n\n\nclass Pair(NamedTuple):\n    x: object\n    y: object\n"
    + USED.format("Pair(x, y)._replace(x=2).x * Pair(x, y).y"),
    "an abstract class": "from abc import ABC, abstractmethod\n\n\nclass Weighed(ABC):\n    @abstractmethod\n"
    "    def of(self, x):\n        ...\n\n\nclass Twice(Weighed):\n    def of(self, x):\n        return 2 * x\n"
    + USED.format("Twice().of(y)"),
    "whole numbers of NumPy's": "import numpy as np\n\nWEIGHTS = [np.int64(2), np.int64(3)]"
    + USED.format("y * WEIGHTS[0] + WEIGHTS[1] * y"),
    "Python's arithmetic": "import math\nimport operator\nfrom functools import reduce\n"
    + USED.format("reduce(operator.mul, [y, math.comb(5, 2), Fraction(1, 2)]) + math.prod([y, 2])"),
    "a name with a number": "from axiometrics.formulas import named\n"
    + USED.format("named(y + 1, f'x_{3}') + named(y + 2, 'y_{}'.format(2))"),
    "a checked parameter": "def formula(counts, beta=None):\n    assert counts is not None\n"
    "    return counts.tp * (2 if beta is None else beta)\n",
}


@pytest.mark.parametrize("name", HONEST)
def test_ordinary_code_of_a_module_is_a_formula(name: str) -> None:
    found = judge(WORLDS["filtering"], Formula(HONEST[name]), "priority_relevant", max_examples=5, size=4)
    assert found.kind == "holds (proof)", found.phrase
    assert not found.wrong, found.wrong[0]


MISTAKEN = {
    "nothing": ("pass", "cannot use None"),
    "a text": ("return 'tp'", "cannot use 'tp'"),
    "numbers side by side": ("return counts.tp, counts.fp", "cannot use (TP, FP)"),
    "one by one": ("yield counts.tp", "cannot use <generator"),
    "a float": ("return 0.5", "write Fraction('0.5')"),
    "what is no number": ("return counts.tp * float('nan')", "UNDEFINED and INFINITE"),
    "what is larger than all": ("return counts.tp * float('inf')", "UNDEFINED and INFINITE"),
    "an exit": ("raise SystemExit(3)", "asked the process to exit"),
    "an end of a generator": ("raise GeneratorExit('at once')", "GeneratorExit: at once"),
    "an interrupt": ("raise KeyboardInterrupt", "failed with KeyboardInterrupt"),
    "an exception of no usual kind": ("raise type('Own', (BaseException,), {})('mine')", "type"),
    "a number beyond all": ("return counts.tp * 10**100000", "numbers of more than 10000 bits"),
    "an error of a quantity": ("raise ValueError(counts.tp)", "ValueError: TP"),
}


@pytest.mark.parametrize("name", MISTAKEN)
def test_a_mistaken_value_is_refused_at_the_authors_file(name: str) -> None:
    body, why = MISTAKEN[name]
    formula = Formula(f"def formula(counts):\n    {body}\n")
    found = judge(WORLDS["filtering"], formula, "priority_relevant", max_examples=5, size=4)
    assert found.kind == "refused", found.phrase
    assert f"({formula.file}:" in found.error
    assert why in found.error


@pytest.mark.parametrize(
    ("task", "body", "told"),
    [
        (
            "ranking",
            "run.pairs(lambda at, below: below.b)",
            "`b` in the below of a body; allowed: e, f, j, y",
        ),
        (
            "classification",
            "matrix.cells(lambda cell: cell.right)",
            "`right` in the cell of a body; allowed: gold",
        ),
        ("quantification", "shares.sum(lambda at: at.share)", "`share` in the "),
    ],
)
def test_what_a_body_is_not_given_is_told_with_what_it_is_given(task: str, body: str, told: str) -> None:
    world = WORLDS[task]
    found = judge(world, Formula.of(world.view, body), world.constraints[0], max_examples=5)
    assert found.kind == "refused"
    assert not found.wrong, found.wrong[0]
    assert told in found.error
