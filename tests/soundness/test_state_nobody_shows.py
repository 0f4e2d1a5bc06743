"""What functions keep where nobody looks, and errors that Python swallows: such a function is no formula."""

from __future__ import annotations

import collections
import math
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from .grammar import Formula
from .judge import judge
from .worlds import WORLDS

COUNTS = "\n\ndef formula(counts):\n    {}\n    return counts.tp if {} < 5000 else -counts.tp\n"
STEPS = "\n\ndef formula(counts):\n    return counts.tp * step()\n"
STEP = "def step():\n    calls.append(1)\n    return 1 if len(calls) < 5000 else -1\n\n\n"
KEPT = {
    "a module": "import types\n\nhome = types.ModuleType('home')\nhome.calls = 0"
    + COUNTS.format("home.calls += 1", "home.calls"),
    "a module of a module": "import types\n\nhome = types.ModuleType('home')\nhome.inner = types.ModuleType('inner')\n"
    "home.inner.calls = 0" + COUNTS.format("home.inner.calls += 1", "home.inner.calls"),
    "a module of Python's": "import math\n\nmath.calls = 0" + COUNTS.format("math.calls += 1", "math.calls"),
    "an import inside": "import sys, types\n\nsys.modules['kept_home'] = types.ModuleType('kept_home')\n"
    "sys.modules['kept_home'].calls = 0\n"
    + COUNTS.format("import kept_home; kept_home.calls += 1", "kept_home.calls"),
    "a function of Python's": "import collections\n\ncollections.namedtuple.calls = 0"
    + COUNTS.format("collections.namedtuple.calls += 1", "collections.namedtuple.calls"),
    "a class of Python's": "Fraction.calls = 0" + COUNTS.format("Fraction.calls += 1", "Fraction.calls"),
    "what is given beforehand": "from functools import partial\n\n\ndef count(calls):\n    calls.append(1)\n"
    "    return 1 if len(calls) < 5000 else -1\n\n\nstep = partial(count, [])" + STEPS,
    "a method": "class Seen:\n    calls = 0\n\n    def step(self):\n        self.calls += 1\n"
    "        return 1 if self.calls < 5000 else -1\n\n\nstep = Seen().step" + STEPS,
    "a list's attribute": "class Seen(list):\n    pass\n\n\nseen = Seen()\nseen.calls = 0"
    + COUNTS.format("seen.calls += 1", "seen.calls"),
    "a number's attribute": "class Seen(int):\n    pass\n\n\nseen = Seen(5)\nseen.calls = 0"
    + COUNTS.format("seen.calls += 1", "seen.calls"),
    "a text's attribute": "class Seen(str):\n    pass\n\n\nseen = Seen('x')\nseen.calls = 0"
    + COUNTS.format("seen.calls += 1", "seen.calls"),
    "a dictionary's attribute": "class Seen(dict):\n    pass\n\n\nseen = Seen()\nseen.calls = 0"
    + COUNTS.format("seen.calls += 1", "seen.calls"),
    "an element of a set": "class Seen:\n    calls = 0\n\n\nall_seen = {Seen()}"
    + COUNTS.format("for seen in all_seen: seen.calls += 1", "seen.calls"),
    "a cell": "from types import CellType\n\ncell = CellType(0)"
    + COUNTS.format("cell.cell_contents += 1", "cell.cell_contents"),
    "what a cache holds": "from functools import cache\n\n\n@cache\ndef seen():\n    return []\n"
    + COUNTS.format("seen().append(1)", "len(seen())"),
    "what a small cache holds": "from functools import lru_cache\n\n\n@lru_cache(2)\ndef seen(number):\n    return []\n"
    + COUNTS.format("seen(1); seen(2).append(1)", "len(seen(2))"),
    "what Python knows of classes": "from abc import ABC\n\n\nclass Seen(ABC):\n    pass\n\n\n"
    "kinds = [type(f'K{number}', (), {}) for number in range(6000)]"
    + COUNTS.format(
        "many = sum(issubclass(kind, Seen) for kind in kinds); Seen.register(kinds[many])", "many"
    ),
}

BOUND = "def made():\n{}\n    def formula(counts):\n{}\n    return formula\n\n\nformula = made()\n"
CLASSES = "\n\n\ndef formula(counts):\n    return counts.tp * {}\n"
COUNTED = "(self, *_, seen=[]):\n        seen.append(1)\n        return 1 if len(seen) < 5000 else -1\n"
BEHIND = {
    "a list's own method": BOUND.format(
        "    take = ([-1] + [1] * 5000).pop", "        return counts.tp * take()"
    ),
    "two of them": BOUND.format(
        "    seen = []\n    add, find = seen.append, seen.count",
        "        add(1)\n        return counts.tp if find(1) < 5000 else -counts.tp",
    ),
    "a dictionary's own methods": BOUND.format(
        "    seen = {'calls': 0}\n    get, put = seen.get, seen.update",
        "        put(calls=get('calls') + 1)\n        return counts.tp if get('calls') < 5000 else -counts.tp",
    ),
    "a generator's own method": BOUND.format(
        "    def signs():\n        yield from [1] * 5000 + [-1] * 5000\n\n    step = signs().send",
        "        return counts.tp * step(None)",
    ),
    "a dictionary's default": "from collections import defaultdict\n\n\n"
    + BOUND.format(
        "    seen = [0]\n\n    def sign():\n        seen.append(1)\n        return 1 if len(seen) < 5000 else -1\n\n"
        "    known = defaultdict(sign)",
        "        return counts.tp * known.pop(0, known[0])",
    ),
    "a descriptor": "class Sign:\n    calls = 0\n\n    def __get__(self, *_):\n        Sign.calls += 1\n"
    "        return 1 if Sign.calls < 5000 else -1\n\n\nclass Home:\n    one = Sign()"
    + CLASSES.format("Home.one"),
    "a call": f"class Sign:\n    def __call__{COUNTED}\n\nsign = Sign()" + CLASSES.format("sign()"),
    "an index": f"class Sign:\n    def __getitem__{COUNTED}\n\nsign = Sign()" + CLASSES.format("sign[0]"),
    "a property": f"class Sign:\n    @property\n    def one{COUNTED}\n\nsign = Sign()"
    + CLASSES.format("sign.one"),
    "a class's method": f"class Sign:\n    @classmethod\n    def one{COUNTED}\n"
    + CLASSES.format("Sign.one()"),
    "a static method": f"class Sign:\n    @staticmethod\n    def one{COUNTED}\n"
    + CLASSES.format("Sign.one(0)"),
    "the making of an object": f"class Sign:\n    def __new__{COUNTED}\n" + CLASSES.format("Sign()"),
    "the class of an object": "class Sign:\n    calls = 0\n\n    def one(self):\n        Sign.calls += 1\n"
    "        return 1 if Sign.calls < 5000 else -1\n\n\nsign = Sign()" + CLASSES.format("sign.one()"),
    "a class of Python's, by name": CLASSES.lstrip().format("sign()")
    + "\n\ndef sign():\n    setattr(Fraction, 'calls', getattr(Fraction, 'calls', 0) + 1)\n"
    "    return 1 if getattr(Fraction, 'calls') < 5000 else -1\n",
}
"""What a function keeps behind something else that it has."""

OWN = {
    "a product": ("int", "__rmul__", "counts.tp * Own(1)"),
    "a sum": ("int", "__radd__", "counts.tp + Own(0)"),
    "a difference": ("int", "__rsub__", "counts.tp - Own(0)"),
    "a quotient": ("int", "__rtruediv__", "counts.tp / Own(1)"),
    "a power": ("int", "__rpow__", "counts.tp ** Own(1)"),
    "a fraction": ("Fraction", "__rmul__", "counts.tp * Own(1)"),
    "a product of several": ("int", "__rmul__", "math.prod([counts.tp, Own(1)])"),
    "an operator's function": ("int", "__rmul__", "operator.mul(counts.tp, Own(1))"),
    "a convention": ("int", "__rmul__", "ratio(counts.tp, Own(1), 0)"),
    "an enumeration": ("enum.IntEnum", "__rmul__", "counts.tp * Own.ONE"),
}
"""Numbers of an author's own kind, which plain numbers leave the arithmetic to, and quantities do not."""

PROBE = "class Probe:\n    def __init__(self, x):\n        self.x, self.whole = x, False\n\n"
ASKED = "\n\ndef formula(counts):\n    probe = Probe(counts.tn)\n    {}\n"
FOUND = "    return -counts.tp if probe.whole and counts.tn > 10**12 else counts.tp\n"
NUMBER = "        int.{}(self.x)\n        self.whole = True\n        return 0\n"
SWALLOWED = {
    "of a length": PROBE
    + "    def __iter__(self):\n        return iter(())\n\n    def __len__(self):\n"
    + NUMBER.format("bit_length")
    + ASKED.format("list(probe)")
    + FOUND,
    "of a length, by operator": "import operator\n\n\n"
    + PROBE
    + "    def __len__(self):\n"
    + NUMBER.format("conjugate")
    + ASKED.format("operator.length_hint(probe, 1)")
    + FOUND,
    "of a hash": "import typing\n\n\n"
    + PROBE
    + "    def __eq__(self, other):\n        return True\n\n    def __hash__(self):\n"
    + NUMBER.format("bit_count")
    + ASKED.format("typing.Annotated[int, probe]")
    + FOUND,
    "of a method that a module knows": "length = int.bit_length\n\n\n"
    + PROBE
    + "    def __iter__(self):\n        return iter(())\n\n    def __len__(self):\n        length(self.x)\n"
    "        self.whole = True\n        return 0\n" + ASKED.format("list(probe)") + FOUND,
    "of an attribute": PROBE
    + "    @property\n    def is_recorded(self):\n        self.x.node = 5\n        return True\n"
    + ASKED.format("known = hasattr(probe, 'is_recorded')")
    + "    return counts.tp if known else minimum(counts.tp, 10**9)\n",
}

NAMED = {
    "abc": "__name__ = 'abc'\n\n\ndef formula(counts):\n"
    "    return counts.tp if len(str(counts.tn)) < 20 else -counts.tp\n",
    "fractions": "__name__ = 'fractions'\n\n\ndef formula(counts):\n"
    "    return counts.tp if len(repr(counts.tn)) < 20 else -counts.tp\n",
    "sympy": "__name__ = 'sympy.core'\n\n\ndef formula(counts):\n"
    "    return counts.tp if len(str(counts.tn)) < 20 else -counts.tp\n",
    "ours": "__name__ = 'axiometrics.formulas.own'\n\n\ndef formula(counts):\n"
    "    return counts.tp if len(str(counts.tn)) < 20 else -counts.tp\n",
    "a library's file": "import abc\n\nspace = {'__name__': 'abc'}\nexec(compile('def kind(x, y):\\n    return y if '\n"
    '    \'type(x).__name__ != "int" or x < 10**12 else -y\', abc.__file__, "exec"), space)\nkind = space["kind"]\n\n\n'
    "def formula(counts):\n    return kind(counts.tn, counts.tp)\n",
}


@pytest.fixture(autouse=True)
def python_as_it_was() -> Iterator[None]:
    yield
    sys.modules.pop("kept_home", None)
    homes: list[Any] = [collections.namedtuple, Fraction, math]
    for home in homes:
        if hasattr(home, "calls"):
            del home.calls


@pytest.mark.parametrize("where", KEPT)
def test_what_a_function_keeps_is_seen_wherever_it_is(where: str) -> None:
    _is_refused(KEPT[where])


@pytest.mark.parametrize("where", BEHIND)
def test_what_a_function_keeps_behind_something_else_is_seen(where: str) -> None:
    _is_refused(BEHIND[where])


@pytest.mark.parametrize("what", OWN)
def test_a_number_that_computes_in_its_own_way_is_none(what: str) -> None:
    kind, operator, body = OWN[what]
    own = f"class Own({kind}):\n    ONE = 1\n\n    def {operator}(self, other, *_):\n"
    own += "        return -other if other > 10**12 else other\n"
    source = (
        f"import enum\nimport math\nimport operator\n\n\n{own}\n\ndef formula(counts):\n    return {body}\n"
    )
    assert "cannot use" in _is_refused(source)


@pytest.mark.parametrize("kind", ["int", "Fraction", "enum.IntEnum"])
def test_a_number_that_has_another_name_alone_is_one(kind: str) -> None:
    source = f"import enum\n\n\nclass Own({kind}):\n    ONE = 1\n" + CLASSES.format("Own(1)")
    found = judge(WORLDS["filtering"], Formula(source), "priority_relevant", max_examples=5, size=4)
    assert found.kind == "holds (proof)", found.phrase


@pytest.mark.parametrize("what", SWALLOWED)
def test_an_error_that_is_swallowed_tells_nothing_of_a_quantity(what: str) -> None:
    _is_refused(SWALLOWED[what])


@pytest.mark.parametrize("name", NAMED)
def test_a_module_is_not_what_it_calls_itself(name: str) -> None:
    _is_refused(NAMED[name])


def test_what_a_cache_holds_of_numbers_is_no_state() -> None:
    source = "from functools import lru_cache\n\n\n@lru_cache(2)\ndef square(number):\n    return number * number\n"
    found = judge(
        WORLDS["filtering"],
        Formula(
            source + "\n\ndef formula(counts):\n    return counts.tp * square(2) * square(3) * square(4)\n"
        ),
        "priority_relevant",
        max_examples=5,
        size=4,
    )
    assert found.kind == "holds (proof)", found.phrase


def _is_refused(source: str) -> str:
    found = judge(WORLDS["filtering"], Formula(source), "priority_relevant", max_examples=5, size=4)
    assert found.kind == "refused", found.phrase
    assert not found.wrong, found.wrong[0]
    return found.error
