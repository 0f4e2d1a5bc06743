"""No stored verdict outlives what it rests on: an edit anywhere gives another key, and what cannot be known none."""

from __future__ import annotations

import json
import os
import statistics
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from keys import row_key

from axiometrics.axioms import CONSTRAINTS, Constraint
from axiometrics.checker import run, source_digest
from axiometrics.checker.api import matrix
from axiometrics.checker.cache import CellKey, folder
from axiometrics.checker.selection import Options
from axiometrics.foreign import load
from axiometrics.metrics import METRICS
from axiometrics.metrics.registry import build
from axiometrics.parameters import Parameter

Files = Mapping[str, str]
PLAIN = "import h\ndef mine(gold, system):\n    return h.sc(len(gold))\n"
FROM = "from h import sc\ndef mine(gold, system):\n    return sc(len(gold))\n"

EDITS: dict[str, tuple[Files, Files]] = {
    "a helper in another module": ({"mine": FROM, "h": "def sc(n): return n"}, {"h": "def sc(n): return -n"}),
    "a helper that is asked of a module": (
        {"mine": PLAIN, "h": "def sc(n): return n"},
        {"h": "def sc(n): return 2 * n"},
    ),
    "a helper's default": ({"mine": FROM, "h": "def sc(n, k=1): return n * k"}, {"h": "def sc(n, k=2): return n * k"}),
    "a helper's keyword default": (
        {"mine": FROM, "h": "def sc(n, *, k=1): return n * k"},
        {"h": "def sc(n, *, k=2): return n * k"},
    ),
    "a constant of another module": (
        {"mine": "from h import D\ndef mine(gold, system): return D", "h": "D = 1"},
        {"h": "D = 2"},
    ),
    "a constant that a helper reads": (
        {"mine": FROM, "h": "D = 1\ndef sc(n): return n * D"},
        {"h": "D = 2\ndef sc(n): return n * D"},
    ),
    "a helper's helper, two modules away": (
        {"mine": FROM, "h": "import g\ndef sc(n): return g.deep(n)", "g": "def deep(n): return n"},
        {"g": "def deep(n): return n + 1"},
    ),
    "a file read at import": (
        {"mine": "import json, pathlib\nW = json.loads(pathlib.Path(__file__).with_name('w.json').read_text())\n"
         "def mine(gold, system): return W['a']", "w.json": '{"a": 1}'},
        {"w.json": '{"a": 2}'},
    ),
    "a constant that a pattern reads": (
        {"mine": "import h\ndef mine(gold, system):\n    match h:\n        case object(weight=w): return w",
         "h": "weight = 1"},
        {"h": "weight = 2"},
    ),
    "a constant that a format reads": (
        {"mine": "import h\ndef mine(gold, system): return float('{0.weight}'.format(h))", "h": "weight = 1"},
        {"h": "weight = 2"},
    ),
    "a list in a dict": (
        {"mine": "from h import T\ndef mine(gold, system): return T['a'][0]", "h": "T = {'a': [1, 2]}"},
        {"h": "T = {'a': [3, 2]}"},
    ),
    "an array": (
        {"mine": "from h import A\ndef mine(gold, system): return A[0]", "h": "import numpy\nA = numpy.array([1.0])"},
        {"h": "import numpy\nA = numpy.array([1.0 + 2**-50])"},
    ),
    "a method": (
        {"mine": "from h import S\ndef mine(gold, system): return S().f()", "h": "class S:\n def f(self): return 1"},
        {"h": "class S:\n def f(self): return 2"},
    ),
    "an inherited method": (
        {"mine": "from h import S\ndef mine(gold, system): return S().f()",
         "h": "class B:\n def f(self): return 1\nclass S(B): pass"},
        {"h": "class B:\n def f(self): return 2\nclass S(B): pass"},
    ),
    "an attribute of an instance": (
        {"mine": "from h import s\ndef mine(gold, system): return s.x",
         "h": "class S:\n def __init__(self, x): self.x = x\ns = S(1)"},
        {"h": "class S:\n def __init__(self, x): self.x = x\ns = S(2)"},
    ),
    "a field of a dataclass": (
        {"mine": "from h import s\ndef mine(gold, system): return s.x",
         "h": "from dataclasses import dataclass\n@dataclass\nclass S:\n x: int = 1\ns = S()"},
        {"h": "from dataclasses import dataclass\n@dataclass\nclass S:\n x: int = 2\ns = S()"},
    ),
    "what a decorator does": (
        {"mine": "from h import twice\n@twice\ndef mine(gold, system): return 1",
         "h": "def twice(f):\n def g(*a): return 2 * f(*a)\n return g"},
        {"h": "def twice(f):\n def g(*a): return 3 * f(*a)\n return g"},
    ),
    "a helper behind a cache": (
        {"mine": FROM, "h": "from functools import lru_cache\n@lru_cache\ndef sc(n): return n"},
        {"h": "from functools import lru_cache\n@lru_cache\ndef sc(n): return -n"},
    ),
    "an import inside the function": (
        {"mine": "import h\ndef mine(gold, system):\n from h import sc\n return sc(1)", "h": "def sc(n): return n"},
        {"h": "def sc(n): return -n"},
    ),
    "an exception that is caught": (
        {"mine": "def mine(gold, system):\n try: return 1 / 0\n except ZeroDivisionError: return 1"},
        {"mine": "def mine(gold, system):\n try: return 1 / 0\n except ArithmeticError: return 1"},
    ),
    "an entry of a named tuple": (
        {"mine": "from h import s\ndef mine(gold, system): return s.x",
         "h": "from collections import namedtuple\nS = namedtuple('S', 'x')\ns = S(1)"},
        {"h": "from collections import namedtuple\nS = namedtuple('S', 'x')\ns = S(2)"},
    ),
    "a method of a kind of dict": (
        {"mine": "from h import s\ndef mine(gold, system): return s.f()",
         "h": "class S(dict):\n def f(self): return 1\ns = S(a=1)"},
        {"h": "class S(dict):\n def f(self): return 2\ns = S(a=1)"},
    ),
    "a default dict": (
        {"mine": "from h import s\ndef mine(gold, system): return s['b']",
         "h": "from collections import defaultdict\ndef f(): return 1\ns = defaultdict(f)"},
        {"h": "from collections import defaultdict\ndef f(): return 2\ns = defaultdict(f)"},
    ),
    "a property": (
        {"mine": "from h import s\ndef mine(gold, system): return s.x",
         "h": "class S:\n @property\n def x(self): return 1\ns = S()"},
        {"h": "class S:\n @property\n def x(self): return 2\ns = S()"},
    ),
    "a member of an enumeration": (
        {"mine": "from h import E\ndef mine(gold, system): return E.A.value",
         "h": "from enum import Enum\nclass E(Enum):\n A = 1"},
        {"h": "from enum import Enum\nclass E(Enum):\n A = 2"},
    ),
    "a regular expression": (
        {"mine": "from h import P\ndef mine(gold, system): return bool(P.match('a'))",
         "h": "import re\nP = re.compile('a')"},
        {"h": "import re\nP = re.compile('b')"},
    ),
    "a lambda in a table": (
        {"mine": "from h import T\ndef mine(gold, system): return T['f'](1)", "h": "T = {'f': lambda n: n}"},
        {"h": "T = {'f': lambda n: -n}"},
    ),
}  # fmt: skip


@pytest.fixture
def written(tmp_path: Path) -> Callable[[Files], Any]:
    """Write modules, forget those that were imported, and load ``mine`` afresh."""
    turns: list[int] = []

    def write(files: Files) -> Any:
        turns.append(1)
        for name, text in files.items():
            place = tmp_path / (name if "." in name else f"{name}.py")
            place.write_text(text)
            os.utime(place, (len(turns), len(turns)))
        for name in ("h", "g"):
            sys.modules.pop(name, None)
        return load(f"{tmp_path}/mine.py:mine")

    yield write
    for name in ("h", "g"):
        sys.modules.pop(name, None)
    sys.path[:] = [each for each in sys.path if each != str(tmp_path)]


def key_of(function: Any, demand: Constraint | None = None) -> str | None:
    rag_bag = CONSTRAINTS.get("rag_bag", "clustering")
    return row_key(build(function, task="clustering", reads="labels"), [demand or rag_bag], Options())


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_outdates_a_verdict(edit: str, written: Any) -> None:
    before, change = EDITS[edit]
    first = key_of(written(before))
    assert first == key_of(written(before)), "the same code has another key"
    assert first is not None
    assert key_of(written({**before, **change})) not in (first, None)


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_of_what_a_constraint_reaches_outdates_verdicts_too(edit: str, written: Any) -> None:
    before, change = EDITS[edit]
    purity = METRICS.get("purity", "clustering")
    keys = [
        row_key(purity, [Constraint(key="mine", task="clustering", generator=written(files))], Options())
        for files in (before, {**before, **change})
    ]
    assert None not in keys
    assert keys[0] != keys[1]


LIES = {
    "a class of another module": (
        "class S:\n __module__ = 'math'\n def f(self): return {n}\nS.f.__module__ = 'math'\ns = S()"
    ),
    "a class of Python's own": (
        "class S:\n def f(self): return {n}\nS.__module__ = 'builtins'\nS.__name__ = 'int'\ns = S()"
    ),
    "a module": ("from types import ModuleType\ns = ModuleType('math')\ndef f(): return {n}\ns.f = f"),
    "a kind of module": "from types import ModuleType\nclass S(ModuleType):\n def f(self): return {n}\ns = S('math')",
    "code of a module": (
        "from types import SimpleNamespace\nnames = {{'__name__': 'statistics'}}\n"
        "exec('def f(): return {n}', names)\ns = SimpleNamespace(f=names['f'])"
    ),
    "code of this package": (
        "from types import SimpleNamespace\nnames = {{'__name__': 'axiometrics.formulas.normal'}}\n"
        "exec('def f(): return {n}', names)\ns = SimpleNamespace(f=names['f'])"
    ),
    "what was put into a library": "import statistics as s\ns.f = lambda: {n}",
    "what a cache calls": (
        "from functools import lru_cache\nclass S: pass\n@lru_cache\ndef f(): return {n}\n"
        "f.__wrapped__ = abs\ns = S()\ns.f = f"
    ),
    "a cache": "class _lru_cache_wrapper:\n __wrapped__ = abs\n def f(self): return {n}\ns = _lru_cache_wrapper()",
    "all fields of an instance": (
        "from dataclasses import dataclass\n@dataclass\nclass S:\n x: int = 1\n def f(self): return self.y\n"
        "s = S()\ns.y = {n}"
    ),
    "what a dict is pickled as": (
        "class S(dict):\n def __reduce_ex__(self, protocol): return dict, ()\n def f(self): return {n}\ns = S()"
    ),
    "what a dict is of": (
        "class S(dict):\n def __reduce_ex__(self, protocol): return 'S'\n def f(self): return {n}\ns = S()"
    ),
    "what a dict holds": "class S(dict):\n def items(self): return []\n def f(self): return self[1]\ns = S({{1: {n}}})",
    "what an instance holds": (
        "class S:\n @property\n def __dict__(self): return {{}}\n def f(self): return self.x\ns = S()\ns.x = {n}"
    ),
    "a static method": (
        "class S:\n __class__ = property(lambda self: staticmethod)\n __func__ = abs\n def f(self): return {n}\ns = S()"
    ),
    "a module, to those who ask": (
        "from types import ModuleType\nclass S:\n __class__ = property(lambda self: ModuleType)\n __name__ = 'math'\n"
        " def f(self): return {n}\ns = S()"
    ),
    "a partial function": "from functools import partial\nclass S(partial):\n def f(self): return {n}\ns = S(abs)",
    "what a partial function has": "from functools import partial\ns = partial(abs)\ns.f = lambda: {n}",
    "a property": (
        "class P(property):\n def __get__(self, *_): return lambda: {n}\nclass S:\n f = P(abs)\ns = S()"
    ),
    "a cached property": (
        "from functools import cached_property\nclass P(cached_property):\n def __get__(self, *_): return lambda: {n}\n"
        "class S:\n f = P(abs)\ns = S()"
    ),
}
"""Things that call themselves something else, or hold more than such a thing does, for a number that is edited."""


@pytest.mark.parametrize("what", LIES)
def test_nothing_is_taken_for_what_it_calls_itself(
    what: str, written: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistics, "f", None, raising=False)
    mine = "from h import s\ndef mine(gold, system): return s.f()"
    first, second = (key_of(written({"mine": mine, "h": LIES[what].format(n=n)})) for n in (1, 2))
    assert first != second or first is None


def test_a_file_named_like_a_module_of_python_is_not_that_module(
    written: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = "from statistics import mean\ndef mine(gold, system): return mean(gold)"
    keys = []
    for n in (1, 2):
        monkeypatch.delitem(sys.modules, "statistics", raising=False)
        function = written({"mine": mine, "statistics": f"def mean(values): return {n}"})
        assert function([7], [7]) == n
        keys.append(key_of(function))
    assert keys[0] != keys[1] or keys[0] is None


UNKNOWN = {
    "a file": "def mine(gold, system): return len(open('x').read())",
    "a path": "from pathlib import Path\ndef mine(gold, system): return len(Path('x').read_text())",
    "the environment": "import os\ndef mine(gold, system): return float(os.environ['W'])",
    "the environment, by a name": "from os import environ\ndef mine(gold, system): return float(environ['W'])",
    "a clock": "import time\ndef mine(gold, system): return time.time()",
    "random numbers": "import random\ndef mine(gold, system): return random.random()",
    "random numbers of NumPy": "import numpy as np\ndef mine(gold, system): return np.random.rand()",
    "an array on disk": "import numpy as np\ndef mine(gold, system): return np.load('x.npy')[0]",
    "an import inside, of anything": "def mine(gold, system):\n    import os\n    return float(os.environ['W'])",
    "a module that is not there yet": "def mine(gold, system):\n    import never_heard_of\n    return never_heard_of.x",
    "a name made at run time": "def mine(gold, system): return globals()['x']",
    "an attribute made at run time": "import math\ndef mine(gold, system): return getattr(math, 'p' + 'i')",
    "code made at run time": "def mine(gold, system): return eval('1')",
    "a counter": "N = 0\ndef mine(gold, system):\n    global N\n    N += 1\n    return N",
    "compiled code of unknown version": "import _json\ndef mine(gold, system): return _json.scanstring('a', 1)",
    "a file, in a helper of a helper": "def a(): return open('x')\ndef b(): return a()\ndef mine(g, s): return b()",
    "a file, in a method": "class S:\n def f(self): return open('x')\ndef mine(gold, system): return S().f()",
    "an attribute by its name": "import math, operator\ndef mine(g, s): return operator.attrgetter('pi')(math)",
    "an attribute by a method": "import math\ndef mine(g, s): return math.__getattribute__('pi')",
    "an array on disk, under another name": "from numpy import load as r\ndef mine(g, s): return r('x.npy')[0]",
    "numbers in a text file": "import numpy as np\ndef mine(g, s): return np.fromregex('x', 'a', int)[0]",
    "a graph on disk": "import networkx\ndef mine(g, s): return len(networkx.read_edgelist('x'))",
    "random numbers of a distribution": "from scipy.stats import norm\ndef mine(g, s): return norm().rvs()",
    "samples": "from statistics import NormalDist\ndef mine(g, s): return NormalDist().samples(1)[0]",
    "a random prime": "import sympy\ndef mine(g, s): return sympy.randprime(2, 99)",
    "random digits": "import mpmath\ndef mine(g, s): return mpmath.rand()",
    "a random order": "import sklearn.utils\ndef mine(g, s): return sklearn.utils.shuffle([1, 2])[0]",
    "a precision that others set": "from decimal import getcontext\ndef mine(g, s): return getcontext().prec",
    "a lock": "import threading\nL = threading.Lock()\ndef mine(gold, system):\n    with L: return 1",
}  # fmt: skip


@pytest.mark.parametrize("what", UNKNOWN)
def test_what_reads_anything_else_is_not_stored(what: str, written: Any) -> None:
    assert key_of(written({"mine": UNKNOWN[what]})) is None


def test_a_new_version_of_a_library_outdates_a_verdict(written: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    function = written({"mine": "import numpy\ndef mine(gold, system): return numpy.mean(gold)"})
    first = key_of(function)
    version = source_digest.distribution_text
    monkeypatch.setattr(source_digest, "distribution_text", lambda name: version(name) + "1")
    source_digest.library.cache_clear()
    other = key_of(function)
    source_digest.library.cache_clear()
    assert None not in (first, other)
    assert first != other


def test_parameters_and_their_defaults_outdate_a_verdict() -> None:
    def mine(table: Any, w: Any) -> Any:
        return table.items * w

    records = [
        build(mine, task="clustering", parameters=[Parameter("w", default=default, above=low)])
        for default, low in ((1, 0), (2, 0), (1, -1))
    ]
    assert len({record.label for record in records}) == 1
    demand = CONSTRAINTS.get("rag_bag", "clustering")
    keys = [row_key(record, [demand], Options()) for record in records]
    assert None not in keys
    assert len(set(keys)) == 3


def test_a_built_in_metric_and_constraint_always_have_a_key() -> None:
    for record in METRICS.view(plugins=False).values():
        demands = [one for one in CONSTRAINTS.view(record.task, plugins=False).values() if one.primary]
        assert row_key(record, demands[:1], Options()), record.key


def edited(cell: dict[str, Any], change: Callable[[dict[str, Any]], None]) -> str:
    change(cell)
    return json.dumps(cell)


def set_outcome(cell: dict[str, Any], outcome: str) -> None:
    cell["strict"]["outcome"] = cell["weak"]["outcome"] = outcome


FORGERIES: dict[str, Callable[[dict[str, Any]], None]] = {
    "an outcome": lambda cell: set_outcome(cell, "holds"),
    "an outcome that does not exist": lambda cell: set_outcome(cell, "excellent"),
    "an evidence": lambda cell: cell["strict"].update(evidence="proof"),
    "the number of cases": lambda cell: cell["strict"].update(cases=10**9),
    "a size": lambda cell: cell["weak"].update(size=99),
    "a witness": lambda cell: cell.update(witness=None),
    "an error": lambda cell: cell.update(error="no such thing"),
    "a checksum": lambda cell: cell.update(checksum="0" * 64),
    "no checksum": lambda cell: cell.pop("checksum"),
    "a field more": lambda cell: cell.update(comment="mine"),
    "text in place of a number": lambda cell: cell["strict"].update(cases="many"),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_an_edited_file_is_not_believed(forgery: str) -> None:
    ask: dict[str, Any] = {"metrics": ["purity"], "constraints": ["rag_bag"], "effort": "quick", "jobs": 1}
    first = matrix("clustering", **ask)
    (file,) = folder().glob("*.json")
    good = file.read_bytes()
    file.write_text(edited(json.loads(good), FORGERIES[forgery]))
    assert matrix("clustering", **ask) == first
    assert file.read_bytes() == good


def test_a_row_of_another_key_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    ask: dict[str, Any] = {"metrics": ["purity"], "constraints": ["rag_bag"], "effort": "quick", "jobs": 1}
    matrix("clustering", seed=1, **ask)
    (file,) = folder().glob("*.json")
    monkeypatch.setattr(CellKey, "digest", "another")
    file.rename(folder() / "another.json")
    calls: list[str] = []
    build_cell = run.build_cell
    monkeypatch.setattr(run, "build_cell", lambda *given: calls.append("") or build_cell(*given))
    matrix("clustering", **ask)
    assert calls


def test_a_task_of_somebody_is_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    from axiometrics.checker import cache
    from axiometrics.tasks import get_task

    mine = type("Mine", (type(get_task("clustering")),), {"__module__": "somebody"})()
    monkeypatch.setattr(cache, "get_task", lambda name: mine)
    purity = replace(METRICS.get("purity", "clustering"))
    assert row_key(purity, [CONSTRAINTS.get("rag_bag", "clustering")], Options()) is None
