"""``python -m tests.mutants --mutants 500 --seed 1``: small errors planted in the cores, and how many the tests notice.

Once, ``python -m tests.mutants --map`` records which test runs which line (``pip install coverage``), one folder after
the other. Then every mutant gets a fork that compiles one module with one error in it (nothing on disk changes) and
runs the tests that reach the error, then those of its function and of its file, quick ones first. The share of killed
mutants is a lower bound: each meets only some tests, within a time, and workers of their own run the true source.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib.machinery
import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
CORES = ("axiometrics/formulas", "axiometrics/checker", "axiometrics/tasks")
MAPPED = (
    *(f"tests/{each}" for each in ("formulas", "tasks", "checker", "soundness", "meta", "axioms", "metrics")),
    *CORES,
)
SLOW = 40  # seconds under the tracer after which a test takes no part
TESTS, SECONDS = 120, 60  # how many tests a mutant meets, and how long they took when they were recorded
DIRECT = 12  # how many of them come first
MEMORY = 6 << 30

SWAPPED: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Pow: ast.Mult, ast.Mod: ast.Add,
}  # fmt: skip
NAMES = {"any": "all", "all": "any", "min": "max", "max": "min"}
SILENT = (ast.Raise, ast.Assert, ast.JoinedStr, ast.Import, ast.ImportFrom)  # messages, and what binds names


@dataclass(frozen=True)
class Mutant:
    """One small error: a change of one node of one module, by its place in the order of the walk."""

    path: str
    function: str
    node: int
    change: int
    lines: tuple[int, int]
    span: tuple[int, int]
    text: str

    @property
    def name(self) -> str:
        return f"{self.path}:{self.function}: {self.text}"

    @property
    def folder(self) -> str:
        return str(Path(self.path).parent).removeprefix("axiometrics/")

    def code(self) -> Any:
        tree = ast.parse(_source(self.path))
        _changes(list(_places(tree))[self.node][0])[self.change]()
        return compile(ast.fix_missing_locations(tree), str(ROOT / self.path), "exec")


@cache
def _source(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def mutants() -> list[Mutant]:
    """Every mutant of the cores."""
    return [
        each for core in CORES for path in sorted((ROOT / core).rglob("*.py")) for each in _mutants_of(path)
    ]


def _mutants_of(path: Path) -> Iterator[Mutant]:
    key, seen = path.relative_to(ROOT).as_posix(), Counter[str]()
    for index, (node, function) in enumerate(_places(ast.parse(_source(key)))):
        for number in range(len(_changes(node))):
            changed = deepcopy(node)
            _changes(changed)[number]()
            name = getattr(function, "name", "")
            text = f"{_shown(node)}  ->  {_shown(changed)}"
            seen[name + text] += 1
            text += f"  (#{seen[name + text]})" * (seen[name + text] > 1)
            yield Mutant(
                key, name, index, number, _lines(node), _lines(function) if function else (0, 0), text
            )


def _lines(node: Any) -> tuple[int, int]:
    last = node.test.end_lineno if isinstance(node, ast.If) else node.end_lineno
    return node.lineno, last


def _shown(node: ast.AST) -> str:
    text = f"if {ast.unparse(node.test)}" if isinstance(node, ast.If) else ast.unparse(node)
    return " ".join(text.split())[:200]


def _places(node: ast.AST, function: Any = None) -> Iterator[tuple[Any, Any]]:
    """Nodes that are no message, annotation, decorator or text, each with the function that it stands in."""
    if isinstance(node, SILENT) or getattr(node, "name", "") in ("__repr__", "__str__", "_repr_html_"):
        return
    yield node, function
    inner = node if isinstance(node, ast.FunctionDef) else function
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not (
                isinstance(child, ast.If) and "TYPE_CHECKING" in _shown(child)
            ):
                yield from _places(child, inner)


def _changes(node: Any) -> list[Callable[[], None]]:
    """What can be changed at a node, each as an action on it."""
    put = partial(partial, setattr, node)
    match node:
        case ast.Compare(ops=[first, *_]) if type(first) in SWAPPED:
            return [put("ops", [SWAPPED[type(first)](), *node.ops[1:]])]
        case ast.BoolOp() | ast.BinOp() | ast.AugAssign() if type(node.op) in SWAPPED:
            return [] if _text(node) else [put("op", SWAPPED[type(node.op)]())]
        case ast.If() | ast.IfExp():
            return [put("test", ast.UnaryOp(ast.Not(), node.test))]
        case ast.UnaryOp(op=ast.Not()):
            return [put("operand", ast.UnaryOp(ast.Not(), node.operand))]
        case ast.UnaryOp(op=ast.USub()) if not isinstance(node.operand, ast.Constant):
            return [put("op", ast.UAdd())]
        case ast.Constant(value=int(value)) if not isinstance(value, bool) and 0 <= value <= 12:
            return [put("value", value + 1), *([put("value", 0)] if value == 1 else [])]
        case ast.Call(func=ast.Name(id=name)) if name in NAMES:
            return [partial(setattr, node.func, "id", NAMES[name])]
        case ast.Return(value=value) if value and not isinstance(
            value, (ast.Constant, ast.JoinedStr, ast.Compare)
        ):
            return [put("value", ast.Constant(None))]
        case ast.Expr(value=ast.Call()):
            return [put("value", ast.Constant(None))]
    return []


def _text(node: Any) -> bool:
    return any(
        isinstance(each, ast.JoinedStr) or isinstance(getattr(each, "value", 0), str)
        for each in ast.walk(node)
    )


# -- which test runs which line ---------------------------------------------------------------------------------


class Recorder:
    """A plug-in of pytest: the lines and the time of every test that passes."""

    def __init__(self, folder: str, store: Path) -> None:
        from coverage import Coverage

        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.file = store / folder.replace("/", "-")
        include = [f"{ROOT}/{core}/*" for core in CORES]
        self.coverage = Coverage(data_file=f"{self.file}.coverage", include=include, config_file=False)
        self.coverage.erase()
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        before, start = signal.signal(signal.SIGALRM, lambda *_: pytest.fail("slow")), time.monotonic()
        signal.alarm(SLOW)
        try:
            return (yield)
        finally:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, before)
            self.seconds[item.nodeid] = time.monotonic() - start
            self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: Any) -> None:
        if not report.passed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        kept = {test: each for test, each in self.seconds.items() if test not in self.failed}
        Path(f"{self.file}.json").write_text(json.dumps(kept))
        print(
            f"{self.file.name}: {len(kept)} tests, {len(self.failed)} take no part, {sum(kept.values()):.0f} s"
        )


@cache
def _recorded(store: Path) -> dict[str, float]:
    return {
        test: each for path in store.glob("*.json") for test, each in json.loads(path.read_text()).items()
    }


@cache
def _tests_of_lines(store: Path, path: str) -> dict[int, set[str]]:
    from coverage import CoverageData

    found: dict[int, set[str]] = defaultdict(set)
    for file in sorted(store.glob("*.coverage")):
        data = CoverageData(str(file))
        data.read()
        for line, tests in data.contexts_by_lineno(str(ROOT / path)).items():
            found[line] |= {test for test in tests if test in _recorded(store)}
    return found


def chosen(mutant: Mutant, store: Path) -> list[str]:
    """Tests of the mutant's line, function and file, from as many test functions as possible, quick ones first."""
    lines, seconds = _tests_of_lines(store, mutant.path), _recorded(store)
    asked: dict[str, None] = {}
    for first, last in (mutant.lines if mutant.span[0] else (0, 0), mutant.span, (0, sys.maxsize)):
        reached = {test for line, tests in lines.items() if first <= line <= last for test in tests}
        asked |= dict.fromkeys(_spread(reached, seconds))
    kept, spent = [], 0.0
    for test in list(asked)[:TESTS]:
        if not kept or spent + seconds[test] <= SECONDS:
            kept.append(test)
            spent += seconds[test]
    return kept


def _spread(tests: Iterable[str], seconds: dict[str, float]) -> list[str]:
    turns: Counter[str] = Counter()
    placed = []
    for test in sorted(tests, key=lambda each: (seconds[each], each)):
        placed.append((turns[test.split("[")[0]], len(placed), test))
        turns[test.split("[")[0]] += 1
    return [test for *_, test in sorted(placed)]


# -- one run ----------------------------------------------------------------------------------------------------


class Chosen:
    """A plug-in of pytest: only the tests asked for, in their order, and the name of the one that fails."""

    def __init__(self, tests: list[str], told: Path) -> None:
        self.order, self.told = {test: place for place, test in enumerate(tests)}, told

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = sorted(
            (each for each in items if each.nodeid in self.order), key=lambda each: self.order[each.nodeid]
        )

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.told.write_text(report.nodeid)


def run(mutant: Mutant | None, tests: list[str], limit: float) -> str:
    """Return the first test that fails in a fork with the mutant in place, or "" where none does."""
    with tempfile.TemporaryDirectory() as scratch:
        told, start = Path(scratch) / "told", time.monotonic()
        child = os.fork()
        if not child:
            _work(mutant, tests, scratch, told)
        while os.waitpid(child, os.WNOHANG) == (0, 0):
            if time.monotonic() - start > limit:
                os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return "time limit"
            time.sleep(0.05)
        if not told.exists():
            return "died"
        return told.read_text()


def _work(mutant: Mutant | None, tests: list[str], scratch: str, told: Path) -> None:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.environ |= {
        "AXIOMETRICS_CACHE": f"{scratch}/cache",
        "HYPOTHESIS_STORAGE_DIRECTORY": f"{scratch}/hypothesis",
    }
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    if mutant:
        loader: Any = importlib.machinery.SourceFileLoader
        usual, code, path = loader.get_code, mutant.code(), str(ROOT / mutant.path)
        loader.get_code = lambda self, name: code if self.path == path else usual(self, name)
    files = dict.fromkeys(test.split("::")[0] for test in tests)
    flags = [
        "-x",
        "-q",
        "--assert=plain",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        f"--basetemp={scratch}/tmp",
    ]
    status = pytest.main([*flags, *files], plugins=[Chosen(tests, told)])
    if status == 0:
        told.write_text("")
    elif not told.exists():
        told.write_text("collection")
    os._exit(0)


def judged(mutant: Mutant, store: Path) -> dict[str, Any]:
    """Say whether the tests kill the mutant, the most direct ones before all."""
    tests, seconds, start = chosen(mutant, store), _recorded(store), time.monotonic()
    killer = _killer(mutant, tests[:DIRECT], seconds) or _killer(mutant, tests[DIRECT:], seconds)
    spent = round(time.monotonic() - start, 1)
    return {"mutant": mutant.name, "folder": mutant.folder, "line": mutant.lines[0], "killer": killer,
            "tests": len(tests), "seconds": spent}  # fmt: skip


def _killer(mutant: Mutant, tests: list[str], seconds: dict[str, float]) -> str:
    """Return the first test that fails; one that fails without the mutant as well is no witness."""
    tests = sorted(tests, key=seconds.__getitem__)
    while tests:
        killer = run(mutant, tests, 3 * sum(seconds[test] for test in tests) + 30)
        if killer not in seconds or _passes(killer, 3 * seconds[killer] + 30):
            return killer
        tests.remove(killer)
    return ""


@cache
def _passes(test: str, limit: float) -> bool:
    return not run(None, [test], limit)


def _summary(found: list[dict[str, Any]]) -> str:
    rows = ["| folder | mutants | killed | survived |", "|---|---|---|---|"]
    for folder in [*sorted({each["folder"] for each in found}), "all"]:
        here = [bool(each["killer"]) for each in found if folder in ("all", each["folder"])]
        rows.append(f"| {folder} | {len(here)} | {sum(here)} | {len(here) - sum(here)} |")
    return "\n".join(rows)


def main() -> int:
    asked = _options()
    asked.store.mkdir(parents=True, exist_ok=True)
    os.chdir(ROOT)
    if asked.map is not None:
        for folder in asked.map or MAPPED:
            if not os.fork():
                flags = ["-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", folder]
                os._exit(pytest.main(flags, plugins=[Recorder(folder, asked.store)]))
            os.wait()
        return 0
    drawn = sorted(mutants(), key=lambda each: hashlib.sha256(f"{asked.seed} {each.name}".encode()).digest())
    results = asked.store / f"seed{asked.seed}.jsonl"
    known = {each["mutant"]: each for each in map(json.loads, results.open())} if results.exists() else {}
    for package in ("numpy", "sympy", "hypothesis", "flint", "scipy.stats", "networkx", "sklearn.metrics"):
        __import__(package)
    found = []
    for mutant in [each for each in drawn if asked.only in each.name][: asked.mutants]:
        if mutant.name not in known or (asked.again and not known[mutant.name]["killer"]):
            known[mutant.name] = judged(mutant, asked.store)
            with results.open("a") as lines:
                print(json.dumps(known[mutant.name]), file=lines)
            print("killed  " if known[mutant.name]["killer"] else "SURVIVED", known[mutant.name], flush=True)
        found.append(known[mutant.name])
    print(_summary(found))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--map", nargs="*", metavar="FOLDER", help="record which test runs which line")
    parser.add_argument("--mutants", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="mutants whose name contains this")
    parser.add_argument("--again", action="store_true", help="run survivors of this seed again")
    parser.add_argument("--store", type=Path, default=Path(tempfile.gettempdir()) / "axiometrics-mutants")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
