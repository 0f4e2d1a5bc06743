"""Every small error that can be planted in the cores."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
CORES = ("axiometrics/formulas", "axiometrics/checker", "axiometrics/tasks")
EQUIVALENT = Path(__file__).parent / "equivalent.txt"
DRAWINGS = ("draw.py", "drawing.py")  # where lines of pictures go

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

    def tree(self) -> ast.Module:
        tree = ast.parse(source(self.path))
        _changes(list(_places(tree))[self.node][0])[self.change]()
        return ast.fix_missing_locations(tree)


@cache
def source(path: str) -> str:
    """Return a module's source, as it was when the run began."""
    return (ROOT / path).read_text("utf-8")


@cache
def equivalents() -> dict[str, str]:
    """Return the names of mutants that change no result, each with the reason, from two lines of ``equivalent.txt``."""
    lines = EQUIVALENT.read_text("utf-8").splitlines()
    return dict(zip(lines[::2], (each.strip() for each in lines[1::2]), strict=True))


def mutants() -> list[Mutant]:
    """Every mutant of the cores."""
    return [
        each
        for core in CORES
        for path in sorted((ROOT / core).rglob("*.py"))
        if path.name not in DRAWINGS
        for each in mutants_of(path)
    ]


def mutants_of(path: Path) -> Iterator[Mutant]:
    key, seen = path.relative_to(ROOT).as_posix(), Counter[str]()
    for index, (node, function) in enumerate(_places(ast.parse(source(key)))):
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
    if isinstance(node, ast.FunctionDef) and isinstance(node.body[-1], ast.Raise) and len(node.body) < 3:
        return  # left to those who inherit it
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
