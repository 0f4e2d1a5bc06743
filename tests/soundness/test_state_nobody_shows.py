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


def _is_refused(source: str) -> None:
    found = judge(WORLDS["filtering"], Formula(source), "priority_relevant", max_examples=5, size=4)
    assert found.kind == "refused", found.phrase
    assert not found.wrong, found.wrong[0]
